"""The confidence interval of a contest.

The interval stays valid however many times it is computed, and narrows with more pairs of matches.
"""

from __future__ import annotations

from shared.kernel.players.luck import Luck
from tests.tcg.contests import ALPHA, interval, wealth

CONTESTS = 60
PAIRS = 30


def test_the_interval_rarely_misses_at_any_moment() -> None:
    """Of 60 contests between equal players, at most 5 % have an interval that excludes one half.

    Each contest has 30 pairs of matches, and the interval is computed after every pair.
    """
    luck, missed = Luck(b"coins"), 0
    for _ in range(CONTESTS):
        found = [(luck.below(2) + luck.below(2)) / 2 for _ in range(PAIRS)]
        missed += any(wealth(found[:at], 1 / 2) >= 1 / ALPHA for at in range(1, PAIRS + 1))
    assert missed <= CONTESTS * ALPHA


def test_more_pairs_narrow_the_interval() -> None:
    """One pair of matches is not enough to show that a player is stronger.

    Ten pairs are enough if that player wins them all, and sixty if that player wins two thirds of the matches.
    """
    assert interval([1.0])[0] < 1 / 2
    assert interval([1.0] * 10)[0] > 1 / 2
    assert interval([0.5, 0.5, 1.0] * 20)[0] > 1 / 2
    assert interval([0.5] * 60)[0] < 1 / 2 < interval([0.5] * 60)[1]
