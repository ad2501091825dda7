"""A campaign's decisions as they unfold, and what its commands have in common."""

from __future__ import annotations

from copy import copy
from typing import ClassVar, Self

from services.rpg_boundless.state.campaign import CampaignState, Character
from shared.kernel.chance import Chance
from shared.kernel.context import Context
from shared.kernel.messages import Command, Role


class Roll(Command, frozen=True, kw_only=True):
    """A command that lets a character roll, or that is for its roll. Enemies never do."""


class Ruling(Command, frozen=True, kw_only=True):
    """A command that is the game master's, or the app's."""

    needs_role: ClassVar[Role] = "gm"


class RulingRoll(Roll, Ruling, frozen=True, kw_only=True):
    """A roll that the game master asks for."""


class CampaignContext(Context[CampaignState]):
    """One decision in a campaign. Guards come before the first draw."""

    confirmed = False

    @property
    def leads(self) -> bool:
        """Whether the game master acts, or the app's own key, or has said yes to what is tried out."""
        return self.confirmed or super().leads

    def as_confirmed(self, chance: Chance) -> Self:
        """Return the same decision as if a game master had said yes to it; nothing of it is kept."""
        trial = copy(self)
        trial.confirmed, trial.chance, trial.events = True, chance, []
        return trial

    def character(self, character: str) -> Character:
        """Return a character as it is now."""
        return self.state.characters[character]
