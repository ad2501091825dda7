"""A fight for tests: its fighters, bystanders and current turn."""

from typing import Any, Final

from services.rpg_boundless.chapters.damage import CriticalSave
from services.rpg_boundless.chapters.overrides import AdjustHp
from services.rpg_boundless.chapters.recovery import Rest, Rested
from services.rpg_boundless.chapters.turns import EndTurn
from services.rpg_boundless.state.sheets import Helper
from tests.rpg_boundless.play import SWORD, Play

WHY: Final = "so it is ruled"


class Fight(Play):
    """A fight in which ann acts first, then bob, then a wolf, while cara watches."""

    def __init__(self, **groups: dict[str, Any]) -> None:
        """Start the fight and its first round, with these settings."""
        super().__init__(**groups)
        self.ann, self.bob, self.cara = self.hero(seat="ann"), self.hero(seat="bob"), self.hero(seat="bob")
        self.sword, self.wolf, self.crow = self.item(self.ann, SWORD), self.foe(9), self.foe(9)
        self.item(self.bob, SWORD)
        self.fight([self.ann, self.bob], [self.wolf], 6, 4, 2)

    def dying(self, hero: str) -> None:
        """Make a character fall and fail its Critical Save."""
        self.do(AdjustHp(character=hero, hp=0, reason=WHY))
        self.do(CriticalSave(critical=self.critical(hero)), 1, 1)
        assert "dying" == self.who(hero).status

    def next(self, *heroes: str) -> None:
        """End the turns of these fighters."""
        for hero in heroes:
            self.do(EndTurn(participant=hero))


def lend(ally: str) -> Helper:
    """Return one point of help, to be paid with an ally's Stamina."""
    return Helper(character=ally, stamina=1)


def rest(play: Play, hero: str, *faces: int) -> str:
    """Play a short rest with these faces; return its recovery."""
    return play.the(Rested, Rest(character=hero, length="short"), *faces, seat="ann").recovery


def fallen(play: Play, hero: str, *faces: int) -> None:
    """Set a character's HP to 0 and roll its Critical Save."""
    play.do(AdjustHp(character=hero, hp=0, reason=WHY))
    play.do(CriticalSave(critical=play.critical(hero)), *faces)
