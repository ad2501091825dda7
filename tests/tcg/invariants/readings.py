"""Checks the cached results of rule functions.

A context caches results that depend only on the cards. Each cached result must equal a new computation.
"""

from __future__ import annotations

from services.tcg.chapters.sources import Board, board_of

from .watch import Watch, at_rest


@at_rest
def what_is_remembered_is_still_true(watch: Watch) -> None:
    """Every cached result about a seat's cards equals the same computation on the current match."""
    game = watch.game
    if game.board is None:
        return
    board = board_of(game)
    remembered = [(seat, make, found) for seat, readings in board.readings.items() for make, found in readings.items()]
    game.board = Board()
    for seat, make, found in remembered:
        assert make(game, seat) == found, (seat, make)
    game.board = board
