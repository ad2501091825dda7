"""The opening of a campaign, and the loading of its Conditions, components and equipment."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from msgspec import Meta
from msgspec.structs import replace

from services.rpg_specialist_pool.catalogue import SETS, ComponentEntry, ConditionEntry, EquipmentEntry
from services.rpg_specialist_pool.context import CampaignContext
from services.rpg_specialist_pool.settings import Settings
from services.rpg_specialist_pool.state import CampaignState
from shared.kernel.campaign import opening
from shared.kernel.campaign.authority import CampaignBeginning, CampaignOpening, GameMasterCommand
from shared.kernel.campaign.seats import check_once, check_room, key_of, spellings_of
from shared.kernel.chapter import fold, judge, samples
from shared.kernel.messages import Event
from shared.kernel.samples import Field, Samples, offer

MAX_ENTRIES: Final = 200

# ---------------------------------------------------------------- commands


class OpenCampaign(CampaignOpening, frozen=True, kw_only=True):
    """Open a campaign for a Keeper (the game master's seat) and players."""

    settings: Settings = Settings()


class LoadConditions(GameMasterCommand, frozen=True, kw_only=True):
    """Load Conditions into the campaign. A Condition replaces an earlier one with the same name.

    Names are compared exactly: if they differ in case, they belong to different Conditions.
    """

    counts_as = "aside"

    conditions: Annotated[tuple[ConditionEntry, ...], Meta(min_length=1, max_length=50)]


class LoadHouseCatalogue(GameMasterCommand, frozen=True, kw_only=True):
    """Load the house catalogue: Conditions, components and equipment that were invented for this service."""

    counts_as = "aside"


# ---------------------------------------------------------------- events


class CampaignOpened(CampaignBeginning, frozen=True, kw_only=True, omit_defaults=True):
    """A campaign was opened. Rule: AR-CAMP-01, SG-CAMP-01."""

    settings: Settings = Settings()


class CatalogueLoaded(Event, frozen=True, kw_only=True, omit_defaults=True):
    """The Keeper loaded Conditions, components and equipment: their own, or the built-in ones."""

    origin: Literal["caller", "house"]
    conditions: tuple[ConditionEntry, ...] = ()
    components: tuple[ComponentEntry, ...] = ()
    equipment: tuple[EquipmentEntry, ...] = ()


# ---------------------------------------------------------------- judgement


@judge
def open_campaign(ctx: CampaignContext, command: OpenCampaign) -> None:
    """Open a campaign with its settings.

    Rule:    AR-CAMP-01, SG-R-22
    Refuses: NamedTwice, and the refusals of `opening.open_campaign`
    """
    opening.open_campaign(ctx, command)
    names = tuple(one.name for one in command.settings.conditions.catalogue)
    check_once(names, "settings", key_of if ctx.state.amended else None)


@judge
def load_conditions(ctx: CampaignContext, command: LoadConditions) -> None:
    """Load Conditions that the caller defines.

    Rule:    SG-COND-01, SG-R-22, SG-R-68
    Refuses: NamedTwice, TooManyHere
    """
    check_once(tuple(one.name for one in command.conditions), "conditions", key_of if ctx.state.amended else None)
    loaded = _as_known(ctx, command.conditions)
    new = {one.name for one in loaded} - set(ctx.state.conditions)
    check_room(ctx.state.conditions, MAX_ENTRIES, "conditions", more=len(new))
    ctx.emit(CatalogueLoaded(origin="caller", conditions=loaded))


def _as_known(ctx: CampaignContext, conditions: tuple[ConditionEntry, ...]) -> tuple[ConditionEntry, ...]:
    """Return Conditions under the names that they are known by already, whatever the case and blanks. Rule: SG-R-68."""
    if not ctx.state.amended:
        return conditions
    known = spellings_of(ctx.state.conditions)
    return tuple([replace(one, name=known.get(key_of(one.name), one.name)) for one in conditions])


@judge
def load_house(ctx: CampaignContext, _: LoadHouseCatalogue) -> None:
    """Load the house catalogue. Rule: SG-CAMP-09, SG-R-68. Refuses: TooManyHere."""
    house = SETS.of(ctx.state)
    conditions = _as_known(ctx, house.conditions)
    new = {one.name for one in conditions} - set(ctx.state.conditions)
    check_room(ctx.state.conditions, MAX_ENTRIES, more=len(new))
    ctx.emit(CatalogueLoaded(
        origin="house", conditions=conditions, components=house.components, equipment=house.equipment
    ))  # fmt: skip


# ---------------------------------------------------------------- fold


@fold
def _loaded(state: CampaignState, event: CatalogueLoaded) -> CampaignState:
    return replace(
        state,
        conditions={**state.conditions, **{one.name: one for one in event.conditions}},
        components={**state.components, **{one.name: one for one in event.components}},
        equipment={**state.equipment, **{one.name: one for one in event.equipment}},
    )


# ---------------------------------------------------------------- samples


SHAKEN: Final = ConditionEntry(name="Shaken", effect="It shows.", dice=-1)


@samples
def _loads(_: CampaignState, __: str) -> Samples[LoadConditions | LoadHouseCatalogue]:
    some = Field(items=Field(schema="ConditionEntry"), ordered=True, least=1, most=50)
    yield offer(LoadConditions(conditions=(SHAKEN,)), conditions=some)
    yield offer(LoadHouseCatalogue)
