"""The terms and constants of the rule book. The constants are loaded once, from a TOML file."""

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
Doubt: TypeAlias = Literal["encounter", "reaction", "experience"]
Purpose: TypeAlias = Literal["check", "attack", "strain", "save", "critical_save", "rest"]

ATTRIBUTES: Final[tuple[Attribute, ...]] = ("strength", "dexterity", "willpower")
DESCRIBED: Final[frozenset[Purpose]] = frozenset({"check", "save"})
"""The kinds of rolls for which the game master can limit a Position to rolls with a certain description."""

KINDS: Final[Mapping[Purpose, tuple[Purpose, ...]]] = {"attack": ("attack", "check"), "strain": ("strain", "check")}
"""The kinds that a roll also counts as, for kinds that have any: attacks and the strain of spells are also Checks."""


class StartNumbers(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The starting values of a new character."""

    points: int
    highest: int
    rolled_dice: int
    least_total: int
    hp_base: int
    stamina: int
    slots: int
    items: int


class PoolNumbers(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The sizes of Pools: the allowed sizes, and the sizes of Pools of signs and of countdown Pools.

    `limit` is the usual maximum number of dice that a Pool loses in one roll.
    """

    sizes: tuple[int, ...]
    limit: int
    encounter: int
    clock: int


class Book(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The constants of the game's rules.

    Shape: most_lost: the most that one Save or Critical Save can cost; hp_of_hit: how much each Hit of an Experience
           Roll raises the maximum HP; strain: the name of the Condition that magic causes; uses: which Attribute a
           character rolls for each purpose; rest, likelihood, doubt: the default number of dice for each kind of rest,
           each likelihood, and each of the Encounter, Reaction and Experience Rolls
    """

    most_lost: int
    hp_of_hit: int
    strain: str
    start: StartNumbers
    size: dict[Size, int]
    uses: dict[Literal["melee", "ranged", "spell", "opposed_defence"], Attribute]
    rest: dict[str, int]
    pool: PoolNumbers
    likelihood: dict[Likelihood, int]
    doubt: dict[Doubt, int]


BOOK: Final = msgspec.toml.decode(Path(__file__).with_name("boundless.toml").read_bytes(), type=Book)
