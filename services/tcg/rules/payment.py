"""Paying: what each part of a cost is paid with is picked first, then all of it is paid at once.

Rule: TC-READ-10, TC-READ-11, TC-RUL-063
"""

from __future__ import annotations

from collections.abc import Sequence

from services.tcg.agenda import Declaring, Flipping, Running
from services.tcg.rules.game import Game
from services.tcg.rules.terms import Price


def picked(game: Game, task: Declaring | Flipping, context: Running, costs: Sequence[Price]) -> bool:
    """Have picked what is paid with; tell whether it is, or somebody has yet to be asked. Rule: TC-RUL-039."""
    while len(task.payment) < len(costs):
        cost = costs[len(task.payment)]
        options, count = cost.options(game, context, task.payment), cost.count
        paid = game.pick(task.seat, "pay", options, least=count, most=count, words=(cost.name,), always=cost.hidden)
        if paid is None:
            return False
        task.payment = (*task.payment, paid)
    return True


def paid(game: Game, task: Declaring | Flipping, context: Running, costs: Sequence[Price]) -> bool:
    """Pay, part by part; tell whether its player is still in: who loses by a part pays no more. Rule: TC-RUL-134."""
    for cost, cards in zip(costs, task.payment, strict=True):
        cost.pay(game, context, cards)
        if game.over or game.player(task.seat).lost:
            return False
    return True
