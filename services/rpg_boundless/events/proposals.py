"""What was proposed to the game master, and what became of it.

Names and fields are the storage format; they change by additions only.
"""

from __future__ import annotations

from services.rpg_boundless.commands.proposals import Proposable
from shared.kernel.messages import Event


class CommandProposed(Event, frozen=True, kw_only=True):
    """A player asked for the game master's word on a command."""

    proposal: str
    seat: str
    command: Proposable


class ProposalConfirmed(Event, frozen=True, kw_only=True):
    """The game master said yes; what came of it follows."""

    proposal: str


class ProposalDeclined(Event, frozen=True, kw_only=True):
    """The game master said no."""

    proposal: str
    reason: str | None


class ProposalWithdrawn(Event, frozen=True, kw_only=True):
    """Who proposed it took it back."""

    proposal: str
