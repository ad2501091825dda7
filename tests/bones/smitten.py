"""Helpers for tests of magic on minds: the caster, the target, their dice, and the resulting control."""

from typing import Any, Final

from services.bones.chapters.lasting_magic.minds import (
    GiveOrder,
    OrderGiven,
    ResistanceOpened,
    ResistanceSettled,
    ResistMagic,
    SetMagnitude,
)
from services.bones.chapters.magic.effects import EffectBegan
from services.bones.chapters.tasks.rolling import RollTask
from services.bones.chapters.tasks.tasks import CallTask, TaskProposed
from services.bones.state.magic import Casting, Effect, Theme
from services.bones.state.tasks import Terms
from shared.kernel.messages import Event
from tests.bones.fight import Fight

WITCH: Final = ("Magic", "Universal", "Mental", "Magic", "Physical", "blank")
WILL: Final = ("Universal", "Mental", "Physical", "Racial:Dwarf", "Scholar", "blank")
"""A die for the caster and one for the target, each with every face that these tests need."""
MAGIC, UNIVERSAL, MENTAL, PHYSICAL, NOTHING = 1, 2, 3, 5, 6
"""Faces of the caster's die."""
U, M, P, RACIAL, SKILL, BLANK = 1, 2, 3, 4, 5, 6
"""Faces of the target's die."""
CHARM: Final = Casting(theme="charms")
THEME: Final = Theme(name="charms", effect="it turns minds", limitation="by a word that is heard")


class Smitten(Fight):
    """A campaign in which one character uses magic on another's mind."""

    def __init__(self, witch: int = 5, will: int = 4, **groups: dict[str, Any]) -> None:
        """Add the caster, a character of ann's, and the target, a character of bob's, with `witch` and `will` dice."""
        super().__init__(**groups)
        self.wanda = self.one("ann", [WITCH] * witch, themes=(THEME,))
        self.bob = self.one("bob", [WILL] * will)

    def aims(self, *minds: str, **more: Any) -> str:  # noqa: ANN401 fields of the terms
        """Declare that the caster tries to control minds; return the task."""
        terms = Terms(skill="Magic", purpose="mind", minds=minds or (self.bob,), **more)
        return self.the(TaskProposed, self.call(terms)).task.id

    def call(self, terms: Terms) -> CallTask:
        """Return the game master's command that sets the terms for magic on a mind."""
        return CallTask(creature=self.wanda, aim="a love charm", terms=terms, casting=CHARM)

    def casts(self, *faces: int, minds: tuple[str, ...] = ()) -> list[Event]:
        """Make the caster try to control minds, and roll; return the events."""
        return self.do(RollTask(task=self.aims(*minds)), *faces)

    def cast_on_mind(self, *faces: int) -> str:
        """Make the caster try to control a mind, and roll; return the open resistance."""
        (found,) = [one.resistance.id for one in self.casts(*faces) if isinstance(one, ResistanceOpened)]
        return found

    def resists(self, *faces: int, seat: str = "gm") -> list[Event]:
        """Roll resistance for the only mind that may resist."""
        (one,) = self.state.resistances
        return self.do(ResistMagic(resistance=one), *faces, seat=seat)

    def control_mind(self, net: int) -> Effect:
        """Cast with `net` successes, which the target does not resist; return the control, whose degree is `net`."""
        self.cast_on_mind(*[MAGIC] * net, *[NOTHING] * (5 - net))
        (found,) = [one for one in self.resists(*[BLANK] * 4) if isinstance(one, EffectBegan)]
        return found.effect

    def give_order(self, effect: Effect, magnitude: int, text: str = "open the gate") -> tuple[str, list[Event]]:
        """Give an order of this magnitude; return it, and the events."""
        order = self.the(OrderGiven, GiveOrder(effect=effect.id, text=text), seat="ann").order.id
        return order, self.do(SetMagnitude(order=order, magnitude=magnitude))


def outcome_of(happened: list[Event]) -> ResistanceSettled:
    """Return the outcome for the only mind that could resist."""
    (found,) = [event for event in happened if isinstance(event, ResistanceSettled)]
    return found


def began(happened: list[Event]) -> list[Effect]:
    """Return the control that began."""
    return [event.effect for event in happened if isinstance(event, EffectBegan)]
