"""A key's own table: where one-call rolls land. It ends itself after a day or 10 000 rolls, and the next one begins.

arbiter:dice:own:<key id>            the id of the key's table that is open now
arbiter:dice:asked:<key id>:<key>    the table an idempotency key belongs to, for somewhat more than a day
arbiter:dice:due                     tables by the time at which they are to be closed
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable
from contextlib import suppress
from typing import Any, Final, cast

import structlog
from redis.exceptions import RedisError

from services.dice.commands import Closing, OpenTable
from services.dice.refusals import TableTooOld
from shared.kernel.game import SeatAsk
from shared.kernel.refusals import Refusal, StreamIsOver
from shared.kernel.stream import Close
from shared.platform.access import AppKey
from shared.platform.eventlog import Appended, Ask, LogRefusal, StoreAway, StreamErased, StreamExists, StreamUnknown
from shared.platform.http.hosting import GameHost
from shared.platform.http.streams import fresh_id, submit_ask

log = structlog.get_logger("services.dice")

DAY_MS: Final = 86_400_000
REMEMBERED_SECONDS: Final = 86_400 + 3600
"""How long an idempotency key belongs to its table: longer than the log of the table remembers it."""
ROLLS: Final = 10_000
TRIES: Final = 8
TEND_SECONDS: Final = 30
MOST_KNOWN: Final = 10_000
DUE: Final = "arbiter:dice:due"
OPENING: Final = OpenTable(
    title="one-call rolls",
    seats=(SeatAsk(seat="gm", role="gm"),),
    closes_after=Closing(rolls=ROLLS, milliseconds=DAY_MS),
)

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

_known: dict[str, str] = {}


async def roll_on_own_table(host: GameHost[Any], key: AppKey, ask: Ask) -> Appended[Any]:
    """Carry out a roll on the key's own table, on a new one where the old one is over.

    An idempotency key belongs to one table at a time, and leaves it only once nothing can be rolled there any more: the
    log of that table makes it one roll, whoever else asks, here or in another replica.
    Refuses: what the log refuses; what rolling refuses
    """
    name = await _first_table(host, key, ask)
    for _ in range(TRIES):
        try:
            return await submit_ask(host, name, ask)
        except StreamUnknown:
            await _open(host, key, name)
        except TableTooOld:
            await _close(host, name)  # and asked again there: somebody may have rolled before it was closed
        except (StreamIsOver, StreamErased):
            name = await _next_table(host, key, ask, name)
    raise StoreAway


async def _first_table(host: GameHost[Any], key: AppKey, ask: Ask) -> str:
    """Find the table to try: the one this idempotency key belongs to, else the one that is open now."""
    name = _known.get(key.key_id) or await _claim(host, _own(key), over="", name=_fresh_table(host))
    return await _belongs(host, key, ask, over="", name=name)


async def _next_table(host: GameHost[Any], key: AppKey, ask: Ask, over: str) -> str:
    """Go on from a table that is over to the one after it, which is the same for all who ask."""
    name = await _claim(host, _own(key), over=over, name=_fresh_table(host))
    return await _belongs(host, key, ask, over=over, name=name)


async def _belongs(host: GameHost[Any], key: AppKey, ask: Ask, *, over: str, name: str) -> str:
    """Bind the ask's idempotency key to a table, unless others have bound it to another; give the one that stands."""
    _remember(key, name)
    if ask.idempotency is None:
        return name
    return await _claim(host, _asked(key, ask), over=over, name=name, seconds=REMEMBERED_SECONDS)


async def _open(host: GameHost[Any], key: AppKey, name: str) -> None:
    """Open a table. It is put down to be closed before it is opened, so that none is forgotten."""
    await due(host, name, host.now() + DAY_MS)
    with suppress(StreamExists):
        await host.log.open(name, key.tenant, Ask(command=OPENING, seat="gm", by=key.by))


def _fresh_table(host: GameHost[Any]) -> str:
    return host.game.stream_name(fresh_id())


def _remember(key: AppKey, name: str) -> None:
    if len(_known) >= MOST_KNOWN:
        _known.clear()
    _known[key.key_id] = name


def _own(key: AppKey) -> str:
    return f"arbiter:dice:own:{key.key_id}"


def _asked(key: AppKey, ask: Ask) -> str:
    name = ask.idempotency.name(key.by) if ask.idempotency else ""
    return f"arbiter:dice:asked:{key.key_id}:{name}"


# ---------------------------------------------------------------- closing in time


async def due(host: GameHost[Any], name: str, at: int) -> None:
    """Put a table down to be closed at a time. Units: milliseconds UTC."""
    await _answer(host.context.redis.zadd(DUE, {name: at}))


async def tend(host: GameHost[Any]) -> None:
    """Close tables whose time has come, for as long as the process lives."""
    while True:
        try:
            await close_due(host)
        except (RedisError, LogRefusal, OSError) as error:
            log.warning("tables_not_tended", said=type(error).__name__)
        await asyncio.sleep(TEND_SECONDS)


async def close_due(host: GameHost[Any]) -> int:
    """Close every table that is due, and tell how many were looked at."""
    names = await _answer(host.context.redis.zrangebyscore(DUE, 0, host.now()))
    for name in names:
        await _close(host, name.decode())
        await _answer(host.context.redis.zrem(DUE, name))
    return len(names)


async def _close(host: GameHost[Any], name: str) -> None:
    """End a table by the clock; one that is over, or was never opened, is left alone."""
    try:
        await host.log.submit(name, Ask(command=Close(reason="its time was up"), seat="gm", by="clock"))
    except (StreamUnknown, StreamErased, Refusal):
        return


# ---------------------------------------------------------------- the pointers


async def _claim(host: GameHost[Any], pointer: str, *, over: str, name: str, seconds: int = 0) -> str:
    """Point to a table if nothing is pointed to yet, or what is over; give what is pointed to after that.

    One step in the store: of all who ask at once, one is first, and the others are told what it chose.
    """
    found: bytes = await _answer(host.context.redis.eval(CLAIM, 1, pointer, over, name, str(seconds)))
    return found.decode()


async def _answer(reply: object) -> Any:  # noqa: ANN401  redis-py types one method for its sync and async clients
    try:
        return await cast("Awaitable[Any]", reply)
    except (RedisError, OSError) as error:
        raise StoreAway from error
