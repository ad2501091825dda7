"""Days, a chapter (module of rules) of every campaign: a game master starts a new day while no fight is in progress.

A function marked `@follows` can add a game's consequences of `DayBegan`; the method `on_day` changes the game's state.
"""

from __future__ import annotations

from typing import Any

from shared.kernel.campaign.authority import GameMasterCommand, Led
from shared.kernel.campaign.fights import check_nothing_waits, check_quiet
from shared.kernel.campaign.state import FightingCampaign
from shared.kernel.chapter import fold, judge, samples
from shared.kernel.messages import Event
from shared.kernel.samples import Samples, offer

# ---------------------------------------------------------------- commands


class StartDay(GameMasterCommand, frozen=True, kw_only=True):
    """Start the next day."""

    counts_as = "move"


# ---------------------------------------------------------------- events


class DayBegan(Event, frozen=True, kw_only=True):
    """A day began."""

    day: int


# ---------------------------------------------------------------- judgement


@judge
def start_day(ctx: Led[Any], _: StartDay) -> None:
    """Start the next day, unless a fight is in progress or an answer is pending.

    Rule:    AR-CAMP-14
    Refuses: FightIsOn, AnswerFirst
    """
    check_quiet(ctx.state)
    check_nothing_waits(ctx.state)
    ctx.emit(DayBegan(day=ctx.state.day + 1))


# ---------------------------------------------------------------- fold


@fold
def _began(state: FightingCampaign, event: DayBegan) -> FightingCampaign:
    return state.on_day(event.day)


# ---------------------------------------------------------------- samples


@samples
def _starts(state: FightingCampaign, seat: str) -> Samples[StartDay]:  # noqa: ARG001 the same for every seat
    yield offer(StartDay)
