"""Effects that repeat steps very often: cards that the loader refuses, and the limit within one effect.

Rule: TC-RUL-180.
"""

from __future__ import annotations

from typing import Any, Final

import pytest

from services.tcg.chapters.winning import LONGEST, MatchFinished
from tests.tcg.board import board, side
from tests.tcg.cards.making import Raw, faults_of, form, uses
from tests.tcg.steps import CARDS, cast, spell

PUT: Final[Raw] = {"do": "put_counter", "of": {"ref": "this"}, "name": "k"}


def repeated(*numbers: Any, step: Raw = PUT) -> Raw:  # noqa: ANN401 amounts
    """Return a step inside one repeat for each number, the last number innermost."""
    for n in reversed(numbers):
        step = {"do": "repeat", "n": n, "then": [step]}
    return step


@pytest.mark.rule("TC-RUL-180")
@pytest.mark.parametrize(("numbers", "passes"), [((99, 99), 9801), ((10, 10), 100), ((99, 2), 198), ((2, 7, 8), 112)])
def test_repeats_inside_one_another_make_at_most_99_passes(numbers: tuple[int, ...], passes: int) -> None:
    """The loader refuses a card with nested repeats that make more than 99 passes in all."""
    (fault,) = [one for one in faults_of(form(uses(repeated(*numbers)))) if one.field == "effects[0].do[0].n"]

    assert ("TC-RUL-180",) == fault.rules
    assert f"the steps in it would be repeated {passes} times: write at most 99 times in all" == fault.reason


@pytest.mark.rule("TC-RUL-180")
@pytest.mark.parametrize(
    ("numbers", "passes"),
    [(({"times": [99, 99]},), 9801), (({"plus": [60, 40]},), 100), ((2, {"times": [5, 10]}), 100)],
)
def test_number_computed_from_printed_numbers_is_printed(numbers: tuple[Any, ...], passes: int) -> None:
    """The loader refuses more than 99 passes also if their number is a product or a sum of printed numbers."""
    (fault,) = faults_of(form(uses(repeated(*numbers))))

    assert ("effects[0].do[0].n", ("TC-RUL-180",)) == (fault.field, fault.rules)
    assert f"repeated {passes} times" in fault.reason


@pytest.mark.rule("TC-RUL-180")
def test_99_passes_are_accepted() -> None:
    """The loader accepts nested repeats of at most 99 passes in all, even if each branch has its own."""
    either = {"do": "if", "when": {"op": "turn_of", "who": "you"}, "then": [repeated(33)], "else": [repeated(3, 10)]}

    for step in (repeated(99), repeated(9, 11), repeated(3, step=either)):
        assert () == faults_of(form(uses(step)))


@pytest.mark.rule("TC-RUL-180", "TC-RUL-095")
@pytest.mark.parametrize(("of_form", "reason"), [(2, ""), (3, "stall")])
def test_effect_with_too_many_events_ends_the_match(of_form: int, reason: str) -> None:
    """A match is a draw if one of its effects makes 10 000 events.

    Under version 2 of the rules, such an effect is carried out to its end.
    """
    cards = {"times": [{"count": {"who": "you", "zone": "drop"}}, 6]}
    often = spell(repeated(cards, cards))
    game = cast(
        board(cards=[*CARDS, often], a=side(commands=["spell"], drop=["whelp"] * 17), b=side(), of_form=of_form)
    )

    assert reason == game.state.reason
    if reason:
        assert [MatchFinished(winner=None, reason="stall", drawn=("a", "b"))] == game.events[-1:]
        assert LONGEST + 2 == len(game.events)
    else:
        assert (6 * 17) ** 2 == len(game.events)
