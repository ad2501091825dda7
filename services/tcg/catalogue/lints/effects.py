"""Checks of effects: their triggers, replaced events, durations, costs, amounts and nesting."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from services.tcg.catalogue.faults import Fault
from services.tcg.catalogue.language import conditions, effects, operations
from services.tcg.catalogue.language import costs as prices
from services.tcg.catalogue.walk import Scope

# ---------------------------------------------------------------- triggers and replacements

CARD: Final = frozenset({"card"})
CARD_AND_TARGET: Final = frozenset({"card", "target"})
FACTS: Final[Mapping[effects.EventName, frozenset[str]]] = {
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
"""The fields of each event, besides the player who caused the event."""
VALUES: Final[Mapping[tuple[effects.EventName, str], tuple[str, ...]]] = {
    ("form_played", "from_"): ("hand", "drop", "main-deck"),
    ("form_sacrificed", "cause"): ("play", "effect"),
    ("left_play", "cause"): ("damage", "effect", "cost", "sacrifice", "resolved", "elimination"),
    ("left_play", "to"): ("drop", "hand", "deck-top", "deck-bottom"),
    ("despiritualized", "cause"): ("effect", "cost"),
    ("spirit_to_void", "cause"): ("damage", "effect", "cost", "sacrifice", "devour", "elimination"),
}
"""The accepted values of those event fields whose values are limited to certain words."""
ACTIONS: Final = (
    "play-form", "sacrifice", "spiritualize-form", "spiritualize-savior", "flip-savior", "play-command", "set-command",
    "activate", "attack", "response",
)  # fmt: skip
"""The kinds of actions, and of responses to them. Source: TC-ACT-11, TC-RUL-053."""
OF_PLAYERS: Final[frozenset[effects.Would]] = frozenset({"would_draw", "would_discard"})
UNCAUSED: Final[frozenset[effects.Would]] = frozenset({"would_draw", "would_discard", "would_be_negated"})
ONLY_FOR: Final = {"step": "step_entered", "phase": "phase_entered"}
POSSIBLE: Final = ("TC-ETI-02", "TC-RUL-143")


def pattern(part: effects.Pattern, scope: Scope) -> Iterator[Fault]:
    """Check that a trigger names an event that can happen. Rule: TC-ETI-02, TC-RUL-143."""
    if part.event == "state" and part.when is None:
        yield scope.fault("when", "an effect that waits for a state needs its condition: add when", "TC-ETI-02")
    if part.event == "state" and part.by is not None:
        yield scope.fault("by", "no player causes a state: remove by", *POSSIBLE)
    for name in ("card", "target", "spirit", "step", "phase", "cause", "to", "from_"):
        value, field = getattr(part, name), name.rstrip("_")
        known = VALUES.get((part.event, name))
        if value is None:
            continue
        if name in ONLY_FOR and part.event != ONLY_FOR[name]:
            reason = f"only {ONLY_FOR[name]} has a {field}, {part.event} has none: remove it"
            yield scope.fault(field, reason, *POSSIBLE)
        elif name not in FACTS[part.event]:
            yield scope.fault(field, f"{part.event} has no {field}: remove it", *POSSIBLE)
        elif known is not None and value not in known:
            yield scope.fault(field, f"{part.event} has no {field} {value}: write one of {', '.join(known)}", *POSSIBLE)


def asked_of_event(part: conditions.EventIs, scope: Scope) -> Iterator[Fault]:
    """Check that a condition on an action names an existing kind of action. Rule: TC-RUL-143."""
    if part.kind is not None and part.kind not in ACTIONS:
        yield scope.fault("kind", f"there is no action {part.kind}: write one of {', '.join(ACTIONS)}", *POSSIBLE)


def replacement(part: effects.Replacement, scope: Scope) -> Iterator[Fault]:
    """Check the fields of a replacement. Rule: TC-ETI-05, TC-READ-12, TC-RUL-143."""
    named, other = ("who", "of") if part.event in OF_PLAYERS else ("of", "who")
    if getattr(part, named) is None:
        yield scope.fault(named, f"{part.event} needs {named}: add it", "TC-ETI-05")
    if getattr(part, other) is not None:
        yield scope.fault(other, f"{part.event} has no {other}: remove it", "TC-ETI-05")
    if part.event == "would_be_negated" and part.do != "prevent":
        yield scope.fault("do", "would_be_negated can only be prevented: remove do", "TC-READ-12")
    if part.cause != "any" and part.event in UNCAUSED:
        yield scope.fault("cause", f"{part.event} has no cause: remove it", *POSSIBLE)


BEFALLS: Final[Mapping[effects.Would, tuple[frozenset[str], tuple[type[effects.AnyCard], ...]]]] = {
    "would_leave": (frozenset({"form", "command"}), (effects.Form, effects.Command)),
    "would_be_damaged": (frozenset({"form", "savior"}), (effects.Form, effects.Savior)),
    "would_go_to_void": (frozenset({"hand", "spirit_deck", "under"}), (effects.Spirit,)),
}
"""For each replaceable event, the zones and the card kinds that it can affect.

A card may name itself as the affected card only if it is of one of these kinds.
"""
NEVER_BY: Final = frozenset({("would_be_damaged", "sacrifice"), ("would_go_to_void", "sacrifice")})
"""Pairs of an event and a cause that a replacement cannot name.

Such an event never happens for that cause, or nothing can replace it. For example, spirits under a sacrificed form go
to the void whatever a card says.
"""


def replaced_events(part: effects.Replacement, scope: Scope) -> Iterator[Fault]:
    """Check that the replaced event can happen to the named cards. Rule: TC-RUL-143, TC-RUL-155, TC-RUL-156."""
    zones, kinds = BEFALLS.get(part.event, (frozenset(), ()))
    if part.of is None or not zones:
        return
    named = frozenset((part.of.zone,) if isinstance(part.of.zone, str) else part.of.zone or ())
    if beyond := named - zones:
        reason = f"{part.event} never happens to cards of {', '.join(sorted(beyond))}: name {_or(zones)}"
        yield scope.fault("of", reason, *POSSIBLE)
    if part.of.ref == "this" and not scope.granted and not isinstance(scope.card, kinds):
        yield scope.fault("of", f"{part.event} never happens to this kind of card: name another card", *POSSIBLE)
    without_forms = named == {"command"} or (part.of.ref == "this" and isinstance(scope.card, effects.Command))
    if (part.event, part.cause) in NEVER_BY or (part.cause in ("damage", "sacrifice") and without_forms):
        reason = f"{part.event} never happens to these cards because of {part.cause}: remove cause"
        yield scope.fault("cause", reason, *POSSIBLE)


def _or(words: Iterable[str]) -> str:
    return " or ".join(sorted(words))


def paid_with(part: prices.Payment, scope: Scope) -> Iterator[Fault]:
    """Check that a cost names cards that can pay it, and a possible number of them.

    Rule: TC-RUL-144, TC-RUL-158
    """
    of = getattr(part, "of", None)
    if not isinstance(of, conditions.Selector) or of.zone is None:
        return
    if of.by not in (None, "you"):
        yield scope.fault("of.by", "the paying player picks the payment: remove by", *PAID)
    if isinstance(part, prices.PayDespiritualize):
        if of.n not in (None, "all"):
            yield scope.fault("of.n", "n of the cost is the number of spirits: remove this one", *PAID)
        return
    if of.who not in ("you", "controller"):
        yield scope.fault("of.who", "a cost is paid with the player's own cards: write you", *PAID)
    if of.n is not None and not isinstance(of.n, int):
        yield scope.fault("of.n", "a cost takes a fixed number of cards: write a number", *PAID)


PAID: Final = ("TC-READ-10", "TC-RUL-158")


# ---------------------------------------------------------------- continuous effects and durations


def continuous(part: operations.HoldsForCards, scope: Scope) -> Iterator[Fault]:
    """Check that a continuous effect names the cards that it affects. Rule: TC-ETI-05."""
    if scope.section == "static" and part.of is None:
        yield scope.fault("of", "a static must name the cards that it affects: add of", "TC-ETI-05")


def of_step(part: operations.Operation, scope: Scope) -> Iterator[Fault]:
    """Run the checks that a step's own class declares."""
    yield from part.faults(scope)


# ---------------------------------------------------------------- costs

TAKEN_FROM: Final[Mapping[type[prices.Cost], str]] = {
    prices.PayDiscard: "hand",
    prices.PayReveal: "hand",
    prices.PaySpiritFromHand: "spirits in hand",
    prices.PaySpiritFromDeck: "spirit deck",
    prices.PayReturnFromDrop: "drop zone",
    prices.PayDespiritualize: "spirits underneath",
    prices.PaySacrifice: "forms",
    prices.PayGiveUpAttack: "attacks",
    prices.PayRemoveCounter: "counters",
    prices.PaySendSelf: "forms",
}


def costs(part: effects.Effect | effects.Flip, scope: Scope) -> Iterator[Fault]:
    """Check that the parts of a cost can be paid in order, whichever cards the player picks for each part.

    Rule: TC-RUL-063
    """
    taken: defaultdict[str, list[prices.Cost]] = defaultdict(list)
    for index, cost in enumerate(part.cost):
        taken[TAKEN_FROM[type(cost)]].append(cost)
        if isinstance(cost, prices.PaySacrifice | prices.PaySendSelf) and index < len(part.cost) - 1:
            reason = "a cost that takes a card out of play is paid last: move it to the end"
            yield scope.fault(f"cost[{index}]", reason, "TC-RUL-063")
    for place, several in taken.items():
        if len(several) > 1 and any(map(_is_narrow, several)):
            alike = several.count(several[0]) == len(several)
            instead = "write one of them, with a greater n" if alike else "remove one, as only certain cards can pay it"
            reason = f"two costs take cards from the same place ({place}): {instead}"
            yield scope.fault("cost", reason, "TC-RUL-063")


def _is_narrow(cost: prices.Cost) -> bool:
    """Return whether only some of the cards in a zone can pay this cost."""
    of = getattr(cost, "of", None)
    filtered = isinstance(of, conditions.Selector) and (of.filter is not None or of.zone is not None)
    return filtered or getattr(cost, "filter", None) is not None or getattr(cost, "type", None) is not None


# ---------------------------------------------------------------- numbers and nesting

MOST_OPERATIONS_DEEP: Final = 5
MOST_CONDITIONS_DEEP: Final = 8
AT_LEAST_ONE: Final = "this number must be at least 1"
CHANGES_NOTHING: Final = "a change by 0 changes nothing: write another number"
NUMBERS: Final = ("TC-READ-08", "TC-RUL-145")


def amount(part: conditions.Reckoned, scope: Scope) -> Iterator[Fault]:
    """Check that an amount can be computed. Rule: TC-DECK-13."""
    if sum(getattr(part, name) is not None for name in part.__struct_fields__) != 1:
        yield scope.fault("", f"an amount has exactly one source: set one of {_either(part)}")
    if part.die is not None and (not scope.operations or scope.conditions):
        yield scope.fault("die", "only steps can roll dice: write another amount", "TC-DECK-13")


def _either(part: conditions.Part) -> str:
    return ", ".join(part.__struct_fields__)


def question(part: conditions.Is, scope: Scope) -> Iterator[Fault]:
    """Check that a condition on a card's properties names at least one property."""
    if part == conditions.Is(of=part.of):
        yield scope.fault("", f"it compares nothing: add one of {_either(part).removeprefix('of, ')}")


def least(
    part: conditions.Span | prices.Payment | operations.ContinuousEffect | conditions.Selector | operations.Operation,
    scope: Scope,
) -> Iterator[Fault]:
    """Check that no printed number, such as 0, makes a part useless. Rule: TC-RUL-145."""
    match part:
        case conditions.Span(max=0):
            yield scope.fault("max", AT_LEAST_ONE, *NUMBERS)
        case operations.ModifyPwr(by=0):
            yield scope.fault("by", CHANGES_NOTHING, *NUMBERS)
        case prices.Payment() | operations.ContinuousEffect() | conditions.Selector() if _is_less_than(1, part):
            yield scope.fault("n", AT_LEAST_ONE, *NUMBERS)
        case operations.Operation() if _is_less_than(0, part):
            yield scope.fault("n", "a step cannot have a negative number: write 0 or more", *NUMBERS)
        case _:
            pass


def _is_less_than(bound: int, part: conditions.Part) -> bool:
    n = getattr(part, "n", None)
    return isinstance(n, int) and n < bound


def nesting(part: operations.Operation | conditions.Test | conditions.Reckoned, scope: Scope) -> Iterator[Fault]:
    """Check that parts of a card are not nested deeper than the limit."""
    if isinstance(part, operations.Operation):
        if scope.operations == MOST_OPERATIONS_DEEP + 1:
            yield scope.fault("", f"steps are nested deeper than {MOST_OPERATIONS_DEEP}: use fewer levels")
    elif max(scope.conditions, scope.amounts) == MOST_CONDITIONS_DEEP + 1:
        reason = f"conditions or amounts are nested deeper than {MOST_CONDITIONS_DEEP}: use fewer levels"
        yield scope.fault("", reason)


LINTS: Final = (
    pattern, asked_of_event, replacement, continuous, of_step, costs, amount, question,
    least, nesting,
)  # fmt: skip
SINCE_FORM_2: Final = (replaced_events, paid_with)
"""The lints that apply only to matches opened under version 2 (or later) of the decision rules."""
