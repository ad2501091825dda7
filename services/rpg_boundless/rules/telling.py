"""One decision as it unfolds: each event that is told is folded at once, so that the next step sees what came of it."""

from __future__ import annotations

from copy import copy
from typing import TypeVar

from services.rpg_boundless.state import EVOLVE
from services.rpg_boundless.state.campaign import CampaignState, Character
from shared.kernel.chance import Chance
from shared.kernel.context import Intent
from shared.kernel.messages import Event, Secret

T = TypeVar("T")


class Telling:
    """What an intent leads to, step by step. Guards come before the first draw."""

    def __init__(self, intent: Intent, state: CampaignState, chance: Chance) -> None:
        """Start with nothing told."""
        self.seat, self.role = intent.seat, intent.role
        self.asked = type(intent.command)
        self.leads = intent.by_app or intent.role == "gm"
        self.plays = intent.by_app or intent.role in {"gm", "player"}
        self.state = state
        self.chance = chance
        self.events: list[Event] = []
        self._made = state.made

    def as_confirmed(self, chance: Chance) -> Telling:
        """Give the same decision as if a game master had said yes to it, with nothing of it kept."""
        trial = copy(self)
        trial.leads, trial.chance, trial.events = True, chance, []
        return trial

    def tell(self, event: Event) -> None:
        """Let this have happened."""
        self.events.append(event)
        self.state = EVOLVE[type(event)](self.state, event)

    def new(self, kind: str) -> str:
        """Give an id nobody has yet."""
        self._made += 1
        return f"{kind}-{self._made}"

    def secret(self, value: T) -> Secret[T]:
        """Keep a value for the game masters."""
        return Secret(audience=self.state.game_masters, value=value)

    def character(self, character: str) -> Character:
        """Give a character as it is now."""
        return self.state.characters[character]
