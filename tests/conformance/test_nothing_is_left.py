"""Lists of legal commands leave nothing in memory that only the garbage collector could free.

A kept refusal with its traceback refers to the frames that tried the command, and these to the refusal. Such cycles
would keep whole states of streams in a server until its next collection.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import msgspec
import pytest

from shared.kernel.legal import legal
from shared.kernel.refusals import Refusal, StreamIsOver, refusal_by
from shared.platform.eventlog import stream_codec

from .fixture import Fixture
from .playing import plays_of

LATEST = 4
"""The number of states of a stream whose lists are computed."""


@contextmanager
def counted_garbage() -> Iterator[Callable[[], int]]:
    """Count the objects that the block leaves to the garbage collector, which does not run by itself meanwhile."""
    was_on = gc.isenabled()
    gc.collect()
    gc.disable()
    try:
        yield gc.collect
    finally:
        if was_on:
            gc.enable()


@pytest.mark.rule("AR-SERVER-10")
def test_a_list_leaves_no_garbage(fixture: Fixture) -> None:
    """The lists of all seats, in late states of a random stream, leave no object to the garbage collector."""
    play = plays_of(fixture.service)[0]
    game = play.journal.rules
    asked = [(stream, seat) for stream in play.moments[-LATEST:] for seat in stream.seats]
    for stream, seat in asked:  # caches fill
        legal(game, stream, seat, stream.seats[seat].role)
    with counted_garbage() as garbage:
        found = [legal(game, stream, seat, stream.seats[seat].role) for stream, seat in asked]
        assert garbage() == 0
    assert any(one.blocked for one in found)


def test_a_returned_refusal_has_no_traceback() -> None:
    """A refusal that is returned, not raised, does not refer to the frames in which it was raised."""

    def refuse(_: object) -> None:
        raise StreamIsOver

    refusal = refusal_by(refuse, None)
    assert isinstance(refusal, Refusal)
    assert refusal.__traceback__ is None


@pytest.mark.rule("AR-SERVER-10")
def test_a_dropped_state_leaves_no_garbage(fixture: Fixture) -> None:
    """A state whose views and lists were computed, and that a cache then drops, is freed at once."""
    play = plays_of(fixture.service)[0]
    game = play.journal.rules
    codec = stream_codec(game)
    stored = [msgspec.msgpack.encode(stream) for stream in play.moments[-LATEST:]]

    def read(state: bytes) -> None:
        stream = codec.decode(state)
        for seat in [None, *stream.seats]:
            game.view(stream.game, seat)
        for seat in stream.seats:
            legal(game, stream, seat, stream.seats[seat].role)

    for state in stored:  # caches fill
        read(state)
    with counted_garbage() as garbage:
        for state in stored:
            read(state)
        assert garbage() == 0
