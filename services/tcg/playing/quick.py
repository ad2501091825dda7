"""Quick play: every seat makes the move after which its outlook is best, until the turn is over.

This is a poor player, since it never looks ahead: it won 34 of 100 matches against `greedy`. But at the end of the
turn, the outlook shows well which turn is the best, and so what to do first.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Protocol

from services.tcg.chapters.windows import Pass
from services.tcg.playing.moves import ENDS
from shared.kernel.messages import Command
from shared.kernel.players.position import Key, Position

LONGEST: Final = 120
"""The maximum number of decisions by which a turn is played to its end."""
SAME: Final = b"quick"
"""The seed with which all moves of a decision are compared."""


class InTurns(Position, Protocol):
    """A position of a match with turns, and with kinds of decisions."""

    def kind(self) -> str:
        """Return the kind of the decision of the seat that decides next."""
        ...

    def begins_after(self, turn: int) -> bool:
        """Whether a seat now makes its first choice of a turn that is later than this one."""
        ...


def finish_turn(position: InTurns, turn: int) -> None:
    """Have all seats play until a seat begins to act in a later turn, or until the match ends."""
    for _ in range(LONGEST):
        if position.over or position.begins_after(turn):
            return
        position.play(_choose(position))


def _choose(position: InTurns) -> Command:
    """Return the move after which the seat's outlook is best. A seat that may respond passes."""
    if position.kind() == "respond":
        return Pass()
    moves = position.moves()
    if len(moves) == 1:
        return next(iter(moves.values()))
    found = outlooks(position, moves, SAME)
    return moves[max(found, key=found.__getitem__)]


def outlooks(position: Position, moves: Mapping[Key, Command], seed: bytes) -> Mapping[Key, int]:
    """Return the outlook after each move. Ending a step has the outlook of the present position.

    So a good move is made before the step ends, and the steps after this one are not examined.
    """
    seat, found = position.awaited(), dict[Key, int]()
    for key, command in moves.items():
        after = position
        if key != ENDS:
            after = position.copy(seed)
            after.play(command)
            after.rest()
        found[key] = after.outlook(seat)
    return found
