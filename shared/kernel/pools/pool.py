"""The interface of all dice pools: they can be rolled, and the cost of their exact odds is known beforehand."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Annotated, Any, Final, TypeAlias

from msgspec import Meta, Struct

from shared.kernel.chance import Chance
from shared.kernel.messages import Audience
from shared.kernel.odds import plan, report
from shared.kernel.odds.distribution import Distribution, Number
from shared.kernel.odds.meter import metered
from shared.kernel.odds.plan import Plan, carry_out
from shared.kernel.odds.report import Chain, Odds, VectorOdds
from shared.kernel.odds.shape import BOUND, MANY

MAX_POOL: Final = 100
MAX_MODIFIER: Final = 1_000_000
WORK: Final = 8 * BOUND
"""The number of steps after which a calculation is stopped, even if its estimated cost was below the limit."""

DiceCount: TypeAlias = Annotated[int, Meta(ge=0, le=MAX_POOL, description="a number of dice")]
WholeNumber: TypeAlias = Annotated[int, Meta(ge=-MAX_MODIFIER, le=MAX_MODIFIER)]
Totals: TypeAlias = Distribution[Number]


class DicePool(Struct, frozen=True, kw_only=True, tag=True, tag_field="throw", forbid_unknown_fields=True):
    """Dice that are rolled together and whose result is a number: a total, hits, net successes or a margin.

    The tag `throw` names the kind of pool, and is part of the storage format.
    """

    def throw(self, chance: Chance, purpose: str, audience: Audience | None = None) -> Any:  # noqa: ANN401 each pool has its own type
        """Roll the dice and return the outcome. `purpose` names the main draw; other draws have names of their own."""
        raise NotImplementedError

    def dice_thrown(self) -> int:
        """Return an upper bound on the average number of dice in a roll, extra rolls included."""
        raise NotImplementedError

    def plan(self) -> Plan:
        """Plan the distribution of the pool's number, such as its total or its hits."""
        raise NotImplementedError

    def distribution(self) -> Totals:
        """Return the exact distribution of the pool's number.

        Rule:    DI-ODDS-01, AR-ODDS-01
        Refuses: TooCostly
        """
        return carry_out(self.plan())

    def also(self) -> Mapping[str, Fraction]:
        """Return the probabilities of other results by name, such as a success, the criticals and the flip.

        Rule:    DI-ODDS-03
        """
        return {}

    def planned_odds(self) -> PlannedOdds:
        """Plan the odds without calculating them. Rule: DI-COST-01."""
        return planned_odds(self.plan())

    def odds(self) -> Odds | VectorOdds:
        """Return the exact odds of the number and of the pool's other results.

        Rule:    DI-ODDS-01, DI-COST-02, AR-ODDS-01
        Refuses: TooCostly
        """
        with metered(WORK):
            return self.planned_odds().carry_out(self.also)

    def odds_cost(self) -> int:
        """Return a lower bound on the steps that the odds take, before they are calculated. Rule: DI-COST-01."""
        return self.planned_odds().cost


class PlannedOdds(Struct, frozen=True):
    """Planned odds: the plan, the cost of calculating and reporting them, and the limit on explosions."""

    plan: Plan
    cost: int
    chain: Chain | None = None

    def carry_out(self, also: Callable[[], Mapping[str, Fraction]]) -> Odds:
        """Calculate the odds and report them.

        Rule:    AR-ODDS-01
        Refuses: TooCostly
        """
        plan.check(self.cost)
        plan.check(self.plan.shape.bits, 2 * report.MAX_BITS)
        return report.total_odds(self.plan.work(), cost=self.cost, also=also(), chain=self.chain)


def planned_odds(planned: Plan, chain: Chain | None = None) -> PlannedOdds:
    """Return a plan together with the cost of calculating and reporting its odds."""
    cost = planned.cost + report.report_cost(planned.shape.outcomes, planned.shape.bits)
    return PlannedOdds(planned, min(MANY, cost), chain)


def counting_die(yes: int, sides: int) -> Plan:
    """Plan one die that counts as 1 on `yes` of its `sides` sides, and as 0 on the others."""
    return plan.plan_of_known(
        Distribution({value: ways for value, ways in ((0, sides - yes), (1, yes)) if ways}, sides)
    )


def roll_dice(chance: Chance, purpose: str, sides: int, count: int, *, audience: Audience | None) -> tuple[int, ...]:
    """Roll dice for a purpose; without dice, draw nothing."""
    return chance.roll(purpose, sides, count, audience=audience) if count else ()


Places: TypeAlias = tuple[int, ...]
