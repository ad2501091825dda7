"""Listeners: connections that follow one event stream, read everything, and store nothing.

They run in a separate process (`python -m tests.bench.listening`). The process prints one line once all are connected.
When its input ends, it prints another line: the number of listeners that received something and are still connected.
"""

from __future__ import annotations

import asyncio
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Final, cast

import msgspec
import uvloop
from msgspec import Struct

from .load import BLANK, ROOT

AT_ONCE: Final = 50
OK: Final = b"HTTP/1.1 200"
CONNECT_SECONDS: Final = 120.0
LATE_SECONDS: Final = 10.0
"""The longest time after the last command within which a listener must have its first event."""


class Listening(Struct, frozen=True, kw_only=True):
    """The input of the process: the number of listeners, and the bytes of the request that each sends."""

    port: int
    request: bytes
    listeners: int


class Listener(asyncio.Protocol):
    """The connection of one listener."""

    def __init__(self, asked: bytes) -> None:
        """Create a listener that sends this request."""
        self.connected: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.first = asyncio.Event()
        self.lost = False
        self._asked = asked
        self._head = b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Send the request."""
        cast("asyncio.Transport", transport).write(self._asked)  # uvloop's own kind

    def data_received(self, data: bytes) -> None:
        """Read the head of the response, then record the first event."""
        if self.connected.done():
            self.first.set()
            return
        self._head += data
        if BLANK in self._head:
            if not self._head.endswith(BLANK):
                self.first.set()
            good = self._head.startswith(OK)
            self.connected.set_result(None) if good else self.connected.set_exception(ConnectionError(self._head))

    def connection_lost(self, error: Exception | None) -> None:
        """Record the loss."""
        self.lost = True
        if not self.connected.done():
            self.connected.set_exception(ConnectionError(str(error)))


async def _listen(asked: Listening) -> None:
    loop, listeners = asyncio.get_running_loop(), list[Listener]()
    for begin in range(0, asked.listeners, AT_ONCE):
        some = [Listener(asked.request) for _ in range(begin, min(begin + AT_ONCE, asked.listeners))]
        for one in some:
            await loop.create_connection(lambda one=one: one, "127.0.0.1", asked.port)  # type: ignore[misc]
        await asyncio.wait_for(asyncio.gather(*(one.connected for one in some)), CONNECT_SECONDS)
        listeners += some
    sys.stdout.write("ready\n")
    sys.stdout.flush()
    await asyncio.to_thread(sys.stdin.buffer.read)
    with suppress(TimeoutError):
        await asyncio.wait_for(asyncio.gather(*(one.first.wait() for one in listeners)), LATE_SECONDS)
    sys.stdout.write(f"{sum(one.first.is_set() and not one.lost for one in listeners)}\n")


@contextmanager
def listening(asked: Listening) -> Iterator[None]:
    """Listen during the block. At its end, assert that every listener received something and is still connected."""
    words = [sys.executable, "-m", "tests.bench.listening", msgspec.json.encode(asked).decode()]
    with subprocess.Popen(words, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        if process.stdout.readline() != b"ready\n":
            raise RuntimeError("the listeners could not connect")
        yield
        output, _ = process.communicate()
    assert int(output) == asked.listeners, f"{int(output)} of {asked.listeners} listeners heard something to the end"


def main() -> None:
    """Listen until the input ends."""
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(_listen(msgspec.json.decode(sys.argv[1], type=Listening)))


if __name__ == "__main__":
    main()
