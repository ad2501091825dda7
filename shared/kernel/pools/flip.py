"""Totals with a coin flip: a sum of d10, luck dice that one flip adds or subtracts, and a percentile."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import ClassVar, Final

from msgspec import Struct

from shared.kernel.chance import Chance
from shared.kernel.messages import Audience
from shared.kernel.odds import plan
from shared.kernel.odds.distribution import certain, mix
from shared.kernel.odds.plan import Plan
from shared.kernel.odds.read_alike import Ways, rolls_by_count, rolls_by_sum
from shared.kernel.odds.shape import Shape
from shared.kernel.pools.luck import CRITICAL_FAILURE, CRITICAL_SUCCESS
from shared.kernel.pools.pool import DiceCount, DicePool, Totals, WholeNumber, roll_dice

SIDES: Final = 10
FLIP_SIDES: Final = 2
LUCKY_FACE: Final = 1
PERCENTILE_SIDES: Final = 100
"""The number of values of a percentile, which runs from 00 to 99."""
CRITICAL_STEP: Final = 11
"""The step between critical successes on the percentile: 00, 11, 22 … 99."""
FUMBLE: Final = 1
LUCKY, UNLUCKY = "lucky", "unlucky"


class FlipOutcome(Struct, frozen=True, kw_only=True, tag="flip", tag_field="of"):
    """The result of a roll: the total, and the flip and the percentile, if they were rolled.

    The percentile is a number from 0 to 99; `critical` names its critical, if it has one.
    """

    only_dice: ClassVar[tuple[str, ...]] = ("percentile",)

    faces: tuple[int, ...]
    luck: tuple[int, ...]
    lucky: bool | None
    total: int
    percentile: int | None
    critical: str | None


class FlipTotal(DicePool, frozen=True, kw_only=True):
    """A sum of ten-sided dice; one flip decides whether the sum of all luck dice is added or subtracted.

    The recorded faces are, in order, the flip (1 lucky, 2 unlucky; only with luck dice), the dice, the luck dice, and
    the percentile (1 to 100 for 00 to 99). So a percentile that shows 11 on a real table is entered as the face 12.
    """

    dice: DiceCount
    luck: DiceCount = 0
    modifier: WholeNumber = 0
    percentile: bool = False

    def throw(self, chance: Chance, purpose: str, audience: Audience | None = None) -> FlipOutcome:
        """Roll for a total; one fair flip decides whether the luck dice are added or subtracted.

        Rule:    DI-FLIP-01, DI-FLIP-02, DI-FLIP-03
        """
        flip = chance.roll("flip", FLIP_SIDES, audience=audience) if self.luck else ()
        faces = roll_dice(chance, purpose, SIDES, self.dice, audience=audience)
        luck = chance.roll("luck", SIDES, self.luck, audience=audience) if self.luck else ()
        percent = chance.roll("percentile", PERCENTILE_SIDES, audience=audience) if self.percentile else ()
        lucky = flip[0] == LUCKY_FACE if flip else None
        total = sum(faces) + self.modifier + (sum(luck) if lucky else -sum(luck))
        percentile = percent[0] - 1 if percent else None
        critical = None if percentile is None else percentile_critical(percentile)
        return FlipOutcome(
            faces=faces, luck=luck, lucky=lucky, total=total, percentile=percentile, critical=critical
        )  # fmt: skip

    def read_alike(self, purpose: str, sides: int, count: int) -> Iterator[Ways]:
        """Return the equivalence classes of dice with the same sum, or of percentiles with the same critical.

        Rule: AR-ODDS-05.
        """
        if purpose == "percentile":
            return rolls_by_count(sides, count, lambda face: percentile_critical(face - 1))
        return rolls_by_sum(sides, count)

    def dice_thrown(self) -> int:
        """Return the maximum number of dice in a roll, including the flip and the percentile."""
        return self.dice + self.luck + 2

    def plan(self) -> Plan:
        """Plan the distribution of the total. Rule: DI-FLIP-01, DI-FLIP-02."""
        die = plan.die(1, SIDES)
        base = plan.total([(die, self.dice), (plan.plan_of_known(certain(self.modifier)), 1)])
        if not self.luck:
            return base
        luck = plan.total([(die, self.luck)])
        shape = luck.shape
        low, high = min(shape.low, -shape.high), max(shape.high, -shape.low)
        signed = Shape(low, high, 1, 2 * shape.outcomes, shape.bits + FLIP_SIDES.bit_length())

        def flip_total() -> Totals:
            added = luck.work()
            return mix([(1, added), (FLIP_SIDES - 1, added.map_outcomes(lambda total: -total))])

        return plan.total([(base, 1), (Plan(signed, luck.cost + 20 * shape.outcomes, flip_total), 1)])

    def also(self) -> Mapping[str, Fraction]:
        """Return the probabilities of the flip's sides and of criticals. Rule: DI-FLIP-01, DI-FLIP-03, DI-ODDS-03."""
        found: dict[str, Fraction] = {}
        if self.luck:
            found[LUCKY] = Fraction(1, FLIP_SIDES)
            found[UNLUCKY] = 1 - found[LUCKY]
        if self.percentile:
            results = [percentile_critical(percentile) for percentile in range(PERCENTILE_SIDES)]
            found |= {
                name: Fraction(results.count(name), PERCENTILE_SIDES) for name in (CRITICAL_SUCCESS, CRITICAL_FAILURE)
            }
        return found


def percentile_critical(percentile: int) -> str | None:
    """Return the critical of a percentile from 0 to 99, or None. Rule: DI-FLIP-03."""
    if percentile == FUMBLE:
        return CRITICAL_FAILURE
    return None if percentile % CRITICAL_STEP else CRITICAL_SUCCESS
