"""The loop that runs a match: it runs pending tasks until a decision is open or the match is over."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, cast

from services.tcg.chapters import activating, chain, combat, damage, savior, setup, turn, windows, winning
from services.tcg.chapters.terms import MatchContext
from services.tcg.state.tasks import Declaring, Finish, Flipping, Go, Paying, Running, Settling, Task, Window
from shared.kernel.messages import Command

STEP_WORK: Final = 10
"""The units of work for one operation of an effect. Reading one temporary change of a card's PWR is one unit."""
MOST_WORK: Final = 1_000_000
"""The maximum work of all effects that follow from one decision. Rule: TC-RUL-231."""
OLDER_EVENTS: Final = 10 * winning.LONGEST
OLDER_WORK: Final = 100 * MOST_WORK
"""The maximum events and work of an effect in matches of form 2. No match that earlier releases recorded has more."""


def carry_out(ctx: MatchContext, running: Running) -> None:
    """Run an effect until it ends, until a decision is open, or until another task must run first.

    An effect with too many events or too much work ends the match as a draw.

    Rule: TC-READ-12, TC-RUL-117, TC-RUL-180, TC-RUL-231
    """
    program = ctx.pool.abilities[running.effect].program
    match = ctx.state
    while running.at < len(program):
        if (ctx.work >= MOST_WORK or len(ctx.events) > winning.LONGEST) and _is_endless(ctx):
            winning.end_as_stalled(ctx)
            return
        ctx.work += STEP_WORK
        after = program[running.at](ctx, running)
        if after < 0:
            return
        if not match.pending or match.pending[-1] is not running:
            return
        running.at = after
    match.pending.pop()


def _is_endless(ctx: MatchContext) -> bool:
    """Return whether effects with this many events, or this much work, end the match. Rule: TC-RUL-180, TC-RUL-231."""
    return ctx.state.revised or ctx.work >= OLDER_WORK or len(ctx.events) > OLDER_EVENTS


POINTS: Final[Mapping[str, Callable[[MatchContext], None]]] = {
    **turn.POINTS,
    **combat.POINTS,
    **setup.POINTS,
    "settle": chain.settle,
    "resolve": chain.resolve,
    "next_link": chain.next_link,
}


# The type of a table cannot say that each function gets the kind of task that is its key.
DOERS: Final = cast("Mapping[type[Task], Callable[[MatchContext, Any], None]]", {
    Window: windows.give_priority,
    Running: carry_out,
    Declaring: activating.declare,
    Finish: chain.finish,
    Paying: damage.pay,
    Settling: damage.settle_together,
    Flipping: savior.flip,
})  # fmt: skip


def run(ctx: MatchContext, _command: Command) -> None:
    """Run the tasks that a command has pushed, until a decision is open or the match is finished.

    Rule: TC-SETUP-15, TC-RUL-095
    """
    if ctx.state.stage == "lobby":
        setup.start_when_ready(ctx)
    match, doers, points, ctx.work = ctx.state, DOERS, POINTS, 0
    while match.pending and not match.decisions:
        task = ctx.doing = match.pending[-1]
        if type(task) is Go:
            points[task.to](ctx)
        else:
            doers[type(task)](ctx, task)
