"""Pools: dice that run out."""

from __future__ import annotations

from services.rpg_boundless.catalogue import BOOK
from services.rpg_boundless.commands.scenes import OpenPool, RollPool
from services.rpg_boundless.events.hidden import PoolSheet
from services.rpg_boundless.events.scenes import EncounterHappened, PoolEmptied, PoolOpened, PoolRolled
from services.rpg_boundless.refusals import PoolIsEmpty, PoolSizeUnknown
from services.rpg_boundless.refusals.table import StillHidden
from services.rpg_boundless.rules.damage import CLOCK, die
from services.rpg_boundless.rules.dice import extra_position, throw
from services.rpg_boundless.rules.hidden import check_may_hide, hidden_pool, open_hidden, roll_hidden_pool
from services.rpg_boundless.rules.seats import MAX_POOLS, check_room, known, touched
from services.rpg_boundless.rules.telling import Telling
from services.rpg_boundless.state.campaign import Pool


def open_pool(telling: Telling, command: OpenPool) -> None:
    """Rule: FB-POOL-01, FB-POOL-04, FB-POOL-05. Refuses: PoolSizeUnknown."""
    check_room(len(telling.state.pools), MAX_POOLS)
    if command.dice not in BOOK.pool.sizes:
        raise PoolSizeUnknown(needs="2, 4, 6 or 8", has=command.dice, field="dice")
    if command.hidden is True:
        check_may_hide(telling)
        limit = command.limit or BOOK.pool.limit
        open_hidden(telling, PoolSheet(name=command.name, dice=command.dice, limit=limit, outcome=command.outcome))
        return
    telling.tell(
        PoolOpened(
            pool=telling.new("pool"),
            name=command.name,
            dice=command.dice,
            limit=command.limit or BOOK.pool.limit,
            outcome=command.outcome,
        )
    )


def pool_of(telling: Telling, pool: str) -> Pool:
    """Give a Pool with dice left. Rule: FB-POOL-06, FB-R-44. Refuses: StillHidden, PoolIsEmpty, NotKnownHere."""
    if hidden_pool(telling.state, pool) is not None:
        raise StillHidden(needs="a Pool in sight", has=pool, field="pool")
    if pool in telling.state.emptied:
        raise PoolIsEmpty(needs="dice left", has=pool, field="pool")
    return known(telling.state.pools, pool, "pool")


def roll_pool(telling: Telling, command: RollPool) -> None:
    """Rule: FB-POOL-02 to FB-POOL-06, FB-ENC-07, FB-R-22, FB-R-44, FB-R-47."""
    hidden = hidden_pool(telling.state, command.pool)
    if hidden is not None:
        roll_hidden_pool(telling, hidden, command.outcome, extra_position(telling, command.position))
        return
    pool = pool_of(telling, command.pool)
    if pool.clock_of is not None:
        touched(telling, pool.clock_of, "pool")
    roll = throw(telling, "pool", pool.dice, extra_position(telling, command.position))
    lost = min(roll.misses, pool.limit)
    telling.tell(PoolRolled(pool=pool.id, roll=roll, lost=lost, left=pool.dice - lost))
    if lost == pool.dice:
        _empty(telling, pool, command.outcome)


def _empty(telling: Telling, pool: Pool, outcome: str | None) -> None:
    """Rule: FB-POOL-06, FB-ENC-07, FB-R-22."""
    telling.tell(PoolEmptied(pool=pool.id, outcome=pool.outcome or outcome))
    if pool.encounter is not None and pool.encounter in telling.state.signs:
        prepared = telling.state.signs[pool.encounter].prepared
        telling.tell(EncounterHappened(encounter=pool.encounter, prepared=telling.secret(prepared)))
    if pool.clock_of is not None:
        die(telling, pool.clock_of, f"no {CLOCK}")
