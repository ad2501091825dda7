"""Icons used for other creatures: successes given away, and commands that followers obey."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from services.bones.reading import counting, worth
from services.bones.reading.races import readable
from services.bones.state.campaign import CampaignState
from services.bones.state.rolls import Roll, Shown
from services.bones.state.tasks import Task
from shared.kernel.campaign.keeping import in_order

SHARED: Final = ("Maneuver:Pyramid", "Stealth:Guilder")
"""Icons whose success a character may give to another creature. Rule: BN-MAST-20, BN-MAST-50."""
HORSEMAN: Final = "Riding:Horseman"
CAPTAIN: Final = "Sailor:Captain"
COMMANDS: Final = {"Outdoorsman:Animal Friend": "companion", "Social:Boss": "lackey"}
"""Icons that may be used as a command, and the kind of follower that obeys it. Rule: BN-MAST-31, BN-MAST-47, BN-R-028.
"""


def task_of(state: CampaignState, roll: Roll) -> Task | None:
    """Return the task that a roll is for, or None for a fighting roll."""
    return state.tasks.get(roll.of)


def may_receive(state: CampaignState, who: str) -> tuple[tuple[str, str | None, bool], ...]:
    """Return the rolls and tasks that may still receive a success.

    For each of them, return its id, its skill, and whether it belongs to a fight.
    """
    found = [
        (task.rolls.get(who, task.id), task.skill, task.fight)
        for task in (state.tasks[one] for one in in_order(state.tasks))
        if task.creature == who and task.stage in ("set", "rolled")
    ]
    others = [one for one in state.rolls.values() if one.creature == who and one.of not in state.tasks]
    return (*found, *((one.id, None, True) for one in others if one.skill != worth.RESISTANCE))


def gifts(state: CampaignState, roll: Roll) -> Iterator[tuple[str, str, str]]:
    """Yield the successes of a roll that may be given away: the die, the receiver, and the receiver's roll or task.

    Rule: BN-MAST-20, BN-MAST-38, BN-MAST-42, BN-MAST-50, BN-R-029, BN-R-030
    """
    if all(part.variant is None for part in roll.parts):
        return  # only parts with a variant (mastery and racial icons) allow gifts
    for one in standing(roll):
        icons = tuple(dict.fromkeys(_givable(state, roll, one)))
        for who in in_order(state.characters) if icons else ():
            other = state.characters[who]
            if who != roll.creature and not (other.down or other.dead) and _same_side(state, roll.creature, who):
                into = next((into for icon in icons for into in _into(state, roll, icon, who)), None)
                if into is not None:
                    yield one.die, who, into


def commands(state: CampaignState, roll: Roll) -> Iterator[tuple[str, str]]:
    """Yield each command that a roll's icons can give: the die, and the follower that would obey. Rule: BN-R-028."""
    characters = state.characters
    servants = [who for who in in_order(characters) if characters[who].master == roll.creature]
    for one in standing(roll) if servants else ():
        services = {COMMANDS.get(part.name) for part in readable(state, one.face) if part.count > times_used(roll, one)}
        for who in servants:
            if characters[who].service in services and not characters[who].down:
                yield one.die, who


def standing(roll: Roll) -> tuple[Shown, ...]:
    """Return the dice of a roll that may still be used.

    There are none if the roll has lost all of the creature's own dice.
    """
    return () if roll.empty else roll.standing


def times_used(roll: Roll, one: Shown) -> int:
    """Return how many times a die of a roll has been used for a gift or a command."""
    return (*roll.given, *roll.told).count(one.die)


def _givable(state: CampaignState, roll: Roll, one: Shown) -> Iterator[str]:
    """Yield the icons that allow a success of a die to be given away."""
    for part in readable(state, one.face):
        own = part.icon == roll.skill or part.name == HORSEMAN
        if part.name in (*SHARED, CAPTAIN, HORSEMAN) and own and part.count > times_used(roll, one):
            yield part.name
    every = state.settings.mastery.horseman_gives == "all_riding_successes"
    if every and any(part.name == HORSEMAN for die in roll.standing for part in readable(state, die.face)):
        riding = roll.skill == "Riding" and any(way.successes for way in counting.ways(state, roll, one))
        if riding or any(
            part.icon == "Riding" and part.count > times_used(roll, one) for part in readable(state, one.face)
        ):
            yield HORSEMAN


def _into(state: CampaignState, roll: Roll, icon: str, who: str) -> Iterator[str]:
    """Yield the rolls and tasks of another creature to which this icon can give a success."""
    giver, other = state.characters[roll.creature], state.characters[who]
    for into, skill, fight in may_receive(state, who):
        if icon in SHARED:
            fits = _same_task(state, roll, skill, fight=fight)
        elif icon == HORSEMAN:
            fits = giver.mount == who
        else:
            fits = other.master == giver.id and other.service == "crew"
        if fits:
            yield into


def _same_task(state: CampaignState, roll: Roll, skill: str | None, *, fight: bool) -> bool:
    """Return whether the giver and the receiver try the same kind of task at the same time. Rule: BN-R-029."""
    task = task_of(state, roll)
    if task is None or task.fight != fight:
        return False
    return state.settings.tasks.given_success_scope == "any_ally" or skill == roll.skill


def _same_side(state: CampaignState, one: str, other: str) -> bool:
    """Return whether two creatures are on the same side, or at least not on different sides of a fight."""
    fighters = {} if state.combat is None else state.combat.fighters
    return one not in fighters or other not in fighters or fighters[one].side == fighters[other].side
