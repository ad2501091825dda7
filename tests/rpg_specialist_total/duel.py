"""Helpers for a duel in which each step of an attack is a command."""

from collections.abc import Mapping
from typing import Any, Final, TypeAlias, TypeVar

from services.rpg_specialist_total.chapters.attacks import Attack, AttackDeclared
from services.rpg_specialist_total.chapters.damage import DamageDealt, RollDamage, RollMitigation
from services.rpg_specialist_total.chapters.defence import Block, Evade
from services.rpg_specialist_total.chapters.outcomes import AttackSettled
from services.rpg_specialist_total.chapters.states import VitalityLost
from services.rpg_specialist_total.state.combatants import Invested
from services.rpg_specialist_total.state.exchange import Critical, Exchange, Rolled
from shared.kernel.messages import Event
from tests.rpg_specialist_total.play import Play

E = TypeVar("E", bound=Event)

Fields: TypeAlias = Mapping[str, Any]
NONE: Final[Fields] = {}
BLADE: Final = "small melee weapon"
PLAIN: Final = 12
"""The face of a d100 for a percentile that is neither a double nor 01."""
LUCKY, UNLUCKY = 1, 2
SUCCESS, FAILURE = 33, 1
JUDGED: Final[Mapping[int, Critical]] = {SUCCESS: "critical_success", FAILURE: "critical_failure"}

MAGE: Final = {"components": ("Bolt", "Whisper", "Lore"), "energies": ("fire", "death"), "items": (BLADE,)}


def ap(**components: int) -> tuple[Invested, ...]:
    """Return the AP invested in each named component; an underscore in a name stands for a space."""
    return tuple(Invested(name=name.replace("_", " "), ap=number) for name, number in components.items())


def roll(total: int, *faces: int, percentile: int | None = None, **more: Any) -> Rolled:  # noqa: ANN401 parts of a roll
    """Return a roll with this total."""
    judged = None if percentile is None else JUDGED.get(percentile)
    return Rolled(faces=faces, total=total, percentile=percentile, critical=judged, **more)


def face(percentile: int) -> int:
    """Return the face of a d100 that shows this percentile: 100 for 0."""
    return percentile or 100


class Duel(Play):
    """A fight between `ann`, who has a small melee weapon and the first turn, and `bob`."""

    def __init__(
        self, attacker: Fields = NONE, defender: Fields = NONE, *, rounds: int = 2, data: Fields = NONE, **groups: Any,  # noqa: ANN401 settings
    ) -> None:  # fmt: skip
        """Start in the second round, when both may defend. `data` are entries added to the built-in catalogue."""
        super().__init__(**groups)
        self.data(**data)
        self.ann = self.one(**{"items": (BLADE,), **attacker})
        self.bob = self.one(**{"seat": "bob", **defender})
        self.fight(self.ann, self.bob, round=rounds)

    def attack(self, **fields: Any) -> Attack:  # noqa: ANN401 fields of an attack
        """Return an attack with 2 AP and the small melee weapon; `fields` override the command's fields."""
        usual = {"attacker": self.ann, "target": self.bob}
        if "weapon" not in fields:
            usual["weapon"] = self.item_named(self.ann, BLADE)
        return Attack(**{**usual, "ap": 0 if "components" in fields else 2, **fields})

    def strike(self, *faces: int, percentile: int = PLAIN, **fields: Any) -> list[Event]:  # noqa: ANN401 fields of an attack
        """Attack with these to-hit faces and this percentile.

        If `fields` contains `larger`, the Keeper sends the command.
        """
        seat = "gm" if "larger" in fields else "ann"
        return self.do(self.attack(**fields), *faces, face(percentile), seat=seat)

    def evade(self, *faces: int, percentile: int = PLAIN, **fields: Any) -> list[Event]:  # noqa: ANN401 fields of an evasion
        """Evade as `bob` with these faces and this percentile."""
        return self.do(Evade(**fields), *faces, face(percentile), seat="bob")

    def block(self, *faces: int, percentile: int | None = PLAIN, **fields: Any) -> list[Event]:  # noqa: ANN401 fields of a block
        """Block as `bob` with these faces and this percentile, which is None after an evasion."""
        shown = () if percentile is None else (face(percentile),)
        return self.do(Block(**fields), *faces, *shown, seat="bob")

    def damage(self, *faces: int, luck: int = 0) -> list[Event]:
        """Roll damage as `ann`."""
        return self.do(RollDamage(luck=luck), *faces, seat="ann")

    def mitigation(self, *faces: int, luck: int = 0, seat: str = "bob") -> list[Event]:
        """Roll mitigation."""
        return self.do(RollMitigation(luck=luck), *faces, seat=seat)

    @property
    def exchange(self) -> Exchange:
        """Return the attack in progress."""
        assert self.state.exchange is not None
        return self.state.exchange

    def vitality_lost(self) -> tuple[int, int]:
        """Return the Vitality that attacker and defender have lost."""
        return 40 - self.who(self.ann).vitality, 40 - self.who(self.bob).vitality


def only(events: list[Event], kind: type[E]) -> E:
    """Return the only event of a type."""
    (found,) = [event for event in events if isinstance(event, kind)]
    return found


def outcome(events: list[Event]) -> str:
    """Return the outcome of an attack."""
    return only(events, AttackSettled).outcome


def damage_dealt(events: list[Event]) -> DamageDealt:
    """Return the damage that an attack dealt."""
    return only(events, DamageDealt)


def losses(events: list[Event]) -> list[int]:
    """Return the losses of Vitality."""
    return [event.amount for event in events if isinstance(event, VitalityLost)]


def declare_attack(duel: Duel, *faces: int, **fields: Any) -> AttackDeclared:  # noqa: ANN401 fields of an attack
    """Attack, and return the event that declares it."""
    return only(duel.strike(*faces, **fields), AttackDeclared)
