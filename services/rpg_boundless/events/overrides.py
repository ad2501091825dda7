"""What the game master has overridden, and why.

Names and fields are the storage format; they change by additions only.
"""

from __future__ import annotations

from typing import Literal

from services.rpg_boundless.words import Attribute
from shared.kernel.messages import Event, Secret


class HpAdjusted(Event, frozen=True, kw_only=True):
    """HP and maximum HP of a character were set."""

    character: str
    hp: int
    max_hp: int
    reason: str


class StaminaAdjusted(Event, frozen=True, kw_only=True):
    """A character's Stamina was set."""

    character: str
    stamina: int
    reason: str


class AttributeAdjusted(Event, frozen=True, kw_only=True):
    """A character's score in an Attribute was set, and its maximum raised where the score is above it."""

    character: str
    attribute: Attribute
    score: int
    maximum: int
    reason: str


class EnemyAdjusted(Event, frozen=True, kw_only=True):
    """An enemy's HP and Armor HP were set."""

    enemy: str
    left: tuple[int, int] | Secret[tuple[int, int]]
    reason: str


class ActionGranted(Event, frozen=True, kw_only=True):
    """One who fights may take an action it would not have had this round."""

    participant: str
    reason: str


class PoolAdjusted(Event, frozen=True, kw_only=True):
    """The dice of a Pool were set."""

    pool: str
    dice: int
    reason: str


class ConsequenceWithdrawn(Event, frozen=True, kw_only=True):
    """A consequence was taken back."""

    consequence: str
    reason: str


class ConditionWaived(Event, frozen=True, kw_only=True):
    """A Condition there was no room for is fiction only."""

    room: str
    character: str
    condition: str
    reason: str


class FortuneFavoured(Event, frozen=True, kw_only=True):
    """One side of an even opposed Fortune Roll was favoured."""

    contest: str
    ahead: Literal["first", "second"]
    reason: str


class RollAnnulled(Event, frozen=True, kw_only=True):
    """A roll is void."""

    roll: str
    reason: str
