"""Plans for computing odds: the shape and the cost of a distribution are known before it is computed.

Planning is always fast. `carry_out` refuses an expensive plan before it starts the calculation, so that no request is
slow.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Final

from msgspec import Struct

from shared.kernel.odds import meter, ranked, sums
from shared.kernel.odds.distribution import Distribution, Number, extreme_of, uniform
from shared.kernel.odds.shape import BOUND, FRACTION, MANY, UPDATE, Shape, shape_of
from shared.kernel.refusals import TooCostly

FINEST: Final = Fraction(1, MANY)
"""The assumed step between outcomes when only their lowest and highest values are known."""
PAIR_OF_FRACTIONS: Final = 100
BITS_OF_A_PRODUCT: Final = 800


class Plan(Struct, frozen=True):
    """A distribution that is not computed yet: its shape, its cost in steps, and the function that computes it."""

    shape: Shape
    cost: int
    work: Callable[[], Distribution[Number]]


def carry_out(plan: Plan, bound: int = BOUND) -> Distribution[Number]:
    """Compute the odds if they cost no more than the limit.

    Rule:    AR-ODDS-01
    Refuses: TooCostly
    """
    check(plan.cost, bound)
    return plan.work()


def check(cost: int, bound: int = BOUND) -> None:
    """Check that a plan costs no more than the limit.

    Rule:    AR-ODDS-01
    Refuses: TooCostly
    """
    if cost > bound:
        raise TooCostly(needs=bound, has=min(cost, MANY))


def plan_of_known(distribution: Distribution[Number]) -> Plan:
    """Return the plan of a distribution that is already known."""
    return Plan(shape_of(distribution), 1, lambda: distribution)


def die(low: int, high: int) -> Plan:
    """Plan a fair die that shows `low` to `high`."""
    sides = high - low + 1
    shape = Shape(low, high, 1 if sides > 1 else 0, sides, sides.bit_length(), fair=True)
    return Plan(shape, sides, lambda: uniform(low, high))


def total(parts: Sequence[tuple[Plan, int]]) -> Plan:
    """Plan the sum of independent parts, each repeated the given number of times."""
    shape, cost = sums.total_shape([(plan.shape, count) for plan, count in parts])
    cost += sum(plan.cost for plan, count in parts if count)
    return Plan(shape, min(cost, MANY), lambda: sums.total([(plan.work(), count) for plan, count in parts if count]))


def pairs(one: Plan, other: Plan, joined: Callable[[Number, Number], Number], shape: Shape) -> Plan:
    """Plan the distribution of a function of two independent numbers, pair by pair; `shape` bounds the results."""
    count = one.shape.outcomes * other.shape.outcomes
    bits = one.shape.bits + other.shape.bits
    outcomes = min(count, shape.slots, MANY)
    found = Shape(shape.low, shape.high, shape.step, outcomes, bits)
    each = UPDATE * 4 if isinstance(shape.step, int) else PAIR_OF_FRACTIONS
    cost = one.cost + other.cost + count * each * (1 + bits // BITS_OF_A_PRODUCT)

    def work() -> Distribution[Number]:
        left, right = one.work(), other.work()
        meter.spend(len(left.weights) * len(right.weights) * each, left.total * right.total)
        weights: dict[Number, int] = {}
        for ours, ways in left.weights.items():
            for theirs, factor in right.weights.items():
                both = joined(ours, theirs)
                weights[both] = weights.get(both, 0) + ways * factor
        return Distribution(weights, left.total * right.total)

    return Plan(found, min(cost, MANY), work)


def extreme(parts: Sequence[Plan], shape: Shape, *, highest: bool) -> Plan:
    """Plan the distribution of the highest or lowest of independent numbers.

    The probability that all are at most x is the product of their probabilities.
    """
    bits = sum(part.shape.bits for part in parts)
    looked_at = sum(part.shape.outcomes for part in parts)
    outcomes = min(looked_at, shape.slots)
    each = len(parts) * (PAIR_OF_FRACTIONS if type(shape.step) is not int else UPDATE * 8)
    handled = looked_at * (each + FRACTION) * (1 + bits // BITS_OF_A_PRODUCT)
    cost = sum(part.cost for part in parts) + handled
    found = Shape(shape.low, shape.high, shape.step, outcomes, bits)
    return Plan(found, min(cost, MANY), lambda: extreme_of([part.work() for part in parts], highest=highest))


def plan_of_function(one: Plan, to: Callable[[Number], Number], shape: Shape) -> Plan:
    """Plan the distribution of a function of a number; `shape` bounds the results."""
    found = Shape(shape.low, shape.high, shape.step, min(one.shape.outcomes, shape.slots), one.shape.bits)
    each = UPDATE * 4 if type(shape.step) is int and type(one.shape.step) is int else PAIR_OF_FRACTIONS
    return Plan(found, one.cost + one.shape.outcomes * each, lambda: one.work().map_outcomes(to))


def somewhere(low: Number, high: Number) -> Shape:
    """Return the shape of numbers for which only the lowest and the highest are known."""
    return Shape(low, high, FINEST if low != high else 0, MANY, 1)


def integers(low: Number, high: Number) -> Shape:
    """Return the shape of a distribution over the integers between two bounds, both included."""
    return Shape(-int(-low // 1), int(high // 1), 1, MANY, 1)


class Ranking(Struct, frozen=True):
    """Dice that are ranked together; each adds one amount to the total if it is picked, and another if it is not.

    `inside` applies to picked dice, `outside` to the others; the amount that a die adds has the shape `adds`. If
    `plain`, each die adds a fixed number; if `others`, dice that are not picked also add an amount.

    Shape:   picked: one entry for each die, from the highest
    """

    kinds: tuple[tuple[Plan, int], ...]
    picked: tuple[bool, ...]
    inside: ranked.Becomes
    outside: ranked.Becomes
    adds: Shape
    plain: bool
    ends: tuple[int, int] | None = None
    others: bool = False


def plan_ranking(asked: Ranking) -> Plan:
    """Plan the total of ranked dice, of which some are picked."""
    kinds = [(plan.shape, count) for plan, count in asked.kinds if count]
    if not kinds:
        return plan_of_known(Distribution({0: 1}, 1))
    last = (True,) * len(asked.picked) if asked.ends else asked.picked
    cost = ranked.outcome_cost(kinds, last, asked.adds, plain=asked.plain)
    cost += ranked.others_cost(kinds, asked.adds) if asked.others else 0
    cost += sum(plan.cost for plan, _ in asked.kinds)
    adds, count = asked.adds, len(asked.picked)
    slots = (adds.slots - 1) * count + 1
    bits = sum(shape.bits * dice for shape, dice in kinds) + adds.bits * count
    shape = Shape(adds.low * count, adds.high * count, adds.step, slots, bits)

    def work() -> Distribution[Number]:
        pool = ranked.RankedDice(
            tuple((plan.work(), dice) for plan, dice in asked.kinds if dice), asked.picked, ends=asked.ends
        )
        return ranked.outcome(pool, asked.inside, asked.outside)

    return Plan(shape, min(cost, MANY), work)
