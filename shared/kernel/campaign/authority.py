"""The authority of the game master: commands and overrides that only the game master may send.

The module also covers players' commands that the game master has confirmed.
"""

from __future__ import annotations

from copy import copy
from typing import Any, ClassVar, Self, TypeVar

from shared.kernel.campaign.state import CampaignBase
from shared.kernel.chance import Chance
from shared.kernel.context import Context
from shared.kernel.messages import Audience, Command, Event, Line, Role, Seat
from shared.kernel.stream import OpeningWithLuck

C = TypeVar("C", bound=CampaignBase)


class CampaignOpening(OpeningWithLuck, frozen=True, kw_only=True):
    """The base class of the command that opens a campaign; each game narrows `settings` to its own type."""

    title: Line | None = None
    settings: Any = None


class CampaignBeginning(Event, frozen=True, kw_only=True, omit_defaults=True):
    """The base class of the event that starts a campaign; each game narrows `settings` to its own type."""

    title: str | None = None
    settings: Any = None


class GameMasterCommand(Command, frozen=True, kw_only=True):
    """A command that only the game master or the app may send."""

    needs_role: ClassVar[Role] = "gm"


class GameMasterMove(GameMasterCommand, frozen=True, kw_only=True):
    """A move that only the game master or the app may send."""

    counts_as = "move"


class Override(GameMasterCommand, frozen=True, kw_only=True):
    """A change that the game master makes against the rules, for a stated reason."""

    counts_as = "referee"

    reason: Line | None = None


class Led(Context[C]):
    """The context of one decision in a campaign led by a game master."""

    confirmed = False

    @property
    def leads(self) -> bool:
        """Whether the game master or the app sent the command, or the game master has confirmed it."""
        return self.confirmed or super().leads

    def acts_for(self, seat: str) -> bool:
        """Whether the actor may act for a seat: a player only for their own, the game master for any."""
        return self.leads or seat == self.seat

    def as_confirmed(self, chance: Chance) -> Self:
        """Return a copy of this context in which the game master has confirmed the command.

        Use the copy only to try a command without carrying it out.
        """
        trial = copy(self)
        trial.confirmed, trial.chance, trial.events = True, chance, []
        return trial


def game_masters(state: CampaignBase, _: Seat) -> Audience:
    """Return the seats of the game masters, who may read the secrets of a campaign's commands."""
    return state.game_masters


def last_id(state: CampaignBase) -> int:
    """Return the number at the end of a campaign's newest id."""
    return state.made
