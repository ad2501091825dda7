"""The context of one decision in a campaign."""

from __future__ import annotations

from services.rpg_specialist_pool.settings import Settings
from services.rpg_specialist_pool.state import CampaignState, Specialist
from shared.kernel.campaign.roster import RosterContext


class CampaignContext(RosterContext[CampaignState, Specialist]):
    """The context of one decision in a campaign. All checks must run before the first die is rolled."""

    @property
    def rulings(self) -> Settings:
        """Return the settings of the campaign."""
        return self.state.settings
