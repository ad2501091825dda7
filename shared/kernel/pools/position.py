"""Position dice: six-sided dice. The position (good, standard or bad) determines which faces hit."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Final, Literal, TypeAlias

from msgspec import Struct

from shared.kernel.chance import Chance
from shared.kernel.messages import Audience
from shared.kernel.odds import plan
from shared.kernel.odds.distribution import certain
from shared.kernel.odds.plan import Plan
from shared.kernel.odds.read_alike import Ways, rolls_by_count
from shared.kernel.pools.pool import DiceCount, DicePool, counting_die

SUCCESS: Final = "success"

Position: TypeAlias = Literal["controlled", "good", "standard", "bad", "dire"]

SIDES: Final = 6
HITS_FROM: Final[Mapping[Position, int]] = {"good": 4, "standard": 5, "bad": 6}
"""The lowest face that hits, for each position."""
ZERO_DICE_HITS_FROM: Final = 6
"""The only face that hits if one die is rolled because the pool has no dice."""
OUTRIGHT: Final[Mapping[Position, bool]] = {"controlled": True, "dire": False}
"""The positions that succeed (True) or fail (False) without a roll."""


class PositionOutcome(Struct, frozen=True, kw_only=True, tag="position", tag_field="of"):
    """The result of a roll: its hits and misses.

    `zero_dice`: the pool had no dice, so one die was rolled, and only a 6 hit.
    """

    faces: tuple[int, ...]
    hits: int
    misses: int
    success: bool
    zero_dice: bool

    @property
    def total(self) -> int:
        """Return the number of hits."""
        return self.hits


class PositionPool(DicePool, frozen=True, kw_only=True):
    """Six-sided dice; the position determines which faces hit.

    If the pool has no dice, one die is rolled, and only a 6 hits.
    """

    dice: DiceCount
    position: Position = "standard"

    @property
    def hits_from(self) -> int:
        """The lowest face that hits. Rule: DI-POS-01, DI-POS-02."""
        return HITS_FROM[self.position] if self.dice else ZERO_DICE_HITS_FROM

    def throw(self, chance: Chance, purpose: str, audience: Audience | None = None) -> PositionOutcome:
        """Roll for hits; one hit is a success.

        A controlled position always succeeds and a dire one always fails, without dice.

        Rule:    DI-POS-01, DI-POS-02, DI-POS-03
        """
        if self.position in OUTRIGHT:
            return PositionOutcome(faces=(), hits=0, misses=0, success=OUTRIGHT[self.position], zero_dice=False)
        faces = chance.roll(purpose, SIDES, self.dice_thrown(), audience=audience)
        least = self.hits_from
        hits = sum([face >= least for face in faces])
        return PositionOutcome(
            faces=faces, hits=hits, misses=len(faces) - hits, success=hits > 0, zero_dice=self.dice == 0
        )  # fmt: skip

    def read_alike(self, purpose: str, sides: int, count: int) -> Iterator[Ways]:  # noqa: ARG002 the pool makes only one roll
        """Return the equivalence classes of rolls with the same number of hits. Rule: AR-ODDS-05."""
        return rolls_by_count(sides, count, lambda face: face >= self.hits_from)

    def dice_thrown(self) -> int:
        """Return the number of dice in a roll: at least one."""
        return max(self.dice, 1)

    def plan(self) -> Plan:
        """Plan the distribution of the hits. Rule: DI-POS-01, DI-POS-02, DI-POS-03."""
        if self.position in OUTRIGHT:
            return plan.plan_of_known(certain(0))
        return plan.total([(counting_die(SIDES - self.hits_from + 1, SIDES), self.dice_thrown())])

    def success(self) -> Fraction:
        """Return the exact probability of at least one hit. Rule: DI-ODDS-03."""
        if self.position in OUTRIGHT:
            return Fraction(OUTRIGHT[self.position])
        return 1 - Fraction(self.hits_from - 1, SIDES) ** self.dice_thrown()

    def also(self) -> Mapping[str, Fraction]:
        """Return the probability of a success. Rule: DI-ODDS-03."""
        return {SUCCESS: self.success()}
