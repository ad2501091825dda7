"""Opposed rolls ("contests"): both sides declare and roll dice pools, and the side with more successes wins.

In combat, the winning attacker deals damage.
"""

from __future__ import annotations

from typing import Annotated, Final

from msgspec import Meta
from msgspec.structs import replace

from services.rpg_specialist_pool.catalogue import CONTEXTS, Outcome, Setting
from services.rpg_specialist_pool.chapters.attempts import add_tie, check_free, check_measure, tie_of
from services.rpg_specialist_pool.chapters.criticals import Rolled, lapses_with_action, show_critical
from services.rpg_specialist_pool.chapters.damage import Strike, check_damage, deal
from services.rpg_specialist_pool.chapters.pools import Effort, declare_pool, roll_pool
from services.rpg_specialist_pool.context import CampaignContext
from services.rpg_specialist_pool.reading import equal_is_enough, outcome_of, winner
from services.rpg_specialist_pool.samples import ACTION, modest
from services.rpg_specialist_pool.state import Action, CampaignState, Contest, DamageChange, Pool, Roll, Specialist, Tie
from shared.kernel.campaign.authority import GameMasterCommand
from shared.kernel.campaign.fights import JoinFight, OutsideTheFight, check_nothing_waits, hold
from shared.kernel.campaign.keeping import in_order, without
from shared.kernel.campaign.samples import NOBODY, mine, some
from shared.kernel.campaign.seats import check_owns, check_room, entry_of
from shared.kernel.chapter import fold, guard, judge, samples
from shared.kernel.messages import Command, Event, Id, Line, Notice
from shared.kernel.refusals import Refusal
from shared.kernel.samples import TEXT, Field, Samples, offer

MAX_CONTESTS: Final = 20

# ---------------------------------------------------------------- refusals


class OpposesItself(Refusal, rule="SG-CAMP-11"):
    """The target of this opposed roll is the attacker itself: name another target."""


class ResistanceOfAThing(Refusal, rule="SG-R-33"):
    """The target, a Specialist, has no fixed resistance: leave `resistance` out, and let the target answer."""


class NoCounterattack(Refusal, rule="SG-R-36"):
    """This Specialist has no counterattack to make: wait until the Keeper grants one after a critical failure."""


# ---------------------------------------------------------------- commands


class Oppose(Command, frozen=True, kw_only=True):
    """Act against another Specialist, who then answers, or against a thing with a resistance that the Keeper sets."""

    counts_as = "move"

    character: Id
    action: Action
    context: Setting = "other"
    target: Id | None = None
    resistance: Annotated[int, Meta(ge=0, le=100)] | None = None
    damage: DamageChange | None = None


class Counterattack(Command, frozen=True, kw_only=True):
    """Make the attack that an opponent's critical failure granted: at once, out of turn, with the remaining AP."""

    counts_as = "move"

    character: Id
    action: Action
    damage: DamageChange | None = None


class Answer(Command, frozen=True, kw_only=True):
    """Answer an opposed roll with dice. A Specialist may answer any number of opposed rolls, even without AP."""

    counts_as = "answer"

    contest: Id
    action: Action


class StandStill(Command, frozen=True, kw_only=True):
    """Do not resist in an opposed roll: your side has 0 successes."""

    counts_as = "answer"

    contest: Id


class CancelContest(GameMasterCommand, frozen=True, kw_only=True):
    """Cancel a pending opposed roll.

    Each side regains the AP and Luck that it paid for dice that are not rolled yet.
    """

    counts_as = "referee"

    contest: Id
    reason: Line


# ---------------------------------------------------------------- events


class ContestOpened(Event, frozen=True, kw_only=True):
    """A Specialist acted against another Specialist or a thing, and declared its dice pool."""

    contest: str
    context: Setting
    character: str
    target: str | None
    pool: Pool
    damage: DamageChange | None
    counterattack: bool


class ContestAnswered(Event, frozen=True, kw_only=True):
    """The other side of an opposed roll declared its dice pool."""

    contest: str
    character: str
    pool: Pool


class StoodStill(Notice, frozen=True, kw_only=True):
    """The other side of an opposed roll did not resist."""

    contest: str
    character: str


class ContestResolved(Event, frozen=True, kw_only=True):
    """An opposed roll was decided. `outcome` and `margin` (in successes) are from the acting side's point of view."""

    contest: str
    context: Setting
    character: str
    target: str | None
    outcome: Outcome
    margin: int


class ContestCancelled(Event, frozen=True, kw_only=True):
    """The Keeper cancelled an opposed roll."""

    contest: str
    reason: str


# ---------------------------------------------------------------- judgement


@judge
def oppose(ctx: CampaignContext, command: Oppose) -> None:
    """Act against a Specialist or a thing.

    Rule:    SG-OPP-01, SG-OPP-02, SG-OPP-08, SG-R-33, SG-R-47
    Refuses: OpposesItself, ResistanceOfAThing, and the refusals of `hold` and `_open`
    """
    one = ctx.own(command.character)
    target = None if command.target is None else ctx.character(command.target, "target")
    if target == one:
        raise OpposesItself(needs="another", has=one.id, field="target")
    sides = (one.id,) if target is None else (one.id, target.id)
    hold(ctx, *sides, field="character")
    check_free(ctx, *sides)
    if target is not None and command.resistance is not None:
        raise ResistanceOfAThing(needs="no target", has=target.id, field="resistance")
    thing = 0 if target is None and ctx.state.form else None
    check_measure(ctx, thing if command.resistance is None else command.resistance, "resistance")
    strike = Strike(character=one, target=target, action=command.action, context=command.context, damage=command.damage)
    least = ctx.rulings.ap.minimum_per_action
    contest = _open(ctx, strike, Effort(least_ap=least, attack=command.context == "combat"))
    if target is None:
        _resolve(ctx, contest, None, command.resistance or 0)


@judge
def counterattack(ctx: CampaignContext, command: Counterattack) -> None:
    """Make a granted counterattack.

    Rule:    SG-R-32, SG-R-36
    Refuses: NoCounterattack, AnswerFirst, OutsideTheFight, and the refusals of `_open`
    """
    one = ctx.own(command.character)
    counter = ctx.state.counter
    if counter is None or counter.character != one.id:
        raise NoCounterattack(
            needs=counter.character if counter else "a counterattack that was granted", has=one.id, field="character"
        )
    check_nothing_waits(ctx.state)
    check_free(ctx, counter.character, counter.target)
    target = ctx.character(counter.target, "character")
    if not ctx.state.in_reach(one.id, target.id):
        raise OutsideTheFight(needs="both in the fight, or neither", has=target.id, field="character")
    strike = Strike(character=one, target=target, action=command.action, context="combat", damage=command.damage)
    least = ctx.rulings.ap.minimum_per_action if ctx.state.form else 0
    _open(ctx, strike, Effort(least_ap=least, attack=True), counterattack=True)


def _open(ctx: CampaignContext, strike: Strike, effort: Effort, *, counterattack: bool = False) -> Contest:
    """Declare the acting side's dice pool, and open the contest.

    Rule:    SG-OPP-01, SG-R-26, SG-R-31, SG-R-34
    Refuses: all refusals of `check_damage` and `declare_pool`
    """
    check_room(ctx.state.contests, MAX_CONTESTS)
    check_damage(ctx, strike)
    one, target, counter = strike.character, strike.target, ctx.state.counter
    pool = declare_pool(ctx, one, strike.action, effort)
    contest = ctx.new_id("contest")
    ctx.emit(ContestOpened(
        contest=contest, context=strike.context, character=one.id, target=target.id if target else None,
        pool=pool, damage=strike.damage, counterattack=counterattack,
    ))  # fmt: skip
    lapses_with_action(ctx, None if counterattack else counter)
    if ctx.rulings.opposed.declare == "first_side_rolls" and target is not None:
        roll_pool(ctx, contest, one.id, pool)
    return ctx.state.contests[contest]


def _answering(ctx: CampaignContext, contest: str) -> tuple[Contest, Specialist]:
    """Return an unanswered contest, and the Specialist that must answer it.

    Rule:    SG-OPP-01, SG-LUCK-06
    Refuses: NotKnownHere, NotYours
    """
    found = entry_of(ctx.state.contests, contest, "contest")
    one = ctx.character(found.target or NOBODY, "contest")
    check_owns(ctx, one.seat, "contest")
    return found, one


@guard
def check_no_open_contest(ctx: CampaignContext, command: JoinFight) -> None:
    """Refuse to let a participant join a fight while it takes part in an unanswered contest.

    Rule:    SG-CAMP-13, AR-FIGHT-06, AR-FIGHT-07
    Refuses: AnswerFirst
    """
    check_free(ctx, command.participant, field="participant")


@judge
def answer(ctx: CampaignContext, command: Answer) -> None:
    """Answer an opposed roll with a dice pool.

    Rule:    SG-OPP-01, SG-R-16, SG-R-31, SG-R-32
    Refuses: NotKnownHere, NotYours, and all refusals of `declare_pool`
    """
    contest, one = _answering(ctx, command.contest)
    pool = declare_pool(ctx, one, command.action, Effort(least_ap=0))
    ctx.emit(ContestAnswered(contest=contest.id, character=one.id, pool=pool))
    _resolve(ctx, contest, pool, 0)


@judge
def stand_still(ctx: CampaignContext, command: StandStill) -> None:
    """Answer an opposed roll without resisting. Rule: SG-R-33. Refuses: NotKnownHere, NotYours."""
    contest, one = _answering(ctx, command.contest)
    ctx.emit(StoodStill(contest=contest.id, character=one.id))
    _resolve(ctx, contest, None, 0)


@judge
def cancel_contest(ctx: CampaignContext, command: CancelContest) -> None:
    """Cancel an opposed roll. Rule: SG-CAMP-07. Refuses: NotKnownHere."""
    entry_of(ctx.state.contests, command.contest, "contest")
    ctx.emit(ContestCancelled(contest=command.contest, reason=command.reason))


def _resolve(ctx: CampaignContext, contest: Contest, pool: Pool | None, resistance: int) -> None:
    """Roll each pool that has not been rolled yet, and decide the contest.

    Rule:    SG-OPP-03 to SG-OPP-06, SG-POOL-12, SG-R-12, SG-R-30, SG-R-53
    """
    answering = () if pool is None else ((contest.target or NOBODY, pool),)
    sides = ((contest.character, contest.pool), *answering) if answering else ()
    first = contest.roll or roll_pool(ctx, contest.id, contest.character, contest.pool, sides=sides)
    still = Roll(faces=(), luck=(), successes=resistance, failures=0, critical=None)
    second = still if pool is None else roll_pool(ctx, contest.id, contest.target or NOBODY, pool, sides=answering)
    won = winner(first, second, ctx.rulings.critical)
    amended, rulings = ctx.state.amended, ctx.rulings
    if not won and contest.target is None and equal_is_enough(resistance, contest.context, rulings, amended=amended):
        won = 1
    outcome = outcome_of(won, contest.context, successes=first.successes, rules=ctx.rulings.damage)
    margin = first.successes - second.successes
    ctx.emit(ContestResolved(
        contest=contest.id, context=contest.context, character=contest.character, target=contest.target,
        outcome=tie_of(ctx) if outcome == "tie" else outcome, margin=margin,
    ))  # fmt: skip
    if outcome in ("hit", "glancing"):
        deal(ctx, contest, outcome, margin, critical=first.critical == "critical_success")
    who, target = contest.character, contest.target
    show_critical(ctx, Rolled(of=contest.id, who=who, against=target), first.critical)
    if target is not None:
        defence = Rolled(of=contest.id, who=target, against=who, defended=contest.context == "combat")
        show_critical(ctx, defence, second.critical)


# ---------------------------------------------------------------- fold


@fold
def _opened(state: CampaignState, event: ContestOpened) -> CampaignState:
    after = state.count_action(event.character)
    contest = Contest(
        id=event.contest, context=event.context, character=event.character, target=event.target, pool=event.pool,
        damage=event.damage, counter=None if after.counter is not None and state.form else state.counter,
    )  # fmt: skip
    state = after.raise_counter(contest.id).pay_pool(contest.character, contest.pool)
    if unsettled_by(contest.pool) is not None:
        state = state.fighter_changed(contest.character, unsettled=None)
    return replace(state, contests={**state.contests, contest.id: contest})


def unsettled_by(pool: Pool) -> int | None:
    """Return the change in an unsettled attacker's dice (0 or negative), or None if the attacker was not unsettled."""
    return next((part.dice for part in pool.sources if part.source == "unsettled"), None)


@fold
def _answered(state: CampaignState, event: ContestAnswered) -> CampaignState:
    return state.pay_pool(event.character, event.pool)


@fold
def _resolved(state: CampaignState, event: ContestResolved) -> CampaignState:
    state = replace(state, contests=without(state.contests, event.contest))
    tie = Tie(id=event.contest, context=event.context, character=event.character, target=event.target)
    return add_tie(state, tie) if event.outcome == "tie" else state


@fold
def _cancelled(state: CampaignState, event: ContestCancelled) -> CampaignState:
    contest = state.contests[event.contest]
    held, unrolled = contest.counter, contest.roll is None
    back = held if held is not None and (state.form == 0 or (unrolled and state.stands(held))) else None
    state = replace(state, contests=without(state.contests, contest.id), counter=state.counter or back)
    return _given_back(state, contest.character, contest.pool) if unrolled else state


def _given_back(state: CampaignState, who: str, pool: Pool) -> CampaignState:
    """Return the campaign after an attack was cancelled.

    AP and Luck are refunded, and an attacker that was unsettled before the attack is unsettled again.

    Rule:    SG-CAMP-07
    """
    state, before = state.pay_pool(who, pool, back=-1), unsettled_by(pool)
    fighter = state.fighter(who)
    if before is None or fighter is None:
        return state
    meanwhile = (fighter.unsettled or 0) if state.form else 0
    return state.fighter_changed(who, unsettled=before + meanwhile)


# ---------------------------------------------------------------- samples


@samples
def _contests(state: CampaignState, seat: str) -> Samples[Oppose]:
    fight = {"action": ACTION, "damage": Field(schema="DamageChange")}
    quiet = {"action": ACTION, "context": Field(options=CONTEXTS)}
    may = state.led_by(seat) or state.settings.players_may.set_thresholds == "alone"
    thing = {"resistance": Field(least=0, most=100)} if may else {}
    for who in mine(state, seat):
        near = (one for one in in_order(state.characters) if one != who and state.in_reach(who, one))
        others = tuple(one for one in near if state.form == 0 or not state.waits_for(one))
        frail = tuple(one for one in others if state.can_be_hurt(one))
        there = Oppose(character=who, action=modest(state, who), target=next(iter(others), NOBODY))
        yield offer(there, **quiet, target=Field(options=others or (NOBODY,)))
        struck = replace(there, context="combat", target=next(iter(frail), NOBODY))
        yield offer(struck, **fight, target=Field(options=frail or (NOBODY,)))
        if may or state.form == 0:
            yield offer(replace(there, target=None), **quiet, **thing)
            yield offer(replace(struck, target=None), **fight, **thing)


@samples
def _counters(state: CampaignState, seat: str) -> Samples[Counterattack]:
    who = state.counter.character if state.counter else mine(state, seat)[0]
    counter = Counterattack(character=who, action=modest(state, who, answers=state.form == 0))
    yield offer(counter, action=ACTION, damage=Field(schema="DamageChange"))


@samples
def _answers(state: CampaignState, seat: str) -> Samples[Answer | StandStill]:
    own = mine(state, seat)
    asked = some(one.id for one in state.contests.values() if one.target in own)
    for contest in asked:
        yield offer(Answer, contest=contest, action=(modest(state, NOBODY, answers=True), ACTION))
    yield offer(StandStill, contest=asked)


@samples
def _cancels(state: CampaignState, _: str) -> Samples[CancelContest]:
    yield offer(CancelContest, contest=Field(options=some(state.contests)), reason=("called off", TEXT))
