"""Faces that players entered for their own dice, and that no roll has used yet."""

from __future__ import annotations

from collections.abc import Iterable

from services.bones.state.campaign import CampaignState
from services.bones.state.combat import Combat
from shared.kernel.campaign.keeping import in_order


def of_round(fight: Combat) -> str:
    """Return the key under which players enter their dice of this round."""
    return f"{fight.id}:{fight.round}"


def faces(state: CampaignState, who: str, of: str, count: int) -> tuple[int, ...] | None:
    """Return the faces that a player entered for a roll, or None unless there is exactly one face for each die.

    Rule: BN-CAMP-163
    """
    one = state.reported.get(who)
    return one.faces if one is not None and one.of == of and len(one.faces) == count else None


def entered_for(state: CampaignState, of: str) -> tuple[str, ...]:
    """Return the creatures whose faces players entered for a roll that has not used them yet. Rule: BN-CAMP-173."""
    return in_order(who for who, one in state.reported.items() if one.of == of)


def waiting_for_faces(state: CampaignState, who: str) -> tuple[str, ...]:
    """Return the open task, fall or resistance for which a creature's faces were entered, or an empty tuple.

    Rule: BN-CAMP-174
    """
    one = state.reported.get(who)
    return (one.of,) if one and one.of in {*state.tasks, *state.falls, *state.resistances} else ()


def creatures_with_faces(state: CampaignState, whose: Iterable[str], of: str) -> tuple[str, ...]:
    """Return the creatures in `whose` for which players entered faces for this roll.

    The caller names creatures whose number of dice has changed since, so that the roll cannot use the entered faces.

    Rule: BN-CAMP-175
    """
    return in_order({who for who in whose if who in state.reported and state.reported[who].of == of})
