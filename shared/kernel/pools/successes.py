"""Success dice under a campaign's settings: how luck dice affect criticals, and whether net successes can be negative.

The net successes and the critical of a pool are calculated jointly and exactly, so that two pools can be compared.
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
"""The distribution of net successes, split into critical successes, critical failures and all other rolls."""

WAY: Final = 15
"""The number of steps to count the ways in which dice and luck dice lead to one number of successes."""


class SuccessPool(LuckPool, frozen=True, kw_only=True, omit_defaults=True):
    """Dice and luck dice counted as successes; a critical requires a lead of successes or failures, and 10s or 1s.

    `in_criticals`: luck dice affect only the lead (`net_successes_only`), neither the lead nor the number of 10s and 1s
    (`excluded`), or both (`full`). `count`: whether a critical requires at least, or exactly, its tier's number of 10s
    or 1s. `floor`: whether negative net successes become 0.
    """

    in_criticals: LuckInCriticals = "net_successes_only"
    count: CriticalCount = "at_least"
    floor: LuckFloor = "none"

    def throw(self, chance: Chance, purpose: str, audience: Audience | None = None) -> LuckOutcome:
        """Roll the dice, count the successes, and determine the critical.

        Rule:    DI-LUCK-01, DI-LUCK-02, AR-POOL-01
        """
        outcome = super().throw(chance, purpose, audience)
        return replace(outcome, successes=self._floor(outcome.successes))

    def critical(self, faces: tuple[int, ...], luck: tuple[int, ...]) -> str | None:
        """Return the critical of these dice and luck dice, or None.

        A roll without dice has no critical. Rule: AR-POOL-01.
        """
        if not faces:
            return None
        lead = ahead(faces) + (0 if self.in_criticals == "excluded" else ahead(luck))
        shown = faces + luck if self.in_criticals == "full" else faces
        if lead > 0 and self._enough(shown.count(SIDES)):
            return CRITICAL_SUCCESS
        return CRITICAL_FAILURE if lead < 0 and self._enough(shown.count(1)) else None

    def _floor(self, successes: int) -> int:
        return max(successes, 0) if self.floor == "zero" else successes

    def _enough(self, shown: int) -> bool:
        demanded = TIERS[self.tier]
        return shown == demanded if self.count == "exactly" else shown >= demanded

    @property
    def shape(self) -> Shape:
        """The shape of the distribution of net successes."""
        low, high = self._floor(-self.luck), self.dice + self.luck
        ways = SIDES ** (self.dice + self.luck)
        return Shape(low, high, 1 if high > low else 0, high - low + 1, ways.bit_length())

    @property
    def cost(self) -> int:
        """The number of steps to calculate the net successes by critical."""
        return 50 + WAY * (self.dice + 1) * (self.luck + 1)

    def plan(self) -> Plan:
        """Plan the distribution of the net successes. Rule: DI-LUCK-01, DI-LUCK-02, AR-POOL-01."""
        net = super().plan()
        return net if self.floor == "none" else plan.plan_of_function(net, lambda number: max(number, 0), self.shape)

    def also(self) -> Mapping[str, Fraction]:
        """Return the probabilities of criticals. Rule: DI-ODDS-03, AR-POOL-01."""
        found = self.by_critical()
        return {name: chance_of(found[name]) for name in (CRITICAL_SUCCESS, CRITICAL_FAILURE)}

    def by_critical(self) -> ByCritical:
        """Return the distribution of net successes, split by the critical of the roll.

        The numbers of successes and failures decide which dice may show a 10 or a 1. Each of those dice shows it with a
        probability of one in five.

        Rule:    AR-POOL-01, AR-ODDS-02
        """
        ways: dict[str | None, dict[Number, int]] = {CRITICAL_SUCCESS: {}, CRITICAL_FAILURE: {}, None: {}}
        size, full = self.dice + self.luck, self.in_criticals == "full"
        meter.spend(self.cost, SIDES**size)
        showing = [self._ways_to_show(dice) * SUCCEEDING ** (size - dice) for dice in range(size + 1)]
        every = SUCCEEDING**size
        for lucky in range(self.luck + 1):
            swing = 2 * lucky - self.luck
            for hits in range(self.dice + 1):
                chosen = comb(self.dice, hits) * comb(self.luck, lucky)
                lead = 2 * hits - self.dice + (0 if self.in_criticals == "excluded" else swing)
                dice = (hits + full * lucky) if lead > 0 else (self.dice - hits + full * (self.luck - lucky))
                critical = (CRITICAL_SUCCESS if lead > 0 else CRITICAL_FAILURE) if lead else None
                shown = showing[dice] if lead and self.dice else 0
                net = self._floor(hits + swing)
                for name, number in ((critical, shown), (None, every - shown)):
                    if number:
                        ways[name][net] = ways[name].get(net, 0) + chosen * number
        return {name: Distribution(weights, SIDES**size) for name, weights in ways.items()}

    def _ways_to_show(self, dice: int) -> int:
        """Return the number of ways in which five-faced dice show one given face as many times as a tier requires."""
        return sum(
            comb(dice, shown) * (SUCCEEDING - 1) ** (dice - shown) for shown in range(dice + 1) if self._enough(shown)
        )


def chance_of(part: Distribution[Number]) -> Fraction:
    """Return the total probability of some outcomes, such as those with one particular critical."""
    return Fraction(sum(part.weights.values()), part.total)
