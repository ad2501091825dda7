"""Seats for which the game waits.

An awaited seat can always act, so a bot that sends only moves and answers never gets stuck.
"""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any, Final

import pytest

from shared.kernel.legal import Asking, Wanted, awaited_seats, legal
from shared.kernel.messages import COMMAND_KINDS, Seat
from shared.kernel.moves import moves
from shared.kernel.stream import Stream

from .fixture import Fixture
from .playing import GOES_ON, kept_list, kinds_of, plays_of, role_of, send_awaited_move

STEPS: Final = 40


def goes_on(fixture: Fixture, stream: Stream[Any], seat: Seat) -> bool:
    """Return whether a seat, or its computer player, has a legal move or answer."""
    player = stream.seats[seat].player
    asking = Asking.of(fixture.game, stream, seat, role_of(stream, seat), by=f"player:{player}@test" if player else "")
    return next(moves(asking, wanted=GOES_ON), None) is not None


@pytest.mark.rule("AR-KIND-02")
def test_an_awaited_seat_can_act(fixture: Fixture) -> None:
    """In every state of random streams, each awaited seat has a move or an answer."""
    stuck = [
        f"{seat} at {stream.version} of {stream.id}"
        for play in plays_of(fixture.service)
        for stream in play.streams.values()
        for seat in awaited_seats(fixture.game, stream)
        if seat not in stream.seats or not goes_on(fixture, stream, seat)
    ]

    assert [] == stuck[:5]


@pytest.mark.rule("AR-KIND-02")
def test_a_closed_stream_awaits_nobody(fixture: Fixture) -> None:
    """A closed stream waits for no seat."""
    for play in plays_of(fixture.service):
        assert () == awaited_seats(fixture.game, play.journal.stream)


@pytest.mark.rule("AR-KIND-01")
def test_listed_commands_can_be_filtered_by_kind(fixture: Fixture) -> None:
    """A legal list filtered by kind is exactly the matching part of the whole list."""
    kinds = kinds_of(fixture.game)
    for stream in (moment for play in plays_of(fixture.service)[:1] for moment in play.moments[::3]):
        for seat in stream.seats:
            whole = kept_list(fixture.game, stream, seat)
            assert all(kinds[entry.command].counts_as == entry.kind for entry in whole.allowed)
            for kind in COMMAND_KINDS:
                part = legal(fixture.game, stream, seat, role_of(stream, seat), wanted=Wanted(kinds=(kind,)))
                assert part.awaits == whole.awaits
                assert part.allowed == tuple(entry for entry in whole.allowed if entry.kind == kind)


@pytest.mark.rule("AR-KIND-02")
def test_a_bot_that_plays_moves_and_answers_alone_is_never_locked_out(fixture: Fixture) -> None:
    """At each step, an awaited seat has a legal move or answer; if no seat is awaited, some seat has one."""
    for seed in range(901, 901 + fixture.plays):
        journal, luck, sent = fixture.open_stream(seed), Random(f"moves {seed}"), Counter[str]()
        for _ in range(STEPS):
            if journal.stream.closed or not (journal.take_due() or send_awaited_move(journal, luck, sent)):
                break
