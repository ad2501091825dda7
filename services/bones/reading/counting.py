"""Counting the successes of a roll, with their cap and their losses."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from services.bones.faces import parts
from services.bones.reading import fighting, owned, pools
from services.bones.reading.races import is_racial, masteries, used_up
from services.bones.reading.worth import worth
from services.bones.state.campaign import CampaignState
from services.bones.state.rolls import Roll, Shown
from services.bones.state.tasks import Circumstances
from shared.kernel.pools.task_sides import TaskDie, Way
from shared.kernel.pools.task_totals import Total, best

BLANKS: Final = ((),) * 6
NOWHERE: Final = Circumstances()


def count(state: CampaignState, roll: Roll, here: Circumstances = NOWHERE) -> Total:
    """Count the successes of a roll for its task. Each die is read in the way that gives the most successes.

    Rule: BN-MAG-09, BN-R-007, BN-R-008, BN-R-257
    """
    if roll.skill is None or not any(one.kind in pools.OWN for one in roll.standing):
        return Total()
    bonus = pools.automatic(state, roll.creature) + roll.automatic + roll.bought + here.gain
    most = owned.cap(state, roll.creature, roll.skill, here.aids)
    side = pools.terms(state.settings, roll.skill, here, most, dice=(), bonus=bonus)
    side = replace(side, given=roll.taken, loss=side.loss + roll.tired)
    return best(side, [(_die(state, roll, one), ways(state, roll, one, here)) for one in roll.standing])


def has_room(state: CampaignState, roll: Roll, here: Circumstances | None = None) -> bool:
    """Return whether one more bought or automatic success would count for a roll, instead of being lost to its cap.

    A roll in a fight always has room, because its allotted successes have a cap of their own.

    Rule: BN-R-356
    """
    rules = state.settings
    over = rules.tasks.cap_before_bonus and rules.spiffs.bought_success_over_cap
    if over or not state.amended or roll.skill is None or (state.combat is not None and roll.of == state.combat.id):
        return True
    here = _circumstances(state, roll) if here is None else here
    now, then = count(state, roll, here), count(state, replace(roll, bought=roll.bought + 1), here)
    return then.capped + then.bonus > now.capped + now.bonus


def _circumstances(state: CampaignState, roll: Roll) -> Circumstances:
    """Return the circumstances of an unsettled roll.

    They are those of the roll's creature in its task, or none if the roll is for no task.
    """
    task = state.tasks.get(roll.of)
    if task is None or task.terms is None:
        return NOWHERE
    others = {one.creature: one.circumstances for one in task.terms.opponents}
    return others.get(roll.creature, task.terms.circumstances)


def _die(state: CampaignState, roll: Roll, one: Shown) -> TaskDie:
    item = state.characters[roll.creature].items.get(one.die)
    return TaskDie(faces=BLANKS, own=one.kind in pools.OWN, worn=item is not None and item.group in {"armor", "shield"})


def ways(state: CampaignState, roll: Roll, one: Shown, here: Circumstances = NOWHERE) -> tuple[Way, ...]:
    """Return the ways to read a die for its roll's task, without successes that were given away.

    A racial icon that was given away or used as a command has no other effect.

    Rule: BN-RACE-03, BN-R-380
    """
    if (roll.given or roll.told) and used_up(state, roll, one):
        return ()
    found = worth(state, roll.creature, one.face, roll.skill or "", aids=here.aids)
    gone = (*roll.given, *roll.told).count(one.die)
    return tuple(replace(way, successes=max(way.successes - gone, 0)) for way in found)


def used_as(state: CampaignState, roll: Roll, one: Shown, icon: str) -> int:
    """Return how many times a die of a task's roll counts as a mastery icon.

    A racial icon counts as one of its skills: as this mastery unless another of its uses gives more successes.

    Rule: BN-RACE-03, BN-R-380, BN-R-381
    """
    found = sum(masteries(state, part, icon) for part in parts(one.face))
    if not found or not is_racial(one.face):
        return found
    if used_up(state, roll, one):
        return 0
    aids, skill = _circumstances(state, roll).aids, roll.skill or ""
    such, best = (
        max((way.successes for way in worth(state, roll.creature, face, skill, aids=aids)), default=0)
        for face in (icon, one.face)
    )
    return found if such == best else 0


def successful_dice(state: CampaignState, roll: Roll, here: Circumstances = NOWHERE) -> tuple[str, ...]:
    """Return the creature's own dice that showed a success, even if a cap discards the success.

    Rule: BN-HIND-09, BN-R-258
    """
    return tuple(one.die for one in roll.standing if one.kind in pools.OWN and _shows(state, roll, one, here))


def _shows(state: CampaignState, roll: Roll, one: Shown, here: Circumstances) -> bool:
    fights = state.combat is not None and roll.of == state.combat.id
    if fights and fighting.puttable(state, roll, one):
        return True
    return roll.skill is not None and any(way.successes for way in ways(state, roll, one, here))
