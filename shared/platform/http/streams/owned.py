"""Streams that belong to an API key, for commands that name no stream. When a stream is closed, the key gets a new one.

arbiter:<service>:own:<key id>            the key's current stream
arbiter:<service>:asked:<key id>:<key>    the stream of an idempotency key; it is kept longer than the stream lasts
arbiter:<service>:due                     streams by the time at which they must be closed
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable
from contextlib import suppress
from typing import Any, Final, cast

import structlog
from cachetools import LRUCache
from redis.asyncio import Redis
from redis.exceptions import RedisError

from shared.kernel.game import Opening
from shared.kernel.refusals import Refusal, StreamIsOver
from shared.kernel.stream import Close
from shared.platform.access import AppKey
from shared.platform.eventlog import Appended, Ask, LogRefusal, StoreAway, StreamErased, StreamExists, StreamUnknown
from shared.platform.eventlog.redis.refusing import note_error
from shared.platform.http.commands.commands import submit_ask
from shared.platform.http.hosting import GameHost
from shared.platform.http.streams.stream_routes import fresh_id

log = structlog.get_logger("shared.platform.http")

LONGER_SECONDS: Final = 3600
"""Seconds for which an idempotency key stays bound after its stream ends, longer than the log remembers the key."""
TRIES: Final = 8
TEND_SECONDS: Final = 30
MOST_KNOWN: Final = 10_000

CLAIM: Final = """
local found = redis.call('GET', KEYS[1])
if found and found ~= ARGV[1] then
  return found
end
if ARGV[3] == '0' then
  redis.call('SET', KEYS[1], ARGV[2])
else
  redis.call('SET', KEYS[1], ARGV[2], 'EX', ARGV[3])
end
return ARGV[2]
"""


class OwnedStreams:
    """The streams of one game that belong to API keys. Each key has at most one open stream at a time.

    The server opens a stream with `opening` when it is first needed, and closes it at most `lasts_ms` later. If a
    stream is older than that but not closed yet, the game refuses commands with `too_old`.
    """

    def __init__(self, opening: Opening, *, lasts_ms: int, too_old: type[Refusal]) -> None:
        """Set how a stream is opened, how many milliseconds it lasts, and the refusal after that time."""
        self.opening, self.lasts_ms, self.too_old = opening, lasts_ms, too_old
        self._known: LRUCache[str, str] = LRUCache(MOST_KNOWN)

    async def carry_out(self, host: GameHost[Any], key: AppKey, ask: Ask) -> Appended[Any]:
        """Carry out a command on the key's current stream, or on a new stream if the current one is over.

        An idempotency key belongs to one stream at a time, and moves to another only after that stream is closed. The
        log commits the command once, even if other requests or replicas send it at the same time.
        Refuses: all refusals of the log and the game
        """
        name = self._known.get(key.key_id) or await self._next(host, key, over="")
        name = await self._bind(host, key, ask, over="", name=name)
        for _ in range(TRIES):
            try:
                return await submit_ask(host, name, ask)
            except StreamUnknown:
                await self._open(host, key, name)
            except self.too_old:
                await _close(host, name)  # then try again there: it may have accepted another request before it closed
            except (StreamIsOver, StreamErased):
                following = await self._next(host, key, over=name)
                name = await self._bind(host, key, ask, over=name, name=following)
        raise StoreAway

    async def _next(self, host: GameHost[Any], key: AppKey, *, over: str) -> str:
        """Return the key's next stream, after the stream `over` has ended.

        Requests at the same time all get the same stream.
        """
        pointer = f"{_keys(host)}:own:{key.key_id}"
        return await _claim(host.context.redis, pointer, over=over, name=host.game.stream_name(fresh_id()))

    async def _bind(self, host: GameHost[Any], key: AppKey, ask: Ask, *, over: str, name: str) -> str:
        """Bind an idempotency key to a stream, unless it is bound already. Return the stream to which it is bound."""
        self._known[key.key_id] = name
        if ask.idempotency is None:
            return name
        pointer = f"{_keys(host)}:asked:{key.key_id}:{ask.idempotency.name(key.by)}"
        seconds = self.lasts_ms // 1000 + LONGER_SECONDS
        return await _claim(host.context.redis, pointer, over=over, name=name, seconds=seconds)

    async def _open(self, host: GameHost[Any], key: AppKey, name: str) -> None:
        """Open a stream. The server records first when to close it, so that no stream stays open for ever."""
        await due(host, name, host.now() + self.lasts_ms)
        with suppress(StreamExists):
            await host.log.open(name, key.tenant, Ask(command=self.opening, seat="gm", by=key.by))


def _keys(host: GameHost[Any]) -> str:
    return f"arbiter:{host.game.service}"


async def _claim(redis: Redis, pointer: str, *, over: str, name: str, seconds: int = 0) -> str:
    """Set a pointer in the store to the stream `name`, if the pointer is unset or names the stream `over`.

    Return the value of the pointer. The store does this in one step: of several requests at once, one wins, and the
    others get its stream.
    """
    found: bytes = await _answer(redis.register_script(CLAIM)(keys=[pointer], args=[over, name, seconds]))
    return found.decode()


# ---------------------------------------------------------------- closing on time


async def due(host: GameHost[Any], name: str, at: int) -> None:
    """Record when a stream has to be closed. Units: `at` in milliseconds UTC."""
    await _answer(host.context.redis.zadd(f"{_keys(host)}:due", {name: at}))


async def close_due_streams(host: GameHost[Any]) -> None:
    """Close streams when they are due, until the process ends."""
    while True:
        try:
            await close_due(host)
        except (RedisError, LogRefusal, OSError) as error:
            log.warning("due_streams_not_closed", service=host.game.service, said=type(error).__name__)
        await asyncio.sleep(TEND_SECONDS)


async def close_due(host: GameHost[Any]) -> int:
    """Close every stream that is due; return how many were closed.

    If a stream fails to close, the error is logged, and the next call tries again.
    """
    names = await _answer(host.context.redis.zrangebyscore(f"{_keys(host)}:due", 0, host.now()))
    closed = 0
    for name in names:
        try:
            await _close(host, name.decode())
        except LogRefusal as refusal:
            log.warning("due_stream_not_closed", stream=name.decode(), said=type(refusal).__name__)
            continue
        await _answer(host.context.redis.zrem(f"{_keys(host)}:due", name))
        closed += 1
    return closed


async def _close(host: GameHost[Any], name: str) -> None:
    """Close a stream in the role of the clock. Ignore a stream that is over or was never opened."""
    try:
        await host.log.submit(name, Ask(command=Close(reason="its time was up"), seat="gm", by="clock"))
    except (StreamUnknown, StreamErased, Refusal):
        return


async def _answer(reply: object) -> Any:  # noqa: ANN401  redis-py types one method for its sync and async clients
    try:
        return await cast("Awaitable[Any]", reply)
    except (RedisError, OSError) as error:
        raise note_error(error) from error
