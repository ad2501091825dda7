"""A campaign's decisions as they unfold."""

from __future__ import annotations

from services.rpg_specialist_pool.settings import Settings
from services.rpg_specialist_pool.state import CampaignState, Specialist
from shared.kernel.campaign.roster import RosterContext


class CampaignContext(RosterContext[CampaignState, Specialist]):
    """One decision in a campaign. Guards come before the first draw."""

    @property
    def rulings(self) -> Settings:
        """Return the settings of the campaign."""
        return self.state.settings
