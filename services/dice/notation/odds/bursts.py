"""Dice that explode on their highest face and are then kept by rank: this is the most common case of extra dice.

A chain is a die together with its extra dice.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from math import comb, lcm
from typing import Final, TypeAlias

from msgspec import Struct

from services.dice.notation.choice import RankChoice
from services.dice.notation.expression import Die, Drop, Explode, Keep, Modifier, Rank, Rational
from services.dice.notation.odds.die import BITS_A_STEP, Outcomes, any_holds
from shared.kernel.odds import sums
from shared.kernel.odds.distribution import Distribution, mix
from shared.kernel.odds.plan import Plan
from shared.kernel.odds.shape import MANY, UPDATE, Shape

KeptPlan: TypeAlias = Callable[[int, int], Plan]
"""A function of two numbers k and n that returns the plan for keeping k of n dice that do not explode."""


class Burst(Struct, frozen=True):
    """Dice that explode only on their highest face, up to a limit, of which the highest or the lowest are kept."""

    die: Die
    count: int
    best: Rational
    keep: Rank
    limit: int


def burst_kept(die: Die | None, count: int, modifiers: Sequence[Modifier]) -> Burst | None:
    """Return a term as a `Burst`, or None if it is not a burst."""
    match modifiers:
        case (Explode(limit=limit) as there, Keep(of=(Rank() as keep,))):
            bounded = keep.number <= (limit if keep.end == "highest" else count)
            if die is None or not bounded or not _on_the_best(die, there):
                return None
            return Burst(die, count, max(die.all_values()), keep, limit)
        case _:
            return None


def _on_the_best(die: Die, there: Explode) -> bool:
    """Return whether dice explode only on their highest face, and each explosion rolls a separate extra die."""
    if there.compound or there.penetrate or there.once or die.sides == 1:
        return False
    if die.sides > MOST_SIDES or any(isinstance(selector, Rank) for selector in there.of):
        return False
    return [value for value in die.all_values() if any_holds(there.of, value)] == [max(die.all_values())]


def burst_plan(burst: Burst, kept: KeptPlan, score: Callable[[Rational], Outcomes]) -> Plan:
    """Return the plan of a burst.

    Each case is a number of kept dice on the highest face and a number of other kept dice.
    """
    cases = _from_the_top(burst) if burst.keep.end == "highest" else _from_the_bottom(burst)
    plans = [(chance, best, kept(others, left)) for chance, best, others, left in cases if chance]
    best = score(burst.best)
    added = max(best.weights, default=0)
    low = min(0, *(each.shape.low + many * added for _, many, each in plans))
    high = max(0, *(each.shape.high + many * added for _, many, each in plans))
    scale = lcm(*(chance.denominator for chance, _, _ in plans))
    bits = scale.bit_length() + max(each.shape.bits for _, _, each in plans) * 2
    shape = Shape(low, high, 1 if low != high else 0, int(high - low) + 1, bits)
    moved = sum(each.shape.outcomes for _, _, each in plans) * UPDATE * 4 * (1 + bits // BITS_A_STEP)
    cost = 100 + sum(each.cost for _, _, each in plans) * 2 + moved

    def work() -> Outcomes:
        return mix(
            [(int(chance * scale), sums.add(each.work(), sums.total([(best, many)]))) for chance, many, each in plans]
        )

    return Plan(shape, min(cost, MANY), work)


MOST_SIDES: Final = 10_000
"""The maximum number of sides of a die whose faces are checked one by one while a plan is made."""
Case: TypeAlias = tuple[Fraction, int, int, int]
"""The probability of a case, and three numbers of dice in it.

The numbers are: kept dice on the highest face, other kept dice, and all dice that are not on the highest face. The
other kept dice are chosen from the last of these.
"""


def _from_the_top(burst: Burst) -> list[Case]:
    """Return the cases if the highest dice are kept, by the number of highest faces rolled before all chains end.

    No chain reaches its limit in these cases.
    """
    best, rest = Fraction(1, burst.die.sides), Fraction(burst.die.sides - 1, burst.die.sides)
    number, count = burst.keep.number, burst.count
    cases = [
        (comb(many + count - 1, many) * best**many * rest**count, many, min(number - many, count), count)
        for many in range(number)
    ]
    return [*cases, (1 - sum((case[0] for case in cases), start=Fraction(0)), number, 0, count)]


def _from_the_bottom(burst: Burst) -> list[Case]:
    """Return the cases if the lowest dice are kept, by the number of chains with nothing but highest faces."""
    cut = Fraction(1, burst.die.sides ** (burst.limit + 1))
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


# ---------------------------------------------------------------- any ranks among them


class Blocks(Struct, frozen=True):
    """Several dice that explode only on their highest face, kept or dropped by rank among all dice rolled."""

    die: Die
    count: int
    best: Rational
    limit: int
    choices: tuple[Keep | Drop, ...]


PlacedPlan: TypeAlias = Callable[[tuple[int, ...], int], Plan]
"""A function that returns the plan for keeping the dice at given ranks, among a number of dice that do not explode."""
LOOKED: Final = 20
"""The number of steps to check one possible number of dice, in addition to one step for each die."""
MOST_CASES: Final = 5000
"""The maximum number of possible dice counts that are checked one by one for a plan."""


def blocks_kept(die: Die | None, count: int, modifiers: Sequence[Modifier]) -> Blocks | None:
    """Return a term as `Blocks`, or None if it is of another kind or too large to check each number of dice."""
    match modifiers:
        case (Explode() as there, *rest) if rest and die is not None:
            choices = tuple(each for each in rest if isinstance(each, Keep | Drop) and RankChoice(0).can(each))
            small = count * count * there.limit <= MOST_CASES
            if len(choices) < len(rest) or not small or not _on_the_best(die, there):
                return None
            return Blocks(die, count, max(die.all_values()), there.limit, choices)
        case _:
            return None


def blocks_plan(blocks: Blocks, kept: PlacedPlan, score: Callable[[Rational], Outcomes]) -> Plan:
    """Return the plan of the blocks. Dice on the highest face rank first. The number of the other dice varies."""
    scale, ways = _numbers_of_dice(blocks)
    parts = _parts_of(blocks, ways)
    looked = sum(many + others + LOOKED for many, others in ways)
    best = score(blocks.best)
    (added,) = best.weights
    plans = [(kept(*key), counts) for key, counts in parts.items()]
    low = min([0, *(each.shape.low + at * added for each, counts in plans for at in counts)])
    high = max([0, *(each.shape.high + at * added for each, counts in plans for at in counts)])
    bits = 2 * scale.bit_length() + sum(each.shape.bits for each, _ in plans)
    shape = Shape(low, high, 1 if low != high else 0, int(high - low) + 1, bits)
    pairs = sum(len(counts) * each.shape.outcomes for each, counts in plans)
    cost = looked + sum(each.cost for each, _ in plans) + 3 * UPDATE * pairs * (1 + bits // BITS_A_STEP)

    def work() -> Outcomes:
        found = []
        for each, counts in plans:
            share = sum(counts.values())
            tops: dict[Rational, int] = {}
            for at, weight in counts.items():
                tops[at * added] = tops.get(at * added, 0) + weight
            found.append((share, sums.add(each.work(), Distribution(tops, share))))
        return mix(found)

    return Plan(shape, min(cost, MANY), work)


def _parts_of(
    blocks: Blocks, ways: Mapping[tuple[int, int], int]
) -> dict[tuple[tuple[int, ...], int], dict[int, int]]:  # fmt: skip
    """Group the cases by the ranks kept among the other dice, and count the dice kept on the highest face."""
    parts: dict[tuple[tuple[int, ...], int], dict[int, int]] = {}
    for (many, others), weight in ways.items():
        choice = RankChoice(many + others)
        for each in blocks.choices:
            choice.take(each)
        below = tuple(place - many for place in choice.kept if place >= many)
        counts = parts.setdefault((below, others), {})
        at = len(choice.kept) - len(below)
        counts[at] = counts.get(at, 0) + weight
    return parts


def _numbers_of_dice(blocks: Blocks) -> tuple[int, dict[tuple[int, int], int]]:
    """Count the ways to roll each combination of a number of dice on the highest face and a number of other dice.

    A chain continues m times and then ends in (s - 1) s^(L - m) of s^(L + 1) ways. In one way it reaches the limit.
    """
    sides, limit, count = blocks.die.sides, blocks.limit, blocks.count
    ended: Distribution[Rational] = Distribution(
        {many: (sides - 1) * sides ** (limit - many) for many in range(limit + 1)}, sides ** (limit + 1) - 1
    )
    found: dict[tuple[int, int], int] = {}
    for cut in range(count + 1):
        tops = sums.total([(ended, count - cut)]).weights
        for many, ways in tops.items():
            key = (int(many) + cut * (limit + 1), count - cut)
            found[key] = found.get(key, 0) + comb(count, cut) * ways
    return sides ** ((limit + 1) * count), found
