"""Random streams of every game, with undos.

After each undo the game has its earlier state, and the log proves it.

ARBITER_TEST_UNDOS sets the number of undos for each game; `make conformance` sets it to 1000.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import accumulate
from random import Random
from typing import Any, Final, TypeAlias

import msgspec
import pytest
from msgspec import Struct
from msgspec.structs import replace

from shared.kernel.chance import DiceDraw, RecordedDraw
from shared.kernel.game import fold_events
from shared.kernel.legal import Wanted, legal
from shared.kernel.messages import Command, Seat
from shared.kernel.record import split_of
from shared.kernel.replay import LogReader, StoredRecord, open_command, open_draws
from shared.kernel.stream import (
    KERNEL_COMMANDS,
    AgreeToUndo,
    DeclineUndo,
    DrawsKept,
    Memory,
    NeedsPast,
    ProposeUndo,
    SeatOpened,
    Stream,
    TakenBack,
    UndoProposed,
    WithdrawUndo,
)
from shared.platform.eventlog.reading.pool_folding import stream_codec
from tests.support.journal import Journal, audit_export
from tests.support.releases import change_game
from tests.support.second_verifier import NODE, compare_reports

from .fixture import Fixture
from .playing import find_drawing_command, role_of, send_any_move

UNDOS: Final = int(os.environ.get("ARBITER_TEST_UNDOS", "12"))
STEPS: Final = 60
"""The number of steps of one stream before the next stream starts with another seed."""
CUTS: Final = 3
"""The number of positions at which a log is cut and then read on from a stored state."""
Stored: TypeAlias = tuple[bytes, list[bytes]]
PROPOSE: Final = Wanted(command="ProposeUndo")


def open_with_undo(fixture: Fixture, seed: int) -> Journal[Any]:
    """Open a stream of a game with the game's most permissive undo setting."""
    journal = fixture.open_stream(seed)
    setting: Any = journal.rules.undoing.settings[-1]
    journal.rules = change_game(journal.rules, undoing=replace(journal.rules.undoing, default=setting))
    journal.reader = LogReader(journal.rules)
    for stream in states(journal):
        journal.memory.note_after(stream)
        journal.stream = stream
    return journal


def states(journal: Journal[Any]) -> Iterator[Stream[Any]]:
    """Yield the stream as it is after each record."""
    stream: Stream[Any] = Stream(id=journal.stream.id, game=journal.rules.initial)
    for record in journal.records:
        stream = journal.reader.fold(stream, [(record.public, [part.data for part in record.parts])])
        yield stream


class Decided(Struct, frozen=True):
    """The last decision of a stream: the version before it, its command and seat, and its draws."""

    begins: int
    seat: Seat
    command: Command
    draws: tuple[RecordedDraw, ...]

    @classmethod
    def last_of(cls, journal: Journal[Any]) -> Decided | None:
        """Return the last decision of a stream, read from its record.

        Return None if no seat could send it again, for example if it is a step of the clock.
        """
        record = journal.records[-1]
        stored = msgspec.json.decode(record.public, type=StoredRecord)
        asked, opened = stored.intent, [part.data for part in record.parts]
        command = msgspec.convert(open_command(asked.command, opened), journal.reader.commands)
        if split_of(record.public) or asked.faces or asked.role == "clock" or type(command) in KERNEL_COMMANDS:
            return None
        draws, _ = open_draws(stored.draws, opened)
        return cls(stored.version - len(stored.events), asked.seat, command, draws)


def content_of(taken: RecordedDraw) -> tuple[object, ...]:
    """Return the content of a draw, whatever its source."""
    audience, draw = taken
    sides, values = (draw.sides, draw.faces) if isinstance(draw, DiceDraw) else (0, draw.order)
    return audience, draw.k, draw.purpose, sides, values


def others(stream: Stream[Any], seat: Seat) -> list[Seat]:
    """Return the other seats of people who play or are game masters."""
    return [
        name for name, held in stream.seats.items()
        if name != seat and not held.player and held.role in {"gm", "player"}
    ]  # fmt: skip


class Undoing:
    """A stream with random commands and undos, and all the states that it has had."""

    def __init__(self, fixture: Fixture, seed: int, sent: Counter[str]) -> None:
        """Open the stream; it prefers commands that `sent` counts less often."""
        self.fixture, self.journal = fixture, open_with_undo(fixture, seed)
        self.journal.sent = sent
        self.luck = Random(f"undo {fixture.service} {seed}")
        self.had = {stream.version: stream for stream in states(self.journal)}
        self.last, self.ways = 0, {0: frozenset[int]()}
        """The version after the last step; and by version, the steps that led to it and were not undone."""
        self.clocked: set[int] = set()
        self._note(clocked=False)
        self.undos = self.refusals = self.crossed = self.repeated = 0

    def play(self, most: int) -> None:
        """Play until the end of the stream, or until enough decisions have been undone."""
        for _ in range(STEPS):
            if self.journal.stream.closed or self.undos >= most:
                break
            clocked = self.journal.take_due()
            if not clocked and not (self.luck.random() < 0.3 and self._draw()):
                (self.fixture.play or send_any_move)(self.journal, self.luck)
            self._note(clocked=clocked)
            if self.luck.random() < 0.5:
                self.try_undo()
        if not self.journal.stream.closed:
            self.journal.close()

    def _draw(self) -> bool:
        """Send a listed command that draws; return whether one was found."""
        found = find_drawing_command(self.journal, self.luck)
        if found is not None:
            self.journal.send(*found)
        return found is not None

    def _note(self, *, clocked: bool) -> None:
        """Store the current state, and the steps made since the last stored state."""
        for step in self.journal.stream.trail:
            if step.version > self.last:
                self._step(step.version, self.last)
                self.clocked |= {step.version} if clocked else set()
        self.had[self.journal.stream.version] = self.journal.stream

    def _step(self, version: int, after: int) -> None:
        self.ways[version] = self.ways[after] | {version}
        self.last = version

    def try_undo(self) -> None:
        """Propose an undo that a seat's list offers; the seats that must consent usually do so."""
        before = self.journal.stream
        if before.closed:
            return
        for seat in self.luck.sample(sorted(before.seats), len(before.seats)):
            found = legal(self.journal.rules, before, seat, role_of(before, seat), wanted=PROPOSE).allowed
            if found:
                choice = self.luck.choice(found).fields["to"]
                options = dict(zip(choice.options or (), choice.words or (), strict=True))
                last = Decided.last_of(self.journal)
                if last is not None and not last.draws and self.luck.random() < 0.8:
                    last = None
                to = last.begins if last is not None and last.begins in options else self.luck.choice(list(options))
                if self._propose(seat, to, options[to], before) and last is not None and last.begins == to:
                    self._repeat(last)
                return

    def _propose(self, seat: Seat, to: int, words: str, before: Stream[Any]) -> bool:
        event = self.journal.send(ProposeUndo(to=to), seat)[0]
        asks = f"asks {', '.join(event.asked)}" if isinstance(event, UndoProposed) else "free"
        assert words == ("" if to in self.ways[self.last] else "redo, ") + asks
        if isinstance(event, UndoProposed):
            assert self.journal.state == before.game
            if self.luck.random() < 0.2:
                self._drop(event)
                return False
            for asked in self.luck.sample(event.asked, len(event.asked)):
                self.journal.send(AgreeToUndo(proposal=event.proposal), asked)
        else:
            assert not isinstance(event, DrawsKept) or not others(before, seat)
        done, since = self.journal.events[-1], self.journal.events[-2]
        assert isinstance(done, TakenBack)
        assert (done.to, done.by) == (to, seat)
        self.undos += 1
        self.crossed += isinstance(since, DrawsKept)
        self._check(done, before)
        self.had[self.journal.stream.version] = self.journal.stream
        self._step(self.journal.stream.version, to)
        return True

    def _repeat(self, last: Decided) -> None:
        """Send an undone command again, and assert that it has the same draws."""
        self.journal.send(last.command, last.seat)
        again = Decided.last_of(self.journal)
        assert again is not None
        assert {draw.source for _, draw in again.draws} <= {"kept"}
        assert list(map(content_of, again.draws)) == list(map(content_of, last.draws))
        self.repeated += bool(again.draws)
        self._note(clocked=False)

    def _drop(self, proposed: UndoProposed) -> None:
        if self.luck.random() < 0.5:
            self.journal.send(DeclineUndo(proposal=proposed.proposal), proposed.asked[0])
        else:
            self.journal.send(WithdrawUndo(proposal=proposed.proposal), proposed.by)
        self.refusals += 1

    def _check(self, done: TakenBack, before: Stream[Any]) -> None:
        """Assert that the game has its earlier state, except for seats, counters and clocks.

        Assert that the undo did not set those back.
        """
        now, then, rules = self.journal.stream, self.had[done.to], self.journal.rules
        changed = self.ways[self.last] ^ self.ways[done.to]
        stood = done.agreed or changed & self.clocked
        opened = [SeatOpened(seat=seat, role=now.seats[seat].role) for seat in now.seats if seat not in then.seats]
        state = fold_events(rules, then.game, opened)
        if rules.storage.mutable_copy is not None:
            state = rules.storage.mutable_copy(state)
        counters = {name: getattr(before.game, name) for name in rules.undoing.only_grow}
        expected = rules.undoing.resumed(replace(state, **counters), now.at - then.at if stood else 0)
        assert now.game == expected
        assert (now.epoch, now.seats, now.undo) == (before.epoch, before.seats, before.undo)
        assert now.version > before.version
        due = rules.timing.due(now.game)
        assert due is None or due.at == 0 or due.at > now.at or due == rules.timing.due(then.game)

    def verify(self) -> None:
        """Assert that the log replays from any stored state, and that an audit proves the whole log."""
        journal = self.journal
        assert journal.replay() == journal.stream
        stored = [(record.public, [part.data for part in record.parts]) for record in journal.records]
        for cut in self.luck.sample(range(1, len(stored)), min(CUTS, len(stored) - 1)):
            assert self._read_on(stored, cut) == journal.stream
        report = audit_export(journal.rules, journal.lines())
        if NODE is not None:
            compare_reports(NODE, [b"\n".join(journal.lines()) + b"\n"])
        assert report.failure is None
        assert ("same", "same", "same") == (report.chain.verdict, report.draws.verdict, report.decisions.verdict)

    def _read_on(self, stored: Sequence[Stored], cut: int) -> Stream[Any]:
        """Fold a log up to a cut, store the stream and load it again, and fold the rest.

        Earlier states that were not stored are folded again when they are needed.
        """
        reader, memory, again = self.journal.reader, Memory[Any](), dict[int, Any]()
        empty: Stream[Any] = Stream(id=self.journal.stream.id, game=self.journal.rules.initial)
        packed = msgspec.msgpack.encode(reader.fold(empty, stored[:cut], memory))
        while True:
            head = stream_codec(self.journal.rules).decode(packed)
            try:
                return reader.fold(head, stored[cut:], Memory([*again.items(), *memory.kept]))
            except NeedsPast as lacking:
                again[lacking.to] = reader.fold(empty, stored[: self._commits_to(lacking.to)]).game

    def _commits_to(self, version: int) -> int:
        """Return the number of commits that lead to a version."""
        ends = accumulate(len(commit.events) for commit in map(self.journal.reader.commit_of, self.journal.records))
        return next(count for count, end in enumerate(ends, start=1) if end == version)


def streams(fixture: Fixture) -> Iterator[Undoing]:
    """Yield played streams until enough undos were made and an undone command with draws has been sent again."""
    left, repeated = UNDOS, 0
    sent_before: Counter[str] = Counter()
    for seed in range(1, 100 + UNDOS):
        one = Undoing(fixture, seed, sent_before)
        one.play(UNDOS)
        left, repeated = left - one.undos, repeated + one.repeated
        yield one
        if left <= 0 and repeated:
            return


@pytest.mark.rule("AR-UNDO-01", "AR-UNDO-07")
def test_an_undo_restores_the_earlier_state(fixture: Fixture) -> None:
    """After every undo the game has its earlier state, and every log replays from any cut and is proven.

    If a command with draws is undone by consent and sent again, it has the same draws.
    """
    undos = crossed = repeated = 0
    for one in streams(fixture):
        one.verify()
        undos, crossed, repeated = undos + one.undos, crossed + one.crossed, repeated + one.repeated
    assert undos >= UNDOS
    assert (crossed > 0, repeated > 0) == (True, True)
