"""The campaign: who plays in it, its settings, and what it adds to the catalogue."""

from __future__ import annotations

from msgspec.structs import replace

from services.bones.catalogue import Data
from services.bones.context import CampaignContext
from services.bones.settings import Settings
from services.bones.state.campaign import CampaignState
from shared.kernel.campaign.seats import check_led
from shared.kernel.chapter import fold, judge
from shared.kernel.game import Opening
from shared.kernel.messages import Event, Line

# ---------------------------------------------------------------- commands


class OpenCampaign(Opening, frozen=True, kw_only=True):
    """Open a campaign for a game master and players."""

    title: Line | None = None
    settings: Settings = Settings()


# ---------------------------------------------------------------- events


class CampaignOpened(Event, frozen=True, kw_only=True, omit_defaults=True):
    """A campaign opened."""

    title: str | None = None
    settings: Settings = Settings()


class DataLoaded(Event, frozen=True, kw_only=True):
    """The campaign has these too from now on, beside what comes with the game."""

    data: Data


# ---------------------------------------------------------------- judgement


@judge
def open_campaign(ctx: CampaignContext, command: OpenCampaign) -> None:
    """Refuses: GameMasterNeeded."""
    check_led(command)
    ctx.emit(CampaignOpened(title=command.title, settings=command.settings))


# ---------------------------------------------------------------- fold


@fold
def _campaign_opened(state: CampaignState, event: CampaignOpened) -> CampaignState:
    return replace(state, title=event.title, settings=event.settings)


@fold
def _data_loaded(state: CampaignState, event: DataLoaded) -> CampaignState:
    kept = {
        kind: tuple({one.name: one for one in (*getattr(state.data, kind), *getattr(event.data, kind))}.values())
        for kind in Data.__struct_fields__
    }
    return replace(state, data=Data(**kept))
