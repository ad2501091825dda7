"""The dice of a task as a pool with exact odds."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from services.bones.faces import parts
from services.bones.reading import losses, owned
from services.bones.reading.worth import worth
from services.bones.settings import Settings
from services.bones.state.campaign import CampaignState
from services.bones.state.rolls import RollDie
from services.bones.state.tasks import Circumstances
from shared.kernel.pools.task_sides import TaskDie, TaskSide, Way, useful

OWN: Final = ("character", "horde")
"""The kinds of dice that harm to the creature removes from its roll."""
HARMING: Final = ("Poison", "Flaming")
"""The faces of a hindering die that deal damage immediately. Source: BN-SYM-07, BN-SYM-09."""


def side(state: CampaignState, who: str, dice: Sequence[RollDie], *, skill: str, here: Circumstances) -> TaskSide:
    """Return one side of a task: the ways to read each of its dice, and the limits on its number of successes.

    Rule: BN-R-002, BN-R-008, BN-R-014, BN-IMP-14
    """
    found = tuple(_die(state, who, die, skill=skill, here=here) for die in dice)
    bonus = automatic(state, who) + here.gain
    return terms(state.settings, skill, here, owned.cap(state, who, skill, here.aids), dice=found, bonus=bonus)


def _die(state: CampaignState, who: str, die: RollDie, *, skill: str, here: Circumstances) -> TaskDie:
    """Return a die with the ways to read each of its faces.

    If the creature loses the die to poison, the cap on its successes falls too.

    Rule: BN-R-014, BN-R-067
    """
    rules = state.settings.tasks
    own = die.kind in OWN
    each = owned.times(rules, skill) if own and not rules.cap_counts_lost_dice else 0
    return TaskDie(
        faces=tuple(
            _face(state, who, die, face, ways=worth(state, who, face, skill, aids=here.aids)) for face in die.faces
        ),
        own=own, caps=each and each * owned.borne(state, die.faces, skill, here.aids), worn=die.worn,
    )  # fmt: skip


def _face(state: CampaignState, who: str, die: RollDie, face: str, *, ways: tuple[Way, ...]) -> tuple[Way, ...]:
    """Return the ways to read a face, with the number of dice that the face immediately takes from the roller.

    Rule: BN-HIND-03, BN-R-133, BN-R-260
    """
    a_die = state.settings.hordes.horde_damage_per_die if state.characters[who].kind == "horde" else 1
    bearer = state.settings.dice.damage_symbol_hits == "bearer"
    found = sum(part.count for part in parts(face) if part.icon in HARMING) if die.kind == "hindering" else 0
    hurt = sum(part.count for part in parts(face) if part.icon == "Damage") if bearer else 0
    if not found and not hurt:
        return ways
    return useful(replace(way, harm=found // a_die, hurt=hurt // a_die) for way in ways or (Way(),))


def automatic(state: CampaignState, who: str) -> int:
    """Return how many automatic successes a creature has on every check. Rule: BN-IMP-14, BN-R-245."""
    return state.characters[who].automatic if state.settings.tasks.automatic_success == "permanent" else 0


def terms(  # noqa: PLR0913 the parts of a side
    rules: Settings, skill: str, here: Circumstances, most: int | None, *, dice: tuple[TaskDie, ...], bonus: int
) -> TaskSide:
    """Return one side of a task under the settings of a campaign.

    Rule: BN-R-007, BN-R-008, BN-R-034, BN-R-036, BN-R-060, BN-R-064, BN-R-067, BN-R-086, BN-R-242
    """
    return TaskSide(
        dice=dice, cap=most, bonus=bonus,
        loss=here.loss + losses.distance(rules, skill, here),
        darkness=losses.darkness(rules, skill, here), cover=losses.cover(rules, skill, here),
        bonus_in_cap=not (rules.tasks.cap_before_bonus and rules.spiffs.bought_success_over_cap),
        points=rules.mastery.endurance_cancels == "one_point",
        icons_only=rules.dice.enc_cancels == "icons_only",
        cover_only=rules.mastery.accuracy_applies_to == "physical_cover",
        greater_only=not rules.cover.penalties_add,
        kept=rules.dice.poisoned_success_counts,
        once=not rules.dice.hindering_dice_stack,
        sneaks=skill == "Stealth",
    )  # fmt: skip
