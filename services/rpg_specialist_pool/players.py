"""The built-in computer player for fights: each Specialist attacks and defends with the best dice of its sheet."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from services.rpg_specialist_pool.simulations import FIGHT, Contender, SimulateFight
from services.rpg_specialist_pool.state import Action, CampaignState, Specialist
from shared.kernel.campaign.keeping import in_order
from shared.kernel.players.fighting import fighting_players


def tactics(state: CampaignState) -> SimulateFight:
    """Return a simulation request in which Specialists attack and defend with their best dice, in creation order."""
    found = tuple(contender_of(state.characters[who]) for who in in_order(state.characters))
    return SimulateFight(party=found, enemies=(), settings=state.settings)


def contender_of(one: Specialist) -> Contender:
    """Return a Specialist with its tactics.

    It attacks with its best stat and 1 AP, and defends with the same stat and its best gear.
    """
    sheet = one.sheet
    stats = best(sheet.stats)
    return Contender(
        sheet=sheet, attack=Action(kind="martial", ap=1, stats=stats),
        defence=Action(kind="defence", stats=stats, equipment=best(sheet.equipment)),
    )  # fmt: skip


def best(dice: Mapping[str, int]) -> tuple[str, ...]:
    """Return a 1-tuple with the name that has the most dice (the first if tied), or an empty tuple if none has dice."""
    names = sorted((name for name, count in dice.items() if count > 0), key=lambda name: -dice[name])
    return tuple(names[:1])


PLAYERS: Final = fighting_players(FIGHT, tactics)
