"""The printed catalogue: icons, skills, mastery, standard dice, items, beasts, cast and the setting Cold Iron.

The cast are the game master's people. A campaign's additions have the same structure (`Data`).
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Annotated, Any, Final, Literal, TypeAlias, get_type_hints

import msgspec
from msgspec import Meta, Struct

from services.bones.faces import Face, Move, Names, SixFaces
from shared.kernel.catalogue import Tables, parse_tables
from shared.kernel.messages import END, Line

FOLDER: Final = Path(__file__).parent

SkillKind: TypeAlias = Literal["mental", "physical"]
ActionClass: TypeAlias = Literal["universal", "restricted", "special"]
Group: TypeAlias = Literal["melee weapon", "missile weapon", "shield", "armor", "magic item", "other"]
Number: TypeAlias = Annotated[int, Meta(ge=1, le=10)]


class Skill(Struct, frozen=True, kw_only=True):
    """A skill, the kind of successes that count for it, and who may try it. Source: BN-SKILL-01 to BN-SKILL-18."""

    name: str
    kind: SkillKind
    action: ActionClass
    covers: str


class Mastery(Struct, frozen=True, kw_only=True):
    """A mastery icon of a skill.

    Source: BN-MAST-07 to BN-MAST-57
    Shape:  options: the icons it may count as, one at a time; condition: the circumstances in which an option applies;
            special: additional effects; attack_only: whether it counts only for attacks, never for defence; silent:
            whether it counts as an icon of its own skill only because of a ruling (BN-R-023), not by its printed text
    """

    skill: str
    name: str
    colour: str
    shape: str
    options: tuple[dict[str, int], ...]
    condition: dict[str, str] = {}
    special: dict[str, Any] = {}
    attack_only: bool = False
    silent: bool = False


class Ability(Struct, frozen=True, kw_only=True):
    """An ability icon of beasts. An independent ability works whenever its icon shows.

    Source:  BN-ABIL-01 to BN-ABIL-10
    """

    name: str
    icon: str
    colour: str
    independent: bool


class Difficulty(Struct, frozen=True, kw_only=True):
    """A difficulty: its challenge dice and automatic Nulls, each of which cancels a success.

    Source: BN-CHAL-05 to BN-CHAL-11
    """

    level: int
    name: str
    challenge_dice: int
    auto_nulls: int


RaceName: TypeAlias = Annotated[
    str,
    Meta(
        pattern=r"^[A-Z][A-Za-z]{1,30}" + END,
        description="2 to 31 letters A to Z without blanks, a capital first, as HalfOrc",
    ),
]


class Race(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A race, and the uses of its icon.

    Each racial icon that is rolled counts as one of these uses. Source: BN-RACE-02 to BN-RACE-08.
    """

    name: RaceName
    letter: Line = "?"
    colour: Line = "black"
    uses: Annotated[tuple[Face, ...], Meta(min_length=1, max_length=6)]


class NamedDie(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """A standard die for beasts or for the cast (the game master's people)."""

    name: Line
    kind: Literal["cast", "beast"]
    faces: SixFaces
    aliases: Annotated[tuple[Line, ...], Meta(max_length=10)] = ()


class ItemKind(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """A kind of item, with its die if it has one. `increment` is the first range increment in metres."""

    name: Line
    group: Group
    faces: SixFaces | None = None
    increment: Annotated[int, Meta(ge=1, le=1000)] | None = None
    thrown: bool = False
    two_handed: bool = False


class Run(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """A number of identical dice, given by the name of a standard die or by their faces."""

    n: Number
    die: Line | None = None
    faces: SixFaces | None = None


Runs: TypeAlias = Annotated[tuple[Run, ...], Meta(min_length=1, max_length=10)]


class Sample(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """A beast or member of the cast that the rule book prints."""

    name: Line
    kind: Literal["cast", "beast"]
    dice: Runs
    move: Move = "1"
    flying: Move | None = None


class Threat(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A kind of horde, which the rules call a threat, and the number of dice that such a horde has.

    Source: BN-HORDE-05 to BN-HORDE-10
    """

    name: Line
    example: Line
    dice: Annotated[int, Meta(ge=1, le=20)]


class Power(Struct, frozen=True, kw_only=True):
    """A power level of cast members, with the minimum and maximum number of their dice.

    Source: BN-CAST-03 to BN-CAST-08
    """

    level: str
    least: int
    most: int


class Slot(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """The icons allowed on one face of a new die: a fixed icon, one of several, or any basic skill icon."""

    fixed: Face | None = None
    choice: Names = ()
    any: bool = False


Slots: TypeAlias = Annotated[tuple[Slot, ...], Meta(min_length=6, max_length=6)]


class Culture(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """A culture, its die, and the backgrounds that it allows. Source: BN-CI-19 to BN-CI-22."""

    name: Line
    slots: Slots
    backgrounds: Names = ()
    facts: Names = ()


class Background(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """A background, its die, and the occupations that it allows. Source: BN-CI-23."""

    name: Line
    slots: Slots
    occupations: Names = ()
    facts: Names = ()


class Occupation(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """An occupation, its die, and the occupations that it leads to. Source: BN-CI-07, BN-CI-08, BN-CI-24, BN-CI-25.

    Shape: cultures: the cultures that may choose it, empty for all; leads_to: the second occupations allowed after it,
           None for no limit
    """

    name: Line
    slots: Slots
    cultures: Names = ()
    leads_to: Names | None = None
    facts: Names = ()


class NamedOnly(Struct, frozen=True, kw_only=True):
    """A culture, background or occupation that the rule book only names. A campaign may supply its data."""

    kind: Literal["culture", "background", "occupation"]
    name: str


class Symbol(Struct, frozen=True, kw_only=True):
    """The symbol on a face that marks a success or a hindrance. Source: BN-SYM-01 to BN-SYM-08."""

    glyph: str
    colour: str
    family: Literal["success", "hindrance"]
    name: str


class Benchmark(Struct, frozen=True, kw_only=True):
    """Examples of tasks that have a given difficulty for a skill. Source: BN-EXMP-01 to BN-EXMP-13."""

    skill: str
    difficulty: str
    examples: tuple[str, ...]


class CreationStep(Struct, frozen=True, kw_only=True):
    """A step of creating a Cold Iron character. Source: BN-CI-09 to BN-CI-18."""

    step: int
    does: str


class Year(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An entry of the chronology. Years marked D count down, and years marked AD count up.

    Source: BN-CHRON-01 to BN-CHRON-03
    """

    year_from: Annotated[int, Meta(ge=1)]
    year_to: Annotated[int, Meta(ge=1)]
    era: Literal["D", "AD"]
    events: tuple[str, ...]

    @property
    def order(self) -> int:
        """Return the sort key of a year. There is no year 0. Rule: BN-CHRON-02, BN-R-214."""
        return -self.year_from if self.era == "D" else self.year_from


class Lore(Struct, frozen=True, kw_only=True):
    """A fact about the Cold Iron setting. Source: BN-CHRON-04."""

    about: str
    fact: str


MANY: Final = 100


class Data(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """A campaign's additions to the catalogue. An addition replaces an entry with the same name."""

    dice: Annotated[tuple[NamedDie, ...], Meta(max_length=MANY)] = ()
    items: Annotated[tuple[ItemKind, ...], Meta(max_length=MANY)] = ()
    creatures: Annotated[tuple[Sample, ...], Meta(max_length=MANY)] = ()
    races: Annotated[tuple[Race, ...], Meta(max_length=MANY)] = ()
    hordes: Annotated[tuple[Threat, ...], Meta(max_length=MANY)] = ()
    cultures: Annotated[tuple[Culture, ...], Meta(max_length=MANY)] = ()
    backgrounds: Annotated[tuple[Background, ...], Meta(max_length=MANY)] = ()
    occupations: Annotated[tuple[Occupation, ...], Meta(max_length=MANY)] = ()


@cache
def table(file: str) -> Mapping[str, list[dict[str, Any]]]:
    """Return the tables of a catalogue file, by name."""
    return parse_tables((FOLDER / f"{file}.toml").read_bytes())


def rows(kind: type[Any], file: str, name: str) -> tuple[Any, ...]:
    """Return the rows of one table in a catalogue file, converted to `kind`."""
    return tuple(msgspec.convert(table(file)[name], list[kind]))  # type: ignore[valid-type]


def data_in(tables: Tables) -> Data:
    """Return the tables of one release of the catalogue as `Data`, the class that also holds a campaign's additions."""
    cast, beasts, cold_iron = tables["cast"], tables["beasts"], tables["cold_iron"]
    found = {
        "dice": (*cast["die"], *beasts["die"]),
        "items": (*tables["items"]["item"], *tables["adventure"]["item"]),
        "creatures": (*cast["creature"], *beasts["creature"]),
        "races": tables["icons"]["race"],
        "hordes": beasts["horde"],
        "cultures": cold_iron["culture"],
        "backgrounds": cold_iron["background"],
        "occupations": cold_iron["occupation"],
    }
    return Data(**{kind: msgspec.convert(rows, get_type_hints(Data)[kind]) for kind, rows in found.items()})


SKILLS: Final[dict[str, Skill]] = {one.name: one for one in rows(Skill, "icons", "skill")}
MASTERY: Final[dict[str, Mastery]] = {f"{one.skill}:{one.name}": one for one in rows(Mastery, "icons", "mastery")}
ABILITIES: Final[dict[str, Ability]] = {one.icon: one for one in rows(Ability, "beasts", "ability")}
DIFFICULTIES: Final[dict[str, Difficulty]] = {one.name: one for one in rows(Difficulty, "tasks", "difficulty")}
SYMBOLS: Final[tuple[Symbol, ...]] = rows(Symbol, "icons", "symbol")
BENCHMARKS: Final[tuple[Benchmark, ...]] = rows(Benchmark, "tasks", "benchmark")
POWERS: Final[tuple[Power, ...]] = rows(Power, "cast", "power")
STEPS: Final[tuple[CreationStep, ...]] = rows(CreationStep, "cold_iron", "step")
NAMED_ONLY: Final[tuple[NamedOnly, ...]] = rows(NamedOnly, "cold_iron", "named_only")
LORE: Final[tuple[Lore, ...]] = rows(Lore, "cold_iron", "lore")
CHRONOLOGY: Final[tuple[Year, ...]] = tuple(sorted(rows(Year, "cold_iron", "year"), key=lambda year: year.order))
"""The dated events in the history of the setting Cold Iron, the earliest first. Rule: BN-CHRON-02."""
HORDE_DIE: Final[SixFaces] = tuple(table("beasts")["horde_die"][0]["faces"])
PRINTED: Final = data_in({file: table(file) for file in ("cast", "beasts", "items", "icons", "cold_iron", "adventure")})
"""The data that the rule book prints. Source: the tables of the book, in the `*.toml` files of this folder."""
