"""The terms and numbers of the book; the numbers are data that is loaded once."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Final, Literal, TypeAlias

import msgspec
from msgspec import Struct

Attribute: TypeAlias = Literal["strength", "dexterity", "willpower"]
Position: TypeAlias = Literal["controlled", "good", "standard", "bad", "dire"]
RolledPosition: TypeAlias = Literal["good", "standard", "bad"]
Size: TypeAlias = Literal["petty", "normal", "bulky"]
Reach: TypeAlias = Literal["melee", "ranged"]
Status: TypeAlias = Literal["unhurt", "wounded", "dying", "dead"]
Likelihood: TypeAlias = Literal["almost_certain", "likely", "even", "unlikely", "slim"]
Trigger: TypeAlias = Literal["rest", "search", "attention"]
Length: TypeAlias = Literal["short", "long"]
Refill: TypeAlias = Literal["stamina", "hp"]
Gain: TypeAlias = Literal["max_hp", "strength", "dexterity", "willpower"]
Ahead: TypeAlias = Literal["first", "second", "even"]
Side: TypeAlias = Literal["player", "enemy"]
CheckKind: TypeAlias = Literal["check", "attack", "strain"]
Purpose: TypeAlias = Literal["check", "attack", "strain", "save", "critical_save", "rest"]

ATTRIBUTES: Final[tuple[Attribute, ...]] = ("strength", "dexterity", "willpower")
DESCRIBED: Final[frozenset[Purpose]] = frozenset({"check", "save"})
"""The kinds of rolls that have a description."""

KINDS: Final[Mapping[Purpose, tuple[Purpose, ...]]] = {"attack": ("attack", "check"), "strain": ("strain", "check")}
"""The kinds that a roll counts as: an attack and the strain of a spell are Checks too."""


class StartNumbers(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The numbers of a new character."""

    points: int
    highest: int
    rolled_dice: int
    least_total: int
    hp_base: int
    stamina: int
    slots: int
    items: int


class UseNumbers(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The Attributes rolled for attacks, spells and an opposed defence."""

    melee: Attribute
    ranged: Attribute
    spell: Attribute
    opposed_defence: Attribute


class SaveNumbers(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The cost of Saves and Critical Saves."""

    most_lost: int


class ExperienceNumbers(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The usual dice of an Experience Roll, and the maximum HP that one Hit adds."""

    dice: int
    max_hp: int


class PoolNumbers(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The sizes of Pools, and their usual limit."""

    sizes: tuple[int, ...]
    limit: int
    encounter: int
    clock: int


class DoubtNumbers(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The default dice of Encounter Rolls and Reaction Rolls."""

    encounter: int
    reaction: int


class SpellNumbers(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The Condition that the strain of magic causes."""

    strain: str


class Book(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """All numbers of the game."""

    start: StartNumbers
    size: dict[Size, int]
    uses: UseNumbers
    save: SaveNumbers
    rest: dict[str, int]
    experience: ExperienceNumbers
    pool: PoolNumbers
    likelihood: dict[Likelihood, int]
    doubt: DoubtNumbers
    spell: SpellNumbers


BOOK: Final = msgspec.toml.decode(Path(__file__).with_name("boundless.toml").read_bytes(), type=Book)
