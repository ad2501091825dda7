"""Rolls of Pools; when one runs out, something changes, an encounter happens, or help comes too late."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from services.rpg_boundless.catalogue import RolledPosition
from services.rpg_boundless.chapters.damage import CLOCK, die
from services.rpg_boundless.chapters.dice import HitDice, extra_position, throw
from services.rpg_boundless.chapters.encounters import EncounterHappened
from services.rpg_boundless.chapters.pools import PoolCleared, PoolIsEmpty, hidden_pool, kept_hidden, pool_of
from services.rpg_boundless.chapters.seats import touched
from services.rpg_boundless.context import CampaignContext
from services.rpg_boundless.samples import WHY, position
from services.rpg_boundless.state.campaign import KEPT, CampaignState, Pool
from services.rpg_boundless.state.sheets import Dice, PoolFall, Rolled
from shared.kernel.campaign.authority import GameMasterCommand, GameMasterMove
from shared.kernel.campaign.keeping import value_of_secret, without
from shared.kernel.campaign.samples import some
from shared.kernel.campaign.seats import check_within, reason_for
from shared.kernel.chapter import fold, hides, judge, samples
from shared.kernel.messages import Event, Id, Line, Secret
from shared.kernel.samples import TEXT, Field, Samples, offer

# ---------------------------------------------------------------- commands


class RollPool(GameMasterMove, frozen=True, kw_only=True):
    """Roll a Pool; `outcome` is what changes if this roll empties the Pool and it has no outcome of its own."""

    pool: Id
    outcome: Line | None = None
    position: RolledPosition | None = None


class AdjustPool(GameMasterCommand, frozen=True, kw_only=True):
    """Set the dice of a Pool; 0 removes it."""

    counts_as = "referee"

    pool: Id
    dice: Dice
    reason: Line | None = None


@hides
def _hidden_roll(state: CampaignState, command: RollPool) -> tuple[str, ...]:
    """Return the fields that a roll of a hidden Pool keeps secret. Rule: FB-CAMP-18."""
    return () if hidden_pool(state, command.pool) is None else ("pool", "outcome", "position")


# ---------------------------------------------------------------- events


class PoolRolled(Event, frozen=True, kw_only=True):
    """A Pool was rolled: the dice it lost, and the dice it has left."""

    pool: str
    roll: Rolled
    lost: int
    left: int


class PoolEmptied(Event, frozen=True, kw_only=True):
    """A Pool ran out and was removed; `outcome` is what changes."""

    pool: str
    outcome: str | None


class PoolResult(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The result of a roll of a hidden Pool; if no dice are left, it has run out, and `outcome` is what changes."""

    pool: str
    roll: Rolled
    lost: int
    left: int
    outcome: str | None = None


class HiddenPoolRolled(Event, frozen=True, kw_only=True):
    """A hidden Pool was rolled."""

    roll: str
    result: Secret[PoolResult]


class PoolAdjusted(Event, frozen=True, kw_only=True):
    """The game master set the dice of a Pool."""

    pool: str
    dice: int
    reason: str


# ---------------------------------------------------------------- judgement


class EmptyingDice(HitDice, frozen=True, kw_only=True):
    """The dice of a Pool, of which at most `limit` are lost in one roll; success means that the Pool runs out."""

    limit: int

    def chance(self) -> Fraction:
        """Return the exact chance that all dice are lost: 0 if `limit` saves one. Rule: FB-POOL-02 to FB-POOL-06."""
        return 1 - self.pool.success() if self.limit >= self.dice else Fraction(0)

    def success(self) -> str:
        """Return what counts as success."""
        return "the Pool empties"


def _dice(pool: Pool, position: RolledPosition) -> EmptyingDice:
    return EmptyingDice(dice=pool.dice, position=position, limit=pool.limit)


@judge
def roll_pool(ctx: CampaignContext, command: RollPool) -> None:
    """Rule: FB-POOL-02 to FB-POOL-06, FB-ENC-07, FB-R-22, FB-R-44, FB-R-47."""
    hidden = hidden_pool(ctx.state, command.pool)
    if hidden is not None:
        roll_hidden_pool(ctx, hidden, command.outcome, extra_position(ctx, command.position))
        return
    pool = pool_of(ctx, command.pool)
    if pool.clock_of is not None:
        touched(ctx, pool.clock_of, "pool")
    roll = throw(ctx, "pool", _dice(pool, extra_position(ctx, command.position)))
    lost = min(roll.misses, pool.limit)
    ctx.emit(PoolRolled(pool=pool.id, roll=roll, lost=lost, left=pool.dice - lost))
    if lost == pool.dice:
        _empty(ctx, pool, command.outcome)


def _empty(ctx: CampaignContext, pool: Pool, outcome: str | None) -> None:
    """Rule: FB-POOL-06, FB-ENC-07, FB-R-22."""
    ctx.emit(PoolEmptied(pool=pool.id, outcome=pool.outcome or outcome))
    if pool.encounter is not None and pool.encounter in ctx.state.signs:
        prepared = ctx.state.signs[pool.encounter].prepared
        ctx.emit(EncounterHappened(encounter=pool.encounter, prepared=ctx.secret(prepared)))
    if pool.clock_of is not None:
        die(ctx, pool.clock_of, f"no {CLOCK}")


def roll_hidden_pool(ctx: CampaignContext, pool: Pool, outcome: str | None, position: RolledPosition) -> None:
    """Roll a hidden Pool; whether it runs out stays hidden.

    Rule:    FB-CAMP-18, FB-POOL-02 to FB-POOL-06
    Refuses: PoolIsEmpty
    """
    if not pool.dice:
        raise PoolIsEmpty(needs="dice left", has=pool.id, field="pool")
    roll = throw(ctx, "pool", _dice(pool, position), hidden=True)
    lost = min(roll.misses, pool.limit)
    left = pool.dice - lost
    changes = pool.outcome or (None if left else outcome)
    result = PoolResult(pool=pool.id, roll=roll, lost=lost, left=left, outcome=changes)
    ctx.emit(HiddenPoolRolled(roll=roll.id, result=ctx.secret(result)))


MAX_POOL_DICE: Final = 8


@judge
def adjust_pool(ctx: CampaignContext, command: AdjustPool) -> None:
    """Rule: FB-CAMP-07, FB-CAMP-08."""
    pool = pool_of(ctx, command.pool)
    dice = check_within(command.dice, 0, MAX_POOL_DICE, "dice")
    ctx.emit(PoolAdjusted(pool=pool.id, dice=dice, reason=reason_for(command.reason)))
    if dice == 0:
        ctx.emit(PoolCleared(pool=pool.id))


# ---------------------------------------------------------------- fold


@fold
def _pool_rolled(state: CampaignState, event: PoolRolled) -> CampaignState:
    pool = state.pools[event.pool]
    after = replace(pool, dice=event.left, history=(*pool.history, event.left)[-KEPT:])
    return replace(state.rolled(event.roll.id), pools={**state.pools, event.pool: after})


@fold
def _pool_emptied(state: CampaignState, event: PoolEmptied) -> CampaignState:
    emptied = (*state.emptied, event.pool)[-KEPT:]
    return replace(state, pools=without(state.pools, event.pool), emptied=emptied)


@fold
def _hidden_pool_rolled(state: CampaignState, event: HiddenPoolRolled) -> CampaignState:
    state, result = state.rolled(event.roll), value_of_secret(event.result)
    for hidden in state.hidden.values():
        if result is not None and hidden.pool is not None and hidden.pool.id == result.pool:
            history = (*hidden.pool.history, result.left)[-KEPT:]
            pool = replace(hidden.pool, dice=result.left, history=history, outcome=result.outcome)
            fall = PoolFall(roll=result.roll, lost=result.lost, left=result.left)
            return kept_hidden(state, hidden.rolled(fall, pool))
    return state


@fold
def _pool_adjusted(state: CampaignState, event: PoolAdjusted) -> CampaignState:
    return replace(state, pools={**state.pools, event.pool: replace(state.pools[event.pool], dice=event.dice)})


# ---------------------------------------------------------------- samples


@samples
def _pools(state: CampaignState, _: str) -> Samples[RollPool | AdjustPool]:
    pools = some((*state.pools, *(one.pool.id for one in state.hidden.values() if one.pool)))
    dice = Field(least=0, most=MAX_POOL_DICE)
    yield offer(RollPool(pool=pools[0]), pool=pools, outcome=TEXT, **position(state))
    yield offer(AdjustPool, pool=Field(options=some(state.pools)), dice=(2, dice), reason=(WHY, TEXT))
