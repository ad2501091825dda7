"""Orders to controlled minds in a season. A creature's next strategic action must carry out its order."""

from __future__ import annotations

from services.bones.chapters.fights.rounds import OrderTakenUp
from services.bones.chapters.seasons import closing, seasons, strategic, strategic_tasks
from services.bones.chapters.tasks.rolling import RollTask
from services.bones.context import CampaignContext
from services.bones.reading.minds import put_off_for, to_carry_out
from services.bones.reading.strategic import disobeying
from services.bones.state.seasons import Action
from shared.kernel.chapter import follows, guard
from shared.kernel.refusals import Refusal

# ---------------------------------------------------------------- refusals


class UnderAnOrder(Refusal, rule="BN-CAMP-165"):
    """The creature is under an order: declare or change an action so that its aim is the order's text (see `needs`)."""


# ---------------------------------------------------------------- judgement


@guard
def declares_the_order(ctx: CampaignContext, command: strategic.DeclareAction) -> None:
    """Check that a new action carries out the order that its creature is under.

    Rule:    BN-CAMP-162, BN-CAMP-165
    Refuses: NoSeason, NotKnownHere, NotYours, UnderAnOrder
    """
    seasons.in_time(ctx)
    _check(ctx, ctx.own(command.creature, "creature").id, command.aim, "aim")


@guard
def keeps_the_order(ctx: CampaignContext, command: strategic.ChangeAction | strategic.WithdrawAction) -> None:
    """Refuse to withdraw an action that carries out an order, or to change an action into one that does not.

    Rule:    BN-CAMP-165
    Refuses: NoSeason, NotKnownHere, NotYours, IsResolved, UnderAnOrder
    """
    action = strategic.own_action(ctx, command.action)
    if isinstance(command, strategic.ChangeAction):
        _check(ctx, action.creature, command.aim, "aim", action=action)
    elif carries_out(ctx, action):
        _check(ctx, action.creature, None, "action", action=action)


@guard
def obeys_first(
    ctx: CampaignContext,
    command: strategic.SetActionTerms | strategic_tasks.TakeAction | closing.RollAction | seasons.CloseSeason,
) -> None:
    """Refuse terms, rolls and the end of a season until an action of a controlled creature carries out its order.

    Rule:    BN-CAMP-192
    Refuses: UnderAnOrder
    """
    season = ctx.state.season
    action = None if isinstance(command, seasons.CloseSeason) else command.action
    bound = tuple(key for key in disobeying(ctx.state) if action in {None, key})
    if season and bound and (order := to_carry_out(ctx.state, season.actions[bound[0]].creature)):
        raise UnderAnOrder(needs=order.text, has=bound, field=action and "action")


@guard
def obeys_before_its_task(ctx: CampaignContext, command: RollTask) -> None:
    """Refuse to roll a controlled creature's task for a season until one of its actions carries out its order.

    Rule:    BN-CAMP-219
    Refuses: UnderAnOrder
    """
    task = ctx.state.tasks.get(command.task)
    if task and (order := put_off_for(ctx.state, task)):
        raise UnderAnOrder(needs=order.text, has=task.id, field="task")


def carries_out(ctx: CampaignContext, action: Action) -> bool:
    """Return whether an action carries out the order that its creature is under."""
    order, season = to_carry_out(ctx.state, action.creature, action), ctx.state.season
    return order is not None and season is not None and order.id in season.obeyed


def _check(ctx: CampaignContext, who: str, aim: str | None, field: str, *, action: Action | None = None) -> None:
    """Check the aim of an action against an order. Refuses: UnderAnOrder."""
    order = to_carry_out(ctx.state, who, action)
    if order is not None and order.text != aim:
        raise UnderAnOrder(needs=order.text, has=aim, field=field)


@follows
def _declared(ctx: CampaignContext, event: strategic.ActionDeclared) -> None:
    """Record that a new action carries out an order. Rule: BN-CAMP-165."""
    _take_up(ctx, event.action.creature, event.action.aim)


@follows
def _changed(ctx: CampaignContext, event: strategic.ActionChanged) -> None:
    """Record that a changed action carries out an order. Rule: BN-CAMP-165."""
    if ctx.state.season is not None:
        _take_up(ctx, ctx.state.season.actions[event.action].creature, event.aim)


def _take_up(ctx: CampaignContext, who: str, aim: str) -> None:
    order = to_carry_out(ctx.state, who)
    if order is not None and order.text == aim:
        ctx.emit(OrderTakenUp(creature=who, order=order.id))
