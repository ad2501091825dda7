"""Words for the events that trigger effects, and for those that effects replace."""

from __future__ import annotations

from typing import Final

from services.tcg.catalogue.language import conditions, effects
from services.tcg.catalogue.text.phrases import (
    BENEATH,
    BENEATH_OR_ELSEWHERE,
    CAUSES,
    DONE_TO_CARDS,
    PLACES,
    SACRIFICED,
    STEP_NAMES,
    UNPAID,
)
from services.tcg.catalogue.text.players import player

NAMING: Final = ("{whose}", "{step}", "{loses}")
"""The parts of an event's words that name the player who causes the event."""


def names_player(part: effects.Pattern, template: str) -> bool:
    """Return whether the words for an event already name the player who causes it."""
    if any(word in template for word in NAMING) or part.event in ("spirit_to_void", "left_play"):
        return True
    return "{card}" in template and part.card is None and part.event not in DONE_TO_CARDS


def causer(by: conditions.Who) -> str:
    """Return the words for the player who causes an event."""
    return "any player" if by == "any" else player(by)[0]


def began(part: effects.Pattern, whose: str) -> tuple[str, str]:
    """Return the words for the step and for the phase that begins. `whose` is the possessive of the turn's player.

    If the pattern names no step or no phase, the words mean any of them.
    """
    name = f"{whose} {STEP_NAMES[part.step].removeprefix('the ')}" if part.step else f"a step of {whose} turn"
    return name, f"the {part.phase} phase" if part.phase else "a phase"


def cause_words(cause: str) -> str:
    """Return the words for the cause of an event."""
    return f" because of {CAUSES.get(cause, cause)}"


def place_words(place: str) -> str:
    """Return the words for a place to which, or from which, a card moves."""
    return PLACES.get(place, f"the {place}")


def short_of(part: effects.Replacement) -> str:
    """Return the words that limit a replacement to certain causes and zones.

    Rule: TC-RUL-155, TC-RUL-156, TC-RUL-166
    """
    of = part.of
    if part.event == "would_discard":
        return UNPAID
    zones = () if of is None else (of.zone,) if isinstance(of.zone, str) else of.zone or ("form", "under")
    if part.event == "would_leave" and part.cause in ("any", "sacrifice") and "form" in zones:
        return SACRIFICED[part.cause]
    cause = "" if part.cause == "any" else cause_words(part.cause)
    if part.event != "would_go_to_void" or "under" not in zones:
        return cause
    return cause + (BENEATH if len(zones) == 1 else BENEATH_OR_ELSEWHERE)
