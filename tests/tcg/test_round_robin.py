"""Round robins of the core decks: pairs of mirrored matches, and the table that compares two releases."""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import combinations

from services.tcg.catalogue.starter import CORE_DECKS, SETS
from shared.kernel.players.simple import random_player
from tests.tcg.round_robin import (
    MEASURES,
    SEATS,
    Played,
    interval,
    interval_over,
    lines_of,
    offsets,
    quantile_of,
    round_robin,
    shares,
)

OLDER = "starter@70c681cf2c01ba50"
"""A release whose core decks have the same names but other cards."""


@cache
def played(release: str) -> tuple[Played, ...]:
    """Return the matches of two seeds, played by random players."""
    return tuple(round_robin(range(2), random_player, release))


def test_every_pair_of_decks_plays_two_matches_of_each_seed() -> None:
    """Every pair of decks plays two matches for each seed, with the same shuffles.

    Each deck goes first in one of these two matches.
    """
    found = Counter((one.number, frozenset(one.decks)) for one in played(SETS.name))
    assert found == dict.fromkeys(
        ((seed, frozenset(pair)) for seed in range(2) for pair in combinations(CORE_DECKS, 2)), 2
    )
    for one, other in zip(played(SETS.name)[::2], played(SETS.name)[1::2], strict=True):
        assert (one.decks, one.number, (one.first, other.first)) == (other.decks, other.number, SEATS)
        assert all(len(one.drawn[seat] & other.drawn[seat]) >= 3 for seat in SEATS)


def test_the_same_seeds_give_the_same_matches() -> None:
    """A round robin with the same seeds has the same results when it is played again."""
    assert [*round_robin(range(1), random_player)] == [*played(SETS.name)[:12]]


def test_a_table_shows_the_difference_to_an_earlier_release() -> None:
    """The table shows how each measure has changed since an earlier release. A release does not differ from itself."""
    now, before = played(SETS.name), played(OLDER)
    assert all("difference" not in line for line in lines_of(now))
    lines = [line for line in lines_of(now, now) if "difference" in line]
    assert len(lines) == 1 + 3 * len(CORE_DECKS)
    assert all("difference  +0.0% ±  0.0%" in line for line in lines)
    assert [*lines_of(now, before)] != [*lines_of(now, now)]


def test_a_cards_offset_is_measured_against_its_own_deck() -> None:
    """A card drawn in all matches of its deck has an offset of 0, however often the deck wins."""
    lost, won = (
        [
            Played(number, pair, "ann", winner, 5, {"ann": {"always", *extra}, "bob": {"always"}})
            for pair in combinations(CORE_DECKS, 2)
        ]
        for number, winner, extra in ((0, "bob", ()), (1, "ann", ("once",)))
    )
    found = offsets([*lost, *won])
    assert {0.0} == {round(mean, 9) for card, (mean, _, _) in found.items() if card.endswith("always")}
    assert found["kiln: once"][0] == 0.5


def test_an_interval_narrows_with_matches() -> None:
    """Half the width of an interval shrinks with the square root of the number of matches."""
    (mean, half), (_, narrow) = interval([0.0, 1.0] * 50), interval([0.0, 1.0] * 200)
    assert mean == 0.5
    assert 0.09 < half < 0.11
    assert abs(half / narrow - 2) < 0.02


def test_more_matches_of_the_same_seeds_narrow_no_interval() -> None:
    """The matches of a seed count as one value: playing each of them twice leaves all intervals as they are."""
    once, twice = played(SETS.name), played(SETS.name) * 2
    for measure in MEASURES.values():
        assert interval_over(shares(once, measure)) == interval_over(shares(twice, measure))
    for card, (change, half, matches) in offsets(once).items():
        assert (round(change, 9), round(half, 9), 2 * matches) == (
            *(round(value, 9) for value in offsets(twice)[card][:2]), offsets(twice)[card][2]
        )  # fmt: skip


def test_the_interval_of_a_card_is_that_of_its_seeds() -> None:
    """A card that is drawn in one of two matches of each seed has the interval of half the differences of these two."""
    apart = {number: float(number % 3 > 0) for number in range(8)}
    matches = [
        Played(number, ("bastion", "loom"), "ann", "ann" if won else "bob", 5, {"ann": cards, "bob": set()})
        for number, wins in apart.items()
        for won, cards in ((wins, {"once"}), (0.0, set[str]()))
    ]
    expected = interval_over({number: wins / 2 for number, wins in apart.items()})

    assert [round(value, 9) for value in offsets(matches)["bastion: once"]] == [*(round(v, 9) for v in expected), 8]


def test_few_seeds_need_wider_intervals() -> None:
    """The quantiles are those of Student's distribution; with many seeds they approach the normal one."""
    assert [round(quantile_of(freedom), 3) for freedom in (1, 2, 5, 19, 120)] == [12.706, 4.303, 2.571, 2.093, 1.98]
    assert interval_over({1: 0.0, 2: 1.0})[1] > 6 * interval([0.0, 1.0])[1]
