"""Dice with symbols on their faces: pools of them, symbols that cancel, and what the rest is worth."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from msgspec.structs import replace

from services.dice.refusals import DiceUnknown, DieMalformed, TooManyDice
from services.dice.rules import bounds
from services.dice.throws import DiceSet
from shared.kernel.pools.symbols import (
    Pairs,
    SymbolDice,
    SymbolDie,
    SymbolPool,
)


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


def check_faces(pool: SymbolPool) -> None:
    """Dice that are rolled, or whose odds are asked for, have their faces. Rule: DI-SYM-04. Refuses: DiceUnknown."""
    for entry in pool.dice:
        if isinstance(entry.die, str):
            raise DiceUnknown(needs="a die with its faces", has=entry.die, field="dice")


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
