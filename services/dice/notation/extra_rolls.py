"""Limits on extra rolls: how many dice explosions and rerolls can add to a term, and whether the rolling can end."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise
from math import ceil, floor

from services.dice.notation.expression import (
    REROLLS,
    Clamp,
    Count,
    Dice,
    Die,
    Drop,
    Explode,
    Keep,
    Match,
    Modifier,
    Point,
    Rank,
    Rational,
    Reroll,
    Selector,
    Unique,
)
from services.dice.notation.interval import Reach, within
from services.dice.notation.keeping import only_ranks
from services.dice.notation.refusals import NeverEnds, TooFewValues


def reach_of_dice(dice: Dice, *, loose: bool = False) -> Reach:
    """Return the bounds of a term. With `loose`, the group that contains the term may drop any of its dice.

    Rule:    DI-LIMIT-05, DI-LIMIT-06, DI-LIMIT-07
    Refuses: NeverEnds, NumberTooGreat
    """
    growth = Growth(dice)
    for modifier in dice.modifiers:
        growth.take(modifier)
    return growth.reach(loose=loose)


def matching(die: Die, points: Sequence[Point]) -> int:
    """Return the number of faces that at least one of the selectors picks.

    The faces of a plain die are split at the numbers of the comparisons, so that a die with a million sides costs no
    more than a die with six. Between two splits, all even faces are equivalent, and so are all odd ones.
    """
    if die.values is not None:
        return sum(any(point.holds(value) for point in points) for value in die.values)
    turns = {turn for point in points for turn in (ceil(point.number), floor(point.number) + 1)}
    cuts = sorted({1, die.sides + 1, *(turn for turn in turns if 1 < turn <= die.sides)})
    found = 0
    for first, after in pairwise(cuts):
        for face in (first, first + 1):
            if any(point.holds(face) for point in points):
                found += len(range(face, after, 2))
    return found


def picked_range(die: Die, points: Sequence[Point]) -> tuple[Rational, Rational] | None:
    """Return the lowest and highest values that any selector picks, or None if no value is picked.

    The function does not check every face of a plain die.
    """
    if not matching(die, points):
        return None
    if die.values is not None:
        picked = [value for value in die.values if any(point.holds(value) for point in points)]
        return min(picked), max(picked)
    turns = [floor(point.number) + more for point in points for more in (-1, 0, 1, 2)]
    near = [value for value in (1, die.sides, *turns) if 1 <= value <= die.sides]
    held = [value for value in near if any(point.holds(value) for point in points)]
    return min(held), max(held)


def chance_of(die: Die, points: Sequence[Point]) -> Fraction:
    """Return the probability that at least one of the selectors picks a thrown die."""
    return Fraction(matching(die, points), die.sides)


def _number_picked(modifier: Keep | Drop) -> tuple[int, int]:
    """Return the minimum and maximum number of dice that a modifier picks by rank.

    In the dialect `d20`, a selector of the highest dice and one of the lowest may pick the same die.
    """
    ends = [0, 0]
    for selector in modifier.of:
        if isinstance(selector, Rank):
            at = int(selector.end == "lowest")
            ends[at] = max(ends[at], selector.number)
    return max(ends) if modifier.twice else sum(ends), sum(ends)


class Growth:
    """The bounds of a term, updated as modifiers are added one by one."""

    def __init__(self, dice: Dice) -> None:
        """Start with the dice of the notation, before any modifiers."""
        self.dice = dice
        self.die = dice.die
        values = dice.die.all_values()
        self.first: tuple[int, int] = (min(values), max(values)) if dice.die.values else (1, dice.die.sides)
        self.least: Rational = self.first[0]
        self.most: Rational = self.first[1]
        self.grain = 1
        self.kept_least = self.kept_most = dice.count
        self.living: Rational = dice.count
        self.throws: Rational = dice.count
        self.as_thrown = True
        self.before: int | None = None

    def take(self, modifier: Modifier) -> None:
        """Update the bounds for one more modifier."""
        if isinstance(modifier, Explode | Reroll | Clamp | Unique):
            self.before = None
        match modifier:
            case Keep() | Drop():
                self._choose(modifier)
            case Explode():
                self._explode(modifier)
            case Reroll():
                self._reroll(modifier)
            case Clamp():
                self._clamp(modifier)
            case Unique():
                self._unique(modifier)
            case _:
                return

    def reach(self, *, loose: bool) -> Reach:
        """Return the bounds of the total."""
        counts = [modifier for modifier in self.dice.modifiers if isinstance(modifier, Count)]
        fewest = 0 if loose else self.kept_least
        sets = [modifier for modifier in self.dice.modifiers if isinstance(modifier, Match)]
        if sets:
            found = within(0, self.kept_most // sets[-1].size)
        elif counts:
            found = within(-self.kept_most if counts[-1].failure else 0, self.kept_most)
        else:
            least = min(fewest * self.least, self.kept_most * self.least)
            most = max(fewest * self.most, self.kept_most * self.most)
            found = within(least, most, self.grain)
        return Reach(found.least, found.most, found.grain, found.exact, self.dice.count, self.throws)

    def _choose(self, modifier: Keep | Drop) -> None:
        """Update the bounds for a keep or drop modifier. Rule: DI-KEEP-05, DI-KEEP-06."""
        only = only_ranks(modifier)
        least, most = _number_picked(modifier)
        most = most if only else self.kept_most
        before = self.kept_most
        if isinstance(modifier, Drop):
            seen = self.before if only and self.before is not None else self.kept_most
            least, most = self.kept_least - most, seen - (least if only else 0)
        self.kept_least = max(0, min(self.kept_least, least))
        self.kept_most = max(0, min(self.kept_most, most))
        self.living = min(self.living, self.kept_most)
        self.before = before if only and isinstance(modifier, Keep) else None

    def _explode(self, modifier: Explode) -> None:
        loss = int(modifier.penetrate)
        if modifier.once:
            self._grow(1)
            self._widen(0)
            self.kept_most += 1
            return
        self._grow(self._extra(modifier.of, None if modifier.limit == 1 else modifier.limit))
        if modifier.compound:
            self.most = self.most + modifier.limit * max(0, self.first[1] - loss)
            self.least = self.least + modifier.limit * min(0, self.first[0] - loss)
        else:
            self.kept_most *= 1 + modifier.limit
            self._widen(loss)
        self.as_thrown = False

    def _reroll(self, modifier: Reroll) -> None:
        if not modifier.once and any(isinstance(selector, Rank) for selector in modifier.of):
            raise NeverEnds(needs="a comparison", has="the highest or lowest dice, rerolled for ever", field="text")
        extra = self._extra(modifier.of, None if modifier.once else REROLLS)
        self.throws += extra
        self._widen(0)
        self.as_thrown = False

    def _clamp(self, modifier: Clamp) -> None:
        for bound, pick in ((modifier.least, max), (modifier.most, min)):
            if bound is not None:
                self.least, self.most = pick(self.least, bound), pick(self.most, bound)
                self.grain *= bound.denominator
        self.as_thrown = False

    def _unique(self, modifier: Unique) -> None:
        """Update the bounds for `u`: either each die can differ from all others, or some value may occur twice.

        Rule:    DI-LIMIT-06
        """
        picked = chance_of(self.die, modifier.of) if modifier.of else Fraction(1)
        distinct = len(set(self.die.values)) if self.die.values else self.die.sides
        if not modifier.once and picked == 1 and self.kept_most > distinct:
            raise TooFewValues(needs=f"at most {distinct} dice of {distinct} values", has=self.kept_most, field="text")
        self._grow_unique(picked, distinct, once=modifier.once)
        self._widen(0)
        self.as_thrown = False

    def _grow_unique(self, picked: Fraction, distinct: int, *, once: bool) -> None:
        count = self.kept_most
        most = self.living * (1 if once else REROLLS)
        if not self.die.values and count <= distinct:
            most = min(most, Fraction(count * (count - 1), distinct - count + 1))
        if picked < 1 and not once:
            most = min(most, self.living * picked / (1 - picked) + self.living)
        self.throws += most

    def _extra(self, of: Sequence[Selector], limit: int | None) -> Rational:
        """Return an upper bound on the average number of extra rolls.

        Without a `limit`, each die causes at most one extra roll.

        Rule:    DI-LIMIT-05, DI-LIMIT-06
        """
        ranked = sum(selector.number for selector in of if isinstance(selector, Rank))
        points = [selector for selector in of if isinstance(selector, Point)]
        chance = chance_of(self.die, points)
        if limit is None:
            return min(self.living, ranked + self.living * (chance if self.as_thrown else 1))
        if chance == 1:
            raise NeverEnds(
                needs="a throw that is not followed by another", has="every roll leads to another one", field="text"
            )
        first = chance if self.as_thrown else Fraction(1)
        return min(self.living * first / (1 - chance), self.living * limit) + ranked * limit

    def _grow(self, extra: Rational) -> None:
        self.throws += extra
        self.living += extra

    def _widen(self, loss: int) -> None:
        """Extend the bounds by the values of extra rolls, reduced by `loss` for penetration."""
        self.least = min(self.least, self.first[0] - loss)
        self.most = max(self.most, self.first[1])
