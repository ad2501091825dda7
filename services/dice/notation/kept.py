"""Check whether the modifiers of a term may leave at least one of its dice."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from services.dice.notation import limits
from services.dice.notation.choice import RankChoice
from services.dice.notation.expression import (
    PERCENT,
    Clamp,
    Dice,
    Die,
    Drop,
    Explode,
    Keep,
    Modifier,
    Point,
    Reroll,
    Unique,
)
from services.dice.notation.extra_rolls import Growth, matching

VERY_MANY: Final = limits.DICE * limits.DICE


class Left:
    """The dice of a term that may be left, updated modifier by modifier.

    `die` is the die whose faces the dice show, or None if they may show other values.
    """

    def __init__(self, count: int, die: Die | None) -> None:
        """Start with all dice."""
        self.growth = Growth(Dice(count, PERCENT))
        self.choice = RankChoice(count if count <= limits.DICE else 0)
        self.only_ranks = bool(self.choice.kept)
        self.die = die

    def take(self, modifier: Modifier) -> bool:
        """Apply a modifier, and return whether any die may be left. Rule: DI-KEPT-01."""
        match modifier:
            case Keep() | Drop():
                return self._choose(modifier)
            case Explode(compound=False):
                self.growth.kept_most, self.only_ranks = VERY_MANY, False
                self._change(other_values=modifier.penetrate)
            case Explode() | Clamp():
                self._change(other_values=True)
            case Reroll() | Unique():
                self._change(other_values=False)
            case _:
                pass
        return True

    def _choose(self, modifier: Keep | Drop) -> bool:
        self.growth.take(modifier)
        self.only_ranks = self.only_ranks and self.choice.can(modifier)
        if self.only_ranks:
            self.choice.take(modifier)
        by_rank = self.growth.kept_most and (self.choice.kept or not self.only_ranks)
        return bool(by_rank) and (self.die is None or _may_leave(modifier, self.die))

    def _change(self, *, other_values: bool) -> None:
        """Forget the last keep modifier, which the next drop needs, and the faces if the dice may show others."""
        self.growth.before = self.choice.before = None
        self.die = None if other_values else self.die


def may_keep(count: int, modifiers: Iterable[Modifier], die: Die | None) -> bool:
    """Return whether modifiers may leave at least one of `count` dice. Without `die`, any value is possible."""
    left = Left(count, die)
    return all(map(left.take, modifiers))


def _may_leave(modifier: Keep | Drop, die: Die) -> bool:
    """Return whether a keep or drop modifier by value leaves some face of a die."""
    points = [selector for selector in modifier.of if isinstance(selector, Point)]
    if isinstance(modifier, Keep):
        return len(points) < len(modifier.of) or matching(die, points) > 0
    return not points or matching(die, points) < die.sides
