"""The facts that a group of seats knows about a stream, folded commit by commit. An undo also removes later facts."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from copy import copy
from typing import Any, Final, Generic, TypeVar

from msgspec import Struct

from shared.kernel.game import Game
from shared.kernel.messages import Seat
from shared.kernel.players.as_read import AsRead
from shared.kernel.players.house import HousePlayers, Knows, fold_known
from shared.kernel.replay import Commit, log_reader_of
from shared.kernel.stream import MOST_STEPS, NeedsPast, Stream, TakenBack, gone_back, is_moment

S = TypeVar("S")


class _Moment(Struct, frozen=True):
    """A version to which an undo may lead, the state of the game there, and the knowledge of the seats."""

    version: int
    state: Any
    known: dict[Seat, Knows]


class KnowledgeOfSeats(Generic[S]):
    """The facts that some seats know about a stream, and the stream itself, after the commits folded so far."""

    def __init__(self, game: Game[S], stream: str, players: HousePlayers, seats: Iterable[Seat]) -> None:
        """Start before the first commit of a stream."""
        self.stream: Stream[S] = Stream(id=stream, game=game.initial)
        self.known: dict[Seat, Knows] = {seat: players.knows(seat) for seat in sorted(seats)}
        self._game: Final = game
        self._reader: Final = log_reader_of(game)
        self._moments: Final[deque[_Moment]] = deque(maxlen=MOST_STEPS)

    def fold(self, commit: Commit) -> None:
        """Fold the next commit.

        Rule:    AR-UNDO-18
        Raises:  NeedsPast
        """
        before = self.stream
        fold_known(self._game, before.game, self.known, commit.events)
        self.stream = self._reader.fold_commit(before, commit, lambda to: self._at(to).state)
        last = commit.events[-1]
        if isinstance(last, TakenBack):
            self._go_back(before, last, commit.at)
        if is_moment(self.stream):
            self._keep(is_same_decision=commit.sender.continues)

    def _keep(self, *, is_same_decision: bool) -> None:
        """Keep the current knowledge for a later undo. No undo leads into the middle of a decision."""
        if is_same_decision and self._moments:
            self._moments.pop()
        known = {seat: copy(one) for seat, one in self.known.items()}
        self._moments.append(_Moment(self.stream.version, self.stream.game, known))

    def _at(self, version: int) -> _Moment:
        """Return the state and the knowledge that were kept at a version. Raises: NeedsPast."""
        for moment in reversed(self._moments):
            if moment.version == version:
                return moment
        raise NeedsPast(version)

    def _go_back(self, before: Stream[S], event: TakenBack, at: int) -> None:
        """Replace the knowledge of each seat by its knowledge at an earlier version.

        Units: `at` in milliseconds UTC
        """
        then = self._at(event.to).known
        for seat, now in self.known.items():
            known = copy(then[seat])
            if isinstance(now, AsRead) and isinstance(known, AsRead):
                known.state = gone_back(self._game, before, now.state, event, known.state, at)
            self.known[seat] = known
