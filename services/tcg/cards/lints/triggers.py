"""Triggers: an effect waits only for what can happen."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from services.tcg.cards.faults import Fault
from services.tcg.cards.language import EventIs, EventName, Part, Pattern, Replacement, Would
from services.tcg.cards.walk import Scope

CARD: Final = frozenset({"card"})
CARD_AND_TARGET: Final = frozenset({"card", "target"})
FACTS: Final[Mapping[EventName, frozenset[str]]] = {
    "turn_started": frozenset(), "step_entered": frozenset({"step"}), "phase_entered": frozenset({"phase"}),
    "drawn": frozenset(), "discarded": CARD, "invoked": frozenset(), "rescued": frozenset(),
    "spiritualized": frozenset({"card", "spirit"}), "despiritualized": frozenset({"card", "cause"}),
    "devoured": frozenset(), "spirit_to_void": frozenset({"spirit", "cause"}),
    "form_played": frozenset({"card", "target", "from_"}), "form_sacrificed": frozenset({"card", "cause"}),
    "left_play": frozenset({"card", "cause", "to"}), "command_played": CARD, "command_set": CARD,
    "command_flipped": CARD, "effect_declared": CARD, "effect_resolved": CARD, "effect_negated": CARD,
    "attack_declared": CARD_AND_TARGET, "combat_won": CARD_AND_TARGET, "damages": CARD_AND_TARGET,
    "damaged": CARD_AND_TARGET, "savior_flipped": CARD, "searched": frozenset(), "die_rolled": frozenset(),
    "player_lost": frozenset(), "state": CARD,
}  # fmt: skip
"""What each event tells, beside who caused it."""
VALUES: Final[Mapping[tuple[EventName, str], tuple[str, ...]]] = {
    ("form_played", "from_"): ("hand", "drop", "main-deck"),
    ("form_sacrificed", "cause"): ("play", "effect"),
    ("left_play", "cause"): ("damage", "effect", "cost", "sacrifice", "resolved", "elimination"),
    ("left_play", "to"): ("drop", "hand", "deck-top", "deck-bottom"),
    ("despiritualized", "cause"): ("effect", "cost"),
    ("spirit_to_void", "cause"): ("damage", "effect", "cost", "sacrifice", "devour", "elimination"),
}
"""The words an event can tell something in."""
ACTIONS: Final = (
    "play-form", "sacrifice", "spiritualize-form", "spiritualize-savior", "flip-savior", "play-command", "set-command",
    "activate", "attack", "response",
)  # fmt: skip
"""The kinds of actions, and of responses to them. Source: TC-ACT-11, TC-RUL-053."""
UNCAUSED: Final[frozenset[Would]] = frozenset({"would_draw", "would_discard", "would_be_negated"})
NAMED: Final = ("card", "target", "spirit", "step", "phase", "cause", "to", "from_")
RULES: Final = ("TC-ETI-02", "TC-RUL-143")


def triggers(part: Part, path: str, scope: Scope) -> Iterator[Fault]:
    """Check what an effect waits for, and what it asks of the event. Rule: TC-ETI-02, TC-RUL-143."""
    match part:
        case Pattern():
            yield from _pattern(part, path, scope)
        case EventIs() if part.kind is not None and part.kind not in ACTIONS:
            yield scope.fault(f"{path}.kind", f"no action is called so; there are {', '.join(ACTIONS)}", *RULES)
        case Replacement() if part.cause != "any" and part.event in UNCAUSED:
            yield scope.fault(f"{path}.cause", f"{part.event} has no cause", *RULES)
        case _:
            pass


def _pattern(part: Pattern, path: str, scope: Scope) -> Iterator[Fault]:
    if part.event == "state" and part.by is not None:
        yield scope.fault(f"{path}.by", "nobody causes a state", *RULES)
    for name in NAMED:
        value = getattr(part, name)
        if value is None:
            continue
        at, known = f"{path}.{name.rstrip('_')}", VALUES.get((part.event, name))
        if name not in FACTS[part.event]:
            yield scope.fault(at, f"{part.event} has no {name.rstrip('_')}", *RULES)
        elif known is not None and value not in known:
            yield scope.fault(at, f"{part.event} has one of {', '.join(known)} here", *RULES)
