"""The icons on a creature's dice: whether it may try a skill, and its maximum successes in the skill."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Final

from services.bones.catalogue import MASTERY, SKILLS, ActionClass
from services.bones.faces import Part, parts
from services.bones.reading.races import uses
from services.bones.settings import TasksSettings
from services.bones.state.campaign import CampaignState
from services.bones.state.creatures import Creature, Item
from shared.kernel.readings import reading_of

CONDITIONS: Final = {
    ("Artisan:Inspired", "Magic"): "art",
    ("Healer:Cure", "Magic"): "healing",
    ("Melee:Deflection", "Defend"): "missile",
}
"""The condition under which a mastery icon counts as a second skill. The last condition applies only in fights.

Source: BN-MAST-09, BN-MAST-17, BN-MAST-22
"""
TIMES: Final[dict[ActionClass, int]] = {"restricted": 2, "special": 1}


def action(rules: TasksSettings, skill: str) -> ActionClass:
    """Return the action class of a skill. Every creature may try a skill without an action class.

    Rule: BN-CLASS-01, BN-R-009
    """
    if skill == "Unarmed":
        return rules.unarmed_class
    return SKILLS[skill].action if skill in SKILLS else "universal"


def holds(icon: str, skill: str, aids: Collection[str]) -> bool:
    """Return whether a task meets the condition under which a mastery icon counts as a second skill.

    Rule: BN-MAST-09, BN-MAST-17
    """
    needed = CONDITIONS.get((icon, skill))
    return needed is None or needed in aids


def _dice_read(state: CampaignState, who: str, *_: object) -> tuple[object, ...]:
    """Return everything that determines a creature's icons, as a key for a cache."""
    return state.characters[who], state.settings, state.data, state.catalogue, state.form


@reading_of(_dice_read)
def icons(state: CampaignState, who: str, skill: str, aids: tuple[str, ...] = ()) -> int:
    """Return how many icons for a skill are on a creature's remaining dice.

    These icons decide whether the creature may try the skill, and how many successes it may have in it.

    Rule: BN-CLASS-05 to BN-CLASS-08, BN-R-014, BN-R-015, BN-R-016
    """
    rules, one = state.settings.tasks, state.characters[who]
    dice = [die.faces for die in (one.dice if rules.cap_counts_lost_dice else one.left)]
    if rules.items_count_for_cap:
        dice += [item.faces for item in one.items.values() if item.ready and item.faces]
    return sum(borne(state, faces, skill, aids) for faces in dice)


def borne(state: CampaignState, faces: Iterable[str], skill: str, aids: Collection[str] = ()) -> int:
    """Return how many icons on these faces count for a skill."""
    return sum(_is_icon(state, part, skill, aids) for face in faces for part in parts(face))


def _is_icon(state: CampaignState, part: Part, skill: str, aids: Collection[str]) -> int:
    """Return how many icons for a skill this part of a face counts as.

    Rule: BN-R-017, BN-R-018, BN-R-191, BN-R-380
    """
    rules = state.settings.tasks
    if part.icon == "Racial":
        return int(rules.racial_counts_for_cap and any(_lists(state, one, skill, aids) for one in uses(state, part)))
    if part.variant is None:
        return part.count if part.icon == skill else 0
    if part.icon == skill:
        return int(rules.mastery_counts_for_cap)
    return int(_serves(state, part.name, skill, aids))


def _lists(state: CampaignState, use: str, skill: str, aids: Collection[str]) -> bool:
    """Return whether a use of a racial icon is an icon of a skill, or a mastery that may count as such an icon."""
    return use.partition(":")[0] == skill or (state.amended and _serves(state, use, skill, aids))


def _serves(state: CampaignState, icon: str, skill: str, aids: Collection[str]) -> bool:
    """Return whether a mastery icon of another skill counts as an icon of a skill. Rule: BN-R-018."""
    mastery = MASTERY.get(icon)
    serves = mastery is not None and any(skill in option for option in mastery.options)
    return state.settings.tasks.cross_skill_counts_for_cap and serves and holds(icon, skill, aids)


def may_try(state: CampaignState, who: str, skill: str, aids: tuple[str, ...] = ()) -> bool:
    """Return whether a creature may try a skill.

    A creature may always try a universal skill. For any other skill it needs an icon.

    Rule: BN-CLASS-02, -05, -07
    """
    return action(state.settings.tasks, skill) == "universal" or icons(state, who, skill, aids) > 0


def times(rules: TasksSettings, skill: str) -> int:
    """Return the number of successes that each icon of a skill allows, or 0 if the skill has no cap.

    Rule: BN-CLASS-06, BN-CLASS-08
    """
    return TIMES.get(action(rules, skill), 0)


def cap(state: CampaignState, who: str, skill: str, aids: tuple[str, ...] = ()) -> int | None:
    """Return the maximum successes of a creature's dice in a skill, or None if there is no cap.

    Rule:    BN-CLASS-03, -06, -08
    """
    each = times(state.settings.tasks, skill)
    return each * icons(state, who, skill, aids) if each else None


def shoots(state: CampaignState, one: Creature) -> bool:
    """Return whether a remaining die has a Missile icon, directly or as a use of a racial icon. Rule: BN-CAMP-66."""
    every = (part for die in one.left for face in die.faces for part in parts(face))
    read = (use for part in every for use in (uses(state, part) if part.icon == "Racial" else (part.icon,)))
    return any(use.partition(":")[0] == "Missile" for use in read)


def bears(item: Item, icon: str) -> bool:
    """Return whether a face of an item has an icon."""
    return any(part.icon == icon for face in item.faces or () for part in parts(face))
