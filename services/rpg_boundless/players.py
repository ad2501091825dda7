"""The computer player for fights. It makes the decisions for the characters of its seat.

It plays like the tactic `guard` of simulated fights: its characters attack with their best Weapon, make a Save
against every consequence and a Critical Save in critical danger, and spend no Stamina on attacks. They help nobody.
A character that is dying or has no Weapon only ends its turns.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from services.rpg_boundless.chapters.attacks import Attack
from services.rpg_boundless.chapters.damage import CriticalSave
from services.rpg_boundless.chapters.saves import Save
from services.rpg_boundless.chapters.turns import EndTurn
from services.rpg_boundless.simulations import best_weapon
from services.rpg_boundless.state.campaign import CampaignState
from shared.kernel.campaign.house import foes_of
from shared.kernel.campaign.keeping import in_order
from shared.kernel.messages import Command, Seat
from shared.kernel.players.fighting import players_who_want


def wanted_commands(state: CampaignState, seat: Seat) -> Iterator[Command]:
    """Yield the commands that the computer player wants to send, the best one first. Rule: AR-HOUSE-06, FB-CAMP-21."""
    ours = {who for who in state.characters if state.owner(who) == seat}
    yield from (CriticalSave(critical=one) for one in in_order(state.criticals) if state.criticals[one] in ours)
    faced = (state.consequences[one] for one in in_order(state.consequences))
    yield from (Save(consequence=one.id) for one in faced if one.character in ours)
    who = state.turn
    if who in ours:
        yield from _turn(state, seat, who)


def _turn(state: CampaignState, seat: Seat, who: str) -> Iterator[Command]:
    """Yield an attack on the oldest enemy that can still fight, and then the end of the turn."""
    foes, weapon = foes_of(state, seat, CampaignState.stands), best_weapon(state.characters[who])
    if foes and weapon is not None and state.stands(who):
        yield Attack(character=who, target=foes[0], weapon=weapon)
    yield EndTurn(participant=who)


PLAYERS: Final = players_who_want(wanted_commands)
