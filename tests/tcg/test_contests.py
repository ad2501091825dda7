"""The interval of a contest.

It holds however often it is computed, and becomes narrower with more pairs.
"""

from __future__ import annotations

from shared.kernel.players.luck import Luck
from tests.tcg.contests import ALPHA, interval, wealth

CONTESTS = 60
PAIRS = 30


def test_the_interval_rarely_misses_at_any_moment() -> None:
    """In 60 contests of equal players, checked after each of 30 pairs, the interval omits a half in at most 5 %."""
    luck, missed = Luck(b"coins"), 0
    for _ in range(CONTESTS):
        found = [(luck.below(2) + luck.below(2)) / 2 for _ in range(PAIRS)]
        missed += any(wealth(found[:at], 1 / 2) >= 1 / ALPHA for at in range(1, PAIRS + 1))
    assert missed <= CONTESTS * ALPHA


def test_more_pairs_say_more() -> None:
    """One pair shows no player to be stronger. Ten won pairs do, and so do sixty with two of three matches won."""
    assert interval([1.0])[0] < 1 / 2
    assert interval([1.0] * 10)[0] > 1 / 2
    assert interval([0.5, 0.5, 1.0] * 20)[0] > 1 / 2
    assert interval([0.5] * 60)[0] < 1 / 2 < interval([0.5] * 60)[1]
