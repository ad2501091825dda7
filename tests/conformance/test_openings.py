"""Openings of every game with as many seats as the contract allows."""

from __future__ import annotations

from shared.kernel.game import SeatAsk
from shared.kernel.stream import MAX_SEATS
from tests.support.journal import Journal, audit_export

from .fixture import TWO, Fixture

LEADS = SeatAsk(seat="gm", role="gm")
WATCHING = tuple(SeatAsk(seat=f"spectator-{number}", role="spectator") for number in range(MAX_SEATS - 1 - len(TWO)))


def test_game_opens_with_the_maximum_number_of_seats(fixture: Fixture) -> None:
    """An opening with the maximum number of seats is one decision in several commits of limited size, and is proven."""
    journal = Journal(fixture.game, fixture.game.opening(seats=(LEADS, *TWO, *WATCHING)))
    journal.close()

    assert MAX_SEATS == len(journal.stream.seats)
    assert journal.stream == journal.replay()
    assert audit_export(fixture.game, journal.lines()).failure is None
