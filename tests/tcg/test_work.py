"""The cost of playing a match in function calls.

The rules do not read the same cards again without need.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable
from types import FrameType
from typing import Any, Final

import pytest

from services.gateway.compiled import SUFFIX
from services.tcg.chapters import continuous, uses, windows
from services.tcg.playing import entries
from services.tcg.state.match import Match
from tests.bench.matches import chooser, opened
from tests.tcg.policy import play

MATCHES: Final = 3

pytestmark = pytest.mark.skipif(
    str(windows.__file__).endswith(SUFFIX), reason="only calls of plain Python are counted, and the rules are compiled"
)


def calls(stops: tuple[()] | None) -> tuple[Counter[str], int]:
    """Play random matches; return how often Python functions of each name were called, and the number of decisions."""
    counted, decisions = Counter[str](), 0
    play(opened(900, stops), chooser(900))

    def count(frame: FrameType, event: str, _: object) -> None:
        if event == "call":
            counted[frame.f_code.co_name] += 1

    before = sys.getprofile()
    for number in range(MATCHES):
        sys.setprofile(count)
        try:
            decisions += play(opened(number, stops), chooser(number))
        finally:
            sys.setprofile(before)
    return counted, decisions


@pytest.mark.parametrize(("stops", "most"), [(None, 78), ((), 155)])
def test_a_decision_takes_few_calls(stops: tuple[()] | None, most: int) -> None:
    """A random match, with its opening, needs at most that many calls of Python functions per decision."""
    counted, decisions = calls(stops)
    assert counted.total() <= most * decisions


def test_cards_are_not_read_again_at_every_question() -> None:
    """The rules list a seat's uses for less than half of its decisions. Cards in play decide few response questions."""
    counted, decisions = calls(None)

    def called(function: Callable[..., Any]) -> int:
        return counted[function.__name__]

    assert 2 * called(uses._possible_uses) < decisions
    assert called(continuous.powers_of) < 1.2 * decisions
    assert 5 * called(windows._from_play) < called(windows.could_respond)
    assert called(entries.candidates) < decisions
    assert called(Match.mutable_copy) == MATCHES  # in their openings
