"""Whom a campaign waits for: who faces something, whose turn it is, and the game master where a word is wanted."""

from __future__ import annotations

from collections.abc import Iterator

from services.rpg_boundless.chapters.conditions import has_room
from services.rpg_boundless.chapters.turns import unanswered
from services.rpg_boundless.state.campaign import CampaignState
from shared.kernel.campaign.awaited import for_proposals
from shared.kernel.messages import Seat


def awaits(state: CampaignState) -> Iterator[Seat]:
    """Yield the seats that are waited for. Rule: AR-KIND-02, FB-SAVE-01, FB-CRIT-01, FB-R-10, FB-R-64."""
    crowded = frozenset(room.character for room in state.rooms.values() if not has_room(state, room))
    if crowded:
        yield from state.game_masters
    yield from (state.characters[who].seat for who in _answers(state))
    yield from (state.characters[who].seat for who in _acts(state) if who not in crowded)
    yield from (draft.seat for draft in state.drafts.values())
    if state.fight is not None and state.turn not in crowded and not unanswered(state):
        yield from _turn(state)
    yield from for_proposals(state)


def _answers(state: CampaignState) -> Iterator[str]:
    """Yield who answers whatever else waits: a Critical Save is due, or the Hits of a rest are left."""
    yield from state.criticals.values()
    yield from (one.character for one in state.recoveries.values())


def _acts(state: CampaignState) -> Iterator[str]:
    """Yield who makes room, faces a consequence or learns, unless the game master has to make room first."""
    yield from (one.character for one in state.rooms.values())
    yield from (one.character for one in state.consequences.values())
    yield from (one.character for one in state.experiences.values())


def _turn(state: CampaignState) -> Iterator[Seat]:
    """Yield whose turn it is; enemies act, and rounds begin, by the game master. Rule: FB-INIT-01, FB-INIT-02."""
    one = state.characters.get(state.turn or "")
    yield from state.game_masters if one is None else (one.seat,)
