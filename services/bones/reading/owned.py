"""Icons that are owned: who may try a skill, and how many successes it can come to."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Final

from services.bones.catalogue import MASTERY, SKILLS, ActionClass
from services.bones.faces import Part, parts
from services.bones.reading.races import uses
from services.bones.settings import TasksSettings
from services.bones.state.campaign import CampaignState

CONDITIONS: Final = {
    ("Artisan:Inspired", "Magic"): "art",
    ("Healer:Cure", "Magic"): "healing",
    ("Melee:Deflection", "Defend"): "missile",
}
"""What has to hold for a mastery icon to count as a second skill; the last holds in fights alone.

Source: BN-MAST-09, BN-MAST-17, BN-MAST-22
"""
TIMES: Final[dict[ActionClass, int]] = {"restricted": 2, "special": 1}


def action(rules: TasksSettings, skill: str) -> ActionClass:
    """Return the class of a skill; a task of no skill may be tried by anybody. Rule: BN-CLASS-01, BN-R-009."""
    if skill == "Unarmed":
        return rules.unarmed_class
    return SKILLS[skill].action if skill in SKILLS else "universal"


def holds(icon: str, skill: str, aids: Collection[str]) -> bool:
    """Tell whether what an icon needs to count as a skill holds of the task. Rule: BN-MAST-09, BN-MAST-17."""
    needed = CONDITIONS.get((icon, skill))
    return needed is None or needed in aids


def icons(state: CampaignState, who: str, skill: str, aids: Collection[str] = ()) -> int:
    """Return how many icons permit a skill and set its cap: those on the dice that can be rolled.

    Rule: BN-CLASS-05 to BN-CLASS-08, BN-R-014, BN-R-015, BN-R-016
    """
    rules, one = state.settings.tasks, state.characters[who]
    dice = [die.faces for die in (one.dice if rules.cap_counts_lost_dice else one.left)]
    if rules.items_count_for_cap:
        dice += [item.faces for item in one.items.values() if item.ready and item.faces]
    return sum(borne(state, faces, skill, aids) for faces in dice)


def borne(state: CampaignState, faces: Iterable[str], skill: str, aids: Collection[str] = ()) -> int:
    """Return how many icons of a skill a die bears."""
    return sum(_is_icon(state, part, skill, aids) for face in faces for part in parts(face))


def _is_icon(state: CampaignState, part: Part, skill: str, aids: Collection[str]) -> int:
    """Count a part of a face as icons of a skill. Rule: BN-R-017, BN-R-018, BN-R-191."""
    rules = state.settings.tasks
    if part.icon == "Racial":
        return int(rules.racial_counts_for_cap and any(one.partition(":")[0] == skill for one in uses(state, part)))
    if part.variant is None:
        return part.count if part.icon == skill else 0
    if part.icon == skill:
        return int(rules.mastery_counts_for_cap)
    mastery = MASTERY.get(part.name)
    serves = mastery is not None and any(skill in option for option in mastery.options)
    return int(rules.cross_skill_counts_for_cap and serves and holds(part.name, skill, aids))


def may_try(state: CampaignState, who: str, skill: str, aids: Collection[str] = ()) -> bool:
    """Tell whether somebody may try a skill: any universal one, else with an icon. Rule: BN-CLASS-02, -05, -07."""
    return action(state.settings.tasks, skill) == "universal" or icons(state, who, skill, aids) > 0


def times(rules: TasksSettings, skill: str) -> int:
    """Return how many successes an icon of a skill allows; 0, where there is no cap. Rule: BN-CLASS-06, BN-CLASS-08."""
    return TIMES.get(action(rules, skill), 0)


def cap(state: CampaignState, who: str, skill: str, aids: Collection[str] = ()) -> int | None:
    """Return the most successes that somebody's dice can give in a skill, or None. Rule: BN-CLASS-03, -06, -08."""
    each = times(state.settings.tasks, skill)
    return each * icons(state, who, skill, aids) if each else None
