"""Which streams have a step due, and from when on: an index beside the log, which can be made anew from it.

arbiter:clock:due:<service>      streams by the time from which on they are to be looked at, in milliseconds UTC
arbiter:clock:held:<service>     streams by the time until which one clock keeps them, at work or put off
arbiter:clock:refused:<service>  a hash: how often in a row a stream's step could not be taken

A stream with a step due is in `due`, in `held`, or in both. A clock strikes it from `due` only after it has written its
hold, and before it looks. Only the clock that wrote a hold gives it up, after it has put down what is still due. A hold
that has expired is given up by the dispatcher, after it has put the stream down. So a clock may die between any two
calls, and no stream is forgotten; one that is put down for nothing is looked at once in vain. Every call of the store
touches one key, and may be made twice.
"""

from __future__ import annotations

from typing import Any, Final

from msgspec import Struct

from shared.platform.eventlog import StoreConnection, now_ms

HELD_MS: Final = 5_000
"""How long a clock keeps a stream before it has to renew its hold."""
SENT_MS: Final = 5_000
"""How long the dispatcher waits for a task it sent before it sends another for the same stream."""
FOUND_AT_ONCE: Final = 500
PUT_OFF_MS: Final = 2_000
PUT_OFF_MOST_MS: Final = 300_000


def clock_keys(service: str) -> tuple[str, str, str]:
    """Name the keys of a service: due, held, refused."""
    return f"arbiter:clock:due:{service}", f"arbiter:clock:held:{service}", f"arbiter:clock:refused:{service}"


class Hold(Struct, frozen=True):
    """One clock's right to a stream. Units: until in milliseconds UTC, which also tells this hold from any other."""

    stream: str
    until: int = 0


class DueStreams:
    """The streams of one service that ask something of the clock. Every method refuses StoreAway."""

    def __init__(self, connection: StoreConnection, service: str) -> None:
        """Take the store, and whose streams."""
        self._connection: Final = connection
        self._send: Final = connection.send
        self._due, self._held, self._refused = clock_keys(service)

    # ---------------------------------------------------------------- the dispatcher

    async def put_down(self, stream: str, at: int) -> None:
        """Put a stream down to be looked at from a time on; an earlier time that is put down stays."""
        await self._send("ZADD", self._due, "LT", at, stream)

    async def sent(self, stream: str) -> None:
        """Record that a task was sent for a stream, so that another is sent only after a while."""
        await self._send("ZADD", self._due, "XX", "GT", now_ms() + SENT_MS, stream)

    async def waiting(self) -> list[str]:
        """List streams to be looked at now, the longest due first, without those that a clock keeps."""
        now = now_ms()
        for stream, until in await self._until(self._held, now):
            await self.put_down(stream, now)
            await self._release(Hold(stream, until))
        found = [stream for stream, _ in await self._until(self._due, now)]
        held = await self._send("ZMSCORE", self._held, *found) if found else []
        return [stream for stream, until in zip(found, held, strict=True) if until is None or float(until) <= now]

    async def _until(self, key: str, at: int) -> list[tuple[str, int]]:
        raw = await self._send("ZRANGEBYSCORE", key, "-inf", at, "WITHSCORES", "LIMIT", 0, FOUND_AT_ONCE)
        return [(name.decode(), int(float(score))) for name, score in zip(raw[::2], raw[1::2], strict=True)]

    # ---------------------------------------------------------------- a clock

    async def take(self, stream: str) -> Hold | None:
        """Return a hold on a stream, or None where another clock keeps it."""
        taken = await self.renew(Hold(stream))
        if taken is not None:
            await self._send("ZREM", self._due, stream)
        return taken

    async def renew(self, hold: Hold, for_ms: int | None = None) -> Hold | None:
        """Return a hold that lasts from now on, or None where it had expired and another clock keeps the stream."""
        now = now_ms()
        until = now + (HELD_MS if for_ms is None else for_ms)
        return Hold(hold.stream, until) if await self._call("hold_1", hold.stream, hold.until, now, until) else None

    async def let_go(self, hold: Hold, at: int | None = None) -> None:
        """Give up a hold; the stream is to be looked at again from a time on if there is one."""
        if at is not None:
            await self.put_down(hold.stream, at)
        await self._send("HDEL", self._refused, hold.stream)
        await self._release(hold)

    async def put_off(self, hold: Hold) -> int:
        """Keep a stream whose step could not be taken for a while, longer each time; return how long in ms."""
        times = int(await self._send("HINCRBY", self._refused, hold.stream, 1))
        pause: int = min(PUT_OFF_MS * 2 ** min(times - 1, 10), PUT_OFF_MOST_MS)
        await self.renew(hold, pause)
        return pause

    async def _release(self, hold: Hold) -> None:
        await self._call("release_1", hold.stream, hold.until)

    def _call(self, function: str, *args: str | int) -> Any:  # noqa: ANN401 the future of what the store answers
        return self._connection.call(function, [self._held.encode()], args)
