"""Luck Points: each Specialist rolls for them once a day."""

from __future__ import annotations

from services.rpg_specialist_pool.catalogue import SIDES
from services.rpg_specialist_pool.context import CampaignContext
from services.rpg_specialist_pool.state import CampaignState
from shared.kernel.campaign.fights import check_nothing_waits
from shared.kernel.campaign.samples import mine
from shared.kernel.chapter import fold, judge, samples
from shared.kernel.messages import Command, Event, Id
from shared.kernel.refusals import Refusal
from shared.kernel.samples import Samples, offer

# ---------------------------------------------------------------- refusals


class NoDayYet(Refusal, rule="SG-R-17"):
    """No day has begun yet, so there is no Luck to roll: ask the Keeper to start a day first."""


class RolledForTheDay(Refusal, rule="SG-LUCK-02"):
    """This Specialist has already rolled for Luck today: wait until the Keeper starts a new day."""


class NoLuckForThis(Refusal, rule="SG-R-44"):
    """This Specialist has no Luck, because it is not a player's: name a player's Specialist, or use no Luck."""


# ---------------------------------------------------------------- commands


class RollDailyLuck(Command, frozen=True, kw_only=True):
    """Roll for the Luck Points of the day."""

    counts_as = "move"

    character: Id


# ---------------------------------------------------------------- events


class LuckRolled(Event, frozen=True, kw_only=True):
    """A Specialist rolled for Luck. `points` is its new number of Luck Points."""

    character: str
    face: int
    points: int


# ---------------------------------------------------------------- judgement


@judge
def roll_luck(ctx: CampaignContext, command: RollDailyLuck) -> None:
    """Roll for the day's Luck.

    Rule:    SG-LUCK-01 to SG-LUCK-03, SG-R-17, SG-R-44, SG-CAMP-25, AR-FIGHT-06
    Refuses: NotYours, NoLuckForThis, NoDayYet, RolledForTheDay, AnswerFirst
    """
    one = ctx.own(command.character)
    if ctx.state.luckless(one.id):
        raise NoLuckForThis(needs="a player's Specialist", has=one.id, field="character")
    if not ctx.state.day:
        raise NoDayYet(needs="a day", has=0, field="character")
    if one.rolled == ctx.state.day:
        raise RolledForTheDay(needs="a new day", has=one.rolled, field="character")
    if ctx.state.amended:
        check_nothing_waits(ctx.state)
    (face,) = ctx.chance.roll("daily luck", SIDES)
    ctx.emit(LuckRolled(character=one.id, face=face, points=one.luck + face))


# ---------------------------------------------------------------- fold


@fold
def _luck_rolled(state: CampaignState, event: LuckRolled) -> CampaignState:
    return state.change(event.character, luck=event.points, rolled=state.day)


# ---------------------------------------------------------------- samples


@samples
def _rolls(state: CampaignState, seat: str) -> Samples[RollDailyLuck]:
    yield offer(RollDailyLuck, character=mine(state, seat))
