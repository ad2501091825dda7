"""Dice that are rerolled while they equal an earlier die. Each state of the calculation is the set of values so far."""

from __future__ import annotations

from math import comb, lcm
from typing import Final

from services.dice.notation.expression import Die, Rational, Unique
from services.dice.notation.odds.die import BITS_A_STEP, DieOdds, Outcomes, any_holds
from shared.kernel.odds import sums
from shared.kernel.odds.distribution import certain, mix
from shared.kernel.odds.plan import Plan
from shared.kernel.odds.shape import MANY, UPDATE, Shape

FEW: Final = 40
"""The maximum size of the subsets that the calculation counts.

Calculations with larger subsets would cost more than any limit allows.
"""


def distinct_plan(first: Plan, count: int, rule: tuple[Unique, Die], die_odds: DieOdds, *, one: Shape) -> Plan:
    """Return the plan of several distinct dice.

    `first` is the plan of one die before rerolls, `die_odds` are its odds, and `one` contains its bounds.
    """
    there, die = rule
    values = first.shape.outcomes + die.sides
    least = [min(size, values - size) for size in range(min(count, values) + 1)]
    states = sum(comb(values, size) if least[size] <= FEW else MANY for size in range(min(count, values) + 1))
    each = die.sides.bit_length()
    bits = (first.shape.bits + each * 2 + min(count * each, die.sides * 3 // 2 + 1)) * count
    slots = int((one.high - one.low) / (one.step or 1)) * count + 1
    cost = first.cost + count * states * values * UPDATE * 4 * slots * (1 + bits // BITS_A_STEP)
    shape = Shape(one.low * count, one.high * count, one.step, slots, bits)
    return Plan(shape, min(cost, MANY), lambda: _one_by_one(first.work(), count, (there, die), die_odds))


def _one_by_one(first: Outcomes, count: int, rule: tuple[Unique, Die], die_odds: DieOdds) -> Outcomes:
    states: dict[frozenset[Rational], Outcomes] = {frozenset(): certain(0)}
    chances: dict[frozenset[Rational], int] = {frozenset(): 1}
    for _ in range(count):
        parts: dict[frozenset[Rational], list[tuple[int, Outcomes]]] = {}
        ended = {seen: _ends(first, seen, rule) for seen in states}
        whole = lcm(*(ends.total for ends in ended.values()))
        for seen, so_far in states.items():
            factor = chances[seen] * (whole // ended[seen].total)
            for value, ways in ended[seen].weights.items():
                parts.setdefault(seen | {value}, []).append((factor * ways, sums.add(so_far, die_odds.of(value))))
        states = {seen: mix(found) for seen, found in parts.items()}
        chances = {seen: sum(weight for weight, _ in found) for seen, found in parts.items()}
    return mix([(chances[seen], outcomes) for seen, outcomes in states.items()])


def _ends(first: Outcomes, seen: frozenset[Rational], rule: tuple[Unique, Die]) -> Outcomes:
    """Return the odds of the final value of a die that is rerolled, either once or until it equals no earlier value."""
    there, die = rule

    def doubles(value: Rational) -> bool:
        return value in seen and (not there.of or any_holds(there.of, value))

    values = [value for value in die.all_values() if there.once or not doubles(value)]
    again: Outcomes = mix([(1, certain(value)) for value in values])
    parts: list[tuple[int, Outcomes]] = [
        (ways, again if doubles(value) else certain(value)) for value, ways in first.weights.items()
    ]
    return mix(parts)
