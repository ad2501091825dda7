"""A distribution with integer weights: it maps each outcome to the number of ways that lead to it.

All calculations are exact; only reports convert the results to floats.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import accumulate
from math import gcd, lcm, prod
from typing import Generic, TypeAlias, TypeVar

from msgspec import Struct

from shared.kernel.odds import meter

MAPPING, MIXING = 8, 4
"""The costs of applying a function to an outcome, and of copying an outcome. Units: steps."""
Number: TypeAlias = int | Fraction
Vector: TypeAlias = tuple[int, ...]

K = TypeVar("K", bound=Hashable)
L = TypeVar("L", bound=Hashable)


class Distribution(Struct, Generic[K], frozen=True):
    """A distribution: the number of equally likely ways, out of `total`, that lead to each outcome. No weight is 0."""

    weights: Mapping[K, int]
    total: int

    def chance(self, outcome: K) -> Fraction:
        """Return the exact probability of one outcome."""
        return Fraction(self.weights.get(outcome, 0), self.total)

    def map_outcomes(self, to: Callable[[K], L]) -> Distribution[L]:
        """Return the distribution of the results of a function of the outcome."""
        meter.spend(MAPPING * len(self.weights), self.total)
        found: dict[L, int] = {}
        for outcome, weight in self.weights.items():
            seen = to(outcome)
            found[seen] = found.get(seen, 0) + weight
        return Distribution(found, self.total)

    def where(self, holds: Callable[[K], bool]) -> int:
        """Return the number of ways whose outcome meets a condition."""
        return sum(weight for outcome, weight in self.weights.items() if holds(outcome))


def certain(outcome: K) -> Distribution[K]:
    """Return the distribution that has only this outcome."""
    return Distribution({outcome: 1}, 1)


def uniform(low: int, high: int) -> Distribution[Number]:
    """Return the distribution of a fair die that shows `low` to `high`."""
    weights: dict[Number, int] = dict.fromkeys(range(low, high + 1), 1)
    return Distribution(weights, high - low + 1)


def alike(outcomes: Iterable[K]) -> Distribution[K]:
    """Return the distribution of a die with these faces, all equally likely. The same face may occur more than once."""
    found: dict[K, int] = {}
    total = 0
    for outcome in outcomes:
        found[outcome] = found.get(outcome, 0) + 1
        total += 1
    return Distribution(found, total)


def mix(parts: Sequence[tuple[int, Distribution[K]]]) -> Distribution[K]:
    """Return the mixture of distributions with these weights."""
    alike: dict[int, tuple[int, Distribution[K]]] = {}
    for weight, distribution in parts:
        alike[id(distribution)] = (
            alike[id(distribution)][0] + weight if id(distribution) in alike else weight,
            distribution,
        )
    common = lcm(*(distribution.total for _, distribution in alike.values()))
    meter.spend(
        MIXING * (len(parts) + sum(len(distribution.weights) + 1 for _, distribution in alike.values())), common
    )
    found: dict[K, int] = {}
    for weight, distribution in alike.values():
        factor = weight * (common // distribution.total)
        for outcome, ways in distribution.weights.items():
            found[outcome] = found.get(outcome, 0) + factor * ways
    return reduce_weights(
        Distribution({o: w for o, w in found.items() if w}, common * sum(weight for weight, _ in parts))
    )


def extreme_of(distributions: Sequence[Distribution[Number]], *, highest: bool) -> Distribution[Number]:
    """Return the distribution of the highest, or lowest, of independent outcomes."""
    total = prod(distribution.total for distribution in distributions)
    values = sorted({value for distribution in distributions for value in distribution.weights}, reverse=not highest)
    meter.spend(MAPPING * len(values) * len(distributions), total)
    so_far = [0] * len(distributions)
    found: dict[Number, int] = {}
    before = 0
    for value in values:
        so_far = [
            ways + distribution.weights.get(value, 0) for ways, distribution in zip(so_far, distributions, strict=True)
        ]
        here = prod(so_far)
        if here > before:
            found[value] = here - before
        before = here
    return Distribution(found, total)


def reduce_weights(distribution: Distribution[K]) -> Distribution[K]:
    """Return the same odds with the smallest whole weights."""
    common = gcd(distribution.total, *distribution.weights.values())
    if common == 1:
        return distribution
    return Distribution(
        {outcome: weight // common for outcome, weight in distribution.weights.items()}, distribution.total // common
    )


def mean(distribution: Distribution[Number]) -> Fraction:
    """Return the exact expected outcome."""
    return Fraction(sum(outcome * weight for outcome, weight in distribution.weights.items())) / distribution.total


def variance(distribution: Distribution[Number]) -> Fraction:
    """Return the exact variance: the mean square minus the square of the mean."""
    squares = sum(outcome * outcome * weight for outcome, weight in distribution.weights.items())
    return Fraction(squares) / distribution.total - mean(distribution) ** 2


def modes(distribution: Distribution[K]) -> tuple[K, ...]:
    """Return the most probable outcome, or all of them if several have the same probability."""
    most = max(distribution.weights.values())
    return tuple(outcome for outcome, weight in distribution.weights.items() if weight == most)


def in_order(distribution: Distribution[Number]) -> tuple[list[Number], list[int]]:
    """Return the outcomes from the lowest to the highest, and the weights in the same order."""
    outcomes = sorted(distribution.weights)
    return outcomes, [distribution.weights[outcome] for outcome in outcomes]


def quantiles(distribution: Distribution[Number], parts: Sequence[Fraction]) -> tuple[Number, ...]:
    """Return, for each p of `parts`, the lowest outcome x such that the probability of x or less is at least p."""
    outcomes, weights = in_order(distribution)
    sums = list(accumulate(weights))
    return tuple(outcomes[bisect_left(sums, -(-distribution.total * p.numerator // p.denominator))] for p in parts)


def at_least(distribution: Distribution[Number], least: Number) -> Fraction:
    """Return the exact probability of this outcome or a higher one."""
    return Fraction(distribution.where(lambda outcome: outcome >= least), distribution.total)


def at_most(distribution: Distribution[Number], most: Number) -> Fraction:
    """Return the exact probability of this outcome or a lower one."""
    return Fraction(distribution.where(lambda outcome: outcome <= most), distribution.total)


def compare_totals(ours: Distribution[Number], theirs: Distribution[Number]) -> tuple[Fraction, Fraction, Fraction]:
    """Return the probabilities that `ours` is higher, equal or lower, for two independent distributions."""
    outcomes, weights = in_order(theirs)
    below = [0, *accumulate(weights)]
    higher = equal = 0
    for outcome, weight in ours.weights.items():
        place = bisect_left(outcomes, outcome)
        higher += weight * below[place]
        equal += weight * theirs.weights.get(outcome, 0)
    ways = ours.total * theirs.total
    win, tie = Fraction(higher, ways), Fraction(equal, ways)
    return win, tie, 1 - win - tie
