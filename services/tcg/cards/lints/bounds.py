"""Numbers: amounts that can be reckoned, dice that are covered, steps and conditions a reader can follow."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from services.tcg.cards.faults import Fault
from services.tcg.cards.language import (
    ChangePwr,
    ChooseMode,
    Deed,
    Is,
    ModifyPwr,
    Part,
    Payment,
    PreventDamage,
    Reckoned,
    RollDie,
    Selector,
    Span,
    Standing,
    Test,
)
from services.tcg.cards.walk import Scope

DEEPEST: Final = 5
"""So deep steps may be nested."""
DEEPEST_TEST: Final = 8
"""So deep conditions and amounts may be nested."""
AT_LEAST_ONE: Final = "a number printed here is at least 1"
NUMBERS: Final = ("TC-READ-08", "TC-RUL-145")


def bounds(part: Part, path: str, scope: Scope) -> Iterator[Fault]:
    """Check numbers and nesting."""
    match part:
        case Reckoned():
            yield from _reckoned(part, path, scope)
        case RollDie() if part.table and not _covers(part):
            yield scope.fault(f"{path}.table", f"the table names each of 1 to {part.sides} once", "TC-DECK-13")
        case ChooseMode() if part.n > len(part.modes):
            yield scope.fault(f"{path}.n", "there are not so many modes")
        case Is() if part == Is(of=part.of):
            yield scope.fault(path, "it asks for nothing")
        case _:
            pass
    yield from _too_small(part, path, scope)
    if isinstance(part, Deed) and scope.deeds == DEEPEST + 1:
        yield scope.fault(path, f"steps are nested deeper than {DEEPEST}")
    if isinstance(part, Test | Reckoned) and max(scope.tests, scope.sums) == DEEPEST_TEST + 1:
        yield scope.fault(path, f"conditions or amounts are nested deeper than {DEEPEST_TEST}")


def _too_small(part: Part, path: str, scope: Scope) -> Iterator[Fault]:
    """Rule: TC-RUL-145."""
    match part:
        case Span(max=0):
            yield scope.fault(f"{path}.max", AT_LEAST_ONE, *NUMBERS)
        case PreventDamage(times=0):
            yield scope.fault(f"{path}.times", AT_LEAST_ONE, *NUMBERS)
        case ChangePwr(by=0) | ModifyPwr(by=0):
            yield scope.fault(f"{path}.by", "it changes nothing", *NUMBERS)
        case Payment() | Standing() | Selector() if _is_less_than(1, getattr(part, "n", None)):
            yield scope.fault(f"{path}.n", AT_LEAST_ONE, *NUMBERS)
        case Deed() if _is_less_than(0, getattr(part, "n", None)):
            yield scope.fault(f"{path}.n", "a step does nothing a negative number of times", *NUMBERS)
        case _:
            pass


def _is_less_than(least: int, n: object) -> bool:
    return isinstance(n, int) and n < least


def _reckoned(part: Reckoned, path: str, scope: Scope) -> Iterator[Fault]:
    if sum(getattr(part, name) is not None for name in part.__struct_fields__) != 1:
        yield scope.fault(path, "an amount is reckoned in exactly one way")
    if part.die is not None and (not scope.deeds or scope.tests):
        yield scope.fault(f"{path}.die", "dice are rolled by steps only", "TC-DECK-13")


def _covers(part: RollDie) -> bool:
    faces: list[int] = []
    for key in part.table:
        least, _, most = key.partition("-")
        faces += range(int(least), int(most or least) + 1)
    return sorted(faces) == list(range(1, part.sides + 1))
