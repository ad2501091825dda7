"""What happens instead: CONT: replacements of an event that would happen."""

from __future__ import annotations

from typing import Any, Final

from services.tcg.agenda import Happening, Running
from services.tcg.events import EffectUsed
from services.tcg.rules import limits, standing
from services.tcg.rules.terms import Ability, Game
from services.tcg.rules.uncovering import uncover_source
from services.tcg.state.match import Card
from shared.kernel.messages import Seat

PROBE: Final = -1
"""The number that a card of a deck goes by while it is looked at."""
SPIRIT_DECK: Final[Any] = "spirit_deck"
"""Where such a card lies then; no card that is in sight does."""


def kept_in_deck(game: Game, owner: Seat, printed: str, cause: str) -> bool:
    """Whether something keeps a spirit of a deck from going to its owner's void. Rule: TC-RUL-131, TC-RUL-141."""
    return replaced(game, "would_go_to_void", seat=owner, cause=cause, printed=printed)


def replaced(  # noqa: PLR0913 what would happen, to what, and by what
    game: Game, event: str, *, seat: Seat, card: int = 0, cause: str = "", printed: str = ""
) -> bool:  # fmt: skip
    """Tell whether an event that would happen does not; what is done instead is then on the agenda.

    Of a card in a deck it is known only what is printed on it.

    The first replacement that applies is the one that does. None applies to what comes of itself, so that no two of
    them turn in a circle; one with a limit does so no more often.

    Rule: TC-RUL-070, TC-RUL-079, TC-RUL-118, TC-RUL-120
    """
    for context, ability in _found(game, printed, Happening(event=event, by=seat, card=card, cause=cause)):
        if _at_work(game, context) or limits.left(game, context.seat, context.card, ability) == 0:
            continue
        uncover_source(game, context)
        _count(game, context, ability)
        if ability.program:
            context.event = Happening(event=event, by=seat, card=card, spirit=card, cause=cause)
            game.later(context)
        return True
    return False


def first_is_first(game: Game, at: int) -> None:
    """Let what is done instead of several events at once be done in their order; it was put on the agenda from `at` on.

    Rule: TC-ETI-14, TC-RUL-142
    """
    agenda = game.match.agenda
    agenda[at:] = agenda[at:][::-1]


def _found(game: Game, printed: str, would: Happening) -> list[tuple[Running, Ability]]:
    """Find what replaces an event; a card of a deck lies in sight just for that."""
    event, seat, cause, table = would.event, would.by, would.cause, game.match.table
    if not printed or event not in game.pool.holding:
        return standing.replacements(game, event, card=would.card, seat=seat, cause=cause)
    table[PROBE] = Card(PROBE, printed, seat, seat, SPIRIT_DECK)
    try:
        return standing.replacements(game, event, card=PROBE, seat=seat, cause=cause)
    finally:
        del table[PROBE]


def _at_work(game: Game, context: Running) -> bool:
    """Whether a replacement is just being carried out.

    One that only waits for its turn is not: of several events that would happen at once each is replaced.
    """
    for task in game.match.agenda:
        if isinstance(task, Running) and task.card == context.card and task.effect == context.effect:
            return True
        if task is game.doing:
            return False
    return False


def _count(game: Game, context: Running, ability: Ability) -> None:
    keys = limits.used_keys(game, context.seat, context.card, ability)
    if keys:
        game.tell(EffectUsed(keys=keys))
