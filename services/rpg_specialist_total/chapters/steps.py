"""Steps of an attack at which nobody has a choice: the server carries out each of them at once."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeAlias

from services.rpg_specialist_total.chapters.counterspells import EnergyLetIn, may_counter
from services.rpg_specialist_total.chapters.damage import (
    damage_dice,
    mitigate,
    mitigation_dice,
    takes_luck,
    throw_damage,
)
from services.rpg_specialist_total.chapters.defence import (
    DefenceDeclined,
    block_of,
    dice_for_luck,
    evasion_dice,
    usable,
)
from services.rpg_specialist_total.chapters.dice import most_luck, with_luck_alone
from services.rpg_specialist_total.chapters.energies import decision_due
from services.rpg_specialist_total.chapters.turns import before_first_turn
from services.rpg_specialist_total.context import CampaignContext
from services.rpg_specialist_total.state.campaign import CampaignState
from services.rpg_specialist_total.state.energies import physically_defended
from services.rpg_specialist_total.state.exchange import Added, Exchange

MOST_STEPS: Final = 10
"""The maximum number of steps of an attack that the server carries out in a row."""
TakeStep: TypeAlias = Callable[[CampaignContext, Exchange], None]

# ---------------------------------------------------------------- judgement


def take_steps(ctx: CampaignContext) -> None:
    """Carry out each step of the current attack at which nobody has a choice. Rule: SC-R-96."""
    if ctx.state.settings.attack.steps == "each":
        return
    for _ in range(MOST_STEPS):
        exchange = ctx.state.exchange
        step = None if exchange is None else step_without_choice(ctx.state, exchange)
        if exchange is None or step is None:
            return
        step(ctx, exchange)


def step_without_choice(state: CampaignState, exchange: Exchange) -> TakeStep | None:
    """Return the function that carries out the next step, if nobody has a choice in it, otherwise None.

    Rule:    SC-R-96
    """
    step, declared = exchange.step, exchange.declared
    if step in ("defence", "block") and not may_defend(state, exchange):
        return _decline
    if step == "damage" and not most_luck(state, declared.attacker, damage_dice(state, exchange)):
        return throw_damage
    if step == "mitigation" and not may_add_luck(state, exchange):
        return _mitigate
    return _let_in if decision_due(state) == "counter" and not may_counter(state, exchange) else None


def may_defend(state: CampaignState, exchange: Exchange) -> bool:
    """Return whether the target of an attack can defend in any way. Rule: SC-R-96."""
    evades = exchange.step == "defence" and may_evade(state, exchange)
    return evades or may_counter(state, exchange) or may_block(state, exchange)


def may_evade(state: CampaignState, exchange: Exchange) -> bool:
    """Return whether the target of an attack has evasion dice, or an evading component and AP for it."""
    one = state.characters[exchange.declared.target]
    if not physically_defended(state, exchange.declared):
        return False
    return evasion_dice(state, one) > 0 or may_use(state, one.id, evading=True)


def may_block(state: CampaignState, exchange: Exchange) -> bool:
    """Return whether the target of an attack can block.

    It needs armor/block dice, a shield, Luck, or a component and AP for it.
    """
    one = state.characters[exchange.declared.target]
    shields = any(item.kind == "shield" and item.ready for item in one.items.values())
    total = block_of(state, exchange, None, ())
    rolled = total != Added() or most_luck(state, one.id, dice_for_luck(state, exchange, (), total)) > 0
    return shields or rolled or may_use(state, one.id, evading=False)


def may_use(state: CampaignState, who: str, *, evading: bool) -> bool:
    """Return whether a combatant knows a defensive component and has AP for it."""
    return not before_first_turn(state, who) and any(usable(state, who, evading=evading))


def may_add_luck(state: CampaignState, exchange: Exchange) -> bool:
    """Return whether the target may add Luck to the mitigation roll. Rule: SC-R-27, SC-R-44."""
    dice = with_luck_alone(mitigation_dice(state, exchange))
    return takes_luck(state, exchange) and most_luck(state, exchange.victim, dice) > 0


def _decline(ctx: CampaignContext, exchange: Exchange) -> None:
    ctx.emit(DefenceDeclined(exchange=exchange.id))


def _mitigate(ctx: CampaignContext, exchange: Exchange) -> None:
    mitigate(ctx, exchange, mitigation_dice(ctx.state, exchange))


def _let_in(ctx: CampaignContext, exchange: Exchange) -> None:
    ctx.emit(EnergyLetIn(exchange=exchange.id))
