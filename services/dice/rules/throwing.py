"""Any throw at all: what it is made of, what it costs, and what comes of it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import ceil
from typing import assert_never

from msgspec.structs import replace

from services.dice.catalogue import POOLS
from services.dice.outcomes import Outcome
from services.dice.refusals import TooManyDice
from services.dice.rules import bounds
from services.dice.rules.evaluate import throw_notation
from services.dice.rules.memory import remembered
from services.dice.rules.notation import CACHED, parse
from services.dice.rules.pools import throw_character, throw_flip, throw_luck, throw_position
from services.dice.rules.reach import reach_of
from services.dice.rules.symbols import average_throws, resolved, throw_symbols
from services.dice.throws import (
    CharacterDice,
    Dialect,
    DiceSet,
    FlipTotal,
    LuckPool,
    Notation,
    PositionPool,
    SymbolPool,
    What,
)
from shared.kernel.chance import Chance
from shared.kernel.messages import Audience


def made_whole(what: What, sets: Mapping[str, DiceSet]) -> What:
    """Give a throw that needs nothing but chance, and is known to be within the bounds of one roll.

    Rule:    DI-NOT-01, DI-LIMIT-02, DI-SYM-03
    Refuses: what `parse` and `resolved` refuse
    """
    if isinstance(what, SymbolPool):
        return resolved(what, sets)
    if isinstance(what, Notation):
        parse(what.text, what.dialect)
    return what


def each_roll(what: What) -> tuple[What, ...]:
    """Give the rolls that a throw asks for: one, or as many as its notation repeats.

    Rule:    DI-REPEAT-01
    Refuses: what `parse` refuses
    """
    if not isinstance(what, Notation):
        return (what,)
    read = parse(what.text, what.dialect)
    return (what,) if read.once == what.text else (replace(what, text=read.once),) * read.times


def check_cost(throws: Iterable[What]) -> None:
    """Prove that all throws of one command together stay within bounds.

    Rule:    DI-LIMIT-02
    Refuses: TooManyDice
    """
    cost = sum(throws_of(what) for what in throws)
    if cost > bounds.COMMAND:
        raise TooManyDice(needs=f"at most {bounds.COMMAND} throws in a command", has=cost, field="rolls")


def throws_of(what: What) -> int:
    """Give how many dice fall, further throws as they fall on average, at most."""
    match what:
        case Notation():
            return _throws_of_notation(what.text, what.dialect)
        case SymbolPool():
            return ceil(average_throws(what))
        case PositionPool(dice=dice):
            return max(dice, 1)
        case LuckPool(dice=dice, luck=luck):
            return dice + luck
        case FlipTotal(dice=dice, luck=luck):
            return dice + luck + 2
        case CharacterDice(dice=icon_dice, difficulty=difficulty):
            return len(icon_dice) + POOLS.character.challenge_dice[difficulty]
        case _:
            assert_never(what)


@remembered(CACHED)
def _throws_of_notation(text: str, dialect: Dialect | None) -> int:
    return ceil(reach_of(parse(text, dialect).root).throws)


def throw(what: What, chance: Chance, audience: Audience | None = None) -> Outcome:
    """Throw something that has been made whole.

    Rule:    DI-ROLL-01
    """
    match what:
        case Notation():
            return throw_notation(what.text, chance, audience, what.dialect)
        case SymbolPool():
            return throw_symbols(what, chance, audience)
        case PositionPool():
            return throw_position(what, chance, audience)
        case LuckPool():
            return throw_luck(what, chance, audience)
        case FlipTotal():
            return throw_flip(what, chance, audience)
        case CharacterDice():
            return throw_character(what, chance, audience)
        case _:
            assert_never(what)
