"""The closed list of what the game master may override, always with a reason."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from services.rpg_boundless.words import Attribute, Dice, Points, Score, Some
from shared.kernel.messages import Command, Id, Line


class AdjustHp(Command, frozen=True, kw_only=True):
    """Set a character's HP, and its maximum where one is named."""

    character: Id
    hp: Points
    max_hp: Some | None = None
    reason: Line | None = None


class AdjustStamina(Command, frozen=True, kw_only=True):
    """Set a character's Stamina."""

    character: Id
    stamina: Annotated[int, Meta(ge=0, le=100)]
    reason: Line | None = None


class AdjustAttribute(Command, frozen=True, kw_only=True):
    """Set a character's score in an Attribute."""

    character: Id
    attribute: Attribute
    score: Score
    reason: Line | None = None


class AdjustEnemy(Command, frozen=True, kw_only=True):
    """Set an enemy's HP."""

    enemy: Id
    hp: Points
    reason: Line | None = None


class AdjustAction(Command, frozen=True, kw_only=True):
    """Let one who fights take an action this round that it would not have: a further one, or one out of turn."""

    participant: Id
    reason: Line | None = None


class AdjustPool(Command, frozen=True, kw_only=True):
    """Set the dice of a Pool; with none left it is cleared away."""

    pool: Id
    dice: Dice
    reason: Line | None = None


class AdjustConsequence(Command, frozen=True, kw_only=True):
    """Take back a consequence nobody has answered yet."""

    consequence: Id
    reason: Line | None = None


class AdjustCondition(Command, frozen=True, kw_only=True):
    """Keep a Condition there is no room for as fiction only."""

    room: Id
    reason: Line | None = None


class AdjustFortune(Command, frozen=True, kw_only=True):
    """Favour one side of an even opposed Fortune Roll."""

    roll: Id
    ahead: Literal["first", "second"]
    reason: Line | None = None


class AdjustRoll(Command, frozen=True, kw_only=True):
    """Annul a roll: it is marked as void; what came of it is adjusted apart."""

    roll: Id
    reason: Line | None = None
