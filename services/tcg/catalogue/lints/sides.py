"""Checks of effects and conditions on the sides of saviors, which flip to the boundless side once and never back.

Rule: TC-SAV-11, TC-RUL-015, TC-RUL-019, TC-RUL-235
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from services.tcg.catalogue.faults import Fault
from services.tcg.catalogue.language import conditions, effects, operations
from services.tcg.catalogue.lints.promises import parts_of_condition
from services.tcg.catalogue.walk import Scope, branches_of

RULES: Final = ("TC-SAV-11", "TC-RUL-235")
FLIPPED: Final = "your savior is boundless by then, and flips once: write another step"
OWN: Final = frozenset({"you", "owner", "controller"})
"""The words that mean a savior's own player, as a savior never changes sides."""
WHILE_SHOWN: Final = frozenset({"when", "on", "static"})
"""The fields of an effect that are read only while the side with the effect is visible."""


def check_flip_of_boundless(part: operations.Operation, scope: Scope) -> Iterator[Fault]:
    """Check that an effect of the boundless side does not flip its savior."""
    who = getattr(part, "who", None)
    if part.__struct_config__.tag == "flip_savior" and who in OWN and _is_on(scope, "boundless"):
        yield scope.fault("", FLIPPED, *RULES)


def check_flip_if_boundless(part: effects.Effect | operations.Operation, scope: Scope) -> Iterator[Fault]:
    """Check that steps that are carried out only if your savior is boundless do not flip it."""
    if isinstance(part, effects.Effect):
        asked = (part.when, None if part.on is None else part.on.when)
        steps, field = part.do, "do"
    elif part.__struct_config__.tag == "if":
        asked, steps, field = (getattr(part, "when", None), None), getattr(part, "then", ()), "then"
    else:
        return
    if any(_is_boundless(one) for condition in asked for one in parts_of_condition(condition)) and _flips(steps):
        yield scope.fault(field, FLIPPED, *RULES)


def _is_boundless(test: conditions.Condition) -> bool:
    return isinstance(test, conditions.SaviorSide) and (test.who, test.side) == ("you", "boundless")


def _flips(steps: Iterable[operations.Operation]) -> bool:
    """Return whether one of these steps, or of the steps inside them, flips your savior."""
    return any(
        (step.__struct_config__.tag == "flip_savior" and getattr(step, "who", None) == "you")
        or any(map(_flips, branches_of(step) or ()))
        for step in steps
    )


def check_side(part: conditions.SaviorSide, scope: Scope) -> Iterator[Fault]:
    """Check that an effect of a savior does not need the other side while only its own side is visible."""
    if part.who not in OWN or scope.negated:
        return
    bound = part.side == "bound" and _is_on(scope, "boundless")
    boundless = part.side == "boundless" and _is_on(scope, "bound") and scope.section in WHILE_SHOWN
    if bound or boundless:
        other = "bound" if boundless else "boundless"
        yield scope.fault("side", f"this side only has effects while the savior is {other}: remove it", *RULES)


def check_one_side(part: conditions.All, scope: Scope) -> Iterator[Fault]:
    """Check that conditions that must all hold do not name both sides of one savior."""
    of_saviors = (one for one in parts_of_condition(part) if isinstance(one, conditions.SaviorSide))
    if len({one.side for one in of_saviors if one.who == "you"}) > 1:
        yield scope.fault("of", "a savior never shows both sides: name one of them, or write any", *RULES)


def _is_on(scope: Scope, side: str) -> bool:
    """Return whether a part belongs to an effect that a savior has on this side."""
    return scope.path.startswith(f"{side}.") and not scope.granted


SINCE_FORM_3: Final = (check_flip_of_boundless, check_flip_if_boundless, check_side, check_one_side)
"""Lints that do not apply to matches opened before form 3 (version 3 of the decision rules)."""
