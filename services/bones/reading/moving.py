"""How far somebody comes in a round."""

from __future__ import annotations

from typing import Final

from services.bones.faces import as_move, halves
from services.bones.state.creatures import Creature

METRES: Final = 15
"""What a move score of 1 is, in metres a round; metres govern. Source: BN-MOVE-01, BN-R-143."""
SUCCESSES_A_STEP: Final = 2
"""So many maneuver successes are another step. Source: BN-MOVE-06."""


def metres(one: Creature, successes: int | None = None) -> str:
    """Return how far a creature may come in a round: without a task, or with so many successes in one of movement.

    Who cannot move from place to place comes nowhere.

    Rule: BN-MOVE-01 to BN-MOVE-06, BN-R-142, BN-R-143, BN-R-144, BN-R-233, BN-ADV-14
    """
    score = halves(one.flying if one.airborne and one.flying is not None else one.move)
    if not score:
        return "0"
    steps = 0 if successes is None else 1 + successes // SUCCESSES_A_STEP
    return as_move(METRES * (score + 2 * steps))
