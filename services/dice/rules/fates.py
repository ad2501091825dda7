"""What can become of one die: every modifier that looks at dice one by one, followed to its end with exact weights.

A chain of further throws ends where the pile on the table ends it: a throw at depth `CHAIN` leads to no other, and a
die that has been thrown again has used up a part of its chain.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import lcm
from typing import Final, TypeAlias

from services.dice.rules.expression import (
    CHAIN,
    Clamp,
    Count,
    Die,
    Drop,
    Explode,
    Keep,
    Modifier,
    Point,
    Rational,
    Reroll,
)
from services.dice.rules.numbers import tidy
from shared.odds import sums
from shared.odds.shape import MANY, UPDATE
from shared.odds.spread import Spread, certain, mixed

Fate: TypeAlias = Spread[Rational]
"""What a die adds to the total in the end, with all further dice that it leads to."""
Ways: TypeAlias = dict[Rational, int]

STEP: Final = 10
"""Steps of looking at one side once."""

NOTHING: Final[Fate] = certain(0)


def each_for_itself(modifier: Modifier) -> bool:
    """Tell whether a modifier looks at every die alone, so that no die knows of another."""
    match modifier:
        case Keep() | Drop() | Reroll():
            return all(isinstance(selector, Point) for selector in modifier.of)
        case Explode():
            return not modifier.once and all(isinstance(selector, Point) for selector in modifier.of)
        case Clamp():
            return True
        case _:
            return False


def any_holds(of: Sequence[object], value: Rational) -> bool:
    """Tell whether one of the points holds; ranks say nothing of a single die."""
    return any(isinstance(selector, Point) and selector.holds(value) for selector in of)


def clamped(modifier: Clamp, value: Rational) -> Rational:
    """Bring a value into bounds, as the table does: the lower bound first, then not the upper."""
    if modifier.least is not None and value < modifier.least:
        return modifier.least
    if modifier.most is not None and value > modifier.most:
        return modifier.most
    return value


def scored(count: Count | None) -> Callable[[Rational], Fate]:
    """Give what a die that is kept to the end adds: its value, or 1 for a success and -1 for a failure."""
    if count is None:
        return certain
    failure = count.failure

    def score(value: Rational) -> Fate:
        if count.success.holds(value):
            return certain(1)
        return certain(-1 if failure is not None and failure.holds(value) else 0)

    return score


class Fates:
    """One kind of die under modifiers of which each looks at dice one by one."""

    def __init__(self, die: Die | None, modifiers: Sequence[Modifier], end: Callable[[Rational], Fate]) -> None:
        """Take the modifiers in order, and what a die adds that is kept to the end."""
        self.die, self.modifiers, self.end = die, tuple(modifiers), end
        self._known: dict[tuple[int, Rational, int], Fate] = {}
        self._further_known: dict[tuple[int, int], Fate] = {}
        self._deep = [
            any(isinstance(each, Explode | Reroll) for each in modifiers[at:]) for at in range(len(modifiers) + 1)
        ]

    def begin(self) -> Fate:
        """Give the fate of a die that is thrown first."""
        return self.thrown(0, 0)

    def of(self, value: Rational, at: int = 0, depth: int = 0) -> Fate:
        """Give the fate of a die of this value before the modifier numbered `at`, that far along its chain."""
        if at == len(self.modifiers):
            return self.end(value)
        asked = (at, value, depth if self._deep[at] else 0)
        found = self._known.get(asked)
        if found is None:
            found = self._known[asked] = self._step(*asked)
        return found

    def _step(self, at: int, value: Rational, depth: int) -> Fate:
        modifier = self.modifiers[at]
        if isinstance(modifier, Clamp):
            return self.of(clamped(modifier, value), at + 1, depth)
        assert isinstance(modifier, Keep | Drop | Explode | Reroll)  # noqa: S101 the others are not for one die alone
        picked = any_holds(modifier.of, value)
        if isinstance(modifier, Keep | Drop):
            stays = picked is isinstance(modifier, Keep)
            return self.of(value, at + 1, depth) if stays else NOTHING
        if not picked or depth >= CHAIN:
            return self.of(value, at + 1, depth)
        if isinstance(modifier, Reroll):
            return self._thrown_again(modifier, at, depth)
        if modifier.compound:
            return self._compound(modifier, at, value, depth)
        return sums.added(self.of(value, at + 1, depth), self._further(modifier, at, depth))

    def _values(self) -> Sequence[Rational]:
        return () if self.die is None else self.die.all_values()

    def thrown(self, at: int, depth: int) -> Fate:
        """Give the fate of a further die before the modifier numbered `at`, that far along its chain."""
        return mixed([(1, self.of(value, at, depth)) for value in self._values()])

    def _thrown_again(self, modifier: Reroll, at: int, depth: int) -> Fate:
        found = self._further_known.get((at, depth))
        if found is None:
            found = self._further_known[at, depth] = self._again(modifier, at, depth)
        return found

    def _again(self, modifier: Reroll, at: int, depth: int) -> Fate:
        """Throw again, once or until no longer picked; the last throw of a chain stays whatever it shows."""
        last = depth + 1 if modifier.once else CHAIN
        if not self._deep[at + 1]:
            return self._settled(modifier, at + 1, last - depth)
        found = self.thrown(at + 1, last)
        picked = sum(any_holds(modifier.of, value) for value in self._values())
        for here in range(last - 1, depth, -1):
            stays = [value for value in self._values() if not any_holds(modifier.of, value)]
            found = mixed([(picked, found), *((1, self.of(value, at + 1, here)) for value in stays)])
        return found

    def _settled(self, modifier: Reroll, at: int, throws: int) -> Fate:
        """Give the same where depth no longer matters: of s^n ways, all but p^n end on a side not picked."""
        sides: tuple[list[tuple[int, Fate]], list[tuple[int, Fate]]] = ([], [])
        for value in self._values():
            sides[any_holds(modifier.of, value)].append((1, self.of(value, at)))
        stays, picked = sides
        never = len(picked) ** throws
        parts = [((len(stays) + len(picked)) ** throws - never, mixed(stays))] if stays else []
        return mixed([*parts, (never, mixed(picked))])

    def _further(self, modifier: Explode, at: int, depth: int) -> Fate:
        """Give what the further dice add that a die at this depth leads to."""
        found = self._further_known.get((at, depth))
        if found is None:
            if self._deep[at + 1] and min(modifier.limit, CHAIN - depth) > 1:
                found = self._one_further(modifier, at, depth + 1)
            else:
                found = self._all_further(modifier, at, depth)
            self._further_known[at, depth] = found
        return found

    def _one_further(self, modifier: Explode, at: int, here: int) -> Fate:
        parts = []
        for value in self._values():
            own = self.of(value - int(modifier.penetrate), at + 1, here)
            more = any_holds(modifier.of, value)
            parts.append((1, sums.added(own, self._further(modifier, at, here)) if more else own))
        return mixed(parts)

    def _all_further(self, modifier: Explode, at: int, depth: int) -> Fate:
        """Give the same where what becomes of a further die does not hang on its depth."""
        loss = int(modifier.penetrate)
        sides = [(any_holds(modifier.of, value), self.of(value - loss, at + 1, depth + 1)) for value in self._values()]
        return _chain(sides, min(modifier.limit, CHAIN - depth))

    def _compound(self, modifier: Explode, at: int, value: Rational, depth: int) -> Fate:
        loss = int(modifier.penetrate)
        sides = [(any_holds(modifier.of, each), certain(each - loss)) for each in self._values()]
        more = _chain(sides, min(modifier.limit, CHAIN - depth))
        parts = [(ways, self.of(tidy(value + added), at + 1, depth)) for added, ways in more.weights.items()]
        return mixed(parts)


def _chain(sides: Sequence[tuple[bool, Fate]], throws: int) -> Fate:
    """Give the sum of a chain of throws, which each `True` side leads on, up to so many."""
    scale = len(sides) * lcm(*(fate.total for _, fate in sides))
    going, ending = (_weighted(sides, scale, on=on) for on in (True, False))
    if not going:
        return Spread(ending, scale)
    found: Ways = {}
    so_far: Ways = {0: 1}
    for left in range(throws - 1, -1, -1):
        factor = scale**left
        for reached, ways in so_far.items():
            for added, more in ending.items():
                both = reached + added
                found[both] = found.get(both, 0) + ways * more * factor
        so_far = _joined(so_far, going)
    for reached, ways in so_far.items():
        found[reached] = found.get(reached, 0) + ways
    return Spread(found, scale**throws)


def _weighted(sides: Sequence[tuple[bool, Fate]], scale: int, *, on: bool) -> Ways:
    """Give the ways of the sides that lead on, or of the others, out of `scale` for all of them."""
    found: Ways = {}
    for leads, fate in sides:
        if leads is on:
            factor = scale // (len(sides) * fate.total)
            for added, ways in fate.weights.items():
                found[added] = found.get(added, 0) + ways * factor
    return found


def _joined(one: Mapping[Rational, int], other: Mapping[Rational, int]) -> Ways:
    found: Ways = {}
    for ours, ways in one.items():
        for theirs, more in other.items():
            found[ours + theirs] = found.get(ours + theirs, 0) + ways * more
    return found


def bits_of(die: Die, modifiers: Sequence[Modifier]) -> int:
    """Bound the bits of the number of ways in which one die can fare."""
    each = die.sides.bit_length()
    bits = 0
    for modifier in reversed(modifiers):
        match modifier:
            case Reroll(once=True):
                bits += each
            case Explode(compound=False):
                bits = (bits + each) * CHAIN + bits
            case Reroll() | Explode():
                bits += each * CHAIN
            case _:
                pass
    return bits + each


def cost_of(die: Die | None, modifiers: Sequence[Modifier], slots: int) -> int:
    """Bound the steps of following one die, whose total can take so many values.

    Units:   steps of `shared.odds.shape`
    """
    if die is None:
        return 20 * (len(modifiers) + 1)
    cost = die.sides * (len(modifiers) + 1) * STEP
    if not modifiers:
        return cost
    later = [any(isinstance(each, Explode | Reroll) for each in modifiers[at + 1 :]) for at in range(len(modifiers))]
    depths = 1
    for modifier, more in zip(modifiers, later, strict=True):
        if isinstance(modifier, Explode | Reroll):
            cost += depths * _cost_of_chain(die, modifier, slots, more=more)
            depths = CHAIN
    return min(cost * (1 + bits_of(die, modifiers) // 3200), MANY)


def _cost_of_chain(die: Die, modifier: Explode | Reroll, slots: int, *, more: bool) -> int:
    if isinstance(modifier, Reroll):
        return die.sides * STEP * ((1 if modifier.once else CHAIN) * min(slots, die.sides * CHAIN) if more else 4)
    if more and not modifier.compound:
        return CHAIN * die.sides * slots * UPDATE
    leading = [value for value in die.all_values() if any_holds(modifier.of, value)]
    apart = max(leading) - min(leading) if leading else 0
    reached = CHAIN * (1 if not apart else apart * CHAIN // 2)
    return reached * die.sides * UPDATE * (STEP if modifier.compound else 1)
