"""Assets that add to a creature's income, and the coins that the creature earns and spends."""

from __future__ import annotations

from typing import Annotated, Final, get_args

from msgspec import Meta

from services.bones.context import CampaignContext
from services.bones.reading.strategic import made_in
from services.bones.state.campaign import CampaignState
from services.bones.state.creatures import MOST_COINS, Creature
from services.bones.state.seasons import Asset, IncomeSkill
from shared.kernel.campaign import authority, keeping, seats
from shared.kernel.campaign.samples import mine, some
from shared.kernel.chapter import fold, judge, samples
from shared.kernel.messages import Command, Event, Id, Line
from shared.kernel.refusals import Refusal
from shared.kernel.samples import TEXT, Field, Samples, offer

MAX_ASSETS: Final = 30
"""The maximum number of assets of a creature. Rule: BN-CAMP-116."""

# ---------------------------------------------------------------- refusals


class PurseIsEmpty(Refusal, rule="BN-R-308"):
    """The creature has too few coins: spend no more coins than the creature has."""


# ---------------------------------------------------------------- commands


class GiveAsset(authority.GameMasterCommand, frozen=True, kw_only=True):
    """Give a creature an asset that adds to its income by a skill, permanently or for a single season."""

    counts_as = "move"

    creature: Id
    name: Line
    skill: IncomeSkill
    temporary: bool = False


class TakeAsset(authority.GameMasterCommand, frozen=True, kw_only=True):
    """Take an asset from a creature."""

    counts_as = "move"

    creature: Id
    asset: Id
    reason: Line


class SpendCoins(Command, frozen=True, kw_only=True):
    """Spend a creature's coins. A player needs the game master's consent (Propose). `on` says what the coins buy."""

    counts_as = "move"

    creature: Id
    coins: Annotated[int, Meta(ge=1, le=MOST_COINS)]
    on: Line


# ---------------------------------------------------------------- events


class AssetGained(Event, frozen=True, kw_only=True):
    """A creature gained an asset, which adds to its income."""

    creature: str
    asset: Asset


class AssetLost(Event, frozen=True, kw_only=True):
    """A creature lost an asset."""

    creature: str
    asset: str
    reason: str


class CoinsSpent(Event, frozen=True, kw_only=True):
    """A creature spent coins."""

    creature: str
    coins: int
    on: str


# ---------------------------------------------------------------- judgement


@judge
def give_asset(ctx: CampaignContext, command: GiveAsset) -> None:
    """Give a creature an asset. Rule: BN-R-079, BN-R-246, BN-CAMP-116. Refuses: NotKnownHere, TooManyHere."""
    one: Creature = ctx.character(command.creature, "creature")
    seats.check_room(one.assets, MAX_ASSETS, "creature")
    asset = Asset(
        id=ctx.new_id("asset"), name=command.name, skill=command.skill, temporary=command.temporary,
        season=made_in(ctx.state) if command.temporary else None,
    )  # fmt: skip
    ctx.emit(AssetGained(creature=one.id, asset=asset))


@judge
def take_asset(ctx: CampaignContext, command: TakeAsset) -> None:
    """Take an asset from a creature. Rule: BN-R-246. Refuses: NotKnownHere."""
    asset = seats.entry_of(ctx.character(command.creature, "creature").assets, command.asset, "asset")
    ctx.emit(AssetLost(creature=command.creature, asset=asset.id, reason=command.reason))


@judge
def spend_coins(ctx: CampaignContext, command: SpendCoins) -> None:
    """Spend a creature's coins. Rule: BN-R-308. Refuses: NotKnownHere, NotYours, PurseIsEmpty."""
    one = ctx.own(command.creature, "creature")
    if command.coins > one.coins:
        raise PurseIsEmpty(needs=command.coins, has=one.coins, field="coins")
    ctx.emit(CoinsSpent(creature=one.id, coins=command.coins, on=command.on))


# ---------------------------------------------------------------- fold


@fold
def _gained(state: CampaignState, event: AssetGained) -> CampaignState:
    assets = {**state.characters[event.creature].assets, event.asset.id: event.asset}
    return state.raise_counter(event.asset.id).change(event.creature, assets=assets)


@fold
def _lost(state: CampaignState, event: AssetLost) -> CampaignState:
    return state.change(event.creature, assets=keeping.without(state.characters[event.creature].assets, event.asset))


@fold
def _spent(state: CampaignState, event: CoinsSpent) -> CampaignState:
    return state.change(event.creature, coins=state.characters[event.creature].coins - event.coins)


# ---------------------------------------------------------------- samples

INCOME_SKILLS: Final[tuple[IncomeSkill, ...]] = get_args(IncomeSkill)


@samples
def _assets(state: CampaignState, _: str) -> Samples[GiveAsset | TakeAsset]:
    there = state.characters
    room = some(who for who, one in there.items() if len(one.assets) < MAX_ASSETS and not one.closed)
    usual = GiveAsset(creature=room[0], name="a mill", skill="Craft")
    options = Field(options=room)
    yield offer(
        usual, creature=options, name=TEXT, skill=Field(options=INCOME_SKILLS), temporary=Field(options=(False, True))
    )
    for who in [who for who in keeping.in_order(there) if there[who].assets] or some(there)[:1]:
        owned = there[who].assets if who in there else ()
        yield offer(TakeAsset, creature=who, asset=some(owned), reason=("it burned down", TEXT))


@samples
def offer_spending(state: CampaignState, seat: str) -> Samples[SpendCoins]:
    """Yield sample commands in which the creatures of a seat spend coins."""
    for who in mine(state, seat):
        most = min(state.characters[who].coins, MOST_COINS) if who in state.characters else 0
        yield offer(SpendCoins, creature=who, coins=Field(least=1, most=max(1, most)), on=("a feast", TEXT))
