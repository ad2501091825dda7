"""What a game asks of the clock: the next step of a stream that no seat takes, and from when on it is to be taken."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from shared.kernel.messages import Command


class Due(Struct, frozen=True):
    """A step that is due: a command that needs the role of the clock, and the time from which on it may be sent.

    The command says which step it is: once it is taken, another one is due, or none. Units: at in UTC ms; 0: at once
    """

    command: Command
    at: int = 0


def nothing_due(state: Any) -> Due | None:  # noqa: ARG001, ANN401
    """Return None: the game asks nothing of the clock."""
    return None
