"""Which streams have a step due, and from when on: an index beside the log, which can be made anew from it.

arbiter:clock:due:<service>      streams by the time from which on they are to be looked at, in milliseconds UTC
arbiter:clock:held:<service>     streams by the time until which they are left to whoever is at them, or are put off
arbiter:clock:refused:<service>  a hash: how often in a row a stream's step could not be taken

Whoever sees a step come due puts its stream down; only who has taken the stream strikes it, before it looks. So what
comes due meanwhile is never lost, and what is put down for nothing is looked at once in vain. Every call of the store
touches one key, and may be made twice.
"""

from __future__ import annotations

from typing import Final

from shared.platform.eventlog import StoreConnection, now_ms

HELD_MS: Final = 5_000
"""So long a stream is left to who has taken it; whoever is still at it says so again before."""
SENT_MS: Final = 5_000
"""So long it is waited for a task that was sent, before another is sent for its stream."""
FOUND_AT_ONCE: Final = 500
PUT_OFF_MS: Final = 2_000
PUT_OFF_MOST_MS: Final = 300_000


def clock_keys(service: str) -> tuple[str, str, str]:
    """Name the keys of a service: due, held, refused."""
    return f"arbiter:clock:due:{service}", f"arbiter:clock:held:{service}", f"arbiter:clock:refused:{service}"


class DueStreams:
    """The streams of one service that ask something of the clock. Every method refuses StoreAway."""

    def __init__(self, connection: StoreConnection, service: str) -> None:
        """Take the store, and whose streams."""
        self._send: Final = connection.send
        self._due, self._held, self._refused = clock_keys(service)

    # ---------------------------------------------------------------- who sends

    async def put_down(self, stream: str, at: int) -> None:
        """Put a stream down to be looked at from a time on; an earlier time that is put down stays."""
        await self._send("ZADD", self._due, "LT", at, stream)

    async def sent(self, stream: str) -> None:
        """Take note that a task is on its way for a stream: another one is sent only after a while."""
        await self._send("ZADD", self._due, "XX", "GT", now_ms() + SENT_MS, stream)

    async def waiting(self) -> list[str]:
        """List streams that are to be looked at now, the longest due first, without those that somebody is at."""
        now = now_ms()
        for stream in await self._until(self._held, now):  # whoever was at it is gone, or it was put off long enough
            await self.put_down(stream, now)
            await self._send("ZREM", self._held, stream)
        found = await self._until(self._due, now)
        held = await self._send("ZMSCORE", self._held, *found) if found else []
        return [stream for stream, until in zip(found, held, strict=True) if until is None or float(until) <= now]

    async def _until(self, key: str, at: int) -> list[str]:
        raw = await self._send("ZRANGEBYSCORE", key, "-inf", at, "LIMIT", 0, FOUND_AT_ONCE)
        return [name.decode() for name in raw]

    # ---------------------------------------------------------------- who takes

    async def take(self, stream: str) -> bool:
        """Take a stream, unless somebody is at it; return whether it was taken."""
        until = await self._send("ZSCORE", self._held, stream)
        if until is not None and float(until) > now_ms():
            return False
        await self.hold(stream)
        return True

    async def hold(self, stream: str, for_ms: int = HELD_MS) -> None:
        """Say that somebody is at a stream, and will look at it again."""
        await self._send("ZADD", self._held, now_ms() + for_ms, stream)
        await self._send("ZREM", self._due, stream)

    async def let_go(self, stream: str, at: int | None = None) -> None:
        """Leave a stream, to be looked at again from a time on if there is one."""
        if at is not None:
            await self.put_down(stream, at)
        await self._send("HDEL", self._refused, stream)
        await self._send("ZREM", self._held, stream)

    async def put_off(self, stream: str) -> int:
        """Leave a stream whose step could not be taken alone for a while, longer each time; return how long in ms."""
        times = int(await self._send("HINCRBY", self._refused, stream, 1))
        pause: int = min(PUT_OFF_MS * 2 ** min(times - 1, 10), PUT_OFF_MOST_MS)
        await self.hold(stream, pause)
        return pause
