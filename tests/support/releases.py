"""A game as another release might define it: the same except for some of its parts."""

from __future__ import annotations

from copy import copy
from typing import Any, TypeVar

from shared.kernel.game import Game

G = TypeVar("G", bound=Game[Any])


def change_game(game: G, **parts: Any) -> G:  # noqa: ANN401 parts of a game
    """Return a copy of a game with some parts replaced."""
    other = copy(game)
    for name, part in parts.items():
        assert hasattr(game, name), name
        setattr(other, name, part)
    return other
