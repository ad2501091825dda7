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
    yield from (state.characters[who].seat for who in _asked(state))
    yield from _room(state)
    yield from (draft.seat for draft in state.drafts.values())
    if state.fight is not None and not unanswered(state):
        yield from _turn(state)
    yield from for_proposals(state)


def _asked(state: CampaignState) -> Iterator[str]:
    """Yield who faces a consequence or a Critical Save, or has Hits to spend."""
    yield from (one.character for one in state.consequences.values())
    yield from (one.character for one in (*state.recoveries.values(), *state.experiences.values()))
    yield from state.criticals.values()


def _room(state: CampaignState) -> Iterator[Seat]:
    """Yield who makes room for a Condition; the game masters where there is nothing to drop. Rule: FB-R-10."""
    for room in state.rooms.values():
        yield from (state.characters[room.character].seat,) if has_room(state, room) else state.game_masters


def _turn(state: CampaignState) -> Iterator[Seat]:
    """Yield whose turn it is; enemies act, and rounds begin, by the game master. Rule: FB-INIT-01, FB-INIT-02."""
    one = state.characters.get(state.turn or "")
    yield from state.game_masters if one is None else (one.seat,)
