"""The limits of undo: what no seat can take back, and how an audit and a fold handle an undo."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

import msgspec
import pytest

from shared.kernel.messages import Seat
from shared.kernel.refusals import (
    BeyondClock,
    BeyondEpoch,
    StreamIsOver,
)
from shared.kernel.stream import (
    AgreeToUndo,
    Memory,
    NeedsPast,
    ProposeUndo,
    RotateSeed,
    Stream,
)
from tests.support.forging import forge_commit
from tests.support.journal import audit_export
from tests.support.undo_plays import after, assert_refused, legal_list, propose_undo, proven, put
from tests.support.undo_toy import HOUR, SHELF, Leave, Shelf, Wind, shelf

SALT: Final = "5a" * 32


# ---------------------------------------------------------------- limits of undo


@pytest.mark.rule("AR-UNDO-06")
def test_nothing_is_taken_back_across_the_end_of_an_epoch() -> None:
    """The kernel refuses an undo across a change of the seed.

    Otherwise a value whose seed is public could become hidden again, and an audit would call a known die proven.
    """
    table = shelf()
    (first,) = put(table, "gm")
    after(table, ("gm", RotateSeed()))
    assert_refused(BeyondEpoch, table, ProposeUndo(to=first), "gm")
    put(table, "gm", "gm")
    assert_refused(BeyondEpoch, table, ProposeUndo(to=first), "gm")
    proven(table)


@pytest.mark.rule("AR-UNDO-06")
def test_the_end_is_not_taken_back() -> None:
    """The kernel refuses to undo a concession, as it refuses to undo any other end of the stream."""
    table = shelf()
    (first,) = put(table, "ann")
    table.send(Leave(), "ann")
    assert_refused(StreamIsOver, table, ProposeUndo(to=first), "ann")
    assert {name for one in legal_list(table, "ann").blocked for name in one.commands} > {"ProposeUndo"}


@pytest.mark.rule("AR-UNDO-06", "AR-UNDO-07")
def test_only_a_game_master_undoes_a_step_of_the_clock() -> None:
    """A player cannot undo the step of an expired deadline.

    A game master can, and the deadline is then an hour later.
    """
    table = shelf()
    (wound,) = after(table, ("ann", Wind()))
    table.waited += HOUR
    assert table.take_due()
    assert_refused(BeyondClock, table, ProposeUndo(to=wound), "ann")
    assert propose_undo(table, wound, "gm") == ()
    assert table.state.rings > table.now
    assert not table.take_due()
    proven(table)


# ---------------------------------------------------------------- audits and folds


FORGED: Final[Mapping[str, Mapping[str, Any]]] = {
    "the consent of all": {"agreed": ["bob", "gm"]}, "another version": {"to": 6}, "another sender": {"by": "bob"},
}  # fmt: skip


@pytest.mark.rule("AR-UNDO-08", "AR-AUDIT-01")
@pytest.mark.parametrize("claim", FORGED)
@pytest.mark.parametrize("seats", [("ann", "ann"), ("ann", "bob")])
def test_a_forged_undo_is_refuted(seats: Sequence[Seat], claim: str) -> None:
    """Level 3 of the audit refutes a forged undo, because public facts show whose consent was needed."""
    table = shelf()
    first, _ = put(table, *seats)
    table.send(ProposeUndo(to=first), "ann")
    line = len(table.records)
    table.close()

    def take_back(form: dict[str, Any]) -> None:
        form["public"]["events"] = [{"type": "TakenBack", "to": first, "by": "ann", "agreed": [], **FORGED[claim]}]

    report = audit_export(SHELF, forge_commit(table.lines(), line, take_back))
    assert report.failure is not None
    assert (report.failure.level, report.failure.line) == (3, line)


@pytest.mark.rule("AR-UNDO-01")
def test_a_fold_from_the_middle_needs_the_past() -> None:
    """If records undo to a version before the first of them, folding them raises an error that names the version.

    With the state of that version, the fold succeeds.
    """
    table = shelf()
    first, *_ = put(table, "ann", "ann", "ann", "ann")
    table.send(ProposeUndo(to=first), "ann")
    stored = [(record.public, [part.data for part in record.parts]) for record in table.records]
    empty: Stream[Shelf] = Stream(id=table.stream.id, game=SHELF.initial)
    head = table.reader.fold(empty, stored[:-2])
    with pytest.raises(NeedsPast) as caught:
        table.reader.fold(head, stored[-2:])
    assert caught.value.to == first
    memory = Memory([(first, table.reader.fold(empty, stored[:2]).game)])
    assert table.reader.fold(head, stored[-2:], memory) == table.stream


@pytest.mark.rule("AR-UNDO-01")
def test_a_fold_in_parts_keeps_the_last_states() -> None:
    """A stream that is folded record by record, and stored in between, equals the stream that was decided."""
    table = shelf("by consent")
    first, _, third = put(table, "ann", "ann", "ann")
    table.send(ProposeUndo(to=first), "ann")
    for seat in ("bob", "gm"):
        table.send(AgreeToUndo(proposal=third + 1), seat)
    put(table, "bob")
    folded: Stream[Shelf] = Stream(id=table.stream.id, game=SHELF.initial)
    memory: Memory[Shelf] = Memory()
    codec = msgspec.msgpack.Decoder(Stream[Shelf])
    for record in table.records:
        folded = table.reader.fold(folded, [(record.public, [part.data for part in record.parts])], memory)
        folded = codec.decode(msgspec.msgpack.encode(folded))
    assert folded == table.stream
