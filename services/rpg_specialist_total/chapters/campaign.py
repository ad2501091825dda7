"""The opening of a campaign, with its seats, settings and data."""

from __future__ import annotations

from typing import Any, Final, Literal

from msgspec.structs import replace

from services.rpg_specialist_total.catalogue import PRINTED, Data
from services.rpg_specialist_total.catalogue.house import HOUSE, SETS
from services.rpg_specialist_total.context import CampaignContext
from services.rpg_specialist_total.settings import Settings
from services.rpg_specialist_total.state.campaign import CampaignState
from shared.kernel.campaign import opening
from shared.kernel.campaign.authority import CampaignBeginning, CampaignOpening, GameMasterCommand
from shared.kernel.campaign.fights import check_nothing_waits
from shared.kernel.campaign.seats import check_once, check_room
from shared.kernel.chapter import fold, judge, samples
from shared.kernel.messages import Event
from shared.kernel.samples import Field, Samples, offer

MAX_DATA: Final = 300
"""The maximum number of entries in each part of a campaign's data: weapons, shields, components, energies and sizes."""

# ---------------------------------------------------------------- commands


class OpenCampaign(CampaignOpening, frozen=True, kw_only=True):
    """Open a campaign for a Keeper and players. `catalogue: house` loads a small set of data invented for this game."""

    settings: Settings = Settings()
    catalogue: Literal["printed", "house"] = "printed"


class LoadData(GameMasterCommand, frozen=True, kw_only=True):
    """Load weapons, shields, components, energies and sizes. An entry replaces the one with the same name.

    Names are compared exactly: if they differ in case, they belong to different entries.
    """

    counts_as = "aside"

    data: Data


# ---------------------------------------------------------------- events


class CampaignOpened(CampaignBeginning, frozen=True, kw_only=True, omit_defaults=True):
    """A campaign was opened with these settings. Rule: AR-CAMP-01."""

    settings: Settings = Settings()


class DataLoaded(Event, frozen=True, kw_only=True):
    """Entries were added to the campaign's data, or replaced entries with the same name."""

    data: Data


# ---------------------------------------------------------------- judgement


@judge
def open_campaign(ctx: CampaignContext, command: OpenCampaign) -> None:
    """Open a campaign with its settings and its initial data.

    Rule:    SC-E-01, SC-R-20, SC-R-32, SC-R-85, SC-CAMP-54
    Refuses: NamedTwice, and all refusals of `opening.open_campaign`
    """
    opening.open_campaign(ctx, command)
    for named in (command.settings.size.categories, *command.settings.energy.opposites):
        check_once(named, "settings")
    if ctx.state.amended:
        check_once(tuple(" and ".join(sorted(pair)) for pair in command.settings.energy.opposites), "settings")
    ctx.emit(DataLoaded(data=PRINTED))
    if command.catalogue == "house":
        ctx.emit(DataLoaded(data=SETS.of(ctx.state)))


@judge
def load_data(ctx: CampaignContext, command: LoadData) -> None:
    """Add entries to the campaign's data. An entry replaces the one with the same name.

    Rule:    SC-R-85, SC-R-111
    Refuses: NamedTwice, TooManyHere, AnswerFirst
    """
    if ctx.state.amended:
        check_nothing_waits(ctx.state)
    for kind in Data.__struct_fields__:
        names = tuple(one.name for one in getattr(command.data, kind))
        check_once(names, f"data.{kind}")
        kept = getattr(ctx.state, kind)
        check_room(kept, MAX_DATA, f"data.{kind}", more=len(set(names) - set(kept)))
    ctx.emit(DataLoaded(data=command.data))


# ---------------------------------------------------------------- fold


@fold
def _data_loaded(state: CampaignState, event: DataLoaded) -> CampaignState:
    data = event.data
    loaded: dict[str, Any] = {
        kind: {**getattr(state, kind), **{one.name: one for one in getattr(data, kind)}}
        for kind in ("weapons", "shields", "components", "energies")
    }
    units = {one.name: one.movement_unit for one in data.sizes}
    return replace(state, **loaded, sizes={**state.sizes, **units})


# ---------------------------------------------------------------- samples


@samples
def _loads(_: CampaignState, __: str) -> Samples[LoadData]:
    yield offer(LoadData, data=(HOUSE, Field(schema="Data")))
