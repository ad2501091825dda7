"""Sums of independent distributions: by packed polynomials if the outcomes are dense, otherwise outcome by outcome."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import accumulate, repeat, zip_longest
from math import gcd, prod
from typing import Final

from shared.kernel.odds import meter
from shared.kernel.odds.distribution import Distribution, Number, certain
from shared.kernel.odds.packed import pack, unpack, width_for
from shared.kernel.odds.shape import (
    BYTES_A_STEP,
    FRACTION,
    MANY,
    SLOT,
    TERM,
    UPDATE,
    Shape,
    dense_cost,
    fractions_cost,
    product_cost,
    shape_of,
    shape_of_power,
    shape_of_sum,
    short_product_cost,
    sparse_cost,
    sum_cost,
    whole,
)

SHORT: Final = 40
"""The maximum number of terms of a polynomial that counts as short."""
LONG: Final = 64
"""The minimum length of a list of weights in which the code looks for a chain of extra rolls."""
MANY_TERMS: Final = 400
"""The maximum number of terms up to which a recurrence is faster than other methods."""


def total(parts: Sequence[tuple[Distribution[Number], int]]) -> Distribution[Number]:
    """Return the distribution of the sum of all parts, each repeated independently."""
    taken = [(distribution, count) for distribution, count in parts if count]
    shapes = [(shape_of(distribution), count) for distribution, count in taken] if len(taken) > 1 else []
    if shapes and _together_cost(shapes) < _in_turn_cost(shapes):
        return _together(taken, shapes)
    powers = sorted((power(distribution, count) for distribution, count in taken), key=lambda each: len(each.weights))
    if not powers:
        return certain(0)
    found = powers[0]
    for each in powers[1:]:
        found = add(found, each)
    return found


def total_shape(parts: Sequence[tuple[Shape, int]]) -> tuple[Shape, int]:
    """Return the shape of the sum of all parts, and the cost of computing it."""
    taken = [(shape, count) for shape, count in parts if count]
    if not taken:
        return Shape(0, 0, 0, 1, 1), 1
    cost = min(_in_turn_cost(taken), _together_cost(taken), MANY)
    return (taken[0][0] if parts == [(taken[0][0], 1)] else _whole_shape(taken)), cost


def _whole_shape(parts: Sequence[tuple[Shape, int]]) -> Shape:
    shapes = sorted((shape_of_power(shape, count) for shape, count in parts), key=lambda each: each.outcomes)
    found = shapes[0]
    for each in shapes[1:]:
        found = shape_of_sum(found, each)
    return found


def _in_turn_cost(parts: Sequence[tuple[Shape, int]]) -> int:
    """Count the steps to raise each part to its power and then add the parts one after another."""
    cost = sum(power_cost(shape, count) for shape, count in parts)
    shapes = sorted((shape_of_power(shape, count) for shape, count in parts), key=lambda each: each.outcomes)
    found = shapes[0]
    for each in shapes[1:]:
        cost += sum_cost(found, each)
        found = shape_of_sum(found, each)
    return cost


def _together_cost(parts: Sequence[tuple[Shape, int]]) -> int:
    """Count the steps to compute all parts at once, by a recurrence for the product of their powers."""
    whole_shape = _whole_shape(parts)
    step = whole_shape.step
    if not step or any(count == 1 and shape.outcomes > LONG for shape, count in parts):
        return MANY
    spans = [int((shape.high - shape.low) / step) for shape, _ in parts]
    terms = sum(spans) + 1
    if terms > MANY_TERMS or whole_shape.slots > MANY:
        return MANY
    bits = sum(shape.bits for shape, _ in parts)
    term = TERM + whole_shape.bytes_each // BYTES_A_STEP + short_product_cost(bits, whole_shape.bits)
    handled = 100 + whole_shape.slots * SLOT * 2 + terms * terms * len(parts) * TERM
    return handled + whole_shape.slots * terms * term + fractions_cost(whole_shape, whole_shape.slots)


def _together(
    parts: Sequence[tuple[Distribution[Number], int]], shapes: Sequence[tuple[Shape, int]]
) -> Distribution[Number]:
    """Compute the product C of all powers P^n at once, from (prod P) C' = (sum of n P' times the other P) C."""
    whole_shape = _whole_shape(shapes)
    pairs = zip(parts, shapes, strict=True)
    rows = [
        (_laid_out(distribution, shape.low, whole_shape.step), count) for (distribution, count), (shape, _) in pairs
    ]
    product = [1]
    for row, _ in rows:
        product = _times(product, row)
    slope = [0] * (len(product) - 1)
    for at, (row, count) in enumerate(rows):
        found = [count * place * weight for place, weight in enumerate(row)][1:]
        for other, (theirs, _) in enumerate(rows):
            found = found if other == at else _times(found, theirs)
        slope = [one + other for one, other in zip_longest(slope, found, fillvalue=0)]  # one value: the derivative is 0
    content = gcd(*product, *slope)
    terms = [(back, slope[back - 1] // content, product[back] // content) for back in range(1, len(product))]
    first = prod(row[0] ** count for row, count in rows)
    raised = _run(terms, product[0] // content, first, whole_shape.slots)
    return _picked_up(raised, whole_shape, prod(distribution.total**count for distribution, count in parts))


def _times(one: Sequence[int], other: Sequence[int]) -> list[int]:
    """Return the product of two short polynomials."""
    meter.spend(len(one) * len(other) * TERM)
    found = [0] * (len(one) + len(other) - 1) if one and other else []
    for here, weight in enumerate(one):
        for there, factor in enumerate(other):
            found[here + there] += weight * factor
    return found


def _run(terms: Sequence[tuple[int, int, int]], lead: int, first: int, slots: int) -> list[int]:
    """Compute coefficients by the recurrence A C' = B C.

    `lead` is the constant term of A. Each of `terms` contains a power k, the coefficient of B at the power k - 1, and
    the coefficient of A at the power k.
    """
    meter.spend(slots * len(terms) * TERM, first)
    raised = [first]
    for k in range(1, slots):
        here = sum([(fixed - moving * (k - back)) * raised[k - back] for back, fixed, moving in terms if back <= k])
        raised.append(here // (k * lead))
    return raised


def add(one: Distribution[Number], other: Distribution[Number]) -> Distribution[Number]:
    """Return the distribution of the sum of two independent distributions."""
    left, right = shape_of(one), shape_of(other)
    both = shape_of_sum(left, right)
    if sparse_cost(left, right, both) <= dense_cost(left, right, both):
        return _pair_by_pair(one, other)
    width = width_for(one.total * other.total)
    meter.spend(dense_cost(left, right, both))
    product = pack(_laid_out(one, left.low, both.step), width) * pack(_laid_out(other, right.low, both.step), width)
    return _picked_up(unpack(product, width, both.slots), both, one.total * other.total)


def _pair_by_pair(one: Distribution[Number], other: Distribution[Number]) -> Distribution[Number]:
    whole_numbers = type(next(iter(one.weights))) is int and type(next(iter(other.weights))) is int
    meter.spend(
        len(one.weights) * len(other.weights) * (UPDATE if whole_numbers else FRACTION), one.total * other.total
    )
    found: dict[Number, int] = {}
    for ours, weight in one.weights.items():
        for theirs, factor in other.weights.items():
            both = ours + theirs
            found[both] = found.get(both, 0) + weight * factor
    return Distribution(found, one.total * other.total)


def _laid_out(distribution: Distribution[Number], low: Number, step: Number) -> list[int]:
    """Return the weights as a list, with one entry for each step from `low` on."""
    if step == 1 and len(distribution.weights) == max(distribution.weights) - low + 1 and type(low) is int:
        return [distribution.weights[outcome] for outcome in range(low, low + len(distribution.weights))]
    meter.spend(len(distribution.weights) * (SLOT if type(step) is int else FRACTION))
    places = {int((outcome - low) / step) if step else 0: weight for outcome, weight in distribution.weights.items()}
    return [places.get(place, 0) for place in range(max(places) + 1)]


def _picked_up(weights: Sequence[int], shape: Shape, ways: int) -> Distribution[Number]:
    """Return the distribution with these weights, a list with one entry for each step of the shape."""
    low, step = shape.low, shape.step
    meter.spend(len(weights) * (SLOT if type(low) is int and type(step) is int else FRACTION), ways)
    if type(low) is int and type(step) is int:
        places: Sequence[Number] = range(low, low + (step or 1) * len(weights), step or 1)
    else:
        places = [whole(Fraction(low + step * place)) for place in range(len(weights))]
    return Distribution({place: weight for place, weight in zip(places, weights, strict=True) if weight}, ways)


def of_random_count(counts: Distribution[int], low: int, high: int) -> Distribution[Number]:
    """Return the distribution of the sum of a random number of fair dice that show `low` to `high`, with `low` >= 0.

    The function uses Horner's scheme, from the highest number of dice down to none: each step adds a die by a sliding
    sum.
    """
    sides, most = high - low + 1, max(counts.weights)
    meter.spend(random_count_cost(most, low, high, 0), counts.total * sides**most)
    row = [counts.weights[most]]
    for number in range(most - 1, -1, -1):
        below = [0, *accumulate(row)]
        last = len(row)
        slid = [below[min(at + 1, last)] - below[max(at + 1 - sides, 0)] for at in range(last + sides - 1)]
        row = [0] * low + slid
        row[0] += counts.weights.get(number, 0) * sides ** (most - number)
    weights: dict[Number, int] = {total: ways for total, ways in enumerate(row) if ways}
    return Distribution(weights, counts.total * sides**most)


def random_count_cost(most: int, low: int, high: int, bits: int) -> int:
    """Return the cost of summing a random number of dice, at most `most`. That number has 2**`bits` ways."""
    slots = most * high + 1
    sides = high - low + 1
    return 20 + TERM * 2 * most * slots * (1 + (bits + most * sides.bit_length()) // (8 * BYTES_A_STEP))


def power(distribution: Distribution[Number], count: int) -> Distribution[Number]:
    """Return the distribution of the sum of `count` independent copies of a distribution."""
    if count == 1:
        return distribution
    one = shape_of(distribution)
    best = min(_ways_to_power(one, count))
    if best[1] == "one by one":
        return _repeat(distribution, count)
    weights = _laid_out(distribution, one.low, one.step)
    if best[1] == "fair":
        raised: Sequence[int] = [ways * weights[0] ** count for ways in _fair_power(len(weights), count)]
    elif one.slots >= LONG:
        raised = _chained_power(weights, count) or _power_of(best[1], weights, count, distribution.total)
    else:
        raised = _power_of(best[1], weights, count, distribution.total)
    return _picked_up(raised, shape_of_power(one, count), distribution.total**count)


def _power_of(way: str, weights: Sequence[int], count: int, ways: int) -> Sequence[int]:
    if way == "by recurrence":
        return _recurrence(weights, count)
    width = width_for(ways**count)
    length = (len(weights) - 1) * count + 1
    meter.spend(2 * product_cost(length * width // 2, length * width // 2) + length * SLOT)
    return unpack(pack(weights, width) ** count, width, (len(weights) - 1) * count + 1)


def power_cost(one: Shape, count: int) -> int:
    """Return the cost of adding several copies of a distribution by the cheapest method."""
    return 1 if count == 1 else min(_ways_to_power(one, count))[0]


def _ways_to_power(one: Shape, count: int) -> list[tuple[int, str]]:
    """Return the cost of each method of adding several copies of a distribution."""
    raised = shape_of_power(one, count)
    slots, width = raised.slots, raised.bytes_each
    ways = [(_repeated_cost(one, count), "one by one")]
    if slots < MANY and one.slots <= 64 * one.outcomes:  # a distribution with wider gaps counts as sparse
        handled = 40 + slots * SLOT + slots * width // BYTES_A_STEP + fractions_cost(one, slots)
        ways.append((handled + 2 * product_cost(slots * width // 2, slots * width // 2), "packed"))
        term = TERM + width // BYTES_A_STEP + short_product_cost(one.bits, raised.bits)
        ways.append((handled + slots * one.outcomes * term, "by recurrence"))
        if one.terms:
            short = TERM + width // BYTES_A_STEP + one.bits // 256
            ways.append((handled + slots * one.terms * short, "by recurrence"))
        if one.fair:
            ways.append((handled + slots * 2 * term, "fair"))
    return ways


def _repeat(distribution: Distribution[Number], count: int) -> Distribution[Number]:
    found = distribution
    for each in repeat(distribution, count - 1):
        found = _pair_by_pair(found, each)
    return found


def _repeated_cost(one: Shape, count: int) -> int:
    """Return an upper bound on the steps of adding one copy after another: no addition costs more than the last."""
    last = shape_of_power(one, count - 1)
    return (count - 1) * sparse_cost(last, one, shape_of_power(one, count))


def _fair_power(sides: int, count: int) -> list[int]:
    """Count the ways in which fair dice make each total, from the lowest total to the highest.

    The generating function C = ((1 - x^s) / (1 - x))^n satisfies (1 - x)(1 - x^s) C' = n (1 - s x^(s-1) + (s - 1) x^s)
    C, which determines each coefficient from three earlier ones.

    Shape: symmetric, so that only half of the coefficients are computed
    """
    slots = count * (sides - 1) + 1
    half = (slots + 1) // 2
    meter.spend(half * 4 * TERM, sides**count)
    ways = [1]
    for place in range(1, half):
        here = (place - 1 + count) * ways[place - 1]
        if place >= sides:
            here -= (sides * count + sides - place) * ways[place - sides]
        if place > sides:
            here += (count * (sides - 1) - place + sides + 1) * ways[place - sides - 1]
        ways.append(here // place)
    return ways + ways[: slots - half][::-1]


def _find_ratio(weights: Sequence[int]) -> tuple[int, int, int] | None:
    """Find m, a and b such that `a * w[i] == b * w[i - m]` for large i, as in a die with extra rolls on one face.

    Return None if there is no such ratio.

    Shape:   the weights of a die with extra rolls on one face: w[i + m] = w[i] / sides
    """
    middle = len(weights) // 2
    block = weights[middle - LONG // 2 : middle]
    for gap in range(1, min(LONG // 2, middle)):
        later = weights[middle - LONG // 2 + gap : middle + gap]
        one, other = next(((first, second) for first, second in zip(block, later, strict=True) if first), (1, 1))
        if one > other > 0 and all(one * second == other * first for first, second in zip(block, later, strict=True)):
            common = gcd(one, other)
            return gap, one // common, other // common
    return None


def _chained_power(weights: Sequence[int], count: int) -> list[int] | None:
    """Raise the weights of a die with extra rolls to a power; return None if they are not of the following form.

    The weights equal a short N divided by a short D = a - b x^m. With A = N D and B = n (N' D - N D'), C = (N / D)^n
    satisfies A C' = B C, which determines each coefficient from a few earlier ones.
    """
    found = _find_ratio(weights)
    if found is None:
        return None
    gap, a, b = found
    padded = [*weights, *[0] * gap]
    top = {at: a * w - (b * padded[at - gap] if at >= gap else 0) for at, w in enumerate(padded)}
    top = {at: w for at, w in top.items() if w}
    if len(top) > SHORT:
        return None
    content = gcd(*top.values())
    terms = _recurrence_terms({at: w // content for at, w in top.items()}, {0: a, gap: -b}, count)
    return _run(terms, top[0] // content * a, weights[0] ** count, (len(weights) - 1) * count + 1)


def _recurrence_terms(top: Mapping[int, int], bottom: Mapping[int, int], count: int) -> list[tuple[int, int, int]]:
    """Return the terms of the recurrence: each a power k, the coefficient of B at k - 1, and that of A at k."""
    fixed: dict[int, int] = {}
    moving: dict[int, int] = {}
    for at, w in top.items():
        for under, v in bottom.items():
            moving[at + under] = moving.get(at + under, 0) + w * v
            fixed[at + under] = fixed.get(at + under, 0) + count * (at - under) * w * v
    return [(back, fixed[back], moving[back]) for back in sorted(moving) if back and (moving[back] or fixed[back])]


def _recurrence(weights: Sequence[int], count: int) -> list[int]:
    """Raise a polynomial to a power; compute each coefficient from earlier ones.

    Source: J. C. P. Miller's recurrence; P C' = n P' C compared at x^(k-1)
    """
    terms = [(place, weight) for place, weight in enumerate(weights) if weight and place]
    first = weights[0]
    meter.spend(((len(weights) - 1) * count + 1) * len(terms) * TERM, sum(weights) ** count)
    raised = [first**count]
    for k in range(1, (len(weights) - 1) * count + 1):
        here = sum((place * (count + 1) - k) * weight * raised[k - place] for place, weight in terms if place <= k)
        raised.append(here // (k * first))
    return raised
