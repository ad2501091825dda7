"""Players of the house for one game: what a seat knows, and how a player chooses its move.

Each event is folded into a seat's knowledge, as that seat reads it, before it is folded into the state.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Protocol

from msgspec import Struct

from shared.kernel.game import Game, fold_events
from shared.kernel.messages import Command, Event, Seat
from shared.kernel.players.luck import Luck
from shared.kernel.stream import Stream


class Knows(Protocol):
    """The knowledge of one seat about hidden facts."""

    def see(self, event: Event, state: Any, /) -> None:  # noqa: ANN401 a game's state
        """Fold an event in place, as the seat reads it. `state` is the state before the event."""
        ...


class Turn(Struct, frozen=True, kw_only=True):
    """A turn that the house plays: the name of its player, the seat, its knowledge, the state, and the player's seed.

    `strength` is 0 for players that have no strength setting.
    """

    player: str
    seat: Seat
    known: Any
    game: Game[Any]
    stream: Stream[Any]
    seed: bytes
    strength: int = 0

    @property
    def state(self) -> Any:  # noqa: ANN401 a game's state
        """Return the state of the game from the stream."""
        return self.stream.game


class Resampling(Struct, frozen=True, kw_only=True):
    """A state to deal again for a seat (None: for the app), and the knowledge of each seat."""

    state: Any
    seat: Seat | None
    known: Mapping[Seat, Any]
    luck: Luck


class HousePlayers(Struct, frozen=True, kw_only=True):
    """The players of the house for a game.

    `knows` begins the knowledge of a seat on a new stream. `choose` returns a command that the seat may send. The
    choice must not depend on anything hidden from the seat.

    `resample` returns a state in which everything that a seat does not know is drawn again: states that the seat cannot
    distinguish give the same result with the same luck. For the app, `resample` draws again everything that is hidden
    from the app. It refuses a state with hidden things that it cannot draw again.
    """

    knows: Callable[[Seat], Knows]
    choose: Callable[[Turn], Command]
    resample: Callable[[Resampling], Any] | None = None


def seed_of_player(stream: Stream[Any]) -> bytes:
    """Return the seed of a player's own random numbers at this version.

    Nobody knows it before the stream's seed is known.
    """
    return hashlib.sha256(f"player {stream.epoch.seed} {stream.version}".encode()).digest()


def fold_known(game: Game[Any], state: Any, known: Mapping[Seat, Knows], events: Iterable[Event]) -> Any:  # noqa: ANN401
    """Fold events into the knowledge of some seats, and return the state after them. `state` is not changed."""
    for event in events:
        for one in known.values():
            one.see(event, state)
        state = fold_events(game, state, (event,))
    return state
