"""Odds of dice that are picked by rank, such as the highest two: order statistics, without listing all rolls.

The calculation visits the values of the dice from the first rank to the last. Its states are the numbers of dice placed
so far, each with a packed polynomial of the totals. So it takes one shift and one short product to place c more dice on
a value.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import accumulate, product
from math import comb, lcm, prod
from typing import Final

from msgspec import Struct

from shared.kernel.odds import meter
from shared.kernel.odds.distribution import Distribution, Number
from shared.kernel.odds.packed import unpack, width_for
from shared.kernel.odds.shape import (
    BYTES_A_STEP,
    MANY,
    SLOT,
    TERM,
    Shape,
    by_hand,
    common_step,
    product_cost,
    product_steps,
    steps_of_product,
    whole,
)

Becomes = Callable[[Number], Distribution[Number]]
"""A function that returns the distribution of the amount that a die of this value adds to the total."""

PLACING: Final = 6
FILLED: Final = 4
"""The factor by which an average product takes fewer steps than the longest one.

Factors and states reach their full length only at the end.
"""
BITS_A_STEP: Final = 8 * BYTES_A_STEP
"""The number of bits of a long integer that one step moves or adds."""


class RankedDice(Struct, frozen=True):
    """Dice of several kinds, ranked together; `picked[i]` says whether the die at rank i is picked.

    If `ends` is set, it replaces `picked`: it states how many of the highest and of the lowest dice are picked. Both
    ends pick equal dice in the same order, so that a die may be picked twice.

    Shape:   picked has one entry for each die; rank 0 is the highest value, or the lowest if `ascending`
    """

    kinds: tuple[tuple[Distribution[Number], int], ...]
    picked: tuple[bool, ...]
    ascending: bool = False
    ends: tuple[int, int] | None = None

    @property
    def values(self) -> list[Number]:
        """Return all values of the dice, from the first rank on."""
        return sorted(
            {value for distribution, _ in self.kinds for value in distribution.weights}, reverse=not self.ascending
        )

    def picks(self) -> Callable[[int, int], int]:
        """Return a function that counts the picked dice on one value.

        Its arguments are the number of dice ranked `before` this value, and the number of dice `here`, on the value.
        """
        count = len(self.picked)
        if self.ends is not None:
            high, low = self.ends

            def at_the_ends(before: int, here: int) -> int:
                return max(0, min(here, max(high - before, low - (count - before - here))))

            return at_the_ends
        taken = [0, *accumulate(self.picked)]
        return lambda before, here: taken[before + here] - taken[before]

    @property
    def last(self) -> int:
        """Return the rank of the last picked die, counted from 1; at least 1."""
        if self.ends is not None:
            return len(self.picked)
        return max((rank + 1 for rank, taken in enumerate(self.picked) if taken), default=1)


def turn_ranks(pool: RankedDice) -> RankedDice:
    """Return the same dice, ranked from the end at which the last picked die comes sooner; this needs fewer states."""
    ranks = [rank for rank, taken in enumerate(pool.picked) if taken]
    if pool.ends is not None or not ranks or ranks[-1] < len(pool.picked) - ranks[0]:
        return pool
    return RankedDice(pool.kinds, pool.picked[::-1], not pool.ascending)


def outcome(pool: RankedDice, inside: Becomes, outside: Becomes) -> Distribution[Number]:
    """Return the distribution of the total: a picked die adds `inside(value)`, any other die adds `outside(value)`."""
    pool = turn_ranks(pool)
    plan = _Layout.of(pool, inside, outside)
    packed = _one_kind(pool, plan) if len(pool.kinds) == 1 else _several_kinds(pool, plan)
    meter.spend(plan.slots * SLOT, plan.ways)
    weights = unpack(packed, plan.width, plan.slots)
    low = plan.least * len(pool.picked)
    if plan.scale == 1 and plan.step == 1:
        return Distribution({low + place: ways for place, ways in enumerate(weights) if ways}, plan.ways)
    found = {whole(Fraction(low + place * plan.step, plan.scale)): ways for place, ways in enumerate(weights) if ways}
    return Distribution(found, plan.ways)


Term = tuple[int, int]
"""A packed polynomial as an odd number and a left shift, so that multiplying by a power of x needs no long product."""


class _Layout(Struct, frozen=True):
    """The layout of the polynomials for one pool: x^i represents a die that adds (least + i * step) / scale."""

    inside: dict[Number, Term]
    outside: dict[Number, Term]
    scale: int
    least: int
    step: int
    width: int
    slots: int
    ways: int

    @staticmethod
    def of(pool: RankedDice, inside: Becomes, outside: Becomes) -> _Layout:
        """Find the layout that fits all totals of a pool."""
        tables = [{value: becomes(value) for value in pool.values} for becomes in (inside, outside)]
        distributions = [distribution for table in tables for distribution in table.values()]
        reached = {added for distribution in distributions for added in distribution.weights}
        scale = lcm(*(added.denominator for added in reached))
        least = int(min(reached) * scale)
        step = 0
        for added in reached:
            step = int(common_step(step, int(added * scale) - least))
        step = step or 1
        count = len(pool.picked)
        common = lcm(*(distribution.total for distribution in distributions))
        ways = prod((kind.total**dice for kind, dice in pool.kinds), start=common**count)
        slots = (int(max(reached) * scale) - least) // step * count + 1
        frame = (scale, least, step, width_for(ways), slots, ways)
        terms = [
            {value: _term(distribution, common, frame) for value, distribution in table.items()} for table in tables
        ]
        return _Layout(terms[0], terms[1], *frame)


def _term(distribution: Distribution[Number], common: int, frame: tuple[int, int, int, int, int, int]) -> Term:
    scale, least, step, width, *_ = frame
    factor = common // distribution.total
    places = {(int(added * scale) - least) // step: ways * factor for added, ways in distribution.weights.items()}
    low = min(places)
    return sum(ways << (place - low) * width * 8 for place, ways in places.items()), low * width * 8


def _powers(term: Term, most: int) -> list[Term]:
    """Return the powers of a polynomial with exponents 0 to `most`."""
    odd, shift = term
    if odd == 1:
        return [(1, shift * times) for times in range(most + 1)]
    return [(odd**times, shift * times) for times in range(most + 1)]


def _below(pool: RankedDice, plan: _Layout, kind: int) -> dict[Number, int]:
    """Return, for each value, the polynomial of a die of this kind that ranks below it and is not picked."""
    distribution = pool.kinds[kind][0]
    found: dict[Number, int] = {}
    so_far = 0
    for value in reversed(pool.values):
        found[value] = so_far
        odd, shift = plan.outside[value]
        so_far += (distribution.weights.get(value, 0) * odd) << shift
    return found


def _one_kind(pool: RankedDice, plan: _Layout) -> int:
    """Compute the total of dice of one kind. The state is the number of dice placed, up to the last picked rank."""
    distribution, count = pool.kinds[0]
    last = pool.last
    states = [1] + [0] * (last - 1)
    below = _below(pool, plan, 0)
    picked = pool.picks()
    picks = [[picked(placed, here) for here in range(count - placed + 1)] for placed in range(last)]
    done = 0
    for value in pool.values:
        weight, after = distribution.weights[value], below[value]
        chosen = (_powers(plan.inside[value], count), _powers(plan.outside[value], count))
        powers = [weight**here for here in range(count + 1)], [after**left for left in range(count)]
        done += _place(states, picks, powers, chosen)
    return done


def _place(
    states: list[int],
    picks: list[list[int]],
    powers: tuple[list[int], list[int]],
    chosen: tuple[list[Term], list[Term]],
) -> int:
    """Place one or more dice on one value in every state; return the ways in which all picked dice are then placed.

    Steps are counted once for each state, as if all factors had average length, because to count them for each short
    product would take as long as the product itself.
    """
    (weights, after), (inside, outside) = powers, chosen
    last, count = len(states), len(after)
    settled = [0] * count
    for placed in range(last - 1, -1, -1):
        so_far = states[placed]
        if not so_far:
            continue
        left = count - placed
        in_it = picks[placed]
        (one, up), (two, over) = inside[in_it[left]], outside[left - in_it[left]]
        half = (left + weights[left].bit_length() + one.bit_length() + two.bit_length()) // 2
        long = so_far.bit_length()
        meter.spend(left * (PLACING + steps_of_product(long, half) + (long + up + over) // BITS_A_STEP))
        for here in range(1, left + 1):
            (one, up), (two, over) = inside[in_it[here]], outside[here - in_it[here]]
            ways = (so_far * (comb(left, here) * weights[here] * one * two)) << (up + over)
            if placed + here < last:
                states[placed + here] += ways
            else:
                settled[left - here] += ways
    return _sum_products(settled, after)


def _sum_products(settled: list[int], after: list[int]) -> int:
    """Return the sum of products. If the products are short, their steps are estimated from the longest one."""
    pairs = [(ways, others) for ways, others in zip(settled, after, strict=True) if ways and others]
    longest = product_steps(max(settled), max(after))
    each = [longest] * len(pairs) if longest < PLACING else [product_steps(*pair) for pair in pairs]
    meter.spend(PLACING * len(pairs) + sum(each))
    return sum(ways * others for ways, others in pairs)


def _several_kinds(pool: RankedDice, plan: _Layout) -> int:
    """Compute the total of dice of several kinds. The state is the number of dice placed of each kind."""
    counts = [count for _, count in pool.kinds]
    below = [_below(pool, plan, kind) for kind in range(len(counts))]
    last, picked = pool.last, pool.picks()
    states: dict[tuple[int, ...], int] = {(0,) * len(counts): 1}
    done = 0
    for value in pool.values:
        weights = [distribution.weights.get(value, 0) for distribution, _ in pool.kinds]
        inside, outside = _powers(plan.inside[value], sum(counts)), _powers(plan.outside[value], sum(counts))
        found: dict[tuple[int, ...], int] = {}
        for state, so_far in states.items():
            left = [count - placed for count, placed in zip(counts, state, strict=True)]
            for here, fits in _placements(left, weights):
                first, after = sum(state), sum(state) + sum(here)
                picks = picked(first, after - first)
                (one, up), (two, over) = inside[picks], outside[after - first - picks]
                factor = fits * one * two
                meter.spend(
                    PLACING * 4 + product_steps(so_far, factor) + (so_far.bit_length() + up + over) // BITS_A_STEP
                )
                ways = (so_far * factor) << (up + over)
                if after < last:
                    place = tuple(placed + now for placed, now in zip(state, here, strict=True))
                    found[place] = found.get(place, 0) + ways
                else:
                    done += _settle(ways, zip((each[value] for each in below), left, here, strict=True))
        states = found
    return done


def _settle(ways: int, kinds: Iterable[tuple[int, int, int]]) -> int:
    """Multiply the ways in which all picked dice are placed by the ways of the remaining dice, which rank lower.

    Each of `kinds` contains the ways of one such die, the number of dice that were left, and the number just placed.
    """
    rest: int = prod(after ** (left - here) for after, left, here in kinds)
    meter.spend(PLACING + product_steps(ways, rest))
    return ways * rest


def _placements(left: Sequence[int], weights: Sequence[int]) -> Iterator[tuple[tuple[int, ...], int]]:
    """Yield each choice of dice to place on one value: the number of each kind, and the number of ways."""
    for here in product(*(range(more + 1 if weight else 1) for more, weight in zip(left, weights, strict=True))):
        yield here, prod(comb(more, now) * weight**now for more, now, weight in zip(left, here, weights, strict=True))


def others_cost(kinds: Sequence[tuple[Shape, int]], adds: Shape) -> int:
    """Count the steps to add the contribution of the dice that are not picked."""
    count = sum(dice for _, dice in kinds)
    bits = sum(shape.bits * dice for shape, dice in kinds) + adds.bits * count
    half = min(MANY, ((adds.slots - 1) * count + 1) * (bits // 8 + 1)) // 2
    return min(MANY, sum(shape.outcomes for shape, _ in kinds) * count * product_cost(half, half))


def outcome_cost(kinds: Sequence[tuple[Shape, int]], picked: Sequence[bool], adds: Shape, *, plain: bool) -> int:
    """Count the steps of `outcome` for a pool whose dice each add an amount of the shape `adds`.

    If `plain`, every die adds a fixed number, so that no long product is needed.
    """
    count = sum(dice for _, dice in kinds)
    ranks = [rank for rank, taken in enumerate(picked) if taken] or [0]
    last = min(ranks[-1] + 1, count - ranks[0])
    values = min(sum(shape.outcomes for shape, _ in kinds), MANY)
    if len(kinds) == 1:
        placings = values * last * (count - last + 1 + last // 2)
    else:
        placings = values * prod(comb(min(dice, 1 << 20) + 2, 2) for _, dice in kinds) * len(kinds)
    width = sum(shape.bits * dice for shape, dice in kinds) // 8 + adds.bits * count // 8 + 1
    slots = (adds.slots - 1) * count + 1
    if slots * width > MANY:
        return MANY
    bits = sum(shape.bits * dice for shape, dice in kinds)
    each = PLACING + slots * width // BYTES_A_STEP + by_hand(slots * width * 8, bits) // FILLED
    laid_out = 0
    if not plain:
        each += product_cost(slots * width // 2, adds.slots * width)
        laid_out = 2 * values * (adds.outcomes * TERM + adds.slots * width // BYTES_A_STEP)
    return min(MANY, 200 + placings * each + slots * SLOT * 2 + laid_out)
