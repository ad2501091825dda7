"""The value of a face in a task: the ways to read it, and the successes that each way gives."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from itertools import product
from typing import Final

from services.bones.catalogue import MASTERY, SKILLS, Mastery
from services.bones.faces import Part, parts
from services.bones.reading import owned, races
from services.bones.settings import Settings
from services.bones.state.campaign import CampaignState
from shared.kernel.pools.task_sides import Way, sum_of_ways, useful

RESISTANCE: Final = "Resistance"
"""The skill name of a roll with which a mind resists. Rule: BN-MIND-01."""
RESISTS: Final = ("Universal", "Mental", "Racial")
"""Icons that count for resistance. A racial icon counts, even if it may also be used as another icon.

Source: BN-MIND-01, BN-MIND-02, BN-R-167, BN-R-193
"""
GENERAL: Final = ("Universal", "Physical", "Mental")
ENCUMBERED: Final = ("Magic", "Maneuver", "Stealth")
"""Skills that encumbrance hinders. Source: BN-SYM-08."""
DEFENDS: Final = ("FearCaster", "HoarFrost", "Incorporeal", "Prickly")
"""Abilities whose icon also counts as defence. Source: BN-ABIL-01, BN-ABIL-04, BN-ABIL-05, BN-ABIL-08."""


def kind(settings: Settings, skill: str) -> str:
    """Return the kind of successes that count for a skill: `mental` or `physical`. Rule: BN-R-010, BN-R-013."""
    if skill in {"Physical", "Mental"}:
        return skill.lower()
    return settings.tasks.unarmed_kind if skill == "Unarmed" else SKILLS[skill].kind


def worth(state: CampaignState, who: str, face: str, skill: str, *, aids: Collection[str] = ()) -> tuple[Way, ...]:
    """Return the ways to read a face of a creature's die in a task with this skill.

    The result is empty if the face does not count.

    Rule: BN-TASK-03, BN-IMP-06, BN-R-058
    """
    task = _Task(state, who, skill, aids)
    found = [task.part(part) for part in parts(face)]
    encumbers = [part.icon == "Enc" for part in parts(face)]
    if any(encumbers) and not all(encumbers) and state.settings.dice.enc_defense_face == "either":
        return useful(way for ways in found for way in ways)
    return useful(sum_of_ways(together) for together in product(*found))


class _Task:
    """A task with its skill, which decides how the parts of a face count."""

    def __init__(self, state: CampaignState, who: str, skill: str, aids: Collection[str]) -> None:
        self.state, self.rules, self.skill, self.aids = state, state.settings, skill, aids
        self.beast = state.characters[who].kind == "beast"
        moves = skill == "Physical" and state.settings.adventure.physical_task_adds_maneuver
        self.serving = (skill, "Maneuver") if moves else (skill,)

    def part(self, part: Part) -> tuple[Way, ...]:
        """Return the ways to read a part of a face."""
        if self.skill == RESISTANCE and part.icon != "Null":
            counts = part.count * (part.icon in RESISTS)
            return (Way(successes=counts, firm=counts),)
        if part.icon == "Racial":
            return tuple(self._racial(part)) or (Way(),)
        return (self._icon(part),)

    def _racial(self, part: Part) -> Iterable[Way]:
        """Return the ways to use a racial icon in the task. Rule: BN-RACE-03, BN-RACE-05 to BN-RACE-08, BN-R-192."""
        for use in races.uses(self.state, part):
            for one in parts(use):
                if one.icon != "Racial":
                    yield self._icon(Part(one.icon, one.variant, one.count * part.count))
        if self.rules.tasks.racial_counts_as_general:
            yield Way(successes=part.count, firm=part.count)

    def _icon(self, part: Part) -> Way:
        """Return the successes and other effects of an icon that is not a racial one.

        Rule: BN-SYM-01 to BN-SYM-05, BN-SYM-08, BN-R-008, BN-R-220
        """
        if part.icon == "Null":
            return Way(nulls=part.count)
        if part.icon == "Enc":
            return Way(encumbers=part.count * (self.skill in ENCUMBERED))
        if part.icon in GENERAL:
            general = part.count * self._general(part.icon)
            return Way(successes=general, firm=general)
        if part.variant is not None:
            return self._mastery(part)
        counts = part.icon in self.serving or (self.skill == "Defend" and part.icon in DEFENDS)
        return Way(successes=part.count * counts)

    def _general(self, icon: str) -> bool:
        """Return whether an icon that names no skill (Universal, Physical or Mental) counts in the task.

        Rule: BN-SYM-01, BN-SYM-02, BN-SYM-03, BN-R-052
        """
        if icon == "Universal":
            return True
        if icon == "Physical" and self.beast and self.rules.dice.beast_physical_face == "counts_nothing":
            return False
        return icon.lower() == kind(self.rules, self.skill)

    def _mastery(self, part: Part) -> Way:
        """Return the successes and other effects of a mastery icon.

        Rule:    BN-MAST-07 to BN-MAST-57, BN-R-023, BN-R-034 to BN-R-038
        """
        mastery = MASTERY.get(part.name)
        if mastery is None:
            return Way()
        any_task = self.rules.mastery.night_vision_in_any_task
        return Way(
            successes=part.count * self._serves(mastery),
            eases=part.count * (mastery.name == "Endurance"),
            sees=part.count * (mastery.name == "Night Vision" and (any_task or self.skill == "Perception")),
            aims=part.count * (mastery.name == "Accuracy" and self.skill == "Missile"),
            senses=part.count * (mastery.name == "Sixth Sense" and self.skill == "Perception"),
        )

    def _serves(self, mastery: Mastery) -> int:
        if mastery.silent and mastery.skill == self.skill and not self.rules.mastery.silent_mastery_counts_as_one:
            return 0
        found = (option.get(skill, 0) for option in mastery.options for skill in self.serving)
        return max(found) if owned.holds(f"{mastery.skill}:{mastery.name}", self.skill, self.aids) else 0
