"""Dice with symbols on their faces: pools of them, symbols that cancel, and what the rest is worth."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from fractions import Fraction

from msgspec.structs import replace

from services.dice.outcomes import SymbolOutcome, ThrownSymbols
from services.dice.refusals import DiceUnknown, DieMalformed, TooManyDice
from services.dice.rules import bounds
from services.dice.throws import DiceSet, Pairs, SymbolDice, SymbolDie, SymbolPool
from shared.kernel.chance import Chance
from shared.kernel.messages import Audience


def resolved(pool: SymbolPool, sets: Mapping[str, DiceSet]) -> SymbolPool:
    """Give a pool that names no set: its dice stand in it, and the set's pairs and weights are its own.

    Rule:    DI-SYM-03, DI-SYM-04, DI-SYM-05, DI-LIMIT-02
    Refuses: DiceUnknown, DieMalformed, TooManyDice
    """
    count = sum(dice.count for dice in pool.dice)
    if count > bounds.DICE:
        raise TooManyDice(needs=f"at most {bounds.DICE} dice in a roll", has=count, field="dice")
    known = _known(pool.set, sets)
    check_size(entry.die for entry in pool.dice if isinstance(entry.die, SymbolDie))
    named = {die.name: die for die in known.dice}
    dice = tuple(replace(entry, die=_found(entry, named)) for entry in pool.dice)
    cancels = (*known.cancels, *(pair for pair in pool.cancels if pair not in known.cancels))
    check_pairs(cancels)
    return replace(pool, dice=dice, cancels=cancels, weights={**known.weights, **pool.weights}, set=None)


def check_pairs(cancels: Pairs) -> None:
    """A symbol does not cancel itself.

    Rule:    DI-SYM-01
    Refuses: DieMalformed
    """
    for one, other in cancels:
        if one == other:
            raise DieMalformed(needs="two different symbols", has=one, field="cancels")


def check_size(dice: Iterable[SymbolDie]) -> None:
    """All dice of a set or a pool together have a bounded number of symbols on their faces.

    Rule:    DI-SYM-01
    Refuses: DieMalformed
    """
    symbols = sum(len(face) for die in dice for face in die.faces)
    if symbols > bounds.SYMBOLS:
        raise DieMalformed(needs=f"at most {bounds.SYMBOLS} symbols on all faces", has=symbols, field="dice")


def check_names(dice: tuple[SymbolDie, ...]) -> None:
    """Each die of a set has a name of its own.

    Rule:    DI-SYM-01
    Refuses: DieMalformed
    """
    names = [die.name for die in dice]
    for place, name in enumerate(names):
        if name in names[:place]:
            raise DieMalformed(needs="a name of its own", has=name, field="dice")


def leads_on(pool: SymbolPool, face: tuple[str, ...]) -> bool:
    """Tell whether a face leads to one more die. Rule: DI-SYMBOL-01."""
    return any(symbol in pool.explodes for symbol in face)


def thrown_again(pool: SymbolPool, face: tuple[str, ...]) -> bool:
    """Tell whether a face is thrown again. Rule: DI-SYMBOL-02."""
    return any(symbol in pool.rerolls for symbol in face) or (pool.rerolls_blanks and not face)


def average_throws(pool: SymbolPool) -> Fraction:
    """Give how many dice of a pool fall on average, further ones included.

    Rule:    DI-LIMIT-02, DI-SYMBOL-03
    """
    found = Fraction(0)
    for entry in pool.dice:
        if isinstance(entry.die, str):
            raise DiceUnknown(needs="a die with its faces", has=entry.die, field="dice")
        faces = entry.die.faces
        again = Fraction(sum(thrown_again(pool, face) for face in faces), len(faces))
        on = Fraction(sum(leads_on(pool, face) for face in faces), len(faces))
        found += entry.count * (again + sum(on**wave for wave in range(bounds.SYMBOL_CHAIN + 1)))
    return found


def throw_symbols(pool: SymbolPool, chance: Chance, audience: Audience | None = None) -> SymbolOutcome:
    """Throw a pool that names no set, its dice in the order of their entries, each entry in one roll.

    Rule:    DI-SYM-01, DI-SYM-02, DI-SYMBOL-01, DI-SYMBOL-02, DI-SYMBOL-03
    """
    thrown: list[ThrownSymbols] = []
    shown: Counter[str] = Counter()
    for entry in pool.dice:
        if isinstance(entry.die, str):
            raise DiceUnknown(needs="a die with its faces", has=entry.die, field="dice")
        dice = _Falling(pool, entry.die, chance, audience).thrown(entry.count)
        thrown.append(dice)
        counting = (face for place, face in enumerate(dice.faces) if place not in dice.rerolled)
        shown.update(symbol for face in counting for symbol in entry.die.faces[face - 1])
    left = cancelled(shown, pool.cancels)
    total = sum(pool.weights.get(symbol, 0) * number for symbol, number in left.items())
    return SymbolOutcome(dice=tuple(thrown), shown=dict(sorted(shown.items())), left=left, total=total)


class _Falling:
    """The dice of one entry: all at once, those thrown again at once, and then further ones, wave by wave."""

    def __init__(self, pool: SymbolPool, die: SymbolDie, chance: Chance, audience: Audience | None) -> None:
        self.pool, self.die, self.chance, self.audience = pool, die, chance, audience
        self.faces: list[int] = []
        self.sources: list[int] = []

    def thrown(self, count: int) -> ThrownSymbols:
        first = self._fall("symbols", count)
        again = [place for place in first if thrown_again(self.pool, self._face(place))]
        self.sources += again
        front = [place for place in (*first, *self._fall("reroll", len(again))) if place not in again]
        for _ in range(bounds.SYMBOL_CHAIN):
            front = [place for place in front if leads_on(self.pool, self._face(place))]
            self.sources += front
            front = list(self._fall("explosion", len(front)))
        return ThrownSymbols(
            die=self.die.name, faces=tuple(self.faces), sources=tuple(self.sources), rerolled=tuple(again)
        )

    def _face(self, place: int) -> tuple[str, ...]:
        return self.die.faces[self.faces[place] - 1]

    def _fall(self, purpose: str, count: int) -> range:
        start = len(self.faces)
        if count:
            self.faces += self.chance.roll(purpose, len(self.die.faces), count, audience=self.audience)
        return range(start, len(self.faces))


def cancelled(shown: Mapping[str, int], cancels: Pairs) -> dict[str, int]:
    """Give the symbols left when pairs have cancelled one for one, pair after pair.

    Rule:    DI-SYM-02
    """
    left = dict(sorted(shown.items()))
    for one, other in cancels:
        gone = min(left.get(one, 0), left.get(other, 0))
        for symbol in (one, other):
            left[symbol] = left.get(symbol, 0) - gone
    return {symbol: number for symbol, number in left.items() if number}


def _known(name: str | None, sets: Mapping[str, DiceSet]) -> DiceSet:
    """Rule: DI-SYM-04."""
    if name is None:
        return DiceSet()
    if name not in sets:
        raise DiceUnknown(needs="a set of this table", has=name, field="set")
    return sets[name]


def _found(entry: SymbolDice, named: Mapping[str, SymbolDie]) -> SymbolDie:
    """Rule: DI-SYM-04."""
    if isinstance(entry.die, SymbolDie):
        return entry.die
    if entry.die not in named:
        raise DiceUnknown(needs="a die of the set, or one with its faces", has=entry.die, field="dice")
    return named[entry.die]
