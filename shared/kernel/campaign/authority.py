"""Who leads: commands that are the game master's, what it overrides, and what it has said yes to."""

from __future__ import annotations

from copy import copy
from typing import Any, ClassVar, Self, TypeVar

from shared.kernel.campaign.state import CampaignBase
from shared.kernel.chance import Chance
from shared.kernel.context import Context
from shared.kernel.game import Opening
from shared.kernel.messages import Audience, Command, Event, Line, Role, Seat

C = TypeVar("C", bound=CampaignBase)


class CampaignOpening(Opening, frozen=True, kw_only=True):
    """The base of the command that opens a campaign; a game narrows `settings` to its own."""

    title: Line | None = None
    settings: Any = None


class CampaignBeginning(Event, frozen=True, kw_only=True, omit_defaults=True):
    """The base of the event that begins a campaign; a game narrows `settings` to its own."""

    title: str | None = None
    settings: Any = None


class GameMasterCommand(Command, frozen=True, kw_only=True):
    """A command that is the game master's, or the app's."""

    needs_role: ClassVar[Role] = "gm"


class GameMasterMove(GameMasterCommand, frozen=True, kw_only=True):
    """A move that is the game master's, or the app's."""

    counts_as = "move"


class Override(GameMasterCommand, frozen=True, kw_only=True):
    """What the game master sets by its own word, with the reason for it."""

    counts_as = "referee"

    reason: Line | None = None


class Led(Context[C]):
    """One decision in a campaign that has a game master."""

    confirmed = False

    @property
    def leads(self) -> bool:
        """Whether the game master acts, or the app's own key, or has said yes to what is tried out."""
        return self.confirmed or super().leads

    def acts_for(self, seat: str) -> bool:
        """Whether who acts may act for what belongs to a seat: its own, or as the game master any."""
        return self.leads or seat == self.seat

    def as_confirmed(self, chance: Chance) -> Self:
        """Return the same decision as if a game master had said yes to it; nothing of it is kept."""
        trial = copy(self)
        trial.confirmed, trial.chance, trial.events = True, chance, []
        return trial


def game_masters(state: CampaignBase, _: Seat) -> Audience:
    """Return the game masters: they read what a decision in a campaign keeps secret."""
    return state.game_masters


def last_id(state: CampaignBase) -> int:
    """Return the number of the last id that was given in a campaign."""
    return state.made
