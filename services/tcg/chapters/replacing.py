"""Replacements: what is done instead of an event that would happen."""

from __future__ import annotations

from typing import Any, Final

from services.tcg.chapters import continuous, limits
from services.tcg.chapters.limits import EffectUsed
from services.tcg.chapters.revealing import uncover_source
from services.tcg.chapters.terms import Ability, MatchContext
from services.tcg.state.match import Card
from services.tcg.state.tasks import Running, TriggerEvent
from shared.kernel.messages import Seat

PROBE: Final = -1
"""The number that a card of a deck goes by while it is looked at."""
SPIRIT_DECK: Final[Any] = "spirit_deck"
"""Where such a card lies then; no card that is in sight does."""


def kept_in_deck(ctx: MatchContext, owner: Seat, printed: str, cause: str) -> bool:
    """Whether something keeps a spirit of a deck from going to its owner's void. Rule: TC-RUL-131, TC-RUL-141."""
    return replaced(ctx, "would_go_to_void", seat=owner, cause=cause, printed=printed)


def replaced(  # noqa: PLR0913 what would happen, to what, and by what
    ctx: MatchContext, event: str, *, seat: Seat, card: int = 0, cause: str = "", printed: str = ""
) -> bool:  # fmt: skip
    """Whether an event that would happen does not; what is done instead is then among the pending tasks.

    Of a card in a deck it is known only what is printed on it.

    The first replacement that applies is the one that does. None applies to what comes of itself, so that no two of
    them turn in a circle; one with a limit does so no more often.

    Rule: TC-RUL-070, TC-RUL-079, TC-RUL-118, TC-RUL-120
    """
    for context, ability in _found(ctx, printed, TriggerEvent(event=event, by=seat, card=card, cause=cause)):
        if _at_work(ctx, context) or limits.left(ctx, context.seat, context.card, ability) == 0:
            continue
        uncover_source(ctx, context)
        _count(ctx, context, ability)
        if ability.program:
            context.event = TriggerEvent(event=event, by=seat, card=card, spirit=card, cause=cause)
            ctx.push(context)
        return True
    return False


def first_is_first(ctx: MatchContext, at: int) -> None:
    """Let what is done instead of several events at once be done in their order: the tasks from `at` on.

    Rule: TC-ETI-14, TC-RUL-142
    """
    pending = ctx.state.pending
    pending[at:] = pending[at:][::-1]


def _found(ctx: MatchContext, printed: str, would: TriggerEvent) -> list[tuple[Running, Ability]]:
    """Find what replaces an event; a card of a deck lies in sight just for that."""
    event, seat, cause, table = would.event, would.by, would.cause, ctx.state.table
    if not printed or event not in ctx.pool.holding:
        return continuous.replacements(ctx, event, card=would.card, seat=seat, cause=cause)
    table[PROBE] = Card(PROBE, printed, seat, seat, SPIRIT_DECK)
    try:
        return continuous.replacements(ctx, event, card=PROBE, seat=seat, cause=cause)
    finally:
        del table[PROBE]


def _at_work(ctx: MatchContext, context: Running) -> bool:
    """Whether a replacement is just being carried out.

    One that only waits for its turn is not: of several events that would happen at once each is replaced.
    """
    for task in ctx.state.pending:
        if isinstance(task, Running) and task.card == context.card and task.effect == context.effect:
            return True
        if task is ctx.doing:
            return False
    return False


def _count(ctx: MatchContext, context: Running, ability: Ability) -> None:
    keys = limits.used_keys(ctx, context.seat, context.card, ability)
    if keys:
        ctx.emit(EffectUsed(keys=keys))
