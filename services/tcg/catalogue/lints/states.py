"""Checks for card states that are impossible in a card's zone, and for conditions that nothing can meet.

The module also checks the names under which steps store their results.

Rule: TC-RUL-173, TC-RUL-220, TC-RUL-224
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from operator import eq, ge, gt, le, lt, ne
from typing import Final, TypeAlias

from services.tcg.catalogue.faults import Fault
from services.tcg.catalogue.language import conditions, effects, operations
from services.tcg.catalogue.language import costs as prices
from services.tcg.catalogue.lints.amounts import bounds_of, printed
from services.tcg.catalogue.lints.effects import CHANGES_NOTHING, NUMBERS
from services.tcg.catalogue.lints.never import FORM, THERE
from services.tcg.catalogue.lints.promises import parts_of_condition
from services.tcg.catalogue.lints.selectors import is_revealed, zones_named
from services.tcg.catalogue.lints.vain import VAIN
from services.tcg.catalogue.walk import Scope, parts_of

STATES: Final = "TC-RUL-220"
FIGHTING: Final = frozenset({"form", "savior"})
ON_BOARD: Final = FIGHTING | {"command"}
IN_FIGHT: Final = (
    conditions.IsAttacking, conditions.IsAttacked, conditions.AttackedThisStep, conditions.IsSpiritualized,
    conditions.SpiritualizedThisTurn,
)  # fmt: skip
"""The conditions that only a form or a savior in play can meet."""
COMPARE: Final[Mapping[conditions.Compare, Callable[[int, int], bool]]] = {
    "==": eq, "!=": ne, "<": lt, "<=": le, ">": gt, ">=": ge,
}  # fmt: skip
Filtering: TypeAlias = conditions.Selector | operations.Operation | prices.Payment


# ---------------------------------------------------------------- filters


def check_state_in_filter(part: Filtering, scope: Scope) -> Iterator[Fault]:
    """Check that cards in the named zones can have the state that a filter asks for.

    An effect that reacts to an event may still read the state that the event's card had in play.
    """
    condition, zones = getattr(part, "filter", None), _zones_of(part)
    if condition is None or not zones or scope.event:
        return
    for one in parts_of_condition(condition):
        if _is_never(one, zones):
            where = ", ".join(sorted(zones))
            yield scope.fault("filter", f"no card in {where} is ever like that: write another filter", VAIN, STATES)


def _zones_of(part: Filtering) -> frozenset[str]:
    """Return the zones of the cards that a part filters."""
    match part:
        case conditions.Selector():
            return zones_named(part)
        case prices.PayDiscard() | prices.PayReveal(from_="hand"):
            return frozenset({"hand"})
        case prices.PayReturnFromDrop():
            return frozenset({"drop"})
        case operations.Operation() if part.__struct_config__.tag == "discard":
            return frozenset({"hand"})
        case operations.Operation() if part.__struct_config__.tag == "search":
            return frozenset({f"{getattr(part, 'deck', 'main')}_deck"})
        case _:
            return frozenset()


def _is_never(test: conditions.Condition, zones: frozenset[str]) -> bool:
    """Return whether no card in these zones meets a condition on the card that a filter tests."""
    kinds = frozenset(kind for zone in zones for kind in THERE.get(zone, ()))
    match test:
        case conditions.Any(of=several):
            return bool(several) and all(_is_never(one, zones) for one in several)
        case conditions.SpiritsUnder(n=int()) | conditions.Counters(n=int()) if test.of.ref == "each":
            there = FIGHTING if isinstance(test, conditions.SpiritsUnder) else ON_BOARD
            return not zones & there and isinstance(test.n, int) and not COMPARE[test.cmp](0, test.n)
        case conditions.Pwr() if test.of.ref == "each":
            return not kinds & FIGHTING
        case conditions.Comparison():
            numbers = [one for one in (test.a, test.b) if isinstance(one, conditions.Reckoned)]
            return any(_lacks(one.level, kinds, FORM) or _lacks(one.pwr, kinds, FIGHTING) for one in numbers)
        case conditions.OfCards() if isinstance(test, IN_FIGHT) and test.of.ref == "each":
            return not zones & FIGHTING
        case _:
            return False


def _lacks(of: conditions.Selector | None, kinds: frozenset[str], of_kinds: frozenset[str]) -> bool:
    """Return whether a number is read from the card that a filter tests, and no card of these kinds has that number."""
    return of is not None and of.ref == "each" and not kinds & of_kinds


# ---------------------------------------------------------------- face-down commands

PRINTED: Final = ("name", "archetype", "tribe", "level", "type")
"""The properties that a face-down command hides."""
HIDDEN: Final = "a card that is put face-down hides this from every effect: remove it"


def check_set_command(part: effects.Pattern | conditions.Is, scope: Scope) -> Iterator[Fault]:
    """Check that no effect waits for a command that is put face-down to have certain properties. Rule: TC-RUL-208."""
    if isinstance(part, effects.Pattern):
        of = part.card if part.event == "command_set" else None
        for one in parts_of_condition(None if of is None else of.filter):
            if isinstance(one, conditions.Is) and one.of.ref == "each" and _reads_print(one):
                yield scope.fault("card.filter", HIDDEN, VAIN, STATES)
        return
    set_down = scope.on is not None and scope.on.event == "command_set"
    asks = part.of.ref == "event.card" and _reads_print(part) and not scope.negated
    if set_down and asks and not is_revealed((part.of,), part, scope):
        yield scope.fault("", HIDDEN, VAIN, STATES)


def _reads_print(test: conditions.Is) -> bool:
    return any(getattr(test, name) is not None for name in PRINTED)


# ---------------------------------------------------------------- conditions and numbers that nothing meets


def check_empty_list(part: conditions.All | conditions.Any, scope: Scope) -> Iterator[Fault]:
    """Check that a list of conditions is not empty."""
    if not part.of:
        yield scope.fault("of", "the list of conditions is empty: name at least one", VAIN, STATES)


def check_two_numbers(part: conditions.Comparison, scope: Scope) -> Iterator[Fault]:
    """Check that no condition compares two printed numbers."""
    if printed(part.a) is not None and printed(part.b) is not None:
        yield scope.fault("", "it compares two printed numbers: name something that is counted", VAIN, STATES)


def check_negative(part: operations.Operation, scope: Scope) -> Iterator[Fault]:
    """Check that the computed number of a step can be above 0. A printed 0 is accepted.

    Rule: TC-RUL-145
    """
    n = getattr(part, "n", None)
    if isinstance(n, conditions.Reckoned) and bounds_of(n)[1] <= 0 and printed(n) != 0:
        reason = "this number is never more than 0, so the step does nothing: write another number"
        yield scope.fault("n", reason, "TC-RUL-145", STATES)


def check_change_by_nothing(part: operations.Operation | operations.ModifyPwr, scope: Scope) -> Iterator[Fault]:
    """Check that a computed bonus or penalty of PWR is not always 0. Rule: TC-RUL-145."""
    by = getattr(part, "by", None)
    if isinstance(by, conditions.Reckoned) and printed(by) == 0:
        yield scope.fault("by", CHANGES_NOTHING, *NUMBERS)


RESULTS: Final = {"cards": "cards", "player": "a player", "number": "a number"}


def check_one_kind(effect: effects.Effect, scope: Scope) -> Iterator[Fault]:
    """Check that no two steps of an effect store different kinds of results under one name.

    Rule: TC-RUL-224
    """
    kinds: dict[str, str] = {}
    for step in parts_of(effect):
        if not isinstance(step, operations.Operation) or not step.stores:
            continue
        name = getattr(step, "store", "")
        if kinds.setdefault(name, step.stores) != step.stores:
            both = f"{RESULTS[kinds[name]]} and {RESULTS[step.stores]}"
            reason = f"{name} is the name of both {both}: write another name for one of them"
            yield scope.fault("", reason, "TC-RUL-224")
            return


def check_cost_from_drop(effect: effects.Effect, scope: Scope) -> Iterator[Fault]:
    """Check that an effect that works in the drop zone is not paid for by sending its card there. Rule: TC-READ-10."""
    to_drop = any(isinstance(cost, prices.PaySendSelf) and cost.to == "drop" for cost in effect.cost)
    if to_drop and "drop" in effect.zones:
        reason = "a card in the drop zone cannot pay by going there: leave out drop, or write another cost"
        yield scope.fault("zones", reason, "TC-READ-10", VAIN, STATES)


SINCE_FORM_3: Final = (
    check_state_in_filter,
    check_set_command,
    check_empty_list,
    check_two_numbers,
    check_negative,
    check_change_by_nothing,
    check_cost_from_drop,
    check_one_kind,
)
"""Lints that do not apply to matches opened before form 3 (version 3 of the decision rules)."""
