"""Odds case by case: dice whose number is rolled, and rolls that have a name, looked at for each number they can be."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from services.dice.rules import bounds
from services.dice.rules.expression import (
    Again,
    Counted,
    Dice,
    Let,
    Node,
    Number,
    Rational,
    children,
    rebuilt,
)
from services.dice.rules.ranks import UNKNOWN, shape_within
from services.dice.rules.reach import reach_of
from shared.odds.plan import Plan
from shared.odds.shape import MANY, UPDATE, Shape
from shared.odds.spread import Spread, mixed


def with_count(node: Counted, number: Rational) -> Dice:
    """Give the dice of a case, in its number."""
    return replace(node.dice, count=int(number))


def with_value(node: Let, value: Rational) -> Node:
    """Give the expression of a case, its value in place of the name."""
    return _named(node.then, node.name, Number(value))


def _named(node: Node, name: str, number: Number) -> Node:
    if isinstance(node, Again):
        return number if node.name == name else node
    return rebuilt(node, [_named(part, name, number) for part in children(node)])


def branches(node: Node) -> int:
    """Count the cases of a tree, those of a case in a case each for itself."""
    if not isinstance(node, Counted | Let):
        return sum(branches(child) for child in children(node))
    first, then = children(node)
    reach = reach_of(first)
    if reach.grain != 1:
        return bounds.BRANCHES + 1
    return branches(first) + (int(reach.most - reach.least) + 1) * (1 + branches(then))


def by_cases(chosen: Plan, planned: Callable[[Rational], Plan], node: Counted | Let) -> Plan:
    """Plan what follows from a number that is rolled first: the cases with the weights of the numbers.

    Rule:    DI-DICE-07, DI-NAME-01
    """
    if branches(node) > bounds.BRANCHES:
        return UNKNOWN
    first = reach_of(children(node)[0])
    cases = {number: planned(number) for number in range(int(first.least), int(first.most) + 1)}
    shape = shape_within(reach_of(node))
    bits = chosen.shape.bits + sum(case.shape.bits for case in cases.values())
    outcomes = min(shape.slots, sum(case.shape.outcomes for case in cases.values()))
    found = Shape(shape.low, shape.high, shape.step, outcomes, bits)
    handled = sum(case.shape.outcomes for case in cases.values()) * UPDATE * (1 + bits // 3200)
    cost = chosen.cost + sum(case.cost for case in cases.values()) + handled

    def work() -> Spread[Rational]:
        numbers = chosen.work()
        spreads = {number: cases[int(number)].work() for number in numbers.weights}
        return mixed([(ways, spreads[number]) for number, ways in numbers.weights.items()])

    return Plan(found, min(cost, MANY), work)
