"""Helpers for tests of the adventure: captives who wake in the pit, and the checks that they try."""

from typing import Any, Final

from msgspec.structs import replace

from services.bones.catalogue.adventure import BOOK, Check
from services.bones.chapters.adventure.adventures import EnterArea, FatesChanged, LoadAdventure, SetFate
from services.bones.chapters.adventure.checks import CheckCame, TryCheck
from services.bones.chapters.adventure.timetable import AdvanceTimetable, TimetableAdvanced
from services.bones.chapters.adventure.tribe import KinAppeared, SpawnOfAdventure
from services.bones.chapters.people.items import GiveItem
from services.bones.chapters.rolls.wounds import TakeDamage
from services.bones.chapters.tasks.rolling import RollTask
from services.bones.chapters.tasks.tasks import TaskProposed
from services.bones.state.adventure import Adventure
from services.bones.state.magic import Theme
from shared.kernel.campaign.keeping import in_order
from shared.kernel.messages import Event
from tests.bones.trying import Tries

PLAIN: Final = ("Universal", "Physical", "Mental", "Maneuver", "Perception", "blank")
STARS: Final = Theme(name="Stars", effect="light", limitation="at night")


def able(skill: str) -> tuple[str, ...]:
    """Return a die with two icons of a skill, one of them on its first face, and a blank last face."""
    icon = skill if skill not in {"Physical", "Mental"} else "Social"
    return ("Universal", icon, icon, "Mental", "Physical", "blank")


class Captives(Tries):
    """A campaign whose characters may be caught, and then wake in the pit."""

    def caught(self, *skills: str, seat: str = "ann", **fields: Any) -> str:  # noqa: ANN401 as `one`
        """Add a character with these skills who wakes in the pit and has lost its fifth die."""
        who = self.captive(*skills, seat=seat, **fields)
        self.wake(who)
        return who

    def captive(self, *skills: str, seat: str = "ann", gender: str | None = "male", **fields: Any) -> str:  # noqa: ANN401 as `one`
        """Add a character with these skills who may be caught."""
        dice = [able(skill) for skill in skills or ("Social",)]
        magic = {"themes": (STARS,)} if "Magic" in skills else {}
        who = self.one(seat, [*dice, *[dice[-1]] * (5 - len(dice))], **{**magic, **fields})
        self.state = self.state.change(who, sheet=replace(self.who(who).sheet, gender=gender))
        return who

    def wake(self, *who: str, free: bool = True) -> list[Event]:
        """Make these characters wake in the pit and lose their last die; with `free`, they take off their shackles."""
        happened = self.do(LoadAdventure(characters=who))
        self.hurt()
        for one in who:
            if free and self.who(one).shackled:
                self.do(TryCheck(check="take-off-the-shackles", creature=one))
        return happened

    def hurt(self) -> None:
        """Settle each open wound by removing the creature's last remaining dice."""
        for key in in_order(self.state.wounds):
            wound = self.state.wounds[key]
            self.do(TakeDamage(wound=key, dice=self.who(wound.creature).numbers[-wound.amount :]))

    def meet(self, kin: str, count: int = 1) -> str:
        """Add this many creatures of a kind; return the last of them."""
        happened = self.do(SpawnOfAdventure(kin=kin, count=count))
        return [one.creature for one in happened if isinstance(one, KinAppeared)][-1]

    def tries(self, check: str, who: str, **more: Any) -> str:  # noqa: ANN401 fields of the command
        """Try a check with a character in its area; return the task."""
        self.stands(check)
        return self.the(TaskProposed, TryCheck(check=check, creature=who, **more)).task.id

    def joins(self, who: str) -> None:
        """Add a character to the adventure."""
        characters = (*self.adventure.characters, who)
        self.state = replace(self.state, adventure=replace(self.adventure, characters=characters))

    def stands(self, check: str) -> None:
        """Move the characters to the area where a check is tried."""
        area = BOOK.checks_by_id[check].area
        if area not in {None, self.adventure.area}:
            self.do(EnterArea(area=area or ""))

    def came_of(self, task: str, *faces: int) -> tuple[CheckCame, list[Event]]:
        """Roll for a check; return its outcome and all events."""
        happened = self.do(RollTask(task=task), *faces)
        (came,) = [one for one in happened if isinstance(one, CheckCame)]
        return came, happened

    def comes_so(self, done: str) -> None:
        """Mark a check of the adventure as done, without a roll."""
        self.state = replace(self.state, adventure=replace(self.adventure, done=(*self.adventure.done, done)))

    def faked(self, who: str) -> None:
        """Mark that a captive has succeeded in faking domination, without a roll."""
        self.comes_so(f"pretend-to-be-dominated:{who}")

    def comes_on(self, **said: Any) -> tuple[TimetableAdvanced, list[Event]]:  # noqa: ANN401 fields of the command
        """Advance the timetable by one entry; return the event that records it, and all recorded events."""
        happened = self.do(AdvanceTimetable(**said))
        (came,) = [one for one in happened if isinstance(one, TimetableAdvanced)]
        return came, happened

    def until(self, day: int, come: int) -> None:
        """Advance the timetable to this number of entries of a day; the captives interfere with each entry."""
        while (self.adventure.day, self.adventure.come) < (day, come):
            self.comes_on(interfered="they hid")

    @property
    def adventure(self) -> Adventure:
        """Return the current adventure."""
        assert self.state.adventure
        return self.state.adventure


def changes_of_fate(happened: list[Event]) -> list[str]:
    """Return the changes of people's fates that the events record."""
    return [one.fate for event in happened if isinstance(event, FatesChanged) for one in event.fates.open()]


def shackle(play: Captives, *who: str, wall: bool = False) -> None:
    """Shackle these characters; with `wall`, also to the wall."""
    for one in who:
        play.state = play.state.change(one, shackled=2)
    play.state = replace(play.state, adventure=replace(play.adventure, wall=who if wall else ()))


def ready(check: Check) -> tuple[Captives, str]:
    """Put a character with the needed skill in the area of a check; return the campaign and the character's id."""
    play = Captives()
    who = play.caught(check.skill or "Social")
    if check.needs:
        play.do(GiveItem(creature=who, item=check.needs))
    if check.day:
        play.state = replace(play.state, adventure=replace(play.adventure, day=check.day))
    play.stands(check.id)
    if check.frees == "hands":
        shackle(play, who)
    if check.frees == "wall":
        shackle(play, who, wall=True)
    if check.after:
        play.comes_so(check.after)
    _set_fate(play, BOOK.checks_by_id["fake-domination"] if check.id == "pretend-to-be-dominated" else check)
    return play, who


def _set_fate(play: Captives, check: Check) -> None:
    """Give the person of a check the first fate that permits it, unless the fate permits it already."""
    if check.person and check.person != "Tribal Matron" and play.adventure.people[check.person] not in check.fates:
        play.do(SetFate(person=check.person, fate=check.fates[0], reason="as it came"))
