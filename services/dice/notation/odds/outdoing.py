"""Dice whose highest (or lowest) die explodes, as long as each extra die is higher (or lower) than all earlier dice."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import accumulate
from typing import Final

from msgspec import Struct

from services.dice.notation.expression import Die, Explode, Modifier, Rank, Rational
from services.dice.notation.odds.die import BITS_A_STEP, Outcomes
from shared.kernel.odds import sums
from shared.kernel.odds.distribution import Distribution, mix
from shared.kernel.odds.plan import Plan
from shared.kernel.odds.shape import MANY, UPDATE, Shape

MOST_VALUES: Final = 100
"""The maximum number of values of a die for which this method is used."""
STEPS: Final = 4 * UPDATE
"""The number of steps for each pair of a total so far and a value that may be the highest or lowest."""


class Outdoing(Struct, frozen=True):
    """Several dice, of which the highest or lowest explodes.

    `values` lists their faces. The highest or lowest face comes last.

    An extra die that only equals the earlier extreme does not explode, because the first of equal dice is picked.
    """

    count: int
    values: tuple[Rational, ...]

    @property
    def ladder(self) -> tuple[Rational, ...]:
        """Return the distinct values of the faces, in the order of `values`."""
        return tuple(dict.fromkeys(self.values))


def outdoing(die: Die | None, count: int, modifiers: Sequence[Modifier]) -> Outdoing | None:
    """Return a term as `Outdoing`, or None if it is of another kind or its chains could reach the limit."""
    match modifiers:
        case (Explode(of=(Rank(number=1, end=end),), once=False, compound=False, penetrate=False) as there,):
            if die is None or die.sides > MOST_VALUES or die.sides > there.limit:
                return None
            return Outdoing(count, tuple(sorted(die.all_values(), reverse=end == "lowest")))
        case _:
            return None


def outdoing_plan(dice: Outdoing, score: Callable[[Rational], Outcomes]) -> Plan:
    """Return the plan of the odds.

    It has a case for each extreme value of the first dice, and then for each value of an extra die.
    """
    most = dice.count + len(dice.ladder)
    added = [int(each) for value in dice.ladder for each in score(value).weights]
    low, high = min(0, *added) * most, max(0, *added) * most
    bits = most * len(dice.values).bit_length()
    shape = Shape(low, high, 1, high - low + 1, bits)
    cost = STEPS * shape.outcomes * len(dice.ladder) * (dice.count + len(dice.values)) * (1 + bits // BITS_A_STEP)
    return Plan(shape, min(cost, MANY), lambda: _worked_out(dice, score))


def _worked_out(dice: Outdoing, score: Callable[[Rational], Outcomes]) -> Outcomes:
    scores = {value: score(value) for value in dice.ladder}
    extra = _extra(dice, scores)
    parts = [(ways, sums.add(first, extra[value])) for value, ways, first in _first(dice, scores)]
    return mix(parts)


def _extra(dice: Outdoing, scores: Mapping[Rational, Outcomes]) -> dict[Rational, Outcomes]:
    """Return the odds of the sum of the extra dice, for each highest or lowest value that was rolled before them."""
    found: dict[Rational, Outcomes] = {}
    for value in reversed(dice.ladder):
        place = dice.ladder.index(value)
        further = {one: sums.add(scores[one], found[one]) for one in dice.ladder[place + 1 :]}
        found[value] = mix([(1, further.get(face, scores[face])) for face in dice.values])
    return found


def _first(dice: Outdoing, scores: Mapping[Rational, Outcomes]) -> list[tuple[Rational, int, Outcomes]]:
    """Return the possible extreme values of the first dice, each with its number of ways and the sum of the dice."""
    upto = list(accumulate(dice.values.count(value) for value in dice.ladder))
    within: list[dict[Rational, int]] = [{}]
    for faces in upto:
        whole = mix([(1, scores[value]) for value in dice.values[:faces]])
        found = sums.power(whole, dice.count)
        factor = faces**dice.count // found.total  # a die's score is certain, so its ways are its faces
        within.append({total: ways * factor for total, ways in found.weights.items()})
    parts = []
    for value, before, now in zip(dice.ladder, within, within[1:], strict=False):
        left = {total: ways - before.get(total, 0) for total, ways in now.items()}
        left = {total: ways for total, ways in left.items() if ways}
        share = sum(left.values())
        parts.append((value, share, Distribution(left, share)))
    return parts
