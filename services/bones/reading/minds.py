"""Minds under magic: their protection, the degree of control, and the orders that they carry out."""

from __future__ import annotations

from typing import Final

from services.bones.reading import reported
from services.bones.state.campaign import CampaignState
from services.bones.state.magic import Order, Resistance
from services.bones.state.seasons import Action
from services.bones.state.tasks import Task
from shared.kernel.campaign.keeping import in_order

MOST: Final = 5
"""The maximum degree of control. Source: BN-MIND-08, BN-R-163."""
VEST: Final = "Vest against magic"
UNRESISTED: Final = 3
"""The highest magnitude of an order that a mind cannot resist. The magnitude is the degree of control that it needs.

Source: BN-MIND-09
"""


def may_be_controlled(state: CampaignState, who: str) -> bool:
    """Return whether magic may control the mind of a creature. A horde has many minds. Rule: BN-R-373."""
    one = state.characters[who]
    return not one.dead and not (state.amended and one.kind == "horde")


def vest_protection(state: CampaignState, who: str) -> int:
    """Return how many successes of hostile magic a creature's vest cancels, if it has been cleaned and is worn.

    Rule: BN-ADV-96, BN-R-206
    """
    return int(any(item.name == VEST and item.ready for item in state.characters[who].items.values()))


def standing(state: CampaignState, who: str) -> Order | None:
    """Return the order that a creature carries out, which is the last one that took effect, or None.

    Rule: BN-R-316, BN-CAMP-100
    """
    orders = (state.orders[key] for key in in_order(state.orders))
    found = [one for one in orders if one.stands and state.effects[one.effect].target == who]
    return found[-1] if found else None


def to_carry_out(state: CampaignState, who: str, action: Action | None = None) -> Order | None:
    """Return the order that a creature's new or changed action must carry out, if no action has done so yet.

    Rule: BN-CAMP-165
    """
    order = standing(state, who)
    if order is None or state.season is None or not state.form:
        return None
    obeyed = order.id in state.season.obeyed
    return None if obeyed and (action is None or action.aim != order.text) else order


def put_off_for(state: CampaignState, task: Task) -> Order | None:
    """Return the order that blocks a creature's task for a season because no action carries it out, or None.

    A task is not blocked once some of its dice are rolled.

    Rule: BN-CAMP-219
    """
    if not state.amended or task.again or reported.entered_for(state, task.id):
        return None
    return to_carry_out(state, task.creature)


def obeyed_by(state: CampaignState, who: str, aim: str) -> str | None:
    """Return the order that a creature's new action with this aim carries out, or None.

    If another of the creature's actions already has this aim, the new action does not carry out the order.

    Rule: BN-CAMP-165, BN-CAMP-183
    """
    order, season = standing(state, who), state.season
    if order is None or season is None or order.text != aim or any(one.aim == aim for one in season.of(who)):
        return None
    return order.id


def without_magnitude(state: CampaignState) -> tuple[str, ...]:
    """Return the orders whose magnitude the game master has not set."""
    return in_order(key for key, one in state.orders.items() if one.magnitude is None)


def hopeless(state: CampaignState, one: Resistance) -> bool:
    """Return whether a resistance cannot be rolled: the mind has no dice left, or the magic has no successes to resist.

    Rule: BN-R-230
    """
    mind = state.characters[one.creature]
    return one.roll is None and (mind.down or mind.dead or one.successes < 1)


def holds(state: CampaignState, one: Resistance, net: int) -> bool:
    """Return whether magic controls a mind after its resistance.

    Magic controls the mind if the mind lives, net successes remain and, for an effect that its caster must hold, the
    caster can hold the effect.

    Rule: BN-MIND-03, BN-CAMP-102
    """
    caster, mind = state.characters.get(one.caster), state.characters[one.creature]
    held = one.makes is not None and one.makes.lasts == "held"
    return net > 0 and not mind.dead and not (held and (caster is None or caster.down or caster.dead))
