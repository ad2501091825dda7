"""The odds of a single die under modifiers that look at each die separately, with exact weights.

A chain of explosions (a die with its extra dice) ends at the limit of a roll. A reroll ends on one of the faces that
can end it, each equally likely.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import lcm
from typing import Final, TypeAlias

from services.dice.notation.expression import (
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
from services.dice.notation.extra_rolls import matching, picked_range
from services.dice.notation.numbers import tidy
from shared.kernel.odds import meter, sums
from shared.kernel.odds.distribution import Distribution, certain, mix
from shared.kernel.odds.shape import MANY, UPDATE, Shape, sum_cost

Outcomes: TypeAlias = Distribution[Rational]
"""The distribution of the amount that a die adds to the total, including all its extra dice."""
Ways: TypeAlias = dict[Rational, int]

STEP: Final = 10
"""The number of steps that the calculation needs for one side of a die."""

BITS_A_STEP: Final = 1600
"""The number of additional bits in a number that cost one additional step of calculation."""

NOTHING: Final[Outcomes] = certain(0)


def each_for_itself(modifier: Modifier) -> bool:
    """Return whether a modifier looks at each die separately. If so, the dice stay independent."""
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
    """Return whether at least one of the selectors picks the value. Selectors by rank do not apply to a single die."""
    return any(isinstance(selector, Point) and selector.holds(value) for selector in of)


def points_of(modifier: Explode | Reroll) -> list[Point]:
    """Return the comparisons with which a modifier picks dice."""
    return [selector for selector in modifier.of if isinstance(selector, Point)]


def clamp_value(modifier: Clamp, value: Rational) -> Rational:
    """Return a value, raised to the lower limit or lowered to the upper limit, as in a real roll."""
    if modifier.least is not None and value < modifier.least:
        return modifier.least
    if modifier.most is not None and value > modifier.most:
        return modifier.most
    return value


def score_by(count: Count | None) -> Callable[[Rational], Outcomes]:
    """Return a function that scores a kept die.

    The score is the die's value or, with a `Count`, 1 for success and -1 for failure.
    """
    if count is None:
        return certain
    failure = count.failure

    def score(value: Rational) -> Outcomes:
        if count.success.holds(value):
            return certain(1)
        return certain(-1 if failure is not None and failure.holds(value) else 0)

    return score


class DieOdds:
    """The odds of one kind of die under modifiers that look at each die separately."""

    def __init__(self, die: Die | None, modifiers: Sequence[Modifier], end: Callable[[Rational], Outcomes]) -> None:
        """Store the modifiers in order. `end` returns the score of a kept die."""
        self.die, self.modifiers, self.end = die, tuple(modifiers), end
        self._known: dict[tuple[int, Rational, int], Outcomes] = {}
        self._further_known: dict[tuple[int, int], Outcomes] = {}
        self._chains: dict[tuple[int, int], Outcomes] = {}
        self._deep = [any(isinstance(each, Explode) for each in modifiers[at:]) for at in range(len(modifiers) + 1)]

    def of(self, value: Rational, at: int = 0, depth: int = 0) -> Outcomes:
        """Return the outcome of a die with this value after the remaining modifiers, which begin at index `at`.

        `depth` is the number of throws before this die in its chain.
        """
        if at == len(self.modifiers):
            return self.end(value)
        asked = (at, value, depth if self._deep[at] else 0)
        found = self._known.get(asked)
        if found is None:
            found = self._known[asked] = self._step(*asked)
        return found

    def _step(self, at: int, value: Rational, depth: int) -> Outcomes:
        modifier = self.modifiers[at]
        if isinstance(modifier, Clamp):
            return self.of(clamp_value(modifier, value), at + 1, depth)
        assert isinstance(modifier, Keep | Drop | Explode | Reroll)  # noqa: S101 other modifiers do not act on a single die
        picked = any_holds(modifier.of, value)
        if isinstance(modifier, Keep | Drop):
            stays = picked is isinstance(modifier, Keep)
            return self.of(value, at + 1, depth) if stays else NOTHING
        if isinstance(modifier, Reroll):
            return self._thrown_again(modifier, at, depth) if picked else self.of(value, at + 1, depth)
        if not picked or depth >= modifier.limit:
            return self.of(value, at + 1, depth)
        if modifier.compound:
            return self._compound(modifier, at, value, depth)
        return sums.add(self.of(value, at + 1, depth), self._extra(modifier, at, depth))

    def _values(self) -> Sequence[Rational]:
        return () if self.die is None else self.die.all_values()

    def throw_extra(self, at: int, depth: int) -> Outcomes:
        """Return the outcome of an extra die at this depth of its chain, after the modifiers from index `at` on."""
        return mix([(1, self.of(value, at, depth)) for value in self._values()])

    def _thrown_again(self, modifier: Reroll, at: int, depth: int) -> Outcomes:
        """Return the outcome of a die that is rerolled, either once or until the modifier does not pick it.

        Rule: DI-LIMIT-06
        """
        found = self._further_known.get((at, depth))
        if found is None:
            values = [value for value in self._values() if modifier.once or not any_holds(modifier.of, value)]
            found = mix([(1, self.of(value, at + 1, depth)) for value in values])
            self._further_known[at, depth] = found
        return found

    def _extra(self, modifier: Explode, at: int, depth: int) -> Outcomes:
        """Return the distribution of the amount added by the extra dice of a die at this depth."""
        found = self._further_known.get((at, depth))
        if found is None:
            if self._deep[at + 1] and depth + 1 < modifier.limit:
                found = self._one_extra(modifier, at, depth + 1)
            else:
                found = self._all_extra(modifier, at, depth)
            self._further_known[at, depth] = found
        return found

    def _one_extra(self, modifier: Explode, at: int, here: int) -> Outcomes:
        parts = []
        for value in self._values():
            own = self.of(value - int(modifier.penetrate), at + 1, here)
            more = any_holds(modifier.of, value)
            parts.append((1, sums.add(own, self._extra(modifier, at, here)) if more else own))
        return mix(parts)

    def _all_extra(self, modifier: Explode, at: int, depth: int) -> Outcomes:
        """Return the distribution of the added amount if an extra die's outcome does not depend on its depth."""
        loss = int(modifier.penetrate)
        sides = [(any_holds(modifier.of, value), self.of(value - loss, at + 1, depth + 1)) for value in self._values()]
        return chain(sides, modifier.limit - depth)

    def _compound(self, modifier: Explode, at: int, value: Rational, depth: int) -> Outcomes:
        more = self._chains.get((at, depth))
        if more is None:
            loss = int(modifier.penetrate)
            sides = [(any_holds(modifier.of, each), certain(each - loss)) for each in self._values()]
            more = self._chains[at, depth] = chain(sides, modifier.limit - depth)
        meter.spend(len(more.weights), more.total)
        parts = [(ways, self.of(tidy(value + added), at + 1, depth)) for added, ways in more.weights.items()]
        return mix(parts)


def chain(sides: Sequence[tuple[bool, Outcomes]], throws: int) -> Outcomes:
    """Return the odds of the sum of a chain. The sides marked `True` continue the chain, up to this number of throws.

    The function first adds up the throws that continue the chain, for every length, and then adds the throw that ends
    it.
    """
    scale = len(sides) * lcm(*(outcomes.total for _, outcomes in sides))
    going, ending = (_weigh(sides, scale, on=on) for on in (True, False))
    if not going:
        return Distribution(ending, scale)
    before: Ways = {}
    so_far: Ways = {0: 1}
    for left in range(throws - 1, -1, -1):
        factor = scale**left
        meter.spend(len(so_far) * (1 + len(going)), factor)
        for reached, ways in so_far.items():
            before[reached] = before.get(reached, 0) + ways * factor
        so_far = _join(so_far, going)
    whole = scale**throws
    if ending:
        share, spare = sum(before.values()), sum(ending.values())
        found = dict(sums.add(Distribution(before, share), Distribution(ending, spare)).weights)
    else:
        found = {}
    for reached, ways in so_far.items():
        found[reached] = found.get(reached, 0) + ways
    return Distribution(found, whole)


def _weigh(sides: Sequence[tuple[bool, Outcomes]], scale: int, *, on: bool) -> Ways:
    """Return the weights of the sides that continue a chain (`on`), or of those that end it.

    The weights of all sides together add up to `scale`.
    """
    found: Ways = {}
    for leads, outcomes in sides:
        if leads is on:
            factor = scale // (len(sides) * outcomes.total)
            for added, ways in outcomes.weights.items():
                found[added] = found.get(added, 0) + ways * factor
    return found


def _join(one: Mapping[Rational, int], other: Mapping[Rational, int]) -> Ways:
    found: Ways = {}
    for ours, ways in one.items():
        for theirs, more in other.items():
            found[ours + theirs] = found.get(ours + theirs, 0) + ways * more
    return found


def bits_of(die: Die, modifiers: Sequence[Modifier]) -> int:
    """Return an upper bound on the number of possible results of one die with its extra dice, in bits."""
    each = die.sides.bit_length()
    bits = 0
    for modifier in reversed(modifiers):
        match modifier:
            case Reroll():
                bits += each
            case Explode(compound=False, limit=limit):
                bits = (bits + each) * limit + bits
            case Explode(limit=limit):
                bits += each * limit
            case _:
                pass
    return bits + each


def cost_of(die: Die | None, modifiers: Sequence[Modifier], slots: int, values: int) -> int:
    """Return an upper bound on the cost of calculating the odds of one die.

    `slots` and `values` count its possible totals and values.
    """
    if die is None:
        return min(MANY, UPDATE * STEP * values * (len(modifiers) + 1))
    deep = [at for at, each in enumerate(modifiers) if isinstance(each, Explode)]
    bits = bits_of(die, modifiers)
    cost, depths = 0, 1
    for at, modifier in enumerate(modifiers):
        more = any(later > at for later in deep)
        size = slots if more else 1
        cost += UPDATE * STEP * depths * values
        if isinstance(modifier, Reroll):
            values += die.sides
            cost += UPDATE * depths * (die.sides + 2) * size
        elif isinstance(modifier, Explode):
            cost += depths * _cost_of_chain(die, modifier, (slots, values), more=more, bits=bits)
            values += die.sides * 2 + (_most_sums(die, modifier) * values if modifier.compound else 0)
            depths = modifier.limit + 1 if more else 1
    return min(MANY, (cost + UPDATE * STEP * values) * (1 + bits // BITS_A_STEP))


def _most_sums(die: Die, modifier: Explode) -> int:
    """Return an upper bound on the number of different sums of a chain."""
    leading = picked_range(die, points_of(modifier))
    gap = leading[1] - leading[0] if leading is not None else 0
    return int(1 + gap * (modifier.limit + 1) // 2) * modifier.limit + die.sides


def _cost_of_chain(die: Die, modifier: Explode, sizes: tuple[int, int], *, more: bool, bits: int) -> int:
    slots, values = sizes
    leading = matching(die, points_of(modifier))
    if more and not modifier.compound:
        return UPDATE * (die.sides + values) * slots
    reached = _most_sums(die, modifier)
    joined = Shape(0, reached, 1, reached, bits)
    last = Shape(0, die.sides, 1, die.sides, bits)
    cost = 2 * UPDATE * (1 + leading) * reached + sum_cost(joined, last)
    return cost + (UPDATE * STEP * leading * reached if modifier.compound else UPDATE * leading * min(reached, slots))
