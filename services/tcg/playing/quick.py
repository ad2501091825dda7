"""Quick play: every seat makes the move after which its outlook is best, until the turn is over.

This is a poor player, since it never looks ahead: it won 34 of 100 matches against `greedy`. But from the turn's end
the outlook judges well which of its turns is the best, and so what to do first.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from services.tcg.chapters.windows import Pass
from services.tcg.playing.moves import ENDS
from shared.kernel.messages import Command
from shared.kernel.players.position import Key

if TYPE_CHECKING:
    from services.tcg.playing.position import MatchPosition

LONGEST: Final = 120
"""Decisions with which a turn is played to its end at most."""
SAME: Final = b"quick"
"""The luck with which the moves of a decision are compared."""


def finish_turn(position: MatchPosition, turn: int) -> None:
    """Let all seats play until a seat begins to act in a later turn, or the match ends."""
    for _ in range(LONGEST):
        if position.over or position.begins_after(turn):
            return
        position.play(_choose(position))


def _choose(position: MatchPosition) -> Command:
    """Return the move after which the seat's outlook is best; a seat that may respond passes."""
    if position.kind() == "respond":
        return Pass()
    moves = position.moves()
    if len(moves) == 1:
        return next(iter(moves.values()))
    found = outlooks(position, moves, SAME)
    return moves[max(found, key=found.__getitem__)]


def outlooks(position: MatchPosition, moves: Mapping[Key, Command], seed: bytes) -> Mapping[Key, int]:
    """Return the outlook after each move. To end a step is worth what the position is worth now.

    So a move is made before the step ends if it is any good, and the steps after this one are not looked into.
    """
    seat, found = position.awaited(), dict[Key, int]()
    for key, command in moves.items():
        after = position if key == ENDS else position.copy(seed)
        if key != ENDS:
            after.play(command)
            after.rest()
        found[key] = after.outlook(seat)
    return found
