"""A seat's knowledge in a game with secrets: the state folded from the parts of the log that the seat may read.

A player that chooses from this state cannot use facts hidden from its seat, because the state does not contain them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

from msgspec import Struct

from shared.kernel.game import Game, fold_events
from shared.kernel.messages import Event, Seat, shown_to

S = TypeVar("S")


class AsRead(Struct, Generic[S], kw_only=True):
    """The state of a game, folded from the log as one seat reads it."""

    game: Game[S]
    seat: Seat
    state: S

    def see(self, event: Event, _: S) -> None:
        """Fold an event in place, without the secret parts that the seat may not read."""
        self.state = fold_events(self.game, self.state, (shown_to(event, self.seat),))


def reads_along(game: Game[S]) -> Callable[[Seat], AsRead[S]]:
    """Return a function that creates a seat's initial knowledge, for a game whose folds work without secret parts."""
    return lambda seat: AsRead(game=game, seat=seat, state=game.initial)
