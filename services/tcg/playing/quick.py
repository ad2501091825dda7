"""Quick play: every seat makes the move with the best estimated win chance, until the turn is over.

This is a poor player, since it never looks ahead: it won 34 of 100 matches against `greedy`. But the estimate at the
end of the turn is a good measure of how the turn was played, and so of the move with which it began.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final, Protocol

from services.tcg.chapters.windows import Pass
from services.tcg.playing.moves import ENDS
from shared.kernel.messages import Command, Seat
from shared.kernel.players.position import Key, Position

LONGEST: Final = 120
"""The maximum number of decisions in playing a turn to its end."""
TRIES: Final = 2
"""The number of next moves that a plan compares, besides the end of the step."""
PLANNED: Final = frozenset({"act", "combat"})
"""The kinds of decisions for which a plan compares several moves."""
SAME: Final = b"quick"
"""The seed for the draws that follow each move, so that all moves of a decision are compared with the same luck."""


class InTurns(Position, Protocol):
    """A position of a match that has turns and several kinds of decisions."""

    def copy(self, seed: bytes) -> InTurns:
        """Return an independent copy, which draws its random numbers from a seed."""
        ...

    def kind(self) -> str:
        """Return the kind of the decision of the seat that decides next."""
        ...

    def begins_after(self, turn: int) -> bool:
        """Return whether a turn later than `turn` has begun, and a seat may now act in its first act step."""
        ...


def finish_turn(position: InTurns, turn: int) -> None:
    """Have all seats play until a turn later than `turn` begins, or until the match ends."""
    for _ in range(LONGEST):
        if position.over or position.begins_after(turn):
            return
        position.play(_choose(position))


def best_end(position: InTurns, turn: int, seat: Seat) -> int:
    """Return a seat's best win chance at the end of the turn, over a few moves for its next act or attack.

    All other decisions are played quickly. If the seat neither acts nor attacks again, there is only one end.
    """
    for _ in range(LONGEST):
        if position.over or position.begins_after(turn):
            break
        if position.next_seat() == seat and position.kind() in PLANNED:
            return max(_ends(position, turn, seat))
        position.play(_choose(position))
    return position.outlook(seat)


def _ends(position: InTurns, turn: int, seat: Seat) -> Iterator[int]:
    """Yield a seat's win chance at the end of the turn, after each of its promising moves."""
    moves = position.moves()
    for key in _promising(position, moves):
        after = position.copy(SAME)
        after.play(moves[key])
        finish_turn(after, turn)
        yield after.outlook(seat)


def _promising(position: InTurns, moves: Mapping[Key, Command]) -> Iterable[Key]:
    """Return the moves after which the seat's estimated win chance is best, and the move that ends the step."""
    found = outlooks(position, moves, SAME)
    return dict.fromkeys((*sorted(found, key=found.__getitem__, reverse=True)[:TRIES], ENDS))


def _choose(position: InTurns) -> Command:
    """Return the move after which the seat's estimated win chance is best. A seat that is asked to respond passes."""
    if position.kind() == "respond":
        return Pass()
    moves = position.moves()
    if len(moves) == 1:
        return next(iter(moves.values()))
    found = outlooks(position, moves, SAME)
    return moves[max(found, key=found.__getitem__)]


def outlooks(position: Position, moves: Mapping[Key, Command], seed: bytes) -> Mapping[Key, int]:
    """Return the estimated win chance after each move.

    For the move that ends a step, this is the estimate of the current position.

    Therefore, a seat makes its good moves before it ends the step, and later steps are not examined.
    """
    seat, found = position.next_seat(), dict[Key, int]()
    for key, command in moves.items():
        after = position
        if key != ENDS:
            after = position.copy(seed)
            after.play(command)
            after.rest()
        found[key] = after.outlook(seat)
    return found
