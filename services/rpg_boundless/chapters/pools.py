"""Pools of dice that shrink as they are rolled. A Pool is open, or hidden from the players."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from msgspec import UNSET, UnsetType

from services.rpg_boundless.catalogue import BOOK
from services.rpg_boundless.chapters.seats import MAX_POOLS
from services.rpg_boundless.context import CampaignContext, Hideable
from services.rpg_boundless.samples import SIGHT
from services.rpg_boundless.state.campaign import CampaignState, Hidden, Pool
from services.rpg_boundless.state.sheets import MAX_POINTS, Dice, PoolSheet, Some
from shared.kernel.campaign.authority import GameMasterMove
from shared.kernel.campaign.forms import form
from shared.kernel.campaign.keeping import value_of_secret
from shared.kernel.campaign.seats import check_room, entry_of
from shared.kernel.chapter import fold, hides, judge, samples
from shared.kernel.messages import Event, Line, Secret
from shared.kernel.refusals import Refusal
from shared.kernel.samples import TEXT, Choice, Field, Samples, offer

# ---------------------------------------------------------------- refusals


class PoolSizeUnknown(Refusal, rule="FB-POOL-01"):
    """A Pool cannot start with this number of dice: start it with 2, 4, 6 or 8."""


class PoolIsEmpty(Refusal, rule="FB-POOL-06"):
    """The Pool is empty and has been removed: name a Pool that still has dice."""


class StillHidden(Refusal, rule="FB-CAMP-18"):
    """This Pool or roll is still hidden: reveal it first."""


# ---------------------------------------------------------------- commands


class OpenPool(GameMasterMove, Hideable, frozen=True, kw_only=True):
    """Create a Pool. `outcome` describes what happens when it runs out. Only the game master sees a hidden Pool."""

    covers = ("name", "dice", "limit", "outcome")

    name: Line
    dice: Dice
    limit: Some | None = None
    outcome: Line | None = None
    hidden: bool | UnsetType = UNSET


@hides
def _covered(_: CampaignState, command: Hideable) -> tuple[str, ...]:
    """Return the fields that a hidden Pool or roll keeps secret. Rule: FB-CAMP-18."""
    return command.covers if getattr(command, "hidden", None) is True else command.hides


# ---------------------------------------------------------------- events


class PoolOpened(Event, frozen=True, kw_only=True, omit_defaults=True):
    """A Pool was created. It may stand for signs of an encounter, or count down for a dying character.

    Rule: FB-POOL-01, FB-POOL-04
    """

    pool: str
    name: str
    dice: int
    limit: int
    outcome: str | None = None
    encounter: str | None = None
    clock_of: str | None = None


class PoolCleared(Event, frozen=True, kw_only=True):
    """A Pool was removed before it ran out."""

    pool: str


class HiddenPoolOpened(Event, frozen=True, kw_only=True):
    """A hidden Pool was created."""

    pool: str
    sheet: Secret[PoolSheet]


# ---------------------------------------------------------------- judgement


MAX_HIDDEN: Final = 50


def check_may_hide(ctx: CampaignContext) -> None:
    """Check that the campaign has room for another hidden Pool or roll. Rule: FB-CAMP-06. Refuses: TooManyHere."""
    check_room(ctx.state.hidden, MAX_HIDDEN)


def hidden_pool(state: CampaignState, pool: str) -> Pool | None:
    """Return the hidden Pool with this id, or None."""
    return next((one.pool for one in state.hidden.values() if one.pool is not None and one.pool.id == pool), None)


@judge
def open_pool(ctx: CampaignContext, command: OpenPool) -> None:
    """Create a Pool. Rule: FB-CAMP-18, FB-POOL-01, FB-POOL-04, FB-POOL-05. Refuses: PoolSizeUnknown."""
    check_room(ctx.state.pools, MAX_POOLS)
    if command.dice not in BOOK.pool.sizes:
        raise PoolSizeUnknown(needs="2, 4, 6 or 8", has=command.dice, field="dice")
    limit = command.limit or BOOK.pool.limit
    if command.hidden is True:
        check_may_hide(ctx)
        sheet = ctx.secret(form(PoolSheet, command, limit=limit))
        ctx.emit(HiddenPoolOpened(pool=ctx.new_id("pool"), sheet=sheet))
    else:
        ctx.emit(form(PoolOpened, command, pool=ctx.new_id("pool"), limit=limit))


def pool_of(ctx: CampaignContext, pool: str) -> Pool:
    """Return a Pool that has dice left. Rule: FB-POOL-06, FB-R-44. Refuses: StillHidden, PoolIsEmpty, NotKnownHere."""
    if hidden_pool(ctx.state, pool) is not None:
        raise StillHidden(needs="a Pool that is not hidden", has=pool, field="pool")
    if pool in ctx.state.emptied:
        raise PoolIsEmpty(needs="dice left", has=pool, field="pool")
    return entry_of(ctx.state.pools, pool, "pool")


# ---------------------------------------------------------------- fold


@fold
def _pool_opened(state: CampaignState, event: PoolOpened) -> CampaignState:
    return state.having("pools", form(Pool, event, id=event.pool))


@fold
def _pool_cleared(state: CampaignState, event: PoolCleared) -> CampaignState:
    return state.without(state.pools[event.pool].encounter, "signs").without(event.pool, "pools")


@fold
def _hidden_pool_opened(state: CampaignState, event: HiddenPoolOpened) -> CampaignState:
    sheet = value_of_secret(event.sheet)
    pool = form(Pool, sheet, id=event.pool) if sheet else None
    return state.having("hidden", Hidden(id=event.pool, kind="pool", pool=pool, opened=sheet))


# ---------------------------------------------------------------- samples


@samples
def _pools_set_up(_: CampaignState, __: str) -> Samples[OpenPool]:
    dice, limit = Field(options=BOOK.pool.sizes), Field(least=1, most=MAX_POINTS)
    said: Mapping[str, Choice] = {"name": TEXT, "dice": dice, "limit": limit, "outcome": TEXT, "hidden": SIGHT}
    yield offer(OpenPool(name="torches", dice=4), **said)
