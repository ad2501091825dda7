"""Tallies: exact counts of limited size, whatever the order in which they are merged."""

import random
from collections import Counter
from fractions import Fraction

import msgspec
from hypothesis import given
from hypothesis import strategies as st

from shared.kernel.jobs.tally import EXTREMES, ROWS, Extreme, Tally, farthest, join_tallies, number, tally_of

VALUES = st.lists(st.one_of(st.integers(-(10**12), 10**12), st.fractions(max_denominator=60)), min_size=1, max_size=60)


@given(VALUES, VALUES)
def test_merging_tallies_equals_counting_all_values(one: list[Fraction], other: list[Fraction]) -> None:
    """Two merged tallies equal the tally of all their values, in either order."""
    together = tally_of(Counter([*one, *other]))

    assert join_tallies(tally_of(Counter(one)), tally_of(Counter(other))) == together
    assert join_tallies(tally_of(Counter(other)), tally_of(Counter(one))) == together


@given(st.integers(0, 2**32).map(random.Random))
def test_many_values_are_counted_in_classes(luck: random.Random) -> None:
    """Many different values are counted in classes, which are intervals of equal width, so that the rows stay few.

    Sums stay exact.
    """
    values = sorted({luck.randrange(10**power) for power in (4, 6, 9) for _ in range(ROWS)})
    tally = tally_of(Counter(values))
    width = number(tally.width)

    assert len(tally.rows) <= ROWS
    assert width > 0
    assert sum(times for _, times in tally.rows) == len(values)
    assert Fraction(tally.total) == sum(values)
    assert {number(low) for low, _ in tally.rows} == {value // width * width for value in values}


def test_an_outlier_does_not_widen_the_classes() -> None:
    """The bulk of the values determines the width of the classes, so an outlier does not widen them."""
    tally = tally_of(Counter([*range(2000), 10**15]))

    assert number(tally.width) <= 8


def test_classes_of_different_widths_join() -> None:
    """If two merged tallies have classes of different widths, the result has the wider classes, and loses no count."""
    fine, coarse = tally_of(Counter(range(100))), tally_of(Counter(range(0, 10**7, 1000)))
    both = join_tallies(fine, coarse)

    assert both.width == coarse.width
    assert sum(times for _, times in both.rows) == fine.trials + coarse.trials


def test_a_tally_survives_its_storage_form() -> None:
    """The stored form of a tally has numbers that are too large for JSON as text, and loads as an equal tally."""
    tally = tally_of(Counter({2**60: 2, Fraction(7, 2): 1, 3: 5}))

    assert msgspec.json.decode(msgspec.json.encode(tally), type=Tally) == tally
    assert Fraction(tally.squares) == 2 * 2**120 + Fraction(49, 4) + 45


def test_extremes_are_kept_and_ties_go_to_the_first() -> None:
    """A tally keeps the same extreme trials in whatever order they are added.

    Of equal values it keeps the first trial.
    """
    found = [Extreme(value=value, chunk=chunk, trial=0) for chunk, value in enumerate([3, 9, 9, 1, 9, 9, 9, 9])]
    kept = farthest(reversed(found), sign=-1)

    assert [one.chunk for one in kept] == [1, 2, 4, 5, 6]
    assert [one.chunk for one in farthest(found, sign=1)][:2] == [3, 0]
    assert len(kept) == EXTREMES
