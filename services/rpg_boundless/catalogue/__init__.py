"""The book's numbers as data, loaded once."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import msgspec
from msgspec import Struct

from services.rpg_boundless.words import Attribute, Likelihood, Size


class DiceNumbers(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The dice."""

    sides: int
    zero_hits_from: int


class PositionNumbers(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The least face that hits at a Position, and the Positions that need no dice."""

    hits_from: dict[str, int]
    outright: dict[str, bool]


class StartNumbers(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a new character has."""

    points: int
    highest: int
    rolled_dice: int
    least_total: int
    hp_base: int
    slots: int
    items: int


class UseNumbers(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Which Attribute something falls to."""

    melee: Attribute
    ranged: Attribute
    spell: Attribute
    opposed_defence: Attribute


class SaveNumbers(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a Save or a Critical Save can cost."""

    most_lost: int


class ExperienceNumbers(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Dice of an Experience Roll in doubt, and what a Hit adds to maximum HP."""

    dice: int
    max_hp: int


class PoolNumbers(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Sizes and usual limit of Pools."""

    sizes: tuple[int, ...]
    limit: int
    encounter: int
    clock: int


class DoubtNumbers(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Dice when in doubt."""

    encounter: int
    reaction: int


class SpellNumbers(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What the strain of magic leaves behind."""

    strain: str


class Book(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """All numbers of the game."""

    dice: DiceNumbers
    position: PositionNumbers
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
