"""What happens instead: CONT: replacements of an event that would happen."""

from __future__ import annotations

from services.tcg.agenda import Happening, Running
from services.tcg.rules import standing
from services.tcg.rules.terms import Game
from shared.messages import Seat


def replaced(game: Game, event: str, *, seat: Seat, card: int = 0, cause: str = "") -> bool:
    """Tell whether an event that would happen does not; what is done instead is then on the agenda.

    The first replacement that applies is the one that does, the oldest source first. None applies to what comes of
    itself, so that two of them never turn in a circle.

    Rule: TC-RUL-079, TC-RUL-118, TC-RUL-120
    """
    for context, ability in standing.replacements(game, event, card=card, seat=seat, cause=cause):
        if _at_work(game, context.card, ability.key):
            continue
        if ability.program:
            happening = Happening(event=event, by=seat, card=card, spirit=card, cause=cause)
            game.later(
                Running(
                    seat=context.seat, card=context.card, printed=context.printed, effect=ability.key, event=happening
                )
            )  # fmt: skip
        return True
    return False


def _at_work(game: Game, card: int, effect: str) -> bool:
    tasks = game.match.agenda
    return any(isinstance(task, Running) and task.card == card and task.effect == effect for task in tasks)
