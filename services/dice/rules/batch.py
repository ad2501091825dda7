"""The rolls of one command, one by one: for whom each is, and what it needs. A refusal says which one it is about."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from msgspec import Struct

from services.dice.commands import MAX_BATCH, Roll, RollAsk
from services.dice.refusals import RepeatsOutOfBounds
from services.dice.rules.permission import Actor, roller
from services.dice.rules.throwing import each_roll, made_whole
from services.dice.state import TableState
from services.dice.throws import What
from shared.kernel.refusals import Refusal

OF_THE_ASK: Final = frozenset({"who"})


class Wanted(Struct, frozen=True):
    """A roll that is about to be made."""

    who: str
    what: What
    purpose: str | None = None


def each_wanted(command: Roll, state: TableState, actor: Actor) -> list[Wanted]:
    """Give the rolls of a command, those of a repeated notation one by one.

    Rule:    DI-ROLL-01, DI-ROLL-04, DI-REPEAT-01, DI-REPEAT-02, DI-TABLE-02
    Refuses: RepeatsOutOfBounds, and what `roller` and `made_whole` refuse, each with the place of its roll
    """
    found: list[Wanted] = []
    for place, ask in enumerate(command.rolls):
        with _named(place):
            who = roller(state, actor, ask.who)
            found += [Wanted(who, what, ask.purpose) for what in _wholes(ask, state)]
    if len(found) > MAX_BATCH:
        raise RepeatsOutOfBounds(needs=f"at most {MAX_BATCH} rolls", has=len(found), field="rolls")
    return found


def _wholes(ask: RollAsk, state: TableState) -> list[What]:
    whole = made_whole(ask.what, state.sets)
    return list(each_roll(whole))


def first_wanted(command: Roll, state: TableState) -> What:
    """Give the first roll that a command asks for. Rule: DI-ROLL-04."""
    with _named(0):
        return each_roll(made_whole(command.rolls[0].what, state.sets))[0]


@contextmanager
def _named(place: int) -> Iterator[None]:
    """Let a refusal name its roll. Rule: DI-ROLL-04."""
    try:
        yield
    except Refusal as refusal:
        field = refusal.field or ""
        inner = field if field in OF_THE_ASK else f"what.{field}"
        refusal.field = f"rolls[{place}].{inner}"
        raise
