"""The terms and tables of the rules, and the "house catalogue": invented content that a campaign may load."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Final, Literal, TypeAlias

import msgspec
from msgspec import Meta, Struct

from shared.kernel.catalogue import Catalogue, Tables
from shared.kernel.messages import Line

Tier: TypeAlias = Literal["simple", "basic", "intermediate", "advanced", "master"]
Kind: TypeAlias = Literal["martial", "spell", "defence", "skill", "special"]
Setting: TypeAlias = Literal["combat", "grapple", "spell", "social", "skill", "other"]
Quiet: TypeAlias = Literal["grapple", "spell", "social", "skill", "other"]
TieOutcome: TypeAlias = Literal["partial_success", "stalemate", "mutual_complication"]
Outcome: TypeAlias = Literal[
    "won", "lost", "tie", "partial_success", "stalemate", "mutual_complication", "hit", "glancing", "defended"
]
Critical: TypeAlias = Literal["critical_success", "critical_failure"]
Source: TypeAlias = Literal["martial", "spell", "trait", "environment", "crafting"]
Consequence: TypeAlias = Literal["counterattack", "lost_footing", "backlash", "narrative"]

Name: TypeAlias = Annotated[str, Meta(min_length=1, max_length=60, pattern=r"^[^\x00-\x1f\x7f\ud800-\udfff]+$(?!\n)")]
Key: TypeAlias = Annotated[
    str,
    Meta(
        pattern=r"^[!-~]([ -~]{0,58}[!-~])?$(?!\n)",
        description="a name on a sheet: printable ASCII, no blank at either end, at most 60 characters",
    ),
]
"""A name that is used as a field name in stored records, so it contains only ASCII characters."""
Change: TypeAlias = Annotated[int, Meta(ge=-100, le=100)]
Small: TypeAlias = Annotated[int, Meta(ge=-5, le=5)]

SIDES: Final = 10
SUCCEEDS_FROM: Final = 6
MAX_POOL: Final = 100


class TierRow(Struct, frozen=True):
    """A tier: its rank, which is also the number of 10s or 1s that a critical needs, and its maximum AP per action."""

    rank: int
    cap: int


TIERS: Final[Mapping[Tier, TierRow]] = {
    "simple": TierRow(1, 3),
    "basic": TierRow(2, 6),
    "intermediate": TierRow(3, 9),
    "advanced": TierRow(4, 12),
    "master": TierRow(5, 15),
}
"""The tiers, from low to high. Rule: SG-TIER-02 to SG-TIER-06, SG-CS-03 to SG-CS-07, SG-CF-03."""
CONTEXTS: Final[tuple[Quiet, ...]] = ("grapple", "spell", "social", "skill", "other")
"""The kinds of opposed rolls that deal no damage."""
TIES: Final[tuple[TieOutcome, ...]] = ("partial_success", "stalemate", "mutual_complication")
CONSEQUENCES: Final[tuple[Consequence, ...]] = ("counterattack", "lost_footing", "backlash", "narrative")
SOURCES: Final[tuple[Source, ...]] = ("martial", "spell", "trait", "environment", "crafting")


class ConditionEntry(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A Condition that a campaign can load, with its changes for each level.

    The text `effect` is stored, but the rules do not evaluate it.
    """

    name: Name
    effect: Line | None = None
    stacks: bool = False
    dice: Small = 0
    ap_ceiling: Small = 0
    damage_dice: Small = 0


class ComponentEntry(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A component that a campaign can load: its tier, and the damage dice that it adds to an attack."""

    name: Name
    tier: Tier
    effect: Line | None = None
    damage_dice: Small = 0


class EquipmentEntry(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A piece of equipment that a campaign can load, with its dice."""

    name: Key
    dice: Small


class HouseCatalogue(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The contents of the house catalogue."""

    conditions: tuple[ConditionEntry, ...]
    components: tuple[ComponentEntry, ...]
    equipment: tuple[EquipmentEntry, ...]


def _read_tables(tables: Tables) -> HouseCatalogue:
    return msgspec.convert(tables["house"], HouseCatalogue)


SETS: Final = Catalogue(Path(__file__).parent, _read_tables)
"""Every release of the house catalogue. A campaign always uses the release with which it was opened."""
HOUSE: Final = SETS.today
"""The house catalogue, invented because this edition lacks chapters on Conditions, components and equipment."""
