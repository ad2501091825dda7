"""What a seat may send to a dice table now, and why not the rest: the guards are those of judgement."""

from __future__ import annotations

from typing import Final

from services.dice.commands import DefineDice, ForgetDice, RevealRoll, Roll, RollAsk, VoidRoll
from services.dice.refusals import DiceUnknown, NotSecret, NotYourSecret, RollUnknown
from services.dice.rules.permission import (
    MAX_SETS,
    Actor,
    check_known_set,
    check_leads,
    check_rolls,
    check_room_for_secrets,
    check_room_for_set,
    check_voidable,
    secret_roll,
)
from services.dice.state import TableState
from services.dice.throws import Notation
from shared.kernel.legal import Allowed, Blocked, Legal, block, body_of
from shared.kernel.messages import Command, Role, Seat
from shared.kernel.pools.symbols import SymbolDie
from shared.kernel.refusals import Refusal
from shared.kernel.samples import Field

Entry = tuple[Command, dict[str, Field]]
SAMPLE: Final = RollAsk(what=Notation(text="1d20"))
SAMPLE_DIE: Final = SymbolDie(name="coin", faces=(("heads",), ("tails",)))
KINDS: Final = (Roll, RevealRoll, VoidRoll, DefineDice, ForgetDice)


def legal(state: TableState, seat: Seat, role: Role) -> Legal:
    """Tell what a seat may send."""
    actor = Actor(seat, role)
    allowed: list[Allowed] = []
    blocked: list[Blocked] = []
    for kind in KINDS:
        try:
            command, fields = _entry(kind, state, actor)
        except Refusal as refusal:
            blocked.append(block(kind, refusal))
        else:
            allowed.append(Allowed(command=kind.__name__, body=body_of(command), fields=fields))
    return Legal(allowed=tuple(allowed), blocked=tuple(blocked))


def _entry(kind: type[Command], state: TableState, actor: Actor) -> Entry:
    if kind is Roll:
        return _roll(state, actor)
    if kind is RevealRoll:
        return _reveal(state, actor)
    check_leads(actor)
    if kind is VoidRoll:
        return _void(state)
    if kind is DefineDice:
        return _define(state)
    return _forget(state)


def _roll(state: TableState, actor: Actor) -> Entry:
    check_rolls(actor)
    return Roll(rolls=(SAMPLE,)), {"secret": Field(options=_secrecy(state), optional=True)}


def _secrecy(state: TableState) -> tuple[bool, ...]:
    try:
        check_room_for_secrets(state, 1)
    except Refusal:
        return (False,)
    return (False, True)


def _reveal(state: TableState, actor: Actor) -> Entry:
    readable = tuple(number for number in state.secrets if _readable(state, actor, number))
    if not readable:
        kind = NotYourSecret if state.secrets else NotSecret
        raise kind(needs="a secret roll you can read", has="none")
    return RevealRoll(roll=readable[0]), {"roll": Field(options=readable)}


def _readable(state: TableState, actor: Actor, number: int) -> bool:
    try:
        secret_roll(state, actor, number)
    except NotYourSecret:
        return False
    return True


def _void(state: TableState) -> Entry:
    numbers = (kept.rolled.number for kept in state.recent)
    counting = tuple(number for number in numbers if number not in state.voided)
    if not counting:
        raise RollUnknown(needs="a roll that counts", has="none")
    check_voidable(state, counting[0])
    fields = {"roll": Field(options=counting), "reason": Field(text=True)}
    return VoidRoll(roll=counting[0], reason="the die fell off the table"), fields


def _define(state: TableState) -> Entry:
    names = tuple(sorted(state.sets)) if len(state.sets) >= MAX_SETS else ()
    name = names[0] if names else "coins"
    check_room_for_set(state, name)
    return DefineDice(name=name, dice=(SAMPLE_DIE,)), {"name": Field(options=names) if names else Field(schema="Id")}


def _forget(state: TableState) -> Entry:
    names = tuple(sorted(state.sets))
    if not names:
        raise DiceUnknown(needs="a named set", has="none")
    check_known_set(state, names[0])
    return ForgetDice(name=names[0]), {"name": Field(options=names)}
