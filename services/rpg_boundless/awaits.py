"""The seats that a campaign waits for: to answer a consequence, to take a turn, or to decide as the game master."""

from __future__ import annotations

from collections.abc import Iterator

from services.rpg_boundless.chapters.conditions import has_room
from services.rpg_boundless.chapters.turns import unanswered
from services.rpg_boundless.state.campaign import CampaignState
from shared.kernel.campaign.awaited import acting_for, for_proposals
from shared.kernel.messages import Seat


def awaits(state: CampaignState) -> Iterator[Seat]:
    """Yield the seats that the campaign waits for. The game masters act for enemies, and begin each round.

    Rule:    AR-KIND-02, FB-INIT-01, FB-INIT-02, FB-SAVE-01, FB-CRIT-01, FB-R-10, FB-R-64
    """
    crowded = _crowded(state)
    if crowded:
        yield from state.game_masters
    yield from _answering(state, crowded)
    if state.fight is not None and state.turn not in crowded and not unanswered(state):
        yield from acting_for(state, state.turn or "")
    yield from for_proposals(state)


def owes(state: CampaignState, seat: Seat) -> bool:
    """Whether a seat has to answer for one of its characters, or finish a new one."""
    return seat in _answering(state, _crowded(state))


def _crowded(state: CampaignState) -> frozenset[str]:
    """Return the characters with a Condition for which they cannot make room."""
    return frozenset(room.character for room in state.rooms.values() if not has_room(state, room))


def _answering(state: CampaignState, crowded: frozenset[str]) -> Iterator[Seat]:
    yield from acting_for(state, *_answers(state), *(who for who in _acts(state) if who not in crowded))
    yield from (draft.seat for draft in state.drafts.values())


def _answers(state: CampaignState) -> Iterator[str]:
    """Yield the characters that have to make a Critical Save or spend Hits of a rest, before anything else."""
    yield from state.criticals.values()
    yield from (one.character for one in state.recoveries.values())


def _acts(state: CampaignState) -> Iterator[str]:
    """Yield the characters that have to make room for a Condition, face a consequence, or spend a Hit on learning.

    Characters spend Hits on learning after a fight.
    """
    yield from (one.character for one in state.rooms.values())
    yield from (one.character for one in state.consequences.values())
    yield from (one.character for one in state.experiences.values() if not state.fighting(one.character))
