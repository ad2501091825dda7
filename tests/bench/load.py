"""The load: some connections, each of which sends its next request when the last one is answered.

It runs in a process of its own (`python -m tests.bench.load`), speaks HTTP/1.1 over raw sockets, and sends bytes that
were made beforehand, so that it costs the same whoever answers. Every answer is held to its status and to what must
stand in its body.
"""

from __future__ import annotations

import asyncio
import gc
import subprocess
import sys
import time
from collections.abc import Sequence
from itertools import cycle
from math import inf
from pathlib import Path
from typing import Final, TypeVar, cast

import msgspec
import uvloop
from msgspec import Struct

ROOT: Final = Path(__file__).parents[2]
BLANK: Final = b"\r\n\r\n"
LENGTH: Final = b"content-length:"
MS: Final = 1e-6
LATE: Final = 10.0
N = TypeVar("N", int, float)


class Load(Struct, frozen=True, kw_only=True):
    """What to send where. Connection i sends the requests i, i + connections, … over and over.

    `each`: so many requests of every connection and no more, however long they take; `seconds` and `warm` are 0 then.
    Units:   seconds; answers of the first `warm` seconds are checked and not counted
    """

    port: int
    requests: tuple[bytes, ...]
    connections: int
    seconds: float
    warm: float = 0.5
    each: int = 0
    status: int = 200
    expect: bytes = b""


class Answered(Struct, frozen=True, kw_only=True):
    """What came back: `counted` answers in the measured time, all the good ones (`all_good`), and the failed ones.

    Units:   p50, p95, p99 in milliseconds
    """

    counted: int
    all_good: int
    failed: int
    seconds: float
    p50: float
    p95: float
    p99: float
    first_failure: str = ""

    @property
    def rate(self) -> float:
        """Return the answers a second."""
        return self.counted / self.seconds


class Tally:
    """What all connections of a run add to."""

    def __init__(self, load: Load, now: float) -> None:
        """Fix when counting begins and ends."""
        self.begins = now + load.warm
        self.ends = inf if load.each else self.begins + load.seconds
        self.latencies: list[int] = []
        self.good = self.failed = 0
        self.first_failure = ""

    def fail(self, said: bytes) -> None:
        """Count a failure and keep what the first one said."""
        self.failed += 1
        self.first_failure = self.first_failure or said[:400].decode("utf-8", "replace")

    def answered(self, load: Load) -> Answered:
        """Sum up."""
        ordered = sorted(self.latencies) or [0]
        return Answered(
            counted=len(self.latencies),
            all_good=self.good,
            failed=self.failed,
            seconds=load.seconds,
            p50=at_share(ordered, 0.50) * MS,
            p95=at_share(ordered, 0.95) * MS,
            p99=at_share(ordered, 0.99) * MS,
            first_failure=self.first_failure,
        )


def at_share(ordered: Sequence[N], share: float) -> N:
    """Return the value below which a share of the ordered values lies."""
    return ordered[min(len(ordered) - 1, int(len(ordered) * share))]


class Caller(asyncio.Protocol):
    """One connection: one request in flight at a time."""

    def __init__(self, load: Load, tally: Tally, number: int) -> None:
        """Take the requests that are this connection's."""
        own = load.requests[number % len(load.requests) :: load.connections] or load.requests
        self.done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._requests = cycle(own)
        self._status, self._expect = b"HTTP/1.1 %d" % load.status, load.expect
        self._tally = tally
        self._left = load.each
        self._got = b""
        self._sent = 0
        self._transport: asyncio.Transport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Begin."""
        self._transport = cast("asyncio.Transport", transport)  # uvloop's own kind
        self._send()

    def data_received(self, data: bytes) -> None:
        """Take what came; go on when the answer is whole."""
        self._got = self._got + data if self._got else data
        size = answer_size(self._got)
        if size is not None and len(self._got) >= size:
            self._whole()

    def connection_lost(self, error: Exception | None) -> None:
        """Count an answer that will not come any more."""
        if not self.done.done():
            self._tally.fail(f"the connection was lost: {error}".encode())
            self.done.set_result(None)

    def hang_up(self) -> None:
        """End."""
        if self._transport is not None:
            self._transport.abort()

    def _send(self) -> None:
        assert self._transport is not None
        self._sent = time.perf_counter_ns()
        self._transport.write(next(self._requests))

    def _whole(self) -> None:
        now = time.perf_counter_ns()
        answer, self._got, tally = self._got, b"", self._tally
        if answer.startswith(self._status) and self._expect in answer:
            tally.good += 1
            if tally.begins <= now * 1e-9 < tally.ends:
                tally.latencies.append(now - self._sent)
        else:
            tally.fail(answer)
        self._left -= 1
        if now * 1e-9 < tally.ends and self._left:
            self._send()
        else:
            self.done.set_result(None)


def answer_size(got: bytes) -> int | None:
    """Return how many bytes an answer has, head and body; None while its head is not whole."""
    end = got.find(BLANK)
    if end < 0:
        return None
    head = got[:end].lower()
    at = head.find(LENGTH)
    if at < 0:
        return end + len(BLANK)
    return end + len(BLANK) + int(head[at + len(LENGTH) :].split(b"\r\n", 1)[0])


async def send(load: Load) -> Answered:
    """Put the load on a server of this machine."""
    loop = asyncio.get_running_loop()
    tally = Tally(load, time.perf_counter())
    callers = [Caller(load, tally, number) for number in range(load.connections)]
    for caller in callers:
        await loop.create_connection(lambda caller=caller: caller, "127.0.0.1", load.port)  # type: ignore[misc]
    longest = None if load.each else load.warm + load.seconds + LATE
    ended, late = await asyncio.wait([caller.done for caller in callers], timeout=longest)
    for caller in callers:
        caller.hang_up()
    await asyncio.sleep(0)
    for _ in late:
        tally.fail(b"no answer came")
    assert len(ended) + len(late) == load.connections
    return tally.answered(load)


def put(load: Load) -> Answered:
    """Put the load on a server from a process of its own."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.bench.load"],
        input=msgspec.msgpack.encode(load), capture_output=True, check=False, cwd=ROOT,
    )  # fmt: skip
    if done.returncode:
        raise RuntimeError(f"the load did not run: {done.stderr.decode()[-2000:]}")
    return msgspec.msgpack.decode(done.stdout, type=Answered)


def request(
    method: str, path: str, *, body: bytes = b"", key: str = "", media: str = "application/json", **headers: str
) -> bytes:  # fmt: skip
    """Write a request out."""
    lines = [f"{method} {path} HTTP/1.1", "Host: 127.0.0.1", "Accept: */*"]
    lines += [f"Authorization: Bearer {key}"] if key else []
    lines += [f"Content-Type: {media}", f"Content-Length: {len(body)}"] if body else []
    lines += [f"{name.replace('_', '-')}: {value}" for name, value in headers.items()]
    return "\r\n".join(lines).encode() + BLANK + body


def main() -> None:
    """Read a load, put it, write what came of it."""
    gc.disable()
    load = msgspec.msgpack.decode(sys.stdin.buffer.read(), type=Load)
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        sys.stdout.buffer.write(msgspec.msgpack.encode(runner.run(send(load))))


if __name__ == "__main__":
    main()
