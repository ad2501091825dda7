"""The campaign: who plays in it, its settings, and the data it is played with."""

from __future__ import annotations

from typing import Any, Final, Literal

from msgspec import UNSET
from msgspec.structs import replace

from services.rpg_specialist_total.catalogue import PRINTED, Data
from services.rpg_specialist_total.catalogue.house import HOUSE, SETS
from services.rpg_specialist_total.context import CampaignContext
from services.rpg_specialist_total.settings import Settings, as_before
from services.rpg_specialist_total.state.campaign import CampaignState
from shared.kernel.campaign.authority import GameMasterCommand
from shared.kernel.campaign.seats import check_led, check_once, check_room
from shared.kernel.chapter import fold, judge, samples
from shared.kernel.game import Opening
from shared.kernel.messages import Event, Line
from shared.kernel.samples import Field, Samples, offer
from shared.kernel.stream import StreamOpened

MAX_DATA: Final = 300
"""So many weapons, components and so on, of each kind, a campaign keeps."""

# ---------------------------------------------------------------- commands


class OpenCampaign(Opening, frozen=True, kw_only=True):
    """Open a campaign for a Keeper and players; `house` loads a small catalogue of our own invention to begin with."""

    title: Line | None = None
    settings: Settings = Settings()
    catalogue: Literal["printed", "house"] = "printed"


class LoadData(GameMasterCommand, frozen=True, kw_only=True):
    """Load weapons, shields, components, energies and sizes; what has the name of one that is there replaces it."""

    counts_as = "aside"

    data: Data


# ---------------------------------------------------------------- events


class CampaignOpened(Event, frozen=True, kw_only=True, omit_defaults=True):
    """A campaign opened."""

    title: str | None = None
    settings: Settings = Settings()


class DataLoaded(Event, frozen=True, kw_only=True):
    """The campaign has these data from now on."""

    data: Data


# ---------------------------------------------------------------- judgement


@judge
def open_campaign(ctx: CampaignContext, command: OpenCampaign) -> None:
    """Rule: SC-E-01, SC-R-20, SC-R-32, SC-R-85. Refuses: GameMasterNeeded, NamedTwice."""
    check_led(command)
    for named in (command.settings.size.categories, *command.settings.energy.opposites):
        check_once(named, "settings")
    ctx.emit(CampaignOpened(title=command.title, settings=command.settings))
    ctx.emit(DataLoaded(data=PRINTED))
    if command.catalogue == "house":
        ctx.emit(DataLoaded(data=SETS.of(ctx.state)))


@judge
def load_data(ctx: CampaignContext, command: LoadData) -> None:
    """Rule: SC-R-85. Refuses: NamedTwice, TooManyHere."""
    for kind in Data.__struct_fields__:
        names = tuple(one.name for one in getattr(command.data, kind))
        check_once(names, f"data.{kind}")
        kept = getattr(ctx.state, kind)
        check_room(kept, MAX_DATA, f"data.{kind}", more=len(set(names) - set(kept)))
    ctx.emit(DataLoaded(data=command.data))


# ---------------------------------------------------------------- fold


@fold
def _stream_opened(state: CampaignState, event: StreamOpened) -> CampaignState:
    catalogue = "" if event.catalogue is UNSET else event.catalogue
    return replace(state, catalogue=catalogue, form=0 if event.form is UNSET else event.form)


@fold
def _campaign_opened(state: CampaignState, event: CampaignOpened) -> CampaignState:
    settings = event.settings if state.form else as_before(event.settings)
    return replace(state, title=event.title, settings=settings)


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
