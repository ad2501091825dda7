"""The luck ledger: the exact probability that a sum of mixed rolls is as high or as low as it was."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import icepool  # type: ignore[import-untyped]
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from services.dice.chapters.luck import luck
from services.dice.notation.notation import Notation
from services.dice.state import What
from shared.kernel.odds.shape import BOUND
from shared.kernel.pools.luck import LuckPool
from shared.kernel.pools.position import PositionPool
from shared.kernel.pools.symbols import SymbolDice, SymbolDie, SymbolPool

D20, DAMAGE, HITS = Notation(text="1d20+5"), Notation(text="2d6"), PositionPool(dice=2)
SYMBOLS = SymbolPool(dice=(SymbolDice(die=SymbolDie(name="coin", faces=(("head",), ()))),))


def test_no_rolls_are_neither_lucky_nor_unlucky() -> None:
    """Without rolls, the sum is 0 with certainty."""
    found = luck([])
    assert (found.counted, found.total, found.at_least.exact, found.at_most.exact) == (0, 0, "1", "1")


@pytest.mark.rule("DI-LUCK-LEDGER-01")
def test_odds_of_rolling_the_two_best_faces() -> None:
    """Rolling 6 on a d6 and 20 on a d20 has a probability of 1/120."""
    found = luck([(Notation(text="1d6"), 6), (Notation(text="1d20"), 20)])
    assert (found.at_least.exact, found.at_most.exact) == ("1/120", "1")


def test_mixed_dice_are_summed_exactly() -> None:
    """Both tail probabilities of a d20, two d6 and a pool match an enumeration."""
    found = luck([(D20, 22), (DAMAGE, 9), (HITS, 1)])
    sums = [
        a + 5 + b + c + (d >= 5) + (e >= 5)
        for a, b, c, d, e in product(range(1, 21), *[range(1, 7)] * 4)
    ]  # fmt: skip
    assert found.total == 32
    assert Fraction(found.at_least.exact) == Fraction(sum(each >= 32 for each in sums), len(sums))
    assert Fraction(found.at_most.exact) == Fraction(sum(each <= 32 for each in sums), len(sums))
    assert Fraction(found.mean.exact) == Fraction(sum(sums), len(sums))


ROLLS = st.lists(st.sampled_from(["1d6", "2d8", "1d4-1d6", "3d6kh2", "2d10>=8"]), min_size=1, max_size=12)


@settings(max_examples=25, deadline=None)
@given(texts=ROLLS)
def test_the_ledger_agrees_with_icepool(texts: list[str]) -> None:
    """The tail probabilities are the same as icepool computes for the sum of independent dice."""
    dice = {
        "1d6": icepool.d6,
        "2d8": 2 @ icepool.d8,
        "1d4-1d6": icepool.d4 - icepool.d6,
        "3d6kh2": icepool.d6.highest(3, 2),
        "2d10>=8": 2 @ (icepool.d10 >= 8),
    }
    found = luck([(Notation(text=text), 3) for text in texts])
    whole = icepool.Die([0])
    for text in texts:
        whole = whole + dice[text]
    total = 3 * len(texts)
    assert Fraction(found.at_least.exact) == whole.probability(">=", total)
    assert Fraction(found.at_most.exact) == whole.probability("<=", total)


def test_rolls_without_a_total_are_omitted_and_counted() -> None:
    """The luck ledger omits symbol rolls and notations that are too costly or invalid, and reports how many."""
    rolls: list[tuple[What, int | str]] = [
        (SYMBOLS, 0),
        (Notation(text="1d1000000"), 7),
        (Notation(text="?"), 7),
        (DAMAGE, 7),
    ]
    found = luck(rolls)
    assert (found.counted, found.without_odds, found.beyond_bound, found.total) == (1, 3, 0, 7)


def test_beyond_the_work_limit_the_latest_rolls_are_counted() -> None:
    """If the work is above its limit, the luck ledger omits the earliest rolls, and reports how many it omits."""
    rolls: list[tuple[What, int | str]] = [*[(D20, 6)] * 6000, *[(DAMAGE, 7)] * 10]
    found = luck(rolls)
    assert found.counted + found.beyond_bound == len(rolls)
    assert found.counted >= 1000
    assert found.total == 7 * 10 + 6 * (found.counted - 10)
    assert found.cost <= BOUND


def test_fractions_are_summed() -> None:
    """A roll with the total 1/2 adds one half to the sum."""
    found = luck([(Notation(text="1d6/2"), "3/2"), (Notation(text="1d6"), 2), (LuckPool(dice=1), 1)])
    assert found.total == "9/2"
    assert found.mean.exact == "23/4"
