"""The odds of any modifiers on few dice, from every reachable state of the dice with its exact weight.

This method is used if no faster one applies. A state contains, for each live die (a die that is not dropped), its value
and its depth in its chain of explosions. If no modifier depends on which die was rolled first, the order of the dice is
ignored.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from math import comb, lcm, prod
from typing import Final, TypeAlias

from msgspec import Struct

from services.dice.notation.expression import (
    Clamp,
    Die,
    Drop,
    Explode,
    Keep,
    Modifier,
    Point,
    Rank,
    Rational,
    Reroll,
    Unique,
)
from services.dice.notation.extra_rolls import matching
from services.dice.notation.keeping import Keeping, select
from services.dice.notation.odds.die import BITS_A_STEP, Outcomes, any_holds, clamp_value, points_of
from shared.kernel.odds import meter, sums
from shared.kernel.odds.distribution import Distribution, mix
from shared.kernel.odds.plan import Plan
from shared.kernel.odds.shape import MANY, Shape

Kinds: TypeAlias = Sequence[tuple[Plan, int]]
Live: TypeAlias = tuple[tuple[Rational, int], ...]
"""For each live die, its value and its depth in its chain."""
States: TypeAlias = Distribution[Live]

TRANSITION: Final = 60
"""For each die, the number of steps to derive one state from another."""
DEAREST: Final = 1 << 40


class ModifiedDice(Struct, frozen=True):
    """Dice of several kinds with the same modifiers.

    `die` is the kind of the extra dice, and `one` has the bounds of one die.
    """

    kinds: tuple[tuple[Plan, int], ...]
    modifiers: tuple[Modifier, ...]
    score: Callable[[Rational], Outcomes]
    one: Shape
    die: Die | None = None

    @property
    def count(self) -> int:
        """Return the number of dice."""
        return sum(count for _, count in self.kinds)


def every_state(pool: ModifiedDice, kinds: Kinds, modifiers: Sequence[Modifier]) -> Plan:
    """Return the plan of the odds under any modifiers. The calculation lists every state of the dice."""
    in_order = any(_asks_for_order(each) for each in modifiers)
    states, dice, bits, cost = _bounds(pool, kinds, modifiers, in_order=in_order)
    low, high = min(0, pool.one.low) * dice, max(0, pool.one.high) * dice
    step: Rational = pool.one.step or (1 if type(low) is int and type(high) is int else high - low)
    shape = Shape(low, high, step, MANY, bits)
    shape = Shape(low, high, step, min(shape.slots, MANY), bits)
    cost += sum(kind.cost for kind, _ in kinds) + states * dice * TRANSITION

    def work() -> Outcomes:
        walk = _Walk(pool.die, in_order=in_order)
        found = walk.fallen([(kind.work(), count) for kind, count in kinds])
        runs = list(_runs(modifiers))
        for at, run in enumerate(runs):
            found = walk.after(found, run)
            if not any(isinstance(each[0], Explode) for each in runs[at + 1 :]):
                found = walk.forgotten(found)
        return mix([(ways, _score(live, pool.score)) for live, ways in found.weights.items()])

    return Plan(shape, min(MANY, cost * (1 + bits // BITS_A_STEP)), work)


def _score(live: Live, score: Callable[[Rational], Outcomes]) -> Outcomes:
    return sums.total([(score(value), 1) for value, _ in live])


def _asks_for_order(modifier: Modifier) -> bool:
    """Return whether a modifier depends on which of two equal dice was rolled first."""
    if isinstance(modifier, Explode):
        return modifier.once or any(isinstance(selector, Rank) for selector in modifier.of)
    return isinstance(modifier, Unique)


def _runs(modifiers: Sequence[Modifier]) -> Iterator[tuple[Modifier, ...]]:
    """Yield the modifiers in groups: adjacent keep and drop modifiers together, all others alone."""
    run: list[Modifier] = []
    for each in modifiers:
        if isinstance(each, Keep | Drop):
            run.append(each)
            continue
        if run:
            yield tuple(run)
            run = []
        yield (each,)
    if run:
        yield tuple(run)


# ---------------------------------------------------------------- the cost


def _bounds(
    pool: ModifiedDice, kinds: Kinds, modifiers: Sequence[Modifier], *, in_order: bool
) -> tuple[int, int, int, int]:
    """Return upper bounds on four numbers: the states, the dice in a state, the bits of the weights, and the cost."""
    dice = sum(count for _, count in kinds)
    bits = sum(kind.shape.bits * count for kind, count in kinds)
    states, cost = _fallen(kinds, in_order=in_order)
    sides = pool.die.sides if pool.die is not None else 1
    values, exploded = sum(kind.shape.outcomes for kind, _ in kinds) + sides, False
    for each in modifiers:
        grown, extra = 1, 0
        if isinstance(each, Explode):
            grown = sides if each.once else _ways_to_lie(_chains(each, sides) + values, dice, in_order=in_order)
            states = states if each.once or in_order or exploded else 1
            exploded, extra = True, 1 if each.once else each.limit * dice
        elif isinstance(each, Reroll | Unique):
            grown = _ways_to_lie(sides, dice, in_order=True)
            bits += sides * 2 * dice if isinstance(each, Unique) else 0
        if grown > 1:
            bits += sides.bit_length() * (extra + dice) * 2
        states = _times(states, grown)
        dice += 0 if isinstance(each, Explode) and each.compound else extra
        cost = min(DEAREST, cost + _times(states, (dice + 1) * TRANSITION))
    return states, dice, bits, cost


def _fallen(kinds: Kinds, *, in_order: bool) -> tuple[int, int]:
    """Return upper bounds on the number of states of freshly rolled dice, and on the cost of rolling them."""
    states, dice, cost = 1, 0, 0
    for kind, count in kinds:
        values = kind.shape.outcomes
        for fallen in range(count):
            lying = _times(states, _ways_to_lie(values, fallen, in_order=in_order))
            cost += _times(lying, values * (dice + fallen + 1) * TRANSITION)
            if cost >= DEAREST:
                return DEAREST, DEAREST
        states = _times(states, _ways_to_lie(values, count, in_order=in_order))
        dice += count
    return states, cost


def _chains(explode: Explode, sides: int) -> int:
    """Return an upper bound on the number of different chains of one die."""
    if all(isinstance(selector, Point) for selector in explode.of):
        leading = matching(Die("any", sides), points_of(explode)) or 1
        return min(DEAREST, sides * (explode.limit + 1) if leading == 1 else prod([sides] * min(explode.limit + 1, 40)))
    return min(DEAREST, prod([sides] * min(explode.limit + 1, 40)))


def _ways_to_lie(values: int, count: int, *, in_order: bool) -> int:
    if values <= 1:
        return 1
    if in_order:
        return prod([values] * count) if count * values.bit_length() <= 60 else DEAREST  # noqa: PLR2004 the product exceeds every bound
    less = min(values - 1, count)
    return min(DEAREST, comb(values + count - 1, less)) if less <= 30 else DEAREST  # noqa: PLR2004 the product exceeds every bound


def _times(one: int, other: int) -> int:
    return min(DEAREST, one * other)


# ---------------------------------------------------------------- the walk through the states


class _Walk:
    """Derives the states of the finished dice from the states of freshly rolled dice, modifier by modifier."""

    def __init__(self, die: Die | None, *, in_order: bool) -> None:
        self.die, self.in_order = die, in_order
        self.values: Sequence[Rational] = () if die is None else die.all_values()

    def fallen(self, kinds: Sequence[tuple[Outcomes, int]]) -> States:
        found: States = Distribution({(): 1}, 1)
        for kind, count in kinds:
            for _ in range(count):
                one: States = Distribution({((value, 0),): ways for value, ways in kind.weights.items()}, kind.total)
                found = self._spread(found, lambda _, one=one: one, lambda live, more: (*live, *more))  # type: ignore[misc]
        return found

    def _spread(self, states: States, leads: Callable[[Live], States], join: Callable[[Live, Live], Live]) -> States:
        """Replace every state by the states that follow from it."""
        led = {live: leads(live) for live in states.weights}
        common = lcm(*(more.total for more in led.values()))
        found: dict[Live, int] = {}
        for live, ways in states.weights.items():
            more = led[live]
            factor = ways * (common // more.total)
            meter.spend(TRANSITION * len(more.weights) * (len(live) + 1), states.total * common)
            for added, weight in more.weights.items():
                state = self._canonical(join(live, added))
                found[state] = found.get(state, 0) + factor * weight
        return Distribution(found, states.total * common)

    def _canonical(self, live: Live) -> Live:
        return live if self.in_order else tuple(sorted(live))

    def after(self, states: States, run: tuple[Modifier, ...]) -> States:
        """Return the states after a modifier, or after a group of adjacent keep and drop modifiers."""
        modifier = run[0]
        match modifier:
            case Keep() | Drop():
                return self._each(states, lambda live: _keep(live, run))
            case Clamp():
                return self._each(states, lambda live: tuple((clamp_value(modifier, value), at) for value, at in live))
            case Reroll():
                return self._spread(states, lambda live: self._reroll(live, modifier), _instead)
            case Unique():
                return self._spread(states, lambda live: self._unique(live, modifier), _instead)
            case Explode():
                return self._spread(states, lambda live: self._explode(live, modifier), _instead)
            case _:
                return states

    def forgotten(self, states: States) -> States:
        """Return the states without each die's depth in its chain."""
        return self._each(states, lambda live: tuple((value, 0) for value, _ in live))

    def _each(self, states: States, to: Callable[[Live], Live]) -> States:
        meter.spend(TRANSITION * sum(len(live) + 1 for live in states.weights), states.total)
        return states.map_outcomes(lambda live: self._canonical(to(live)))

    def _throw(self, values: Sequence[Rational], depth: int) -> States:
        return mix([(1, Distribution({((value, depth),): 1}, 1)) for value in values])

    def _reroll(self, live: Live, modifier: Reroll) -> States:
        """Reroll the picked dice. Rule: DI-RE-01, DI-RE-02."""
        picked = Keeping().pick(modifier.of, range(len(live)), [value for value, _ in live])
        values = [value for value in self.values if modifier.once or not any_holds(modifier.of, value)]
        found: States = Distribution({(): 1}, 1)
        for place, die in enumerate(live):
            one: States = self._throw(values, die[1]) if place in picked else Distribution({(die,): 1}, 1)
            found = self._spread(found, lambda _, one=one: one, lambda left, more: (*left, *more))  # type: ignore[misc]
        return found

    def _unique(self, live: Live, modifier: Unique) -> States:
        """Reroll duplicates, one die after the other. Rule: DI-RE-03."""
        found: States = Distribution({(): 1}, 1)
        for die in live:

            def ends(left: Live, die: tuple[Rational, int] = die) -> States:
                seen = {value for value, _ in left}
                if not (die[0] in seen and (not modifier.of or any_holds(modifier.of, die[0]))):
                    return Distribution({(die,): 1}, 1)
                doubles = {value for value in seen if not modifier.of or any_holds(modifier.of, value)}
                return self._throw([v for v in self.values if modifier.once or v not in doubles], die[1])

            found = self._spread(found, ends, lambda left, more: (*left, *more))
        return found

    def _explode(self, live: Live, modifier: Explode) -> States:
        """Roll the extra dice of a state. Rule: DI-EXP-01 to DI-EXP-04."""
        if modifier.once:
            return self._once(live, modifier)
        if all(isinstance(selector, Point) for selector in modifier.of):
            return self._chain(live, modifier)
        start: States = Distribution({live: 1}, 1)
        return self._by_rank(start, modifier, frozenset())

    def _once(self, live: Live, modifier: Explode) -> States:
        values = [value for value, _ in live]
        order = [place for selector in modifier.of for place in select(selector, range(len(live)), values)]
        if not order or live[order[0]][1] >= modifier.limit:
            return Distribution({live: 1}, 1)
        thrown = self._throw(self.values, live[order[0]][1] + 1)
        return self._spread(Distribution({live: 1}, 1), lambda _: thrown, lambda left, more: (*left, *more))

    def _chain(self, live: Live, modifier: Explode) -> States:
        """Roll each die's chain of extra rolls, one wave at a time as in a real roll."""
        loss = int(modifier.penetrate)
        front = [place for place, (value, _) in enumerate(live) if any_holds(modifier.of, value)]
        waves: dict[tuple[Live, tuple[tuple[int, int], ...]], int] = {
            (live, tuple((place, live[place][1]) for place in front if live[place][1] < modifier.limit)): 1
        }
        done: dict[Live, list[tuple[int, int]]] = {}
        power = 0
        while waves:
            following: dict[tuple[Live, tuple[tuple[int, int], ...]], int] = {}
            for (lying, places), ways in waves.items():
                if not places:
                    done.setdefault(lying, []).append((ways, power))
                    continue
                meter.spend(TRANSITION * len(self.values) * (len(lying) + 1), ways)
                (head, depth), rest = places[0], places[1:]
                for value in self.values:
                    leads = any_holds(modifier.of, value) and depth + 1 < modifier.limit
                    grown, place = _with_one_more(lying, head, (value - loss, depth + 1), modifier)
                    key = (grown, (*rest, (place, depth + 1)) if leads else rest)
                    following[key] = following.get(key, 0) + ways
            waves = following
            power += 1
        return self._gather(done)

    def _gather(self, done: Mapping[Live, Sequence[tuple[int, int]]]) -> States:
        """Combine states that were reached after different numbers of throws."""
        sides = len(self.values)
        last = max((at for found in done.values() for _, at in found), default=0)
        weights: dict[Live, int] = {}
        for lying, found in done.items():
            state = self._canonical(lying)
            weights[state] = weights.get(state, 0) + sum(ways * sides ** (last - at) for ways, at in found)
        return Distribution(weights, sides**last)

    def _by_rank(self, states: States, modifier: Explode, done: frozenset[int]) -> States:
        """Explode the highest or lowest dice, including extra dice, until every die of that rank has exploded."""
        ((live, _),) = states.weights.items()
        picked = Keeping().pick(modifier.of, range(len(live)), [value for value, _ in live])
        front = [place for place in sorted(picked - done) if live[place][1] < modifier.limit]
        if not front:
            return states
        found = states
        for place in front:
            thrown = self._throw(self.values, live[place][1] + 1)
            found = self._spread(found, lambda _, thrown=thrown: thrown, lambda left, more: (*left, *more))  # type: ignore[misc]
        after = done | set(front)
        return self._spread(found, lambda lying: self._by_rank(Distribution({lying: 1}, 1), modifier, after), _instead)


def _with_one_more(live: Live, head: int, die: tuple[Rational, int], modifier: Explode) -> tuple[Live, int]:
    """Add an extra die, either to the die that exploded or as a separate die.

    The function returns the dice, and the index of the die at which the explosion continues.
    """
    if not modifier.compound:
        return (*live, die), len(live)
    value, depth = live[head]
    return (*live[:head], (value + die[0], depth), *live[head + 1 :]), head


def _keep(live: Live, run: Sequence[Modifier]) -> Live:
    keeping, values = Keeping(), [value for value, _ in live]
    left: Sequence[int] = range(len(live))
    for each in run:
        if isinstance(each, Keep | Drop):
            left = keeping.after(each, left, values)
    return tuple(live[place] for place in left)


def _instead(_: Live, more: Live) -> Live:
    return more
