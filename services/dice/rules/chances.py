"""The exact odds of anything that can be rolled, within a bound on their cost that is known before the work begins."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from typing import Final, TypeAlias, TypeVar

from msgspec import Struct

from services.dice.refusals import NoSingleTotal, about
from services.dice.rules.cases import A_CASE, branches
from services.dice.rules.chains import explosions, followed, further_at_most
from services.dice.rules.expression import CHAIN, Node
from services.dice.rules.notation import parse
from services.dice.rules.prospects import prospect
from services.dice.rules.symbols import check_faces
from services.dice.throws import Notation, What
from shared.kernel.odds import plan, report
from shared.kernel.odds.meter import metered
from shared.kernel.odds.plan import Plan, carry_out
from shared.kernel.odds.report import Chain, Odds, VectorOdds, Versus
from shared.kernel.odds.shape import BOUND, INLINE_STEPS, MANY
from shared.kernel.odds.spread import Number, Spread
from shared.kernel.pools.pool import TotalPool
from shared.kernel.pools.symbols import SymbolPool, symbol_total

Totals: TypeAlias = Spread[Number]
SHORTER: Final = (50, 25, 12)
"""How far explosions are followed where the table's own limit would cost too much, the first that does not."""
SMALL, SMALL_PLANS = 20_000, 64
"""The cost up to which a plan is remembered, which bounds its bytes too, and how many are."""
WORK: Final = 8 * BOUND
"""Steps after which work stops that was estimated at less than the bound."""


def odds_of(what: What, chain: int | None = None) -> Odds | VectorOdds:
    """Return the odds of a throw that needs nothing but chance; symbols by count, all else by total.

    `chain`: how many throws of an explosion are followed; left out, as many as the table allows, or fewer where that
    would cost too much. The answer tells.
    Rule:    DI-ODDS-01, DI-ODDS-06, DI-COST-01, DI-COST-02, AR-ODDS-01
    Refuses: TooCostly, NoExactOdds, and what reading the notation refuses
    """
    if not isinstance(what, Notation):
        return _with_faces(what).odds()
    with metered(WORK):
        asked = prepared(what, chain)
        plan.check(asked.cost)
        plan.check(asked.plan.shape.bits, 2 * report.MAX_BITS)
        spread = asked.plan.work()
        return report.told(spread, cost=asked.cost, also=also(what), chain=asked.chain)


def versus(ours: What, theirs: What, chain: int | None = None) -> Versus:
    """Compare two throws that are made independently.

    Rule:    DI-ODDS-02, DI-ODDS-06, DI-COST-01, DI-COST-02, AR-ODDS-01
    Refuses: TooCostly, NoSingleTotal, NoExactOdds
    """
    with metered(WORK):
        with about("what"):
            one = prepared(ours, chain)
        with about("against"):
            other = prepared(theirs, chain)
        shapes = (one.plan.shape, other.plan.shape)
        cost = one.cost + other.cost + report.versus_cost(*shapes)
        plan.check(cost)
        chains = [asked.chain for asked in (one, other) if asked.chain is not None]
        cut = min(chains, key=lambda each: each.limit, default=None)
        further = min(1.0, sum(each.further_at_most for each in chains))
        told = Chain(cut.limit, further) if cut is not None else None
        return report.told_versus(one.plan.work(), other.plan.work(), cost=cost, chain=told)


def cost(what: What, chain: int | None = None) -> int:
    """Return what the odds of a throw cost, in steps, before anything is worked out.

    Rule:    DI-COST-01
    Refuses: NoSingleTotal, NoExactOdds, and what reading the notation refuses
    """
    return prepared(what, chain).cost if isinstance(what, Notation) else _with_faces(what).odds_cost()


def cost_soon(what: What, chain: int | None = None) -> int:
    """Return what odds cost; where planning many cases takes long itself, only what the planning costs.

    Rule:    DI-COST-01
    Refuses: what `cost` refuses
    """
    if isinstance(what, Notation):
        planning = branches(parse(what.text, what.dialect).root) * A_CASE
        if planning > INLINE_STEPS:
            return planning
    return cost(what, chain)


def distribution(what: What) -> Totals:
    """Give the exact distribution of the total, or of hits, successes or the margin.

    Rule:    DI-ODDS-01, AR-ODDS-01
    Refuses: TooCostly, NoSingleTotal, NoExactOdds
    """
    return carry_out(planned_odds(what))


def planned_odds(what: What) -> Plan:
    """Plan the distribution of the total, as far as the table follows explosions.

    Refuses: NoSingleTotal, NoExactOdds, and what reading the notation refuses
    """
    match what:
        case Notation():
            return _planned(what)
        case SymbolPool():
            if not what.weights:
                raise NoSingleTotal(needs="weights", has="none", field="weights")
            check_faces(what)
            return symbol_total(what)
        case _:
            return what.plan()


P = TypeVar("P")


def _with_faces(pool: P) -> P:
    """Return a pool whose dice have their faces. Rule: DI-SYM-04. Refuses: DiceUnknown."""
    if isinstance(pool, SymbolPool):
        check_faces(pool)
    return pool


class _TooLargeToKeep(Exception):
    def __init__(self, planned: Plan) -> None:
        self.planned = planned


@lru_cache(maxsize=SMALL_PLANS)
def _small_plan(what: Notation) -> Plan:
    planned = prospect(parse(what.text, what.dialect).root)
    if planned.cost > SMALL:
        raise _TooLargeToKeep(planned)
    return planned


def _planned(what: Notation) -> Plan:
    """Plan a notation; small plans are remembered. Rule: DI-COST-03."""
    try:
        return _small_plan(what)
    except _TooLargeToKeep as large:
        return large.planned


class Prepared(Struct, frozen=True):
    """Odds that are asked for: the plan, what it and telling it cost, and how far explosions are followed."""

    plan: Plan
    cost: int
    chain: Chain | None = None


def prepared(what: What, chain: int | None = None) -> Prepared:
    """Prepare the odds of a throw: nothing is worked out.

    Rule:    DI-COST-01, DI-ODDS-06
    Refuses: NoSingleTotal, NoExactOdds, and what reading the notation refuses
    """
    if not isinstance(what, Notation):
        planned = planned_odds(what)
        return Prepared(planned, _whole_cost(planned))
    root = parse(what.text, what.dialect).root
    if not any(explosions(root)):
        planned = prospect(root)
        return Prepared(planned, _whole_cost(planned))
    limits = (CHAIN, *SHORTER) if chain is None else (min(chain, CHAIN),)
    found = _followed(root, limits[0])
    for limit in limits[1:]:
        if found.cost <= BOUND and found.plan.shape.bits <= 2 * report.MAX_BITS:
            break
        found = _followed(root, limit)
    return found


def _followed(root: Node, limit: int) -> Prepared:
    planned = prospect(followed(root, limit))
    return Prepared(planned, _whole_cost(planned), Chain(limit, further_at_most(root, limit)))


def _whole_cost(planned: Plan) -> int:
    shape = planned.shape
    return min(MANY, planned.cost + report.telling_cost(shape.outcomes, shape.bits))


def also(what: What) -> Mapping[str, Fraction]:
    """Give the chances of what is not a total: success, criticals, the flip.

    Rule:    DI-ODDS-03
    """
    return what.also() if isinstance(what, TotalPool) else {}
