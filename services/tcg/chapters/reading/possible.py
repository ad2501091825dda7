"""Tests of whether an effect can do anything.

For example, an effect that only devours spirits needs a spirit deck with cards.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from services.tcg.catalogue.language.conditions import Who
from services.tcg.catalogue.language.operations import Operation
from services.tcg.chapters.reading.selectors import seats
from services.tcg.chapters.terms import Holds, MatchContext
from services.tcg.state.tasks import Running


def possible(steps: Sequence[Operation]) -> Holds | None:
    """Return a function that tests whether steps can do anything now, or None if they may always do something.

    Rule: TC-KEY-15, TC-RUL-036
    """
    drained: list[Who | None] = [leaf.drains() for leaf in _leaves(steps) if not leaf.prepares]
    meant = [seats(who) for who in drained if who is not None]
    if not meant or len(meant) < len(drained):
        return None

    def has_spirits(ctx: MatchContext, running: Running, _each: int) -> bool:
        players = ctx.state.players
        return any(players[seat].spirits for whose in meant for seat in whose(ctx, running))

    return has_spirits


def _leaves(steps: Sequence[Operation]) -> Iterator[Operation]:
    """Yield the steps that contain no other steps. Delayed steps count as a single step."""
    for step in steps:
        branches = step.branches()
        if branches is None:
            yield step
        for branch in branches or ():
            yield from _leaves(branch)
