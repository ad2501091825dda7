"""The context of one decision in a campaign, and the base classes of commands that roll."""

from __future__ import annotations

from typing import ClassVar

from services.rpg_boundless.state.campaign import CampaignState, Character
from shared.kernel.campaign.authority import GameMasterCommand
from shared.kernel.campaign.roster import RosterContext
from shared.kernel.messages import Command, CommandKind


class CharacterMove(Command, frozen=True, kw_only=True):
    """A command that a character carries out. It counts as a move unless its class declares it an answer."""

    counts_as: ClassVar[CommandKind] = "move"


class Roll(CharacterMove, frozen=True, kw_only=True):
    """A command that makes a character roll, or prepares its roll. Enemies never roll."""


class RulingRoll(Roll, GameMasterCommand, frozen=True, kw_only=True):
    """A roll that the game master asks for."""


class CampaignContext(RosterContext[CampaignState, Character]):
    """The context of one decision in a campaign. Judges refuse a command before anything is drawn."""
