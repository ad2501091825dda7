"""A notation as a dice pool: it can be rolled, and its exact odds can be calculated within a cost limit."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from math import ceil
from typing import Annotated, Final

from msgspec import Meta
from msgspec.structs import replace

from services.dice.notation.dialects import Dialect
from services.dice.notation.evaluator import ready
from services.dice.notation.expression import CHAIN, Expression, Node
from services.dice.notation.limits import TEXT
from services.dice.notation.memory import cache_by_text
from services.dice.notation.odds.cases import A_CASE, branches
from services.dice.notation.odds.chains import explosions, limit_explosions, longer_at_most
from services.dice.notation.odds.tree import plan_of
from services.dice.notation.outcomes import NotationOutcome
from services.dice.notation.parser import CACHED, parse
from services.dice.notation.reach import reach_of
from shared.kernel.chance import Chance
from shared.kernel.messages import Audience
from shared.kernel.odds import report
from shared.kernel.odds.meter import metered
from shared.kernel.odds.plan import Plan
from shared.kernel.odds.read_alike import Ways, rolls_by_count
from shared.kernel.odds.report import Chain, Odds
from shared.kernel.odds.shape import BOUND, INLINE_STEPS
from shared.kernel.pools.pool import WORK, DicePool, PlannedOdds, planned_odds

SHORTER: Final = (50, 25, 12)
"""Shorter limits for explosions, which are tried in turn if the odds with the full limit would cost too much."""
SMALL, SMALL_PLANS = 20_000, 64
"""The highest cost of a plan that is cached (which also bounds its size), and the maximum number of cached plans."""


class Notation(DicePool, frozen=True, kw_only=True, omit_defaults=True):
    """Dice in common notation, such as `4d6kh3 + 2`, in the service's own dialect or in that of another dice roller."""

    text: Annotated[str, Meta(min_length=1, max_length=TEXT, examples=["4d6kh3"])]
    dialect: Dialect | None = None

    def read(self) -> Expression:
        """Return the notation as a tree, after proving that all its results stay within the limits.

        Rule:    DI-NOT-01
        Refuses: the refusals of `parse`
        """
        return parse(self.text, self.dialect)

    def each(self) -> tuple[Notation, ...]:
        """Return the rolls that the notation requests: one roll, or several if the notation has repeats.

        Rule:    DI-REPEAT-01
        Refuses: the refusals of `parse`
        """
        expression = self.read()
        if expression.once == self.text:
            return (self,)
        return (replace(self, text=expression.once),) * expression.times

    def throw(self, chance: Chance, purpose: str, audience: Audience | None = None) -> NotationOutcome:
        """Roll all dice from left to right, and calculate the total.

        Rule:    DI-NOT-01, DI-DICE-05
        Refuses: the refusals of `parse`, but none once the first die is rolled
        """
        return ready(self.text, self.dialect)(chance, purpose, audience)

    def read_alike(self, purpose: str, sides: int, count: int) -> Iterator[Ways]:  # noqa: ARG002 all rolls are read alike
        """Yield the classes of rolls that count the same because they differ only in the order of their faces.

        Rule: AR-ODDS-05
        """
        return rolls_by_count(sides, count, lambda face: face)

    def dice_thrown(self) -> int:
        """Return an upper bound on the average number of dice in a roll, extra rolls included. Rule: DI-LIMIT-02."""
        return _dice_thrown(self.text, self.dialect)

    def plan(self) -> Plan:
        """Return the plan for the distribution of the total, with explosions up to the limit that applies to a roll.

        Small plans are cached.

        Rule:    DI-COST-03
        Refuses: NoExactOdds, and the refusals of `parse`
        """
        try:
            return _small_plan(self)
        except _TooLargeToKeep as large:
            return large.plan

    def planned_odds(self, chain: int | None = None) -> PlannedOdds:
        """Return a plan of the odds, without calculating them.

        `chain` is the number of extra rolls after which the calculation ends an explosion.

        Rule:    DI-COST-01, DI-ODDS-06
        Refuses: NoExactOdds, and the refusals of `parse`
        """
        root = self.read().root
        if not any(explosions(root)):
            return planned_odds(plan_of(root))
        limits = (CHAIN, *SHORTER) if chain is None else (min(chain, CHAIN),)
        found = _follow(root, limits[0])
        for limit in limits[1:]:
            if found.cost <= BOUND and found.plan.shape.bits <= 2 * report.MAX_BITS:
                break
            found = _follow(root, limit)
        return found

    def odds(self, chain: int | None = None) -> Odds:
        """Return the exact odds of the total.

        `chain` is the maximum number of extra rolls of a die. The default is the limit that applies to a roll, or a
        lower one if that limit would cost too much. The result reports the limit used.

        Rule:    DI-ODDS-01, DI-ODDS-06, DI-COST-01, DI-COST-02, AR-ODDS-01
        Refuses: TooCostly, NoExactOdds, and the refusals of `parse`
        """
        with metered(WORK):
            return self.planned_odds(chain).carry_out(self.also)

    def odds_cost(self, chain: int | None = None) -> int:
        """Return the cost of calculating the odds or, if planning them is already costly, the cost of the plan.

        Rule:    DI-COST-01
        Refuses: the refusals of `planned_odds`
        """
        planning = branches(self.read().root) * A_CASE
        return planning if planning > INLINE_STEPS else self.planned_odds(chain).cost


def _follow(root: Node, limit: int) -> PlannedOdds:
    return planned_odds(plan_of(limit_explosions(root, limit)), Chain(limit, longer_at_most(root, limit)))


class _TooLargeToKeep(Exception):
    def __init__(self, plan: Plan) -> None:
        self.plan = plan


@lru_cache(maxsize=SMALL_PLANS)
def _small_plan(notation: Notation) -> Plan:
    plan = plan_of(notation.read().root)
    if plan.cost > SMALL:
        raise _TooLargeToKeep(plan)
    return plan


@cache_by_text(CACHED)
def _dice_thrown(text: str, dialect: str | None) -> int:
    return ceil(reach_of(parse(text, dialect).root).throws)
