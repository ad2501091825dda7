"""Deciding which of several shares is the largest.

Two shares are compared only in trials in which one of them was 1 and the other 0.
"""

from __future__ import annotations

import random
from typing import Final

import pytest
from msgspec import UNSET
from msgspec.structs import replace

from shared.kernel.jobs.stopping import best_is_known
from shared.kernel.jobs.tally import Beats, put_together
from tests.support.jobs import chunk_done, request

ALPHA: Final = 0.05

pytestmark = pytest.mark.rule("AR-JOB-14")


def beats_of(*trials: tuple[int, ...]) -> Beats:
    """For each ordered pair of shares, count the trials in which the first was 1 and the second 0."""
    each = range(len(trials[0]))
    return tuple(tuple(sum(one[at] > one[other] for one in trials) for other in each) for at in each)


@pytest.mark.parametrize(
    ("beats", "known"),
    [
        (((0,),), False),
        (((0, 0), (0, 0)), False),
        (((0, 6), (0, 0)), False),
        (((0, 7), (0, 0)), True),
        (((0, 0), (7, 0)), True),
        (((0, 40), (20, 0)), False),
        (((0, 80), (40, 0)), True),
        (((0, 9, 6), (0, 0, 0), (0, 0, 0)), False),
        (((0, 7, 7), (0, 0, 0), (0, 0, 0)), False),
        (((0, 8, 8), (0, 0, 0), (0, 0, 0)), True),
    ],
    ids=[
        "one alone", "alike in all trials", "too few", "clear", "the other one", "likely", "clear with exceptions",
        "one pair too few", "each pair has its part of the error", "clear among three",
    ],
)  # fmt: skip
def test_the_best_is_better_than_each_of_the_others(beats: Beats, known: bool) -> None:  # noqa: FBT001 a table
    """The best rival must be clearly ahead of every other rival.

    Trials in which two rivals are equal do not count for that pair.
    """
    assert best_is_known(beats, ALPHA) is known


def test_equal_rivals_rarely_have_a_best_however_many_checks() -> None:
    """In at most 5 % of 200 contests of three equal rivals, checked thirty times each, a best rival is found."""
    luck, wrong = random.Random(14), 0
    for _ in range(200):
        trials = [tuple(int(luck.random() < 0.5) for _ in range(3)) for _ in range(300)]
        wrong += any(best_is_known(beats_of(*trials[:made]), ALPHA) for made in range(10, 300, 10))
    assert wrong <= 10


def test_counts_of_chunks_are_added() -> None:
    """The counts of two chunks are added for each pair. A job that compares nothing has no counts."""
    chunk = chunk_done(request("2d6"), 0, 10)
    one, other = replace(chunk, beats=((0, 2), (1, 0))), replace(chunk, beats=((0, 3), (4, 0)))

    assert put_together(one, other).beats == ((0, 5), (5, 0))
    assert put_together(chunk, chunk).beats is UNSET
