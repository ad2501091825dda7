"""Dice that explode on their best face and are then kept by rank: the commonest case in which dice multiply first."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from math import comb, lcm
from typing import TypeAlias

from msgspec import Struct

from services.dice.rules.expression import CHAIN, Die, Explode, Keep, Modifier, Rank, Rational
from services.dice.rules.fates import Fate, any_holds
from shared.odds import sums
from shared.odds.plan import Plan
from shared.odds.shape import MANY, Shape
from shared.odds.spread import mixed

Kept: TypeAlias = Callable[[int, int], Plan]
"""The plan of keeping so many of so many dice that do not lead on."""


class Burst(Struct, frozen=True):
    """So many dice that lead on at their highest face alone, of which so many of one end are kept."""

    die: Die
    count: int
    best: Rational
    keep: Rank


def burst_kept(die: Die | None, count: int, modifiers: Sequence[Modifier]) -> Burst | None:
    """Tell whether a term is of this kind."""
    match modifiers:
        case (Explode(compound=False, penetrate=False, once=False) as there, Keep(of=(Rank() as keep,))):
            if die is None:
                return None
            best = max(die.all_values())
            leading = [value for value in die.all_values() if any_holds(there.of, value)]
            bounded = keep.number <= (CHAIN if keep.end == "highest" else count)
            return Burst(die, count, best, keep) if leading == [best] and bounded and die.sides > 1 else None
        case _:
            return None


def burst_plan(burst: Burst, kept: Kept, score: Callable[[Rational], Fate]) -> Plan:
    """Plan it: by the number of dice on the highest face, beyond which the others no longer matter."""
    cases = _from_the_top(burst) if burst.keep.end == "highest" else _from_the_bottom(burst)
    plans = [(chance, best, kept(others, left)) for chance, best, others, left in cases if chance]
    best = score(burst.best)
    added = max(best.weights, default=0)
    low = min(0, *(each.shape.low + many * added for _, many, each in plans))
    high = max(0, *(each.shape.high + many * added for _, many, each in plans))
    scale = lcm(*(chance.denominator for chance, _, _ in plans))
    bits = scale.bit_length() + max(each.shape.bits for _, _, each in plans) * 2
    shape = Shape(low, high, 1 if low != high else 0, int(high - low) + 1, bits)
    cost = 100 + sum(each.cost + 4 * each.shape.outcomes for _, _, each in plans) * 2

    def work() -> Fate:
        return mixed(
            [(int(chance * scale), sums.added(each.work(), sums.total([(best, many)]))) for chance, many, each in plans]
        )

    return Plan(shape, min(cost, MANY), work)


Case: TypeAlias = tuple[Fraction, int, int, int]
"""A chance, the dice kept on the highest face, the others kept, and out of how many."""


def _from_the_top(burst: Burst) -> list[Case]:
    """Count the throws of the highest face before every chain has ended; so few that no chain is cut short."""
    best, rest = Fraction(1, burst.die.sides), Fraction(burst.die.sides - 1, burst.die.sides)
    number, count = burst.keep.number, burst.count
    cases = [
        (comb(many + count - 1, many) * best**many * rest**count, many, min(number - many, count), count)
        for many in range(number)
    ]
    return [*cases, (1 - sum((case[0] for case in cases), start=Fraction(0)), number, 0, count)]


def _from_the_bottom(burst: Burst) -> list[Case]:
    """Count the chains that are cut short at the highest face, and so have no other die."""
    cut = Fraction(1, burst.die.sides ** (CHAIN + 1))
    number, count = burst.keep.number, burst.count
    return [
        (
            comb(count, many) * cut**many * (1 - cut) ** (count - many),
            max(0, number - (count - many)),
            min(number, count - many),
            count - many,
        )
        for many in range(count + 1)
    ]
