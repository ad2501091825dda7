"""Random campaigns that differ only in a closed creature and its secret declarations.

The computer player must send the same commands in both.
"""

from __future__ import annotations

from random import Random
from typing import Any, Final

import pytest

from services.bones import tactics
from services.bones.catalogue import Run
from services.bones.chapters.fights.allotting import Allot
from services.bones.chapters.fights.declaring import Declare
from services.bones.chapters.fights.round_dice import dice_thrown
from services.bones.chapters.fights.rounds import RollRound
from services.bones.players import PLAYERS
from services.bones.reading.taking_part import there
from services.bones.state.creatures import NewCreature
from shared.kernel.messages import Command, canonical
from shared.kernel.stream import AppointPlayer
from tests.bones.screened import FIRST, Screened
from tests.support.housed import Housed
from tests.support.sampling import sampled

SEATS: Final = ("ann", "bob")
CAMPAIGNS: Final = sampled(6, of=400)
FACES: Final = (
    "Melee", "Missile", "Defend", "Swim", "Perception", "Maneuver", "Stealth", "Magic", "Prickly", "Regenerate",
    "blank",
)  # fmt: skip
ITEMS: Final = ("Spear", "Dagger / knife", "Javelin", "Sling", "Two-handed melee (great sword, maul, great ax)")
"""Items without dice, because all seats see how many dice are rolled for a creature."""
MOST_STEPS: Final = 60


def creature(dice: int, random: Random) -> NewCreature:
    """Return a random beast with this many dice. The first face of each die is the same for all beasts."""
    runs = tuple(Run(n=1, faces=(FIRST, *(random.choice(FACES) for _ in range(5)))) for _ in range(dice))
    return NewCreature(
        name=f"beast {random.randrange(100)}", kind="beast", dice=runs, move=random.choice(("1", "2")),
        items=tuple(random.choices(ITEMS, k=random.randrange(3))), flying=random.choice((None, "4")),
    )  # fmt: skip


class Hunt(Screened):
    """A fight of two computer players against a closed creature, for which the game master acts at random."""

    def __init__(self, dice: int, random: Random) -> None:
        """Add the closed creature, and begin the fight."""
        super().__init__(creature(dice, random))
        self.random = random
        self.fights()
        for seat in SEATS:
            self.send(AppointPlayer(seat=seat, player="fighter"), seat)
        self.house = Housed(self, PLAYERS)

    def lead(self) -> bool:
        """Act for the closed creature; return whether there was anything to do."""
        combat, faces = self.state.combat, None
        if combat is None or self.state.characters[self.foe].down:
            return False
        command: Command | None = next(tactics.answers(self.state, [self.foe].__contains__), None)
        if command is None and combat.stage == "declaring":
            command = self.declaration()
        elif command is None and combat.stage == "terms":
            thrown: Any = (1,) * sum(dice_thrown(self.state, one) for one in there(self.state))
            command, faces = RollRound(), thrown
        self.send(command or Allot(creature=self.foe), faces=faces)
        return True

    def declaration(self) -> Command:
        """Return a random declaration, which other seats do not see."""
        targets = tuple(sorted(self.random.sample([self.bob, self.grumpy], self.random.randrange(1, 3))))
        return Declare(creature=self.foe, doing="fight", targets=targets)


@pytest.mark.rule("AR-HOUSE-07")
@pytest.mark.parametrize("part", range(3))
def test_random_closed_creatures_do_not_affect_the_computer_player(part: int) -> None:
    """Both seats send byte-identical commands against either creature, until a roll shows the difference."""
    compared = 0
    for number in range(part, CAMPAIGNS, 3):
        dice = 1 + number % 9
        first, second = (Hunt(dice, Random(f"hunt {number} {which}")) for which in range(2))
        for _ in range(MOST_STEPS):
            seat = first.house.seat
            assert seat == second.house.seat
            if seat is None:
                if not (first.lead() and second.lead()):
                    break
                continue
            chosen = [one.house.choose(seat) for one in (first, second)]
            assert canonical(chosen[0]) == canonical(chosen[1])
            for one in (first, second):
                one.send(chosen[0], seat, by="player:fighter@test")
            compared += 1
    assert compared >= 2 * (CAMPAIGNS // 3)
