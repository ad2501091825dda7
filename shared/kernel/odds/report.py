"""The report of odds: every probability as an exact fraction in text, and as the nearest float."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import accumulate
from math import isqrt
from typing import Annotated, Final, TypeAlias

from msgspec import Meta, Struct

from shared.kernel.messages import END
from shared.kernel.odds import meter
from shared.kernel.odds.distribution import (
    Distribution,
    Number,
    Vector,
    compare_totals,
    in_order,
    mean,
    modes,
    quantiles,
    variance,
)
from shared.kernel.odds.plan import check
from shared.kernel.odds.shape import MANY, Shape, whole

Amount: TypeAlias = int | str
"""A whole number, or an exact fraction as text, such as `"7/2"`."""
Ratio: TypeAlias = Annotated[str, Meta(pattern=r"^-?\d+(/\d+)?" + END, description="an exact fraction in lowest terms")]

QUANTILES: Final = {"1%": 1, "5%": 5, "25%": 25, "50%": 50, "75%": 75, "95%": 95, "99%": 99}
MAX_OUTCOMES: Final = 10_000
"""The maximum number of outcomes in one response."""
MAX_TEXT: Final = 1_000_000
"""The maximum number of digits in the exact probabilities of one response."""
DIGITS: Final = 60
"""The average number of digits of an outcome's two exact probabilities, per 100 bits of the total number of ways.

The probabilities are in lowest terms.
"""
FAINT: Final = Fraction(1, 2**40)
"""The probability below which outcomes are left out first if a response would be too long.

If the response is still too long, the least likely of the other outcomes are left out as well.
"""
MAX_BITS: Final = 14_000
"""The maximum size in bits of a weight in a report, about 4200 digits."""
SHORT: Final = 14_000
"""The maximum size in bits of a number that the interpreter converts to text at once."""
SORTING, ROW = 20, 100
"""The number of steps to sort an outcome, and the number to report it."""
BITS, BITS_A_STEP, SQUARE = 2048, 20, 30_000
"""Each BITS bits of a weight add the cost of one more sort.

A row with a weight of b bits costs b/BITS_A_STEP + b²/SQUARE more steps.
"""


class Exact(Struct, frozen=True):
    """A number as an exact fraction and as the nearest float."""

    exact: Ratio
    about: float


NOTHING: Final = Exact("0", 0.0)


class Chain(Struct, frozen=True):
    """The maximum number of extra rolls of a die that the odds include, and an upper bound on the probability of more.

    The odds treat a longer chain of extra rolls as if it ended there.
    """

    limit: int
    further_at_most: float


class Likelihood(Struct, frozen=True):
    """A total, its probability, and the probability of that total or a higher one."""

    total: Amount
    chance: Exact
    at_least: Exact


class Odds(Struct, frozen=True, kw_only=True):
    """The whole distribution of a total.

    `also` names other probabilities, such as that of a critical. If the list of all outcomes would make the response
    too long, it omits `left_out` of them, whose total probability is `left_out_chance`. All other figures cover every
    outcome.
    """

    outcomes: tuple[Likelihood, ...]
    left_out: int = 0
    left_out_chance: Exact = NOTHING
    mean: Exact
    variance: Exact
    deviation: float
    mode: tuple[Amount, ...]
    quantiles: dict[str, Amount]
    also: dict[str, Exact] = {}
    cost: int = 0
    chain: Chain | None = None


class VectorLikelihood(Struct, frozen=True):
    """One combination of counts, in the order of the names, and its probability."""

    counts: tuple[int, ...]
    chance: Exact


class VectorOdds(Struct, frozen=True, kw_only=True):
    """The joint odds of several counts, and the odds of each count alone; `total` is the odds of their weighted sum."""

    names: tuple[str, ...]
    outcomes: tuple[VectorLikelihood, ...]
    each: dict[str, Odds]
    total: Odds | None = None
    cost: int = 0


class Versus(Struct, frozen=True, kw_only=True):
    """A comparison of two independent totals: the probabilities that the first is higher, equal or lower."""

    win: Exact
    tie: Exact
    lose: Exact
    cost: int = 0
    chain: Chain | None = None


def exact(number: Number) -> Exact:
    """Return a number as an exact fraction and as the nearest float."""
    return Exact(decimal(number), _about(number))


def decimal(number: Number) -> str:
    """Write a fraction as decimal text, even if its digits exceed the interpreter's limit."""
    if number.numerator.bit_length() <= SHORT and number.denominator.bit_length() <= SHORT:
        return str(number)
    above = _digits(number.numerator)
    return above if number.denominator == 1 else f"{above}/{_digits(number.denominator)}"


def _digits(number: int) -> str:
    """Write a long number as text by writing each of its two halves."""
    if number < 0:
        return "-" + _digits(-number)
    if number.bit_length() <= SHORT:
        return str(number)
    places = number.bit_length() * 3 // 20
    high, low = divmod(number, 10**places)
    return _digits(high) + _digits(low).rjust(places, "0")


def _about(number: Number) -> float:
    """Return the finite float that is nearest to a number."""
    try:
        return number.numerator / number.denominator
    except OverflowError:
        return sys.float_info.max if number > 0 else -sys.float_info.max


def amount(number: Number) -> Amount:
    """Return an outcome in the format of a report: a whole number as it is, any other as text."""
    found = whole(number)
    return found if isinstance(found, int) else decimal(found)


def total_odds(
    distribution: Distribution[Number],
    *,
    cost: int = 0,
    also: Mapping[str, Fraction] | None = None,
    chain: Chain | None = None,
) -> Odds:
    """Return the report of a distribution of totals.

    Rule:    AR-ODDS-01
    Refuses: TooCostly
    """
    check(distribution.total.bit_length(), 2 * MAX_BITS)
    meter.spend(report_cost(len(distribution.weights), distribution.total.bit_length()))
    rows = _rows(distribution)
    ways = distribution.total
    listed = sum(weight for _, weight, _ in rows)
    spreading = variance(distribution)
    return Odds(
        outcomes=tuple(Likelihood(amount(o), _part(w, ways), _part(up, ways)) for o, w, up in rows),
        left_out=len(distribution.weights) - len(rows),
        left_out_chance=_part(ways - listed, ways),
        mean=exact(mean(distribution)),
        variance=exact(spreading),
        deviation=_root(spreading),
        mode=tuple(amount(outcome) for outcome in sorted(modes(distribution))),
        quantiles=_quantiles(distribution),
        also={name: exact(chance) for name, chance in (also or {}).items()},
        cost=cost,
        chain=chain,
    )


def report_cost(outcomes: int, bits: int) -> int:
    """Return the cost of reporting outcomes. Outcomes that do not fit into the response need only be sorted."""
    handled = min(outcomes, MANY) * SORTING * (1 + bits // BITS)
    rows = min(outcomes, MAX_OUTCOMES, max(2 * MAX_TEXT * 100 // (max(bits, 1) * DIGITS), 1))
    return handled + rows * (ROW + bits // BITS_A_STEP + bits * bits // SQUARE)


def versus_cost(one: Shape, other: Shape) -> int:
    """Count the steps of comparing two distributions."""
    return (one.outcomes + other.outcomes) * SORTING * 2 * (1 + (one.bits + other.bits) // BITS)


def _rows(distribution: Distribution[Number]) -> list[tuple[Number, int, int]]:
    """Return each listed outcome, the number of ways to reach it, and the number of ways to reach it or a higher one.

    Rule:    DI-COST-04
    """
    outcomes, weights = in_order(distribution)
    above = list(accumulate(reversed(weights)))[::-1]
    rows = list(zip(outcomes, weights, above, strict=True))
    room = max(MAX_TEXT * 100 // (distribution.total.bit_length() * DIGITS), 1)
    if len(rows) <= min(room, MAX_OUTCOMES):
        return rows
    faint = distribution.total * FAINT
    rows = [row for row in rows if row[1] >= faint]
    most = min(2 * room, MAX_OUTCOMES)
    if len(rows) <= most:
        return rows
    likeliest = sorted(range(len(rows)), key=lambda place: -rows[place][1])[:most]
    return [rows[place] for place in sorted(likeliest)]


def check_size(outcomes: int, bits: int) -> None:
    """Check that a report would not be too long.

    Rule:    AR-ODDS-01
    Refuses: TooCostly
    """
    check(outcomes, MAX_OUTCOMES)
    check(bits, MAX_BITS)
    check(outcomes * bits * DIGITS // 100, 4 * MAX_TEXT)


def _part(ways: int, total: int) -> Exact:
    return exact(Fraction(ways, total))


def _root(square: Fraction) -> float:
    """Return the square root of a fraction as a float, even if the terms of the fraction are too large for a float."""
    scaled = square.numerator * 10**40 // square.denominator
    return _about(Fraction(isqrt(scaled), 10**20))


def _quantiles(distribution: Distribution[Number]) -> dict[str, Amount]:
    found = quantiles(distribution, [Fraction(part, 100) for part in QUANTILES.values()])
    return {name: amount(value) for name, value in zip(QUANTILES, found, strict=True)}


def vector_odds(
    distribution: Distribution[Vector], names: Sequence[str], *, cost: int = 0, total: Odds | None = None
) -> VectorOdds:
    """Return the report of a joint distribution of counts.

    Rule:    AR-ODDS-01
    Refuses: TooCostly
    """
    check_size(len(distribution.weights), distribution.total.bit_length())
    rows = (
        VectorLikelihood(counts, _part(distribution.weights[counts], distribution.total))
        for counts in sorted(distribution.weights)
    )
    each = {
        name: total_odds(distribution.map_outcomes(lambda counts, at=at: counts[at]))  # type: ignore[misc]
        for at, name in enumerate(names)
    }
    return VectorOdds(names=tuple(names), outcomes=tuple(rows), each=each, total=total, cost=cost)


def versus_odds(
    ours: Distribution[Number], theirs: Distribution[Number], *, cost: int = 0, chain: Chain | None = None
) -> Versus:
    """Return the report of a comparison of two totals."""
    win, tie, lose = compare_totals(ours, theirs)
    return Versus(win=exact(win), tie=exact(tie), lose=exact(lose), cost=cost, chain=chain)
