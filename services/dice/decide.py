"""Judgement on a dice table: a command becomes events, or is refused."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from services.dice.commands import (
    DefineDice,
    ForgetDice,
    OpenTable,
    RevealRoll,
    Roll,
    TableCommand,
    VoidRoll,
)
from services.dice.events import (
    DiceDefined,
    DiceForgotten,
    DiceRolled,
    Rolled,
    RollRevealed,
    RollVoided,
    TableEvent,
    TableOpened,
)
from services.dice.refusals import NotSecret
from services.dice.rules.batch import each_wanted
from services.dice.rules.permission import (
    Actor,
    actor_of,
    audience_of,
    check_age,
    check_known_set,
    check_leads,
    check_rolls,
    check_room_for_set,
    check_voidable,
    secret_roll,
)
from services.dice.rules.symbols import check_names, check_pairs, check_size
from services.dice.rules.throwing import check_cost, throw
from services.dice.state import TableState
from services.dice.throws import DiceSet
from shared.kernel.chance import Chance
from shared.kernel.context import Intent
from shared.kernel.messages import Secret


def decide(intent: Intent, state: TableState, chance: Chance) -> Sequence[TableEvent]:
    """Judge a command on a table."""
    actor = actor_of(intent)
    match cast("TableCommand", intent.command):
        case OpenTable() as command:
            return (_opened(command, intent.at),)
        case Roll() as command:
            check_age(state, intent.at)
            return (_roll(command, state, actor, chance),)
        case RevealRoll() as command:
            return (_reveal(command, state, actor),)
        case VoidRoll() as command:
            return (_void(command, state, actor),)
        case DefineDice() as command:
            return (_define(command, state, actor),)
        case ForgetDice() as command:
            return (_forget(command, state, actor),)


def _opened(command: OpenTable, at: int) -> TableOpened:
    """Rule: DI-TABLE-01, DI-TABLE-06, DI-TABLE-07."""
    closing = command.closes_after
    if closing is None:
        return TableOpened(title=command.title)
    until = None if closing.milliseconds is None else at + closing.milliseconds
    return TableOpened(title=command.title, closes_at_roll=closing.rolls, closes_at=until)


def _roll(command: Roll, state: TableState, actor: Actor, chance: Chance) -> DiceRolled:
    """Rule: DI-ROLL-01 to DI-ROLL-03, DI-TABLE-02, DI-TABLE-03, DI-SECRET-01."""
    check_rolls(actor)
    wanted = each_wanted(command, state, actor)
    audience = audience_of(state, [each.who for each in wanted]) if command.secret else None
    check_cost(each.what for each in wanted)
    rolls = tuple(
        Rolled(number=number, who=each.who, what=each.what, purpose=each.purpose)
        for number, each in enumerate(wanted, state.rolls + 1)
    )
    outcomes = tuple(throw(each.what, chance, audience) for each in wanted)
    told = outcomes if audience is None else Secret(audience=audience, value=outcomes)
    return DiceRolled(rolls=rolls, outcomes=told)


def _reveal(command: RevealRoll, state: TableState, actor: Actor) -> RollRevealed:
    """Rule: DI-SECRET-02, DI-SECRET-03."""
    kept = secret_roll(state, actor, command.roll)
    if kept.outcome is None:
        raise NotSecret(needs="an outcome that is known here", has=command.roll, field="roll")
    return RollRevealed(roll=command.roll, outcome=kept.outcome)


def _void(command: VoidRoll, state: TableState, actor: Actor) -> RollVoided:
    """Rule: DI-VOID-01, DI-VOID-02, DI-VOID-03."""
    check_leads(actor)
    check_voidable(state, command.roll)
    return RollVoided(roll=command.roll, reason=command.reason)


def _define(command: DefineDice, state: TableState, actor: Actor) -> DiceDefined:
    """Rule: DI-SYM-01, DI-SYM-03, DI-SYM-06."""
    check_leads(actor)
    check_room_for_set(state, command.name)
    check_names(command.dice)
    check_size(command.dice)
    check_pairs(command.cancels)
    made = DiceSet(dice=command.dice, cancels=command.cancels, weights=command.weights)
    return DiceDefined(name=command.name, set=made)


def _forget(command: ForgetDice, state: TableState, actor: Actor) -> DiceForgotten:
    """Rule: DI-SYM-04."""
    check_leads(actor)
    check_known_set(state, command.name)
    return DiceForgotten(name=command.name)
