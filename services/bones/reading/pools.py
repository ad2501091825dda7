"""The dice of a task as a pool that knows its exact odds."""

from __future__ import annotations

from collections.abc import Sequence

from services.bones.reading import losses
from services.bones.reading.owned import cap
from services.bones.reading.worth import worth
from services.bones.settings import Settings
from services.bones.state.campaign import CampaignState
from services.bones.state.rolls import RollDie
from services.bones.state.tasks import Circumstances
from shared.kernel.pools.task_sides import TaskDie, TaskSide


def side(state: CampaignState, who: str, dice: Sequence[RollDie], *, skill: str, here: Circumstances) -> TaskSide:
    """Return one side of a task: what each face of its dice is worth in it, and what its total is limited by.

    Rule: BN-R-002, BN-R-008, BN-IMP-14
    """
    return terms(state.settings, skill, here, cap(state, who, skill, here.aids), dice=tuple(
        TaskDie(
            faces=tuple(worth(state, who, face, skill, aids=here.aids) for face in die.faces),
            own=die.kind in {"character", "horde"}, worn=die.worn,
        )
        for die in dice
    ), bonus=automatic(state, who) + here.gain)  # fmt: skip


def automatic(state: CampaignState, who: str) -> int:
    """Return the successes that count on every check of somebody. Rule: BN-IMP-14, BN-R-245."""
    return state.characters[who].automatic if state.settings.tasks.automatic_success == "permanent" else 0


def terms(  # noqa: PLR0913 the parts of a side
    rules: Settings, skill: str, here: Circumstances, most: int | None, *, dice: tuple[TaskDie, ...], bonus: int
) -> TaskSide:
    """Return a side under the settings of a campaign.

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
