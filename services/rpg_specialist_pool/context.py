"""A campaign's decisions as they unfold."""

from __future__ import annotations

from services.rpg_specialist_pool.settings import Settings
from services.rpg_specialist_pool.state import CampaignState, Specialist
from shared.kernel.campaign.authority import Led
from shared.kernel.campaign.seats import check_owns, known


class CampaignContext(Led[CampaignState]):
    """One decision in a campaign. Guards come before the first draw."""

    @property
    def rulings(self) -> Settings:
        """Return the settings of the campaign."""
        return self.state.settings

    def specialist(self, who: str, field: str = "specialist") -> Specialist:
        """Return a Specialist that everybody knows. What is only prepared is as unknown as what is not there.

        Rule:    AR-CAMP-05, SG-CAMP-06
        Refuses: NotKnownHere
        """
        return known(self.state.specialists, who, field)

    def acting(self, who: str, field: str = "specialist") -> Specialist:
        """Return a Specialist of the seat that acts. Rule: AR-CAMP-04. Refuses: NotKnownHere, NotYours."""
        found = self.specialist(who, field)
        check_owns(self, found.seat, field)
        return found
