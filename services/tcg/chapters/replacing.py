"""Replacements: effects that replace an event with other steps, or prevent it."""

from __future__ import annotations

from typing import Any, Final

from services.tcg.catalogue.language.conditions import Condition, Selector
from services.tcg.catalogue.walk import parts_of
from services.tcg.chapters import continuous, limits
from services.tcg.chapters.limits import EffectUsed
from services.tcg.chapters.revealing import reveal, uncover_source
from services.tcg.chapters.terms import Ability, MatchContext
from services.tcg.state.match import Card
from services.tcg.state.tasks import Running, TriggerEvent
from shared.kernel.messages import Seat

PROBE: Final = -1
"""The temporary instance id of a card in a deck while its replacements are looked up."""
SPIRIT_DECK: Final[Any] = "spirit_deck"
"""The temporary zone of a card in a spirit deck while its replacements are looked up. No other card has this zone."""


def kept_in_deck(ctx: MatchContext, owner: Seat, printed: str, cause: str) -> bool:
    """Return whether a replacement keeps a spirit in its spirit deck, so that it does not go to the void.

    Rule: TC-RUL-131, TC-RUL-141
    """
    return replace_event(ctx, "would_go_to_void", seat=owner, cause=cause, printed=printed)


def replace_event(  # noqa: PLR0913 the event, its target and its cause
    ctx: MatchContext, event: str, *, seat: Seat, card: int = 0, cause: str = "", printed: str = ""
) -> bool:  # fmt: skip
    """Push the steps of the first replacement that applies to an event, and return whether there is one.

    `printed` is the card id of a card in a deck, since that card has no instance id. The steps become pending tasks. No
    replacement is used more often than its limit allows, nor for events that its own steps cause, so loops cannot
    arise.

    Rule: TC-RUL-070, TC-RUL-079, TC-RUL-118, TC-RUL-120, TC-RUL-219
    """
    if event not in ctx.pool.holding:
        return False
    for context, ability in _replacements(ctx, printed, TriggerEvent(event=event, by=seat, card=card, cause=cause)):
        if _at_work(ctx, context) or limits.uses_left(ctx, context.seat, context.card, ability) == 0:
            continue
        uncover_source(ctx, context)
        _show_kept(ctx, ability, TriggerEvent(event=event, by=seat, card=card), printed)
        _count(ctx, context, ability)
        if ability.program:
            context.event = TriggerEvent(event=event, by=seat, card=card, spirit=card, cause=cause)
            ctx.push(context)
        return True
    return False


def reverse_pending_from(ctx: MatchContext, at: int) -> None:
    """Reverse the pending tasks from index `at` on, so that the steps of simultaneous replacements run in order.

    Since version 3 of the decision rules, the turn player's steps run first.

    Rule: TC-ETI-14, TC-RUL-142
    """
    pending = ctx.state.pending
    if len(pending) > at + 1:
        pending[at:] = pending[at:][::-1]
        sort_pending_from(ctx, at)


def sort_pending_from(ctx: MatchContext, at: int) -> None:
    """Sort the pending tasks from index `at` on: the turn player's replacements run first, then the others' clockwise.

    Tasks of one player keep their order. Under versions 1 and 2 of the decision rules, all tasks keep their order.

    Rule: TC-ETI-14, TC-RUL-142
    """
    pending, order = ctx.state.pending, ctx.state.order
    if len(pending) > at + 1 and ctx.state.revised:
        first = order.index(ctx.state.active)
        tasks = [task for task in reversed(pending[at:]) if isinstance(task, Running)]
        tasks.sort(key=lambda task: (order.index(task.seat) - first) % len(order))
        pending[at:] = tasks[::-1]


def _replacements(ctx: MatchContext, printed: str, would: TriggerEvent) -> list[tuple[Running, Ability]]:
    """Return the replacements of an event. During the lookup, a card in a deck counts as a card on the table."""
    event, seat, cause, table = would.event, would.by, would.cause, ctx.state.table
    if not printed:
        return continuous.replacements(ctx, event, card=would.card, seat=seat, cause=cause)
    table[PROBE] = Card(PROBE, printed, seat, seat, SPIRIT_DECK)
    try:
        return continuous.replacements(ctx, event, card=PROBE, seat=seat, cause=cause)
    finally:
        del table[PROBE]


def _show_kept(ctx: MatchContext, ability: Ability, would: TriggerEvent, printed: str) -> None:
    """Reveal a hidden spirit that stays where it is because of its properties, so that all see why.

    Rule: TC-RUL-219
    """
    of = ability.effect.replace.of if ability.effect.replace is not None else None
    if of is None or would.event != "would_go_to_void" or not ctx.state.revised or not _reads_card(of.filter):
        return
    card = ctx.state.table.get(would.card)
    if printed:
        reveal(ctx, would.by, (printed,), origin="spirit_deck")
    elif card is not None and card.place == "hand" and not card.known:
        reveal(ctx, card.seat, (card.card,), origin="hand")


def _reads_card(test: Condition | None) -> bool:
    """Return whether a filter reads the card that it tests, and not only the state of the match."""
    return test is not None and any(isinstance(part, Selector) and part.ref == "each" for part in parts_of(test))


def _at_work(ctx: MatchContext, context: Running) -> bool:
    """Return whether this replacement's steps are already running.

    A replacement that has not started does not count, because it may replace each of several simultaneous events. Under
    versions 1 and 2 of the decision rules, it counts while the steps of another replacement of these events run.

    Rule: TC-RUL-206
    """
    for task in ctx.state.pending:
        here = task is ctx.doing
        begun = here or not ctx.state.revised or (isinstance(task, Running) and task.at > 0)
        if begun and isinstance(task, Running) and task.card == context.card and task.effect == context.effect:
            return True
        if here:
            return False
    return False


def _count(ctx: MatchContext, context: Running, ability: Ability) -> None:
    keys = limits.used_keys(ctx, context.seat, context.card, ability)
    if keys:
        ctx.emit(EffectUsed(keys=keys))
