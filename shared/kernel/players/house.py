"""The computer players of one game: how a seat's knowledge develops, and how a player chooses its move.

Each event is folded into a seat's knowledge, as that seat may read it, before it is folded into the state.
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
    """A seat's knowledge about hidden facts."""

    def see(self, event: Event, state: Any, /) -> None:  # noqa: ANN401 a game's state
        """Fold an event in place, as the seat may read it. `state` is the state before the event."""
        ...


class Turn(Struct, frozen=True, kw_only=True):
    """A turn of a computer player: the player's name, its seat, the seat's knowledge, the stream, and the random seed.

    `strength` is 0 for players without a strength setting.
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
        """The state of the game on the stream."""
        return self.stream.game


class Resampling(Struct, frozen=True, kw_only=True):
    """A state to deal again for a seat (None: for the app), with the knowledge of each seat."""

    state: Any
    seat: Seat | None
    known: Mapping[Seat, Any]
    luck: Luck


class HousePlayers(Struct, frozen=True, kw_only=True):
    """The computer players ("players of the house") of a game.

    `knows` creates a seat's knowledge on a new stream. `choose` returns a command that the seat may send. The choice
    must not depend on anything hidden from the seat.

    `resample` returns a state in which all facts that a seat does not know are drawn again: if the seat cannot
    distinguish two states, the same luck leads to the same result. For the app, `resample` draws again everything that
    is hidden from the app. It refuses a state with hidden facts that it cannot draw again.
    """

    knows: Callable[[Seat], Knows]
    choose: Callable[[Turn], Command]
    resample: Callable[[Resampling], Any] | None = None


def seed_of_player(stream: Stream[Any]) -> bytes:
    """Return the seed of a player's own random numbers at this version.

    Nobody knows this seed until the stream's seed is known.
    """
    return hashlib.sha256(f"player {stream.epoch.seed} {stream.version}".encode()).digest()


def fold_known(game: Game[Any], state: Any, known: Mapping[Seat, Knows], events: Iterable[Event]) -> Any:  # noqa: ANN401
    """Fold events into the knowledge of some seats, and return the state after these events. `state` is not changed."""
    for event in events:
        for one in known.values():
            one.see(event, state)
        state = fold_events(game, state, (event,))
    return state
