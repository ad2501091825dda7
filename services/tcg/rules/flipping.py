"""The flip of a savior: it is paid for, then the savior is turned over and stays so."""

from __future__ import annotations

from services.tcg.agenda import Flipping, Happening
from services.tcg.events import CostPaid
from services.tcg.rules import moves, payment
from services.tcg.rules.actions import done, flip_context
from services.tcg.rules.game import Game


def flip(game: Game, task: Flipping) -> None:
    """Choose what the flip is paid with, pay, and flip.

    Rule: TC-SAV-07, TC-SAV-12, TC-ZONE-06, TC-RUL-014, TC-RUL-015, TC-RUL-059
    """
    player = game.player(task.seat)
    context = flip_context(game, player)
    requirement = game.pool.printed[context.printed].flip
    costs = () if requirement is None else requirement.costs
    if not payment.picked(game, task, context, costs):
        return
    game.match.agenda.pop()
    if costs:
        game.tell(CostPaid(number=0, seat=task.seat, costs=tuple(cost.name for cost in costs)))
    if not payment.paid(game, task, context, costs):
        return
    moves.flip(game, task.seat)
    happening = Happening(event="savior_flipped", by=task.seat, card=player.savior, kind="flip_savior")
    done(game, task.seat, happening, waive=task.waive)
