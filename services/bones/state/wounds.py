"""Wounds: damage that was dealt but not taken yet, because the owner may choose which dice are lost."""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import Struct

from services.bones.state.creatures import HinderingKind

Source: TypeAlias = Literal["attack", "fall", "poison", "flaming", "damage", "fatigue", "want", "other"]

Surface: TypeAlias = Literal["hard", "yielding"]
HealedBy: TypeAlias = Literal["rest", "treatment", "regeneration", "magic", "other"]


class Riding(Struct, frozen=True, kw_only=True):
    """Hindering dice (poison or flames) that a target receives with the damage of one attack. Rule: BN-R-182."""

    damage: int
    gives: tuple[HinderingKind, ...]


class Wound(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Damage that a creature takes at one time.

    Rule: BN-DMG-01, BN-R-110, BN-R-114

    Shape: amount: the damage that is left; roll: the roll that caused it; prefer: dice of the roll that are lost first,
           because they showed a success (BN-HIND-09); past_armor: the part that nothing absorbs; soaked: whether one
           point of it was soaked; round: the round of the fight, if any; blows: for each blow, the part that armor and
           shields may absorb, empty for a single blow; frost: for each blow, the part that only shields absorb
           (BN-R-183); riding: the attacks that bring hindering dice if they do damage
    """

    id: str
    creature: str
    amount: int
    source: Source
    roll: str | None = None
    prefer: tuple[str, ...] = ()
    past_armor: int = 0
    soaked: bool = False
    round: int | None = None
    blows: tuple[int, ...] = ()
    frost: tuple[int, ...] = ()
    riding: tuple[Riding, ...] = ()


class Healing(Struct, frozen=True, kw_only=True):
    """Healing whose dice the owner still has to choose. Rule: BN-R-232."""

    id: str
    creature: str
    dice: int
    cause: HealedBy


class Fallen(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A fall that is not settled. `roll` is the Maneuver roll that softens it. Rule: BN-FALL-03, BN-R-279."""

    id: str
    creature: str
    height: int
    surface: Surface = "hard"
    roll: str | None = None
