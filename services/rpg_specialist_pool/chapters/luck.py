"""Luck: a day begins, and each Specialist rolls for its points."""

from __future__ import annotations

from msgspec.structs import replace

from services.rpg_specialist_pool.catalogue import SIDES
from services.rpg_specialist_pool.context import CampaignContext
from services.rpg_specialist_pool.state import CampaignState
from shared.kernel.campaign.authority import GameMasterCommand
from shared.kernel.campaign.fights import check_nothing_waits, check_quiet
from shared.kernel.campaign.samples import mine
from shared.kernel.chapter import fold, judge, samples
from shared.kernel.messages import Command, Event, Id
from shared.kernel.refusals import Refusal
from shared.kernel.samples import Sample, Samples

# ---------------------------------------------------------------- refusals


class NoDayYet(Refusal, rule="SG-R-17"):
    """There is Luck only once a day has begun."""


class RolledForTheDay(Refusal, rule="SG-LUCK-02"):
    """A Specialist rolls for its Luck once a day."""


class NoLuckForThis(Refusal, rule="SG-R-44"):
    """In this campaign only players' Specialists have Luck."""


# ---------------------------------------------------------------- commands


class StartDay(GameMasterCommand, frozen=True, kw_only=True):
    """Let a new day begin."""


class RollDailyLuck(Command, frozen=True, kw_only=True):
    """Roll for the day's Luck Points."""

    character: Id


# ---------------------------------------------------------------- events


class DayStarted(Event, frozen=True, kw_only=True):
    """A day began. What was left of yesterday's Luck has lapsed, unless the campaign carries it over."""

    day: int


class LuckRolled(Event, frozen=True, kw_only=True):
    """A Specialist rolled for its Luck; `points` is what it has now."""

    character: str
    face: int
    points: int


# ---------------------------------------------------------------- judgement


@judge
def start_day(ctx: CampaignContext, _: StartDay) -> None:
    """Rule: SG-R-17, SG-CAMP-10. Refuses: FightIsOn, AnswerFirst."""
    check_quiet(ctx.state)
    check_nothing_waits(ctx.state)
    ctx.emit(DayStarted(day=ctx.state.day + 1))


@judge
def roll_luck(ctx: CampaignContext, command: RollDailyLuck) -> None:
    """Rule: SG-LUCK-01 to SG-LUCK-03, SG-R-17, SG-R-44. Refuses: NotYours, NoLuckForThis, NoDayYet, RolledForTheDay."""
    one = ctx.own(command.character)
    if ctx.state.luckless(one.id):
        raise NoLuckForThis(needs="a player's Specialist", has=one.id, field="character")
    if not ctx.state.day:
        raise NoDayYet(needs="a day", has=0, field="character")
    if one.rolled == ctx.state.day:
        raise RolledForTheDay(needs="a new day", has=one.rolled, field="character")
    (face,) = ctx.chance.roll("daily luck", SIDES)
    ctx.emit(LuckRolled(character=one.id, face=face, points=one.luck + face))


# ---------------------------------------------------------------- fold


@fold
def _day_started(state: CampaignState, event: DayStarted) -> CampaignState:
    state = replace(state, day=event.day)
    if state.settings.luck.carry_over:
        return state
    return replace(state, characters={who: replace(one, luck=0) for who, one in state.characters.items()})


@fold
def _luck_rolled(state: CampaignState, event: LuckRolled) -> CampaignState:
    return state.changed(event.character, luck=event.points, rolled=state.day)


# ---------------------------------------------------------------- samples


@samples
def _days(state: CampaignState, seat: str) -> Samples[StartDay | RollDailyLuck]:
    yield Sample(command=StartDay())
    who = mine(state, seat)
    yield Sample(command=RollDailyLuck(character=who[0]), fields={"character": who})
