"""What an effect could do at all: one that only devours can do nothing where there is nothing left to devour."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from services.tcg.catalogue.language.conditions import Var, Who
from services.tcg.catalogue.language.effects import ChooseMode, ForEach, If, May, Repeat, RollDie
from services.tcg.catalogue.language.operations import Choose, ChoosePlayer, Devour, Operation
from services.tcg.chapters.reading.selectors import seats
from services.tcg.chapters.terms import Holds, MatchContext
from services.tcg.state.tasks import Running

CHOOSING = (Choose, ChoosePlayer)
"""Steps that only prepare others."""


def possible(steps: Sequence[Operation]) -> Holds | None:
    """Read whether steps can do anything now; None where they always might. Rule: TC-KEY-15, TC-RUL-036."""
    leaves = [leaf for leaf in _leaves(steps) if not isinstance(leaf, CHOOSING)]
    devours = [leaf for leaf in leaves if isinstance(leaf, Devour)]
    if not devours or len(devours) < len(leaves):
        return None
    meant = [seats(_whose(step.from_)) for step in devours]

    def fed(ctx: MatchContext, running: Running, _each: int) -> bool:
        players = ctx.state.players
        return any(players[seat].spirits for whose in meant for seat in whose(ctx, running))

    return fed


def _whose(who: Who) -> Who:
    """Of a player who is picked only then, it may be each opponent."""
    return "each_opponent" if isinstance(who, Var) else who


def _leaves(steps: Sequence[Operation]) -> Iterator[Operation]:
    """List the steps that hold no others."""
    for step in steps:
        inner = _inner(step)
        if inner is None:
            yield step
        else:
            for part in inner:
                yield from _leaves(part)


def _inner(step: Operation) -> Sequence[Sequence[Operation]] | None:
    """List the parts of a step that holds others; what waits for a later event is none of them."""
    if isinstance(step, If):
        return step.then, step.otherwise
    if isinstance(step, May | ForEach | Repeat):
        return (step.then,)
    if isinstance(step, ChooseMode):
        return step.modes
    return tuple(step.table.values()) if isinstance(step, RollDie) else None
