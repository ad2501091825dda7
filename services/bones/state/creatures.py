"""Creatures: characters, cast members, beasts and hordes. A creature consists of dice, and its items add dice."""

from __future__ import annotations

from typing import Annotated, Final, Literal, TypeAlias

from msgspec import Meta, Struct, json

from services.bones.catalogue import Group, Runs
from services.bones.faces import Face, Move, SixFaces, parts
from services.bones.state.magic import Theme
from services.bones.state.seasons import Asset
from shared.kernel.lasting import Lasting, once
from shared.kernel.messages import Line

CreatureKind: TypeAlias = Literal["character", "cast", "beast", "horde"]
HinderingKind: TypeAlias = Literal["poison", "flaming"]
Part: TypeAlias = Literal["dice", "items"]
"""The parts of a creature that can be closed (hidden from players)."""
Service: TypeAlias = Literal["companion", "lackey", "crew"]
Text: TypeAlias = Annotated[str, Meta(max_length=4000, pattern=r"^[^\x00-\x08\x0b-\x1f\x7f\ud800-\udfff]*$(?!\n)")]
WALKS: Final = "1"
"""The move score of people on foot. Source: the first table of movement."""
NOT_GIVEN: Final[str] = json.decode(f'"{WALKS}"')
"""The default move score, for creatures whose sheet gives none.

Messages leave out a field whose value is the default object itself. Python shares one object for each text of one
character, and a decoded snapshot has that object. So the default must be a different object: otherwise a sheet's own
move score would be shown before a snapshot, but not after it.
"""
MOST_DICE: Final = 40
"""The maximum number of dice of a creature. Characters have up to ten, and hordes up to twenty."""
DieNumber: TypeAlias = Annotated[int, Meta(ge=1, le=MOST_DICE)]
DieNumbers: TypeAlias = Annotated[tuple[DieNumber, ...], Meta(max_length=MOST_DICE)]
MOST_COINS: Final = 1_000_000
"""The maximum number of coins of a creature. Rule: BN-CAMP-156."""
Count: TypeAlias = Annotated[int, Meta(ge=0, le=MOST_COINS)]


class Die(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """A die of a creature. Dice are numbered from 1. `of` names the standard die or source that the die comes from."""

    faces: SixFaces
    of: Line | None = None
    note: Line | None = None

    def bears(self, icon: str) -> int:
        """Return how many faces of the die have an icon. All variants of the icon count."""
        return sum([icon in {part.icon for part in parts(face)} for face in self.faces])


class Hindering(Struct, frozen=True, kw_only=True):
    """A poison or flaming die that a creature must roll until it is removed. Rule: BN-HIND-03, BN-HIND-10."""

    id: str
    kind: HinderingKind
    faces: tuple[Face, ...]


class Item(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """An item of a creature. `ready` means that it is worn or in hand, so that its die is rolled.

    Rule: BN-EQ-01

    Shape: beside: the fighter next to whom the item lies on the ground, during the fight in which it fell (BN-CAMP-68)
    """

    id: str
    name: str
    group: Group
    faces: tuple[Face, ...] | None = None
    increment: int | None = None
    thrown: bool = False
    two_handed: bool = False
    ready: bool = False
    beside: str | None = None


class Sheet(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A creature's sheet, without its dice. Every field is stored, even if it has the default text.

    Rule: BN-SHEET-03
    """

    name: Line
    race: Line = "Human"
    age: Line | None = None
    gender: Line | None = None
    description: Text | None = None
    back_story: Text | None = None
    other_equipment: Text | None = None


class NewCreature(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """A beast or member of the cast that the game master builds, or a horde that is being prepared.

    `items` lists the names of the items that the creature wears and holds.
    """

    name: Line
    dice: Runs
    kind: Literal["cast", "beast", "horde"] = "cast"
    race: Line | None = None
    move: Move = NOT_GIVEN
    flying: Move | None = None
    war_trained: bool = False
    items: Annotated[tuple[Line, ...], Meta(max_length=10)] = ()
    description: Text | None = None


class Path(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The sources of a Cold Iron character's first dice. Rule: BN-CI-01."""

    culture: str
    background: str
    occupations: tuple[str, ...] = ()


class Treatment(Struct, frozen=True, kw_only=True):
    """The speed at which treated wounds heal: the days of rest that restore one die. Rule: BN-HEAL-04."""

    days: int


class Creature(Lasting, Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A creature in its current state.

    Shape: lost: the numbers of the dice lost to injury, in the order of loss; beyond: damage in excess of the last die
           (negative dice); rested: hours of rest towards the next restored die; treatment: the treatment of the current
           wounds; treated: the number of treatments so far; mending: the dice that a treatment in a fight restores when
           its round ends; banked: sessions not yet spent on an icon; icons: icons that are earned and not placed yet;
           since_ten: sessions since the tenth die; automatic: successes that count on every check; died: the number of
           recorded sessions when the creature died (BN-R-311); ready: whether its equipment is agreed, so that it may
           play; asked: the equipment that its player asks for, until it is agreed; mount: the beast that it rides;
           master, service: its leader, and whether it serves as companion or lackey; large: the number of its large
           vessels, each of which replaces two small ones; themes: the themes of its magic; uses: for each use of magic
           that still counts, how many hours ago it was, the oldest first; fatigued: whether it went beyond the safe
           level, so that its uses count until it has rested; recovering: hours of complete rest so far; shackled:
           levels by which shackles make its magic harder; assets: assets that add to its income; renown: how often it
           gained renown (BN-OFF-11); closed: the parts that players do not see and that are missing in a copy for
           players (BN-CAMP-170); known_as: the name that players see while its dice are closed
    """

    id: str
    seat: str
    kind: CreatureKind
    sheet: Sheet
    dice: tuple[Die, ...]
    lost: tuple[int, ...] = ()
    beyond: int = 0
    dead: bool = False
    died: int | None = None
    hindering: dict[str, Hindering] = {}
    items: dict[str, Item] = {}
    move: Move
    flying: Move | None = None
    airborne: int = 0
    prone: bool = False
    mount: str | None = None
    war_trained: bool = False
    master: str | None = None
    service: Service | None = None
    coins: int = 0
    large: int = 0
    spiffs: int = 0
    rested: int = 0
    treatment: Treatment | None = None
    treated: int = 0
    mending: int = 0
    banked: int = 0
    icons: int = 0
    since_ten: int = 0
    automatic: int = 0
    ready: bool = True
    asked: tuple[str, ...] = ()
    path: Path | None = None
    themes: tuple[Theme, ...] = ()
    uses: tuple[int, ...] = ()
    fatigued: bool = False
    recovering: int = 0
    shackled: int = 0
    assets: dict[str, Asset] = {}
    renown: int = 0
    closed: tuple[Part, ...] = ()
    known_as: str | None = None

    @property
    def name(self) -> str:
        """Return the name on the creature's sheet."""
        return self.sheet.name

    @once
    def numbers(self) -> tuple[int, ...]:
        """Return the numbers of the dice that the creature can still roll."""
        return tuple([number for number in range(1, len(self.dice) + 1) if number not in self.lost])

    @once
    def left(self) -> tuple[Die, ...]:
        """Return the dice that the creature can still roll. Rule: BN-DMG-01."""
        return tuple([self.dice[number - 1] for number in self.numbers])

    @once
    def down(self) -> bool:
        """Return whether the creature has no dice left, because it is incapacitated, dead, or a broken horde.

        The result is false in a copy that hides the creature's dice.

        Rule: BN-DMG-02
        """
        return not self.numbers and (bool(self.dice) or "dice" not in self.closed)

    @property
    def plays(self) -> bool:
        """Return whether the creature is a character.

        Characters have spiffs, improve, and narrate their own successes.
        """
        return self.kind == "character"
