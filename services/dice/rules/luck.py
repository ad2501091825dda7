"""The luck ledger: how likely it was to roll as much, or as little, as somebody rolled, over all dice at once."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from fractions import Fraction

from msgspec import Struct

from services.dice.outcomes import Amount
from services.dice.rules.chances import distribution, planned_odds
from services.dice.throws import What
from shared.kernel.odds import plan
from shared.kernel.odds.meter import metered
from shared.kernel.odds.plan import Plan
from shared.kernel.odds.report import MAX_BITS, Exact, amount, exact
from shared.kernel.odds.shape import BOUND
from shared.kernel.odds.spread import Number, Spread, at_least, at_most, mean, variance
from shared.kernel.pools.symbols import SymbolPool
from shared.kernel.refusals import Refusal, TooCostly

OVERRUN, FEWER = 8, 8
"""Steps past the estimate at which work stops, and the part of the bound with which it is tried again."""


class LuckOfSeat(Struct, frozen=True, kw_only=True):
    """The sum of what a seat rolled against all that it could have rolled with the same dice.

    `at_least`, `at_most`: the exact chances of this much or more, and of this much or less. `counted` rolls are in the
    sum; `without_odds` are left out since they have no total or no exact odds within the bound; `beyond_bound` are the
    earliest, left out since all together would cost too much.
    """

    counted: int
    without_odds: int
    beyond_bound: int
    total: Amount
    mean: Exact
    variance: Exact
    at_least: Exact
    at_most: Exact
    cost: int


def luck(rolls: Sequence[tuple[What, Amount]], bound: int = BOUND) -> LuckOfSeat:
    """Weigh the rolls of a seat, given from the earliest to the latest. There is an answer whatever was rolled.

    Rule:    DI-LUCK-LEDGER-01, DI-LUCK-LEDGER-03
    """
    plans: dict[What, Plan | None] = {}
    usable = [(what, total) for what, total in rolls if _plan_of(what, plans, bound) is not None]
    affordable = bound
    while True:
        fits = bisect_left(range(len(usable)), x=True, key=lambda out: _fits(usable[out:], plans, affordable))
        kept = usable[fits:]
        planned = _together(kept, plans)
        try:
            with metered(OVERRUN * bound):
                spread = planned.work()
        except TooCostly:
            affordable //= FEWER
            continue
        return _told(kept, (len(rolls) - len(usable), fits), planned, spread)


def _told(
    kept: Sequence[tuple[What, Amount]], left_out: tuple[int, int], planned: Plan, spread: Spread[Number]
) -> LuckOfSeat:
    total = sum((_number(total) for _, total in kept), start=Fraction(0))
    return LuckOfSeat(
        counted=len(kept),
        without_odds=left_out[0],
        beyond_bound=left_out[1],
        total=amount(total),
        mean=exact(mean(spread)),
        variance=exact(variance(spread)),
        at_least=exact(at_least(spread, total)),
        at_most=exact(at_most(spread, total)),
        cost=planned.cost,
    )


def _number(total: Amount) -> Fraction:
    return Fraction(total)


def _plan_of(what: What, plans: dict[What, Plan | None], bound: int) -> Plan | None:
    """Plan a throw once; symbols, and what cannot be worked out within the bound, have no plan."""
    if isinstance(what, SymbolPool):
        return None
    if what not in plans:
        try:
            planned = planned_odds(what)
        except Refusal:
            plans[what] = None
        else:
            affordable = planned.cost <= bound and planned.shape.bits <= MAX_BITS
            known = Plan(planned.shape, planned.cost, lambda: distribution(what))
            plans[what] = known if affordable else None
    return plans[what]


def _together(rolls: Sequence[tuple[What, Amount]], plans: dict[What, Plan | None]) -> Plan:
    """Plan the sum of all rolls, equal ones as a power."""
    counts: dict[What, int] = {}
    for what, _ in rolls:
        counts[what] = counts.get(what, 0) + 1
    parts = [(planned, count) for what, count in counts.items() if (planned := plans[what]) is not None]
    return plan.total(parts)


def _fits(rolls: Sequence[tuple[What, Amount]], plans: dict[What, Plan | None], bound: int) -> bool:
    planned = _together(rolls, plans)
    return planned.cost <= bound and planned.shape.bits <= MAX_BITS
