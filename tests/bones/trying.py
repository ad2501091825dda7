"""Helpers for tests of tasks: their aims, their terms, and their dice."""

from typing import Any, Final

from msgspec.structs import replace

from services.bones.chapters.rolls.settling import TaskSettled
from services.bones.chapters.tasks.rolling import RollTask
from services.bones.chapters.tasks.tasks import CallTask, TaskProposed
from services.bones.state.creatures import Hindering
from services.bones.state.rolls import Roll
from services.bones.state.tasks import DifficultyName, Opponent, Result, SkillName, Terms
from shared.kernel.messages import Event
from tests.bones.play import Play

NULL: Final = 1
NONE: Final = 3
"""The faces of a challenge die that show a Null (`NULL`) and a blank (`NONE`)."""
WON: Final = 1
LOST: Final = 6
"""The faces of `DIE` that count as a success in every task (`WON`) and in none (`LOST`)."""
DIE: Final = ("Universal", "Physical", "Mental", "Craft", "Stealth", "blank")
POISON: Final = ("Poison", "Poison", "blank", "blank", "blank", "blank")

CLIMBER = ("Universal", "Physical", "Maneuver", "Missile", "Scholar", "blank")


class Tries(Play):
    """A campaign in which a creature attempts tasks."""

    def die(self, seat: str = "ann", count: int = 1, *faces: str, **fields: Any) -> str:  # noqa: ANN401 as `one`
        """Add a creature with this many identical dice; return its id."""
        return self.one(seat, [faces or DIE] * count, **fields)

    def call(self, who: str, skill: SkillName = "Stealth", **terms: Any) -> str:  # noqa: ANN401 fields of terms
        """Call for a task as the game master; return its id."""
        casting = self.fire(who, skill)
        asked = CallTask(creature=who, aim="it tries", terms=Terms(skill=skill, **terms), casting=casting)
        return self.the(TaskProposed, asked).task.id

    def easy(self, who: str, skill: SkillName = "Stealth", level: DifficultyName = "Easy") -> str:
        """Call for a task with a difficulty as the game master; return its id."""
        return self.call(who, skill, difficulty=level)

    def against(self, who: str, *others: str, skill: SkillName = "Stealth", theirs: SkillName = "Perception") -> str:
        """Call for a task against other creatures as the game master; return its id."""
        return self.call(who, skill, opponents=tuple(Opponent(creature=one, skill=theirs) for one in others))

    def roll(self, task: str, *faces: int) -> list[Event]:
        """Roll for a task; return the events.

        The faces are those of the creature's dice, then of opponents' dice, then of the challenge dice.
        """
        return self.do(RollTask(task=task), *faces)

    def came(self, task: str, *faces: int) -> tuple[Result, ...]:
        """Roll for a task that is settled at once; return its results."""
        return self.the(TaskSettled, RollTask(task=task), *faces).results

    def comes(self, task: str, *faces: int) -> Result:
        """Roll for a task that is settled at once; return its only result."""
        (found,) = self.came(task, *faces)
        return found

    def spiffs(self, seat: str, number: int) -> None:
        """Give a seat this many spiffs."""
        self.state = replace(self.state, spiffs={**self.state.spiffs, seat: number})

    def ill(self, who: str, *kinds: str) -> tuple[str, ...]:
        """Give a creature poison dice, or dice with each of these kinds on the first two faces; return their ids."""
        made = [
            Hindering(id=self.new("poison"), kind="poison", faces=(kind, kind, *POISON[2:]))
            for kind in kinds or ("Poison",)
        ]
        self.state = self.state.change(who, hindering={one.id: one for one in made})
        return tuple(one.id for one in made)

    @property
    def rolled(self) -> Roll:
        """Return the only open roll."""
        (found,) = self.state.rolls.values()
        return found
