"""What drives a match: the next task of the agenda is done until somebody is asked, or the match is over."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from services.tcg.agenda import Declaring, Finish, Flipping, Go, Paying, Running, Window
from services.tcg.rules import activating, chain, combat, damage, effects, flipping, setup, turn, windows
from services.tcg.rules.game import Game

POINTS: Final[Mapping[str, Callable[[Game], None]]] = {
    **turn.POINTS,
    **combat.POINTS,
    **setup.POINTS,
    "settle": chain.settle,
    "resolve": chain.resolve,
    "next_link": chain.next_link,
}


def _go(game: Game, task: Go) -> None:
    POINTS[task.to](game)


DOERS: Final[Mapping[type, Callable[[Game, Any], None]]] = {
    Go: _go,
    Window: windows.ask,
    Running: effects.carry_out,
    Declaring: activating.declare,
    Finish: chain.finish,
    Paying: damage.pay,
    Flipping: flipping.flip,
}


def run(game: Game) -> None:
    """Do what is on the agenda until a decision is open or the match is finished.

    A commit holds a bounded number of events: past them somebody is asked to let the match go on.
    """
    match = game.match
    while not match.decisions and match.agenda and not game.crowded():
        task = match.agenda[-1]
        DOERS[type(task)](game, task)
