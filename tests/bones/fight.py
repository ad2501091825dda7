"""A fight for tests: its sides, declarations, and the dice of the round."""

from collections.abc import Sequence
from typing import Any, Final

from services.bones.chapters.fights.combat import Entrant, StartCombat
from services.bones.chapters.fights.declaring import Declare
from services.bones.chapters.fights.rounds import RollRound
from services.bones.state.combat import Combat, Fighter
from shared.kernel.messages import Event
from tests.bones.play import STANDARD, Play

PLAIN: Final = ("Universal", "Physical", "Melee", "Missile", "Defend", "blank")
"""A die with one of each face that matters in a fight."""
FIGHTER: Final = tuple(STANDARD["Fighter"])
HORDE: Final = ("Melee", "Melee", "Melee", "blank", "blank", "Regenerate")
RIDER: Final = ("Universal", "Physical", "Riding", "Melee", "Melee", "Defend")


class Fight(Play):
    """A campaign with a fight in progress."""

    def die(self, seat: str, count: int = 1, dice: Sequence[str] = PLAIN, **fields: Any) -> str:  # noqa: ANN401 as `one`
        """Add a creature with this many equal dice."""
        return self.one(seat, [dice] * count, **fields)

    def begin(self, *sides: Sequence[str], **more: Any) -> list[Event]:  # noqa: ANN401 fields of the command
        """Begin a fight between these sides."""
        entrants = tuple(Entrant(creature=who, side=f"side {n}") for n, side in enumerate(sides) for who in side)
        return self.do(StartCombat(fighters=entrants, **more))

    def says(self, who: str, doing: str = "fight", *, seat: str = "gm", **said: Any) -> list[Event]:  # noqa: ANN401
        """Send a creature's declaration."""
        return self.do(Declare(creature=who, doing=doing, **said), seat=seat)  # type: ignore[arg-type]

    def all_fight(self, *others: str) -> None:
        """Declare for all remaining fighters: bare hands, or nothing for those named."""
        for who in self.combat.order:
            if not self.fighter(who).declared:
                self.says(who, "nothing" if who in others else "fight")

    def rolled(self, *faces: int) -> list[Event]:
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
