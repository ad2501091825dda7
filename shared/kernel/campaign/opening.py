"""A chapter (module of rules) that opens a campaign, which needs at least one game master's seat.

The opening records the title and the settings. Each game declares its own `CampaignOpening` and `CampaignBeginning`
with its settings, and implements `opened` in its state.
"""

from __future__ import annotations

from typing import Any, cast

from msgspec import UNSET
from msgspec.structs import replace

from shared.kernel.campaign.authority import CampaignBeginning, CampaignOpening, Led
from shared.kernel.campaign.seats import check_led
from shared.kernel.campaign.state import CampaignBase
from shared.kernel.chapter import fold, judge
from shared.kernel.game import Game
from shared.kernel.stream import StreamOpened

# ---------------------------------------------------------------- judgement


@judge
def open_campaign(ctx: Led[Any], command: CampaignOpening) -> None:
    """Open a campaign that has a game master's seat. Rule: AR-CAMP-01. Refuses: GameMasterNeeded, TextIsBlank."""
    check_led(command)
    events = cast("Game[Any]", ctx.rules).events
    (beginning,) = (kind for kind in events if issubclass(kind, CampaignBeginning))
    ctx.emit(beginning(title=command.title, settings=command.settings))


# ---------------------------------------------------------------- fold


@fold
def _stream_opened(state: CampaignBase, event: StreamOpened) -> CampaignBase:
    catalogue = "" if event.catalogue is UNSET else event.catalogue
    return replace(state, catalogue=catalogue, form=0 if event.form is UNSET else event.form)


@fold
def _campaign_opened(state: CampaignBase, event: CampaignBeginning) -> CampaignBase:
    return state.begin(event.title, event.settings)
