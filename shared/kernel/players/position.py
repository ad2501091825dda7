"""The input of a player: a position that it can play forward, and the question that it answers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Protocol, TypeAlias

from msgspec import Struct

from shared.kernel.messages import Command, Seat

Key: TypeAlias = str
"""A name of a move that is the same in every deal: its kind, the names of hidden cards, the numbers of visible ones."""
Moves: TypeAlias = Mapping[Key, Command]
"""The legal moves of a decision by their keys, in an order that does not depend on hidden facts."""
SURE: int = 1_000_000
"""The worth of a won game. Units: millionths of a win; half of it is the worth of an even game."""


class Position(Protocol):
    """A state of a game that a player may change: a dealt copy, never the stream's own state."""

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        ...

    def awaited(self) -> Seat:
        """Return the seat that decides next."""
        ...

    def moves(self) -> Moves:
        """Return the legal moves of the seat that decides next; there is at least one."""
        ...

    def play(self, command: Command) -> None:
        """Carry out a move of the seat that decides next."""
        ...

    def rest(self) -> None:
        """Finish the actions that have begun, without further responses, so that `worth` can evaluate the position."""
        ...

    def worth(self, seat: Seat) -> int:
        """Return how good the position is for a seat. Units: millionths of a win, from 0 to `SURE`."""
        ...

    def play_out(self, command: Command) -> None:
        """Carry out a move of the seat that decides next, and let all seats play quick moves until the turn is over."""
        ...

    def outlook(self, seat: Seat) -> int:
        """Return how likely a seat is to win; the estimate is best at the beginning of a turn. Units: millionths."""
        ...

    def copy(self, seed: bytes) -> Position:
        """Return a copy that shares nothing with this one, and draws its random numbers from a seed."""
        ...


class Question(Struct, frozen=True, kw_only=True):
    """The question to a player: its seat, its legal moves, and positions dealt from what the seat knows.

    `deal` returns a position dealt from a seed. `matters` is false for a decision that rarely changes who wins: a
    player with a budget spends little on it.
    """

    seat: Seat
    moves: Moves
    deal: Callable[[bytes], Position]
    matters: bool = True


class Choice(Struct, frozen=True, kw_only=True):
    """A player's answer: its move, and for each move the number of tries and their summed worth.

    Two questions that a seat cannot distinguish have equal choices, byte for byte.
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
