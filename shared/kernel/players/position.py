"""The input of a computer player: a question, and positions that the player can play forward."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Protocol, TypeAlias

from msgspec import Struct

from shared.kernel.messages import Command, Seat

Key: TypeAlias = str
"""A name of a move that is the same in every deal: the move's kind, names of hidden cards, and ids of visible cards."""
Moves: TypeAlias = Mapping[Key, Command]
"""The legal moves of a decision by key, in an order that does not depend on hidden facts."""
SURE: int = 1_000_000
"""The value of a won game; half of it is the value of an even game. Units: millionths of a win."""


class Position(Protocol):
    """A state of a game that a player may change: a dealt copy, never the stream's own state."""

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        ...

    def next_seat(self) -> Seat:
        """Return the seat that decides next."""
        ...

    def moves(self) -> Moves:
        """Return the legal moves of the seat that decides next; there is at least one."""
        ...

    def play(self, command: Command) -> None:
        """Carry out a move of the seat that decides next."""
        ...

    def rest(self) -> None:
        """Finish all actions in progress, without further responses, so that `worth` can evaluate the position."""
        ...

    def worth(self, seat: Seat) -> int:
        """Return the value of the position for a seat. Units: millionths of a win, from 0 to `SURE`."""
        ...

    def play_out(self, command: Command) -> None:
        """Carry out a move of the seat that decides next, and let all seats play quick moves until the turn is over."""
        ...

    def plan(self, command: Command, seat: Seat) -> int:
        """Carry out a move of the seat that decides next, and return the best `outlook` that a seat finds at turn end.

        The seat tries a few moves for its next important decision. After each of them, all seats play quick moves until
        the turn is over.
        """
        ...

    def outlook(self, seat: Seat) -> int:
        """Estimate a seat's probability of winning. The estimate is best at the start of a turn. Units: millionths."""
        ...

    def copy(self, seed: bytes) -> Position:
        """Return an independent copy, which draws its random numbers from a seed."""
        ...


class Question(Struct, frozen=True, kw_only=True):
    """A question to a player: which of its seat's legal moves to choose.

    `deal` returns a position dealt from a seed and from the seat's knowledge. `matters` is false for a decision that
    rarely affects who wins: a player with a budget spends little on it. `plannable` is false if trying the seat's next
    moves too would take too long.
    """

    seat: Seat
    moves: Moves
    deal: Callable[[bytes], Position]
    matters: bool = True
    plannable: bool = True


class Choice(Struct, frozen=True, kw_only=True):
    """A player's answer: its move, and for each move the number of tries and the sum of their values.

    Two questions that a seat cannot distinguish lead to equal choices, byte for byte.
    """

    key: Key
    command: Command
    visits: Mapping[Key, int] = {}
    worths: Mapping[Key, int] = {}
    seed: str = ""


class Player(Protocol):
    """A function from a question and a seed to a choice."""

    def __call__(self, question: Question, seed: bytes) -> Choice:
        """Choose a move for a question. The same question and seed always lead to the same choice."""
        ...
