"""The seats that a campaign waits for, in situations that occur in all games.

The functions read no secrets, so every seat may know their results.
"""

from __future__ import annotations

from collections.abc import Iterator

from shared.kernel.campaign.order import has_to_roll, tie_first
from shared.kernel.campaign.state import CampaignBase, FightingCampaign
from shared.kernel.messages import Seat


def acting_for(state: FightingCampaign, *names: str) -> Iterator[Seat]:
    """Yield the seats of these characters. For a character without a seat, yield the game masters."""
    for who in names:
        owner = state.owner(who)
        yield from state.game_masters if owner is None else (owner,)


def for_proposals(state: CampaignBase) -> Iterator[Seat]:
    """Yield the game masters while any proposal waits for their answer. Rule: AR-CAMP-12, AR-KIND-02."""
    if state.proposals:
        yield from state.game_masters


def in_fight(state: FightingCampaign) -> Iterator[Seat]:
    """Yield the seats that must roll for the order or take a turn.

    If there are none, yield the game masters, who must then settle a tie or end the fight. While a player must answer a
    question, the function yields nothing, because only the game knows which seat it is.

    Rule:    AR-FIGHT-03 to AR-FIGHT-06, AR-KIND-02
    """
    if state.fight is None or state.waiting:
        return
    rolling = () if state.fight.order else has_to_roll(state)
    if rolling:
        yield from acting_for(state, *rolling)
    elif state.fight.order and state.turn is not None and not tie_first(state):
        yield from acting_for(state, state.turn)
    else:
        yield from state.game_masters
