"""Evaluates parts of cards on a board, for tests: contexts, conditions and selectors."""

from __future__ import annotations

from typing import Any

import msgspec

from services.tcg.catalogue.language.conditions import Condition, Selector
from services.tcg.chapters import reading
from services.tcg.state.tasks import Running
from tests.tcg.playing import Playing

from .board import board, form, side

PLAIN = side()


def ctx(game: Playing, seat: str = "a", this: int = 0, **more: Any) -> Running:  # noqa: ANN401 fields of a context
    """Return a context for evaluating an effect of a seat's card, by default its savior."""
    this = this or game.player(seat).savior
    return Running(seat=seat, card=this, printed=game.state.table[this].card, effect="", **more)


def holds(game: Playing, context: Running, condition: dict[str, Any], each: int = 0) -> bool:
    """Return whether a condition, written as in a card file, holds."""
    read = reading.read_condition(msgspec.convert(condition, Condition))
    assert read is not None
    return read(game, context, each)


def cards(game: Playing, context: Running, **selector: Any) -> list[str]:  # noqa: ANN401 fields of a selector
    """Return the ids of the cards that a selector finds."""
    found = reading.read_selector(msgspec.convert(selector, Selector))(game, context, 0)
    return [game.state.table[one].card for one in found]


def full() -> Playing:
    """Return a board with cards of `a` in every zone, and a form of `b`."""
    return board(
        a=side(
            savior=("lantern-marshal", "boost"), forms=[("gate-whelp", "rescue", "boost"), "bell-warden"],
            commands=["watch-fire"], set=["raised-shield"], hand=["twin-fang", "boost"], deck=["fate-coin", "kindle"],
            spirits=["protect"], drop=["gate-whelp", "twin-fang", "feint"], void=["aggress"],
        ),
        b=side(savior="tide-regent", forms=["silt-crab"]),
    )  # fmt: skip


def read(*effects: dict[str, Any], **of_match: Any) -> Playing:  # noqa: ANN401 arguments of a board
    """Return a board on which `a` has a form with these effects."""
    return board(cards=[form("odd", *effects)], a=side(forms=["odd"]), b=PLAIN, **of_match)
