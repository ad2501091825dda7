"""What came of strategic actions while a season closed."""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import Struct

from services.bones.state.rolls import Roll
from services.bones.state.seasons import Asset, Gain

Lapse: TypeAlias = Literal["incapacitated", "season over"]
"""Why an action was not taken: its creature could not act, or a failure had ended its season."""


class ActionOutcome(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What a strategic action came to. Rule: BN-ACT-03, BN-OFF-09, BN-OFF-11, BN-R-075.

    Shape: season: its number; lapsed: it was not taken, and why; earns: it was spent on income; successes: counted,
           before Nulls; margin: what is left; coins: earned, with so many assets; gains: what was won; made: an asset
           that it made; used: temporary assets that count in this season and no other; lost: numbers of the dice that
           it cost, and beyond the last one; healed: those that came back; spiffs: spent by standing orders; narrator:
           who tells it, None for the game master; told: the telling
    """

    action: str
    creature: str
    season: int
    lapsed: Lapse | None = None
    earns: bool = False
    success: bool = False
    successes: int = 0
    margin: int = 0
    nulls: int | None = None
    coins: int = 0
    assets: int = 0
    gains: tuple[Gain, ...] = ()
    made: Asset | None = None
    used: tuple[str, ...] = ()
    lost: tuple[int, ...] = ()
    healed: tuple[int, ...] = ()
    beyond: int = 0
    spiffs: int = 0
    ends_season: bool = False
    narrator: str | None = None
    told: str | None = None


class Resolution(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """An outcome, and the dice that led to it as they stood: the own ones, those of opponents, the challenge."""

    outcome: ActionOutcome
    rolls: tuple[Roll, ...] = ()
    challenge: tuple[int, ...] = ()
