"""What drives a match: the next task of the agenda is done until somebody is asked, or the match is over."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from services.tcg.agenda import Declaring, Finish, Flipping, Go, Paying, Running, Settling, Window
from services.tcg.rules import activating, chain, combat, damage, effects, flipping, setup, turn, windows
from services.tcg.rules.game import ROOM, Game

POINTS: Final[Mapping[str, Callable[[Game], None]]] = {
    **turn.POINTS,
    **combat.POINTS,
    **setup.POINTS,
    "settle": chain.settle,
    "resolve": chain.resolve,
    "next_link": chain.next_link,
}


DOERS: Final[Mapping[type, Callable[[Game, Any], None]]] = {
    Window: windows.ask,
    Running: effects.carry_out,
    Declaring: activating.declare,
    Finish: chain.finish,
    Paying: damage.pay,
    Settling: damage.settle_together,
    Flipping: flipping.flip,
}


def run(game: Game) -> None:
    """Do what is on the agenda until a decision is open or the match is finished.

    A commit holds a bounded number of events: past them somebody is asked to let the match go on.
    """
    match, doers, points = game.match, DOERS, POINTS
    while match.agenda and not match.decisions and not (len(game.events) >= ROOM and game.crowded()):
        task = game.doing = match.agenda[-1]
        if type(task) is Go:
            points[task.to](game)
        else:
            doers[type(task)](game, task)
