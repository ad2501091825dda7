"""The exact odds of every kind of throw, and of one throw against another."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from services.dice.chapters.symbol_sets import check_faces
from services.dice.notation.notation import Notation
from services.dice.state import What
from shared.kernel.odds import plan, report
from shared.kernel.odds.meter import metered
from shared.kernel.odds.report import Chain, Odds, VectorOdds, Versus
from shared.kernel.pools.pool import WORK, PlannedOdds
from shared.kernel.pools.symbols import SymbolPool
from shared.kernel.refusals import Refusal


class NoSingleTotal(Refusal, rule="DI-ODDS-04"):
    """These symbols have no weights, so the throw has no total to compare or add up: give each symbol a weight."""


@contextmanager
def about(part: str) -> Iterator[None]:
    """Prefix the field of each refusal within this block with the part of the request to which the field belongs."""
    try:
        yield
    except Refusal as refusal:
        if refusal.field is not None:
            refusal.field = f"{part}.{refusal.field}"
        raise


def odds_of(what: What, chain: int | None = None) -> Odds | VectorOdds:
    """Return the odds of a throw without named dice: for symbols the odds of each count, otherwise of the total.

    `chain`: the number of extra rolls after which the calculation ends an explosion.

    Rule:    DI-ODDS-01, DI-ODDS-06, DI-COST-01, DI-COST-02, AR-ODDS-01
    Refuses: TooCostly, NoExactOdds, DiceUnknown, and the refusals of the notation's parser
    """
    if isinstance(what, Notation):
        return what.odds(chain)
    if isinstance(what, SymbolPool):
        check_faces(what)
    return what.odds()


def odds_cost(what: What, chain: int | None = None) -> int:
    """Return a lower bound on the number of computing steps that the odds of a throw take.

    Rule:    DI-COST-01
    Refuses: TooCostly, NoExactOdds, DiceUnknown, and the refusals of the notation's parser
    """
    if isinstance(what, Notation):
        return what.odds_cost(chain)
    if isinstance(what, SymbolPool):
        check_faces(what)
    return what.odds_cost()


def check_one_total(what: What) -> None:
    """Refuse a throw whose result is not a single number.

    Rule:    DI-ODDS-04
    Refuses: NoSingleTotal, DiceUnknown
    """
    if isinstance(what, SymbolPool):
        if not what.weights:
            raise NoSingleTotal(needs="weights", has="none", field="weights")
        check_faces(what)


def versus(ours: What, theirs: What, chain: int | None = None) -> Versus:
    """Compare two independent throws.

    Rule:    DI-ODDS-02, DI-ODDS-06, DI-COST-01, DI-COST-02, AR-ODDS-01
    Refuses: TooCostly, NoSingleTotal, NoExactOdds
    """
    with metered(WORK):
        with about("what"):
            one = _plan(ours, chain)
        with about("against"):
            other = _plan(theirs, chain)
        cost = one.cost + other.cost + report.versus_cost(one.plan.shape, other.plan.shape)
        plan.check(cost)
        chains = [asked.chain for asked in (one, other) if asked.chain is not None]
        shorter = min(chains, key=lambda each: each.limit, default=None)
        longer = min(1.0, sum(each.further_at_most for each in chains))
        cut = Chain(shorter.limit, longer) if shorter is not None else None
        return report.versus_odds(one.plan.work(), other.plan.work(), cost=cost, chain=cut)


def _plan(what: What, chain: int | None) -> PlannedOdds:
    check_one_total(what)
    return what.planned_odds(chain) if isinstance(what, Notation) else what.planned_odds()
