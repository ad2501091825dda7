"""Sacrifices of health, value or blood, which sustain an effect without its caster."""

from __future__ import annotations

from msgspec.structs import replace

from services.bones.chapters.lasting_magic import holding
from services.bones.chapters.magic import effects, themes
from services.bones.chapters.people import items
from services.bones.chapters.rolls import falls, spiffs, wounds
from services.bones.chapters.tasks import corrections, recovery, rolling
from services.bones.context import CampaignContext
from services.bones.reading import damage
from services.bones.reading.reported import waiting_for_faces
from services.bones.reading.spiffs import PRICES, asked_before, soaked_effect
from services.bones.state.campaign import CampaignState
from services.bones.state.creatures import Creature, DieNumber
from services.bones.state.magic import Casting, Effect
from services.bones.state.spiffs import SpiffUse
from services.bones.state.tasks import Terms
from shared.kernel.campaign.fights import AnswerFirst
from shared.kernel.campaign.keeping import in_order, without
from shared.kernel.campaign.samples import some
from shared.kernel.campaign.seats import NotKnownHere, check_room, entry_of, there_are
from shared.kernel.chapter import fold, follows, guard, judge_given, samples
from shared.kernel.messages import Command, Event, Id
from shared.kernel.refusals import Refusal
from shared.kernel.samples import Field, Samples, offer

# ---------------------------------------------------------------- refusals


class OneOfThoseLeft(Refusal, rule="BN-SAC-03"):
    """The creature cannot sacrifice this die: name one of the dice that the creature has left."""


class NotSoaked(Refusal, rule="BN-R-169"):
    """A sacrifice of health cannot be soaked in this campaign: name the die to give up."""


class DiceHaveFallen(Refusal, rule="BN-CAMP-140"):
    """The caster has an unsettled roll: sacrifice health before the dice are rolled, or after the roll is settled.

    A roll is open as soon as its player has entered faces for it.
    """


# ---------------------------------------------------------------- commands


class SacrificeHealth(Command, frozen=True, kw_only=True):
    """Sacrifice one of a caster's dice to sustain an effect that the caster holds.

    Without `die`, ask to spend spiffs (points that players may spend) to soak up the damage instead. The game master
    allows or vetoes this use.
    """

    counts_as = "move"

    effect: Id
    die: DieNumber | None = None


# ---------------------------------------------------------------- events


class HealthSacrificed(Event, frozen=True, kw_only=True, omit_defaults=True):
    """A caster sacrificed a die, so that the effect lasts. `die` is None if spiffs soaked up the damage.

    Rule: BN-SAC-01, BN-SAC-03
    """

    effect: str
    creature: str
    die: int | None = None


class SacrificeMade(Event, frozen=True, kw_only=True, omit_defaults=True):
    """A casting used up its sacrifice: the item `gem`, which was worth `coins`, or a `victim`."""

    task: str
    creature: str
    gem: str | None = None
    coins: int = 0
    victim: str | None = None


# ---------------------------------------------------------------- judgement


@judge_given(there_are("effects", field="effect"))
def sacrifice_health(ctx: CampaignContext, command: SacrificeHealth) -> None:
    """Sacrifice one of a caster's dice to sustain an effect that the caster holds.

    Rule:    BN-SAC-01 to BN-SAC-04, BN-R-169, BN-R-293, BN-R-295, BN-R-372, BN-CAMP-140, BN-CAMP-187, BN-CAMP-199
    Refuses: NotKnownHere, NotYours, NotHeldByIt, AnswerFirst, DiceHaveFallen, NotSoaked, NotEnoughSpiffs, TooManyHere,
             OneOfThoseLeft
    """
    effect = entry_of(ctx.state.effects, command.effect, "effect")
    one = ctx.own(effect.caster, "effect")
    _check_sacrifice(ctx, effect, "effect", waiting_for_faces(ctx.state, one.id) if ctx.state.amended else ())
    _check_not_asked(ctx.state, effect)
    if command.die is None:
        if not ctx.state.settings.magic.sacrifice_may_be_soaked:
            raise NotSoaked(needs=damage.numbers(one.numbers), field="die")
        spiffs.check_pays(ctx.state, one.id, PRICES["soak"], "die")
        if ctx.state.amended:
            _ask(ctx, one, effect.id)
            return
        ctx.emit(spiffs.SpiffsSpent(use=effect.id, creature=one.id, spiffs=PRICES["soak"]))
    elif command.die not in one.numbers:
        raise OneOfThoseLeft(needs=damage.numbers(one.numbers), has=command.die, field="die")
    ctx.emit(HealthSacrificed(effect=effect.id, creature=one.id, die=command.die))
    holding.withdraw(ctx, effect.id)
    if command.die is not None:
        recovery.hurt_anew(ctx, one.id)
        if ctx.state.amended:
            falls.lose_wings(ctx, one.id, (command.die,))
        if ctx.state.characters[one.id].down:
            ctx.emit(wounds.Incapacitated(creature=one.id))


def _check_sacrifice(ctx: CampaignContext, effect: Effect, field: str, entered: tuple[str, ...] = ()) -> None:
    """Check that a caster may sacrifice health for an effect now.

    `entered` lists the open roll, if any, for which the caster's player has entered faces.

    Rule:    BN-SAC-01, BN-CAMP-140, BN-CAMP-199
    Refuses: NotHeldByIt, AnswerFirst, DiceHaveFallen
    """
    who = effect.caster
    effects.check_held(effect, who, field)
    items.check_answered(ctx.state, who, field)
    if rolls := corrections.open_rolls(ctx.state, who) + entered:
        raise DiceHaveFallen(needs="no unsettled dice of the caster", has=rolls, field=field)


def _check_not_asked(state: CampaignState, effect: Effect) -> None:
    """Refuse a second open use of spiffs to sustain the same effect. Rule: BN-R-372. Refuses: AnswerFirst."""
    if asked := in_order(key for key, use in state.uses.items() if use.on == effect.id):
        raise AnswerFirst(needs=asked, has=effect.caster, field="effect")


def _ask(ctx: CampaignContext, one: Creature, effect: str) -> None:
    """Ask the game master to allow spiffs in place of a die. Rule: BN-R-372, BN-SPIFF-19. Refuses: TooManyHere."""
    check_room([use for use in ctx.state.uses.values() if use.seat == one.seat], spiffs.MOST_ASKED)
    use = SpiffUse(
        id=ctx.new_id("use"), seat=one.seat, creature=one.id, use="soak", cost=PRICES["soak"], on=effect,
    )  # fmt: skip
    ctx.emit(spiffs.SpiffUseAsked(use=use))


@guard
def _still_held(ctx: CampaignContext, command: spiffs.AllowSpiffs) -> None:
    """Check the effect of a soaked sacrifice again before it is allowed.

    Faces that the caster's player entered after asking do not matter, since their roll waits for the answer.

    Rule:    BN-R-372, BN-SAC-01, BN-CAMP-209
    Refuses: the refusals of `_check_sacrifice`
    """
    use = ctx.state.uses.get(command.use)
    if key := soaked_effect(ctx.state, use):
        _check_sacrifice(ctx, ctx.state.effects[key], "use")


@follows
def _is_soaked(ctx: CampaignContext, event: spiffs.SpiffsSpent) -> None:
    """Sustain the effect of a sacrifice that spiffs have soaked. Rule: BN-R-372."""
    if event.effect is not None:
        ctx.emit(HealthSacrificed(effect=event.effect, creature=event.creature))
        holding.withdraw(ctx, event.effect)


@guard
def _still_there(ctx: CampaignContext, command: rolling.RollTask) -> None:
    """Check the effects and sacrifices of a task again, immediately before the task is rolled.

    Rule:    BN-SAC-12, BN-CAMP-106, BN-CAMP-209, BN-CAMP-215
    Refuses: NotYours, AnswerFirst, NotKnownHere, ThemeNeeded, and the refusals of `check_not_gone` and `check_given`
    """
    task = ctx.state.tasks.get(command.task)
    if task is None or task.stage != "set" or task.again or task.terms is None:
        return
    ctx.own(task.creature, "task")
    if asked := asked_before(ctx.state, task):
        raise AnswerFirst(needs=asked, has=task.creature, field="task")
    needs = "DropTask, or SetTask with other terms"
    check_not_gone(ctx, task.creature, task.terms, task.casting, needs=needs)
    themes.check_theme_is_there(ctx, task.creature, task.casting, task.terms, needs=needs, field="task")
    carried = ctx.state.characters[task.creature].items if task.creature in ctx.state.characters else {}
    if ctx.state.amended and (gone := [weapon for weapon in task.weapons if weapon not in carried]):
        raise NotKnownHere(needs="DropTask, or SetTask with other weapons, since it is gone", has=gone[0], field="task")
    if task.casting is not None and task.creature in ctx.state.characters:
        themes.check_given(ctx, task.creature, task.casting, "task")
        check_free(ctx, task.casting.victim, task.terms)


def check_not_gone(  # noqa: PLR0913 the task and the refusal
    ctx: CampaignContext, who: str, terms: Terms | None, casting: Casting | None, *, needs: str, field: str = "task"
) -> None:  # fmt: skip
    """Check that the effect that a task counters or holds, and the gem that its casting uses up, are still there.

    Rule:    BN-SAC-12, BN-CAMP-106, BN-R-363
    Refuses: NotKnownHere
    """
    named = (terms.counters, terms.holds) if terms else ()
    gone = [one for one in named if one and one not in ctx.state.effects]
    if casting and casting.gem and who in ctx.state.characters and casting.gem not in ctx.state.characters[who].items:
        gone.append(casting.gem)
    if gone:
        raise NotKnownHere(needs=f"{needs}, since it is gone", has=gone[0], field=field)


def check_free(ctx: CampaignContext, victim: str | None, terms: Terms, field: str = "task") -> None:
    """Check that a victim has no open question and no unsettled roll, and does not roll in the task.

    Rule:    BN-CAMP-106
    Refuses: AnswerFirst
    """
    if victim is None:
        return
    items.check_answered(ctx.state, victim, field)
    themes.check_rolls_not(victim, terms, field)
    if rolls := corrections.open_rolls(ctx.state, victim):
        raise AnswerFirst(needs=rolls, has=victim, field=field)


@follows
def _is_cast(ctx: CampaignContext, event: rolling.TaskRolled) -> None:
    task = ctx.state.tasks[event.task]
    if not task.again:
        spend(ctx, task.id, task.creature, task.casting)


def spend(ctx: CampaignContext, of: str, who: str, said: Casting | None) -> None:
    """Use up the sacrifice of a casting, even if the casting fails. `of` is the id of the task or fight.

    Rule: BN-SAC-07, BN-SAC-15, BN-R-176, BN-R-293
    """
    if said is None or not (said.gem or said.victim):
        return
    ctx.emit(SacrificeMade(task=of, creature=who, gem=said.gem, coins=said.coins, victim=said.victim))
    if said.victim in ctx.state.characters:
        wounds.kill(ctx, said.victim, "sacrifice")


# ---------------------------------------------------------------- fold


@fold
def _health(state: CampaignState, event: HealthSacrificed) -> CampaignState:
    lasting = replace(state.effects[event.effect], lasts="health", die=event.die)
    lost = state.characters[event.creature].lost
    given = lost if event.die is None else (*lost, event.die)
    return replace(state, effects={**state.effects, lasting.id: lasting}).change(event.creature, lost=given)


@fold
def _made(state: CampaignState, event: SacrificeMade) -> CampaignState:
    if event.gem is None or event.creature not in state.characters:
        return state
    return state.change(event.creature, items=without(state.characters[event.creature].items, event.gem))


# ---------------------------------------------------------------- samples


@samples
def _sacrifices(state: CampaignState, seat: str) -> Samples[SacrificeHealth]:
    held = [one for one in state.effects.values() if one.lasts == "held" and one.caster in state.characters]
    own = [one for one in held if state.led_by(seat) or state.owner(one.caster) == seat]
    for key in in_order(one.id for one in own):
        left = state.characters[state.effects[key].caster].numbers
        yield offer(SacrificeHealth(effect=key))
        yield from (offer(SacrificeHealth(effect=key, die=left[0]), die=Field(options=left)) for _ in left[:1])
    if not own:
        yield offer(SacrificeHealth, effect=some(state.effects))
