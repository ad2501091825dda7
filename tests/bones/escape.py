"""The adventure from start to end: captives in a pit, their checks, the passing days, and the escape."""

from __future__ import annotations

from typing import Any

from services.bones.catalogue.adventure import BOOK
from services.bones.chapters.adventure.adventures import EndAdventure, EnterArea, LoadAdventure, SetFate
from services.bones.chapters.adventure.checks import CheckCame, TryCheck
from services.bones.chapters.adventure.timetable import AdvanceTimetable
from services.bones.chapters.adventure.tribe import SpawnOfAdventure
from services.bones.chapters.lasting_magic.minds import GiveIn
from services.bones.chapters.magic.themes import SetTheme
from services.bones.chapters.people.characters import WriteSheet
from services.bones.chapters.people.handling import ReadyItem
from services.bones.chapters.tasks.recovery import PassTime
from services.bones.chapters.tasks.rolling import RollTask, dice_to_roll
from services.bones.state.magic import Theme
from shared.kernel.campaign.keeping import in_order
from tests.bones.road import answer, newest
from tests.bones.tables import Journal

STARS = Theme(name="Stars", effect="light, and what it shows", limitation="nothing that is alive")
MOST_TRIES = 40
BLANK = 3


def goes(journal: Journal, check: str) -> None:
    """Move the characters to the area of a check."""
    area = BOOK.checks_by_id[check].area
    if journal.state.adventure and area not in {None, journal.state.adventure.area}:
        journal.send(EnterArea(area=area or ""))


def tries(journal: Journal, check: str, who: str, **more: Any) -> bool:  # noqa: ANN401 fields of the command
    """Try a check with a character and drawn dice; return whether it succeeded."""
    answer(journal)
    goes(journal, check)
    before = len(journal.events)
    journal.send(TryCheck(check=check, creature=who, **more))
    if journal.state.tasks:
        journal.send(RollTask(task=in_order(journal.state.tasks)[-1]))
    answer(journal)
    return any(isinstance(event, CheckCame) and event.success for event in journal.events[before:])


def done(journal: Journal, check: str, who: str, **more: Any) -> None:  # noqa: ANN401 fields of the command
    """Try a check with a character and entered dice.

    The character's dice show their first faces, and the challenge dice show blanks.
    """
    goes(journal, check)
    journal.send(TryCheck(check=check, creature=who, **more))
    task = journal.state.tasks[in_order(journal.state.tasks)[-1]]
    dice = dice_to_roll(journal.state, task, leads=True)
    faces = tuple(BLANK if whose is None else 1 for whose, number in dice for _ in range(number))
    journal.send(RollTask(task=task.id), faces=faces)
    answer(journal)


def comes_on(journal: Journal, **said: Any) -> None:  # noqa: ANN401 fields of the command
    """Advance the timetable by one event, and roll the tasks that it demands of the characters."""
    journal.send(AdvanceTimetable(**said))
    while journal.state.tasks:
        journal.send(RollTask(task=in_order(journal.state.tasks)[0]))
        answer(journal)
    answer(journal)


def in_the_pit(journal: Journal, bob: str, other: str) -> None:
    """Play the first days.

    The captives find things in the debris, take off shackles, help Karl, and talk to Clarisse.
    """
    journal.send(SetTheme(creature=bob, theme=STARS), "ann")
    journal.send(WriteSheet(creature=bob, gender="male"), "ann")
    journal.send(LoadAdventure(characters=(bob, other)))
    answer(journal)
    comes_on(journal)
    journal.send(SetFate(person="Karl", fate="alive", reason="Bob has bound his wounds"))
    for _ in range(3):
        comes_on(journal)
    done(journal, "search-the-debris", other)
    tries(journal, "talk-to-clarisse", bob)
    tries(journal, "break-the-shackles", other, other=bob)
    if journal.state.characters[bob].shackled:
        journal.send(TryCheck(check="take-off-the-shackles", creature=other, other=bob))
    for _ in range(4):
        comes_on(journal)
    comes_on(journal, interfered="they threw stones until the four went away")


def before_the_matron(journal: Journal, bob: str, other: str) -> None:
    """Play days 3 to 6: the Matron chooses and controls Bob, a dreg makes her magic last, and deprivation is rolled."""
    comes_on(journal)
    comes_on(journal)
    journal.send(SpawnOfAdventure(kin="Tribal Matron"))
    matron = newest(journal)
    for _ in range(MOST_TRIES):
        answer(journal)
        journal.send(TryCheck(check="dominate", creature=matron, other=bob))
        journal.send(RollTask(task=in_order(journal.state.tasks)[-1]))
        answer(journal)
        if journal.state.resistances:
            journal.send(GiveIn(resistance=next(iter(journal.state.resistances))), "ann")
            answer(journal)
        if journal.state.effects:
            break
        journal.send(PassTime(hours=4, resting=(matron,)))
    comes_on(journal, interfered="Tomas was hidden from them")
    comes_on(journal)
    journal.send(TryCheck(check="be-dominated", creature=bob))
    for _ in range(2):
        comes_on(journal)
    comes_on(journal)
    comes_on(journal, interfered="the dreg was caught")
    comes_on(journal, interfered="they broke out together")
    assert other in journal.state.characters


def the_way_out(journal: Journal, bob: str, other: str) -> None:
    """Play the way out: the captives free Tomas, find the vest, fall into a pit, slip past the guard, and escape."""
    journal.send(SpawnOfAdventure(kin="Tomas"))
    done(journal, "search-the-nest", other)
    journal.send(TryCheck(check="clean-the-vest", creature=other))
    vest = next(item.id for item in journal.state.characters[other].items.values() if item.name == "Vest against magic")
    journal.send(ReadyItem(creature=other, item=vest), "bob")
    journal.send(SetFate(person="Tomas", fate="free", reason="the Matron has let go of him"))
    tries(journal, "win-tomas", bob)
    tries(journal, "walk-unwarily", bob)
    tries(journal, "approach-the-throne", other, averted=True)
    journal.send(EnterArea(area="1"))
    journal.send(SpawnOfAdventure(kin="Tribal Warrior"))
    tries(journal, "sneak-past-the-guard", other, other=newest(journal), averted=True)
    done(journal, "climb-the-tunnel", other)
    done(journal, "search-the-mud", other)
    rewards = ("clarisse-saved", "mother-helped", "karl-alive", "tomas-alive")
    journal.send(EndAdventure(outcome="escaped", rewards=rewards))
