"""The context in which a command of a campaign is decided."""

from __future__ import annotations

from services.rpg_specialist_pool.settings import Settings
from services.rpg_specialist_pool.state import CampaignState, Specialist
from shared.kernel.campaign.roster import RosterContext


class CampaignContext(RosterContext[CampaignState, Specialist]):
    """The context of one decision in a campaign. All checks run before the first die is drawn."""

    @property
    def rulings(self) -> Settings:
        """The settings of the campaign."""
        return self.state.settings
