"""Success dice under the readings a campaign may choose: what luck dice do to criticals, and how low a count may fall.

Of one such pool its net successes and its critical are known together, exactly; of two, how they come out opposed.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import comb
from typing import Final, Literal, TypeAlias

from msgspec.structs import replace

from shared.kernel.chance import Chance
from shared.kernel.messages import Audience
from shared.kernel.odds import meter, plan
from shared.kernel.odds.distribution import Distribution, Number
from shared.kernel.odds.plan import Plan
from shared.kernel.odds.shape import Shape
from shared.kernel.pools.luck import (
    CRITICAL_FAILURE,
    CRITICAL_SUCCESS,
    SIDES,
    SUCCEEDING,
    TIERS,
    LuckOutcome,
    LuckPool,
    ahead,
)

LuckInCriticals: TypeAlias = Literal["net_successes_only", "excluded", "full"]
CriticalCount: TypeAlias = Literal["at_least", "exactly"]
LuckFloor: TypeAlias = Literal["none", "zero"]
ByCritical: TypeAlias = Mapping[str | None, Distribution[Number]]
"""The net successes of the ways that are a critical success, a critical failure or neither; together they are all."""

WAY: Final = 15
"""Cost of counting the ways to get a number of successes among dice and luck dice."""


class SuccessPool(LuckPool, frozen=True, kw_only=True, omit_defaults=True):
    """Dice and luck dice counted as successes; a critical depends on a lead of successes or failures, and 10s or 1s.

    `in_criticals`: luck dice change the lead (`net_successes_only`), nothing (`excluded`), or the lead and the number
    of 10s and 1s (`full`). `count`: at least, or exactly, as many of those as the tier says. `floor`: whether a count
    below 0 becomes 0.
    """

    in_criticals: LuckInCriticals = "net_successes_only"
    count: CriticalCount = "at_least"
    floor: LuckFloor = "none"

    def throw(self, chance: Chance, purpose: str, audience: Audience | None = None) -> LuckOutcome:
        """Roll for successes.

        Rule:    DI-LUCK-01, DI-LUCK-02, AR-POOL-01
        """
        outcome = super().throw(chance, purpose, audience)
        return replace(outcome, successes=self._held(outcome.successes))

    def critical(self, faces: tuple[int, ...], luck: tuple[int, ...]) -> str | None:
        """Return the critical that these dice and luck dice are; without dice there is none. Rule: AR-POOL-01."""
        if not faces:
            return None
        lead = ahead(faces) + (0 if self.in_criticals == "excluded" else ahead(luck))
        shown = faces + luck if self.in_criticals == "full" else faces
        if lead > 0 and self._enough(shown.count(SIDES)):
            return CRITICAL_SUCCESS
        return CRITICAL_FAILURE if lead < 0 and self._enough(shown.count(1)) else None

    def _held(self, successes: int) -> int:
        return max(successes, 0) if self.floor == "zero" else successes

    def _enough(self, shown: int) -> bool:
        demanded = TIERS[self.tier]
        return shown == demanded if self.count == "exactly" else shown >= demanded

    @property
    def shape(self) -> Shape:
        """Return where the net successes lie."""
        low, high = self._held(-self.luck), self.dice + self.luck
        ways = SIDES ** (self.dice + self.luck)
        return Shape(low, high, 1 if high > low else 0, high - low + 1, ways.bit_length())

    @property
    def cost(self) -> int:
        """Count the steps of telling the net successes by critical."""
        return 50 + WAY * (self.dice + 1) * (self.luck + 1)

    def plan(self) -> Plan:
        """Plan the distribution of the net successes. Rule: DI-LUCK-01, DI-LUCK-02, AR-POOL-01."""
        net = super().plan()
        return net if self.floor == "none" else plan.plan_of_function(net, lambda number: max(number, 0), self.shape)

    def also(self) -> Mapping[str, Fraction]:
        """Return the chances of the criticals. Rule: DI-ODDS-03, AR-POOL-01."""
        found = self.by_critical()
        return {name: chance_of(found[name]) for name in (CRITICAL_SUCCESS, CRITICAL_FAILURE)}

    def by_critical(self) -> ByCritical:
        """Count the ways of each number of net successes apart by the critical they are.

        Among these successes and failures, the dice that may show a 10, or a 1, are known, and each does so on one of
        the faces that succeed, or fail.

        Rule:    AR-POOL-01, AR-ODDS-02
        """
        ways: dict[str | None, dict[Number, int]] = {CRITICAL_SUCCESS: {}, CRITICAL_FAILURE: {}, None: {}}
        size, full = self.dice + self.luck, self.in_criticals == "full"
        meter.spend(self.cost, SIDES**size)
        showing = [self._showing(dice) * SUCCEEDING ** (size - dice) for dice in range(size + 1)]
        every = SUCCEEDING**size
        for lucky in range(self.luck + 1):
            swing = 2 * lucky - self.luck
            for hits in range(self.dice + 1):
                chosen = comb(self.dice, hits) * comb(self.luck, lucky)
                lead = 2 * hits - self.dice + (0 if self.in_criticals == "excluded" else swing)
                dice = (hits + full * lucky) if lead > 0 else (self.dice - hits + full * (self.luck - lucky))
                critical = (CRITICAL_SUCCESS if lead > 0 else CRITICAL_FAILURE) if lead else None
                shown = showing[dice] if lead and self.dice else 0
                net = self._held(hits + swing)
                for name, number in ((critical, shown), (None, every - shown)):
                    if number:
                        ways[name][net] = ways[name].get(net, 0) + chosen * number
        return {name: Distribution(weights, SIDES**size) for name, weights in ways.items()}

    def _showing(self, dice: int) -> int:
        """Count the ways in which dice of five faces each show one face of them often enough."""
        return sum(
            comb(dice, shown) * (SUCCEEDING - 1) ** (dice - shown) for shown in range(dice + 1) if self._enough(shown)
        )


def chance_of(part: Distribution[Number]) -> Fraction:
    """Return the chance of the ways of a part."""
    return Fraction(sum(part.weights.values()), part.total)
