"""The seats that a campaign waits for: they must answer a contest, take a turn, or decide as the Keeper.

The Keeper is the game master. A contest is an opposed roll.
"""

from __future__ import annotations

from collections.abc import Iterator

from services.rpg_specialist_pool.samples import modest
from services.rpg_specialist_pool.state import CampaignState
from shared.kernel.campaign.awaited import acting_for, for_proposals, in_fight
from shared.kernel.messages import Seat


def awaits(state: CampaignState) -> Iterator[Seat]:
    """Yield the seats that the campaign waits for.

    Rule:    AR-KIND-02, SG-OPP-01, SG-R-33, SG-R-36, SG-OPP-06, SG-CS-11, SG-CAMP-20
    """
    asked = (one.target for one in state.contests.values())
    yield from acting_for(state, *(target for target in asked if target is not None))
    yield from in_fight(state)
    yield from _countering(state)
    yield from for_proposals(state)
    if state.ties or any(not one.past for one in state.criticals.values()):
        yield from state.game_masters


def _countering(state: CampaignState) -> Iterator[Seat]:
    """Yield the seat that may now make a counterattack that the Keeper granted. Rule: SG-R-36, SG-CAMP-20."""
    counter = state.counter
    if counter is None or state.waiting or not state.in_reach(counter.character, counter.target):
        return
    if not state.can_be_hurt(counter.target):
        return
    busy = any(state.waits_for(who) for who in (counter.character, counter.target))
    least = state.settings.ap.minimum_per_action if state.fighting(counter.character) else 0
    if not busy and (modest(state, counter.character).ap or 0) >= least:
        yield from acting_for(state, counter.character)
