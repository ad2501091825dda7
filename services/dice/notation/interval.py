"""Interval arithmetic: the possible results of an operation on two numbers that are known only within bounds.

The bounds may be too wide, but never too narrow. If both numbers are known exactly, the result is known exactly as
well.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import product
from math import ceil, floor, lcm, trunc
from types import MappingProxyType
from typing import Final

from msgspec import Struct

from services.dice.notation import limits
from services.dice.notation.expression import ArithmeticSign, FunctionName, Rational
from services.dice.notation.numbers import ARITHMETIC, FUNCTION, magnitude, power, round_half_away, sign
from services.dice.notation.refusals import MayDivideByZero, NotWhole, NumberTooGreat

OneWay = Callable[[Rational], Rational]


class Reach(Struct, frozen=True):
    """The bounds of all possible results of an expression.

    `grain` is an upper bound on every denominator. If `exact` is set, every denominator divides it. `dice`: the number
    of dice that the notation requests. `throws`: an upper bound on the average number of throws.
    """

    least: Rational
    most: Rational
    grain: int = 1
    exact: bool = True
    dice: int = 0
    throws: Rational = 0

    @property
    def known(self) -> bool:
        """Return whether the expression has only one possible result."""
        return self.least == self.most

    @property
    def size(self) -> Rational:
        """Return the greatest possible absolute value."""
        return max(magnitude(self.least), magnitude(self.most))


def within(least: Rational, most: Rational, grain: int = 1, *, exact: bool = True) -> Reach:
    """Return bounds, after checking that they are within the limits of numbers.

    Rule:    DI-LIMIT-07
    Refuses: NumberTooGreat
    """
    if least == most:
        grain, exact = least.denominator, True
    if max(-least, most) > limits.NUMBER or grain > limits.NUMBER:
        raise NumberTooGreat(needs=f"at most {limits.NUMBER}, also as a denominator", has="more", field="text")
    return Reach(least, most, grain, exact)


def reach_of_operation(sign_: ArithmeticSign, left: Reach, right: Reach) -> Reach:
    """Return the bounds of an arithmetic operation."""
    return PAIRED[sign_](left, right)


def reach_of_call(name: FunctionName, of: Sequence[Reach]) -> Reach:
    """Return the bounds of a function call."""
    if name == "pow":
        return _raise_to(of[0], of[1])
    if name in STEPS:
        return _step(STEPS[name], of[0])
    if name == "abs":
        inside = of[0].least <= 0 <= of[0].most
        ends = (magnitude(of[0].least), magnitude(of[0].most))
        return within(0 if inside else min(ends), max(ends), of[0].grain, exact=of[0].exact)
    pick = FUNCTION[name]
    grain, exact = common_grain(of)
    return within(pick([part.least for part in of]), pick([part.most for part in of]), grain, exact=exact)


STEPS: Final[Mapping[str, OneWay]] = MappingProxyType(
    {"ceil": ceil, "floor": floor, "round": round_half_away, "sign": sign, "trunc": trunc}
)


def _step(step: OneWay, of: Reach) -> Reach:
    return within(step(of.least), step(of.most))


def common_grain(of: Sequence[Reach]) -> tuple[int, bool]:
    """Return an upper bound on the denominators of all parts and of their sums, and whether they all divide it."""
    if all(part.exact for part in of):
        return lcm(*(part.grain for part in of)), True
    grain = 1
    for part in of:
        grain *= part.grain
    return grain, False


def _corners(sign_: ArithmeticSign, left: Reach, right: Reach) -> list[Rational]:
    sides = product((left.least, left.most), (right.least, right.most))
    return [ARITHMETIC[sign_](one, other) for one, other in sides]


def _add(left: Reach, right: Reach) -> Reach:
    grain, exact = common_grain((left, right))
    return within(left.least + right.least, left.most + right.most, grain, exact=exact)


def _subtract(left: Reach, right: Reach) -> Reach:
    grain, exact = common_grain((left, right))
    return within(left.least - right.most, left.most - right.least, grain, exact=exact)


def _multiply(left: Reach, right: Reach) -> Reach:
    ends = _corners("*", left, right)
    return within(min(ends), max(ends), left.grain * right.grain, exact=left.exact and right.exact)


def _divide(left: Reach, right: Reach) -> Reach:
    _check_divisor(right)
    ends = _corners("/", left, right)
    if right.known:
        return within(min(ends), max(ends), left.grain * abs(right.least.numerator), exact=left.exact)
    return within(min(ends), max(ends), left.grain * floor(right.size * right.grain), exact=False)


def _floor_divided(left: Reach, right: Reach) -> Reach:
    _check_divisor(right)
    ends = _corners("//", left, right)
    return within(min(ends), max(ends))


def _left_over(left: Reach, right: Reach) -> Reach:
    _check_divisor(right)
    grain, exact = common_grain((left, right))
    if left.known and right.known:
        rest = ARITHMETIC["%"](left.least, right.least)
        return within(rest, rest)
    return within(min(0, right.least), max(0, right.most), grain, exact=exact)


def _check_divisor(of: Reach) -> None:
    """Refuse a divisor that can be 0. Rule: DI-NUM-04."""
    if of.least <= 0 <= of.most:
        raise MayDivideByZero(needs="a divisor that is never 0", has=f"{of.least} to {of.most}", field="text")


def _raise_to(base: Reach, exponent: Reach) -> Reach:
    """Return the bounds of a power of a number. Rule: DI-NUM-03, DI-NUM-04, DI-LIMIT-07."""
    _check_exponent(exponent)
    if exponent.least < 0:
        _check_divisor(base)
    if base.least >= 0 or (base.known and exponent.known):
        ends = _corners("^", base, exponent)
    else:
        size = max(power(base.size, exponent.most), power(_nearest_zero(base), exponent.least), 1)
        ends = [-size, size]
    least, most = min(ends), max(ends)
    grain = base.grain ** max(int(exponent.most), 0)
    if exponent.least < 0:
        grain *= floor(base.size * base.grain) ** -int(exponent.least)
    return within(least, most, grain, exact=exponent.least >= 0 and base.exact)


def _nearest_zero(base: Reach) -> Rational:
    nearest = min(magnitude(base.least), magnitude(base.most))
    return nearest or 1


def _check_exponent(exponent: Reach) -> None:
    """Refuse an exponent that may be a fraction or is too great. Rule: DI-NUM-03, DI-LIMIT-07."""
    if exponent.grain != 1:
        raise NotWhole(needs="a whole exponent", has=f"{exponent.least} to {exponent.most}", field="text")
    if exponent.size > limits.EXPONENT:
        raise NumberTooGreat(needs=f"an exponent up to {limits.EXPONENT}", has=str(exponent.size), field="text")


PAIRED: Final[Mapping[ArithmeticSign, Callable[[Reach, Reach], Reach]]] = MappingProxyType(
    {
        "+": _add,
        "-": _subtract,
        "*": _multiply,
        "/": _divide,
        "//": _floor_divided,
        "%": _left_over,
        "^": _raise_to,
    }
)
