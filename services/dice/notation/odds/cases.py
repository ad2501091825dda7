"""Odds by cases. Each possible result of a rolled number of dice, or of a named roll, is a case with its own plan."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Final

from msgspec.structs import replace

from services.dice.notation import limits
from services.dice.notation.expression import (
    Again,
    Counted,
    Dice,
    Drop,
    Explode,
    Keep,
    Let,
    Node,
    Number,
    Rational,
    Reroll,
    Unique,
    children,
    dice_of,
    with_parts,
)
from services.dice.notation.numbers import tidy
from services.dice.notation.odds.die import BITS_A_STEP
from services.dice.notation.odds.ranks import shape_within
from services.dice.notation.reach import reach_of
from services.dice.notation.refusals import NoExactOdds
from shared.kernel.odds.distribution import Distribution, certain, mix
from shared.kernel.odds.plan import Plan
from shared.kernel.odds.shape import BOUND, MANY, UPDATE, Shape

A_CASE: Final = 300
"""The number of steps to plan one node of a case."""


def with_count(node: Counted, number: Rational) -> Dice:
    """Return the dice of one case, in which their number is known."""
    return replace(node.dice, count=int(number))


def with_value(node: Let, value: Rational) -> Node:
    """Return the expression of one case, in which the roll's value replaces its name."""
    return _name(node.then, node.name, Number(value))


def _name(node: Node, name: str, number: Number) -> Node:
    if isinstance(node, Again):
        return number if node.name == name else node
    return with_parts(node, [_name(part, name, number) for part in children(node)])


def branches(node: Node) -> int:
    """Return the number of nodes in all cases of a tree. Cases within cases multiply this number."""
    inside = sum(branches(child) for child in children(node))
    if not isinstance(node, Counted | Let):
        return inside
    first, then = children(node)
    return branches(first) + _possible(first) * (_size(then) + branches(then))


def _size(node: Node) -> int:
    return 1 + sum(_size(child) for child in children(node))


def _possible(first: Node) -> int:
    """Return how many values a roll can have, from its bounds and its grain (the denominator of its values)."""
    reach = reach_of(first)
    return int((reach.most - reach.least) * reach.grain) + 1


def _numbers(first: Node) -> Iterator[Rational]:
    """Yield the values that a roll can have.

    Refuses: NoExactOdds
    """
    reach = reach_of(first)
    if not reach.exact:
        raise NoExactOdds(needs="a roll whose results have a known denominator", has="any fraction", field="text")
    for at in range(_possible(first)):
        yield tidy(reach.least + Fraction(at, reach.grain))


def by_cases(chosen: Plan, planned: Callable[[Rational], Plan], node: Counted | Let) -> Plan:
    """Return the plan of a result that depends on a number rolled first.

    The plan is a mixture with one case for each possible number.

    Rule:    DI-DICE-07, DI-NAME-01, DI-COST-01
    Refuses: NoExactOdds
    """
    first, then = children(node)
    shape = shape_within(reach_of(node))
    known = branches(node)
    cost = chosen.cost + known * A_CASE
    cases: dict[Rational, Plan] = {}
    for number in _numbers(first):
        if cost > BOUND or known > limits.BRANCHES:
            return Plan(shape, min(MANY, max(cost, BOUND + 1)), lambda: certain(0))  # too costly in any case
        cases[number] = planned(number)
        cost += cases[number].cost
    bits = chosen.shape.bits + _bits(then, [case.shape.bits for case in cases.values()])
    outcomes = sum(case.shape.outcomes for case in cases.values())
    found = Shape(shape.low, shape.high, shape.step, min(shape.slots, outcomes), bits)
    cost += outcomes * UPDATE * 2 * (1 + bits // BITS_A_STEP)

    def work() -> Distribution[Rational]:
        numbers = chosen.work()
        return mix([(ways, cases[number].work()) for number, ways in numbers.weights.items()])

    return Plan(found, min(cost, MANY), work)


def _bits(then: Node, cases: list[int]) -> int:
    """Return an upper bound on the bits of all cases together.

    The weights of cases are products of a few small numbers.
    """
    faces: set[object] = set()
    for dice in dice_of(then):
        faces.add(dice.die.sides)
        if any(isinstance(modifier, Unique) for modifier in dice.modifiers):
            return sum(cases)
        faces |= {(dice.die, each) for each in dice.modifiers if isinstance(each, Drop | Explode | Keep | Reroll)}
    return min(sum(cases), max(cases) * len(faces))
