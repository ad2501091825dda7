"""A key's own table: where one-call rolls land. It ends itself after a day or 10 000 rolls, and the next one begins.

arbiter:dice:own:<key id>            the id of the key's table that is open now
arbiter:dice:asked:<key id>:<key>    the table on which an idempotency key was first used, for a day
arbiter:dice:due                     tables by the time at which they are to be closed
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable
from typing import Any, Final, cast

import structlog
from redis.exceptions import RedisError

from services.dice.commands import Closing, OpenTable
from services.dice.refusals import TableTooOld
from shared.access import AppKey
from shared.decider import SeatAsk
from shared.eventlog import Ask, Done, LogRefusal, StoreAway, StreamUnknown
from shared.http.desk import Desk
from shared.http.streams import carry_out, fresh_id
from shared.refusals import Refusal, StreamIsOver
from shared.stream import Close

log = structlog.get_logger("services.dice")

DAY_MS: Final = 86_400_000
DAY_SECONDS: Final = 86_400
ROLLS: Final = 10_000
TRIES: Final = 3
TEND_SECONDS: Final = 30
MOST_KNOWN: Final = 10_000
DUE: Final = "arbiter:dice:due"
OPENING: Final = OpenTable(
    title="one-call rolls",
    seats=(SeatAsk(seat="gm", role="gm"),),
    closes_after=Closing(rolls=ROLLS, milliseconds=DAY_MS),
)

_known: dict[str, str] = {}


async def roll_on_own_table(desk: Desk[Any], key: AppKey, ask: Ask) -> Done[Any]:
    """Carry out a roll on the key's own table, on a new one where the old one is over.

    Refuses: what the log refuses; what rolling refuses
    """
    name = await _table_of(desk, key, ask)
    for _ in range(TRIES):
        try:
            return await carry_out(desk, name, ask)
        except (StreamUnknown, StreamIsOver, TableTooOld) as over:
            if isinstance(over, TableTooOld):
                await _close(desk, name)
            name = await _begin(desk, key, ask)
    raise StoreAway


async def _table_of(desk: Desk[Any], key: AppKey, ask: Ask) -> str:
    """Find the table to try: the one this idempotency key went to first, else the one that is open now."""
    if ask.idempotency is None:
        return _known.get(key.key_id) or await _get(desk, _own(key)) or await _begin(desk, key, ask)
    first = await _get(desk, _asked(key, ask))
    if first is not None:
        return first
    name = await _get(desk, _own(key)) or await _begin(desk, key, ask)
    await _set(desk, _asked(key, ask), name, DAY_SECONDS)
    return name


async def _begin(desk: Desk[Any], key: AppKey, ask: Ask) -> str:
    """Open a new table for a key. It is put down to be closed before it is opened, so that none is forgotten."""
    name = desk.game.stream(fresh_id())
    await due(desk, name, desk.now() + DAY_MS)
    await desk.log.open(name, key.tenant, Ask(command=OPENING, seat="gm", by=key.by))
    await _set(desk, _own(key), name, None)
    if ask.idempotency is not None:
        await _set(desk, _asked(key, ask), name, DAY_SECONDS)
    if len(_known) >= MOST_KNOWN:
        _known.clear()
    _known[key.key_id] = name
    return name


def _own(key: AppKey) -> str:
    return f"arbiter:dice:own:{key.key_id}"


def _asked(key: AppKey, ask: Ask) -> str:
    name = ask.idempotency.name(key.by) if ask.idempotency else ""
    return f"arbiter:dice:asked:{key.key_id}:{name}"


# ---------------------------------------------------------------- closing in time


async def due(desk: Desk[Any], name: str, at: int) -> None:
    """Put a table down to be closed at a time. Units: milliseconds UTC."""
    await _answer(desk.tools.redis.zadd(DUE, {name: at}))


async def tend(desk: Desk[Any]) -> None:
    """Close tables whose time has come, for as long as the process lives."""
    while True:
        try:
            await close_due(desk)
        except (RedisError, LogRefusal, OSError) as error:
            log.warning("tables_not_tended", said=type(error).__name__)
        await asyncio.sleep(TEND_SECONDS)


async def close_due(desk: Desk[Any]) -> int:
    """Close every table that is due, and tell how many were looked at."""
    names = await _answer(desk.tools.redis.zrangebyscore(DUE, 0, desk.now()))
    for name in names:
        await _close(desk, name.decode())
        await _answer(desk.tools.redis.zrem(DUE, name))
    return len(names)


async def _close(desk: Desk[Any], name: str) -> None:
    """End a table by the clock; one that is over, or was never opened, is left alone."""
    try:
        await desk.log.submit(name, Ask(command=Close(reason="its time was up"), seat="gm", by="clock"))
    except (StreamUnknown, Refusal):
        return


# ---------------------------------------------------------------- the pointers


async def _get(desk: Desk[Any], name: str) -> str | None:
    found = await _answer(desk.tools.redis.get(name))
    return found.decode() if found else None


async def _set(desk: Desk[Any], name: str, value: str, seconds: int | None) -> None:
    await _answer(desk.tools.redis.set(name, value, ex=seconds))


async def _answer(reply: object) -> Any:  # noqa: ANN401  redis-py types one method for its sync and async clients
    try:
        return await cast("Awaitable[Any]", reply)
    except (RedisError, OSError) as error:
        raise StoreAway from error
