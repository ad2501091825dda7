"""The context of one decision in a campaign, and the base classes of commands that roll."""

from __future__ import annotations

from typing import ClassVar

from services.rpg_boundless.state.campaign import CampaignState, Character
from shared.kernel.campaign.authority import GameMasterCommand
from shared.kernel.campaign.roster import RosterContext
from shared.kernel.messages import Command, CommandKind, Event, Id


class Answer(Command, frozen=True, kw_only=True):
    """A command that answers a pending question of the game. The other seats wait for the answer."""

    counts_as: ClassVar[CommandKind] = "answer"


class CharacterMove(Command, frozen=True, kw_only=True):
    """A command that a character carries out. It counts as a move unless its class is marked as an answer."""

    counts_as: ClassVar[CommandKind] = "move"


class ItemMove(CharacterMove, frozen=True, kw_only=True):
    """A command that a character carries out with one Item."""

    character: Id
    item: Id


class Roll(CharacterMove, frozen=True, kw_only=True):
    """A command that makes a character roll, or prepares its roll. Enemies never roll."""


class RulingRoll(Roll, GameMasterCommand, frozen=True, kw_only=True):
    """A roll that only the game master may request."""


class Hideable(Command, frozen=True, kw_only=True):
    """A command with a field `hidden`. If it is true, the fields listed in `covers` are secret."""

    covers: ClassVar[tuple[str, ...]]


class CharacterChanged(Event, frozen=True, kw_only=True):
    """An event that sets fields of a character. Each field of the event sets the character's field of the same name."""

    character: str


class ItemMoved(Event, frozen=True, kw_only=True):
    """An event about one Item of a character."""

    character: str
    item: str


class CampaignContext(RosterContext[CampaignState, Character]):
    """The context of one decision in a campaign. Judges must refuse before the first die is rolled."""
