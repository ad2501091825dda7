"""Tests: a Specialist attempts something against a threshold or a resistance."""

from __future__ import annotations

from typing import Annotated, Final

from msgspec import Meta
from msgspec.structs import replace

from services.rpg_specialist_pool.catalogue import TIES, Outcome, Setting, TieOutcome
from services.rpg_specialist_pool.chapters.criticals import Rolled, lapses_with_action, show_critical
from services.rpg_specialist_pool.chapters.pools import Effort, declare_pool, roll_pool
from services.rpg_specialist_pool.context import CampaignContext
from services.rpg_specialist_pool.samples import ACTION, modest
from services.rpg_specialist_pool.state import KEPT, Action, CampaignState, Pool, Roll, Tie
from shared.kernel.campaign.authority import GameMasterCommand
from shared.kernel.campaign.fights import AnswerFirst, hold
from shared.kernel.campaign.keeping import last, without
from shared.kernel.campaign.proposals import WaitsForTheGameMaster
from shared.kernel.campaign.samples import mine, some
from shared.kernel.campaign.seats import entry_of
from shared.kernel.chapter import fold, judge, samples
from shared.kernel.messages import Command, Event, Id
from shared.kernel.refusals import Refusal
from shared.kernel.samples import Field, Samples, offer

Strength = Annotated[int, Meta(ge=0, le=100)]
USUAL_THRESHOLD: Final = 1

# ---------------------------------------------------------------- refusals


class OneMeasureOnly(Refusal, rule="SG-DICE-07"):
    """You gave more than one measure of success (threshold, resistance or another side): give only one of them."""


# ---------------------------------------------------------------- commands


class Attempt(Command, frozen=True, kw_only=True):
    """Test a Specialist against a threshold or a resistance. Without either, the threshold is 1."""

    counts_as = "move"

    character: Id
    action: Action
    threshold: Strength | None = None
    resistance: Strength | None = None


class RuleTie(GameMasterCommand, frozen=True, kw_only=True):
    """Decide the result of a tie outside combat."""

    counts_as = "answer"

    tie: Id
    outcome: TieOutcome


# ---------------------------------------------------------------- events


class AttemptMade(Event, frozen=True, kw_only=True):
    """A Specialist attempted a test with this dice pool."""

    test: str
    character: str
    pool: Pool


class AttemptResolved(Event, frozen=True, kw_only=True):
    """A test was decided. `margin` is the number of successes above or below the threshold or resistance."""

    test: str
    character: str
    context: Setting
    outcome: Outcome
    margin: int


class TieRuled(Event, frozen=True, kw_only=True):
    """The Keeper decided the result of a tie."""

    tie: str
    outcome: TieOutcome


# ---------------------------------------------------------------- judgement


def check_free(ctx: CampaignContext, *sides: str, field: str = "character") -> None:
    """Refuse an action by a Specialist that takes part in an unanswered opposed roll, even outside fights.

    Rule:    SG-CAMP-13, AR-FIGHT-06
    Refuses: AnswerFirst
    """
    waits = tuple(dict.fromkeys(one for side in sides for one in ctx.state.waits_for(side)))
    if waits and ctx.state.form:
        raise AnswerFirst(needs=waits, has=sides[0], field=field)


def check_measure(ctx: CampaignContext, number: int | None, field: str) -> None:
    """Refuse a player's threshold or resistance if only the Keeper may set it. Rule: SG-CAMP-04, SG-R-29."""
    if number is not None and not ctx.leads and ctx.rulings.players_may.set_thresholds == "propose":
        raise WaitsForTheGameMaster(needs="Propose", has=ctx.role, field=field)


@judge
def attempt(ctx: CampaignContext, command: Attempt) -> None:
    """Roll a test and record its result.

    Rule:    SG-DICE-06, SG-DICE-07, SG-CORE-03, SG-R-43, SG-R-57
    Refuses: OneMeasureOnly, and the refusals of `hold` and `declare_pool`
    """
    one = ctx.own(command.character)
    hold(ctx, one.id, field="character")
    check_free(ctx, one.id)
    if command.threshold is not None and command.resistance is not None:
        raise OneMeasureOnly(needs=1, has=2, field="resistance")
    if command.threshold != USUAL_THRESHOLD or not ctx.state.amended:
        check_measure(ctx, command.threshold, "threshold")
    check_measure(ctx, command.resistance, "resistance")
    pool = declare_pool(ctx, one, command.action, Effort(least_ap=ctx.rulings.ap.minimum_per_action))
    test, counter = ctx.new_id("test"), ctx.state.counter
    ctx.emit(AttemptMade(test=test, character=one.id, pool=pool))
    lapses_with_action(ctx, counter)
    roll = roll_pool(ctx, test, one.id, pool)
    outcome, margin = _measure(ctx, command, roll)
    context: Setting = "spell" if pool.kind == "spell" else "skill" if pool.kind == "skill" else "other"
    ctx.emit(AttemptResolved(test=test, character=one.id, context=context, outcome=outcome, margin=margin))
    show_critical(ctx, Rolled(of=test, who=one.id), roll.critical)


def _measure(ctx: CampaignContext, command: Attempt, roll: Roll) -> tuple[Outcome, int]:
    """Return the outcome of a test, and its margin in successes.

    Rule:    SG-DICE-07, SG-DICE-08, SG-R-12, SG-R-20, SG-R-23, SG-R-30
    """
    asked = USUAL_THRESHOLD if command.threshold is None else command.threshold
    margin = roll.successes - (asked if command.resistance is None else command.resistance)
    if roll.critical == "critical_failure" and ctx.rulings.critical.decides == "failure_loses":
        return "lost", margin
    if margin == 0 and command.resistance is not None and ctx.rulings.test.resistance == "as_opposition":
        return tie_of(ctx), margin
    return ("won" if margin >= 0 else "lost"), margin


def tie_of(ctx: CampaignContext) -> Outcome:
    """Return the outcome of a tie outside combat: the campaign's default, or `tie` if the Keeper must decide it.

    Rule: SG-OPP-04, SG-OPP-06, SG-R-20
    """
    usual = ctx.rulings.opposed.default_tie
    return "tie" if usual == "declare" else usual


@judge
def rule_tie(ctx: CampaignContext, command: RuleTie) -> None:
    """Record the Keeper's decision on a tie. Rule: SG-OPP-04, SG-OPP-06, SG-R-20. Refuses: NotKnownHere."""
    tie = entry_of(ctx.state.ties, command.tie, "tie")
    ctx.emit(TieRuled(tie=tie.id, outcome=command.outcome))


# ---------------------------------------------------------------- fold


@fold
def _made(state: CampaignState, event: AttemptMade) -> CampaignState:
    return state.raise_counter(event.test).pay_pool(event.character, event.pool).count_action(event.character)


@fold
def _resolved(state: CampaignState, event: AttemptResolved) -> CampaignState:
    tie = Tie(id=event.test, context=event.context, character=event.character, target=None)
    return add_tie(state, tie) if event.outcome == "tie" else state


def add_tie(state: CampaignState, tie: Tie) -> CampaignState:
    """Return the campaign with one more undecided tie. If there are too many, the oldest is dropped."""
    return replace(state, ties=last({**state.ties, tie.id: tie}, KEPT))


@fold
def _ruled(state: CampaignState, event: TieRuled) -> CampaignState:
    return replace(state, ties=without(state.ties, event.tie))


# ---------------------------------------------------------------- samples


@samples
def _attempts(state: CampaignState, seat: str) -> Samples[Attempt]:
    for who in mine(state, seat):
        test = Attempt(character=who, action=modest(state, who))
        may = state.led_by(seat) or state.settings.players_may.set_thresholds == "alone"
        asked = Field(least=0, most=100)
        yield offer(test, action=ACTION, **({"threshold": asked} if may else {}))
        yield offer(replace(test, resistance=1), action=ACTION, resistance=asked)


@samples
def _ties(state: CampaignState, _: str) -> Samples[RuleTie]:
    yield offer(RuleTie, tie=Field(options=some(state.ties)), outcome=("stalemate", Field(options=TIES)))
