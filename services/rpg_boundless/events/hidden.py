"""What the game master rolled out of sight. That it was rolled is known to all; what it says is not.

Names and fields are the storage format; they change by additions only.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from services.rpg_boundless.words import Rolled, Trigger
from shared.kernel.messages import Event, Secret


class PoolSheet(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A hidden Pool as it was set up."""

    name: str
    dice: int
    limit: int
    outcome: str | None = None


class PoolResult(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What a roll of a hidden Pool came to; with no dice left it has run out, and `outcome` is what changes."""

    pool: str
    roll: Rolled
    lost: int
    left: int
    outcome: str | None = None


class FortuneAnswer(Struct, frozen=True, kw_only=True):
    """What chance answered; `extra` Hits strengthen a yes."""

    question: str
    roll: Rolled
    yes: bool
    extra: int


class ContestResult(Struct, frozen=True, kw_only=True):
    """How two parties rolled against one another."""

    question: str
    rolls: tuple[Rolled, Rolled]
    ahead: Literal["first", "second", "even"]
    by: int


class EncounterResult(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What an Encounter Roll came to."""

    trigger: Trigger
    roll: Rolled
    signs: bool
    pool: PoolSheet | None = None
    prepared: str | None = None


class HiddenPoolOpened(Event, frozen=True, kw_only=True):
    """A Pool was set up out of sight."""

    pool: str
    sheet: Secret[PoolSheet]


class HiddenPoolRolled(Event, frozen=True, kw_only=True):
    """A hidden Pool was rolled."""

    roll: str
    result: Secret[PoolResult]


class HiddenFortuneRolled(Event, frozen=True, kw_only=True):
    """A question was put to chance out of sight."""

    roll: str
    answer: Secret[FortuneAnswer]


class HiddenContestRolled(Event, frozen=True, kw_only=True):
    """Two parties rolled against one another out of sight."""

    contest: str
    rolls: tuple[str, str]
    result: Secret[ContestResult]


class HiddenEncounterRolled(Event, frozen=True, kw_only=True):
    """It was rolled for an encounter out of sight; `pool` is the id the Pool of signs has, if there are any."""

    encounter: str
    pool: str
    result: Secret[EncounterResult]


class HiddenRevealed(Event, frozen=True, kw_only=True):
    """What was hidden is told; it follows as if it had happened openly."""

    hidden: str
