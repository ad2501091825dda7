"""Seasons off stage: they open in their order, and close by the game master's word or at their deadline."""

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
from services.bones.reading.minds import unnamed
from services.bones.reading.strategic import lapse
from services.bones.state.campaign import CampaignState
from services.bones.state.seasons import SEASONS, Results, Season, SeasonName, season_after
from shared.kernel.campaign.authority import GameMasterCommand
from shared.kernel.campaign.fights import AnswerFirst
from shared.kernel.campaign.keeping import in_order
from shared.kernel.chapter import fold, guard, judge, samples
from shared.kernel.messages import Command, Event
from shared.kernel.refusals import Refusal
from shared.kernel.samples import Field, Samples, offer

MOST_WEEKS: Final = 52
MOST_SECONDS: Final = 366 * 24 * 60 * 60
"""A deadline lies within a year."""
A_SECOND: Final = 1000
"""Milliseconds of it."""

Weeks: TypeAlias = Annotated[int, Meta(ge=0, le=MOST_WEEKS)]
Seconds: TypeAlias = Annotated[int, Meta(ge=1, le=MOST_SECONDS)]

# ---------------------------------------------------------------- refusals


class SeasonIsOpen(Refusal, rule="BN-R-305"):
    """An action is on stage or off: while a season is open there is no task, no fight and no other time that passes."""


class StillOnStage(Refusal, rule="BN-R-305"):
    """A season opens when nothing is open on stage: no task, no fight, and nothing that waits for an answer."""


class NoSeason(Refusal, rule="BN-ACT-04"):
    """Strategic actions, and what is said of them, belong to a season that is open."""


class SeasonIsClosing(Refusal, rule="BN-CAMP-113"):
    """While a season closes nobody is asked and nothing is changed: its actions are resolved first."""


class SeasonsInOrder(Refusal, rule="BN-R-306"):
    """The game master names the first season; the others follow in their order, and only that one opens or passes."""


class DeadlineIsPast(Refusal, rule="BN-CAMP-114"):
    """Once the deadline is past nothing more is declared, changed or ordered: the season closes when nothing waits."""


class TermsFirst(Refusal, rule="BN-R-303"):
    """No season is closed over an action whose difficulty nobody has set: it is set, or the action is withdrawn."""


# ---------------------------------------------------------------- commands


class OpenSeason(GameMasterCommand, frozen=True, kw_only=True):
    """Open the next season off stage; the first one is named.

    `weeks` of rest are in it, by the setting where left out; so many seconds from now it `closes_in`, if it has a
    deadline; `results`: who sees what comes of the actions while it closes.
    """

    counts_as = "move"

    name: SeasonName | None = None
    weeks: Weeks | None = None
    closes_in: Seconds | None = None
    results: Results = "none"


class LetSeasonPass(GameMasterCommand, frozen=True, kw_only=True):
    """Let the next season pass in which nobody acts: its weeks go by, and all rest."""

    counts_as = "move"


class SetDeadline(GameMasterCommand, frozen=True, kw_only=True):
    """Say in how many seconds from now the season closes by itself; left out, it has no deadline any more."""

    counts_as = "aside"

    closes_in: Seconds | None = None


class CloseSeason(GameMasterCommand, frozen=True, kw_only=True):
    """Close the season: its actions are resolved. `results`: who sees them as they fall, left out as it was said."""

    counts_as = "move"

    results: Results | None = None


class ReachDeadline(Command, frozen=True, kw_only=True):
    """Close the season since its deadline has come; what has no difficulty lapses."""

    counts_as = "move"
    needs_role = "clock"


# ---------------------------------------------------------------- events


class SeasonOpened(Event, frozen=True, kw_only=True):
    """A season opened."""

    season: Season


class DeadlineSet(Event, frozen=True, kw_only=True):
    """The season closes by itself then, in UTC milliseconds, or not by itself any more."""

    deadline: int | None


class SeasonClosing(Event, frozen=True, kw_only=True, omit_defaults=True):
    """The season is being closed; who sees its results, and which actions have lapsed."""

    results: Results
    lapsed: tuple[str, ...] = ()


# ---------------------------------------------------------------- judgement


def open_season(state: CampaignState) -> Season:
    """Return the season that is open. Rule: BN-ACT-04. Refuses: NoSeason."""
    if state.season is None:
        raise NoSeason(needs="OpenSeason")
    return state.season


def in_time(ctx: CampaignContext) -> Season:
    """Return the season that is open, before its deadline. Rule: BN-CAMP-114. Refuses: NoSeason, DeadlineIsPast."""
    season = open_season(ctx.state)
    if season.deadline is not None and ctx.at >= season.deadline:
        raise DeadlineIsPast(needs="SetDeadline", has=season.deadline)
    return season


def check_not_closing(ctx: CampaignContext, command: Command) -> None:
    """Hold every command but the clock's while a season closes. Rule: BN-CAMP-113. Refuses: SeasonIsClosing."""
    season = ctx.state.season
    if season is not None and season.stage == "closing" and command.needs_role != "clock":
        raise SeasonIsClosing(needs="the end of the season", has=len(season.actions) - len(season.done))


@guard
def off_stage(
    ctx: CampaignContext,
    _: tasks.Attempt | tasks.CallTask | combat.StartCombat | hindering.OrderHinderingRoll | falls.Fall
    | recovery.PassTime | holding.PassRounds | holding.HoldEffects,
) -> None:  # fmt: skip
    """Keep the stage and the season apart. Rule: BN-ACT-01, BN-R-305. Refuses: SeasonIsOpen."""
    check_none_open(ctx.state)


@guard
def orders(ctx: CampaignContext, _: minds.GiveOrder | minds.SetMagnitude) -> None:
    """Let a mind be ordered while a season is open, too. Rule: BN-CAMP-162. Refuses: SeasonIsOpen."""
    if not ctx.state.form:
        check_none_open(ctx.state)


def check_none_open(state: CampaignState) -> None:
    """Rule: BN-R-305. Refuses: SeasonIsOpen."""
    if state.season is not None:
        raise SeasonIsOpen(needs="CloseSeason", has=state.season.name)


def next_names(state: CampaignState) -> tuple[SeasonName, ...]:
    """Return which season may come next: any for the first one. Rule: BN-ACT-04, BN-R-306."""
    return SEASONS if state.last_season is None else (season_after(state.last_season),)


def on_stage(state: CampaignState) -> tuple[str, ...]:
    """Return what is open on stage. Rule: BN-R-305."""
    fights = (state.combat.id,) if state.combat else ()
    return in_order({*fights, *state.tasks, *state.waiting, *unnamed(state)})


def _deadline(ctx: CampaignContext, seconds: int | None) -> int | None:
    return None if seconds is None else ctx.at + seconds * A_SECOND


@judge
def begin_season(ctx: CampaignContext, command: OpenSeason | LetSeasonPass) -> None:
    """Rule: BN-ACT-04, BN-MAG-03, BN-R-069, BN-R-073, BN-R-305, BN-R-306, BN-CAMP-151.

    Refuses: SeasonIsOpen, StillOnStage, SeasonsInOrder
    """
    state = ctx.state
    check_none_open(state)
    if busy := on_stage(state):
        raise StillOnStage(needs="nothing open", has=busy)
    said = OpenSeason() if isinstance(command, LetSeasonPass) else command
    name = _named(state, said.name)
    weeks = state.settings.seasons.weeks_per_season if said.weeks is None else said.weeks
    season = Season(
        number=state.seasons + 1, name=name, weeks=weeks, deadline=_deadline(ctx, said.closes_in),
        results=said.results,
    )  # fmt: skip
    ctx.emit(SeasonOpened(season=season))
    effects.end_each(ctx, "let go", lambda one: one.lasts == "held")
    if said is not command:
        ctx.emit(SeasonClosing(results=season.results))


def _named(state: CampaignState, name: SeasonName | None) -> SeasonName:
    """Return the season that comes next. Rule: BN-ACT-04, BN-R-306. Refuses: SeasonsInOrder."""
    first, *others = next_names(state)
    if name not in {first, *others} and (name is not None or others):
        raise SeasonsInOrder(needs=(first, *others), has=name, field=name and "name")
    return name or first


@judge
def set_deadline(ctx: CampaignContext, command: SetDeadline) -> None:
    """Rule: BN-CAMP-114. Refuses: NoSeason."""
    open_season(ctx.state)
    ctx.emit(DeadlineSet(deadline=_deadline(ctx, command.closes_in)))


def without_terms(state: CampaignState, season: Season) -> tuple[str, ...]:
    """Return the actions that wait for the game master to say what they are rolled against, but for what lapses.

    Rule: BN-R-303, BN-CAMP-154
    """
    return in_order(key for key, one in season.actions.items() if one.waits and not lapse(state, one))


@judge
def close_season(ctx: CampaignContext, command: CloseSeason) -> None:
    """Rule: BN-ACT-04, BN-R-303, BN-CAMP-114. Refuses: NoSeason, AnswerFirst, TermsFirst."""
    season = open_season(ctx.state)
    if waits := left(ctx.state):
        raise AnswerFirst(needs=waits)
    if missing := without_terms(ctx.state, season):
        raise TermsFirst(needs="SetActionTerms, or WithdrawAction", has=missing)
    ctx.emit(SeasonClosing(results=command.results or season.results))


def left(state: CampaignState) -> tuple[str, ...]:
    """Return what has to be settled before a season closes: what waits, tasks, and orders of no magnitude yet.

    Rule: BN-CAMP-161, BN-CAMP-162
    """
    return on_stage(state) if state.form else state.waiting


def due_at(state: CampaignState) -> int | None:
    """Return when the season that is open closes by itself, once nothing waits. Rule: BN-CAMP-114."""
    season = state.season
    return None if season is None or season.stage != "open" or left(state) else season.deadline


@judge
def reach_deadline(ctx: CampaignContext, _: ReachDeadline) -> None:
    """Rule: BN-R-303, BN-CAMP-114. Refuses: NoSeason."""
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
    season = state.season and state.season.dropped(*event.lapsed)
    return replace(state, season=season and season.closed(event.results))


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
