"""Undos without consent.

A seat may undo a decision without consent only if every seat could have derived the decision's events.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import msgspec
import pytest

from shared.kernel.audit import lines_of
from shared.kernel.audit.lines import AuditLine, read_chain
from shared.kernel.audit.report import Findings
from shared.kernel.chance import RecordedDraw, Unseeded, no_entropy
from shared.kernel.context import Intent
from shared.kernel.messages import Seat, SecretClosed, canonical
from shared.kernel.refusals import Refusal
from shared.kernel.replay import LogReader, log_reader_of, open_command, placeholder
from shared.kernel.stream import Memory, Step, Stream, settle

from .fixture import Fixture
from .test_logs import logs_of

NO_DRAWS: Final[tuple[RecordedDraw, ...]] = ()


def readers_of(entry: AuditLine) -> dict[int, tuple[Seat, ...]]:
    """Return the audience of each secret part of a record, by the number of the part."""
    record = entry.record
    values = [
        *record.draws,
        *record.intent.command.values(),
        *(one for event in record.events for one in event.values()),
    ]
    return {place[1]: place[0] for value in values if (place := placeholder(value)) is not None}


def as_read_by(entry: AuditLine, seat: Seat) -> tuple[bytes, tuple[bytes | None, ...]]:
    """Return a record's public part, and its secret parts, with None for those that a seat may not read."""
    audiences = readers_of(entry)
    return entry.public, tuple(part if seat in audiences[at] else None for at, part in enumerate(entry.opened))


def is_free(step: Step, seat: Seat) -> bool:
    """Return whether a seat may undo its own decision without the consent of others."""
    return step.seat == seat and step.kind == "game" and not (step.drew or step.reveals or step.readers)


def decided_alike(reader: LogReader[Any], copy: Stream[Any], past: Memory[Any], entry: AuditLine) -> bool:
    """Return whether a decision on the sender's copy of the stream, without any draw, has the recorded events."""
    asked = entry.record.intent
    command = msgspec.convert(open_command(asked.command, entry.opened), reader.commands)
    intent = Intent(id=asked.id, seat=asked.seat, role=asked.role, at=asked.at, by=asked.by, command=command)
    settled = settle(reader.game, copy, intent, Unseeded(no_entropy), past=past)
    return [msgspec.json.decode(canonical(event)) for event in settled.events] == list(entry.record.events)


class Copies:
    """The log of a stream, folded as the server folds it and as each seat can fold it."""

    def __init__(self, fixture: Fixture, log: Path) -> None:
        """Read a recorded log of a game."""
        self.entries = read_chain(lines_of(log.read_bytes()), Findings())
        self._reader = log_reader_of(fixture.game)
        self._whole: Stream[Any] = Stream(id=self.entries[0].record.stream, game=fixture.game.initial)
        seats = {entry.record.intent.seat for entry in self.entries}
        self._copies: dict[Seat, Stream[Any]] = dict.fromkeys(seats, self._whole)
        self._memory: Memory[Any] = Memory()
        self._memories: dict[Seat, Memory[Any]] = {seat: Memory() for seat in seats}

    @property
    def is_fork(self) -> bool:
        """Return whether the stream is a fork. A fork's first state is sealed, so no seat can fold a copy of it."""
        return any(event["type"] == "Forked" for entry in self.entries for event in entry.record.events)

    def _decides_alike(self, seat: Seat, entry: AuditLine) -> bool:
        """Return whether a decision, run again on a seat's copy of the stream, emits the recorded events.

        Another seat's copy may lack facts that the decision needs.
        """
        try:
            return decided_alike(self._reader, self._copies[seat], self._memories[seat], entry)
        except (Refusal, SecretClosed):
            return False

    def free_decisions(self) -> Iterator[tuple[AuditLine, bool]]:
        """Yield each decision that a seat may undo without consent, and whether every seat could derive its events."""
        for entry in self.entries:
            self._whole = self._reader.fold(self._whole, [(entry.public, entry.opened)], self._memory)
            seat, last = entry.record.intent.seat, self._whole.trail[-1:]
            if not entry.record.split and last and last[0].version == self._whole.version and is_free(last[0], seat):
                yield entry, all(self._decides_alike(one, entry) for one in self._copies)
            for one, copy in self._copies.items():
                self._copies[one] = self._reader.fold(copy, [as_read_by(entry, one)], self._memories[one])


@pytest.mark.golden
@pytest.mark.rule("AR-UNDO-04")
def test_free_undo_only_for_decisions_that_every_seat_could_derive(fixture: Fixture) -> None:
    """If a decision can be undone without consent, every seat could derive its events from what the seat may read."""
    if fixture.game.undoing.default != "own until known":
        pytest.skip("nothing is free to take back here")
    free = 0
    news = []
    for log in logs_of(fixture):
        copies = Copies(fixture, log)
        for entry, alike in () if copies.is_fork else copies.free_decisions():
            free += 1
            if not alike:
                events = [event["type"] for event in entry.record.events]
                news.append(f"{log.stem}, line {entry.line}: {entry.record.intent.command['type']} {events}")
    assert free
    assert [] == news, "declare `reveals = True` on the event that makes public what was hidden"
