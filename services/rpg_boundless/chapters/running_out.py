"""Rolls of Pools, the effects of an empty Pool, and commands that reveal hidden Pools and rolls."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from services.rpg_boundless.catalogue import RolledPosition
from services.rpg_boundless.chapters.damage import CLOCK, die
from services.rpg_boundless.chapters.dice import HitDice, extra_position, throw
from services.rpg_boundless.chapters.encounters import EncounterHappened, EncounterRolled
from services.rpg_boundless.chapters.fortune import FortuneOpposed, FortuneTold
from services.rpg_boundless.chapters.pools import (
    PoolCleared,
    PoolIsEmpty,
    PoolOpened,
    hidden_pool,
    pool_of,
)
from services.rpg_boundless.chapters.seats import MAX_POOLS, available
from services.rpg_boundless.context import CampaignContext
from services.rpg_boundless.samples import WHY, position
from services.rpg_boundless.state.campaign import KEPT, CampaignState, Hidden, Pool
from services.rpg_boundless.state.sheets import Dice, PoolFall, Rolled
from shared.kernel.campaign.authority import GameMasterMove, Override
from shared.kernel.campaign.dealing import contents
from shared.kernel.campaign.forms import form
from shared.kernel.campaign.keeping import value_of_secret
from shared.kernel.campaign.samples import some
from shared.kernel.campaign.seats import check_room, check_within, entry_of, reason_for
from shared.kernel.chapter import fold, hides, judge, samples
from shared.kernel.messages import Event, Id, Line, Secret
from shared.kernel.samples import TEXT, Field, Samples, offer

# ---------------------------------------------------------------- commands


class RollPool(GameMasterMove, frozen=True, kw_only=True):
    """Roll a Pool. `outcome` describes what happens if this roll empties a Pool that has no outcome of its own."""

    pool: Id
    outcome: Line | None = None
    position: RolledPosition | None = None


class AdjustPool(Override, frozen=True, kw_only=True):
    """Set the dice of a Pool. With 0, the Pool is removed."""

    pool: Id
    dice: Dice


@hides
def _hidden_roll(state: CampaignState, command: RollPool) -> tuple[str, ...]:
    """Return the fields that a roll of a hidden Pool keeps secret. Rule: FB-CAMP-18."""
    return () if hidden_pool(state, command.pool) is None else ("pool", "outcome", "position")


class RevealHidden(GameMasterMove, frozen=True, kw_only=True):
    """Reveal a hidden Pool, or the result of a hidden roll."""

    hidden: Id


# ---------------------------------------------------------------- events


class PoolRolled(Event, frozen=True, kw_only=True, omit_defaults=True):
    """A Pool was rolled: the dice that it lost, and the dice that remain.

    `void` is the reason why a roll of a hidden Pool was annulled before it was revealed: the Pool lost no dice.
    """

    pool: str
    roll: Rolled
    lost: int
    left: int
    void: str | None = None


class PoolEmptied(Event, frozen=True, kw_only=True):
    """A Pool ran out and was removed. `outcome` describes what happens."""

    pool: str
    outcome: str | None


class PoolResult(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The result of a roll of a hidden Pool.

    If no dice are left, the Pool has run out, and `outcome` describes what happens.
    """

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


class HiddenRevealed(Event, frozen=True, kw_only=True):
    """The game master revealed a hidden Pool or roll.

    The events that follow are those that an open Pool or roll would have caused.
    """

    reveals = True

    hidden: str


# ---------------------------------------------------------------- judgement


class EmptyingDice(HitDice, frozen=True, kw_only=True):
    """The dice of a Pool, which loses at most `limit` of them in one roll. Success means that the Pool runs out."""

    limit: int

    def chance(self) -> Fraction:
        """Return the exact chance that the Pool loses all its dice. It is 0 if the Pool has more dice than `limit`.

        Rule:    FB-POOL-02 to FB-POOL-06
        """
        return 1 - self.pool.success() if self.limit >= self.dice else Fraction(0)

    def success(self) -> str:
        """Describe what counts as success."""
        return "the Pool empties"


@judge
def roll_pool(ctx: CampaignContext, command: RollPool) -> None:
    """Roll a Pool. Only game masters learn whether a hidden Pool runs out.

    Rule:    FB-POOL-02 to FB-POOL-06, FB-CAMP-18, FB-ENC-07, FB-R-22, FB-R-44, FB-R-47
    Refuses: PoolIsEmpty
    """
    hidden = hidden_pool(ctx.state, command.pool)
    pool = hidden or pool_of(ctx, command.pool)
    if pool.clock_of is not None:
        available(ctx, pool.clock_of, "pool")
    if not pool.dice:
        raise PoolIsEmpty(needs="dice left", has=pool.id, field="pool")
    position = extra_position(ctx, command.position)
    dice = EmptyingDice(dice=pool.dice, position=position, limit=pool.limit)
    roll = throw(ctx, "pool", dice, hidden=hidden is not None)
    lost = min(roll.misses, pool.limit)
    left = pool.dice - lost
    if hidden is not None:
        outcome = pool.outcome or (None if left else command.outcome)
        result = PoolResult(pool=pool.id, roll=roll, lost=lost, left=left, outcome=outcome)
        ctx.emit(HiddenPoolRolled(roll=roll.id, result=ctx.secret(result)))
        return
    ctx.emit(PoolRolled(pool=pool.id, roll=roll, lost=lost, left=left))
    if not left:
        _empty(ctx, pool, command.outcome)


def _empty(ctx: CampaignContext, pool: Pool, outcome: str | None) -> None:
    """Record that a Pool ran out, and what follows from that.

    An empty Pool of signs triggers its encounter. When a countdown Pool is empty, the dying character dies.

    Rule:    FB-POOL-06, FB-ENC-07, FB-R-22
    """
    ctx.emit(PoolEmptied(pool=pool.id, outcome=pool.outcome or outcome))
    if pool.encounter is not None and pool.encounter in ctx.state.signs:
        prepared = ctx.state.signs[pool.encounter].prepared
        ctx.emit(EncounterHappened(encounter=pool.encounter, prepared=ctx.secret(prepared)))
    if pool.clock_of is not None:
        die(ctx, pool.clock_of, f"no {CLOCK}")


MAX_POOL_DICE: Final = 8


@judge
def adjust_pool(ctx: CampaignContext, command: AdjustPool) -> None:
    """Set the dice of a Pool, or remove the Pool if the number is 0. Rule: FB-CAMP-07, FB-CAMP-08."""
    pool = pool_of(ctx, command.pool)
    dice = check_within(command.dice, 0, MAX_POOL_DICE, "dice")
    ctx.emit(PoolAdjusted(pool=pool.id, dice=dice, reason=reason_for(command.reason)))
    if dice == 0:
        ctx.emit(PoolCleared(pool=pool.id))


@judge
def reveal_hidden(ctx: CampaignContext, command: RevealHidden) -> None:
    """Reveal a hidden Pool or the result of a hidden roll.

    Rule:    FB-CAMP-18, FB-ENC-09, FB-FORT-13, AR-FORK-14
    Refuses: ClosedOnThisFork, TooManyHere
    """
    hidden = entry_of(ctx.state.hidden, command.hidden, "hidden")
    contents(getattr(hidden, hidden.kind), hidden.id, "hidden")
    if hidden.pool is not None:
        check_room(ctx.state.pools, MAX_POOLS)
    ctx.emit(HiddenRevealed(hidden=hidden.id))
    if hidden.fortune is not None:
        ctx.emit(form(FortuneTold, hidden.fortune, void=hidden.void))
    if hidden.contest is not None:
        ctx.emit(form(FortuneOpposed, hidden.contest, contest=hidden.id, void=hidden.void))
    if hidden.encounter is not None:
        prepared = ctx.secret(hidden.encounter.prepared)
        void = {"encounter": hidden.id, "prepared": prepared, "void": hidden.void}
        ctx.emit(form(EncounterRolled, hidden.encounter, **void))
    if hidden.pool is not None:
        _reveal_pool(ctx, hidden, hidden.pool)


def _reveal_pool(ctx: CampaignContext, hidden: Hidden, pool: Pool) -> None:
    """Emit the creation of a hidden Pool, its rolls, and whether it ran out.

    In campaigns recorded under version 0 of the rules, emit only the last state of the Pool.

    Rule:    FB-CAMP-18, FB-CAMP-24
    """
    if ctx.state.form and hidden.opened is not None:
        ctx.emit(form(PoolOpened, hidden.opened, pool=pool.id, encounter=pool.encounter))
        for fall in hidden.falls:
            ctx.emit(form(PoolRolled, fall, pool=pool.id))
    elif pool.dice:
        ctx.emit(form(PoolOpened, pool, pool=pool.id))
    if pool.dice:
        return
    ctx.emit(PoolEmptied(pool=pool.id, outcome=pool.outcome))
    if hidden.encounter is not None:
        ctx.emit(EncounterHappened(encounter=hidden.id, prepared=ctx.secret(hidden.encounter.prepared)))


# ---------------------------------------------------------------- fold


@fold
def _pool_rolled(state: CampaignState, event: PoolRolled) -> CampaignState:
    pool, state = state.pools[event.pool], state.store_rolls(event.roll.id)
    if event.void is not None:
        return replace(state, annulled={**state.annulled, event.roll.id: event.void})
    after = replace(pool, dice=event.left, history=(*pool.history, event.left)[-KEPT:])
    return replace(state, pools={**state.pools, event.pool: after})


@fold
def _pool_emptied(state: CampaignState, event: PoolEmptied) -> CampaignState:
    return replace(state.without(event.pool, "pools"), emptied=(*state.emptied, event.pool)[-KEPT:])


@fold
def _hidden_pool_rolled(state: CampaignState, event: HiddenPoolRolled) -> CampaignState:
    state, result = state.store_rolls(event.roll), value_of_secret(event.result)
    for hidden in state.hidden.values():
        if result is not None and hidden.pool is not None and hidden.pool.id == result.pool:
            history = (*hidden.pool.history, result.left)[-KEPT:]
            pool = replace(hidden.pool, dice=result.left, history=history, outcome=result.outcome)
            fall = PoolFall(roll=result.roll, lost=result.lost, left=result.left)
            return state.having("hidden", hidden.add_roll(fall, pool))
    return state


@fold
def _pool_adjusted(state: CampaignState, event: PoolAdjusted) -> CampaignState:
    return replace(state, pools={**state.pools, event.pool: replace(state.pools[event.pool], dice=event.dice)})


@fold
def _revealed(state: CampaignState, event: HiddenRevealed) -> CampaignState:
    return state.without(event.hidden, "hidden")


# ---------------------------------------------------------------- samples


@samples
def _pools(state: CampaignState, _: str) -> Samples[RollPool | AdjustPool | RevealHidden]:
    pools = some((*state.pools, *(one.pool.id for one in state.hidden.values() if one.pool)))
    dice = Field(least=0, most=MAX_POOL_DICE)
    yield offer(RollPool(pool=pools[0]), pool=pools, outcome=TEXT, **position(state))
    yield offer(AdjustPool, pool=Field(options=some(state.pools)), dice=(2, dice), reason=(WHY, TEXT))
    yield offer(RevealHidden, hidden=some(state.hidden))
