"""A distribution with integer weights: outcome -> number of ways, out of a total. Floats come last, at the edge."""

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
"""Steps of applying a function to an outcome, and of taking an outcome over."""
Number: TypeAlias = int | Fraction
Vector: TypeAlias = tuple[int, ...]

K = TypeVar("K", bound=Hashable)
L = TypeVar("L", bound=Hashable)


class Spread(Struct, Generic[K], frozen=True):
    """How many of `total` equally likely ways lead to each outcome. No weight is 0."""

    weights: Mapping[K, int]
    total: int

    def chance(self, outcome: K) -> Fraction:
        """Give the exact chance of one outcome."""
        return Fraction(self.weights.get(outcome, 0), self.total)

    def mapped(self, to: Callable[[K], L]) -> Spread[L]:
        """Give the spread of a function of the outcome."""
        meter.spend(MAPPING * len(self.weights), self.total)
        found: dict[L, int] = {}
        for outcome, weight in self.weights.items():
            seen = to(outcome)
            found[seen] = found.get(seen, 0) + weight
        return Spread(found, self.total)

    def where(self, holds: Callable[[K], bool]) -> int:
        """Count the ways in which something holds."""
        return sum(weight for outcome, weight in self.weights.items() if holds(outcome))


def certain(outcome: K) -> Spread[K]:
    """Give the spread of what is sure to happen."""
    return Spread({outcome: 1}, 1)


def uniform(low: int, high: int) -> Spread[Number]:
    """Give the spread of a fair die that shows `low` to `high`."""
    weights: dict[Number, int] = dict.fromkeys(range(low, high + 1), 1)
    return Spread(weights, high - low + 1)


def alike(outcomes: Iterable[K]) -> Spread[K]:
    """Give the spread of a die with these faces, each as likely; a face may stand on it more than once."""
    found: dict[K, int] = {}
    total = 0
    for outcome in outcomes:
        found[outcome] = found.get(outcome, 0) + 1
        total += 1
    return Spread(found, total)


def mixed(parts: Sequence[tuple[int, Spread[K]]]) -> Spread[K]:
    """Give the spread of first choosing a part, with these weights, and then an outcome of that part."""
    alike: dict[int, tuple[int, Spread[K]]] = {}
    for weight, spread in parts:
        alike[id(spread)] = (alike[id(spread)][0] + weight if id(spread) in alike else weight, spread)
    common = lcm(*(spread.total for _, spread in alike.values()))
    meter.spend(MIXING * (len(parts) + sum(len(spread.weights) + 1 for _, spread in alike.values())), common)
    found: dict[K, int] = {}
    for weight, spread in alike.values():
        factor = weight * (common // spread.total)
        for outcome, ways in spread.weights.items():
            found[outcome] = found.get(outcome, 0) + factor * ways
    return reduced(Spread({o: w for o, w in found.items() if w}, common * sum(weight for weight, _ in parts)))


def extreme_of(spreads: Sequence[Spread[Number]], *, highest: bool) -> Spread[Number]:
    """Return the spread of the highest, or lowest, of independent outcomes."""
    total = prod(spread.total for spread in spreads)
    values = sorted({value for spread in spreads for value in spread.weights}, reverse=not highest)
    meter.spend(MAPPING * len(values) * len(spreads), total)
    so_far = [0] * len(spreads)
    found: dict[Number, int] = {}
    before = 0
    for value in values:
        so_far = [ways + spread.weights.get(value, 0) for ways, spread in zip(so_far, spreads, strict=True)]
        here = prod(so_far)
        if here > before:
            found[value] = here - before
        before = here
    return Spread(found, total)


def reduced(spread: Spread[K]) -> Spread[K]:
    """Give the same odds with the smallest whole weights."""
    common = gcd(spread.total, *spread.weights.values())
    if common == 1:
        return spread
    return Spread({outcome: weight // common for outcome, weight in spread.weights.items()}, spread.total // common)


def mean(spread: Spread[Number]) -> Fraction:
    """Give the exact expected outcome."""
    return Fraction(sum(outcome * weight for outcome, weight in spread.weights.items())) / spread.total


def variance(spread: Spread[Number]) -> Fraction:
    """Give the exact variance: the mean square less the square of the mean."""
    squares = sum(outcome * outcome * weight for outcome, weight in spread.weights.items())
    return Fraction(squares) / spread.total - mean(spread) ** 2


def modes(spread: Spread[K]) -> tuple[K, ...]:
    """Give the likeliest outcomes, all of them where several are equally likely."""
    most = max(spread.weights.values())
    return tuple(outcome for outcome, weight in spread.weights.items() if weight == most)


def in_order(spread: Spread[Number]) -> tuple[list[Number], list[int]]:
    """Give the outcomes from the lowest to the highest, and the weights in the same order."""
    outcomes = sorted(spread.weights)
    return outcomes, [spread.weights[outcome] for outcome in outcomes]


def quantiles(spread: Spread[Number], parts: Sequence[Fraction]) -> tuple[Number, ...]:
    """Give for each part p the lowest outcome that is not exceeded with a chance of at least p."""
    outcomes, weights = in_order(spread)
    sums = list(accumulate(weights))
    return tuple(outcomes[bisect_left(sums, -(-spread.total * p.numerator // p.denominator))] for p in parts)


def at_least(spread: Spread[Number], least: Number) -> Fraction:
    """Give the exact chance of this much or more."""
    return Fraction(spread.where(lambda outcome: outcome >= least), spread.total)


def at_most(spread: Spread[Number], most: Number) -> Fraction:
    """Give the exact chance of this much or less."""
    return Fraction(spread.where(lambda outcome: outcome <= most), spread.total)


def compared(ours: Spread[Number], theirs: Spread[Number]) -> tuple[Fraction, Fraction, Fraction]:
    """Give the chances that ours is higher, that both are equal, and that ours is lower; the two are independent."""
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
