"""A stream in memory with computer players in its seats, as a server runs them.

Each computer player knows only what its seat has read.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from shared.kernel.messages import Command, Seat
from shared.kernel.players.following import KnowledgeOfSeats
from shared.kernel.players.house import HousePlayers, Turn, seed_of_player
from shared.platform.queue.house import seat_of_the_house
from tests.support.journal import Journal

BY: Final = "player:fighter@test"


class Housed:
    """The computer players of a stream in memory."""

    def __init__(self, journal: Journal[Any], players: HousePlayers) -> None:
        """Follow a stream from its current state."""
        self.journal, self.players = journal, players
        self._knowledge = self._of(())
        self._read = 0

    def _of(self, seats: Iterable[Seat]) -> KnowledgeOfSeats[Any]:
        """Return the knowledge of some seats before the first commit."""
        return KnowledgeOfSeats(self.journal.rules, self.journal.stream.id, self.players, seats)

    def knowledge_of(self, seat: Seat) -> Any:  # noqa: ANN401 the knowledge of a game's player
        """Return what a seat knows now."""
        if seat not in self._knowledge.known:
            self._knowledge, self._read = self._of((*self._knowledge.known, seat)), 0
        for record in self.journal.records[self._read :]:
            self._knowledge.fold(self.journal.reader.commit_of(record))
        self._read = len(self.journal.records)
        return self._knowledge.known[seat]

    def choose(self, seat: Seat) -> Command:
        """Return the command that the player `fighter` chooses for a seat now."""
        stream = self.journal.stream
        return self.players.choose(
            Turn(
                player="fighter", seat=seat, known=self.knowledge_of(seat), game=self.journal.rules, stream=stream,
                seed=seed_of_player(stream),
            )
        )  # fmt: skip

    @property
    def seat(self) -> Seat | None:
        """The seat for which a computer player acts next."""
        return seat_of_the_house(self.journal.rules, self.journal.stream)

    def act(self) -> Command | None:
        """Make one computer player act once; return its command, or None if the stream waits for none of them."""
        seat = self.seat
        if seat is None:
            return None
        command = self.choose(seat)
        self.journal.send(command, seat, by=BY)
        return command

    def play_on(self, most: int = 1_000) -> int:
        """Make the computer players act until the stream waits for others; return the number of their commands."""
        for taken in range(most):
            if self.act() is None:
                return taken
        raise AssertionError("the house acts for ever")
