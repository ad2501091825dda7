"""Outcomes of strategic actions in a closing season."""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import Struct

from services.bones.state.rolls import Roll
from services.bones.state.seasons import Asset, Gain

Lapse: TypeAlias = Literal["incapacitated", "season over", "no icon"]
"""Why an action lapsed.

Its creature had no dice left or was dead, a failure had ended the creature's season, or the creature had lost the last
icon that the skill requires.
"""


class ActionOutcome(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The outcome of one strategic action.

    Rule: BN-ACT-03, BN-OFF-09, BN-OFF-11, BN-R-075

    Shape: season: the number of the season; lapsed: why the action was not taken; earns: whether the action was for
           income; successes: successes before Nulls; margin: net successes; coins: coins earned, with the help of
           `assets` assets; gains: what the action achieved; made: the asset that it made; used: temporary assets that
           count only in this season; lost: the numbers of the dice that it cost; beyond: damage in excess of the last
           die; healed: dice that were restored; spiffs: spiffs that standing orders spent; automatic: automatic
           successes that they used up; narrator: the seat that narrates the outcome, None for the game master; told:
           the narration
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
    automatic: int = 0
    ends_season: bool = False
    narrator: str | None = None
    told: str | None = None


class Resolution(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The outcome of an action, with the final dice of the creature and its opponents, and the challenge dice."""

    outcome: ActionOutcome
    rolls: tuple[Roll, ...] = ()
    challenge: tuple[int, ...] = ()
