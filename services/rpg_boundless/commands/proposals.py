"""What players ask of the game master: a proposal holds the command asked for, and waits for a word."""

from __future__ import annotations

from typing import TypeAlias

from services.rpg_boundless.commands.characters import ClearCondition, CreateCharacter, TakeItem
from services.rpg_boundless.commands.rolls import Rest
from shared.kernel.messages import Command, Id, Line

Proposable: TypeAlias = TakeItem | ClearCondition | Rest | CreateCharacter


class Propose(Command, frozen=True, kw_only=True):
    """Ask the game master to let a command be carried out."""

    command: Proposable


class ConfirmProposal(Command, frozen=True, kw_only=True):
    """Let what is proposed be carried out, by the rules as they stand now."""

    proposal: Id


class DeclineProposal(Command, frozen=True, kw_only=True):
    """Say no to a proposal."""

    proposal: Id
    reason: Line | None = None


class WithdrawProposal(Command, frozen=True, kw_only=True):
    """Take back one's own proposal."""

    proposal: Id
