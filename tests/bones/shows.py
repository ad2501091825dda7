"""Helpers for tests of the faces that count in a task: creatures with fixed dice, and whole rolls."""

from collections.abc import Sequence
from typing import Any, Final

from services.bones.chapters.people.handling import WEAPONS
from services.bones.chapters.rolls.settling import TaskSettled
from services.bones.chapters.tasks.rolling import RollTask
from services.bones.chapters.tasks.tasks import CallTask, TaskProposed
from services.bones.settings import Settings
from services.bones.state.tasks import Circumstances, Opponent, SkillName, Terms
from shared.kernel.odds.report import Odds
from tests.bones.play import Play, odds

BLANKS: Final = ("blank",) * 5


def bone(face: str, *others: str) -> tuple[str, ...]:
    """Return a die with this face on its first side, other icons on the next sides, and blanks on the rest."""
    return (face, *others, *BLANKS[len(others) :])


class Shows(Play):
    """A campaign with a character who rolls these faces, each on the first side of a die."""

    def __init__(self, *faces: str, owned: Sequence[str] = (), **more: Any) -> None:  # noqa: ANN401 settings, fields
        """Add a character with a die for each face; one more die has a blank first side and the icons in `owned`."""
        super().__init__(**{name: more.pop(name) for name in (*more,) if name in Settings.__struct_fields__})
        dice = [bone(face) for face in faces]
        dice += [bone("blank", *owned)] if owned else []
        self.things: Sequence[tuple[str, int]] = more.pop("things", ())
        self.who_shows = self.one("ann", dice, items=[name for name, _ in self.things], **more)

    @property
    def shown(self) -> tuple[int, ...]:
        """Return the faces to roll so that the wanted icons show. The dice of items come last, in the order given."""
        return (*[1] * len(self.who(self.who_shows).numbers), *(face for _, face in self.things))

    def task(self, skill: SkillName, *others: Opponent, **here: Any) -> str:  # noqa: ANN401 circumstances
        """Call for a task with these opponents, or with none; return its id."""
        terms = Terms(skill=skill, opponents=others, circumstances=Circumstances(**here), number=None if others else 1)
        casting = self.fire(self.who_shows, skill)
        call = CallTask(
            creature=self.who_shows, aim="it tries", terms=terms, weapons=self._weapons, casting=casting
        )  # fmt: skip
        return self.the(TaskProposed, call).task.id

    @property
    def _weapons(self) -> tuple[str, ...]:
        carried = self.who(self.who_shows).items.values()
        return tuple(item.id for item in carried if item.group in WEAPONS)

    def total(self, skill: SkillName, **here: Any) -> int:  # noqa: ANN401 circumstances
        """Return the total of a roll without opposition, and check that the odds of the dry run include it."""
        roll = RollTask(task=self.task(skill, **here))
        odds_found: Odds = odds(roll, self.state)
        found = self.the(TaskSettled, roll, *self.shown).successes
        assert found is not None
        assert found - 1 in {one.total for one in odds_found.outcomes}
        return found

    def margin(self, skill: SkillName, *others: Opponent, faces: Sequence[int]) -> int:
        """Return the margin over one opponent when these faces are rolled."""
        (result,) = self.the(TaskSettled, RollTask(task=self.task(skill, *others)), *faces).results
        assert result.margin is not None
        return result.margin


def total(skill: SkillName, *faces: str, **more: Any) -> int:  # noqa: ANN401 settings, fields, and circumstances `here`
    """Return the total of these faces in a task of a skill."""
    here = more.pop("here", {})
    return Shows(*faces, **more).total(skill, **here)
