"""Helpers for tests of a fight: its sides, declarations, and the dice of the round."""

from collections.abc import Sequence
from typing import Any, Final

from services.bones.chapters.fights.combat import Entrant, StartCombat
from services.bones.chapters.fights.declaring import Declare
from services.bones.chapters.fights.rounds import RollRound
from services.bones.state.combat import Aimed, Combat, Fighter, Put
from shared.kernel.messages import Event
from tests.bones.play import STANDARD, Play

PLAIN: Final = ("Universal", "Physical", "Melee", "Missile", "Defend", "blank")
"""A die with one of each face that matters in a fight."""
FIGHTER: Final = tuple(STANDARD["Fighter"])
HORDE: Final = ("Melee", "Melee", "Melee", "blank", "blank", "Regenerate")
RIDER: Final = ("Universal", "Physical", "Riding", "Melee", "Melee", "Defend")

UNIVERSAL, PHYSICAL, MELEE, MISSILE, DEFEND, BLANK = range(1, 7)
"""The faces of a plain die."""
UNLIKE: Final = (PLAIN, (*PLAIN[:5], "Craft"))

SWORD = "One-handed melee (sword, mace, club, battle ax)"
BOOTS = "Boots of Stealth"
BRAWLER = ("Universal", "Physical", "Unarmed", "Melee", "Defend", "blank")


class Fight(Play):
    """A campaign with a fight in progress."""

    def die(self, seat: str, count: int = 1, dice: Sequence[str] = PLAIN, **fields: Any) -> str:  # noqa: ANN401 as `one`
        """Add a creature with this many identical dice; return its id."""
        return self.one(seat, [dice] * count, **fields)

    def begin(self, *sides: Sequence[str], **more: Any) -> list[Event]:  # noqa: ANN401 fields of the command
        """Begin a fight between these sides."""
        entrants = tuple(Entrant(creature=who, side=f"side {n}") for n, side in enumerate(sides) for who in side)
        return self.do(StartCombat(fighters=entrants, **more))

    def says(self, who: str, doing: str = "fight", *, seat: str = "gm", **said: Any) -> list[Event]:  # noqa: ANN401
        """Send a creature's declaration."""
        return self.do(Declare(creature=who, doing=doing, **said), seat=seat)  # type: ignore[arg-type]

    def all_fight(self, *others: str) -> None:
        """Declare for all other fighters. They fight with bare hands; those in `others` do nothing."""
        for who in self.combat.order:
            if not self.fighter(who).declared:
                self.says(who, "nothing" if who in others else "fight")

    def roll(self, *faces: int) -> list[Event]:
        """Roll the dice of the round."""
        return self.do(RollRound(), *faces)

    @property
    def combat(self) -> Combat:
        """Return the current fight."""
        assert self.state.combat is not None
        return self.state.combat

    def fighter(self, who: str) -> Fighter:
        """Return a creature's state in the fight."""
        return self.combat.fighters[who]


def pair(*, bob: int = 1, goblin: int = 1, **fields: Any) -> tuple[Fight, str, str]:  # noqa: ANN401 fields of bob
    """Return a fight between Ann's creature and the game master's, and both ids.

    No two dice of a creature are alike.
    """
    table = Fight()
    one, other = table.one("ann", UNLIKE[:bob], **fields), table.one("gm", UNLIKE[:goblin])
    table.begin([one], [other])
    return table, one, other


def strikes(target: str, *dice: str) -> tuple[Put, ...]:
    """Return an allotment in which one success of each of these dice attacks the target."""
    return tuple(Put(die=die, attack=(Aimed(target=target),)) for die in dice)


def only(found: list[Event], *kinds: type[Event]) -> list[Event]:
    """Return the events of these kinds."""
    return [event for event in found if isinstance(event, kinds)]
