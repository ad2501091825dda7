"""The past of a stream: the states to which a decision may go back, and the resulting state."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable
from typing import Any, Final, Generic, TypeAlias, TypeVar

from msgspec.structs import replace

from shared.kernel.game import Game, fold_events
from shared.kernel.stream.messages import SeatOpened, TakenBack
from shared.kernel.stream.state import Stream
from shared.kernel.stream.trail import MOST_STEPS, reaches

S = TypeVar("S")
Past: TypeAlias = Callable[[int], S]
"""A function that returns the state of the game at a version; it raises NeedsPast if the state is not kept."""
Moment: TypeAlias = tuple[int, S]
"""A version between two decisions, and the state of the game at that version."""


def is_moment(stream: Stream[Any]) -> bool:
    """Whether a later undo may lead back to the current version."""
    return bool(stream.trail) and stream.trail[-1].version == stream.version


class NeedsPast(LookupError):
    """Raised when code needs the state at a version that was not kept: fold the log up to that version."""

    def __init__(self, to: int) -> None:
        """Store the version."""
        super().__init__(to)
        self.to = to


class Memory(Generic[S]):
    """The latest states of a stream, by version."""

    def __init__(self, kept: Iterable[Moment[S]] = (), most: int = MOST_STEPS) -> None:
        """Start with some states; keep at most the newest `most` recorded ones."""
        self.most: Final = most
        self._recalled: Final[dict[int, S]] = dict(kept)
        self._kept: Final[deque[Moment[S]]] = deque(self._recalled.items(), maxlen=most)

    def note(self, version: int, state: S) -> None:
        """Keep the state at a version."""
        self._kept.append((version, state))

    def note_after(self, stream: Stream[S]) -> None:
        """Keep the current state of a stream, if a later undo may lead back to it."""
        if is_moment(stream):
            self.note(stream.version, stream.game)

    def recall(self, version: int, state: S) -> None:
        """Keep an old state, no matter how many newer states are recorded later."""
        self._recalled[version] = state

    @property
    def kept(self) -> tuple[Moment[S], ...]:
        """Return the recorded states, oldest first."""
        return tuple(self._kept)

    def __call__(self, to: int) -> S:
        """Return the state at a version. Raises: NeedsPast."""
        if to in self._recalled:
            return self._recalled[to]
        for version, state in reversed(self._kept):
            if version == to:
                return state
        raise NeedsPast(to)


def no_past(to: int) -> S:  # type: ignore[type-var]
    """Raise NeedsPast. Streams without any undo use this function."""
    raise NeedsPast(to)


def gone_back(game: Game[S], stream: Stream[S], now: S, event: TakenBack, then: S, at: int) -> S:  # noqa: PLR0913, PLR0917
    """Return the state of a game that goes back from the state `now` to the state `then`.

    Seats opened since `then` stay, and counters that only grow keep their values. Clocks do not count the time since
    `then`, unless a seat took back its own decisions without consent: a seat must not be able to postpone a deadline on
    its own.

    Units:   `at` in milliseconds UTC
    Rule:    AR-UNDO-01, AR-UNDO-07
    """
    steps = [step for step in stream.trail if step.version > event.to]
    left = next((step.at for step in stream.trail if step.version == event.to), at)
    opened = [SeatOpened(seat=seat, role=stream.seats[seat].role) for step in steps for seat in step.opened]
    state = with_counters(game, now, fold_events(game, then, opened))
    reach = reaches(stream.trail).get(event.to)
    stands = event.agreed or (reach is not None and reach.clock)
    return game.undoing.resumed(state, at - left) if stands else state


def with_counters(game: Game[S], now: S, then: S) -> S:
    """Return a copy of an earlier game state in which the counters that only grow keep their current values.

    Rule: AR-UNDO-07
    """
    state = then if game.storage.mutable_copy is None else game.storage.mutable_copy(then)  # folds change it in place
    grown = {name: max(getattr(now, name), getattr(state, name)) for name in game.undoing.only_grow}
    if grown:
        state = replace(state, **grown)  # type: ignore[type-var]
    return state
