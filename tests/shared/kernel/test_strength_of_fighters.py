"""The computer player `fighter` must be at least as strong as random legal play."""

import pytest

from tests.support.contests import DUELISTS, DUELS, share_won

PAIRS = 3


@pytest.mark.rule("AR-HOUSE-06", "AR-HOUSE-07")
@pytest.mark.parametrize("game", DUELS)
def test_the_fighter_wins_duels_against_random_play(game: str) -> None:
    """The player `fighter` wins nearly all duels of equal characters against random play, on both sides."""
    least = 1 - 1 / (PAIRS * len(DUELISTS))

    assert share_won(DUELS[game], PAIRS) >= least
