"""The season off stage: strategic actions, and what comes of them."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

from msgspec import Struct

from services.bones.state.tasks import SkillName, Terms

SeasonName: TypeAlias = Literal["winter", "spring", "summer", "fall"]
SEASONS: Final[tuple[SeasonName, ...]] = ("winter", "spring", "summer", "fall")
"""The seasons in order; winter follows on fall. Source: BN-ACT-04."""
MOST_ACTIONS: Final = 3
"""So many strategic actions a character has in a season. Source: BN-ACT-05."""
Gain: TypeAlias = Literal[
    "income", "relationship", "travel", "hirelings", "property", "information", "item", "asset", "renown", "other"
]
"""What a strategic action aims at. Source: BN-INC-01, BN-OFF-01 to BN-OFF-08, BN-OFF-11."""
SeasonStage: TypeAlias = Literal["open", "closing"]
Stage: TypeAlias = Literal["on stage", "off stage"]


class Orders(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """Standing orders for spiffs, carried out when an action is resolved. Rule: BN-R-301."""

    reroll: bool = False
    success: bool = False


class Action(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A strategic action that somebody has declared. Rule: BN-ACT-03, BN-OFF-10.

    Shape: gains: what it aims at, one at least; aim: in the player's words; place: the first, second or third of its
           creature; terms: against what it is rolled, none yet, or none for income; damage: what failure costs;
           ends_season: its failure leaves no further action (BN-R-071)
    """

    id: str
    creature: str
    place: int
    gains: tuple[Gain, ...]
    aim: str
    skill: SkillName
    terms: Terms | None = None
    orders: Orders = Orders()
    damage: int = 0
    ends_season: bool = False


class Asset(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Something that adds to income. Rule: BN-INC-07, BN-R-246.

    Shape: skill: the one it serves; temporary: it pays in a single season; season: the number of the season in which
           it has first counted, or was made, by the setting
    """

    id: str
    name: str
    skill: str
    temporary: bool = False
    season: int | None = None


class Season(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A season that is open, or being closed. Rule: BN-ACT-04, BN-R-300.

    Shape: number: seasons of the campaign counted from 1; weeks: of rest in it; deadline: when the clock closes it, in
           UTC milliseconds; actions: by id; done: those resolved, in the order in which they were
    """

    number: int
    name: SeasonName
    weeks: int
    stage: SeasonStage = "open"
    deadline: int | None = None
    actions: dict[str, Action] = {}
    done: tuple[str, ...] = ()
