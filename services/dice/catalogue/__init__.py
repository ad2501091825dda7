"""The books' numbers as data, loaded once."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import msgspec
from msgspec import Struct


class PositionNumbers(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Hits on six-sided dice by position."""

    sides: int
    zero_dice_hits_from: int
    hits_from: dict[str, int]
    outright: dict[str, bool]


class LuckNumbers(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Successes on ten-sided dice, and criticals by tier."""

    sides: int
    succeeds_from: int
    tiers: dict[str, int]


class FlipNumbers(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Totals of ten-sided dice, the flip, and the percentile."""

    sides: int
    flip_sides: int
    lucky: int
    percentile_sides: int
    critical_step: int
    fumble: int


class CharacterNumbers(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Challenge dice by difficulty."""

    sides: int
    null_faces: int
    challenge_dice: dict[str, int]
    automatic_nulls: dict[str, int]


class PoolNumbers(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The numbers of all pools."""

    position: PositionNumbers
    luck: LuckNumbers
    flip: FlipNumbers
    character: CharacterNumbers


POOLS: Final = msgspec.toml.decode(Path(__file__).with_name("pools.toml").read_bytes(), type=PoolNumbers)
