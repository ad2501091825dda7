"""Criticals: the Keeper decides the consequence of a critical failure, and describes that of a critical success."""

from __future__ import annotations

from typing import Annotated, Final

from msgspec import Meta, Struct
from msgspec.structs import replace

from services.rpg_specialist_pool.catalogue import CONSEQUENCES, Consequence, Critical
from services.rpg_specialist_pool.chapters.specialists import NoVitality
from services.rpg_specialist_pool.context import CampaignContext
from services.rpg_specialist_pool.state import CampaignState, Counter, CriticalRoll
from shared.kernel.campaign.authority import GameMasterCommand
from shared.kernel.campaign.days import DayBegan
from shared.kernel.campaign.fights import FightEnded, FightLeft, TurnBegan, participant_of
from shared.kernel.campaign.keeping import in_order, without
from shared.kernel.campaign.samples import some
from shared.kernel.campaign.seats import check_reason, check_within, entry_of
from shared.kernel.chapter import fold, follows, judge, samples
from shared.kernel.messages import Event, Id, Line
from shared.kernel.refusals import Refusal
from shared.kernel.samples import TEXT, Field, Samples, offer

MOST_DICE: Final = 20
Dice = Annotated[int, Meta(ge=-MOST_DICE, le=MOST_DICE)]
"""The dice that an unsettled attacker loses: 0 or negative, and under version 0 of the rules also positive."""

# ---------------------------------------------------------------- refusals


class NotThatCritical(Refusal, rule="SG-CF-04"):
    """This command does not fit this critical: give a failure a consequence, and a success an exceptional outcome."""


class NoDefence(Refusal, rule="SG-CS-10"):
    """This roll was not a critical success in defence against an attack: choose another exceptional outcome."""


class NobodyToCounter(Refusal, rule="SG-R-36"):
    """The counterattack has no target within reach: choose another consequence."""


class CounterWaits(Refusal, rule="SG-CAMP-16"):
    """A counterattack has already been granted: choose another consequence, or wait until it is made or forgone."""


class NoApToCounter(Refusal, rule="SG-R-36"):
    """The Specialist does not have enough AP for a counterattack: choose another consequence."""


class MomentHasPassed(Refusal, rule="SG-CAMP-17"):
    """The fight or day of this critical is over: describe the outcome without a counterattack, dice or AP."""


# ---------------------------------------------------------------- commands


class RuleConsequence(GameMasterCommand, frozen=True, kw_only=True):
    """Decide the consequence of a critical failure. It may cost AP, and dice of the Specialist's next attack."""

    counts_as = "answer"

    critical: Id
    consequence: Consequence
    text: Line
    ap: Annotated[int, Meta(ge=-15, le=0)] = 0
    dice: Dice = 0


class Destabilise(GameMasterCommand, frozen=True, kw_only=True):
    """Unsettle the attacker after a critical success in defence.

    `dice` (0 or negative) is added to its next attack's dice.
    """

    counts_as = "answer"

    critical: Id
    dice: Dice = 0
    reason: Line | None = None


class DescribeOutcome(GameMasterCommand, frozen=True, kw_only=True):
    """Describe the outcome of a critical success."""

    counts_as = "answer"

    critical: Id
    text: Line


# ---------------------------------------------------------------- events


class CriticalShown(Event, frozen=True, kw_only=True):
    """A roll was a critical success or failure. The Keeper must still decide its effect."""

    critical: str
    roll: str
    character: str
    against: str | None
    shows: Critical
    defended: bool


class ConsequenceRuled(Event, frozen=True, kw_only=True):
    """The Keeper decided the consequence of a critical failure. The Specialist `by` may counterattack at once."""

    critical: str
    character: str
    consequence: Consequence
    text: str
    ap: int
    dice: int
    by: str | None


class AttackerUnsettled(Event, frozen=True, kw_only=True):
    """An attacker was unsettled: it loses these dice in its next attack of this fight."""

    critical: str
    character: str
    dice: int
    reason: str | None


class MomentPassed(Event, frozen=True, kw_only=True):
    """A fight ended, or a day began: the Keeper can only describe these earlier criticals in words."""

    criticals: tuple[str, ...]


class CounterattackLapsed(Event, frozen=True, kw_only=True):
    """A granted counterattack lapsed.

    Another action, turn or day began, a side left the fight, or the Specialist decided not to make it.
    """

    character: str
    target: str


class OutcomeDescribed(Event, frozen=True, kw_only=True):
    """The Keeper described the outcome of a critical success."""

    critical: str
    text: str


# ---------------------------------------------------------------- judgement


class Rolled(Struct, frozen=True, kw_only=True):
    """A roll that may be critical: its test or contest, who rolled, the opponent, and whether the roll is a defence."""

    of: str
    who: str
    against: str | None = None
    defended: bool = False


def show_critical(ctx: CampaignContext, roll: Rolled, shows: Critical | None) -> None:
    """Record a critical if the roll was a critical success or failure. Rule: SG-CS-11, SG-CF-04, SG-R-12."""
    if shows is not None:
        ctx.emit(
            CriticalShown(
                critical=ctx.new_id("critical"), roll=roll.of, character=roll.who, against=roll.against,
                shows=shows, defended=roll.defended,
            )
        )  # fmt: skip


def _that(ctx: CampaignContext, critical: str, shows: Critical) -> CriticalRoll:
    """Return an undecided critical, after checking that it is of the given kind.

    Rule:    SG-CF-04
    Refuses: NotKnownHere, NotThatCritical
    """
    found = entry_of(ctx.state.criticals, critical, "critical")
    if found.critical != shows:
        raise NotThatCritical(needs=shows, has=found.critical, field="critical")
    return found


@judge
def rule_consequence(ctx: CampaignContext, command: RuleConsequence) -> None:
    """Decide the consequence of a critical failure.

    Rule:    SG-CF-04, SG-R-21, SG-R-36
    Refuses: NotThatCritical, NotInFight, and the refusals of `_check_takes`, `_check_now` and `_check_counter`
    """
    found = _that(ctx, command.critical, "critical_failure")
    _check_takes(ctx, command.dice)
    counters = command.consequence == "counterattack"
    if counters or command.ap or command.dice:
        _check_now(found)
    if command.ap or command.dice:
        participant_of(ctx.state, found.character, "ap" if command.ap else "dice")
    if counters:
        _check_counter(ctx, found)
    allowed = counters and ctx.rulings.critical.counterattack == "one_attack"
    ctx.emit(ConsequenceRuled(
        critical=found.id, character=found.character, consequence=command.consequence, text=command.text,
        ap=command.ap, dice=command.dice, by=found.against if allowed else None,
    ))  # fmt: skip


def _check_takes(ctx: CampaignContext, dice: int) -> None:
    """Refuse a consequence that would add dice instead of removing them.

    Rule:    SG-R-21, SG-R-35
    Refuses: OutOfRange
    """
    if ctx.state.form:
        check_within(dice, -MOST_DICE, 0, "dice")


def _check_now(critical: CriticalRoll) -> None:
    """Refuse AP, dice or a counterattack as the effect of a critical whose fight or day is over.

    Rule:    SG-CAMP-17, SG-R-59
    Refuses: MomentHasPassed
    """
    if critical.past:
        raise MomentHasPassed(needs="the moment of this critical", has=critical.id, field="critical")


def _check_counter(ctx: CampaignContext, found: CriticalRoll) -> None:
    """Refuse to grant a counterattack that cannot be made.

    Rule:    SG-R-32, SG-R-36, SG-R-52, SG-CAMP-16
    Refuses: NobodyToCounter, CounterWaits, NoApToCounter, NoVitality
    """
    other = found.against
    if other is None or not {found.character, other} <= set(ctx.state.characters):
        raise NobodyToCounter(needs="a Specialist of the campaign as the target", has=other, field="consequence")
    if not ctx.state.in_reach(found.character, other):
        raise NobodyToCounter(needs="both in the fight, or neither", has=other, field="consequence")
    if ctx.state.counter is not None:
        raise CounterWaits(needs="none granted", has=ctx.state.counter.character, field="consequence")
    fighter, least = ctx.state.fighter(other), ctx.rulings.ap.minimum_per_action
    makes = ctx.state.form and ctx.rulings.critical.counterattack == "one_attack"
    if makes and fighter is not None and fighter.ap < least:
        raise NoApToCounter(needs=least, has=fighter.ap, field="consequence")
    if makes and ctx.state.amended and not ctx.state.can_be_hurt(found.character):
        raise NoVitality(needs="a target with Vitality", has=found.character, field="consequence")


@judge
def destabilise(ctx: CampaignContext, command: Destabilise) -> None:
    """Unsettle an attacker after a critical success in defence.

    Rule:    SG-CS-10, SG-R-21, SG-R-35, SG-R-62
    Refuses: NotThatCritical, NoDefence, ReasonNeeded, NotInFight, OutOfRange
    """
    found = _that(ctx, command.critical, "critical_success")
    if not found.defended or found.against is None:
        raise NoDefence(needs="a critical defence", has=found.id, field="critical")
    _check_takes(ctx, command.dice)
    _check_now(found)
    check_reason(command.dice, command.reason)
    participant_of(ctx.state, found.against, "critical")
    if not found.in_fight and ctx.state.amended:
        participant_of(ctx.state, found.character, "critical")
    ctx.emit(AttackerUnsettled(critical=found.id, character=found.against, dice=command.dice, reason=command.reason))


@judge
def describe_outcome(ctx: CampaignContext, command: DescribeOutcome) -> None:
    """Describe the outcome of a critical success. Rule: SG-CS-11. Refuses: NotThatCritical."""
    found = _that(ctx, command.critical, "critical_success")
    ctx.emit(OutcomeDescribed(critical=found.id, text=command.text))


@follows
def moment_passes(ctx: CampaignContext, _: FightEnded) -> None:
    """When a fight ends, let its granted counterattack lapse. The Keeper can then only describe the fight's criticals.

    Rule:    SG-R-35, SG-R-36, SG-CAMP-17
    """
    state, counter = ctx.state, ctx.state.counter
    there = tuple(one.id for one in state.criticals.values() if not one.past and state.ends_with_fight(one))
    if there or (counter is not None and state.ends_with_fight(counter)):
        ctx.emit(MomentPassed(criticals=in_order(there)))


def lapses_with_action(ctx: CampaignContext, before: Counter | None) -> None:
    """Record that an action made a granted counterattack lapse. Rule: SG-R-36."""
    if before is not None and ctx.state.counter is None and ctx.state.form:
        ctx.emit(CounterattackLapsed(character=before.character, target=before.target))


@follows
def counterattack_leaves(ctx: CampaignContext, event: FightLeft) -> None:
    """Make a counterattack lapse when its attacker or target leaves the fight. Rule: SG-R-36."""
    counter = ctx.state.counter
    if counter is not None and ctx.state.form and event.participant in (counter.character, counter.target):
        ctx.emit(CounterattackLapsed(character=counter.character, target=counter.target))


@follows
def counterattack_lapses(ctx: CampaignContext, event: TurnBegan | DayBegan) -> None:
    """Make a counterattack lapse when the next turn or day begins. Rule: SG-R-36, SG-CAMP-16."""
    counter = ctx.state.counter
    if counter is None or not ctx.state.form:
        return
    fights = counter.in_fight or ctx.state.fighting(counter.character) or ctx.state.fighting(counter.target)
    if fights or isinstance(event, DayBegan):
        ctx.emit(CounterattackLapsed(character=counter.character, target=counter.target))


@follows
def moment_passes_outside(ctx: CampaignContext, _: DayBegan) -> None:
    """When a day begins, mark all criticals that were rolled outside fights as past. Rule: SG-R-59."""
    past = tuple(one.id for one in ctx.state.criticals.values() if not one.past)
    if past and ctx.state.amended:
        ctx.emit(MomentPassed(criticals=in_order(past)))


# ---------------------------------------------------------------- fold


@fold
def _passed(state: CampaignState, event: MomentPassed) -> CampaignState:
    past = {one: replace(state.criticals[one], past=True) for one in event.criticals}
    counter = state.counter
    stays = counter is not None and not state.ends_with_fight(counter)
    return replace(state, criticals={**state.criticals, **past}, counter=counter if stays else None)


@fold
def _lapsed(state: CampaignState, _: CounterattackLapsed) -> CampaignState:
    return replace(state, counter=None)


@fold
def _shown(state: CampaignState, event: CriticalShown) -> CampaignState:
    return state.with_critical(
        CriticalRoll(
            id=event.critical, roll=event.roll, character=event.character, against=event.against,
            critical=event.shows, defended=event.defended, in_fight=state.fighting(event.character),
        )
    )  # fmt: skip


@fold
def _ruled(state: CampaignState, event: ConsequenceRuled) -> CampaignState:
    state = replace(state, criticals=without(state.criticals, event.critical))
    if event.by is not None:
        inside = state.fighting(event.character)
        state = replace(state, counter=Counter(character=event.by, target=event.character, in_fight=inside))
    fighter = state.fighter(event.character)
    if fighter is None:
        return state
    short = -(fighter.ap + event.ap)
    if short > 0 and state.form:
        state = state.spent_for_good(event.character, short)
    unsettled = (fighter.unsettled or 0) + event.dice if event.dice else fighter.unsettled
    return state.fighter_changed(event.character, ap=max(fighter.ap + event.ap, 0), unsettled=unsettled)


@fold
def _unsettled(state: CampaignState, event: AttackerUnsettled) -> CampaignState:
    state = replace(state, criticals=without(state.criticals, event.critical))
    fighter = state.fighter(event.character)
    before = fighter.unsettled if fighter else None
    return state.fighter_changed(event.character, unsettled=(before or 0) + event.dice)


@fold
def _described(state: CampaignState, event: OutcomeDescribed) -> CampaignState:
    return replace(state, criticals=without(state.criticals, event.critical))


# ---------------------------------------------------------------- samples


@samples
def _rulings(state: CampaignState, _: str) -> Samples[RuleConsequence]:
    for critical in some(state.criticals):
        found = state.criticals.get(critical)
        fights = found is not None and not found.past and state.fighting(found.character)
        numbers = {"ap": Field(least=-15, most=0), "dice": _dice(state)} if fights else {}
        slip = RuleConsequence(critical=critical, consequence="narrative", text="a slip")
        yield offer(slip, consequence=CONSEQUENCES, text=TEXT, **numbers)


@samples
def _outcomes(state: CampaignState, _: str) -> Samples[Destabilise | DescribeOutcome]:
    successes = [one.id for one in state.criticals.values() if one.critical == "critical_success"]
    for critical in some(successes or state.criticals):
        yield offer(Destabilise(critical=critical, reason="off balance"), dice=_dice(state), reason=TEXT)
        yield offer(DescribeOutcome, critical=critical, text=("a marvel", TEXT))


def _dice(state: CampaignState) -> Field:
    return Field(least=-MOST_DICE, most=0 if state.form else MOST_DICE)
