"""Success dice with luck dice: ten-sided dice, net successes, and criticals by tier."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from math import comb
from typing import Final, Literal, TypeAlias

from msgspec import Struct

from shared.kernel.chance import Chance
from shared.kernel.messages import Audience
from shared.kernel.odds import plan
from shared.kernel.odds.distribution import Distribution
from shared.kernel.odds.plan import Plan, carry_out
from shared.kernel.odds.read_alike import Ways, rolls_by_count
from shared.kernel.pools.pool import DiceCount, DicePool, counting_die, roll_dice

CRITICAL_SUCCESS: Final = "critical_success"
CRITICAL_FAILURE: Final = "critical_failure"

Tier: TypeAlias = Literal["simple", "basic", "intermediate", "advanced", "master"]

SIDES: Final = 10
SUCCEEDS_FROM: Final = 6
"""The lowest face that succeeds."""
SUCCEEDING: Final = SIDES - SUCCEEDS_FROM + 1
TIERS: Final[Mapping[Tier, int]] = {"simple": 1, "basic": 2, "intermediate": 3, "advanced": 4, "master": 5}
"""The number of 10s, or of 1s, that a critical of each tier needs."""


class LuckOutcome(Struct, frozen=True, kw_only=True, tag="luck", tag_field="of"):
    """The result of a roll: net successes, failures of the normal dice, and the critical, if any.

    The net successes are negative if the luck dice subtract more successes than there are.
    """

    faces: tuple[int, ...]
    luck: tuple[int, ...]
    successes: int
    failures: int
    critical: str | None

    @property
    def total(self) -> int:
        """Return the number of net successes."""
        return self.successes


class LuckPool(DicePool, frozen=True, kw_only=True):
    """Ten-sided dice counted as successes and failures, with luck dice that add or subtract, and criticals by tier."""

    dice: DiceCount
    luck: DiceCount = 0
    tier: Tier = "simple"

    def throw(self, chance: Chance, purpose: str, audience: Audience | None = None) -> LuckOutcome:
        """Roll for successes; a luck die adds or subtracts one success, and never counts as a failure, a 10 or a 1.

        Rule:    DI-LUCK-01, DI-LUCK-02, DI-LUCK-03
        """
        faces = roll_dice(chance, purpose, SIDES, self.dice, audience=audience)
        luck = roll_dice(chance, "luck", SIDES, self.luck, audience=audience)
        hits = sum([face >= SUCCEEDS_FROM for face in faces])
        successes = hits + ahead(luck)
        failures = len(faces) - hits
        critical = self.critical(faces, luck)
        return LuckOutcome(faces=faces, luck=luck, successes=successes, failures=failures, critical=critical)

    def critical(self, faces: tuple[int, ...], luck: tuple[int, ...]) -> str | None:
        """Return the critical of these dice and luck dice, or None. Rule: DI-LUCK-03."""
        lead = ahead(faces) + ahead(luck)
        if lead > 0 and faces.count(SIDES) >= TIERS[self.tier]:
            return CRITICAL_SUCCESS
        if lead < 0 and faces.count(1) >= TIERS[self.tier]:
            return CRITICAL_FAILURE
        return None

    def read_alike(self, purpose: str, sides: int, count: int) -> Iterator[Ways]:  # noqa: ARG002 both rolls are read alike
        """Return the equivalence classes of rolls with the same numbers of successes, 10s and 1s. Rule: AR-ODDS-05."""
        return rolls_by_count(sides, count, lambda face: (face >= SUCCEEDS_FROM, face in {1, SIDES}))

    def dice_thrown(self) -> int:
        """Return the number of dice in a roll."""
        return self.dice + self.luck

    def plan(self) -> Plan:
        """Plan the distribution of the net successes. Rule: DI-LUCK-01, DI-LUCK-02."""
        return plan.total([(counting_die(SUCCEEDING, SIDES), self.dice), (self._signed_luck(), 1)])

    def _signed_luck(self) -> Plan:
        one = plan.plan_of_known(Distribution({1: SUCCEEDING, -1: SIDES - SUCCEEDING}, SIDES))
        return plan.total([(one, self.luck)])

    def also(self) -> Mapping[str, Fraction]:
        """Return the probabilities of criticals. Rule: DI-LUCK-03, DI-ODDS-03."""
        luck = carry_out(self._signed_luck())
        bad, demanded, ways = SIDES - SUCCEEDING, TIERS[self.tier], SIDES**self.dice
        best = worst = Fraction(0)
        for hits in range(self.dice + 1):
            misses = self.dice - hits
            ahead = Fraction(luck.where(lambda net, gap=misses - hits: net > gap), luck.total)  # type: ignore[misc]
            behind = Fraction(luck.where(lambda net, gap=misses - hits: net < gap), luck.total)  # type: ignore[misc]
            chosen = comb(self.dice, hits)
            best += ahead * Fraction(chosen * bad**misses * _ways_to_show(hits, SUCCEEDING, demanded), ways)
            worst += behind * Fraction(chosen * SUCCEEDING**hits * _ways_to_show(misses, bad, demanded), ways)
        return {CRITICAL_SUCCESS: best, CRITICAL_FAILURE: worst}


def ahead(faces: tuple[int, ...]) -> int:
    """Return the number of successes minus the number of failures on these faces."""
    return sum([1 if face >= SUCCEEDS_FROM else -1 for face in faces])


def _ways_to_show(dice: int, sides: int, least: int) -> int:
    """Return the number of ways in which these dice show a given side at least `least` times."""
    return sum(comb(dice, shown) * (sides - 1) ** (dice - shown) for shown in range(least, dice + 1))
