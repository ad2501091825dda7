"""The primitive moves of cards between zones."""

from __future__ import annotations

import pytest

from services.tcg.state.places import off_the_top


@pytest.mark.parametrize(
    ("count", "taken", "left"), [(0, [], ["a", "b", "c"]), (2, ["c", "b"], ["a"]), (9, ["c", "b", "a"], [])]
)
def test_cards_are_taken_off_the_top(count: int, taken: list[str], left: list[str]) -> None:
    """Cards leave a deck from its top, at most as many as there are; the topmost card comes first."""
    deck = ["a", "b", "c"]
    assert (taken, left) == (off_the_top(deck, count), deck)
