"""What every pool of dice can do: be thrown, and say its exact odds and what they cost before they are worked out."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Annotated, Any, Final, TypeAlias

from msgspec import Meta, Struct

from shared.kernel.chance import Chance
from shared.kernel.messages import Audience
from shared.kernel.odds import plan, report
from shared.kernel.odds.meter import metered
from shared.kernel.odds.plan import Plan, carry_out
from shared.kernel.odds.report import Chain, Odds
from shared.kernel.odds.shape import BOUND, MANY
from shared.kernel.odds.spread import Number, Spread

MAX_POOL: Final = 100
MAX_MODIFIER: Final = 1_000_000
WORK: Final = 8 * BOUND
"""Steps after which work stops that was estimated at less than the bound."""

DiceCount: TypeAlias = Annotated[int, Meta(ge=0, le=MAX_POOL, description="a number of dice")]
Modifier: TypeAlias = Annotated[int, Meta(ge=-MAX_MODIFIER, le=MAX_MODIFIER)]
Totals: TypeAlias = Spread[Number]


class DicePool(Struct, frozen=True, kw_only=True, tag=True, tag_field="throw", forbid_unknown_fields=True):
    """Dice that are thrown together. The tag `throw` names the kind; it is the storage format."""

    def throw(self, chance: Chance, purpose: str, audience: Audience | None = None) -> Any:  # noqa: ANN401 the kind's own
        """Roll the dice and return what they come to. `purpose` names the pool's own dice; others have their names."""
        raise NotImplementedError

    def dice_thrown(self) -> int:
        """Return how many dice fall, extra rolls as they fall on average, at most."""
        raise NotImplementedError

    def odds(self) -> Any:  # noqa: ANN401 the kind's own
        """Return the exact odds.

        Rule:    DI-COST-02, AR-ODDS-01
        Refuses: TooCostly
        """
        raise NotImplementedError

    def odds_cost(self) -> int:
        """Return the steps that the odds take, at least, before any is taken."""
        raise NotImplementedError


class TotalPool(DicePool, frozen=True, kw_only=True):
    """A pool that comes to one number: a total, hits, net successes or a margin."""

    def plan(self) -> Plan:
        """Plan the distribution of the total."""
        raise NotImplementedError

    def distribution(self) -> Totals:
        """Return the exact distribution of the total.

        Rule:    DI-ODDS-01, AR-ODDS-01
        Refuses: TooCostly
        """
        return carry_out(self.plan())

    def also(self) -> Mapping[str, Fraction]:
        """Return the chances of what is not a total: success, criticals, the flip.

        Rule:    DI-ODDS-03
        """
        return {}

    def planned_odds(self) -> PlannedOdds:
        """Plan the odds: nothing is worked out. Rule: DI-COST-01."""
        return planned_odds(self.plan())

    def odds(self) -> Odds:
        """Return the exact odds of the total, and of what else the pool tells.

        Rule:    DI-ODDS-01, DI-COST-02, AR-ODDS-01
        Refuses: TooCostly
        """
        with metered(WORK):
            asked = self.planned_odds()
            plan.check(asked.cost)
            plan.check(asked.plan.shape.bits, 2 * report.MAX_BITS)
            return report.told(asked.plan.work(), cost=asked.cost, also=self.also(), chain=asked.chain)

    def odds_cost(self) -> int:
        """Return the steps that the odds take. Rule: DI-COST-01."""
        return self.planned_odds().cost


class PlannedOdds(Struct, frozen=True):
    """Odds that are asked for: the plan, what it and its report cost, and how far explosions are followed."""

    plan: Plan
    cost: int
    chain: Chain | None = None


def planned_odds(planned: Plan, chain: Chain | None = None) -> PlannedOdds:
    """Return a plan with the cost of its work and of its report."""
    cost = planned.cost + report.telling_cost(planned.shape.outcomes, planned.shape.bits)
    return PlannedOdds(planned, min(MANY, cost), chain)


def counting_die(yes: int, sides: int) -> Plan:
    """Plan one die that counts 1 on so many of its sides."""
    return plan.known(Spread({value: ways for value, ways in ((0, sides - yes), (1, yes)) if ways}, sides))


def rolled(chance: Chance, purpose: str, sides: int, count: int, *, audience: Audience | None) -> tuple[int, ...]:
    """Roll dice, if there are any: no dice are no draw."""
    return chance.roll(purpose, sides, count, audience=audience) if count else ()
