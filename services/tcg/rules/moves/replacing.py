"""What happens instead: CONT: replacements of an event that would happen."""

from __future__ import annotations

from services.tcg.agenda import Happening, Running
from services.tcg.events import EffectUsed
from services.tcg.rules import limits, standing
from services.tcg.rules.terms import Ability, Game
from services.tcg.rules.uncovering import uncover_source
from shared.messages import Seat


def replaced(game: Game, event: str, *, seat: Seat, card: int = 0, cause: str = "") -> bool:
    """Tell whether an event that would happen does not; what is done instead is then on the agenda.

    The first replacement that applies is the one that does. None applies to what comes of itself, so that no two of
    them turn in a circle; one with a limit does so no more often.

    Rule: TC-RUL-070, TC-RUL-079, TC-RUL-118, TC-RUL-120
    """
    for context, ability in standing.replacements(game, event, card=card, seat=seat, cause=cause):
        if _at_work(game, context) or limits.left(game, context.seat, context.card, ability) == 0:
            continue
        uncover_source(game, context)
        _count(game, context, ability)
        if ability.program:
            context.event = Happening(event=event, by=seat, card=card, spirit=card, cause=cause)
            game.later(context)
        return True
    return False


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
