"""Dice of which only some count: the highest or the lowest of those that are thrown."""

from __future__ import annotations

from typing import Annotated, TypeAlias

from msgspec import Meta, Struct

from shared.kernel.chance import Chance
from shared.kernel.messages import Audience
from shared.kernel.odds import plan
from shared.kernel.odds.distribution import certain
from shared.kernel.odds.plan import Plan, Ranking
from shared.kernel.odds.shape import Shape
from shared.kernel.pools.pool import DiceCount, DicePool, rolled

Sides: TypeAlias = Annotated[int, Meta(ge=2, le=1000)]


class KeepOutcome(Struct, frozen=True, kw_only=True, tag="keep", tag_field="of"):
    """The faces, the places of the dice that are kept, in the order in which they fell, and the sum of those."""

    faces: tuple[int, ...]
    kept: tuple[int, ...]
    total: int


class KeepPool(DicePool, frozen=True, kw_only=True):
    """Dice of one size of which the highest `keep`, or the lowest, are added up."""

    dice: DiceCount
    sides: Sides
    keep: DiceCount
    lowest: bool = False

    def throw(self, chance: Chance, purpose: str, audience: Audience | None = None) -> KeepOutcome:
        """Roll the dice and keep some; of equal dice those that fell first are kept."""
        faces = rolled(chance, purpose, self.sides, self.dice, audience=audience)
        ranked = sorted(range(len(faces)), key=faces.__getitem__, reverse=not self.lowest)
        kept = tuple(sorted(ranked[: self.keep]))
        return KeepOutcome(faces=faces, kept=kept, total=sum(faces[place] for place in kept))

    def dice_thrown(self) -> int:
        """Return how many dice fall."""
        return self.dice

    def plan(self) -> Plan:
        """Plan the distribution of the sum."""
        keep = min(self.keep, self.dice)
        picked = (True,) * keep + (False,) * (self.dice - keep)
        adds = Shape(0, self.sides, 1, self.sides + 1, 1)
        return plan.ranking(
            Ranking(
                ((plan.die(1, self.sides), self.dice),), picked[::-1] if self.lowest else picked, certain,
                lambda _: certain(0), adds, plain=True,
            )
        )  # fmt: skip
