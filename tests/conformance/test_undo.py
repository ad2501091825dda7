"""Random streams of every game in which decisions are taken back: the game is as it was, and the log proves it.

ARBITER_TEST_UNDOS sets how many undos a game gets: `make conformance` gives it 1000.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from itertools import accumulate
from random import Random
from typing import Any, Final, TypeAlias

import msgspec
import pytest
from msgspec.structs import replace

from shared.kernel.game import fold_events
from shared.kernel.legal import Wanted, legal
from shared.kernel.messages import Seat
from shared.kernel.replay import LogReader
from shared.kernel.stream import (
    AgreeToUndo,
    DeclineUndo,
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
from tests.support.journal import Journal, audited
from tests.support.releases import changed
from tests.support.second_verifier import NODE, compared

from .fixture import Fixture
from .playing import at_random, role_of

UNDOS: Final = int(os.environ.get("ARBITER_TEST_UNDOS", "12"))
STEPS: Final = 60
"""Steps of one stream; the next stream has another seed."""
CUTS: Final = 3
"""Places at which a log is cut and read on from a stored state."""
Stored: TypeAlias = tuple[bytes, list[bytes]]
PROPOSE: Final = Wanted(command="ProposeUndo")


def begun(fixture: Fixture, seed: int) -> Journal[Any]:
    """Open a stream of a game in which all that can be taken back may be, by consent where its game has no more."""
    journal = fixture.opened(seed)
    setting: Any = journal.rules.undoing.settings[-1]
    journal.rules = changed(journal.rules, undoing=replace(journal.rules.undoing, default=setting))
    journal.reader = LogReader(journal.rules)
    for stream in states(journal):
        journal.memory.note_after(stream)
        journal.stream = stream
    return journal


def states(journal: Journal[Any]) -> Iterator[Stream[Any]]:
    """Yield the stream after each record."""
    stream: Stream[Any] = Stream(id=journal.stream.id, game=journal.rules.initial)
    for record in journal.records:
        stream = journal.reader.fold(stream, [(record.public, [part.data for part in record.parts])])
        yield stream


class Undoing:
    """A stream that is played and taken back at random, with all states that it has had."""

    def __init__(self, fixture: Fixture, seed: int) -> None:
        """Open the stream."""
        self.fixture, self.journal = fixture, begun(fixture, seed)
        self.luck = Random(f"undo {fixture.service} {seed}")
        self.had = {stream.version: stream for stream in states(self.journal)}
        self.last, self.ways = 0, {0: frozenset[int]()}
        """The version after the last step, and by such versions the steps that led there and are not taken back."""
        self.clocked: set[int] = set()
        self._note(clocked=False)
        self.undos = self.refusals = 0

    def play(self, most: int) -> None:
        """Play until the end of the stream, or until enough decisions were taken back."""
        for _ in range(STEPS):
            if self.journal.stream.closed or self.undos >= most:
                break
            clocked = self.journal.take_due()
            if not clocked:
                (self.fixture.play or at_random)(self.journal, self.luck)
            self._note(clocked=clocked)
            if self.luck.random() < 0.5:
                self.try_undo()
        if not self.journal.stream.closed:
            self.journal.close()

    def _note(self, *, clocked: bool) -> None:
        """Keep the state, and the steps that were just made."""
        for step in self.journal.stream.trail:
            if step.version > self.last:
                self._step(step.version, self.last)
                self.clocked |= {step.version} if clocked else set()
        self.had[self.journal.stream.version] = self.journal.stream

    def _step(self, version: int, after: int) -> None:
        self.ways[version] = self.ways[after] | {version}
        self.last = version

    def try_undo(self) -> None:
        """Let a seat propose one of the undos that its list offers, and those who are asked agree, mostly."""
        before = self.journal.stream
        if before.closed:
            return
        for seat in self.luck.sample(sorted(before.seats), len(before.seats)):
            found = legal(self.journal.rules, before, seat, role_of(before, seat), wanted=PROPOSE).allowed
            if found:
                choice = self.luck.choice(found).fields["to"]
                to, words = self.luck.choice(list(zip(choice.options or (), choice.words or (), strict=True)))
                self._propose(seat, to, words, before)
                return

    def _propose(self, seat: Seat, to: int, words: str, before: Stream[Any]) -> None:
        (event,) = self.journal.send(ProposeUndo(to=to), seat)
        asks = f"asks {', '.join(event.asked)}" if isinstance(event, UndoProposed) else "free"
        assert words == ("" if to in self.ways[self.last] else "redo, ") + asks
        if isinstance(event, UndoProposed):
            assert self.journal.state == before.game
            if self.luck.random() < 0.2:
                self._drop(event)
                return
            for asked in self.luck.sample(event.asked, len(event.asked)):
                self.journal.send(AgreeToUndo(proposal=event.proposal), asked)
        done = self.journal.events[-1]
        assert isinstance(done, TakenBack)
        assert (done.to, done.by) == (to, seat)
        self.undos += 1
        self._check(done, before)
        self.had[self.journal.stream.version] = self.journal.stream
        self._step(self.journal.stream.version, to)

    def _drop(self, proposed: UndoProposed) -> None:
        if self.luck.random() < 0.5:
            self.journal.send(DeclineUndo(proposal=proposed.proposal), proposed.asked[0])
        else:
            self.journal.send(WithdrawUndo(proposal=proposed.proposal), proposed.by)
        self.refusals += 1

    def _check(self, done: TakenBack, before: Stream[Any]) -> None:
        """Assert that the game is as it was, but for seats, counters and clocks; and that all else went on."""
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
        """Assert that the log replays from any stored state, and that all of it is proven."""
        journal = self.journal
        assert journal.replayed() == journal.stream
        stored = [(record.public, [part.data for part in record.parts]) for record in journal.records]
        for cut in self.luck.sample(range(1, len(stored)), min(CUTS, len(stored) - 1)):
            assert self._read_on(stored, cut) == journal.stream
        report = audited(journal.rules, journal.lines())
        if NODE is not None:
            compared(NODE, [b"\n".join(journal.lines()) + b"\n"])
        assert report.failure is None
        assert ("same", "same", "same") == (report.chain.verdict, report.draws.verdict, report.decisions.verdict)

    def _read_on(self, stored: Sequence[Stored], cut: int) -> Stream[Any]:
        """Fold a log up to a cut, store the stream, and fold the rest; states that were not kept are folded again."""
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
        """Return how many commits lead to a version."""
        ends = accumulate(len(commit.events) for commit in map(self.journal.reader.commit_of, self.journal.records))
        return next(count for count, end in enumerate(ends, start=1) if end == version)


def streams(fixture: Fixture) -> Iterator[Undoing]:
    """Yield played streams until enough was taken back."""
    left = UNDOS
    for seed in range(1, 100 + UNDOS):
        one = Undoing(fixture, seed)
        one.play(left)
        left -= one.undos
        yield one
        if left <= 0:
            return


@pytest.mark.rule("AR-UNDO-01", "AR-UNDO-07")
def test_what_is_taken_back_is_as_it_was(fixture: Fixture) -> None:
    """After every undo the game has the state of then, and every log replays, from any cut, and is proven."""
    undos, always_draws = 0, True
    for one in streams(fixture):
        one.verify()
        undos += one.undos
        always_draws &= all(step.drew or step.kind != "game" for step in one.journal.stream.trail)
    assert undos >= UNDOS or always_draws  # a game in which every command draws takes nothing back
