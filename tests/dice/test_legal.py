"""The legal list: allowed commands are accepted, and blocked ones are refused for the listed reason."""

from __future__ import annotations

from itertools import product
from typing import Any, Final

import msgspec
import pytest

from services.dice.chapters.rolls import DiceRolled
from services.dice.chapters.secrets import MAX_SECRETS
from services.dice.chapters.symbol_sets import MAX_SETS, DiceDefined
from services.dice.chapters.table import TableOpened
from services.dice.chapters.voids import RollVoided
from services.dice.game import table
from services.dice.notation.notation import Notation
from services.dice.notation.outcomes import NotationOutcome
from services.dice.state import DiceSet, Rolled
from shared.kernel.legal import Allowed
from shared.kernel.messages import Event, Role, Secret
from shared.kernel.pools.symbols import SymbolDie
from shared.kernel.refusals import Refusal
from shared.kernel.replay import union
from shared.kernel.samples import Field
from shared.kernel.stream import SeatOpened, commands_of
from tests.dice.tapes import SameFace
from tests.dice.throwing import legal
from tests.support.spec import Spec

OURS: Final = tuple(kind.__name__ for kind in table.commands)
TABLE_COMMAND: Final[Any] = union(table.commands)
D20 = Notation(text="1d20")
OUTCOME = NotationOutcome(total=7)
COINS = DiceSet(dice=(SymbolDie(name="coin", faces=(("heads",), ("tails",))),))


def rolls(first: int, count: int, audience: tuple[str, ...] | None = None) -> DiceRolled:
    """Return this many rolls of ann, public or secret, numbered from `first` on."""
    outcomes = (OUTCOME,) * count
    return DiceRolled(
        rolls=tuple(Rolled(number=number, who="ann", what=D20) for number in range(first, first + count)),
        outcomes=outcomes if audience is None else Secret(audience=audience, value=outcomes),
    )


TABLES: dict[str, tuple[Event, ...]] = {
    "empty": (),
    "rolls": (rolls(1, 2), RollVoided(roll=1, reason="no")),
    "all void": (rolls(1, 1), RollVoided(roll=1, reason="no")),
    "secrets": (rolls(1, 2, ("ann", "gm")), DiceDefined(name="coins", set=COINS)),
    "full": (
        rolls(1, MAX_SECRETS, ("ann", "gm")),
        *(DiceDefined(name=f"set-{number}", set=COINS) for number in range(MAX_SETS)),
    ),
}
SEATS: list[tuple[str, Role]] = [("gm", "gm"), ("ann", "player"), ("bob", "player"), ("watcher", "spectator")]


def table_with(*events: Event) -> Spec[Any]:
    """Return a table with these events."""
    seats = (SeatOpened(seat=seat, role=role) for seat, role in SEATS)
    return Spec(table).given(*seats, TableOpened(), *events)


def bodies(allowed: Allowed) -> list[dict[str, Any]]:
    """Return command bodies that a list entry allows, each with a value for every field."""
    of_fields = {name: values_of(field) for name, field in allowed.fields.items()}
    values = [[(name, value) for value in found] for name, found in of_fields.items() if found]
    return [{**allowed.body, **dict(choice)} for choice in product(*values)]


def values_of(field: Field) -> list[Any]:
    """Return values that a field allows."""
    if field.options is not None:
        return [field.options[0], field.options[-1]]
    if field.items is not None:
        return [values_of(field.items) * count for count in (1, 20) if field.items.options]
    if field.least is not None:
        return [field.least, field.most]
    return ["any-text"] if field.text or field.schema == "Id" else []


@pytest.mark.rule("DI-TABLE-03", "DI-TABLE-04", "DI-SECRET-02", "DI-SECRET-04", "DI-VOID-03", "DI-SYM-06")
@pytest.mark.parametrize("events", TABLES.values(), ids=TABLES.keys())
@pytest.mark.parametrize(("seat", "role"), SEATS)
def test_listed_and_accepted_commands_agree(events: tuple[Event, ...], seat: str, role: Role) -> None:
    """Every body of a listed command is accepted, and each command is listed once."""
    spec = table_with(*events)
    legal_list = legal(spec.state, seat, role)
    listed = [
        *{entry.command for entry in legal_list.allowed},
        *(name for entry in legal_list.blocked for name in entry.commands),
    ]
    assert sorted(listed) == sorted(kind.__name__ for kind in commands_of(table))
    for allowed in legal_list.allowed:
        for body in bodies(allowed) if allowed.command in OURS else ():
            command = msgspec.convert(body, TABLE_COMMAND)
            asked = table_with(*events).when(command, seat=seat, role=role, faces=SameFace(1))
            assert not isinstance(asked.outcome, Refusal), (body, asked.outcome)


BLOCKED: list[tuple[str, str, str, dict[str, Any]]] = [
    ("watcher", "rolls", "Roll", {"rolls": [{"what": {"throw": "Notation", "text": "1d20"}}]}),
    ("ann", "rolls", "VoidRoll", {"roll": 2, "reason": "no"}),
    ("ann", "rolls", "DefineDice", {"name": "coins", "dice": [{"name": "coin", "faces": [["heads"]]}]}),
    ("ann", "secrets", "ForgetDice", {"name": "coins"}),
    ("bob", "secrets", "RevealRoll", {"roll": 1}),
    ("ann", "rolls", "RevealRoll", {"roll": 1}),
    ("gm", "empty", "VoidRoll", {"roll": 1, "reason": "no"}),
    ("gm", "empty", "ForgetDice", {"name": "coins"}),
]


@pytest.mark.rule("DI-TABLE-03", "DI-TABLE-04", "DI-SECRET-02", "DI-SECRET-03", "DI-VOID-02", "DI-SYM-04")
@pytest.mark.parametrize(("seat", "events", "name", "fields"), BLOCKED)
def test_a_blocked_command_is_refused_for_the_listed_reason(
    seat: str, events: str, name: str, fields: dict[str, Any]
) -> None:
    """The refusal of a blocked command names the same rule as the list."""
    role = dict(SEATS)[seat]
    spec = table_with(*TABLES[events])
    blocked = {command: entry for entry in legal(spec.state, seat, role).blocked for command in entry.commands}
    command = msgspec.convert({"type": name, **fields}, TABLE_COMMAND)
    refusal = spec.when(command, seat=seat, role=role).outcome
    assert isinstance(refusal, Refusal)
    assert (blocked[name].rule, blocked[name].says) == (refusal.rule, refusal.says)
