"""A whole stream in memory, recorded like a server's: tests send commands to it and export its log."""

from __future__ import annotations

from collections import Counter
from copy import copy
from typing import Generic, TypeVar

from shared.kernel.audit import NO_PARENT, Parent, Report, audit
from shared.kernel.chance import Tape
from shared.kernel.context import Intent
from shared.kernel.game import Game, Opening
from shared.kernel.messages import Command, Event
from shared.kernel.record import NO_HEAD, Record, export_line
from shared.kernel.replay import log_reader_of
from shared.kernel.stream import Close, Memory, OpenFork, RecordForm, Start, Stream, carry_out, tape_for

S = TypeVar("S")
RULESET = "test"
KEY = b"\x11" * 32


class Journal(Generic[S]):
    """A stream of one game, with its records."""

    def __init__(
        self, game: Game[S], opening: Opening | OpenFork, *, seed: int = 1, start: Start | None = None, waited: int = 0,
        name: str = "", digests: int = 0,
    ) -> None:  # fmt: skip
        """Open a stream, or a fork if `start` is given. Its seeds are `seed` + 1, `seed` + 2 and so on.

        With `digests`, the stream records a sealed digest of its state after this number of commits.
        """
        self.rules = game
        self.reader = log_reader_of(game)
        self.stream: Stream[S] = Stream(
            id=f"{game.name}:{name or ('one' if start is None else 'fork')}",
            game=game.initial,
            tenant="tenant",
            digests=digests,
        )
        self.records: list[Record] = []
        self.heads: list[bytes] = []
        self.events: list[Event] = []
        self.memory: Memory[S] = Memory()
        self.waited = waited
        """The milliseconds added to the clock, besides one for each record."""
        self.sent: Counter[str] = Counter()
        """How often each command type was sent."""
        self._seed = seed
        self._start = start
        self.send(opening)
        self._start = None

    def copy(self) -> Journal[S]:
        """Return a copy that plays on without changing this stream."""
        other = copy(self)
        other.records, other.heads, other.events = [*self.records], [*self.heads], [*self.events]
        other.memory, other.sent = Memory(self.memory.kept), self.sent.copy()
        return other

    @property
    def state(self) -> S:
        """Return the current state of the game."""
        return self.stream.game

    @property
    def now(self) -> int:
        """Return the time. Units: milliseconds."""
        return 1000 + len(self.records) + self.waited

    def send(
        self, command: Command, seat: str = "gm", faces: tuple[int, ...] | None = None, *, by: str | None = None
    ) -> tuple[Event, ...]:
        """Decide and record a command of a seat, sent with its own token or another credential; return the events."""
        held = self.stream.seats.get(seat)
        intent = Intent(
            id=f"i{len(self.records)}",
            seat=seat,
            role=held.role if held else "clock" if seat == "clock" else "gm",
            at=self.now,
            by=by or (f"seat:{seat}@{held.epoch}" if held else "key:app"),
            command=command,
            faces=faces,
        )
        tape = self.tape_of(intent)
        form = RecordForm(ruleset=RULESET, key=KEY)
        decision = carry_out(self.rules, self.stream, intent, tape, form=form, past=self.memory, start=self._start)
        settled = decision.settled
        if settled.fault is not None:
            raise settled.fault
        for written in decision.commits:
            self.heads.append(written.record.head_after(self.heads[-1] if self.heads else NO_HEAD))
            self.records.append(written.record)
        self.sent[type(command).__name__] += 1
        self.stream = settled.after
        self.memory.note_after(self.stream)
        self.events += settled.events
        return settled.events

    def tape_of(self, intent: Intent) -> Tape:
        """Return the source from which a command's faces are drawn."""
        return tape_for(self.stream, intent, self._fresh)

    def take_due(self) -> bool:
        """Take the step that is due now, as the clock does; return whether a step was due."""
        due = self.rules.timing.due(self.state)
        if due is None or due.at > self.now:
            return False
        self.send(due.command, "clock")
        return True

    def close(self) -> None:
        """Close the stream as its game master, or as the clock if it has none; this reveals the seed."""
        self.send(Close(reason="the evening is over"), "gm" if "gm" in self.stream.seats else "clock")

    def lines(self) -> list[bytes]:
        """Export the log. Once the stream is closed, every reader may read all of it."""
        return [
            export_line(record, head, None, opened=self.stream.closed)
            for record, head in zip(self.records, self.heads, strict=True)
        ]

    def replay(self) -> Stream[S]:
        """Fold the stored records again, and return the state."""
        empty: Stream[S] = Stream(id=self.stream.id, game=self.rules.initial)
        stored = ((record.public, [part.data for part in record.parts]) for record in self.records)
        return self.reader.fold(empty, stored)

    def _fresh(self) -> bytes:
        self._seed += 1
        return self._seed.to_bytes(32, "big")


def audit_export(game: Game[S], lines: list[bytes], parent: Parent = NO_PARENT) -> Report:
    """Audit an export of a game's stream."""
    return audit(lines, reader_for=lambda _: log_reader_of(game), parent=parent)
