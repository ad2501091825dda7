"""Casting: each Magic roll is a use of magic, and uses beyond the safe level tire the caster."""

from __future__ import annotations

from services.bones.chapters.rolls import rolls, settling, wounds
from services.bones.context import CampaignContext
from services.bones.reading import comparing, counting, effects, giving, magic
from services.bones.state.campaign import CampaignState
from services.bones.state.rolls import Roll
from services.bones.state.tasks import Task
from shared.kernel.campaign.keeping import in_order
from shared.kernel.chapter import fold, follows
from shared.kernel.messages import Event

# ---------------------------------------------------------------- events


class MagicUsed(Event, frozen=True, kw_only=True, omit_defaults=True):
    """A creature used magic.

    Shape: number: the number of recent uses, including this one; safe: the number of uses that are safe; tired:
           successes that the roll loses; harder: levels added to its difficulty, None if there is no difficulty or it
           is hidden; lasts: whether the magic is meant to last
    """

    creature: str
    number: int
    safe: int
    tired: int = 0
    harder: int | None = None
    lasts: bool = False


class FatigueRested(Event, frozen=True, kw_only=True):
    """Hours of complete rest were counted for a creature.

    After enough of them, its fatigue from magic ends. 0 hours mean that the rest was interrupted.
    """

    creature: str
    hours: int


class FatigueEnded(Event, frozen=True, kw_only=True):
    """Complete rest ended the fatigue of a creature. Earlier uses of magic no longer count."""

    creature: str


# ---------------------------------------------------------------- judgement


def use(ctx: CampaignContext, who: str, *, task: Task | None = None, holding: bool = False, lasts: bool = False) -> int:
    """Record a use of magic before its roll, and return the successes that the roll loses.

    `holding` says that the magic continues an existing effect. `lasts` says that its effect is meant to last longer
    than one round of a fight.

    Rule: BN-MAG-01, BN-MAG-08, BN-MAG-09, BN-R-153
    """
    if holding and not ctx.state.settings.magic.holding_counts_as_use:
        return 0
    number, tired = min(magic.uses_counted(ctx.state, who) + 1, magic.MOST_USES), magic.successes_lost(ctx.state, who)
    terms, harder = None if task is None or task.hidden else task.terms, None
    if task is not None and terms is not None and terms.difficulty is not None:
        harder = magic.harder(ctx.state, terms, who, fight=task.fight)
    begins = terms is not None and terms.purpose in effects.MAKES
    ctx.emit(
        MagicUsed(
            creature=who, number=number, safe=magic.safe_level(ctx.state, who), tired=tired, harder=harder,
            lasts=lasts or begins,
        )
    )  # fmt: skip
    return tired


def costs_damage(state: CampaignState, roll: Roll, left: int | None = None) -> bool:
    """Return whether the caster takes damage for a Magic roll made beyond the safe level of use.

    `left` is the number of the roll's successes, if already counted.

    Rule: BN-MAG-10, BN-R-155
    """
    return roll.tired > 0 and (_successes_left(state, roll) if left is None else left) <= 0


def _successes_left(state: CampaignState, roll: Roll) -> int:
    """Return the successes that a Magic roll has left after its cap and its losses.

    If `fatigue_checked` is `after_opposition`, the opposition's successes or Nulls are subtracted too.
    """
    task = giving.task_of(state, roll)
    if task is None or task.terms is None:
        return counting.count(state, roll).total
    opposed = task.terms.difficulty is not None or task.terms.opponents
    if opposed and state.settings.magic.fatigue_checked == "after_opposition":
        own = roll.creature == task.creature
        found = [one for one in comparing.outcomes(state, task) if own or one.against == roll.creature]
        return max(one.margin if own else -one.margin for one in found)
    here = {one.creature: one.circumstances for one in task.terms.opponents}
    return comparing.count_for(state, task, roll.creature, here.get(roll.creature, task.terms.circumstances)).total


@follows
def _tires(ctx: CampaignContext, event: settling.TaskSettled) -> None:
    """Deal fatigue damage after a task outside a fight. In a fight, this damage is part of the round's damage.

    Rule: BN-MAG-10, BN-R-155, BN-R-299
    """
    task = ctx.state.tasks[event.task]
    for roll in () if task.fight else in_order(task.rolls.values()):
        if costs_damage(ctx.state, ctx.state.rolls[roll]):
            wounds.deal(ctx, ctx.state.rolls[roll].creature, 1, "fatigue")


def pass_hours(ctx: CampaignContext, hours: int, resting: tuple[str, ...]) -> None:
    """Count hours of complete rest towards the end of fatigue. Creatures that do not rest lose their earlier hours.

    Rule: BN-MAG-11, BN-R-154, BN-R-317
    """
    for who in in_order(key for key, one in ctx.state.characters.items() if one.fatigued):
        rested = ctx.state.characters[who].recovering + hours
        if who not in resting:
            _break(ctx, who)
        elif rested >= magic.PERIOD:
            ctx.emit(FatigueEnded(creature=who))
        else:
            ctx.emit(FatigueRested(creature=who, hours=rested))


def _break(ctx: CampaignContext, who: str) -> None:
    """Restart a creature's complete rest: its earlier hours of rest no longer count. Rule: BN-CAMP-91."""
    if ctx.state.characters[who].recovering:
        ctx.emit(FatigueRested(creature=who, hours=0))


@follows
def _acts(ctx: CampaignContext, event: rolls.RollMade) -> None:
    """Restart a creature's complete rest, because it has rolled dice. Rule: BN-CAMP-91."""
    _break(ctx, event.roll.creature)


@follows
def _is_hurt(ctx: CampaignContext, event: wounds.DamageTaken) -> None:
    """Restart a creature's complete rest, because it was hurt. Rule: BN-CAMP-91."""
    if event.dice or event.beyond:
        _break(ctx, event.creature)


# ---------------------------------------------------------------- fold


@fold
def _used(state: CampaignState, event: MagicUsed) -> CampaignState:
    one = state.characters[event.creature]
    uses = one.uses if magic.off_stage(state) else (*one.uses, 0)[-event.number :]
    return state.change(one.id, uses=uses, fatigued=one.fatigued or event.tired > 0, recovering=0)


@fold
def _rested(state: CampaignState, event: FatigueRested) -> CampaignState:
    return state.change(event.creature, recovering=event.hours)


@fold
def _ended(state: CampaignState, event: FatigueEnded) -> CampaignState:
    return state.change(event.creature, uses=(), fatigued=False, recovering=0)
