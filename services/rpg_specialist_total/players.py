"""The built-in computer player for fights: each combatant attacks with its first weapon for 1 AP, and defends."""

from __future__ import annotations

from typing import Final

from services.rpg_specialist_total.simulations import FIGHT, Contender, SimulateFight
from services.rpg_specialist_total.state.campaign import CampaignState
from shared.kernel.campaign.keeping import in_order
from shared.kernel.players.fighting import fighting_players


def tactics(state: CampaignState) -> SimulateFight:
    """Return a simulation request with the tactics of all combatants: 1 AP for each attack, and no AP for evasion."""
    found = tuple(Contender(sheet=state.characters[who].sheet) for who in in_order(state.characters))
    return SimulateFight(party=found, enemies=(), settings=state.settings)


PLAYERS: Final = fighting_players(FIGHT, tactics)
