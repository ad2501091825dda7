"""Words for the limits on how often effects may be used."""

from __future__ import annotations

from contextlib import AbstractContextManager
from contextvars import ContextVar
from typing import Final

from services.tcg.catalogue.language import effects
from services.tcg.catalogue.text.phrases import PERIODS, TIMES
from services.tcg.catalogue.text.within import within

ACTIVATED: Final = ("interrupt", "swift", "none")
ONCE_PER_TURN: Final = effects.Limit(count=1, per="turn")
DEFAULT_LIMIT: Final = ContextVar[effects.Limit | None]("the match's limit of effects without one", default=None)


def limiting(limit: effects.Limit) -> AbstractContextManager[None]:
    """Print this limit on activated effects without a limit, in all text generated within the `with` block."""
    return within(DEFAULT_LIMIT, limit)


def limit_of(effect: effects.Effect) -> effects.Limit | None:
    """Return the limit of an effect: the printed one, or else the one that applies to effects without a printed limit.

    An [AUTO] effect that a condition triggers (the event `state`) is limited to one use per turn by default. For
    effects that players activate, the match may set a default limit.

    Rule: TC-RUL-070, TC-RUL-204
    """
    on_state = effect.eti == "auto" and effect.on is not None and effect.on.event == "state"
    if on_state:
        return effect.limit or ONCE_PER_TURN
    activated = effect.eti in ACTIVATED and not effect.main
    return effect.limit or (DEFAULT_LIMIT.get() if activated else None)


def limit_words(limit: effects.Limit, of: str) -> str:
    """Return the words for a limit. `of` is the name of the card."""
    shared = f' for all your cards named "{" ".join(of.split())}"' if limit.scope == "name" else ""
    return f"{TIMES.get(limit.count, f'{limit.count} times')} per {PERIODS[limit.per]}{shared}"
