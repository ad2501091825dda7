"""The odds of symbol pools: each symbol a direction of its own, all directions folded into one number line.

Two symbols that cancel only each other are one direction, of which one counts up and the other down. That is exact,
since what is left of them is their difference.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from math import comb, prod
from typing import Final

from msgspec import Struct

from services.dice.refusals import DiceUnknown
from services.dice.rules import bounds
from services.dice.rules.symbols import cancelled, leads_on, thrown_again
from services.dice.throws import SymbolDie, SymbolPool
from shared.kernel.odds import plan, sums
from shared.kernel.odds.plan import Plan
from shared.kernel.odds.shape import MANY, UPDATE, Shape
from shared.kernel.odds.spread import Number, Spread, Vector, alike, certain, mixed
from shared.kernel.refusals import TooCostly

READING: Final = 12
"""Steps of reading one outcome back from the number line."""


class SymbolPlan(Struct, frozen=True):
    """The counts of symbols left, in the order of the names; what they cost to know, and the work."""

    names: tuple[str, ...]
    outcomes: int
    bits: int
    cost: int
    work: Callable[[], Spread[Vector]]


class _Line(Struct, frozen=True):
    """How directions lie on the number line: direction i has values from lows[i], each strides[i] apart."""

    directions: tuple[tuple[str, str | None], ...]
    lows: tuple[int, ...]
    sizes: tuple[int, ...]
    strides: tuple[int, ...]


def symbol_plan(pool: SymbolPool) -> SymbolPlan:
    """Plan the joint distribution of the symbols left.

    Refuses: DiceUnknown
    """
    dice = _dice(pool)
    names = tuple(sorted({symbol for die in dice for face in die.faces for symbol in face}))
    line = _line(pool, dice, names)
    parts = [(_along(pool, die, line), count) for die, count in dice.items() if count]
    planned = plan.total([(plan.known(spread), count) for spread, count in parts])
    outcomes = min(planned.shape.outcomes, prod(line.sizes))
    reading = READING * (1 + len(names)) * outcomes

    def work() -> Spread[Vector]:
        return sums.total(parts).mapped(_reader(pool, line, names))  # type: ignore[arg-type]

    return SymbolPlan(names, outcomes, planned.shape.bits, min(MANY, planned.cost + reading), work)


def symbol_total(pool: SymbolPool) -> Plan:
    """Plan the weighted sum of the symbols left."""
    planned = symbol_plan(pool)
    weights = [pool.weights.get(name, 0) for name in planned.names]
    dice = _dice(pool)
    most = sum(count * max(len(face) for face in die.faces) * (1 + _waves(pool, die)) for die, count in dice.items())
    size = most * max([abs(weight) for weight in weights], default=0)
    slots = 2 * size + 1
    shape = Shape(-size, size, 1 if size else 0, min(slots, planned.outcomes), planned.bits)

    def work() -> Spread[Number]:
        return planned.work().mapped(lambda counts: sum(a * b for a, b in zip(counts, weights, strict=True)))

    return Plan(shape, min(MANY, planned.cost + UPDATE * (1 + len(weights)) * planned.outcomes), work)


def _dice(pool: SymbolPool) -> dict[SymbolDie, int]:
    found: Counter[SymbolDie] = Counter()
    for entry in pool.dice:
        if isinstance(entry.die, str):
            raise DiceUnknown(needs="a die with its faces", has=entry.die, field="dice")
        found[entry.die] += entry.count
    return dict(found)


def _line(pool: SymbolPool, dice: dict[SymbolDie, int], names: tuple[str, ...]) -> _Line:
    paired = Counter(symbol for pair in pool.cancels for symbol in pair)
    pairs = [(one, other) for one, other in pool.cancels if paired[one] == paired[other] == 1]
    taken = {symbol for pair in pairs for symbol in pair}
    singles: list[tuple[str, str | None]] = [(name, None) for name in names if name not in taken]
    directions = (*((one, other) for one, other in pairs if {one, other} & set(names)), *singles)
    lows, highs = [0] * len(directions), [0] * len(directions)
    for die, count in dice.items():
        for at, direction in enumerate(directions):
            values = [_along_one(face, direction) for face in die.faces]
            waves = _waves(pool, die)
            lows[at] += count * (min(values) + waves * min(0, *values))
            highs[at] += count * (max(values) + waves * max(0, *values))
    sizes = [high - low + 1 for low, high in zip(lows, highs, strict=True)]
    strides = [prod(sizes[at + 1 :]) for at in range(len(sizes))]
    return _Line(directions, tuple(lows), tuple(sizes), tuple(strides))


def _along_one(face: tuple[str, ...], direction: tuple[str, str | None]) -> int:
    one, other = direction
    return face.count(one) - (face.count(other) if other is not None else 0)


def _waves(pool: SymbolPool, die: SymbolDie) -> int:
    """Give how many further dice one die can lead to. Rule: DI-SYMBOL-03."""
    return bounds.SYMBOL_CHAIN if any(leads_on(pool, face) for face in die.faces) else 0


def _along(pool: SymbolPool, die: SymbolDie, line: _Line) -> Spread[Number]:
    """Give a die on the number line, with all that it leads to.

    Rule:    DI-SYMBOL-01, DI-SYMBOL-02
    Refuses: TooCostly
    """
    steps = list(zip(line.directions, line.strides, strict=True))
    places = [sum(_along_one(face, direction) * stride for direction, stride in steps) for face in die.faces]
    again = [thrown_again(pool, face) for face in die.faces]
    on = [leads_on(pool, face) for face in die.faces]
    if not (any(again) or any(on)):
        return alike(places)
    kinds = len({place for place, leads in zip(places, on, strict=True) if leads})
    ways = comb(bounds.SYMBOL_CHAIN + kinds, kinds) * len(set(places))
    if ways > bounds.SYMBOL_WAYS:
        raise TooCostly(needs=bounds.SYMBOL_WAYS, has=ways)
    further: Spread[Number] = certain(0)
    sides: list[Spread[Number]] = []
    for _ in range(bounds.SYMBOL_CHAIN + 1 if any(on) else 1):
        sides = [_moved(further if leads else certain(0), place) for place, leads in zip(places, on, strict=True)]
        further = mixed([(1, side) for side in sides])
    faces, retried = len(sides), sum(again)
    return mixed([(retried + (0 if once_more else faces), side) for once_more, side in zip(again, sides, strict=True)])


def _moved(spread: Spread[Number], by: int) -> Spread[Number]:
    return spread.mapped(lambda place: place + by)


def _reader(pool: SymbolPool, line: _Line, names: tuple[str, ...]) -> Callable[[int], Vector]:
    """Give how a place on the line is read back as the counts of the symbols left."""
    start = sum(low * stride for low, stride in zip(line.lows, line.strides, strict=True))
    several = any(pair not in line.directions and set(pair) <= set(names) for pair in pool.cancels)
    steps = list(zip(line.directions, line.lows, line.sizes, strict=True))[::-1]

    def read(place: int) -> Vector:
        shown: dict[str, int] = {}
        place -= start
        for (one, other), low, size in steps:
            place, along = divmod(place, size)
            along += low
            if along >= 0 or other is None:
                shown[one] = along
            else:
                shown[other] = -along
        left = cancelled(shown, pool.cancels) if several else shown
        return tuple(left.get(name, 0) for name in names)

    return read
