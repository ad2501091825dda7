"""Fights and matches make progress even if the awaited seats send only moves and answers."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any, Final

import pytest

from shared.kernel.legal import awaited_seats
from tests.support.journal import Journal

from .fixture import fixture_of
from .playing import send_awaited_move

ENDS: Final = frozenset({"EndFight", "LeaveFight", "EndCombat", "LeaveCombat"})
"""Commands with which a game master can end a fight at any time; the test never sends them."""
TURNS: Final = {"rpg_boundless": "TurnEnded", "rpg_specialist_pool": "TurnEnded", "rpg_specialist_total": "TurnEnded"}
ENOUGH: Final = 4
MOST: Final = 400
MOST_OF_A_MATCH: Final = 2500


def count_events(journal: Journal[Any], name: str) -> int:
    """Return the number of events with this name."""
    return sum(type(event).__name__ == name for event in journal.events)


@pytest.mark.rule("AR-KIND-02")
@pytest.mark.parametrize("seed", [1, 3, 5])
@pytest.mark.parametrize("service", TURNS)
def test_turns_of_a_fight_are_taken_by_moves_and_answers_alone(service: str, seed: int) -> None:
    """In a fight, the awaited seats always have a move or an answer, and take many turns with these commands alone."""
    journal, luck, sent = fixture_of(service).open_stream(seed), Random(f"fight {seed}"), Counter[str]()
    assert journal.state.fight is not None
    for _ in range(MOST):
        if count_events(journal, TURNS[service]) >= ENOUGH:
            break
        assert awaited_seats(journal.rules, journal.stream), "a fight awaits a seat"
        send_awaited_move(journal, luck, sent, but=ENDS)

    assert count_events(journal, TURNS[service]) >= ENOUGH


@pytest.mark.rule("AR-KIND-02")
@pytest.mark.parametrize("seed", [901, 902])
def test_a_match_ends_by_moves_and_answers_alone(seed: int) -> None:
    """Two or three players who send random moves and answers reach the end of a match."""
    journal, luck, sent = fixture_of("tcg").open_stream(seed), Random(f"match {seed}"), Counter[str]()
    for _ in range(MOST_OF_A_MATCH):
        if journal.stream.closed:
            break
        assert awaited_seats(journal.rules, journal.stream), "a match awaits a seat"
        send_awaited_move(journal, luck, sent)

    assert journal.stream.closed
    assert () == awaited_seats(journal.rules, journal.stream)
