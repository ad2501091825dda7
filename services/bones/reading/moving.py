"""The distance that a creature moves in a round."""

from __future__ import annotations

from typing import Final

from services.bones.faces import as_move, halves
from services.bones.reading.allotted import icons_shown
from services.bones.reading.fighting import borne
from services.bones.state.campaign import CampaignState
from services.bones.state.creatures import Creature
from services.bones.state.rolls import Roll

METRES: Final = 15
"""The metres that a creature with a move score of 1 moves in a round.

If the rules also print the distance in another unit, the metres apply.

Source: BN-MOVE-01, BN-R-143
"""
SUCCESSES_A_STEP: Final = 2
"""Maneuver successes for each additional step of movement. Source: BN-MOVE-06."""


def flies(state: CampaignState, who: str, roll: Roll | None) -> bool:
    """Return whether Flight works in a roll.

    Flight works if the roll shows its icon or, if `flight_needs_icon` is false, if a remaining die has the icon.

    Rule: BN-ABIL-03, BN-R-144, BN-R-189, BN-R-343
    """
    if not state.form:
        return True
    if not state.settings.beasts.flight_needs_icon:
        return any(part.icon == "Flight" for part in borne(state.characters[who]))
    return roll is not None and icons_shown(roll, "Flight") > 0


def metres(one: Creature, successes: int | None = None, *, flies: bool = True) -> str:
    """Return how far a creature moves in a round, either without a task or with the successes of a movement task.

    A creature in the air moves by its flying score while its Flight works (`flies`), and otherwise by its move score. A
    score of 0 means that the creature cannot move.

    Rule: BN-MOVE-01 to BN-MOVE-06, BN-R-142, BN-R-143, BN-R-144, BN-R-233, BN-R-343, BN-ADV-14
    """
    score = halves(one.flying if one.airborne and flies and one.flying is not None else one.move)
    if not score:
        return "0"
    steps = 0 if successes is None else 1 + successes // SUCCESSES_A_STEP
    return as_move(METRES * (score + 2 * steps))
