"""The state of a campaign and how events change it: bookkeeping only."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from services.rpg_boundless.state import characters, combat, hidden, rolls, scenes

EVOLVE: Final[Mapping[type, Callable[[Any, Any], Any]]] = {
    **characters.FOLDS,
    **rolls.FOLDS,
    **combat.FOLDS,
    **scenes.FOLDS,
    **hidden.FOLDS,
}
