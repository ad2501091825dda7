"""Exact numbers: an `int` if whole, otherwise a `Fraction`.

Numbers are rounded only where the notation calls a function for it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from math import ceil, floor, trunc
from types import MappingProxyType
from typing import Final

from services.dice.notation.expression import ArithmeticSign, FunctionName, Rational
from shared.kernel.odds.report import Amount

HALF: Final = Fraction(1, 2)


def tidy(number: Rational) -> Rational:
    """Return a number as an `int` if it is whole, and otherwise unchanged."""
    return number.numerator if number.denominator == 1 else number


def as_amount(number: Rational) -> Amount:
    """Return a number in its storage format: an integer, or a fraction as text.

    Rule:    DI-NUM-01
    """
    return number if isinstance(number, int) else str(number)


def divide(left: Rational, right: Rational) -> Rational:
    """Return an exact quotient. Rule: DI-NUM-01."""
    return tidy(Fraction(left) / right)


def round_half_away(number: Rational) -> int:
    """Return the nearest whole number. A half is rounded away from zero.

    Rule:    DI-FUN-01
    """
    return floor(number + HALF) if number >= 0 else ceil(number - HALF)


def sign(number: Rational) -> int:
    """Return 1, 0 or -1 for a positive number, zero, or a negative number."""
    return (number > 0) - (number < 0)


def magnitude(number: Rational) -> Rational:
    """Return the absolute value of a number."""
    return -number if number < 0 else number


def power(base: Rational, exponent: Rational) -> Rational:
    """Return a power with a whole exponent, which may be negative. The caller has checked both numbers."""
    return tidy(Fraction(base) ** int(exponent)) if exponent < 0 else tidy(base ** int(exponent))


ARITHMETIC: Final[Mapping[ArithmeticSign, Callable[[Rational, Rational], Rational]]] = MappingProxyType(
    {
        "+": lambda left, right: tidy(left + right),
        "-": lambda left, right: tidy(left - right),
        "*": lambda left, right: tidy(left * right),
        "/": divide,
        "//": lambda left, right: left // right,
        "%": lambda left, right: tidy(left % right),
        "^": power,
    }
)

FUNCTION: Final[Mapping[FunctionName, Callable[[Sequence[Rational]], Rational]]] = MappingProxyType(
    {
        "abs": lambda of: magnitude(of[0]),
        "ceil": lambda of: ceil(of[0]),
        "floor": lambda of: floor(of[0]),
        "max": max,
        "min": min,
        "pow": lambda of: power(of[0], of[1]),
        "round": lambda of: round_half_away(of[0]),
        "sign": lambda of: sign(of[0]),
        "trunc": lambda of: trunc(of[0]),
    }
)

ARGUMENTS: Final[Mapping[FunctionName, tuple[int, int]]] = MappingProxyType(
    {
        "abs": (1, 1),
        "ceil": (1, 1),
        "floor": (1, 1),
        "max": (1, 100),
        "min": (1, 100),
        "pow": (2, 2),
        "round": (1, 1),
        "sign": (1, 1),
        "trunc": (1, 1),
    }
)
"""The minimum and the maximum number of arguments of each function."""
