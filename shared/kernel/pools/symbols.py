"""Symbol dice: pools of dice whose symbols cancel each other, and the weighted sum of the remaining symbols.

For the odds, each symbol is a dimension, and all dimensions are mapped to one number line. Two symbols that cancel only
each other share a dimension: one counts up and the other counts down. This is exact, because only their difference
remains.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from math import ceil, comb, prod
from typing import Annotated, Final, TypeAlias

from msgspec import Meta, Struct, field

from shared.kernel.chance import Chance
from shared.kernel.messages import Audience, Id
from shared.kernel.odds import plan, report, sums
from shared.kernel.odds.distribution import Distribution, Number, Vector, alike, certain, mix
from shared.kernel.odds.meter import metered
from shared.kernel.odds.plan import Plan, carry_out
from shared.kernel.odds.report import VectorOdds
from shared.kernel.odds.shape import MANY, UPDATE, Shape
from shared.kernel.pools.pool import WORK, DicePool, Places, WholeNumber
from shared.kernel.refusals import TooCostly

CHAIN: Final = 10
"""The maximum length of a symbol die's chain of extra rolls."""
MOST_SUMS: Final = 20_000
"""The maximum number of different sums of an exploding symbol die for which the odds are computed."""
READING: Final = 12
"""The number of steps to convert one position on the number line back to counts."""

Face: TypeAlias = Annotated[tuple[Id, ...], Meta(max_length=10, description="the symbols on a face; none is a blank")]
Pair: TypeAlias = Annotated[tuple[Id, ...], Meta(min_length=2, max_length=2, description="two symbols")]
Pairs: TypeAlias = Annotated[tuple[Pair, ...], Meta(max_length=20)]
Weights: TypeAlias = Annotated[dict[Id, WholeNumber], Meta(max_length=50)]


class SymbolDie(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A die with symbols on its equally likely faces."""

    name: Id
    faces: Annotated[tuple[Face, ...], Meta(min_length=1, max_length=100)]


class SymbolDice(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Dice of one kind in a pool: the die itself, or the name of a die in the pool's named set."""

    die: SymbolDie | Id
    count: Annotated[int, Meta(ge=0, le=1000)] = 1


class ThrownSymbols(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Rolled symbol dice of one kind: the indexes of the faces shown, from 1, with extra rolls last.

    `sources` contains, for each extra roll, the index of the die that caused it. `rerolled` are the dice that were
    rerolled and do not count.
    """

    die: str
    faces: tuple[int, ...]
    sources: Places = ()
    rerolled: Places = ()


class SymbolOutcome(Struct, frozen=True, kw_only=True, tag="symbols", tag_field="of"):
    """The outcome of a symbol pool: the symbols shown, the symbols left after cancelling, and their weighted sum."""

    dice: tuple[ThrownSymbols, ...]
    shown: dict[str, int]
    left: dict[str, int]
    total: int


class SymbolPool(DicePool, frozen=True, kw_only=True, omit_defaults=True):
    """Symbol dice rolled together: the symbols of a pair in `cancels` cancel one for one.

    `weights` set the value of each remaining symbol. With `set` (a named set of the table) dice may be given by name,
    and the pairs and weights of the set apply too; weights given here take precedence. A die that shows a symbol of
    `rerolls` (or no symbol, with `rerolls_blanks`) is rerolled once. Then each die that shows a symbol of `explodes`
    adds an extra die of its kind, and so does each extra die. Each die leads to at most ten extra dice, one after
    another; the chain ends there, in the odds too.
    """

    dice: Annotated[tuple[SymbolDice, ...], Meta(min_length=1, max_length=50)]
    cancels: Pairs = ()
    weights: Weights = field(default_factory=dict)
    set: Id | None = None
    explodes: Annotated[tuple[Id, ...], Meta(max_length=20)] = ()
    rerolls: Annotated[tuple[Id, ...], Meta(max_length=20)] = ()
    rerolls_blanks: bool = False

    def throw(self, chance: Chance, purpose: str, audience: Audience | None = None) -> SymbolOutcome:
        """Roll the dice in the order of their entries, with one draw for each entry.

        Every entry must contain its die, and not only the name of the die.

        Rule:    DI-SYM-01, DI-SYM-02, DI-SYMBOL-01, DI-SYMBOL-02, DI-SYMBOL-03
        """
        thrown: list[ThrownSymbols] = []
        shown: Counter[str] = Counter()
        for die, count in self.entries():
            dice = _Rolling(self, die, chance, audience).all(purpose, count)
            thrown.append(dice)
            counting = (face for place, face in enumerate(dice.faces) if place not in dice.rerolled)
            shown.update(symbol for face in counting for symbol in die.faces[face - 1])
        left = cancel_pairs(shown, self.cancels)
        total = sum(self.weights.get(symbol, 0) * number for symbol, number in left.items())
        return SymbolOutcome(dice=tuple(thrown), shown=dict(sorted(shown.items())), left=left, total=total)

    def faces_shown(self, outcome: SymbolOutcome) -> Iterator[tuple[ThrownSymbols, tuple[Face, ...]]]:
        """Yield the rolled dice of each entry, with the symbols that each die shows.

        The dice of two entries may have the same name and different faces, so faces are looked up for each entry.
        """
        for (die, _), thrown in zip(self.entries(), outcome.dice, strict=True):
            yield thrown, tuple(die.faces[face - 1] for face in thrown.faces)

    def entries(self) -> Iterator[tuple[SymbolDie, int]]:
        """Yield the die and the number of dice of each entry."""
        for entry in self.dice:
            if isinstance(entry.die, str):
                raise ValueError(f"the die {entry.die} is only named, and its faces are not here")  # noqa: TRY004 the value is wrong, not its type
            yield entry.die, entry.count

    def explodes_on(self, face: Face) -> bool:
        """Whether a face adds an extra roll. Rule: DI-SYMBOL-01."""
        return any(symbol in self.explodes for symbol in face)

    def rerolls_on(self, face: Face) -> bool:
        """Whether a face is rerolled. Rule: DI-SYMBOL-02."""
        return any(symbol in self.rerolls for symbol in face) or (self.rerolls_blanks and not face)

    def longest_chain(self, die: SymbolDie) -> int:
        """Return the maximum number of extra rolls of one die. Rule: DI-SYMBOL-03."""
        return CHAIN if any(self.explodes_on(face) for face in die.faces) else 0

    def dice_thrown(self) -> int:
        """Return the average number of dice in a roll, extra rolls included. Rule: DI-LIMIT-02, DI-SYMBOL-03."""
        found = Fraction(0)
        for die, count in self.entries():
            again = Fraction(sum(map(self.rerolls_on, die.faces)), len(die.faces))
            on = Fraction(sum(map(self.explodes_on, die.faces)), len(die.faces))
            found += count * (again + sum(on**wave for wave in range(CHAIN + 1)))
        return ceil(found)

    def plan(self) -> Plan:
        """Plan the weighted sum of the remaining symbols."""
        return symbol_total(self)

    def odds(self) -> VectorOdds:
        """Return the exact joint odds of the remaining symbols, and of their weighted sum if there are weights.

        Rule:    DI-ODDS-01, DI-COST-02, AR-ODDS-01
        Refuses: TooCostly
        """
        with metered(WORK):
            planned = symbol_plan(self)
            plan.check(planned.cost)
            report.check_size(planned.outcomes, 1)
            joint = planned.work()
            total = report.total_odds(carry_out(symbol_total(self))) if self.weights else None
            return report.vector_odds(joint, planned.names, cost=planned.cost, total=total)

    def odds_cost(self) -> int:
        """Return the number of steps that the odds take. Rule: DI-COST-01. Refuses: TooCostly."""
        return symbol_plan(self).cost


class _Rolling:
    """The roll of one entry of a symbol pool: first its dice, then the rerolls, then extra rolls in waves."""

    def __init__(self, pool: SymbolPool, die: SymbolDie, chance: Chance, audience: Audience | None) -> None:
        self.pool, self.die, self.chance, self.audience = pool, die, chance, audience
        self.faces: list[int] = []
        self.sources: list[int] = []

    def all(self, purpose: str, count: int) -> ThrownSymbols:
        first = self._roll(purpose, count)
        again = [place for place in first if self.pool.rerolls_on(self._face(place))]
        self.sources += again
        front = [place for place in (*first, *self._roll("reroll", len(again))) if place not in again]
        for _ in range(CHAIN):
            front = [place for place in front if self.pool.explodes_on(self._face(place))]
            self.sources += front
            front = list(self._roll("explosion", len(front)))
        return ThrownSymbols(
            die=self.die.name, faces=tuple(self.faces), sources=tuple(self.sources), rerolled=tuple(again)
        )

    def _face(self, place: int) -> Face:
        return self.die.faces[self.faces[place] - 1]

    def _roll(self, purpose: str, count: int) -> range:
        start = len(self.faces)
        if count:
            self.faces += self.chance.roll(purpose, len(self.die.faces), count, audience=self.audience)
        return range(start, len(self.faces))


def cancel_pairs(shown: Mapping[str, int], cancels: Pairs) -> dict[str, int]:
    """Return the symbols that remain after pairs have cancelled one for one, in the order of the pairs.

    Rule:    DI-SYM-02
    """
    left = dict(sorted(shown.items()))
    for one, other in cancels:
        gone = min(left.get(one, 0), left.get(other, 0))
        for symbol in (one, other):
            left[symbol] = left.get(symbol, 0) - gone
    return {symbol: number for symbol, number in left.items() if number}


# ---------------------------------------------------------------- odds


class SymbolPlan(Struct, frozen=True):
    """A plan of the counts of the remaining symbols, in the order of the names, with its cost and its calculation."""

    names: tuple[str, ...]
    outcomes: int
    bits: int
    cost: int
    work: Callable[[], Distribution[Vector]]


class _Line(Struct, frozen=True):
    """The layout of the dimensions on the number line: dimension i starts at lows[i], and its step is strides[i]."""

    directions: tuple[tuple[str, str | None], ...]
    lows: tuple[int, ...]
    sizes: tuple[int, ...]
    strides: tuple[int, ...]


def symbol_plan(pool: SymbolPool) -> SymbolPlan:
    """Plan the joint distribution of the remaining symbols.

    Refuses: TooCostly
    """
    dice = _count(pool)
    names = tuple(sorted({symbol for die in dice for face in die.faces for symbol in face}))
    line = _line(pool, dice, names)
    parts = [(_along(pool, die, line), count) for die, count in dice.items() if count]
    planned = plan.total([(plan.plan_of_known(distribution), count) for distribution, count in parts])
    outcomes = min(planned.shape.outcomes, prod(line.sizes))
    reading = READING * (1 + len(names)) * outcomes

    def work() -> Distribution[Vector]:
        return sums.total(parts).map_outcomes(_reader(pool, line, names))  # type: ignore[arg-type]

    return SymbolPlan(names, outcomes, planned.shape.bits, min(MANY, planned.cost + reading), work)


def symbol_total(pool: SymbolPool) -> Plan:
    """Plan the weighted sum of the remaining symbols."""
    planned = symbol_plan(pool)
    weights = [pool.weights.get(name, 0) for name in planned.names]
    dice = _count(pool)
    most = sum(
        count * max(len(face) for face in die.faces) * (1 + pool.longest_chain(die)) for die, count in dice.items()
    )
    size = most * max([abs(weight) for weight in weights], default=0)
    slots = 2 * size + 1
    shape = Shape(-size, size, 1 if size else 0, min(slots, planned.outcomes), planned.bits)

    def work() -> Distribution[Number]:
        return planned.work().map_outcomes(lambda counts: sum(a * b for a, b in zip(counts, weights, strict=True)))

    return Plan(shape, min(MANY, planned.cost + UPDATE * (1 + len(weights)) * planned.outcomes), work)


def _count(pool: SymbolPool) -> dict[SymbolDie, int]:
    found: Counter[SymbolDie] = Counter()
    for die, count in pool.entries():
        found[die] += count
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
            waves = pool.longest_chain(die)
            lows[at] += count * (min(values) + waves * min(0, *values))
            highs[at] += count * (max(values) + waves * max(0, *values))
    sizes = [high - low + 1 for low, high in zip(lows, highs, strict=True)]
    strides = [prod(sizes[at + 1 :]) for at in range(len(sizes))]
    return _Line(directions, tuple(lows), tuple(sizes), tuple(strides))


def _along_one(face: tuple[str, ...], direction: tuple[str, str | None]) -> int:
    one, other = direction
    return face.count(one) - (face.count(other) if other is not None else 0)


def _along(pool: SymbolPool, die: SymbolDie, line: _Line) -> Distribution[Number]:
    """Return the distribution of a die on the number line, including all its extra rolls.

    Rule:    DI-SYMBOL-01, DI-SYMBOL-02
    Refuses: TooCostly
    """
    steps = list(zip(line.directions, line.strides, strict=True))
    places = [sum(_along_one(face, direction) * stride for direction, stride in steps) for face in die.faces]
    again = [pool.rerolls_on(face) for face in die.faces]
    on = [pool.explodes_on(face) for face in die.faces]
    if not (any(again) or any(on)):
        return alike(places)
    kinds = len({place for place, leads in zip(places, on, strict=True) if leads})
    ways = comb(CHAIN + kinds, kinds) * len(set(places))
    if ways > MOST_SUMS:
        raise TooCostly(needs=MOST_SUMS, has=ways)
    extra: Distribution[Number] = certain(0)
    sides: list[Distribution[Number]] = []
    for _ in range(CHAIN + 1 if any(on) else 1):
        sides = [_shift(extra if leads else certain(0), place) for place, leads in zip(places, on, strict=True)]
        extra = mix([(1, side) for side in sides])
    faces, retried = len(sides), sum(again)
    return mix([(retried + (0 if once_more else faces), side) for once_more, side in zip(again, sides, strict=True)])


def _shift(distribution: Distribution[Number], by: int) -> Distribution[Number]:
    return distribution.map_outcomes(lambda place: place + by)


def _reader(pool: SymbolPool, line: _Line, names: tuple[str, ...]) -> Callable[[int], Vector]:
    """Return a function that converts a position on the line to the counts of the remaining symbols."""
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
        left = cancel_pairs(shown, pool.cancels) if several else shown
        return tuple(left.get(name, 0) for name in names)

    return read
