"""New days, with their luck points, and Experience Points."""

from __future__ import annotations

from typing import Annotated, Final, TypeAlias

from msgspec import Meta

from services.rpg_specialist_total.chapters.spells import SpellEnded
from services.rpg_specialist_total.chapters.states import alive, is_dying
from services.rpg_specialist_total.context import CampaignContext
from services.rpg_specialist_total.state.campaign import CampaignState
from shared.kernel.campaign.authority import GameMasterCommand, Override
from shared.kernel.campaign.days import DayBegan, StartDay
from shared.kernel.campaign.keeping import in_order
from shared.kernel.campaign.samples import some
from shared.kernel.campaign.seats import check_reason, check_within
from shared.kernel.chapter import fold, follows, guard, judge, samples
from shared.kernel.messages import Event, Id, Line
from shared.kernel.refusals import Refusal
from shared.kernel.samples import TEXT, Field, Samples, offer

MOST_GRANTED: Final = 1000
MOST_KEPT: Final = 100_000
DAILY_SIDES: Final = 10

Granted: TypeAlias = Annotated[int, Meta(ge=1, le=MOST_GRANTED)]
Spent: TypeAlias = Annotated[int, Meta(ge=1, le=MOST_KEPT)]

# ---------------------------------------------------------------- refusals


class NotEnoughExperience(Refusal, rule="SC-R-93"):
    """The combatant does not have this many Experience Points: spend no more than the combatant has."""


class RoundsFirst(Refusal, rule="SC-CAMP-45", bars="command"):
    """A combatant is dying, drugged or under a lasting effect: let rounds pass or end that before you start a day."""


# ---------------------------------------------------------------- commands


class GrantExperience(Override, frozen=True, kw_only=True):
    """Grant a combatant Experience Points."""

    character: Id
    points: Granted


class SpendExperience(GameMasterCommand, frozen=True, kw_only=True):
    """Spend a combatant's Experience Points. Send another command to record the purchase on the sheet."""

    counts_as = "move"

    character: Id
    points: Spent
    buys: Line


# ---------------------------------------------------------------- events


class LuckOfTheDay(Event, frozen=True, kw_only=True):
    """A combatant received its luck points for the day. They replace any points left from the day before."""

    character: str
    points: int


class ExperienceGained(Event, frozen=True, kw_only=True):
    """A combatant gained Experience Points."""

    character: str
    points: int
    reason: str


class ExperienceSpent(Event, frozen=True, kw_only=True):
    """A combatant spent Experience Points."""

    character: str
    points: int
    buys: str


# ---------------------------------------------------------------- judgement


@guard
def check_no_rounds_count(ctx: CampaignContext, _: StartDay) -> None:
    """Refuse a new day while a combatant is dying, drugged or under a continuing effect, which all last for rounds.

    Rule:    SC-CAMP-45
    Refuses: RoundsFirst
    """
    if ctx.state.fight is not None or not ctx.state.amended:
        return
    ones = ctx.state.characters
    those = in_order(who for who, one in ones.items() if one.ongoing or one.dosed or is_dying(ctx.state, who))
    if those:
        raise RoundsFirst(needs="nobody dying, drugged or under a continuing effect", has=those)


@follows
def shields_run_out(ctx: CampaignContext, event: DayBegan) -> None:  # noqa: ARG001 every day has the same effect
    """End the lasting spells that count rounds when a new day begins. Rule: SC-CAMP-46."""
    for who in in_order(ctx.state.characters) if ctx.state.amended else ():
        spells = ctx.character(who).spells
        for spell in in_order(one for one, held in spells.items() if held.rounds is not None):
            ctx.emit(SpellEnded(character=who, spell=spell, cause="its duration is over"))


@follows
def roll_for_luck(ctx: CampaignContext, event: DayBegan) -> None:  # noqa: ARG001 every day has the same effect
    """Roll the day's luck points for each player's combatant. Rule: SC-E-07."""
    players = [who for who in in_order(ctx.state.characters) if ctx.character(who).player]
    if players and ctx.state.settings.luck.points_source == "daily_d10":
        rolled = ctx.chance.roll("luck of the day", DAILY_SIDES, len(players))
        for who, points in zip(players, rolled, strict=True):
            ctx.emit(LuckOfTheDay(character=who, points=points))


@judge
def grant_experience(ctx: CampaignContext, command: GrantExperience) -> None:
    """Grant a combatant Experience Points.

    Rule:    SC-R-93, SC-DEATH-04
    Refuses: NotKnownHere, IsDead, ReasonNeeded, OutOfRange
    """
    one = alive(ctx, command.character)
    check_reason(one, command.reason)
    check_within(one.experience + command.points, 0, MOST_KEPT, "points")
    ctx.emit(ExperienceGained(character=one.id, points=command.points, reason=command.reason or ""))


@judge
def spend_experience(ctx: CampaignContext, command: SpendExperience) -> None:
    """Spend a combatant's Experience Points. Rule: SC-R-93. Refuses: NotKnownHere, NotEnoughExperience."""
    one = ctx.character(command.character)
    if command.points > one.experience:
        raise NotEnoughExperience(needs=command.points, has=one.experience, field="points")
    ctx.emit(ExperienceSpent(character=one.id, points=command.points, buys=command.buys))


# ---------------------------------------------------------------- fold


@fold
def _luck_of_the_day(state: CampaignState, event: LuckOfTheDay) -> CampaignState:
    return state.change(event.character, luck=event.points)


@fold
def _experience(state: CampaignState, event: ExperienceGained | ExperienceSpent) -> CampaignState:
    gained = event.points if isinstance(event, ExperienceGained) else -event.points
    return state.change(event.character, experience=state.characters[event.character].experience + gained)


# ---------------------------------------------------------------- samples


@samples
def _experience_of(state: CampaignState, _: str) -> Samples[GrantExperience | SpendExperience]:
    for who in some(state.characters):
        has = state.characters[who].experience if who in state.characters else 0
        room = Field(least=1, most=min(MOST_GRANTED, MOST_KEPT - has))
        yield offer(GrantExperience, character=who, points=room, reason=("well done", TEXT))
        yield offer(SpendExperience, character=who, points=Field(least=1, most=max(has, 1)), buys=("a rank", TEXT))
