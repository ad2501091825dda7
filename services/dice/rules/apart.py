"""Dice thrown again while they equal an earlier one: the state is the set of values that are there."""

from __future__ import annotations

from math import comb
from typing import Final

from services.dice.rules.expression import CHAIN, Die, Rational, Unique
from services.dice.rules.fates import Fate, Fates, any_holds
from shared.odds import sums
from shared.odds.plan import Plan
from shared.odds.shape import MANY, UPDATE, Shape
from shared.odds.spread import Spread, certain, mixed

MOST_VALUES: Final = 200
"""Values beyond which the number of sets is past every bound anyway."""


def apart_plan(first: Plan, count: int, rule: tuple[Unique, Die], fates: Fates, *, one: Shape) -> Plan:
    """Plan so many dice told apart; `first` is one as it stands before, `fates` what becomes of it, within `one`."""
    there, die = rule
    throws = 1 if there.once else CHAIN
    values = first.shape.outcomes + die.sides
    states = sum(comb(min(values, MOST_VALUES), size) for size in range(min(count, values)))
    bits = die.sides.bit_length() * (throws + 1) * count
    slots = int((one.high - one.low) / (one.step or 1)) * count + 1
    cost = first.cost + count * states * values * UPDATE * slots * (1 + bits // 3200)
    shape = Shape(one.low * count, one.high * count, one.step, slots, bits)
    return Plan(shape, min(cost, MANY), lambda: _one_by_one(first.work(), count, (there, throws, die), fates))


def _one_by_one(first: Fate, count: int, rule: tuple[Unique, int, Die], fates: Fates) -> Fate:
    there, throws, die = rule
    states: dict[frozenset[Rational], Fate] = {frozenset(): certain(0)}
    chances: dict[frozenset[Rational], int] = {frozenset(): 1}
    for _ in range(count):
        parts: dict[frozenset[Rational], list[tuple[int, Fate]]] = {}
        for seen, so_far in states.items():
            ends = _ends(first, seen, (there, throws, die))
            factor = chances[seen]
            for value, ways in ends.weights.items():
                parts.setdefault(seen | {value}, []).append((factor * ways, sums.added(so_far, fates.of(value))))
        states = {seen: mixed(found) for seen, found in parts.items()}
        chances = {seen: sum(weight for weight, _ in found) for seen, found in parts.items()}
    return mixed([(chances[seen], fate) for seen, fate in states.items()])


def _ends(first: Fate, seen: frozenset[Rational], rule: tuple[Unique, int, Die]) -> Fate:
    """Give where a die ends that is thrown again while it doubles a value that is there.

    Shape:   the total is the same whatever has been seen
    """
    there, throws, die = rule
    faces = mixed([(1, certain(die.value(face))) for face in range(1, die.sides + 1)])

    def doubles(value: Rational) -> bool:
        return value in seen and (not there.of or any_holds(there.of, value))

    again = first.where(doubles)
    on = faces.where(doubles)
    whole = faces.total**throws
    found = {value: ways * whole for value, ways in first.weights.items() if not doubles(value)}
    for value, ways in faces.weights.items():
        turns = range(1, throws + 1) if not doubles(value) else (throws,)
        reached = sum(on ** (turn - 1) * faces.total ** (throws - turn) for turn in turns)
        if again and reached:
            found[value] = found.get(value, 0) + again * ways * reached
    return Spread(found, first.total * whole)
