"""The confidence interval of a contest.

It stays valid however many times it is computed, and narrows with more pairs.
"""

from __future__ import annotations

from shared.kernel.players.luck import Luck
from tests.tcg.contests import ALPHA, interval, wealth

CONTESTS = 60
PAIRS = 30


def test_the_interval_rarely_misses_at_any_moment() -> None:
    """Of 60 contests between equal players, at most 5 % have an interval that excludes a half.

    The interval is computed after each of 30 pairs.
    """
    luck, missed = Luck(b"coins"), 0
    for _ in range(CONTESTS):
        found = [(luck.below(2) + luck.below(2)) / 2 for _ in range(PAIRS)]
        missed += any(wealth(found[:at], 1 / 2) >= 1 / ALPHA for at in range(1, PAIRS + 1))
    assert missed <= CONTESTS * ALPHA


def test_more_pairs_narrow_the_interval() -> None:
    """One pair does not show a stronger player.

    Ten won pairs do, and so do sixty pairs with two thirds of matches won.
    """
    assert interval([1.0])[0] < 1 / 2
    assert interval([1.0] * 10)[0] > 1 / 2
    assert interval([0.5, 0.5, 1.0] * 20)[0] > 1 / 2
    assert interval([0.5] * 60)[0] < 1 / 2 < interval([0.5] * 60)[1]
