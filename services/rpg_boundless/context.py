"""A campaign's decisions as they unfold, and what its commands have in common."""

from __future__ import annotations

from services.rpg_boundless.state.campaign import CampaignState, Character
from shared.kernel.campaign.authority import GameMasterCommand, Led
from shared.kernel.messages import Command


class Roll(Command, frozen=True, kw_only=True):
    """A command that lets a character roll, or that is for its roll. Enemies never do."""


class RulingRoll(Roll, GameMasterCommand, frozen=True, kw_only=True):
    """A roll that the game master asks for."""


class CampaignContext(Led[CampaignState]):
    """One decision in a campaign. Guards come before the first draw."""

    def character(self, character: str) -> Character:
        """Return a character as it is now."""
        return self.state.characters[character]
