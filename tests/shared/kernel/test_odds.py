"""Exact odds: sums, powers and rankings of distributions agree with an enumeration of all outcomes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import product
from math import prod

import icepool  # type: ignore[import-untyped]
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shared.kernel.odds import plan, ranked, sums
from shared.kernel.odds.distribution import (
    Distribution,
    Number,
    alike,
    at_least,
    at_most,
    certain,
    compare_totals,
    mean,
    mix,
    modes,
    quantiles,
    uniform,
    variance,
)
from shared.kernel.odds.meter import metered
from shared.kernel.odds.packed import pack, unpack, width_for
from shared.kernel.odds.plan import carry_out
from shared.kernel.odds.shape import shape_of
from shared.kernel.refusals import TooCostly

Totals = Distribution[Number]

VALUES = st.one_of(st.integers(-4, 6), st.fractions(-3, 3, max_denominator=4), st.sampled_from([10**9, -(10**6)]))
SPREADS = st.builds(
    lambda weights: Distribution(weights, sum(weights.values())),
    st.dictionaries(VALUES, st.integers(1, 5), min_size=1, max_size=4),
)


def enumerate_chances(dice: Sequence[Totals], to: Callable[[tuple[Number, ...]], Number]) -> dict[Number, Fraction]:
    """Enumerate all outcomes of the dice; return the probability of each result of the function `to`."""
    found: dict[Number, Fraction] = {}
    for ways in product(*(die.weights.items() for die in dice)):
        chance = Fraction(prod(weight for _, weight in ways), prod(die.total for die in dice))
        outcome = to(tuple(value for value, _ in ways))
        found[outcome] = found.get(outcome, Fraction(0)) + chance
    return found


def shares(distribution: Totals) -> dict[Number, Fraction]:
    """Assert that the chances of a distribution add up to 1; return them as fractions."""
    assert sum(distribution.weights.values()) == distribution.total
    return {outcome: Fraction(ways, distribution.total) for outcome, ways in distribution.weights.items()}


@settings(deadline=None)
@given(weights=st.lists(st.integers(0, 2**70), min_size=1, max_size=30))
def test_packed_coefficients_are_unpacked(weights: list[int]) -> None:
    """Unpacking packed coefficients of any width returns them unchanged."""
    width = width_for(sum(weights))
    assert list(unpack(pack(weights, width), width, len(weights))) == weights


@settings(deadline=None)
@given(parts=st.lists(st.tuples(SPREADS, st.integers(0, 2)), max_size=3))
def test_totals_agree_with_counting(parts: list[tuple[Totals, int]]) -> None:
    """Sums of integers, of fractions and of distant outcomes are exact, and stay within the predicted cost."""
    dice = [distribution for distribution, count in parts for _ in range(count)]
    planned = plan.total([(plan.plan_of_known(distribution), count) for distribution, count in parts])
    found = carry_out(planned)
    assert shares(found) == enumerate_chances(dice, lambda values: sum(values, start=Fraction(0)))
    assert planned.shape.low <= min(found.weights)
    assert max(found.weights) <= planned.shape.high
    assert len(found.weights) <= planned.shape.outcomes


DICE = [uniform(1, 6), uniform(0, 3), alike([-1, -1, 0, 2]), alike([0, 5, 5, 9]), uniform(1, 2)]


@pytest.mark.parametrize("count", [2, 3, 7, 20])
@pytest.mark.parametrize("die", DICE, ids=["d6", "from 0", "uneven", "gaps", "coin"])
def test_all_ways_of_raising_agree(die: Totals, count: int) -> None:
    """Four methods compute the same weights: the exact recurrence, Miller's, packed powers and repeated addition."""
    shape = shape_of(die)
    weights = sums._laid_out(die, shape.low, shape.step)
    expected = list(sums._recurrence(weights, count))
    width = width_for(die.total**count)
    assert list(unpack(pack(weights, width) ** count, width, len(expected))) == expected
    assert sums.power(die, count) == sums._repeat(die, count)
    if shape.fair:
        assert [ways * weights[0] ** count for ways in sums._fair_power(len(weights), count)] == expected


def test_a_joint_recurrence_agrees_with_adding_kinds_in_turn() -> None:
    """One recurrence for several kinds of dice has the same result as adding one kind after another."""
    parts: list[tuple[Totals, int]] = [
        (uniform(1, 20), 12),
        (alike([-2, 0, 0, 4]), 9),
        (sums.power(uniform(1, 6), 2), 15),
    ]
    shapes = [(shape_of(distribution), count) for distribution, count in parts]
    in_turn: Totals = certain(0)
    for distribution, count in parts:
        in_turn = sums.add(in_turn, sums.power(distribution, count))
    assert sums._together(parts, shapes) == in_turn


def test_a_chain_is_raised_by_a_short_recurrence() -> None:
    """For four dice that explode up to 80 times, the short recurrence computes the same weights as Miller's."""
    chain = [6 ** (80 - at // 6) if (at + 1) % 6 else 0 for at in range(6 * 80)]
    found = sums._chained_power(chain, 4)
    assert found == sums._recurrence(chain, 4)


RANKED = [
    ([(uniform(1, 6), 4)], (True, True, True, False)),
    ([(uniform(1, 4), 3)], (False, True, False)),
    ([(uniform(1, 4), 3)], (True, False, True)),
    ([(uniform(1, 4), 3)], (False, False, False)),
    ([(alike([-2, 0, 0, 3]), 4)], (False, False, True, True)),
    ([(uniform(1, 6), 2), (uniform(1, 4), 1)], (True, True, False)),
    ([(uniform(1, 3), 1), (alike([2, 2, 5]), 2)], (False, True, False)),
    ([(alike([Fraction(1, 2), Fraction(1), Fraction(3, 4)]), 3)], (True, False, False)),
]


@pytest.mark.parametrize(("kinds", "picked"), RANKED)
def test_ranked_dice_agree_with_sorting(kinds: list[tuple[Totals, int]], picked: tuple[bool, ...]) -> None:
    """Keeping any ranks of a mixture of dice has the same odds as in an enumeration that sorts the dice."""
    dice = [die for die, count in kinds for _ in range(count)]
    pool = ranked.RankedDice(tuple(kinds), picked)
    found = ranked.outcome(pool, certain, lambda _: certain(0))

    def sum_of_kept(values: tuple[Number, ...]) -> Number:
        ordered = sorted(values, reverse=True)
        return sum((value for value, taken in zip(ordered, picked, strict=True) if taken), start=Fraction(0))

    assert shares(found) == enumerate_chances(dice, sum_of_kept)


def test_picked_dice_may_become_anything() -> None:
    """Picked dice may be replaced by any distribution, for example if the lowest of three dice is rolled again."""
    die = uniform(1, 4)
    found = ranked.outcome(ranked.RankedDice(((die, 3),), (False, False, True)), lambda _: die, certain)
    assert shares(found) == enumerate_chances([die] * 4, lambda values: sum(sorted(values[:3])[1:]) + values[3])


@settings(deadline=None)
@given(distribution=SPREADS)
def test_mean_and_variance_are_exact(distribution: Totals) -> None:
    """The mean and the variance equal the moments calculated from the outcomes and their weights."""
    chances = shares(distribution)
    middle = sum((value * chance for value, chance in chances.items()), start=Fraction(0))
    assert mean(distribution) == middle
    assert variance(distribution) == sum(
        ((value - middle) ** 2 * chance for value, chance in chances.items()), start=Fraction(0)
    )


@settings(deadline=None)
@given(distribution=SPREADS, part=st.fractions(Fraction(1, 100), 1))
def test_a_quantile_is_the_lowest_outcome_that_suffices(distribution: Totals, part: Fraction) -> None:
    """The quantile `part` is the first outcome at which the cumulative probability reaches `part`."""
    (found,) = quantiles(distribution, [part])
    assert at_most(distribution, found) >= part
    assert at_most(distribution, found) - distribution.chance(found) < part


@settings(deadline=None)
@given(ours=SPREADS, theirs=SPREADS)
def test_win_tie_and_lose_agree_with_counting(ours: Totals, theirs: Totals) -> None:
    """The chances to win, tie and lose equal a count over all pairs of outcomes of two independent distributions."""
    signs = enumerate_chances([ours, theirs], lambda values: (values[0] > values[1]) - (values[0] < values[1]))
    assert compare_totals(ours, theirs) == tuple(signs.get(sign, Fraction(0)) for sign in (1, 0, -1))


def test_tails_and_modes() -> None:
    """The chance of at least or at most a value includes that value, and the mode lists all most likely outcomes."""
    distribution: Totals = alike([1, 1, 2, 3, 3])
    assert at_least(distribution, 2) == Fraction(3, 5)
    assert at_most(distribution, 2) == Fraction(3, 5)
    assert modes(distribution) == (1, 3)


def test_a_mixture_weighs_its_parts() -> None:
    """In a mixture of a coin (one third) and a constant (two thirds), each part has its weight."""
    sure: Totals = certain(1)
    distribution = mix([(1, uniform(0, 1)), (2, sure)])
    assert shares(distribution) == {0: Fraction(1, 6), 1: Fraction(5, 6)}


@given(
    counts=st.dictionaries(st.integers(0, 6), st.integers(1, 5), min_size=1),
    low=st.integers(0, 2),
    more=st.integers(0, 9),
)
def test_a_random_number_of_dice_is_a_mixture_of_their_sums(counts: dict[int, int], low: int, more: int) -> None:
    """The sum for each number of dice is weighted with the chance of that number, within the estimated cost."""
    numbers = Distribution(counts, sum(counts.values()))
    parts = [(ways, sums.power(uniform(low, low + more), number)) for number, ways in counts.items() if number]
    none: Totals = certain(0)

    with metered(sums.random_count_cost(max(counts), low, low + more, numbers.total.bit_length())):
        found = sums.of_random_count(numbers, low, low + more)
    assert shares(found) == shares(mix([*parts, (counts.get(0, 0), none)]))


def test_icepool_comes_to_the_same_sum_of_a_hundred_dice() -> None:
    """Icepool, an independent library, computes the same weights for a sum of a hundred dice."""
    assert dict(sums.power(uniform(1, 6), 100).weights) == dict((100 @ icepool.d6).items())


def test_no_work_starts_past_the_bound() -> None:
    """A plan that costs too much is refused, with its cost, before any work starts."""

    def work() -> Totals:
        pytest.fail("work was begun")

    dear = plan.Plan(shape_of(certain(0)), 101, work)
    with pytest.raises(TooCostly) as refused:
        carry_out(dear, bound=100)
    assert (refused.value.needs, refused.value.has) == (100, 101)
