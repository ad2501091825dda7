"""Seasons off stage: they open in order, and close at a deadline or when the game master closes them.

Off stage means between the scenes that are played, when creatures take strategic actions.
"""

from __future__ import annotations

from typing import Annotated, Final, TypeAlias

from msgspec import Meta
from msgspec.structs import replace

from services.bones.chapters.fights import combat
from services.bones.chapters.lasting_magic import holding, minds
from services.bones.chapters.magic import effects
from services.bones.chapters.rolls import falls, hindering
from services.bones.chapters.tasks import recovery, tasks
from services.bones.context import CampaignContext
from services.bones.reading.minds import without_magnitude
from services.bones.reading.strategic import disobeying, lapse
from services.bones.state.campaign import CampaignState
from services.bones.state.seasons import SEASONS, Results, Season, SeasonName, season_after
from shared.kernel.campaign.authority import GameMasterCommand
from shared.kernel.campaign.fights import AnswerFirst
from shared.kernel.campaign.keeping import in_order
from shared.kernel.chapter import fold, guard, judge, judge_given, samples
from shared.kernel.messages import Command, Event
from shared.kernel.refusals import Refusal
from shared.kernel.samples import Field, Samples, offer

MOST_WEEKS: Final = 52
MOST_SECONDS: Final = 366 * 24 * 60 * 60
"""The maximum number of seconds until a deadline: a year."""
A_SECOND: Final = 1000
"""The number of milliseconds in a second."""

Weeks: TypeAlias = Annotated[int, Meta(ge=0, le=MOST_WEEKS)]
Seconds: TypeAlias = Annotated[int, Meta(ge=1, le=MOST_SECONDS)]

# ---------------------------------------------------------------- refusals


class SeasonIsOpen(Refusal, rule="BN-R-305", bars="command"):
    """A season is open: wait until it is closed before you start a task or a fight or let time pass."""


class StillOnStage(Refusal, rule="BN-R-305", bars="command"):
    """Something is still open on stage: finish tasks, fights and open questions before you open a season."""


class NoSeason(Refusal, rule="BN-ACT-04", bars="command"):
    """No season is open: open one, or wait until the game master opens one."""


class SeasonIsClosing(Refusal, rule="BN-CAMP-113", bars="command"):
    """The season is closing: wait until its actions have been resolved."""


class SeasonsInOrder(Refusal, rule="BN-R-306"):
    """The name of the season is missing or out of order: open the season that `needs` names."""


class DeadlineIsPast(Refusal, rule="BN-CAMP-114"):
    """The deadline for this season's actions has passed: ask the game master to set a later one."""


class TermsFirst(Refusal, rule="BN-R-303"):
    """An action has no difficulty yet: set its terms or withdraw the action before you close the season."""


# ---------------------------------------------------------------- commands


class OpenSeason(GameMasterCommand, frozen=True, kw_only=True):
    """Open the next off-stage season. The first season needs a name.

    `weeks` is the number of weeks of rest, by default the setting `weeks_per_season`. `closes_in` is the number of
    seconds until a deadline, if the season has one. `results` names the seats that see the results of actions while the
    season closes.
    """

    counts_as = "move"

    name: SeasonName | None = None
    weeks: Weeks | None = None
    closes_in: Seconds | None = None
    results: Results = "none"


class LetSeasonPass(GameMasterCommand, frozen=True, kw_only=True):
    """Let the next season pass without actions. Its weeks go by, and all creatures rest."""

    counts_as = "move"


class SetDeadline(GameMasterCommand, frozen=True, kw_only=True):
    """Set the number of seconds after which the season closes by itself. Without a number, remove the deadline."""

    counts_as = "aside"

    closes_in: Seconds | None = None


class CloseSeason(GameMasterCommand, frozen=True, kw_only=True):
    """Close the season, so that its actions are resolved.

    `results` names the seats that see the results at once. If it is left out, the earlier setting applies. Opponents
    roll the dice that they have now, even if an action of this season hurts them first. Nobody chooses while the season
    closes: poison and flames take the last of the dice that showed a success, and other harm takes the last dice or, if
    `damage_die_choice` is `random`, random ones. The season stays open while a controlled mind has actions but none
    that carries out its order.
    """

    counts_as = "move"

    results: Results | None = None


class ReachDeadline(Command, frozen=True, kw_only=True):
    """Close the season because its deadline has passed. Actions without terms lapse."""

    counts_as = "move"
    needs_role = "clock"


# ---------------------------------------------------------------- events


class SeasonOpened(Event, frozen=True, kw_only=True):
    """A season opened."""

    season: Season


class DeadlineSet(Event, frozen=True, kw_only=True):
    """The deadline of the season was set, in UTC milliseconds, or removed."""

    deadline: int | None


class SeasonClosing(Event, frozen=True, kw_only=True, omit_defaults=True):
    """The season is closing. The event names the seats that see its results, and the actions that lapsed."""

    results: Results
    lapsed: tuple[str, ...] = ()


# ---------------------------------------------------------------- judgement


def open_season(state: CampaignState) -> Season:
    """Return the season that is open or closing. Rule: BN-ACT-04. Refuses: NoSeason."""
    if state.season is None:
        raise NoSeason(needs="OpenSeason")
    return state.season


def in_time(ctx: CampaignContext) -> Season:
    """Return the open season if its deadline has not passed. Rule: BN-CAMP-114. Refuses: NoSeason, DeadlineIsPast."""
    season = open_season(ctx.state)
    if season.deadline is not None and ctx.at >= season.deadline:
        raise DeadlineIsPast(needs="SetDeadline", has=season.deadline)
    return season


def check_not_closing(ctx: CampaignContext, command: Command) -> None:
    """While a season closes, refuse every command that does not come from the clock (a timer).

    Rule:    BN-CAMP-113
    Refuses: SeasonIsClosing
    """
    season = ctx.state.season
    if season is not None and season.stage == "closing" and command.needs_role != "clock":
        raise SeasonIsClosing(needs="the end of the season", has=len(season.actions) - len(season.done))


@guard
def off_stage(
    ctx: CampaignContext,
    _: tasks.Attempt | tasks.CallTask | combat.StartCombat | hindering.OrderHinderingRoll | falls.Fall
    | recovery.PassTime | holding.PassRounds | holding.HoldEffects,
) -> None:  # fmt: skip
    """Refuse tasks, fights and passing time while a season is open.

    Rule:    BN-ACT-01, BN-R-305
    Refuses: SeasonIsOpen
    """
    check_none_open(ctx.state)


@guard
def orders(ctx: CampaignContext, _: minds.GiveOrder | minds.SetMagnitude) -> None:
    """Refuse magical orders to minds while a season is open, in campaigns under version 0 of the rules (see `FORM`).

    Rule:    BN-CAMP-162
    Refuses: SeasonIsOpen
    """
    if not ctx.state.form:
        check_none_open(ctx.state)


def check_none_open(state: CampaignState) -> None:
    """Check that no season is open. Rule: BN-R-305. Refuses: SeasonIsOpen."""
    if state.season is not None:
        raise SeasonIsOpen(needs="CloseSeason", has=state.season.name)


def next_names(state: CampaignState) -> tuple[SeasonName, ...]:
    """Return the names that the next season may have: any name if it is the first. Rule: BN-ACT-04, BN-R-306."""
    return SEASONS if state.last_season is None else (season_after(state.last_season),)


def on_stage(state: CampaignState) -> tuple[str, ...]:
    """Return the ids of everything unfinished on stage: the fight, tasks, questions, and orders without a magnitude.

    Rule: BN-R-305
    """
    fights = (state.combat.id,) if state.combat else ()
    return in_order({*fights, *state.tasks, *state.waiting, *without_magnitude(state)})


def _deadline(ctx: CampaignContext, seconds: int | None) -> int | None:
    return None if seconds is None else ctx.at + seconds * A_SECOND


@judge
def begin_season(ctx: CampaignContext, command: OpenSeason | LetSeasonPass) -> None:
    """Open the next season, or let it pass without actions.

    Rule:    BN-ACT-04, BN-MAG-03, BN-R-069, BN-R-073, BN-R-305, BN-R-306, BN-CAMP-151
    Refuses: SeasonIsOpen, StillOnStage, SeasonsInOrder
    """
    state = ctx.state
    check_none_open(state)
    if busy := on_stage(state):
        raise StillOnStage(needs="nothing open", has=busy)
    if isinstance(command, LetSeasonPass) and state.last_season is None:
        raise SeasonsInOrder(needs="OpenSeason first, with a name")
    said = OpenSeason() if isinstance(command, LetSeasonPass) else command
    name = _next_name(state, said.name)
    weeks = state.settings.seasons.weeks_per_season if said.weeks is None else said.weeks
    season = Season(
        number=state.seasons + 1, name=name, weeks=weeks, deadline=_deadline(ctx, said.closes_in),
        results=said.results,
    )  # fmt: skip
    ctx.emit(SeasonOpened(season=season))
    effects.end_each(ctx, "let go", lambda one: one.lasts == "held")
    if said is not command:
        ctx.emit(SeasonClosing(results=season.results))


def _next_name(state: CampaignState, name: SeasonName | None) -> SeasonName:
    """Return the name of the next season. Rule: BN-ACT-04, BN-R-306. Refuses: SeasonsInOrder."""
    first, *others = next_names(state)
    if name not in {first, *others} and (name is not None or others):
        raise SeasonsInOrder(needs=(first, *others), has=name, field=name and "name")
    return name or first


@judge_given(open_season)
def set_deadline(ctx: CampaignContext, command: SetDeadline) -> None:
    """Set or remove the deadline. Rule: BN-CAMP-114. Refuses: NoSeason."""
    open_season(ctx.state)
    ctx.emit(DeadlineSet(deadline=_deadline(ctx, command.closes_in)))


def without_terms(state: CampaignState, season: Season) -> tuple[str, ...]:
    """Return the actions that wait for the game master's terms and do not lapse. Rule: BN-R-303, BN-CAMP-154."""
    return in_order(key for key, one in season.actions.items() if one.waits and not lapse(state, one))


@judge_given(open_season)
def close_season(ctx: CampaignContext, command: CloseSeason) -> None:
    """Close the season. Rule: BN-ACT-04, BN-R-303, BN-CAMP-114. Refuses: NoSeason, AnswerFirst, TermsFirst."""
    season = open_season(ctx.state)
    if waits := unsettled_ids(ctx.state):
        raise AnswerFirst(needs=waits)
    if missing := without_terms(ctx.state, season):
        raise TermsFirst(needs="SetActionTerms, or WithdrawAction", has=missing)
    ctx.emit(SeasonClosing(results=command.results or season.results))


def unsettled_ids(state: CampaignState) -> tuple[str, ...]:
    """Return the ids of open questions, tasks, orders without a magnitude, and actions that disobey an order.

    A season closes only when none is left.

    Rule: BN-CAMP-161, BN-CAMP-162, BN-CAMP-192
    """
    return (*on_stage(state), *disobeying(state)) if state.form else state.waiting


def due_at(state: CampaignState) -> int | None:
    """Return the time at which the open season closes by itself.

    Return None if it has no deadline, or while something is unsettled.

    Rule: BN-CAMP-114
    """
    season = state.season
    return None if season is None or season.stage != "open" or unsettled_ids(state) else season.deadline


def resume_clock(state: CampaignState, by_ms: int) -> CampaignState:
    """Return the campaign after its clock was paused for `by_ms`, which delays the season's deadline by that time.

    Rule: AR-UNDO-07
    """
    season = state.season
    if season is None or season.deadline is None:
        return state
    return replace(state, season=replace(season, deadline=season.deadline + by_ms))


@judge
def reach_deadline(ctx: CampaignContext, _: ReachDeadline) -> None:
    """Close the season because its deadline has passed. Rule: BN-R-303, BN-CAMP-114. Refuses: NoSeason."""
    season = open_season(ctx.state)
    ctx.emit(SeasonClosing(results=season.results, lapsed=without_terms(ctx.state, season)))


# ---------------------------------------------------------------- fold


@fold
def _opened(state: CampaignState, event: SeasonOpened) -> CampaignState:
    return replace(state, season=event.season)


@fold
def _deadline_set(state: CampaignState, event: DeadlineSet) -> CampaignState:
    return state.season_put(deadline=event.deadline)


@fold
def _closing(state: CampaignState, event: SeasonClosing) -> CampaignState:
    season = state.season and state.season.drop_actions(*event.lapsed)
    return replace(state, season=season and season.begin_closing(event.results))


# ---------------------------------------------------------------- samples

SECONDS: Final = Field(least=1, most=MOST_SECONDS)
WEEKS: Final = Field(least=0, most=MOST_WEEKS)
SEEN: Final[tuple[Results, ...]] = ("none", "own", "all")


@samples
def _opens(state: CampaignState, _: str) -> Samples[OpenSeason | LetSeasonPass]:
    names: tuple[SeasonName | None, ...] = next_names(state)
    named = names if len(names) > 1 else (None, *names)
    yield offer(OpenSeason, name=named, weeks=(None, WEEKS), closes_in=(None, SECONDS), results=Field(options=SEEN))
    yield offer(LetSeasonPass())


@samples
def _closes(_: CampaignState, __: str) -> Samples[SetDeadline | CloseSeason | ReachDeadline]:
    yield offer(SetDeadline, closes_in=(None, SECONDS))
    yield offer(CloseSeason(), results=Field(options=(None, *SEEN)))
    yield offer(ReachDeadline())
