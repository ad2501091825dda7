"""Holding effects: casters hold them while time passes, and effects that nobody holds end."""

from __future__ import annotations

from typing import Annotated, Final

from msgspec import Meta
from msgspec.structs import replace

from services.bones.chapters.magic.effects import EffectEnded, end_each, end_held, round_over
from services.bones.chapters.rolls import wounds
from services.bones.chapters.tasks import corrections, recovery, rolling, tasks
from services.bones.context import CampaignContext
from services.bones.reading.owned import may_try
from services.bones.reading.taking_part import acts, there
from services.bones.state.campaign import CampaignState
from services.bones.state.magic import Casting, Why
from services.bones.state.tasks import Terms
from shared.kernel.campaign import authority, fights, keeping, roster, seats
from shared.kernel.chapter import fold, follows, judge, samples
from shared.kernel.messages import Event, Line, Notice
from shared.kernel.refusals import Refusal
from shared.kernel.samples import TEXT, Field, Samples, offer

MOST_ROUNDS: Final = 100_000

# ---------------------------------------------------------------- refusals


class NothingToHold(Refusal, rule="BN-R-290"):
    """No effect can be held now: name a caster who holds an effect, is able to act and has no other task.

    In a fight, effects are held for a round, and fighters declare which effect they hold.
    """


class RoundsOfTheFight(Refusal, rule="BN-CAMP-143"):
    """A fight is under way and counts its own rounds: play those rounds, or end the fight first."""


# ---------------------------------------------------------------- commands


class HoldEffects(authority.GameMasterCommand, frozen=True, kw_only=True):
    """Name the next period of time. Each caster who holds an effect rolls Magic once for the whole period.

    During a fight, casters who do not take part hold their effects for one round.
    """

    counts_as = "move"

    stretch: Line


class PassRounds(authority.GameMasterCommand, frozen=True, kw_only=True):
    """Let a number of rounds pass outside a fight."""

    counts_as = "move"

    rounds: Annotated[int, Meta(ge=1, le=MOST_ROUNDS)]


# ---------------------------------------------------------------- events


class RoundsPassed(Notice, frozen=True, kw_only=True):
    """A number of rounds passed outside a fight."""

    rounds: int


class StretchEnded(Event, frozen=True, kw_only=True):
    """The period for which casters held these effects is over, so the casters must hold them again."""

    effects: tuple[str, ...]


# ---------------------------------------------------------------- judgement


def _waiting(state: CampaignState) -> tuple[str, ...]:
    """Return the effects that their casters can hold now. Effects that are held together count as one.

    Rule: BN-R-290, BN-CAMP-143
    """
    busy, found = {*(task.creature for task in state.tasks.values()), *(one.id for one in there(state))}, list[str]()
    for key in keeping.in_order(state.effects):
        one = state.effects[key]
        free = one.caster in state.characters and acts(state, one.caster) and one.caster not in busy
        if one.lasts == "held" and not one.held and free and may_try(state, one.caster, "Magic"):
            found.append(key)
            busy.add(one.caster)
    return tuple(found)


@judge
def hold_effects(ctx: CampaignContext, command: HoldEffects) -> None:
    """Have casters hold their effects. Rule: BN-MAG-03, BN-R-290, BN-CAMP-143. Refuses: NothingToHold, TooManyHere."""
    waiting = _waiting(ctx.state)
    if not waiting:
        kept = tuple(key for key in keeping.in_order(ctx.state.effects) if ctx.state.effects[key].held)
        needs = (
            "PassTime or PassRounds, which ends the stretch" if kept else "an effect held by a caster without a task"
        )
        raise NothingToHold(needs=needs, has=kept or None)
    seats.check_room(ctx.state.tasks, tasks.MAX_TASKS, more=len(waiting))
    for key in waiting:
        one, terms = ctx.state.effects[key], Terms(skill="Magic", purpose="hold", holds=key)
        tasks.begin(ctx, one.caster, command.stretch, terms, fight=False, casting=Casting(theme=one.theme))


@judge
def pass_rounds(ctx: CampaignContext, command: PassRounds) -> None:
    """Let a number of rounds pass outside a fight.

    Rule:    BN-SAC-08, BN-R-296, BN-CAMP-143
    Refuses: RoundsOfTheFight, AnswerFirst
    """
    if ctx.state.combat is not None:
        raise RoundsOfTheFight(needs="no fight", has=ctx.state.combat.id)
    if waits := ctx.state.waiting:
        raise fights.AnswerFirst(needs=waits)
    ctx.emit(RoundsPassed(rounds=command.rounds))
    round_over(ctx, command.rounds)


@follows
def _time_goes_on(ctx: CampaignContext, _: recovery.TimePassed | RoundsPassed) -> None:
    """End the effects that their casters did not hold while time passed. Rule: BN-MAG-03, BN-R-290, BN-CAMP-109."""
    end_each(ctx, "let go", lambda one: one.lasts == "held" and not one.held)
    if kept := keeping.in_order(key for key, one in ctx.state.effects.items() if one.lasts == "held"):
        ctx.emit(StretchEnded(effects=kept))


@follows
def _hours_outlast_rounds(ctx: CampaignContext, _: recovery.TimePassed) -> None:
    """After hours have passed, end the effects that a sacrifice of value sustains, since they last for rounds only.

    Rule: BN-CAMP-108
    """
    end_each(ctx, "run down", lambda one: one.lasts == "value")


@follows
def _does_something_else(ctx: CampaignContext, event: rolling.TaskRolled) -> None:
    """End the effects that a creature holds when it rolls for another task outside a fight.

    Rule: BN-MAG-03, BN-CAMP-109
    """
    task = ctx.state.tasks[event.task]
    for who in () if task.again else (who for who in task.rolls if not ctx.state.in_combat(who)):
        end_held(ctx, who, task.terms.holds if task.terms and who == task.creature else None)


@follows
def _no_longer_to_be_held(ctx: CampaignContext, event: EffectEnded) -> None:
    """Withdraw the task for holding an effect, because the effect has ended. Rule: BN-CAMP-105."""
    withdraw(ctx, event.effect)


def withdraw(ctx: CampaignContext, effect: str) -> None:
    """Withdraw the task by which a caster would hold an effect. Rule: BN-CAMP-105, BN-CAMP-140."""
    for key in keeping.in_order(ctx.state.tasks):
        task = ctx.state.tasks[key]
        if task.stage == "set" and task.terms and task.terms.holds == effect:
            ctx.emit(tasks.TaskWithdrawn(task=key))


def _ends(ctx: CampaignContext, who: str, *, dead: bool) -> None:
    """End the effects that a caster can no longer hold. Rule: BN-MAG-03, BN-R-295, BN-CAMP-105."""
    every = dead and not ctx.state.settings.magic.effect_outlives_caster
    why: Why = "caster died" if dead and who in ctx.state.characters else "let go"
    end_each(ctx, why, lambda one: one.caster == who and (every or one.lasts == "held"))


@follows
def _is_gone(ctx: CampaignContext, event: wounds.Died | roster.CharacterRemoved) -> None:
    """End the effects of a caster who died or left. Rule: BN-R-295, BN-CAMP-105."""
    _ends(ctx, event.creature if isinstance(event, wounds.Died) else event.character, dead=True)


@follows
def _is_down(ctx: CampaignContext, event: wounds.Incapacitated | corrections.CreatureCorrected) -> None:
    """End the effects that an incapacitated creature holds or that target it.

    Rule:    BN-MAG-03, BN-R-295, BN-CAMP-105
    """
    one = ctx.state.characters[event.creature]
    if one.down or one.dead:
        _ends(ctx, one.id, dead=one.dead)
    if one.dead:
        end_each(ctx, "over", lambda effect: effect.target == one.id)


# ---------------------------------------------------------------- fold


@fold
def _stretch_ended(state: CampaignState, event: StretchEnded) -> CampaignState:
    anew = {key: replace(state.effects[key], held=False) for key in event.effects}
    return replace(state, effects={**state.effects, **anew})


# ---------------------------------------------------------------- samples


@samples
def _time(_: CampaignState, seat: str) -> Samples[HoldEffects | PassRounds]:  # noqa: ARG001
    yield offer(HoldEffects, stretch=("the hours of the night", TEXT))
    yield offer(PassRounds, rounds=(1, Field(least=1, most=MOST_ROUNDS)))
