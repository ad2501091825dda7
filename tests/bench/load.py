"""The load: connections that each send their next request when the last response has arrived.

It runs in a separate process (`python -m tests.bench.load`), speaks HTTP/1.1 over raw sockets, and sends prepared
bytes, so that it costs the same for every server. It checks every response for its status and for an expected text in
its body.
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
    """The requests to send. Connection i repeatedly sends the requests i, i + connections and so on.

    With `each`, every connection sends exactly this many requests, however long they take; `seconds` and `warm` are
    then 0.
    Units: seconds; responses in the first `warm` seconds are checked but not counted
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
    """The result of a load: `counted` responses in the measured time, all good responses, and the failed ones.

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
        """Return the responses per second."""
        return self.counted / self.seconds


class Tally:
    """The sums over all connections of a load."""

    def __init__(self, load: Load, now: float) -> None:
        """Set the times at which counting begins and ends."""
        self.begins = now + load.warm
        self.ends = inf if load.each else self.begins + load.seconds
        self.latencies: list[int] = []
        self.good = self.failed = 0
        self.first_failure = ""

    def fail(self, said: bytes) -> None:
        """Count a failure, and store the text of the first one."""
        self.failed += 1
        self.first_failure = self.first_failure or said[:400].decode("utf-8", "replace")

    def result(self, load: Load) -> Answered:
        """Return the result."""
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
    """Return the value below which this share of the sorted values lies."""
    return ordered[min(len(ordered) - 1, int(len(ordered) * share))]


class Caller(asyncio.Protocol):
    """One connection with one request in flight at a time."""

    def __init__(self, load: Load, tally: Tally, number: int) -> None:
        """Create a connection with its share of the requests."""
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
        """Start sending."""
        self._transport = cast("asyncio.Transport", transport)  # uvloop's own kind
        self._send()

    def data_received(self, data: bytes) -> None:
        """Read bytes of the response. Once it is complete, send the next request."""
        self._got = self._got + data if self._got else data
        size = answer_size(self._got)
        if size is not None and len(self._got) >= size:
            self._whole()

    def connection_lost(self, error: Exception | None) -> None:
        """Count the outstanding response as failed, because it can no longer arrive."""
        if not self.done.done():
            self._tally.fail(f"the connection was lost: {error}".encode())
            self.done.set_result(None)

    def hang_up(self) -> None:
        """Close the connection."""
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
    """Return the size of a response, head and body, or None while its head is incomplete."""
    end = got.find(BLANK)
    if end < 0:
        return None
    head = got[:end].lower()
    at = head.find(LENGTH)
    if at < 0:
        return end + len(BLANK)
    return end + len(BLANK) + int(head[at + len(LENGTH) :].split(b"\r\n", 1)[0])


async def send(load: Load) -> Answered:
    """Send the load to a server on this machine."""
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
    return tally.result(load)


def put(load: Load) -> Answered:
    """Send the load to a server from a separate process."""
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
    """Return the bytes of a request."""
    lines = [f"{method} {path} HTTP/1.1", "Host: 127.0.0.1", "Accept: */*"]
    lines += [f"Authorization: Bearer {key}"] if key else []
    lines += [f"Content-Type: {media}", f"Content-Length: {len(body)}"] if body else []
    lines += [f"{name.replace('_', '-')}: {value}" for name, value in headers.items()]
    return "\r\n".join(lines).encode() + BLANK + body


def main() -> None:
    """Read a load, send it, and write the result."""
    gc.disable()
    load = msgspec.msgpack.decode(sys.stdin.buffer.read(), type=Load)
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        sys.stdout.buffer.write(msgspec.msgpack.encode(runner.run(send(load))))


if __name__ == "__main__":
    main()
