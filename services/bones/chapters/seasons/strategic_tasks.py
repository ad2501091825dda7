"""Strategic actions that are rolled as tasks: lasting magic, treatment and making things."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from services.bones.chapters.magic import effects
from services.bones.chapters.seasons import closing, seasons, strategic
from services.bones.chapters.tasks import tasks
from services.bones.context import CampaignContext
from services.bones.reading import reported
from services.bones.state.campaign import CampaignState
from services.bones.state.magic import Casting
from services.bones.state.tasks import Purpose, Terms
from shared.kernel.campaign.authority import GameMasterCommand
from shared.kernel.campaign.keeping import in_order
from shared.kernel.chapter import fold, follows, judge_given, samples
from shared.kernel.messages import Event, Id
from shared.kernel.refusals import Refusal
from shared.kernel.samples import Field, Samples, offer

PURPOSES: Final[tuple[Purpose, ...]] = ("effect", "ward", "counter", "mind", "treatment", "making")
"""The special purposes that a strategic action may have as a task. Source: BN-R-250, BN-CAMP-161."""

# ---------------------------------------------------------------- refusals


class NotForASeason(Refusal, rule="BN-CAMP-161"):
    """This task cannot fill a season: choose lasting magic, magic against magic or minds, treatment or item making."""


# ---------------------------------------------------------------- commands


class TakeAction(GameMasterCommand, frozen=True, kw_only=True):
    """Turn a strategic action into a task, which its player rolls while the season is open.

    The task must be lasting magic, magic that targets magic or a mind, treatment or making. It still counts as one of
    the season's three actions, unless you drop or withdraw it before its dice are rolled. Under versions 0
    and 1 of the rules, it counts even then. When the season closes, magic without a sacrifice ends. When a failure
    ends the creature's season, the task is withdrawn unless its dice are already rolled.
    """

    counts_as = "answer"

    action: Id
    terms: Terms
    casting: Casting | None = None


# ---------------------------------------------------------------- events


class ActionTaken(Event, frozen=True, kw_only=True):
    """A strategic action became a task."""

    action: str
    creature: str


# ---------------------------------------------------------------- judgement


@judge_given(seasons.open_season)
def take_action(ctx: CampaignContext, command: TakeAction) -> None:
    """Turn a strategic action into a task, which its player rolls while the season is open.

    Rule:    BN-ACT-05, BN-R-071, BN-CAMP-161, BN-CAMP-183, BN-CAMP-188
    Refuses: NoSeason, NotKnownHere, IsResolved, SeasonIsOver, NotForASeason, NotItsSkill, or as `call_task`
    """
    action, terms = strategic.open_action(ctx, command.action), command.terms
    if ctx.state.amended and action.creature in seasons.open_season(ctx.state).over:
        raise strategic.SeasonIsOver(needs="a season that is not over", has=action.creature, field="action")
    if action.earns or terms.purpose not in PURPOSES:
        raise NotForASeason(needs=PURPOSES, has="income" if action.earns else terms.purpose, field="terms")
    if terms.skill != action.skill:
        raise strategic.NotItsSkill(needs=action.skill, has=terms.skill, field="terms")
    ctx.emit(ActionTaken(action=action.id, creature=action.creature))
    called = tasks.CallTask(creature=action.creature, aim=action.aim, terms=terms, casting=command.casting)
    tasks.call_task(ctx, called)


@follows
def _season_closes(ctx: CampaignContext, _: seasons.SeasonClosing) -> None:
    """End magic that was cast in the season without a sacrifice. Rule: BN-MAG-03, BN-CAMP-161."""
    if ctx.state.form:
        effects.end_each(ctx, "let go", lambda one: one.lasts == "held")


@follows
def _its_season_is_over(ctx: CampaignContext, event: closing.ActionResolved) -> None:
    """Withdraw the tasks of a creature whose season a failure has just ended, unless their dice are already rolled.

    Rule: BN-CAMP-188
    """
    outcome = event.resolution and event.resolution.outcome
    if not (ctx.state.amended and outcome and outcome.ends_season):
        return
    for key in in_order(ctx.state.tasks):
        task = ctx.state.tasks[key]
        waits = task.stage == "set" and not task.again and not reported.entered_for(ctx.state, key)
        if task.creature == outcome.creature and waits:
            ctx.emit(tasks.TaskWithdrawn(task=key, reason="its season is over"))


# ---------------------------------------------------------------- fold


@fold
def _taken(state: CampaignState, event: ActionTaken) -> CampaignState:
    if state.season is None:
        return state
    taken = {**state.season.taken, event.creature: state.season.taken.get(event.creature, 0) + 1}
    return replace(state, season=replace(state.season.drop_actions(event.action), taken=taken))


# ---------------------------------------------------------------- samples

TERMS: Final = Field(schema="Terms")


@samples
def _takes(state: CampaignState, seat: str) -> Samples[TakeAction]:
    for one in strategic.open_actions(state, seat) or (strategic.NONE,):
        usual = TakeAction(action=one.id, terms=Terms(skill=one.skill, purpose="effect"))
        yield offer(usual, terms=TERMS)
        for terms in tasks.some_terms(state, one.creature):
            if terms.skill == one.skill and terms.purpose in PURPOSES:
                for casting in tasks.castings(state, one.creature, terms):
                    yield offer(replace(usual, terms=terms, casting=casting), terms=TERMS)
