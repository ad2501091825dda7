"""Any throw at all: what it is made of, what it costs, and what comes of it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import ceil

from msgspec.structs import replace

from services.dice.outcomes import Outcome
from services.dice.refusals import TooManyDice
from services.dice.rules import bounds
from services.dice.rules.evaluate import throw_notation
from services.dice.rules.memory import remembered
from services.dice.rules.notation import CACHED, parse
from services.dice.rules.reach import reach_of
from services.dice.rules.symbols import resolved
from services.dice.throws import Dialect, DiceSet, Notation, What
from shared.kernel.chance import Chance
from shared.kernel.messages import Audience
from shared.kernel.pools.symbols import SymbolPool

POOL, SYMBOLS = "pool", "symbols"


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
        case _:
            return what.dice_thrown()


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
        case _:
            return what.throw(chance, SYMBOLS if isinstance(what, SymbolPool) else POOL, audience)
