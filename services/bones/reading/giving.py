"""What an icon that shows may do for somebody else: a success that is given away, and a command that is obeyed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from services.bones.catalogue import PRINTED
from services.bones.faces import Part, parts
from services.bones.state.campaign import CampaignState
from services.bones.state.rolls import Roll, Shown
from services.bones.state.tasks import Task
from shared.kernel.campaign.keeping import in_order

SHARED: Final = ("Maneuver:Pyramid", "Stealth:Guilder")
"""Icons whose success may go to another character. Rule: BN-MAST-20, BN-MAST-50."""
HORSEMAN: Final = "Riding:Horseman"
CAPTAIN: Final = "Sailor:Captain"
COMMANDS: Final = {"Outdoorsman:Animal Friend": "companion", "Social:Boss": "lackey"}
"""Icons that may be a command, and who obeys it. Rule: BN-MAST-31, BN-MAST-47, BN-R-028."""


def readable(state: CampaignState, face: str) -> Iterator[Part]:
    """Yield what a face gives; of a racial icon all that it may be used as. Rule: BN-RACE-03."""
    uses = {race.name: race.uses for race in (*PRINTED.races, *state.data.races)}
    for part in parts(face):
        if part.icon == "Racial" and part.variant in uses:
            yield from (use for one in uses[part.variant] for use in parts(one))
        else:
            yield part


def task_of(state: CampaignState, roll: Roll) -> Task | None:
    """Return the task that a roll belongs to; a roll to fight belongs to none."""
    return state.tasks.get(roll.of)


def unsettled(state: CampaignState, who: str) -> tuple[tuple[str, str | None, bool], ...]:
    """Return what of a creature may still receive a success: a roll or a task to come, its skill, if in a fight."""
    found = [
        (task.rolls.get(who, task.id), task.skill, task.fight)
        for task in (state.tasks[one] for one in in_order(state.tasks))
        if task.creature == who and task.stage in ("set", "rolled")
    ]
    fights = [(one.id, None, True) for one in state.rolls.values() if one.creature == who and one.of not in state.tasks]
    return (*found, *fights)


def gifts(state: CampaignState, roll: Roll) -> Iterator[tuple[Shown, str, str, int]]:
    """Yield what may be given away of a roll: a die, to whom, into which roll or task of theirs, how many successes.

    Rule: BN-MAST-20, BN-MAST-38, BN-MAST-42, BN-MAST-50, BN-R-029, BN-R-030
    """
    for one in _free(roll):
        for who in in_order(state.characters):
            found = next(_into(state, roll, one, who), None)
            if found is not None:
                yield one, who, *found


def commands(state: CampaignState, roll: Roll) -> Iterator[tuple[Shown, str]]:
    """Yield the commands that icons of a roll may be: a die, and who would obey. Rule: BN-R-028."""
    for one in _free(roll):
        services = {COMMANDS.get(part.name) for part in readable(state, one.face)}
        for who in in_order(state.characters):
            servant = state.characters[who]
            if servant.master == roll.creature and servant.service in services and not servant.down:
                yield one, who


def _free(roll: Roll) -> Iterator[Shown]:
    """Yield the dice that stand and serve nobody else yet; of a roll that has no die of its creature left, none."""
    if not roll.empty:
        yield from (one for one in roll.standing if one.die not in (*roll.given, *roll.told))


def _into(state: CampaignState, roll: Roll, one: Shown, who: str) -> Iterator[tuple[str, int]]:
    """Yield where somebody would receive a success of a die, and how many."""
    giver = state.characters[roll.creature]
    if who == giver.id or not _same_side(state, giver.id, who):
        return
    for part in _givable(state, roll, one):
        for into, skill, fight in unsettled(state, who):
            if _fits(state, roll, part, who) and (
                part.name not in SHARED or _same_task(state, roll, skill, fight=fight)
            ):
                yield into, part.count


def _givable(state: CampaignState, roll: Roll, one: Shown) -> Iterator[Part]:
    """Yield the parts of a face that are a success to give in this roll."""
    rides = any(part.name == HORSEMAN for die in roll.standing for part in readable(state, die.face))
    whole = state.settings.mastery.horseman_gives == "all_riding_successes"
    for part in readable(state, one.face):
        if part.name in (*SHARED, CAPTAIN) and part.icon == roll.skill:
            yield part
        elif part.name == HORSEMAN or (whole and rides and part.icon == "Riding"):
            yield Part("Riding", "Horseman", part.count)


def _fits(state: CampaignState, roll: Roll, part: Part, who: str) -> bool:
    """Whether somebody may receive it: the own mount, the own crew, or any other creature."""
    if part.name == HORSEMAN:
        return state.characters[roll.creature].mount == who
    servant = state.characters[who]
    return part.name != CAPTAIN or (servant.master == roll.creature and servant.service == "crew")


def _same_task(state: CampaignState, roll: Roll, skill: str | None, *, fight: bool) -> bool:
    """Whether two try the same kind of thing at the same time. Rule: BN-R-029."""
    task = task_of(state, roll)
    if task is None or task.fight != fight:
        return False
    return state.settings.tasks.given_success_scope == "any_ally" or skill == roll.skill


def _same_side(state: CampaignState, one: str, other: str) -> bool:
    """Whether two are not on different sides of a fight."""
    fighters = {} if state.combat is None else state.combat.fighters
    return one not in fighters or other not in fighters or fighters[one].side == fighters[other].side
