"""The title and description that a link's preview shows for a stream."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from shared.kernel.game import Game
from shared.kernel.stream import Stream

NOTHING: Final = ("A game on Arbiter", "You need a link to a seat of this game, or it has to be over.")
"""The title and the description of every stream that a stranger may not read."""


def describe(game: Game[Any], stream: Stream[Any]) -> tuple[str, str]:
    """Return the title and the description of a stream whose log is open to all."""
    kind, seats = kind_of(game), seats_of(stream).values()
    return (
        f"{kind}: {', '.join(seats)}" if seats else kind,
        f"It is over, after {stream.version} entries. Anybody can replay it, and verify every die and decision.",
    )


def kind_of(game: Game[Any]) -> str:
    """Return the kind of a game's streams with the game's name, such as "A campaign of BONES"."""
    named = game.documentation.about.partition(":")[0].partition(" of ")[2] or game.service
    return f"A {game.kind} of {named}"


def seats_of(stream: Stream[Any]) -> Mapping[str, str]:
    """Return the display name of each seat except spectators; a seat without a name is shown by its id."""
    return {name: seat.name or name for name, seat in stream.seats.items() if seat.role != "spectator"}
