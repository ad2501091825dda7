"""The odds of matching sets. Dice with the same value form a set if there are enough of them."""

from __future__ import annotations

from math import comb

from services.dice.notation.expression import Dice, Match, Rational
from services.dice.notation.odds.die import BITS_A_STEP
from services.dice.notation.odds.ranks import plain
from services.dice.notation.refusals import NoExactOdds
from shared.kernel.odds import meter
from shared.kernel.odds.distribution import Distribution, reduce_weights
from shared.kernel.odds.plan import Plan
from shared.kernel.odds.shape import MANY, UPDATE, Shape


def matches_plan(dice: Dice) -> Plan:
    """Return the plan of the number of sets. No exact method is known if the dice also have other modifiers.

    Rule:    DI-SET-01
    Refuses: NoExactOdds
    """
    acting = plain(dice.modifiers)[0]
    if not all(isinstance(each, Match) for each in acting):
        raise NoExactOdds(needs="sets of dice without other modifiers", has=dice.text, field="text")
    size = [each.size for each in acting if isinstance(each, Match)][-1]
    most = dice.count // size
    kinds = len(set(dice.die.values)) if dice.die.values else dice.die.sides
    bits = dice.count * dice.die.sides.bit_length()
    steps = kinds * (dice.count + 1) ** 2 * (most + 1) * UPDATE * (1 + bits // BITS_A_STEP)
    shape = Shape(0, most, 1 if most else 0, most + 1, bits)

    def work() -> Distribution[Rational]:
        faces: dict[int, int] = {}
        for value in dice.die.all_values():
            faces[value] = faces.get(value, 0) + 1
        return _sets(dice.count, tuple(faces.values()), size)

    return Plan(shape, min(steps, MANY), work)


def _sets(count: int, weights: tuple[int, ...], size: int) -> Distribution[Rational]:
    """Return the odds of each number of sets.

    The function counts the ways for each value of the dice, one value after another.
    """
    ways: dict[tuple[int, int], int] = {(0, 0): 1}
    for weight in weights:
        after: dict[tuple[int, int], int] = {}
        for (used, sets), number in ways.items():
            meter.spend(UPDATE * (count - used + 1), number)
            for showing in range(count - used + 1):
                key = (used + showing, sets + (showing >= size))
                after[key] = after.get(key, 0) + number * comb(count - used, showing) * weight**showing
        ways = after
    found: dict[Rational, int] = {sets: number for (used, sets), number in ways.items() if used == count}
    return reduce_weights(Distribution(found, sum(weights) ** count))
