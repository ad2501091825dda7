"""Cards for tests, written like an author's card file."""

from __future__ import annotations

from typing import Any

from services.tcg.catalogue.faults import BadCards, Fault
from services.tcg.catalogue.language.effects import AnyCard
from services.tcg.catalogue.loading import load

Raw = dict[str, Any]

THIS: Raw = {"ref": "this"}
MY_FORM: Raw = {"who": "you", "zone": "form", "n": 1, "by": "you"}
ONCE: Raw = {"count": 1, "per": "turn"}

DRAW: Raw = {"do": "draw", "n": 1}
MINE: Raw = {"who": "you", "zone": "form"}
UNLESS_END: Raw = {"op": "not", "of": {"op": "step_is", "step": "end"}}
ASH: Raw = {"op": "is", "of": {"ref": "each"}, "tribe": "Ash"}


def card_of_kind(kind: str, **more: Any) -> Raw:  # noqa: ANN401 any field
    """Return a card with the fields that every card needs."""
    common = {"id": "x", "name": "X", "kind": kind, "set_id": "T", "number": "1", "rarity": "common"}
    return {**common, **more}


def form(*effects: Raw, **more: Any) -> Raw:  # noqa: ANN401 any field
    """Return a form as a card file writes it."""
    return card_of_kind("form", **{"level": 1, "pwr": 3, "effects": list(effects), **more})


def command(kind: str, *effects: Raw, **more: Any) -> Raw:  # noqa: ANN401 any field
    """Return a command of the given type, as a card file writes it."""
    return card_of_kind("command", **{"type": kind, "effects": list(effects), **more})


def spirit(*effects: Raw, **more: Any) -> Raw:  # noqa: ANN401 any field
    """Return a spirit as a card file writes it."""
    return card_of_kind("spirit", **{"type": "boost", "effects": list(effects), **more})


def savior(*effects: Raw, **more: Any) -> Raw:  # noqa: ANN401 any field
    """Return a savior with these effects on its boundless side."""
    flip = {"when": {"op": "spirits_under", "of": THIS, "cmp": ">=", "n": 2}}
    sides = {"bound": {}, "boundless": {"pwr": 6, "effects": list(effects)}, "flip": flip}
    return card_of_kind("savior", **{**sides, **more})


def uses(*do: Raw, **more: Any) -> Raw:  # noqa: ANN401 any field
    """Return an unmarked effect that can be used once a turn."""
    return {"id": "e", "eti": "none", "limit": ONCE, "do": list(do) or [{"do": "draw", "n": 1}], **more}


def auto(*do: Raw, **more: Any) -> Raw:  # noqa: ANN401 any field
    """Return an [AUTO] effect with these steps."""
    on = {"event": "turn_started", "by": "you"}
    return {"id": "e", "eti": "auto", "on": on, "do": list(do) or [{"do": "draw", "n": 1}], **more}


def main(eti: str, *do: Raw, **more: Any) -> Raw:  # noqa: ANN401 any field
    """Return the main effect of a command, with this timing and these steps."""
    return {"id": "main", "eti": eti, "main": True, "do": list(do) or [{"do": "draw", "n": 1}], **more}


def always(*static: Raw, **more: Any) -> Raw:  # noqa: ANN401 any field
    """Return a CONT: effect with these static abilities."""
    return {"id": "e", "eti": "cont", "static": list(static), **more}


def load_card(card: Raw) -> AnyCard:
    """Load one card and return it."""
    return load({"name": "Test", "cards": [card]}).cards[0]


def faults_of(*cards: Raw) -> tuple[Fault, ...]:
    """Return the faults that the loader finds in cards; empty if they load."""
    try:
        load({"name": "Test", "cards": list(cards)})
    except BadCards as bad:
        return bad.faults
    return ()


def nest(times: int, step: Raw) -> Raw:
    """Return a step nested in `times` other steps."""
    return {"do": "may", "then": [nest(times - 1, step)]} if times else step


def negate(times: int) -> Raw:
    """Return a condition negated `times` times."""
    return {"op": "not", "of": negate(times - 1)} if times else {"op": "turn_of", "who": "you"}
