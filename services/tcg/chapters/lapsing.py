"""Unpaid plays when another player leaves the match: which of them continue, and which are undone.

If a play is still possible, its player is asked again, even if only one option remains, and may take the play back.
Otherwise, the play is undone, as if the player had taken it back.

Rule: TC-RUL-159
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from services.tcg.chapters import continuous, paying, winning
from services.tcg.chapters.continuous import lacks_cards, targets_of
from services.tcg.chapters.savior import flip_context
from services.tcg.chapters.terms import MatchContext, Picked, Price, TargetSpec
from services.tcg.chapters.uses import possible_uses
from services.tcg.state.match import Match
from services.tcg.state.tasks import Declaring, Flipping, Running
from shared.kernel.chapter import fold
from shared.kernel.messages import Event, Seat

# ---------------------------------------------------------------- events


class PlayLapsed(Event, frozen=True, kw_only=True):
    """An unpaid play was undone because something that it needed left the match together with a player."""

    seat: Seat


# ---------------------------------------------------------------- judgement


UNMADE: Final = ("trigger",)
"""Origins of effects that no player activates. If such an effect becomes impossible, it is dropped without an event."""


def look_again(ctx: MatchContext) -> None:
    """Check a play whose targets or payment a player is choosing, after another player has left the match.

    Rule: TC-RUL-159
    """
    match = ctx.state
    task = match.pending[-1] if match.pending else None
    if ctx.over or not match.amended or not isinstance(task, Declaring | Flipping):
        return
    made = isinstance(task, Flipping) or task.origin not in UNMADE
    if _impossible(ctx, task):
        match.pending.pop()
        if made:
            ctx.emit(PlayLapsed(seat=task.seat))
        return
    _forget(ctx, task)
    ctx.asks_again = made


def _impossible(ctx: MatchContext, task: Declaring | Flipping) -> bool:
    """Return whether a play has lost its card, the effect that it responds to, a target that it needs, or its payment.

    The number of targets that are hidden in hands is secret, so the player is asked to choose even if no target is
    left.
    """
    context = _context(ctx, task)
    if isinstance(task, Declaring) and (_has_lost_source(ctx, task) or _aimless(ctx, task, context)):
        return True
    return not paying.payable(ctx, context, _costs(ctx, task, context))


def _has_lost_source(ctx: MatchContext, task: Declaring) -> bool:
    """Return whether the play's card, its effect, or the effect that it responds to left together with a player."""
    if task.origin in UNMADE:
        return False
    card, event = ctx.card(task.card), task.event
    if card is None or card.place == "removed":
        return True
    if event is not None and winning.vanishes(event) and ctx.player(event.by).lost:
        return True
    uses = possible_uses(ctx, task.seat) if task.origin == "play" else None
    return uses is not None and not any(one.source == task.card and one.ability.key == task.effect for one in uses)


def _aimless(ctx: MatchContext, task: Declaring, context: Running) -> bool:
    aims = [target for target in ctx.pool.abilities[task.effect].targets if not target.always]
    return any(lacks_cards(ctx, context, target) for target in aims)


def _forget(ctx: MatchContext, task: Declaring | Flipping) -> None:
    """Remove the first choice that is no longer legal, and all choices after it."""
    context = _context(ctx, task)
    if isinstance(task, Declaring):
        targets = task.targets
        task.targets = context.targets = _legal_choices(ctx, task, context)
        if task.targets != targets:
            task.payment = ()
    costs = _costs(ctx, task, context)
    task.payment = _legal_payments(ctx, task.payment, context, costs)


def _legal_choices(ctx: MatchContext, task: Declaring, context: Running) -> tuple[Picked, ...]:
    """Return the target choices that are still legal.

    If too few legal targets remain for the next choice, return no choices.
    """
    specs, standing = ctx.pool.abilities[task.effect].targets, 0
    for spec, chosen in zip(specs, task.targets, strict=False):
        context.targets = task.targets[:standing]
        if not {*chosen} <= {*targets_of(ctx, context, spec)}:
            break
        standing += 1
    context.targets = task.targets[:standing]
    return () if _short(ctx, context, specs[standing:]) else context.targets


def _short(ctx: MatchContext, context: Running, specs: Sequence[TargetSpec]) -> bool:
    return any(len(targets_of(ctx, context, one)) < one.least for one in specs[:1] if not one.always)


def _legal_payments(
    ctx: MatchContext, payment: tuple[Picked, ...], context: Running, costs: Sequence[Price]
) -> tuple[Picked, ...]:  # fmt: skip
    """Return the picked payments, up to the first one that can no longer pay its part of the cost."""
    for at, (cost, picked) in enumerate(zip(costs, payment, strict=False)):
        if len(picked) != cost.count or not {*picked} <= {*cost.options(ctx, context, payment[:at])}:
            return payment[:at]
    return payment


def _context(ctx: MatchContext, task: Declaring | Flipping) -> Running:
    """Return the context for checking a play. In it, the player has not made any choice yet."""
    if isinstance(task, Flipping):
        return flip_context(ctx, ctx.player(task.seat))
    return Running(
        seat=task.seat, card=task.card, printed=task.printed, effect=task.effect, names=task.names, event=task.event
    )  # fmt: skip


def _costs(ctx: MatchContext, task: Declaring | Flipping, context: Running) -> Sequence[Price]:
    if isinstance(task, Declaring):
        return continuous.changed_costs(ctx, context, ctx.pool.abilities[task.effect])
    requirement = ctx.pool.printed[context.printed].flip
    return () if requirement is None else requirement.costs


# ---------------------------------------------------------------- fold


@fold
def _play_lapsed(_match: Match, _event: PlayLapsed) -> None:
    """Change nothing, since another event opens the player's next decision."""
