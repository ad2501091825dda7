"""What has happened to Pools, and what chance said.

Names and fields are the storage format; they change by additions only.
"""

from __future__ import annotations

from typing import Literal

from services.rpg_boundless.words import Rolled, Trigger
from shared.kernel.messages import Event, Secret


class PoolOpened(Event, frozen=True, kw_only=True, omit_defaults=True):
    """A Pool was set up; it may belong to signs of an encounter, or run for a dying character."""

    pool: str
    name: str
    dice: int
    limit: int
    outcome: str | None = None
    encounter: str | None = None
    clock_of: str | None = None


class PoolRolled(Event, frozen=True, kw_only=True):
    """A Pool was rolled, lost dice, and has so many left."""

    pool: str
    roll: Rolled
    lost: int
    left: int


class PoolEmptied(Event, frozen=True, kw_only=True):
    """A Pool has run out, something changes, and it is cleared away."""

    pool: str
    outcome: str | None


class PoolCleared(Event, frozen=True, kw_only=True):
    """A Pool was cleared away before it ran out."""

    pool: str


class FortuneTold(Event, frozen=True, kw_only=True):
    """Chance answered a question; `extra` Hits strengthen a yes."""

    question: str
    roll: Rolled
    yes: bool
    extra: int


class FortuneOpposed(Event, frozen=True, kw_only=True, omit_defaults=True):
    """Two parties rolled against one another; `earlier` are rolls that tied and were made again."""

    contest: str
    question: str
    rolls: tuple[Rolled, Rolled]
    ahead: Literal["first", "second", "even"]
    by: int
    earlier: tuple[tuple[Rolled, Rolled], ...] = ()


class EncounterPrepared(Event, frozen=True, kw_only=True):
    """An encounter was prepared."""

    prepared: str
    what: Secret[str]
    enemies: Secret[tuple[str, ...]]


class EncounterRevealed(Event, frozen=True, kw_only=True):
    """A prepared encounter is known to all."""

    prepared: str
    what: str
    enemies: tuple[str, ...]


class EncounterRolled(Event, frozen=True, kw_only=True, omit_defaults=True):
    """It was rolled for an encounter: signs of something nearby, or none. What was prepared is no part of the signs."""

    encounter: str
    trigger: Trigger
    roll: Rolled
    signs: bool
    prepared: str | Secret[str | None] | None = None


class EncounterHappened(Event, frozen=True, kw_only=True):
    """The Pool of the signs has run out, and the encounter happens."""

    encounter: str
    prepared: str | Secret[str | None] | None


class ReactionRolled(Event, frozen=True, kw_only=True):
    """Someone met is approachable, the more so the more Hits; or keeps a distance or is hostile."""

    who: str
    roll: Rolled
    approachable: bool
    warmth: int
