"""Checks the cached readings of a context.

A reading is a function of the cards whose result is cached; it must equal a new computation.
"""

from __future__ import annotations

from services.tcg.chapters.sources import Board, board_of

from .watch import Watch, at_rest


@at_rest
def what_is_remembered_is_still_true(watch: Watch) -> None:
    """Every cached reading of a seat's cards equals one that is computed again."""
    game = watch.game
    if game.board is None:
        return
    board = board_of(game)
    remembered = [(seat, make, found) for seat, readings in board.readings.items() for make, found in readings.items()]
    game.board = Board()
    for seat, make, found in remembered:
        assert make(game, seat) == found, (seat, make)
    game.board = board
