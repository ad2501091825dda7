"""The state of a match, and how events change it: bookkeeping only, in place."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from services.tcg.state import fold, fold_cards, fold_effects
from services.tcg.state.match import Match

EVOLVE: Final[Mapping[type, Callable[[Match, Any], None]]] = {
    **fold.FOLDS,
    **fold_cards.FOLDS,
    **fold_effects.FOLDS,
}
"""What each event does to a match, which it changes."""
