"""The shape of a distribution, known before it is computed, and the cost of computing it.

Units: a step is about a tenth of a microsecond of one 2020s core: a dictionary update is 2, a product of two long
         integers grows with their length as Karatsuba's method does
"""

from __future__ import annotations

from fractions import Fraction
from math import comb, gcd
from typing import Final

from msgspec import Struct, structs

from shared.kernel.odds.distribution import Distribution, Number

BOUND: Final = 5_000_000
"""The maximum number of steps that one request may take: about half a second."""

INLINE_STEPS: Final = 2_500
"""The maximum number of steps for odds that the server computes between other requests.

Together with writing the response, this takes about two milliseconds.
"""

UPDATE: Final = 3
SLOT: Final = 2
TERM: Final = 3
BYTES_A_STEP: Final = 400
FRACTION: Final = 40
SHORT_FACTOR: Final = 60
"""A product with a factor of at most this many bits is as cheap as copying the other factor."""
MANY: Final = 1 << 62
"""A cost above any limit. Work of this cost is refused, so its steps need not be counted exactly."""


class Shape(Struct, frozen=True):
    """The shape of a distribution, known before it is computed: its range, its step and limits of its size.

    The outcomes are at most `outcomes` of the numbers `low`, `low + step` … `high`, with 2**`bits` ways in all. If
    `fair`, each of these numbers has the same number of ways. If `terms` is known, the distribution is that of a die
    with extra rolls on one face, whose powers follow a recurrence with this number of terms.
    """

    low: Number
    high: Number
    step: Number
    outcomes: int
    bits: int
    fair: bool = False
    terms: int = 0

    @property
    def slots(self) -> int:
        """Return the number of positions from `low` to `high`."""
        return int((self.high - self.low) / self.step) + 1 if self.step else 1

    @property
    def bytes_each(self) -> int:
        """Return the number of bytes for one weight."""
        return self.bits // 8 + 1


def shape_of(distribution: Distribution[Number]) -> Shape:
    """Return the shape of a known distribution."""
    low, high = min(distribution.weights), max(distribution.weights)
    step: Number = 0
    if all(type(outcome) is int for outcome in distribution.weights):
        step = gcd(*[int(outcome - low) for outcome in distribution.weights])
    else:
        for outcome in distribution.weights:
            step = common_step(step, outcome - low)
    found = Shape(low, high, step, len(distribution.weights), distribution.total.bit_length())
    even = found.slots == found.outcomes and len(set(distribution.weights.values())) == 1
    return structs.replace(found, fair=True) if even else found


def common_step(one: Number, other: Number) -> Number:
    """Return the greatest step that divides both steps."""
    if type(one) is int and type(other) is int:
        return gcd(one, other)
    one, other = Fraction(one), Fraction(other)
    numerator = gcd(one.numerator * other.denominator, other.numerator * one.denominator)
    return whole(Fraction(numerator, one.denominator * other.denominator))


def whole(number: Number) -> Number:
    """Return a fraction as an integer if it is a whole number."""
    return number.numerator if number.denominator == 1 else number


def shape_of_sum(one: Shape, other: Shape) -> Shape:
    """Return the shape of the sum of two independent distributions."""
    bare = Shape(
        one.low + other.low, one.high + other.high, common_step(one.step, other.step), 0, one.bits + other.bits
    )
    return Shape(bare.low, bare.high, bare.step, min(one.outcomes * other.outcomes, bare.slots), bare.bits)


def shape_of_power(one: Shape, count: int) -> Shape:
    """Return the shape of the sum of `count` independent copies of a distribution."""
    slots = (one.slots - 1) * count + 1
    outcomes = min(slots, _multisets(one.outcomes, count))
    return Shape(one.low * count, one.high * count, one.step, outcomes, one.bits * count)


def _multisets(kinds: int, count: int) -> int:
    least = min(kinds - 1, count)
    return comb(kinds + count - 1, least) if least <= 32 else MANY  # noqa: PLR2004 beyond 32 it is never the smaller bound


def product_cost(one: int, other: int) -> int:
    """Return the cost of multiplying two long integers with these numbers of bytes.

    Source: measured: 35 microseconds at 1 kB, 56 milliseconds at 100 kB; the exponent is log2(3)
    """
    less, more = sorted((one * 4 // 15 + 1, other * 4 // 15 + 1))
    return 2 + int(more / less * 0.054 * less**1.585) if less < MANY else MANY


def product_steps(one: int, other: int) -> int:
    """Return the steps of multiplying two given integers."""
    return steps_of_product(one.bit_length(), other.bit_length())


def steps_of_product(one: int, other: int) -> int:
    """Return the cost of multiplying two integers with these numbers of bits."""
    less, more = min(one, other), max(one, other)
    if less <= SHORT_FACTOR:
        return more // (8 * BYTES_A_STEP)
    return min(by_hand(less, more), product_cost(less // 8, more // 8))


def by_hand(one: int, other: int) -> int:
    """Return the cost of schoolbook multiplication of two integers with these numbers of bits."""
    return (one // 30 + 1) * (other // 30 + 1) // 200


def short_product_cost(one: int, other: int) -> int:
    """Return the cost of schoolbook multiplication, in digits of 30 bits, of two weights with these numbers of bits."""
    return (one // 30 + 1) * (other // 30 + 1) // 100


def dense_cost(one: Shape, other: Shape, both: Shape) -> int:
    """Count the steps to add two distributions that are packed polynomials."""
    width = both.bytes_each
    slots = both.slots
    if slots * width > BOUND * BYTES_A_STEP:
        return MANY
    stretch = [int((shape.high - shape.low) / both.step) + 1 if both.step else 1 for shape in (one, other)]
    handled = 2 * slots * SLOT + 2 * slots * width // BYTES_A_STEP
    return 40 + handled + product_cost(stretch[0] * width, stretch[1] * width) + fractions_cost(both, slots)


def sparse_cost(one: Shape, other: Shape, both: Shape) -> int:
    """Count the steps to add two distributions outcome by outcome."""
    pairs = one.outcomes * other.outcomes
    each = UPDATE + both.bytes_each // BYTES_A_STEP + short_product_cost(one.bits, other.bits)
    return 10 + pairs * each + fractions_cost(both, pairs)


def sum_cost(one: Shape, other: Shape) -> int:
    """Return the cost of adding two distributions by the cheaper of the two methods."""
    both = shape_of_sum(one, other)
    return min(sparse_cost(one, other, both), dense_cost(one, other, both))


def fractions_cost(shape: Shape, outcomes: int) -> int:
    """Count the additional steps that are needed if outcomes are fractions."""
    return 0 if type(shape.low) is int and type(shape.step) is int else outcomes * FRACTION
