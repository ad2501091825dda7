"""Deal a campaign again for a seat's fork: keep the facts that the seat knows, and remove or replace all others."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from services.rpg_boundless.state.campaign import CampaignState, Enemy, Hidden, Prepared, Signs
from services.rpg_boundless.state.sheets import AttackSheet, EnemySheet
from shared.kernel.campaign.keeping import in_order
from shared.kernel.game_parts import Below, Redealt
from shared.kernel.messages import Seat

HP: Final = 6
"""The maximum HP of an enemy whose stat block a deal invents."""
DAMAGE: Final = 3
"""The maximum Damage Rating of an Attack that a deal invents."""


def deal(state: CampaignState, seat: Seat, below: Below) -> Redealt[CampaignState]:
    """Return a campaign dealt again for a seat. Game masters know everything, so for them nothing changes.

    Stored and prepared entries lose their contents, and so do hidden Pools and hidden rolls. An unrevealed enemy that
    can still fight gets an invented, plausible stat block, because a fight cannot continue without one.

    Rule:    AR-FORK-12, AR-FORK-13, AR-FORK-15, FB-CAMP-09, FB-CAMP-18
    """
    if state.led_by(seat):
        return Redealt(state=state)
    unseen = [who for who in in_order(state.enemies) if not state.enemies[who].revealed]
    fighting = tuple(who for who in unseen if not state.enemies[who].out)
    made_up = {who: _made_up(state.enemies[who], below) for who in fighting}
    others = {who: _as_known(state, one) for who, one in state.enemies.items() if who not in made_up}
    unknown = tuple(one.id for one in state.prepared.values() if not one.revealed)
    closed = in_order((*state.stored_enemies, *state.stored_items, *unknown, *state.hidden, *unseen))
    dealt = replace(
        state, enemies={**others, **made_up}, stored_enemies=dict.fromkeys(state.stored_enemies),
        stored_items=dict.fromkeys(state.stored_items),
        prepared={key: _closed_encounter(one) for key, one in state.prepared.items()},
        signs={key: Signs(id=key, prepared=None) for key in state.signs},
        hidden={key: _closed_roll(one) for key, one in state.hidden.items()},
    )  # fmt: skip
    return Redealt(state=dealt, closed=tuple(one for one in closed if one not in made_up), made_up=fighting)


def _made_up(enemy: Enemy, below: Below) -> Enemy:
    """Return an enemy with random HP and one Attack with a random Damage Rating. Rule: AR-FORK-15."""
    hp = 1 + below(HP)
    attack = AttackSheet(name="attack", damage=1 + below(DAMAGE))
    return replace(enemy, sheet=EnemySheet(name=enemy.name, hp=hp, attacks=(attack,)), hp=hp, armor=0)


def _as_known(state: CampaignState, enemy: Enemy) -> Enemy:
    """Return a revealed enemy under the name that players know, or any other enemy without its stat block.

    Rule: FB-CAMP-27
    """
    if not enemy.revealed:
        return replace(enemy, sheet=None, hp=0, armor=0)
    if enemy.sheet is None or not state.amended:
        return enemy
    return replace(enemy, sheet=replace(enemy.sheet, name=enemy.name))


def _closed_encounter(one: Prepared) -> Prepared:
    return one if one.revealed else Prepared(id=one.id, what="", enemies=())


def _closed_roll(one: Hidden) -> Hidden:
    return Hidden(id=one.id, kind=one.kind, rolls=one.rolls, void=one.void)
