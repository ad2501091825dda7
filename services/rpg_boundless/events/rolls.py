"""What the dice told, and what came of it.

Names and fields are the storage format; they change by additions only.
"""

from __future__ import annotations

from services.rpg_boundless.words import (
    Attribute,
    CheckKind,
    Harm,
    Helper,
    Length,
    Position,
    Purpose,
    Refill,
    Rolled,
    Scores,
    Stance,
    Status,
)
from shared.kernel.messages import Event


class PositionSet(Event, frozen=True, kw_only=True, omit_defaults=True):
    """The Position of a roll to come was set, or taken back: of a kind, or of that description only."""

    character: str
    stance: Stance | None
    on: Purpose = "check"
    what: str | None = None


class HelpPledged(Event, frozen=True, kw_only=True):
    """An ally may count on this much Stamina for its next Check."""

    character: str
    ally: str
    stamina: int


class CheckMade(Event, frozen=True, kw_only=True, omit_defaults=True):
    """A Check was made; without a roll its Position decided it. `conditions` are what hinders the actor."""

    check: str
    kind: CheckKind
    character: str
    attribute: Attribute
    position: Position
    success: bool
    roll: Rolled | None = None
    reason: str | None = None
    stamina: int = 0
    helpers: tuple[Helper, ...] = ()
    conditions: tuple[str, ...] = ()
    what: str | None = None


class ConsequenceFaced(Event, frozen=True, kw_only=True, omit_defaults=True):
    """A character faces a consequence: of a failed Check, of an enemy's Attack, or of something else."""

    consequence: str
    character: str
    harm: Harm
    check: str | None = None
    enemy: str | None = None
    stance: Stance | None = None


class SaveMade(Event, frozen=True, kw_only=True, omit_defaults=True):
    """A Save was made; `lost` is the Stamina it cost."""

    consequence: str
    character: str
    position: Position
    avoided: bool
    lost: int
    roll: Rolled | None = None
    reason: str | None = None
    conditions: tuple[str, ...] = ()


class ConsequenceAccepted(Event, frozen=True, kw_only=True):
    """A consequence was suffered without a roll."""

    consequence: str
    character: str


class ArmorHit(Event, frozen=True, kw_only=True):
    """Armor took Damage; with no HP left it is broken."""

    character: str
    item: str
    damage: int
    hp: int


class DamageTaken(Event, frozen=True, kw_only=True):
    """Damage got past Armor; `hp` are what is left."""

    character: str
    damage: int
    hp: int


class CriticalSaveDue(Event, frozen=True, kw_only=True):
    """A character is in critical danger."""

    critical: str
    character: str


class CriticalSaveMade(Event, frozen=True, kw_only=True, omit_defaults=True):
    """A Critical Save was made; the score of the Attribute and the status are those after it."""

    critical: str
    character: str
    attribute: Attribute
    position: Position
    endured: bool
    score: int
    status: Status
    roll: Rolled | None = None
    reason: str | None = None
    stamina: int = 0
    conditions: tuple[str, ...] = ()


class DyingHelped(Event, frozen=True, kw_only=True, omit_defaults=True):
    """A dying character was helped in time, and is wounded; `helper` is the character that helped."""

    character: str
    how: str | None
    helper: str | None = None


class WoundsHealed(Event, frozen=True, kw_only=True):
    """All that a wound had cost is restored: the character is unhurt."""

    character: str


class CharacterDied(Event, frozen=True, kw_only=True):
    """A character is dead."""

    character: str
    reason: str


class Rested(Event, frozen=True, kw_only=True, omit_defaults=True):
    """A character rested; each Hit is to be spent."""

    recovery: str
    character: str
    length: Length
    roll: Rolled
    reason: str | None = None
    conditions: tuple[str, ...] = ()
    renews_spells: bool = False


class RecoverySpent(Event, frozen=True, kw_only=True):
    """The Hits of a rest were spent; Stamina, HP and scores are those after it."""

    recovery: str
    character: str
    spend: tuple[Refill, ...]
    restore: tuple[Attribute, ...]
    stamina: int
    hp: int
    scores: Scores


class MilestoneReached(Event, frozen=True, kw_only=True):
    """A milestone was reached; each Hit is to be spent."""

    experience: str
    character: str
    milestone: str
    roll: Rolled


class MaxHpRaised(Event, frozen=True, kw_only=True):
    """A Hit went into maximum HP."""

    experience: str
    character: str
    max_hp: int
    hp: int


class AttributeTried(Event, frozen=True, kw_only=True):
    """A Hit went into an attempt to raise an Attribute; score and maximum are those after it."""

    experience: str
    character: str
    attribute: Attribute
    face: int
    raised: bool
    score: int
    maximum: int


class SpellCast(Event, frozen=True, kw_only=True):
    """A spell was cast and takes effect."""

    character: str
    spell: str


class DayBegan(Event, frozen=True, kw_only=True):
    """A new day began."""

    day: int
    renews_spells: bool
