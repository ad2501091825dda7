"""Plays of the toy game for undo.

The functions send commands, expect refusals, and read which undos a seat may send.
"""

from __future__ import annotations

from typing import TypeAlias

import pytest

from shared.kernel.legal import Allowed, Legal, legal
from shared.kernel.messages import Command, Seat
from shared.kernel.refusals import Refusal
from shared.kernel.stream import ProposeUndo, UndoProposed
from tests.support.journal import Journal, audit_export
from tests.support.undo_toy import SHELF, Put, Shelf

Table: TypeAlias = Journal[Shelf]


def after(table: Table, *sent: tuple[Seat, Command]) -> list[int]:
    """Send commands of several seats one after the other; return the version after each."""
    versions = []
    for seat, command in sent:
        table.send(command, seat)
        versions.append(table.stream.version)
    return versions


def put(table: Table, *seats: Seat) -> list[int]:
    """Put a thing on the shelf for each seat, one after the other; return the version after each."""
    return after(table, *[(seat, Put()) for seat in seats])


def assert_refused(kind: type[Refusal], table: Table, command: Command, seat: Seat) -> Refusal:
    """Assert that a command gets a refusal of this kind and changes nothing; return the refusal."""
    before, count = table.stream, len(table.records)
    with pytest.raises(kind) as caught:
        table.send(command, seat)
    assert (table.stream, len(table.records)) == (before, count)
    return caught.value


def propose_undo(table: Table, to: int, seat: Seat) -> tuple[str, ...]:
    """Propose an undo; return the seats that have to consent, or none if the undo takes effect at once."""
    (event,) = table.send(ProposeUndo(to=to), seat)
    return event.asked if isinstance(event, UndoProposed) else ()


def things(table: Table) -> tuple[str, ...]:
    """Return the things on the shelf."""
    return table.state.things


def legal_list(table: Table, seat: Seat) -> Legal:
    """Return the list of commands that a seat may send."""
    return legal(SHELF, table.stream, seat, table.stream.seats[seat].role)


def offers(table: Table, seat: Seat) -> list[Allowed]:
    """Return the undo entries of a seat's list: those to earlier versions, and those to versions that were undone."""
    return [entry for entry in legal_list(table, seat).allowed if entry.command == "ProposeUndo"]


def options(table: Table, seat: Seat, *, redo: bool = False) -> tuple[int, ...]:
    """Return the versions to which a seat's list offers an undo, or those to which it offers a redo."""
    return tuple(
        version
        for entry in offers(table, seat)
        for version, words in zip(entry.fields["to"].options or (), entry.fields["to"].words or (), strict=True)
        if words.startswith("redo") == redo
    )


def proven(table: Table) -> None:
    """Assert that a table's log can be replayed, and that an audit proves all of it once it is closed."""
    assert table.replay() == table.stream
    table.close()
    report = audit_export(SHELF, table.lines())
    assert report.proven, report.failure
