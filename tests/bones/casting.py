"""Helpers for tests of magic: mages, and castings under terms set by the game master."""

from collections.abc import Sequence
from typing import Any, Final

from services.bones.chapters.lasting_magic.holding import HoldEffects
from services.bones.chapters.magic.casting import MagicUsed
from services.bones.chapters.magic.effects import EffectBegan, EffectEnded
from services.bones.chapters.tasks.recovery import PassTime
from services.bones.chapters.tasks.rolling import RollTask
from services.bones.chapters.tasks.tasks import SetTask, TaskProposed
from services.bones.state.magic import Casting, Effect, Theme
from services.bones.state.tasks import Purpose, Task, Terms
from services.bones.views import view
from shared.kernel.messages import Event
from tests.bones.play import Play
from tests.bones.trying import Tries

POWER: Final = ("Magic", "Magic*2", "Physical", "blank", "blank", "blank")
MAGE: Final = (POWER,) * 6
"""A mage's six dice, which can show up to eighteen successes with Magic."""
ONE, TWO, NO = 1, 2, 4
"""The faces of a mage's die that show one success, two successes and no success."""
THEMES: Final = (Theme(name="Ground", effect="blesses and curses the ground", limitation="nothing above it"),)

BLANKS = ("blank",) * 6
NULL, PLAIN = 1, 6
"""The faces of a challenge die that show a Null and a blank."""

CASTS = ("Magic", "Magic", "blank", "blank", "blank", "blank")
HITS, MISSES = 1, 6
NIGHT: Final = HoldEffects(stretch="the hours of the night")


def shows(successes: int, dice: int = 6) -> tuple[int, ...]:
    """Return faces of a mage's dice that show this many successes in total."""
    twos = max(successes - dice, 0)
    ones = successes - 2 * twos
    return (*(TWO,) * twos, *(ONE,) * ones, *(NO,) * (dice - twos - ones))


def mage(play: Play, seat: str = "ann", **more: Any) -> str:  # noqa: ANN401 fields of a creature
    """Add a mage: a character with a theme, whose dice have Magic icons."""
    return play.one(seat, more.pop("dice", MAGE), themes=THEMES, **more)


def propose_casting(play: Play, who: str, aim: str = "bless the ground", **casting: Any) -> str:  # noqa: ANN401
    """Declare a casting; return the task."""
    task = Task(
        id=play.new("task"), creature=who, aim=aim, skill="Magic", casting=Casting(theme="Ground", **casting)
    )  # fmt: skip
    play.given(TaskProposed(task=task))
    return task.id


def magic(purpose: Purpose = "effect", **terms: Any) -> Terms:  # noqa: ANN401 fields of terms
    """Return the terms of a task by magic."""
    return Terms(skill="Magic", purpose=purpose, own_level="difficulty" in terms, **terms)


def cast(
    play: Play, who: str, terms: Terms, faces: Sequence[int], *, casting: dict[str, Any] | None = None
) -> list[Event]:  # fmt: skip
    """Cast on these terms; return the events of the roll."""
    task = propose_casting(play, who, **(casting or {}))
    play.do(SetTask(task=task, terms=terms))
    return play.do(RollTask(task=task), *faces)


def effect_begun(happened: Sequence[Event]) -> Effect:
    """Return the only effect that began."""
    (one,) = [event.effect for event in happened if isinstance(event, EffectBegan)]
    return one


def goes_on(play: Play, who: str, successes: int = 4, **more: Any) -> str:  # noqa: ANN401 fields of an effect
    """Begin an effect that its caster must sustain; return the effect's id."""
    said: dict[str, Any] = {"theme": "Ground", "what": "bless the ground", "kind": "effect", **more}
    effect = Effect(id=play.new("effect"), caster=who, successes=successes, **said)
    play.given(EffectBegan(effect=effect))
    return effect.id


class Casts(Tries):
    """A campaign with a character whose dice have two Magic icons each."""

    def __init__(self, dice: int = 1, **more: Any) -> None:  # noqa: ANN401 settings, and fields of a creature
        """Add a character with this many dice, each of which allows two safe uses of magic."""
        fields = {name: more.pop(name) for name in ("spiffs", "lost", "automatic") if name in more}
        super().__init__(**more)
        self.caster = self.one("ann", [CASTS] * dice, **fields)

    def magic(self, *faces: int, who: str | None = None, **terms: Any) -> list[Any]:  # noqa: ANN401 fields of terms
        """Call for a task by magic and roll; return the events."""
        return self.roll(self.call(who or self.caster, "Magic", **terms), *faces)

    def lost_to_fatigue(self, *faces: int, **terms: Any) -> int:  # noqa: ANN401 fields of terms
        """Call for a task that uses magic, and roll for it. Return the number of successes lost to fatigue."""
        (used,) = (one for one in self.magic(*faces, **terms) if isinstance(one, MagicUsed))
        return used.tired

    def uses(self, number: int, *faces: int) -> None:
        """Use the caster's magic this many times."""
        for _ in range(number):
            self.magic(*faces or (HITS,) * len(self.who(self.caster).numbers))

    @property
    def price(self) -> tuple[int, int]:
        """Return how many uses are counted and how many successes the next use loses, as every seat sees them."""
        seen = next(one.magic for one in view(self.state, "bob").characters if one.id == self.caster)
        return seen.used, seen.next_loses

    def rests(self, hours: int, *, awake: bool = False) -> list[Any]:
        """Pass hours while the caster rests, or stays up if `awake`."""
        return self.do(PassTime(hours=hours, resting=() if awake else (self.caster,)))


def ends_and_reasons(happened: list[Event]) -> list[tuple[str, str]]:
    """Return each effect that ended, with the reason."""
    return [(event.effect, event.why) for event in happened if isinstance(event, EffectEnded)]


def holds(play: Play) -> str:
    """Announce that hours pass; return the task of the only caster who sustains an effect."""
    return play.the(TaskProposed, NIGHT).task.id
