"""Exact odds of a pool of success dice against another pool, or against a fixed number of successes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, NamedTuple

from msgspec import Struct

from shared.kernel.odds import meter, plan, report, sums
from shared.kernel.odds.distribution import Distribution, Number, certain
from shared.kernel.odds.meter import metered
from shared.kernel.odds.report import Exact, Odds, exact
from shared.kernel.odds.shape import MANY, Shape, shape_of_sum, sum_cost
from shared.kernel.pools.luck import CRITICAL_FAILURE, CRITICAL_SUCCESS
from shared.kernel.pools.pool import WORK
from shared.kernel.pools.successes import ByCritical, SuccessPool

CRITICALS: Final = (CRITICAL_SUCCESS, CRITICAL_FAILURE)
PAIRS: Final = 9
"""The number of combinations of both sides' criticals: each side has a critical success, a failure or neither."""
READING: Final = 12
"""The number of calculation steps that each result of a comparison costs."""


class Compared(NamedTuple):
    """The result of two rolls: our margin, both sides' criticals, and whether they tie at 0 or fewer successes."""

    margin: int
    ours: str | None
    theirs: str | None
    low_tie: bool = False

    def decide(self, *, failure_loses: bool, tie_wins: bool = False) -> int:
        """Return 1 for a win, 0 for a tie and -1 for a loss.

        The side with more successes wins. With `failure_loses`, a side that alone failed critically loses.

        Rule:    AR-ODDS-02
        """
        failed = (self.ours == CRITICAL_FAILURE) - (self.theirs == CRITICAL_FAILURE)
        if failure_loses and failed:
            return -failed
        return int(tie_wins) if self.margin == 0 else (self.margin > 0) - (self.margin < 0)


class OpposedOdds(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The odds of a roll against another roll or a number: margin, winner, and each side's criticals.

    `outcomes`: the probability of each outcome that the game names. `damage`: the distribution of an attack's damage
    over all outcomes.
    """

    margin: Odds
    win: Exact
    tie: Exact
    lose: Exact
    ours: dict[str, Exact]
    theirs: dict[str, Exact]
    outcomes: dict[str, Exact] = {}
    damage: Odds | None = None
    cost: int = 0


class Blow(Struct, frozen=True, kw_only=True):
    """The damage of a hit. `dice` returns the number of damage dice, at most `most`. Each die shows `low` to `high`."""

    dice: Callable[[Compared, int], int]
    most: int
    low: int
    high: int

    def cost(self, bits: int) -> int:
        """Return the number of steps to calculate the damage. `bits` is the bit length of the total number of rolls."""
        most, sides = max(self.most, 0), self.high - self.low + 1
        reported = report.report_cost(most * self.high + 1, bits + most * sides.bit_length())
        return sums.random_count_cost(most, self.low, self.high, bits) + reported


class OpposedRolls(Struct, frozen=True, kw_only=True):
    """A pool that is compared with another pool or a fixed number of successes. With `tie_wins`, a tie wins.

    The functions `outcome` and `blow` receive the result of both rolls, and 1 for a win, 0 for a tie or -1 for a
    loss.
    """

    ours: SuccessPool
    theirs: SuccessPool | int = 0
    failure_loses: bool = False
    tie_wins: bool = False
    outcome: Callable[[Compared, int], str] | None = None
    blow: Blow | None = None

    @property
    def shape(self) -> Shape:
        """Return the shape of the margin's distribution."""
        return shape_of_sum(self.ours.shape, _negative(self.theirs))

    @property
    def cost(self) -> int:
        """Return the number of calculation steps, known before the calculation runs. Rule: AR-ODDS-01."""
        one, other, both = self.ours.shape, _negative(self.theirs), self.shape
        rolled = self.ours.cost + (0 if isinstance(self.theirs, int) else self.theirs.cost)
        read = PAIRS * both.outcomes * READING * 4
        reported = 2 * report.report_cost(both.outcomes, both.bits)
        further = self.blow.cost(both.bits) if self.blow else 0
        return min(MANY, rolled + PAIRS * sum_cost(one, other) + read + reported + further)

    def ways(self) -> Distribution[Compared]:
        """Return the distribution of the results of both rolls.

        Rule:    AR-ODDS-02
        """
        ours = self.ours.by_critical()
        theirs: ByCritical = {None: certain(self.theirs)} if isinstance(self.theirs, int) else self.theirs.by_critical()
        found: dict[Compared, int] = {}
        total = 1
        for one, left in ours.items():
            for other, right in theirs.items():
                total = left.total * right.total
                if left.weights and right.weights:
                    found |= _margins(one, left, other, right)
        return Distribution(found, total)

    def odds(self) -> OpposedOdds:
        """Return the exact odds.

        Rule:    AR-ODDS-01, AR-ODDS-02
        Refuses: TooCostly
        """
        plan.check(self.cost)
        with metered(WORK):
            ways = self.ways()
            result = ways.map_outcomes(self._decide)
            return OpposedOdds(
                margin=report.total_odds(ways.map_outcomes(lambda way: way.margin)),
                win=exact(result.chance(1)),
                tie=exact(result.chance(0)),
                lose=exact(result.chance(-1)),
                ours=_criticals(ways, lambda way: way.ours),
                theirs=_criticals(ways, lambda way: way.theirs),
                outcomes=self._outcomes(ways),
                damage=self._damage(ways),
                cost=self.cost,
            )

    def _decide(self, way: Compared) -> int:
        return way.decide(failure_loses=self.failure_loses, tie_wins=self.tie_wins)

    def _outcomes(self, ways: Distribution[Compared]) -> dict[str, Exact]:
        if (outcome := self.outcome) is None:
            return {}
        named = ways.map_outcomes(lambda way: outcome(way, self._decide(way)))
        return {name: exact(named.chance(name)) for name in sorted(named.weights)}

    def _damage(self, ways: Distribution[Compared]) -> Odds | None:
        if (blow := self.blow) is None:
            return None
        dice = ways.map_outcomes(lambda way: blow.dice(way, self._decide(way)))
        return report.total_odds(sums.of_random_count(dice, blow.low, blow.high))


def _negative(theirs: SuccessPool | int) -> Shape:
    """Return the shape of the distribution of the other side's successes with reversed signs."""
    if isinstance(theirs, int):
        return Shape(-theirs, -theirs, 0, 1, 1)
    shape = theirs.shape
    return Shape(-shape.high, -shape.low, shape.step, shape.outcomes, shape.bits)


def _margins(
    one: str | None, left: Distribution[Number], other: str | None, right: Distribution[Number]
) -> Mapping[Compared, int]:
    """Return how many pairs of rolls lead to each margin, given both sides' criticals.

    Ties at 0 or fewer successes are counted separately.
    """
    margins = sums.add(left, Distribution({-number: ways for number, ways in right.weights.items()}, right.total))
    meter.spend(READING * len(margins.weights), margins.total)
    found = {Compared(int(margin), one, other): ways for margin, ways in margins.weights.items()}
    low = sum(ways * right.weights.get(number, 0) for number, ways in left.weights.items() if number <= 0)
    if low:
        tied = Compared(0, one, other)
        found |= {tied._replace(low_tie=True): low, tied: found[tied] - low}
    return {way: ways for way, ways in found.items() if ways}


def _criticals(ways: Distribution[Compared], of: Callable[[Compared], str | None]) -> dict[str, Exact]:
    found = ways.map_outcomes(of)
    return {name: exact(found.chance(name)) for name in CRITICALS}
