"""Effects are carried out deed by deed; the match may end, or its player be out, after any of them."""

from __future__ import annotations

from typing import Final

from services.tcg.agenda import Running
from services.tcg.rules.game import Game

PAUSED: Final = -1
"""What a deed gives when it has asked somebody and will be done again with the answer."""
PUSHED: Final = -2
"""What a deed gives when others act first; it has set where the effect goes on."""


def carry_out(game: Game, running: Running) -> None:
    """Carry out an effect as far as it goes: to its end, to a question, or to what has to come first.

    Rule: TC-READ-12, TC-RUL-117
    """
    program = game.pool.abilities[running.effect].program
    match = game.match
    while running.at < len(program):
        if game.crowded():
            return
        after = program[running.at](game, running)
        if after < 0:
            return
        if not match.agenda or match.agenda[-1] is not running:
            return
        running.at = after
    match.agenda.pop()
