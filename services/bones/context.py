"""A campaign's decisions as they unfold."""

from __future__ import annotations

from services.bones.state.campaign import CampaignState
from services.bones.state.creatures import Creature
from shared.kernel.campaign.roster import RosterContext


class CampaignContext(RosterContext[CampaignState, Creature]):
    """One decision in a campaign. Guards come before the first draw."""
