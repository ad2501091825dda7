"""The steps that a game leaves to the clock: which one is next on a stream, and when it is due."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from shared.kernel.messages import Command


class Due(Struct, frozen=True):
    """A step for the clock: a command that needs the role of the clock, and the earliest time to send it.

    The command names its step; after it, another step is due, or none. Units: at in UTC ms; 0: at once
    """

    command: Command
    at: int = 0


def nothing_due(state: Any) -> Due | None:  # noqa: ARG001, ANN401
    """Return None: the game has no steps for the clock."""
    return None
