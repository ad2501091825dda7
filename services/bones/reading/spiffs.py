"""Spiffs (points that players may spend): their prices, and the rolls and wounds on which they may be used."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from services.bones.state.campaign import CampaignState
from services.bones.state.rolls import Roll
from services.bones.state.spiffs import Deed, SpiffUse, SpiffUseKind
from services.bones.state.tasks import Task
from services.bones.state.wounds import Wound
from shared.kernel.campaign.keeping import in_order

PRICES: Final[dict[SpiffUseKind, int]] = {
    "reroll": 1,
    "success": 2,
    "soak": 2,
    "minor": 1,
    "meaningful": 2,
    "survive": 5,
}
"""The price in spiffs of each use. The setting `major_change_cost` decides the price of a major change.

Source: BN-SPIFF-10 to BN-SPIFF-16
"""

BACK_STORIES: Final = ("good back-story", "great back-story")
STORIES: Final[tuple[SpiffUseKind, ...]] = ("minor", "meaningful", "major")
LOG: Final = "campaign log"
DEEDS: Final[dict[Deed, tuple[int, int]]] = {
    "good back-story": (1, 1),
    "great back-story": (2, 1),
    LOG: (1, 20),
    "portrait": (1, 1),
    "campaign help": (1, 3),
    "role-playing": (1, 1),
    "laughter": (1, 1),
}
"""The spiffs that each deed earns, and the highest count that one award for the deed may have.

Source: BN-SPIFF-03 to BN-SPIFF-09
"""
NAMES: Final[dict[SpiffUseKind, tuple[str, ...]]] = {
    "reroll": ("on", "die"),
    "success": ("on",),
    "soak": ("on",),
    **dict.fromkeys((*STORIES, "survive"), ("text",)),
}
"""The fields that each use must have: a roll and its die, a roll, a wound, or a text."""


def price(state: CampaignState, use: SpiffUseKind) -> int:
    """Return the price of a use of spiffs. Rule: BN-R-088."""
    return PRICES.get(use, state.settings.spiffs.major_change_cost)


def lost_by_veto(state: CampaignState, use: SpiffUse) -> int:
    """Return the spiffs that a veto of a use costs.

    A major change costs nothing, and neither does surviving a death that has been taken back in the meantime.

    Rule: BN-R-087, BN-R-354, BN-SPIFF-15
    """
    one = state.characters.get(use.creature)
    lives = use.use == "survive" and one is not None and not one.dead and state.amended
    kept = state.settings.spiffs.veto_refunds or use.use == "major" or lives
    return 0 if kept else min(use.cost, state.spiffs_of(use.creature))


def soaked_effect(state: CampaignState, use: object) -> str | None:
    """Return the effect that a requested use of spiffs would sustain in place of a die, or None. Rule: BN-R-372."""
    return use.on if isinstance(use, SpiffUse) and use.use == "soak" and use.on in state.effects else None


def asked_for_effects(state: CampaignState, who: Collection[str] | None = None) -> tuple[str, ...]:
    """Return the open uses of spiffs that would sustain effects: of all casters, or only of those in `who`.

    Rule: BN-CAMP-209
    """
    uses = (one for one in state.uses.values() if soaked_effect(state, one))
    return in_order(one.id for one in uses if who is None or one.creature in who)


def asked_before(state: CampaignState, task: Task) -> tuple[str, ...]:
    """Return the open uses of spiffs that would sustain effects of the creatures that roll for a task in public.

    Rule: BN-CAMP-209
    """
    opponents = task.terms.opponents if task.terms and not task.hidden else ()
    return asked_for_effects(state, {task.creature, *(one.creature for one in opponents)})


def open_survivals(state: CampaignState, who: str | None = None) -> tuple[str, ...]:
    """Return the open uses of spiffs to survive a death: those of all characters, or only those of `who`.

    Rule: BN-CAMP-185
    """
    uses = (one for one in state.uses.values() if one.use == "survive" and who in {None, one.creature})
    return in_order(one.id for one in uses if one.creature in state.characters and state.characters[one.creature].dead)


def free(state: CampaignState, who: str) -> int:
    """Return the spiffs of a creature that are not reserved for open uses. Rule: BN-R-087."""
    if not state.uses:
        return state.spiffs_of(who)
    one = state.characters[who]
    by_player = state.settings.spiffs.spiffs_owner == "player"
    uses = [use for use in state.uses.values() if use.creature in state.characters]
    theirs = [use for use in uses if use.creature == who or (by_player and state.owner(use.creature) == one.seat)]
    return state.spiffs_of(who) - sum(use.cost for use in theirs)


def open_uses(state: CampaignState, on: str) -> tuple[SpiffUseKind, ...]:
    """Return the uses of spiffs that are still open on a roll or a wound."""
    return tuple(use.use for use in state.uses.values() if use.on == on)


def rolls_of_check(state: CampaignState, roll: Roll) -> tuple[Roll, ...]:
    """Return all rolls that one player's characters made for the same check. Rule: BN-R-345."""
    if not state.form or roll.of not in state.tasks:
        return (roll,)
    seat = state.owner(roll.creature)
    others = (one for one in state.rolls.values() if one.of == roll.of and one.id != roll.id)
    return (roll, *(one for one in others if state.owner(one.creature) == seat))


def done_on_check(state: CampaignState, roll: Roll) -> tuple[SpiffUseKind, ...]:
    """Return the uses of spiffs that the game master allowed a player on a check. Rule: BN-R-083, BN-R-345."""
    there = rolls_of_check(state, roll)
    rerolled: tuple[SpiffUseKind, ...] = ("reroll",) if any(one.rerolled is not None for one in there) else ()
    bought: tuple[SpiffUseKind, ...] = ("success",) if any(one.bought for one in there) else ()
    return (*rerolled, *bought)


def on_check(state: CampaignState, roll: Roll) -> tuple[SpiffUseKind, ...]:
    """Return the uses of spiffs that a player has made or asked for on a check. Rule: BN-R-083, BN-R-345."""
    waiting: list[SpiffUseKind] = [use for one in rolls_of_check(state, roll) for use in open_uses(state, one.id)]
    return (*done_on_check(state, roll), *waiting)


def moment(state: CampaignState, wound: Wound) -> str:
    """Return a key for the moment at which the owner's creature was damaged: the round, the check, or the wound itself.

    Rule: BN-R-083, BN-R-345
    """
    at = f"wound {wound.id}"
    if wound.round is not None:
        at = f"round {wound.round}"
    elif state.combat is not None and state.in_combat(wound.creature):
        at = f"round {state.combat.round}"
    elif wound.roll in state.rolls:
        at = f"check {state.rolls[wound.roll].of}"
    return f"{state.owner(wound.creature)}: {at}"


def is_soaked(state: CampaignState, wound: Wound) -> bool:
    """Return whether a player has already soaked damage at the time of this wound. Rule: BN-R-083, BN-R-345."""
    return wound.soaked or (bool(state.form) and moment(state, wound) in state.soaks)


def is_soak_open(state: CampaignState, wound: Wound) -> bool:
    """Return whether a player's request to soak damage at the time of this wound is still open.

    Rule: BN-R-083, BN-R-345
    """
    if not state.form:
        return bool(open_uses(state, wound.id))
    others = (state.wounds[use.on] for use in state.uses.values() if use.on in state.wounds)
    return any(moment(state, one) == moment(state, wound) for one in others)
