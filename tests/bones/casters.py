"""Helpers for tests of magic in fights: a character with Fire Magic, and the terms that the game master sets."""

from collections.abc import Sequence
from typing import Any, Final

from services.bones.chapters.fights.casting_in_fights import (
    SetRoundMagic,
)
from services.bones.chapters.magic.casting import MagicUsed
from services.bones.chapters.magic.effects import EffectBegan, EffectEnded, EffectHeld
from services.bones.reading.fighting import WEAPONS
from services.bones.state.combat import RoundMagic
from services.bones.state.magic import Casting, Theme
from shared.kernel.messages import Event
from tests.bones.arena import Arena
from tests.bones.play import BOB

FIRE: Final = Theme(
    name="Fire Magic", effect="creating and manipulating fire", limitation="the manipulation and creation of fire alone"
)
BURN: Final = Casting(theme="Fire Magic")
BOLT: Final = RoundMagic(attacks=True, ranged=True)
RING: Final = RoundMagic(attacks=True, protects=True)
WALL: Final = RoundMagic(protects=True, goes_on=True)
IDLE: Final = "Scholar"
"""A face without effect in a fight."""


class Casters(Arena):
    """A campaign with a fight that a caster can join."""

    def caster(self, *faces: str, seat: str = "ann", **fields: Any) -> str:  # noqa: ANN401 fields of a creature
        """Add a character with Fire Magic: a die that shows each of these faces, and one die with four Magic icons."""
        dice = [(face, *[IDLE] * 5) for face in faces] + [(IDLE, *["Magic"] * 4, "blank")]
        return self.one(seat, dice, themes=(FIRE,), **fields)

    def bob(self, **fields: Any) -> str:  # noqa: ANN401 fields of a creature
        """Add Bob, the book's example character, with five Magic icons."""
        return self.one("ann", BOB, themes=(FIRE,), **fields)

    def casts(self, who: str, magic: RoundMagic | None = BOLT, *, holds: str | None = None, **said: Any) -> None:  # noqa: ANN401
        """Declare for a caster who casts or sustains an effect under set terms; all others fight."""
        body: dict[str, Any] = {"casting": BURN, "aim": "fire"} if holds is None else {"holds": holds}
        if not self.fighter(who).declared:
            self.says(who, "magic", **{**body, **said})
        for other in self.combat.order:
            if not self.fighter(other).declared and not self.who(other).down:
                armed = tuple(key for key, item in self.who(other).items.items() if item.group in WEAPONS)
                self.says(other, weapons=armed)
        self.do(SetRoundMagic(creature=who, magic=magic))

    def cast(
        self, who: str, *foes: str, magic: RoundMagic | None = BOLT, shown: dict[str, Any] | None = None,
        **scene: Any,  # noqa: ANN401 fields of the command
    ) -> list[Event]:  # fmt: skip
        """Begin a fight in which a caster declares magic, and roll the dice."""
        self.begin((who,), foes, **scene)
        self.casts(who, magic)
        return self.rolls(shown or {})


def uses(events: Sequence[Event]) -> list[tuple[int, int]]:
    """Return for each use of magic the number of recent uses, including it, and the successes that it loses."""
    return [(event.number, event.tired) for event in events if isinstance(event, MagicUsed)]


class Holders(Casters):
    """A fight in which a caster sustains a wall of flame."""

    def wall(self, who: str, *foes: str, magic: RoundMagic = WALL, shown: dict[str, Any] | None = None) -> str:
        """Begin a fight in which a caster casts a lasting effect, and finish the round; return the effect."""
        self.cast(who, *foes, magic=magic, shown=shown)
        self.over(who, *foes)
        (effect,) = self.state.effects
        return effect

    def over(self, *all_: str) -> list[Event]:
        """Allot nothing for these fighters, so that the round ends; return the events."""
        found: list[Event] = []
        while self.combat.stage == "allotting":
            for who in all_:
                if who in self.combat.allotting and not self.fighter(who).allotted:
                    found += self.put(who)
                    break
        return found

    def other(self, who: str, *foes: str) -> list[Event]:
        """Begin a round in which the caster declares no task, and roll."""
        for one in (who, *foes):
            self.says(one, "nothing" if one == who else "fight")
        return self.rolls({})


def kinds_of(events: list[Event]) -> list[Event]:
    """Return the events that begin, sustain or end effects."""
    return [event for event in events if isinstance(event, EffectBegan | EffectHeld | EffectEnded)]
