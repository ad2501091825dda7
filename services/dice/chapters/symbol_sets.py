"""Named sets of symbol dice that a table stores, and the pools rolled with them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Annotated, ClassVar, Final

from msgspec import Meta, field
from msgspec.structs import replace

from services.dice.chapters.table import TableContext
from services.dice.notation.limits import DICE
from services.dice.notation.refusals import TooManyDice
from services.dice.state import DiceSet, TableState
from shared.kernel.chapter import fold, judge, samples
from shared.kernel.messages import Command, Event, Id, Role, Seat
from shared.kernel.pools.symbols import Pairs, SymbolDice, SymbolDie, SymbolPool, Weights
from shared.kernel.refusals import Refusal
from shared.kernel.samples import Field, Sample, Samples

MAX_SETS: Final = 100
MAX_PAIRS: Final = 20
MAX_DICE: Final = 50
"""The maximum number of dice in a set."""
MAX_SYMBOLS: Final = 2000
"""The maximum number of symbols on all faces of all dice in one set or pool."""
COIN: Final = SymbolDie(name="coin", faces=(("heads",), ("tails",)))


# ---------------------------------------------------------------- refusals


class DiceUnknown(Refusal, rule="DI-SYM-04"):
    """This table has no dice with that name: name dice that are defined, or have them defined first."""


class DieMalformed(Refusal, rule="DI-SYM-01"):
    """This die or symbol set is not valid: change the part in `has` so that it meets the requirement in `needs`."""


class TooManySets(Refusal, rule="DI-SYM-06"):
    """The table has as many symbol sets as `needs` allows: remove a set before you define another."""


# ---------------------------------------------------------------- commands


class DefineDice(Command, frozen=True, kw_only=True):
    """Define a named set of symbol dice. It replaces any set with the same name."""

    counts_as = "aside"
    needs_role: ClassVar[Role] = "gm"

    name: Id
    dice: Annotated[tuple[SymbolDie, ...], Meta(min_length=1, max_length=MAX_DICE)]
    cancels: Pairs = ()
    weights: Weights = field(default_factory=dict)


class ForgetDice(Command, frozen=True, kw_only=True):
    """Delete a named set of symbol dice."""

    counts_as = "aside"
    needs_role: ClassVar[Role] = "gm"

    name: Id


# ---------------------------------------------------------------- events: their names and fields are the storage format


class DiceDefined(Event, frozen=True, kw_only=True):
    """A set of symbol dice was defined."""

    name: str
    set: DiceSet


class DiceForgotten(Event, frozen=True, kw_only=True):
    """A set of symbol dice was deleted."""

    name: str


# ---------------------------------------------------------------- judgement


@judge
def define_dice(ctx: TableContext, command: DefineDice) -> None:
    """Define a set of symbol dice. Rule: DI-SYM-01, DI-SYM-03, DI-SYM-06. Refuses: TooManySets, DieMalformed."""
    sets = ctx.state.sets
    if command.name not in sets and len(sets) >= MAX_SETS:
        raise TooManySets(needs=f"at most {MAX_SETS}", has=len(sets), field="name")
    check_names(command.dice)
    check_size(command.dice)
    check_pairs(command.cancels)
    made = DiceSet(dice=command.dice, cancels=command.cancels, weights=command.weights)
    ctx.emit(DiceDefined(name=command.name, set=made))


@judge
def forget_dice(ctx: TableContext, command: ForgetDice) -> None:
    """Delete a set of symbol dice. Rule: DI-SYM-04. Refuses: DiceUnknown."""
    if command.name not in ctx.state.sets:
        raise DiceUnknown(needs="a set of this table", has=command.name, field="name")
    ctx.emit(DiceForgotten(name=command.name))


def check_names(dice: tuple[SymbolDie, ...]) -> None:
    """Refuse two dice with the same name in a set.

    Rule:    DI-SYM-01
    Refuses: DieMalformed
    """
    names = [die.name for die in dice]
    for place, name in enumerate(names):
        if name in names[:place]:
            raise DieMalformed(needs="a different name for each die", has=name, field="dice")


def check_size(dice: Iterable[SymbolDie]) -> None:
    """Refuse dice whose faces together have more symbols than a set or pool may have.

    Rule:    DI-SYM-01
    Refuses: DieMalformed
    """
    symbols = sum(len(face) for die in dice for face in die.faces)
    if symbols > MAX_SYMBOLS:
        raise DieMalformed(needs=f"at most {MAX_SYMBOLS} symbols on all faces", has=symbols, field="dice")


def check_pairs(cancels: Pairs) -> None:
    """Refuse a symbol that cancels itself.

    Rule:    DI-SYM-01
    Refuses: DieMalformed
    """
    for one, other in cancels:
        if one == other:
            raise DieMalformed(needs="two different symbols", has=one, field="cancels")


def check_faces(pool: SymbolPool) -> None:
    """Refuse to calculate the odds of dice whose faces are not given. Rule: DI-SYM-04. Refuses: DiceUnknown."""
    for entry in pool.dice:
        if isinstance(entry.die, str):
            raise DiceUnknown(needs="a die with its faces", has=entry.die, field="dice")


def resolve(pool: SymbolPool, sets: Mapping[str, DiceSet]) -> SymbolPool:
    """Return a pool with its dice, cancelling pairs and weights written out, so that it refers to no set.

    Rule:    DI-SYM-03, DI-SYM-04, DI-SYM-05, DI-LIMIT-02
    Refuses: DiceUnknown, DieMalformed, TooManyDice
    """
    count = sum(dice.count for dice in pool.dice)
    if count > DICE:
        raise TooManyDice(needs=f"at most {DICE} dice in a roll", has=count, field="dice")
    known = _set_named(pool.set, sets)
    check_size(entry.die for entry in pool.dice if isinstance(entry.die, SymbolDie))
    named = {die.name: die for die in known.dice}
    dice = tuple(replace(entry, die=_die_of(entry, named)) for entry in pool.dice)
    cancels = (*known.cancels, *(pair for pair in pool.cancels if pair not in known.cancels))
    check_pairs(cancels)
    return replace(pool, dice=dice, cancels=cancels, weights={**known.weights, **pool.weights}, set=None)


def _set_named(name: str | None, sets: Mapping[str, DiceSet]) -> DiceSet:
    """Return the set with this name, or an empty set if no name is given. Rule: DI-SYM-04."""
    if name is None:
        return DiceSet()
    if name not in sets:
        raise DiceUnknown(needs="a set of this table", has=name, field="set")
    return sets[name]


def _die_of(entry: SymbolDice, named: Mapping[str, SymbolDie]) -> SymbolDie:
    """Return the die of an entry, which either contains the die itself or names a die in the set. Rule: DI-SYM-04."""
    if isinstance(entry.die, SymbolDie):
        return entry.die
    if entry.die not in named:
        raise DiceUnknown(needs="a die of the set, or one with its faces", has=entry.die, field="dice")
    return named[entry.die]


# ---------------------------------------------------------------- fold


@fold
def dice_defined(state: TableState, event: DiceDefined) -> TableState:
    """Store the defined set, and replace any other set with the same name."""
    return replace(state, sets={**state.sets, event.name: event.set})


@fold
def dice_forgotten(state: TableState, event: DiceForgotten) -> TableState:
    """Remove the deleted set from the table."""
    return replace(state, sets={name: dice for name, dice in state.sets.items() if name != event.name})


# ---------------------------------------------------------------- samples


@samples
def sets_to_define(state: TableState, seat: Seat) -> Samples[DefineDice]:  # noqa: ARG001 the same for every seat
    """Yield samples that define a set.

    The name is free or, if the table has no room for another set, one of the existing names.
    """
    full = len(state.sets) >= MAX_SETS
    yield Sample(
        command=DefineDice(name=min(state.sets) if full else "coins", dice=(COIN,)),
        fields={
            "name": Field(options=tuple(sorted(state.sets))) if full else Field(schema="Id"),
            "dice": Field(items=Field(schema="SymbolDie"), least=1, most=MAX_DICE),
            "cancels": Field(items=Field(items=Field(schema="Id"), least=2, most=2), most=MAX_PAIRS, repeats=True),
            "weights": ({}, {"heads": 1, "tails": -1}),
        },
    )


@samples
def sets_to_forget(state: TableState, seat: Seat) -> Samples[ForgetDice]:  # noqa: ARG001 the same for every seat
    """Yield a sample command that deletes a set, for every existing set."""
    names = tuple(sorted(state.sets)) or ("coins",)
    yield Sample(command=ForgetDice(name=names[0]), fields={"name": names})
