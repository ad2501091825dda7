"""Helpers for tests of attacks in a fight: dice with fixed results, allotments, and the outcomes of attacks."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from services.bones.chapters.fights.allotting import Allot
from services.bones.chapters.fights.blows import BlowStruck, StandAgainst
from services.bones.chapters.fights.rounds import RollRound
from services.bones.chapters.rolls.rolls import dice_of
from services.bones.chapters.rolls.wounds import DamageDealt
from services.bones.reading.fighting import WEAPONS
from services.bones.state.combat import Aimed, Between, Put, Stand
from services.bones.state.rolls import Roll
from shared.kernel.legal import Allowed
from shared.kernel.messages import Command, Event
from shared.kernel.refusals import Refusal
from tests.bones.fight import Fight
from tests.bones.play import allowed_of

CROSSBOW, DAGGER = "Short bow / light crossbow", "Dagger / knife"

NONE: Final = ("Magic",)
"""Skills that have no use in a fight."""

ARMOR, SHIELD = "Light armor (leather)", "Buckler"


def sure(*faces: str) -> list[tuple[str, ...]]:
    """Return dice whose faces are all the same, one die for each of these faces."""
    return [(face,) * 6 for face in faces]


def to(target: str, die: int | str = 1, count: int = 1, *, way: int = 0, defend: int = 0) -> Put:
    """Return an allotment of a die's successes to attack."""
    return Put(die=name(die), way=way, attack=(Aimed(target=target, count=count),), defend=defend)


def keep(die: int | str = 1, count: int = 1, *, way: int = 0) -> Put:
    """Return an allotment of a die's successes to defence."""
    return Put(die=name(die), way=way, defend=count)


def name(die: int | str) -> str:
    """Return the name of a die: a number for a creature's own die, an item's id for the item's."""
    return f"die-{die}" if isinstance(die, int) else die


class Arena(Fight):
    """A fight in which every fighter uses all its weapons unless a test says otherwise."""

    def of(self, seat: str, *faces: str, **fields: Any) -> str:  # noqa: ANN401 fields of a creature
        """Add a creature whose dice always show these faces; return its id."""
        return self.one(seat, sure(*faces), **fields)

    def fought(
        self, *sides: Sequence[str], said: Mapping[str, dict[str, Any]] | None = None,
        shown: Mapping[str, int | Sequence[int]] | None = None, **scene: Any,  # noqa: ANN401 fields of the command
    ) -> list[Event]:  # fmt: skip
        """Begin a fight, declare for all fighters, and roll.

        `shown` sets the faces that the dice show; all other dice show their first face.
        """
        self.begin(*sides, **scene)
        return self.round(said=said, shown=shown)

    def round(
        self, *, said: Mapping[str, dict[str, Any]] | None = None,
        shown: Mapping[str, int | Sequence[int]] | None = None,
    ) -> list[Event]:  # fmt: skip
        """Declare for all fighters, and roll the dice of the round."""
        for who in self.combat.order:
            if not self.fighter(who).declared and not self.who(who).down:
                carried = [key for key, item in self.who(who).items.items() if item.group in WEAPONS]
                usual: dict[str, Any] = {"weapons": tuple(sorted(carried))} if carried else {}
                self.says(who, **(usual | (said or {}).get(who, {})))
        return self.rolls(shown or {})

    def rolls(self, shown: Mapping[str, int | Sequence[int]]) -> list[Event]:
        """Roll the dice of the round."""
        faces: list[int] = []
        for who in sorted(self.combat.order, key=self._rolls_apart):
            said = self.fighter(who).declaration
            if said is None or said.doing not in ("fight", "magic", "other", "move") or self.who(who).down:
                continue
            dice = dice_of(self.state, who, skill=None, weapons=said.weapons)
            own = shown.get(who)
            for _ in range(len(said.targets) if self.who(who).kind == "horde" else 1):
                named = [own] * len(dice) if isinstance(own, int) else list(own or [1] * len(dice))
                faces += [shown.get(die.die, named[number]) for number, die in enumerate(dice)]  # type: ignore[misc]
        return self.do(RollRound(), *faces)

    def _rolls_apart(self, who: str) -> bool:
        said = self.fighter(who).declaration
        return said is not None and said.doing in ("other", "move")

    def put(self, who: str, *puts: Put, seat: str = "gm", ranged: bool = False) -> list[Event]:
        """Send a fighter's allotment."""
        return self.do(Allot(creature=who, puts=puts, ranged=ranged), seat=seat)

    def stand(self, who: str, seat: str = "gm", **stands: int) -> list[Event]:
        """State how many successes of a fighter's defence count against each attacker.

        In the keyword names, _ stands for -.
        """
        said = tuple(Stand(attacker=key.replace("_", "-"), count=count) for key, count in stands.items())
        return self.do(StandAgainst(creature=who, stands=said), seat=seat)

    def entries(self, seat: str, kind: type[Command]) -> list[Allowed]:
        """Return the entries for a command type in a seat's list of legal commands."""
        return allowed_of(self.state, seat, kind)

    def roll_of(self, who: str) -> Roll:
        """Return a fighter's roll."""
        return self.state.rolls[self.fighter(who).rolls[0]]


def blows(events: Sequence[Event]) -> list[BlowStruck]:
    """Return the outcomes of the attacks."""
    return [event for event in events if isinstance(event, BlowStruck)]


def blow(events: Sequence[Event]) -> BlowStruck:
    """Return the outcome of the round's only attack."""
    (found,) = blows(events)
    return found


def damage_dealt(events: Sequence[Event]) -> dict[str, int]:
    """Return the damage dealt, by creature."""
    return {event.wound.creature: event.wound.amount for event in events if isinstance(event, DamageDealt)}


def between(attacker: str, target: str, **more: Any) -> tuple[Between, ...]:  # noqa: ANN401 fields of the circumstances
    """Return circumstances that apply when one fighter attacks the other."""
    return (Between(attacker=attacker, target=target, **more),)


def struck(*faces: str, **more: Any) -> BlowStruck:  # noqa: ANN401 `on` and `by` whom, `pair`, `settings`, the scene
    """Return the outcome of an attack that uses all successes of these faces, against a target with no defence."""
    on, by, pair = more.pop("on", {}), more.pop("by", {}), more.pop("pair", {})
    ranged = more.pop("ranged", False)
    table = Arena(**more.pop("settings", {}))
    foe, one = table.of("ann", *["Magic"] * 5, **on), table.of("gm", *faces, **by)
    table.fought((one,), (foe,), between=between(one, foe, **pair), **more)
    counts = [face.rpartition("*")[2] for face in faces]
    puts = [to(foe, place, int(count) if count.isdigit() else 1) for place, count in enumerate(counts, 1)]
    return blow(table.put(one, *puts, ranged=ranged))


def successes_lost(found: BlowStruck) -> dict[str, int]:
    """Return the successes that an attack has lost, by reason."""
    return {loss.why: loss.count for loss in found.losses}


def met(*faces: str, **more: Any) -> tuple[Arena, str, str]:  # noqa: ANN401 `by` and `on` whom, `pair`, settings
    """Begin a fight between a character with these faces and a powerless member of the cast; return both ids."""
    by, on, said, pair = (more.pop(key, {}) for key in ("by", "on", "said", "pair"))
    table = Arena(**more)
    one, foe = table.of("ann", *faces, **by), table.of("gm", *["Magic"] * 5, **on)
    table.fought((foe,), (one,), said={one: said}, between=between(one, foe, **pair))
    return table, one, foe


def assert_refused(refusal: type[Refusal], table: Arena, who: str, *puts: Put, ranged: bool = False) -> None:
    """Assert that the game refuses an allotment with this refusal."""
    table.no(refusal, Allot(creature=who, puts=puts, ranged=ranged), seat="ann")
