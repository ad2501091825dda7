"""The log alone determines the state, whichever snapshot the reader starts from."""

from __future__ import annotations

from random import Random
from typing import Any, Final

import msgspec
import pytest

from shared.kernel.audit import lines_of
from shared.kernel.audit.lines import read_chain
from shared.kernel.audit.report import Findings
from shared.kernel.messages import canonical
from shared.kernel.replay import log_reader_of
from shared.kernel.stream import Memory, Stream
from shared.platform.eventlog.reading.pool_folding import stream_codec
from shared.platform.http.answers import encode
from tests.support.spec import explained_storage

from .fixture import Fixture
from .playing import Guesses, Outcome, kept_list, legal_list_of, outcome_of, plays_of
from .test_logs import logs_of

TRIES: Final = 12
"""The number of commands that the test decides twice in each state."""


def restore(fixture: Fixture, stream: Stream[Any]) -> Stream[Any]:
    """Store a stream as a snapshot, and return the stream loaded from it."""
    with explained_storage():
        return stream_codec(fixture.game).decode(msgspec.msgpack.encode(stream))


def test_the_game_s_invariants_hold(fixture: Fixture) -> None:
    """The game's invariants hold after every step of every random stream."""
    assert [] == [broken for play in plays_of(fixture.service) for broken in play.broken][:5]


def test_folding_the_log_gives_the_stream(fixture: Fixture) -> None:
    """Folding the stored records again gives the same stream, including every secret in it."""
    for play in plays_of(fixture.service):
        assert play.journal.stream == play.journal.replay()


def test_a_stream_continues_from_a_snapshot_at_every_version(fixture: Fixture) -> None:
    """From every snapshot, folding only the later records gives the same stream and view as folding all records."""
    reader = log_reader_of(fixture.game)
    for play in plays_of(fixture.service):
        snapshot = restore(fixture, Stream(id=play.journal.stream.id, game=fixture.game.initial))
        for count, record in enumerate(play.journal.records, start=1):
            stream = reader.fold(snapshot, [(record.public, [part.data for part in record.parts])])
            snapshot = restore(fixture, stream)
            assert snapshot == stream
            if count in play.streams:
                assert stream == play.streams[count]


@pytest.mark.golden
def test_a_recorded_stream_continues_from_a_snapshot_at_every_version(fixture: Fixture) -> None:
    """A recorded stream has the same final state and views whether it is folded from its start or from a snapshot."""
    reader = log_reader_of(fixture.game)
    for log in logs_of(fixture):
        entries = read_chain(lines_of(log.read_bytes()), Findings())
        straight = anew = Stream(id=entries[0].record.stream, game=fixture.game.initial)
        memory: Memory[Any] = Memory()
        for entry in entries:
            straight = reader.fold(straight, [(entry.public, entry.opened)], memory)
            anew = reader.fold(restore(fixture, anew), [(entry.public, entry.opened)], memory)
        assert straight == restore(fixture, anew)
        for seat in (None, *straight.seats):
            assert canonical(fixture.game.view(straight.game, seat)) == canonical(fixture.game.view(anew.game, seat))


def test_a_snapshot_answers_as_the_stream_does(fixture: Fixture) -> None:
    """A stream that is loaded from a snapshot shows each seat the same view and legal list, byte for byte."""
    for stream in (moment for play in plays_of(fixture.service)[:1] for moment in play.moments):
        again = restore(fixture, stream)
        for seat in stream.seats:
            assert canonical(fixture.game.view(again.game, seat)) == canonical(fixture.game.view(stream.game, seat))
            assert canonical(legal_list_of(fixture.game, again, seat)) == canonical(
                kept_list(fixture.game, stream, seat)
            )


@pytest.mark.rule("AR-UNDO-16", "AR-UNDO-19")
def test_a_view_has_the_same_bytes_after_the_log_is_read(fixture: Fixture) -> None:
    """The server that decided a command and one that reads the log encode each view with the same bytes.

    Even the keys are in the same order.
    """
    reader = log_reader_of(fixture.game)
    for play in plays_of(fixture.service):
        read = Stream(id=play.journal.stream.id, game=fixture.game.initial)
        for count, record in enumerate(play.journal.records, start=1):
            read = reader.fold(read, [(record.public, [part.data for part in record.parts])])
            decided = play.streams.get(count, read)
            for seat in (None, *decided.seats):
                assert encode(fixture.game.view(read.game, seat)) == encode(fixture.game.view(decided.game, seat))


def comparable(outcome: Outcome) -> object:
    """Return a command's outcome in a form that can be compared."""
    if isinstance(outcome, Exception):
        return type(outcome), outcome.needs, outcome.has, outcome.field
    return outcome.events, outcome.taken, outcome.hidden, outcome.after


def test_deciding_twice_gives_the_same_and_changes_nothing(fixture: Fixture) -> None:
    """With the same draws, deciding a command a second time has the same outcome, and does not change the stream."""
    for play in plays_of(fixture.service):
        for stream in play.moments:
            before = msgspec.msgpack.encode(stream)
            for seat, command in _some(fixture, stream, play.journal.stream.version):
                assert comparable(outcome_of(fixture.game, stream, seat, command)) == comparable(
                    outcome_of(fixture.game, stream, seat, command)
                )
            assert before == msgspec.msgpack.encode(stream)


def _some(fixture: Fixture, stream: Stream[Any], number: int) -> list[tuple[str, Any]]:
    luck = Random(number)
    seat = luck.choice(sorted(stream.seats))
    allowed = kept_list(fixture.game, stream, seat).allowed
    guesses = Guesses(fixture, luck)
    guesses.read(allowed)
    return [(seat, command) for command in guesses.some(allowed, TRIES)]
