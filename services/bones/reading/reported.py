"""Faces that players entered for their own dice and that no roll has used yet."""

from __future__ import annotations

from services.bones.state.campaign import CampaignState
from services.bones.state.combat import Combat


def of_round(fight: Combat) -> str:
    """Return the key under which players enter their dice of this round."""
    return f"{fight.id}:{fight.round}"


def faces(state: CampaignState, who: str, of: str, count: int) -> tuple[int, ...] | None:
    """Return the faces that a player entered for a roll; None unless there is exactly one face for each die.

    Rule: BN-CAMP-163
    """
    one = state.reported.get(who)
    return one.faces if one is not None and one.of == of and len(one.faces) == count else None
