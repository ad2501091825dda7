"""Whom a campaign waits for, as far as the games have it in common. All may know all that is read here."""

from __future__ import annotations

from collections.abc import Iterator

from shared.kernel.campaign.order import has_to_roll
from shared.kernel.campaign.state import CampaignBase, FightingCampaign
from shared.kernel.messages import Seat


def acting_for(state: FightingCampaign, *names: str) -> Iterator[Seat]:
    """Yield the seats that act for these: the seat of each, or the game masters where there is none."""
    for who in names:
        owner = state.owner(who)
        yield from state.game_masters if owner is None else (owner,)


def for_proposals(state: CampaignBase) -> Iterator[Seat]:
    """Yield the game masters while a proposal waits for their word. Rule: AR-CAMP-12, AR-KIND-02."""
    if state.proposals:
        yield from state.game_masters


def in_fight(state: FightingCampaign) -> Iterator[Seat]:
    """Yield who has to roll for the order, or whose turn it is; the game masters where a tie or the end is theirs.

    Nobody is yielded while something waits for an answer: who has to give it the game knows.
    Rule: AR-FIGHT-03 to AR-FIGHT-06, AR-KIND-02
    """
    if state.fight is None or state.waiting:
        return
    rolling = () if state.fight.order else has_to_roll(state)
    if rolling:
        yield from acting_for(state, *rolling)
    elif state.fight.order and state.turn is not None:
        yield from acting_for(state, state.turn)
    else:
        yield from state.game_masters
