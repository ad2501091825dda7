"""The seats that a campaign waits for: to answer a consequence, to take a turn, or to decide as the game master."""

from __future__ import annotations

from collections.abc import Iterator

from services.rpg_boundless.chapters.conditions import has_room
from services.rpg_boundless.chapters.turns import due_before_turn_ends
from services.rpg_boundless.state.campaign import CampaignState
from shared.kernel.campaign.awaited import acting_for, for_proposals
from shared.kernel.messages import Seat


def awaits(state: CampaignState) -> Iterator[Seat]:
    """Yield the seats that must decide before the campaign can continue.

    These are the seats of characters with an open decision or the current turn, and the game masters for enemies,
    for new rounds and for Conditions without room.

    Rule:    AR-KIND-02, FB-INIT-01, FB-INIT-02, FB-SAVE-01, FB-CRIT-01, FB-R-10, FB-R-64
    """
    crowded = _without_room(state)
    if crowded:
        yield from state.game_masters
    yield from _answering(state, crowded)
    if state.fight is not None and state.turn not in crowded and not due_before_turn_ends(state):
        yield from acting_for(state, state.turn or "")
    yield from for_proposals(state)


def owes(state: CampaignState, seat: Seat) -> bool:
    """Return whether the player of a seat must still make a decision for a character, or finish a new character."""
    return seat in _answering(state, _without_room(state))


def _without_room(state: CampaignState) -> frozenset[str]:
    """Return the characters that cannot free the Slots that one of their Conditions needs."""
    return frozenset(room.character for room in state.rooms.values() if not has_room(state, room))


def _answering(state: CampaignState, crowded: frozenset[str]) -> Iterator[Seat]:
    yield from acting_for(state, *_answers(state), *(who for who in _acts(state) if who not in crowded))
    yield from (draft.seat for draft in state.drafts.values())


def _answers(state: CampaignState) -> Iterator[str]:
    """Yield the characters that must make a Critical Save or spend the Hits of a Recovery Roll before anything else."""
    yield from state.criticals.values()
    yield from (one.character for one in state.recoveries.values())


def _acts(state: CampaignState) -> Iterator[str]:
    """Yield the characters that must free a Slot for a Condition, answer a consequence, or spend a Hit of experience.

    During a fight, its characters do not have to spend the Hits of an Experience Roll.
    """
    yield from (one.character for one in state.rooms.values())
    yield from (one.character for one in state.consequences.values())
    yield from (one.character for one in state.experiences.values() if not state.fighting(one.character))
