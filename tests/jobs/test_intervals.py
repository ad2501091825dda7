"""Confidence intervals contain the true value as often as promised, even if they are checked repeatedly."""

import random
from fractions import Fraction
from math import sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.kernel.jobs.intervals import band_half_width, mean_half_width, share_interval

RUNS = 200
LOOKS = 60
EACH = 50


@given(st.integers(0, 10**7), st.integers(0, 10**7), st.sampled_from([0.1, 0.05, 0.01]))
def test_a_share_lies_in_its_interval(one: int, other: int, alpha: float) -> None:
    """The interval contains the observed share and lies between 0 and 1.

    If the share is 0, the interval starts at 0.
    """
    hits, trials = one, one + other
    low, high = share_interval(hits, trials, alpha)

    assert 0 <= low <= high <= 1
    if trials:
        assert low <= hits / trials <= high
    if not hits:
        assert low == 0


@pytest.mark.parametrize("share", [0.5, 0.05, 0.999])
def test_intervals_of_shares_hold_at_every_check(share: float) -> None:
    """In at most 5 % of 200 runs with 60 checks each, an interval ever excludes the true share."""
    luck = random.Random(7)
    missed = 0
    for _ in range(RUNS):
        hits, inside = 0, True
        for look in range(1, LOOKS + 1):
            hits += sum(luck.random() < share for _ in range(EACH))
            low, high = share_interval(hits, look * EACH, 0.05)
            inside = inside and low <= share <= high
        missed += not inside

    assert missed <= RUNS * 0.05


def test_intervals_of_means_hold_at_every_check() -> None:
    """From a thousand trials on, the interval of a skewed amount's mean contains the true mean as often as promised."""
    luck = random.Random(11)
    missed = 0
    for _ in range(RUNS):
        total = squares = 0.0
        inside = True
        for look in range(1, 21):
            values = [luck.expovariate(1) for _ in range(250)]
            total, squares = total + sum(values), squares + sum(value * value for value in values)
            trials = look * 250
            variance = (squares - total * total / trials) / (trials - 1)
            half = mean_half_width(Fraction(variance), trials, 0.05)
            inside = inside and (look < 4 or abs(total / trials - 1) <= half)
        missed += not inside

    assert missed <= RUNS * 0.05


def test_the_band_holds_for_all_values_at_every_check() -> None:
    """In at least 95 % of runs, the band contains the whole true distribution at every check."""
    luck = random.Random(13)
    missed = 0
    for _ in range(RUNS):
        counts, inside = [0] * 20, True
        for look in range(1, LOOKS + 1):
            for _ in range(EACH):
                counts[luck.randrange(20)] += 1
            below = [sum(counts[: at + 1]) / (look * EACH) for at in range(20)]
            distance = max(abs(share - (at + 1) / 20) for at, share in enumerate(below))
            inside = inside and distance <= band_half_width(look * EACH, look, 0.05)
        missed += not inside

    assert missed <= RUNS * 0.05


def test_intervals_narrow_as_the_root_of_the_trials() -> None:
    """With a hundred times as many trials, an interval is about a tenth as wide.

    No interval is more than twice as wide as one for a single check.
    """
    wide, narrow = mean_half_width(Fraction(1), 10_000, 0.05), mean_half_width(Fraction(1), 1_000_000, 0.05)

    assert 8 < wide / narrow < 10
    assert 1.96 / sqrt(10_000) < wide < 2 * 1.96 / sqrt(10_000)
