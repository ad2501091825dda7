"""Recovery: the passing of time, rest, treatment and regeneration."""

from __future__ import annotations

from typing import Annotated, Final, TypeAlias

from msgspec import Meta
from msgspec.structs import replace

from services.bones.chapters.magic import casting
from services.bones.chapters.rolls import healing, rolls, settling
from services.bones.chapters.rolls.wounds import DamageTaken, Died, check_alive
from services.bones.context import CampaignContext
from services.bones.faces import parts
from services.bones.reading import counting, damage, effects
from services.bones.settings import MOST_CHARACTERS
from services.bones.state.campaign import CampaignState
from services.bones.state.creatures import Creature, Treatment
from services.bones.state.rolls import Roll
from services.bones.state.tasks import Task
from shared.kernel.campaign.authority import GameMasterCommand
from shared.kernel.campaign.fights import AnswerFirst
from shared.kernel.campaign.keeping import in_order
from shared.kernel.campaign.seats import check_once, check_within
from shared.kernel.chapter import fold, follows, judge, samples
from shared.kernel.messages import Event, Id
from shared.kernel.refusals import Refusal
from shared.kernel.samples import Field, Samples, offer

HOURS: Final = 24
WEEK: Final = 7
"""The number of days of rest that heal one die. Source: BN-HEAL-01."""
SUCCESSES_FOR_ONE: Final = 2
MOST_TIME: Final = 10_000
MAGIC: Final = "Magic"
MEDIC: Final = "Healer:Medic"

Time: TypeAlias = Annotated[int, Meta(ge=0, le=MOST_TIME)]

# ---------------------------------------------------------------- refusals


class TheDeadDoNotRest(Refusal, rule="BN-CAMP-08"):
    """This creature is dead or a broken horde, and cannot rest: name living creatures."""


class HoldsAnEffect(Refusal, rule="BN-CAMP-141"):
    """The creature holds an effect and cannot rest: release the effect, or leave the creature out of `resting`."""


class TheFightGoesOn(Refusal, rule="BN-CAMP-40", bars="command"):
    """A fight is under way: end it before time passes, and before the adventure ends or its timetable advances."""


# ---------------------------------------------------------------- commands


class PassTime(GameMasterCommand, frozen=True, kw_only=True):
    """Let hours, days and weeks pass, during which the named creatures rest.

    After any hour, each effect that a sacrifice of value sustains ends, however many rounds it has left. For a few
    rounds, use PassRounds.
    """

    counts_as = "move"

    hours: Time = 0
    days: Time = 0
    weeks: Time = 0
    resting: Annotated[tuple[Id, ...], Meta(max_length=MOST_CHARACTERS)] = ()


# ---------------------------------------------------------------- events


class TimePassed(Event, frozen=True, kw_only=True):
    """A number of hours passed, during which these creatures rested."""

    hours: int
    resting: tuple[str, ...]


class RestCounted(Event, frozen=True, kw_only=True):
    """Rest healed this much damage. The remaining hours count towards the next die."""

    creature: str
    dice: int
    hours: int


class RestBroken(Event, frozen=True, kw_only=True):
    """A creature's hours of rest were reset by new damage, a fight, or time without rest."""

    creature: str


class TreatmentEnded(Event, frozen=True, kw_only=True):
    """A treatment ended: its patient died or took new damage. The remaining damage heals by ordinary rest."""

    creature: str


class PatientTreated(Event, frozen=True, kw_only=True, omit_defaults=True):
    """A creature's wounds were treated.

    Shape: dice: dice restored at once; medic: the number of them restored by Medic icons; days: the days of rest for
           each die from now on, None if the treatment failed; later: whether the dice are restored when the round ends
    """

    task: str
    creature: str
    successes: int
    dice: int = 0
    medic: int = 0
    days: int | None = None
    later: bool = False


class TreatmentTookHold(Event, frozen=True, kw_only=True):
    """The round in which a creature was treated ended, and its healed dice are restored."""

    creature: str


# ---------------------------------------------------------------- judgement


def days_of(one: Creature) -> int:
    """Return the days of rest that heal one die: a week, or fewer days if a treatment has set them.

    Rule: BN-R-149
    """
    return WEEK if one.treatment is None else min(WEEK, one.treatment.days)


def check_no_fight(state: CampaignState) -> None:
    """Check that no fight is under way. Rule: BN-CAMP-40. Refuses: TheFightGoesOn."""
    if state.combat is not None:
        raise TheFightGoesOn(needs="no fight", has=state.combat.id)


@judge
def pass_time(ctx: CampaignContext, command: PassTime) -> None:
    """Let hours, days and weeks pass, during which the named creatures rest.

    Rule:    BN-HEAL-01, BN-R-317, BN-CAMP-29, BN-CAMP-40, BN-CAMP-141
    Refuses: OutOfRange, NamedTwice, NotKnownHere, TheDeadDoNotRest, HoldsAnEffect, TheFightGoesOn, AnswerFirst
    """
    hours = command.hours + HOURS * (command.days + WEEK * command.weeks)
    check_within(hours, 1, MOST_TIME * HOURS * WEEK * 2, "hours")
    check_once(command.resting, "resting")
    for who in command.resting:
        check_alive(ctx, who, "resting", refusal=TheDeadDoNotRest)
        if who in effects.holders(ctx.state):
            raise HoldsAnEffect(needs="ReleaseEffect", has=who, field="resting")
    check_no_fight(ctx.state)
    if waits := ctx.state.waiting:
        raise AnswerFirst(needs=waits)
    ctx.emit(TimePassed(hours=hours, resting=in_order(command.resting)))
    for who in in_order({*ctx.state.characters} - {*command.resting}):
        break_rest(ctx, who)
    for who in in_order(command.resting):
        rest(ctx, who, hours)


@follows
def _magic_rests(ctx: CampaignContext, event: TimePassed) -> None:
    """Count the hours of complete rest that end a caster's fatigue. Rule: BN-MAG-11, BN-R-317."""
    casting.pass_hours(ctx, event.hours, event.resting)


def break_rest(ctx: CampaignContext, who: str) -> None:
    """Reset the hours that a creature has rested, unless `partial_weeks_kept` is true.

    Rule:    BN-R-145, BN-CAMP-29
    """
    if ctx.state.characters[who].rested and not ctx.state.settings.healing.partial_weeks_kept:
        ctx.emit(RestBroken(creature=who))


def rest(ctx: CampaignContext, who: str, hours: int, *, first: bool = False) -> None:
    """Count a creature's hours of rest, and heal the dice that they restore.

    Rule: BN-HEAL-01, BN-HEAL-04, BN-R-145, BN-R-149, BN-R-285
    """
    one, wounds = ctx.state.characters[who], damage.hurt(ctx.state, who)
    if not wounds:
        return
    each = days_of(one) * HOURS
    dice = min((one.rested + hours) // each, wounds)
    ctx.emit(RestCounted(creature=who, dice=dice, hours=one.rested + hours - dice * each))
    healing.heal(ctx, who, dice, "rest" if one.treatment is None else "treatment", first=first)


@follows
def _wounded_anew(ctx: CampaignContext, event: DamageTaken) -> None:
    """Reset a creature's rest and end its treatment after new damage. Rule: BN-R-145, BN-R-285."""
    if event.dice or event.beyond:
        hurt_anew(ctx, event.creature)


def hurt_anew(ctx: CampaignContext, who: str) -> None:
    """Reset a creature's rest, and its treatment if `new_damage_ends_treatment` is true. Rule: BN-R-145, BN-R-285."""
    break_rest(ctx, who)
    if ctx.state.characters[who].treatment and ctx.state.settings.healing.new_damage_ends_treatment:
        ctx.emit(TreatmentEnded(creature=who))


def end_treatment_of_the_dead(ctx: CampaignContext, who: str) -> None:
    """End the treatment of a creature that has died. Rule: BN-CAMP-205."""
    if ctx.state.amended and ctx.state.characters[who].treatment:
        ctx.emit(TreatmentEnded(creature=who))


@follows
def _dies(ctx: CampaignContext, event: Died) -> None:
    end_treatment_of_the_dead(ctx, event.creature)


@follows
def _treated(ctx: CampaignContext, event: settling.TaskSettled) -> None:
    """After a treatment or healing magic, restore dice at once and make the patient heal faster by rest.

    Rule: BN-HEAL-03, BN-HEAL-04, BN-MAST-16, BN-R-147, BN-R-148, BN-R-150, BN-R-318
    """
    task, rules = ctx.state.tasks[event.task], ctx.state.settings.healing
    one = ctx.state.characters.get(healing.treats(task.terms) or "")
    if one is None or one.dead or damage.hurt(ctx.state, one.id) <= 0 or one.treated >= rules.treatments_per_wound_set:
        return
    found = treated_with(ctx.state, task)
    medic = min(_medics(ctx.state, task), ctx.state.settings.mastery.medic_bonus_max) if found else 0
    each = ctx.state.settings.magic.healing_magic_rate if task.skill == MAGIC else SUCCESSES_FOR_ONE
    dice = min(found // each + medic, damage.hurt(ctx.state, one.id))
    days = max(WEEK - found, rules.min_days_per_die) if found else None
    ctx.emit(
        PatientTreated(
            task=task.id, creature=one.id, successes=found, dice=dice, medic=medic, days=days, later=task.fight
        )
    )  # fmt: skip
    if not task.fight:
        healing.heal(ctx, one.id, dice, "magic" if task.skill == MAGIC else "treatment")


def treated_with(state: CampaignState, task: Task) -> int:
    """Return the successes that count in a treatment.

    The setting `treatment_uses` decides whether they are counted before or after Nulls. Successes of magic are always
    counted after Nulls.

    Rule: BN-R-146, BN-R-150
    """
    result = next(one for one in state.results.values() if one.task == task.id)
    uses = "net" if task.skill == MAGIC else state.settings.healing.treatment_uses
    gross = uses == "gross" or not (task.terms and task.terms.difficulty)
    found = result.successes if gross else result.margin
    return max(found or 0, 0)


def _medics(state: CampaignState, task: Task) -> int:
    """Return the number of Medic icons in the healer's roll. Rule: BN-MAST-16, BN-R-380."""
    roll = state.rolls.get(task.rolls.get(task.creature, ""))
    there = () if roll is None else roll.standing
    return sum(counting.used_as(state, roll, one, MEDIC) for one in there if roll and one.die not in roll.given)


def icons(roll: Roll, name: str) -> int:
    """Return how many icons with this name a roll shows, not counting dice whose success was given away."""
    faces = (one.face for one in roll.standing if one.die not in roll.given)
    return sum(part.count for face in faces for part in parts(face) if part.name == name)


def go_on(ctx: CampaignContext) -> None:
    """Restore the dice that treatments healed in the round that has just ended. Rule: BN-R-318, BN-CAMP-87."""
    fight = ctx.state.combat
    if fight is None or fight.stage == "declaring":
        for who in in_order(key for key, one in ctx.state.characters.items() if one.mending and not one.dead):
            dice = ctx.state.characters[who].mending
            ctx.emit(TreatmentTookHold(creature=who))
            healing.heal(ctx, who, dice, "treatment")


@follows
def _regenerates(ctx: CampaignContext, event: rolls.RollMoved) -> None:
    """Heal one die of a creature for each Regenerate icon of its roll, outside a round of a fight.

    Rule: BN-ABIL-09, BN-R-186
    """
    roll, fight = ctx.state.rolls[event.roll], ctx.state.combat
    task = ctx.state.tasks.get(roll.of)
    in_round = (task is not None and task.fight) or (fight is not None and roll.of == fight.id)
    if event.stage == "final" and not in_round:
        healing.heal(ctx, roll.creature, icons(roll, "Regenerate"), "regeneration")


# ---------------------------------------------------------------- fold


@fold
def _time_passed(state: CampaignState, event: TimePassed) -> CampaignState:
    hours = state.hours + event.hours
    used = {key: one for key, one in state.characters.items() if one.uses}
    aged = {
        key: replace(one, uses=tuple(min(ago + event.hours, HOURS) for ago in one.uses)) for key, one in used.items()
    }
    day = state.day + hours // HOURS
    return replace(state, hours=hours % HOURS, day=day, characters={**state.characters, **aged})


@fold
def _rest_counted(state: CampaignState, event: RestCounted) -> CampaignState:
    return state.change(event.creature, rested=event.hours)


@fold
def _rest_broken(state: CampaignState, event: RestBroken) -> CampaignState:
    return state.change(event.creature, rested=0)


@fold
def _treatment_ended(state: CampaignState, event: TreatmentEnded) -> CampaignState:
    return state.change(event.creature, treatment=None)


@fold
def _patient_treated(state: CampaignState, event: PatientTreated) -> CampaignState:
    one = state.characters[event.creature]
    better = event.days is not None and (one.treatment is None or event.days < one.treatment.days)
    treatment = Treatment(days=event.days) if better and event.days else one.treatment
    mending = one.mending + (event.dice if event.later else 0)
    return state.change(one.id, treated=one.treated + 1, treatment=treatment, mending=mending)


@fold
def _took_hold(state: CampaignState, event: TreatmentTookHold) -> CampaignState:
    return state.change(event.creature, mending=0)


# ---------------------------------------------------------------- samples


@samples
def _passes(state: CampaignState, _: str) -> Samples[PassTime]:
    alive = {who for who, one in state.characters.items() if not one.dead and (one.kind != "horde" or not one.down)}
    able = in_order(alive - effects.holders(state))
    resting = {"resting": Field(items=Field(options=able), least=0, most=len(able))} if able else {}
    time, some_time = Field(least=0, most=MOST_TIME), Field(least=1, most=MOST_TIME)
    yield offer(PassTime(hours=1), hours=some_time, days=time, weeks=time, **resting)
    yield offer(PassTime(days=1), hours=time, days=some_time, weeks=time, **resting)
    yield offer(PassTime(weeks=1), hours=time, days=time, weeks=some_time, **resting)
