"""The work of playing a match, counted in function calls.

The rules evaluate the same cards again only if necessary.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable
from types import FrameType
from typing import Any, Final

import pytest

from services.gateway.compiled import SUFFIX
from services.tcg.chapters import continuous, decks, triggers, uses, windows
from services.tcg.playing import entries
from services.tcg.state.match import Match
from tests.bench.matches import chooser, open_match
from tests.tcg.policy import play

MATCHES: Final = 3

pytestmark = pytest.mark.skipif(
    str(windows.__file__).endswith(SUFFIX), reason="only calls of plain Python are counted, and the rules are compiled"
)


def calls(stops: tuple[()] | None) -> tuple[Counter[str], int]:
    """Play random matches; return the number of calls of each Python function, and the number of decisions."""
    counted, decisions = Counter[str](), 0
    play(open_match(900, stops), chooser(900))

    def count(frame: FrameType, event: str, _: object) -> None:
        if event == "call":
            counted[frame.f_code.co_name] += 1

    before = sys.getprofile()
    for number in range(MATCHES):
        sys.setprofile(count)
        try:
            decisions += play(open_match(number, stops), chooser(number))
        finally:
            sys.setprofile(before)
    return counted, decisions


@pytest.mark.parametrize(("stops", "most"), [(None, 68), ((), 126)])
def test_a_decision_takes_few_calls(stops: tuple[()] | None, most: int) -> None:
    """A random match, with its opening, makes at most a fixed number of Python calls for each decision."""
    counted, decisions = calls(stops)
    assert counted.total() <= most * decisions


def test_cards_are_not_evaluated_again_for_every_decision() -> None:
    """The rules compute a seat's possible uses for less than a third of the decisions, and copy no match during play.

    They evaluate the cards in play for few of the responses and events, and check no deck twice.
    """
    counted, decisions = calls(None)

    def calls_of(function: Callable[..., Any]) -> int:
        return counted[function.__name__]

    assert 3 * calls_of(uses._possible_uses) < decisions
    assert calls_of(continuous.powers_of) < 0.9 * decisions
    assert 15 * calls_of(windows._from_play) < calls_of(windows.could_respond)
    assert 5 * calls_of(triggers._queue_effects_of) < calls_of(triggers.happen)
    assert calls_of(entries.candidates) < decisions
    assert calls_of(Match.mutable_copy) == MATCHES  # in their openings
    assert 0 < calls_of(decks.submit_deck) == 2 * MATCHES
    assert not calls_of(decks._by_name)
