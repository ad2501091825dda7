"""The streams that have a timed command, and when it is due: an index that can be rebuilt from the log.

arbiter:clock:due:<service>      streams by the time when a clock should check them, in milliseconds UTC
arbiter:clock:held:<service>     streams by the end of a clock's lease, or of a delay after a failure
arbiter:clock:refused:<service>  a hash: how many times in a row a stream's timed command failed
arbiter:clock:house:<service>    a set: streams with a seat that a computer plays or played, and perhaps others

A stream with a timed command is in `due`, in `held`, or in both. A clock removes it from `due` only after writing its
lease, and before reading the stream. Only the clock that wrote a lease ends it, after recording what is still due.
The dispatcher ends an expired lease, after recording the stream as due. Therefore a clock may die between any two
calls, and no stream is forgotten; an unnecessary entry costs only one check. Every call to the store uses one key,
and may be repeated.
"""

from __future__ import annotations

from typing import Any, Final

from msgspec import Struct

from shared.platform.eventlog import StoreConnection, now_ms

HELD_MS: Final = 5_000
"""How long a clock's lease on a stream lasts before the clock must renew it. Units: milliseconds"""
SENT_MS: Final = 5_000
"""How long the dispatcher waits after queueing a stream before it queues the stream again. Units: milliseconds"""
FOUND_AT_ONCE: Final = 500
PUT_OFF_MS: Final = 2_000
PUT_OFF_MOST_MS: Final = 300_000


def house_key(service: str) -> str:
    """Return the store's key for the set of a service's streams in which a computer may play."""
    return f"arbiter:clock:house:{service}"


def clock_keys(service: str) -> tuple[str, str, str]:
    """Return the store's keys for a service's due, held and refused streams, in this order."""
    return f"arbiter:clock:due:{service}", f"arbiter:clock:held:{service}", f"arbiter:clock:refused:{service}"


class Hold(Struct, frozen=True):
    """A clock's lease on a stream. `until` also identifies the lease.

    Units: until in milliseconds UTC
    """

    stream: str
    until: int = 0


class DueStreams:
    """The index of a service's streams that have timed commands. Every method may refuse with StoreAway."""

    def __init__(self, connection: StoreConnection, service: str) -> None:
        """Set up the index of a service's due streams. It uses this connection to the store."""
        self._connection: Final = connection
        self._send: Final = connection.send
        self._due, self._held, self._refused = clock_keys(service)
        self._house = house_key(service)

    # ---------------------------------------------------------------- the dispatcher

    async def note_house(self, stream: str) -> None:
        """Record that a computer may play in a stream. A server does this before it appoints a computer player."""
        await self._send("SADD", self._house, stream)

    async def has_house(self, stream: str) -> bool:
        """Return whether a computer may play in a stream."""
        return bool(await self._send("SISMEMBER", self._house, stream))

    async def forget_house(self, stream: str) -> None:
        """Remove a finished stream from the set of streams in which a computer may play."""
        await self._send("SREM", self._house, stream)

    async def put_down(self, stream: str, at: int) -> None:
        """Record when the clock has to check a stream, unless an earlier time is already recorded."""
        await self._send("ZADD", self._due, "LT", at, stream)

    async def note_sent(self, stream: str) -> None:
        """Record that a stream was queued, so that the dispatcher queues it again only after a while."""
        await self._send("ZADD", self._due, "XX", "GT", now_ms() + SENT_MS, stream)

    async def list_waiting(self) -> list[str]:
        """Return the streams to check now, the most overdue first, without those on which a clock has a lease."""
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

    # ---------------------------------------------------------------- leases of clocks

    async def take(self, stream: str) -> Hold | None:
        """Take a lease on a stream, and return it; return None if another clock process holds its lease."""
        taken = await self.renew(Hold(stream))
        if taken is not None:
            await self._send("ZREM", self._due, stream)
        return taken

    async def renew(self, hold: Hold, for_ms: int | None = None) -> Hold | None:
        """Renew a lease, and return it; return None if it has expired and another clock has taken the stream."""
        now = now_ms()
        until = now + (HELD_MS if for_ms is None else for_ms)
        return Hold(hold.stream, until) if await self._call("hold_1", hold.stream, hold.until, now, until) else None

    async def let_go(self, hold: Hold, at: int | None = None) -> None:
        """End a lease. If a time is given, record when to check the stream again."""
        if at is not None:
            await self.put_down(hold.stream, at)
        await self._send("HDEL", self._refused, hold.stream)
        await self._release(hold)

    async def put_off(self, hold: Hold) -> int:
        """Delay a stream whose timed command failed, with a longer delay after each failure.

        Return the delay in milliseconds.
        """
        times = int(await self._send("HINCRBY", self._refused, hold.stream, 1))
        pause: int = min(PUT_OFF_MS * 2 ** min(times - 1, 10), PUT_OFF_MOST_MS)
        await self.renew(hold, pause)
        return pause

    async def _release(self, hold: Hold) -> None:
        await self._call("release_1", hold.stream, hold.until)

    def _call(self, function: str, *args: str | int) -> Any:  # noqa: ANN401 the future of the store's reply
        return self._connection.call(function, [self._held.encode()], args)
