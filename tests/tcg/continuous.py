"""A board with a command in play, for tests of the PWR of its cards."""

from __future__ import annotations

from typing import Any

from services.tcg.catalogue.language.effects import AnyCard
from services.tcg.chapters import continuous
from tests.tcg.playing import Playing

from .board import board, card, command, side

PLAIN = side()
THIS = {"ref": "this"}
MINE = {"who": "you", "zone": "form"}


def with_command(what: dict[str, Any], *more: AnyCard, **match: Any) -> Playing:  # noqa: ANN401 arguments of a board
    """Return a board: `a` has two forms, one with a spirit, and a bound command with this effect; `b` has a form."""
    return board(
        cards=[command("odd", what), *more],
        a=side(forms=[("gate-whelp", "rescue"), "current-rider"], commands=["odd"], hand=["twin-fang"]),
        b=side(savior="tide-regent", forms=["silt-crab"]), **match,
    )  # fmt: skip


def pwr(game: Playing, seat: str, printed: str) -> int | None:
    """Return the PWR of a seat's card, or None if the card has none."""
    return continuous.pwr(game, card(game, seat, printed))
