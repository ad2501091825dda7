"""Lasting effects of magic: how they begin, and how casters hold, counter and release them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from msgspec.structs import replace

from services.bones.chapters.rolls.settling import TaskSettled
from services.bones.context import CampaignContext
from services.bones.reading import damage, minds, sacrifices
from services.bones.reading import effects as reading
from services.bones.reading.owned import may_try
from services.bones.state.campaign import CampaignState
from services.bones.state.combat import NOTHING
from services.bones.state.magic import Casting, Effect, EffectKind, Why
from services.bones.state.tasks import Circumstances, Purpose, Task, Terms
from shared.kernel.campaign.keeping import in_order, without
from shared.kernel.campaign.samples import ids_of_own
from shared.kernel.campaign.seats import check_once, check_owns, check_room, entry_of, there_are
from shared.kernel.chapter import fold, follows, judge_given, samples
from shared.kernel.messages import Command, Event, Id
from shared.kernel.refusals import Refusal
from shared.kernel.samples import Samples, offer

MAX_EFFECTS: Final = 50
"""The maximum number of effects in a campaign."""
BEGINS: Final[dict[Purpose, EffectKind]] = {"effect": "effect", "ward": "ward"}
"""The kind of effect that a successful task begins. Control of a mind begins only after its resistance."""

# ---------------------------------------------------------------- refusals


class OnlyMagicMeetsMagic(Refusal, rule="BN-SAC-11"):
    """This task names effects to defy, but uses no magic: give it the skill Magic, or name no effects to defy."""


class NamesItsEffect(Refusal, rule="BN-SAC-12"):
    """The effect does not match the purpose: give `counters` only for `counter`, and `holds` only for `hold`."""


class NotHeldByIt(Refusal, rule="BN-MAG-03"):
    """This creature does not hold this effect: name an effect that it cast and still has to hold."""


class TheDeadReleaseNothing(Refusal, rule="BN-CAMP-142"):
    """The caster is dead and cannot release the effect: counter it with magic, or have the caster removed."""


class WardNeedsDifficulty(Refusal, rule="BN-R-248"):
    """The ward has nothing to roll against: give a difficulty, opponents or a number of successes."""


class MagicThatHeals(Refusal, rule="BN-R-150"):
    """This magic does not heal, so it cannot treat wounds: add `healing` to the aids of the task."""


# ---------------------------------------------------------------- commands


class ReleaseEffect(Command, frozen=True, kw_only=True):
    """End an effect that your own creature holds. No task is needed.

    If the caster has left the campaign, the game master may end the effect.
    """

    counts_as = "move"

    effect: Id


# ---------------------------------------------------------------- events


class EffectBegan(Event, frozen=True, kw_only=True):
    """A lasting effect of magic began. Rule: BN-MAG-03, BN-SAC-11."""

    effect: Effect


class EffectHeld(Event, frozen=True, kw_only=True):
    """A caster rolled to hold an effect, which now stores the successes of that roll."""

    effect: str
    successes: int


class EffectEnded(Event, frozen=True, kw_only=True, omit_defaults=True):
    """An effect ended. A die that its caster sacrificed for it can heal from now on.

    If its caster has asked to spend spiffs in place of such a die, the game master no longer needs to answer.

    Shape: told: the caster's seat, which learns that the effect was countered
    """

    effect: str
    why: Why
    caster: str
    told: str | None = None


class RoundsRanDown(Event, frozen=True, kw_only=True):
    """Some rounds passed for which sacrifices of value had paid.

    `fresh` lists new effects, for which this round does not count.
    """

    effects: tuple[str, ...]
    fresh: tuple[str, ...]
    rounds: int


# ---------------------------------------------------------------- judgement


def store_successes(ctx: CampaignContext, effect: str, successes: int) -> None:
    """Store the successes of a new roll in an effect that its caster holds.

    Rule: BN-MAG-03, BN-R-206, BN-R-288, BN-CAMP-140
    """
    one, stays = ctx.state.effects.get(effect), ctx.state.settings.magic.holding_an_effect == "first_roll_stays"
    if one is None or one.lasts != "held":
        return
    if one.target in ctx.state.characters and ctx.state.form:
        successes -= minds.vest_protection(ctx.state, one.target)
    if successes <= 0 and not stays:
        end(ctx, effect, "over")
        return
    ctx.emit(EffectHeld(effect=effect, successes=one.successes if stays else successes))


def end(ctx: CampaignContext, effect: str, why: Why) -> None:
    """End an effect. Its caster learns whether the effect was countered or resisted.

    Rule: BN-SAC-05, BN-SAC-06, BN-SAC-14, BN-R-239
    """
    if (one := ctx.state.effects.get(effect)) is None:
        return
    caster = ctx.state.characters.get(one.caster)
    informed = caster.seat if caster and why in ("countered", "resisted") else None
    ctx.emit(EffectEnded(effect=effect, why=why, caster=one.caster, told=informed))


def end_each(ctx: CampaignContext, why: Why, over: Callable[[Effect], bool]) -> None:
    """End each effect for which `over` returns true."""
    if ctx.state.effects:
        for key in in_order([key for key, one in ctx.state.effects.items() if over(one)]):
            end(ctx, key, why)


def end_held(ctx: CampaignContext, who: str, goes_on: str | None) -> None:
    """End the effects that a creature held, except `goes_on` and those held together with it. Rule: BN-MAG-03."""
    kept = reading.together(ctx.state, goes_on) if goes_on in ctx.state.effects else ()
    end_each(ctx, "let go", lambda one: (one.caster, one.lasts) == (who, "held") and one.id not in kept)


def round_over(ctx: CampaignContext, rounds: int = 1) -> None:
    """Count down the rounds that sacrifices of value paid for, from the round after the casting.

    Rule: BN-SAC-08, BN-R-296

    In a fight, call this before `held` is reset for the next round.
    """
    bought = [key for key in in_order(ctx.state.effects) if ctx.state.effects[key].lasts == "value"]
    fresh = tuple(key for key in bought if ctx.state.effects[key].held and ctx.state.combat is not None)
    if not bought:
        return
    ctx.emit(RoundsRanDown(effects=tuple(key for key in bought if key not in fresh), fresh=fresh, rounds=rounds))
    end_each(ctx, "run down", lambda one: one.lasts == "value" and not one.rounds)


def of_task(ctx: CampaignContext, task: Task, kind: EffectKind) -> Effect:
    """Return the effect that a successful task begins, including the successes that it stores.

    Rule: BN-SAC-11, BN-R-247
    """
    effect = Effect(
        id=ctx.new_id("effect"), caster=task.creature, theme=task.aim, what=task.aim, kind=kind,
        successes=reading.successes(ctx.state, task), held=ctx.state.combat is not None,
    )  # fmt: skip
    return apply_casting(effect, task.casting)


def apply_casting(effect: Effect, casting: Casting | None) -> Effect:
    """Return an effect that has the theme of its casting and is sustained by the casting's sacrifice.

    Rule: BN-SAC-01, BN-SAC-02, BN-SAC-08, BN-SAC-10
    """
    if casting is None:
        return effect
    effect = replace(effect, theme=casting.theme)
    if casting.victim:
        return replace(effect, lasts="blood")
    return replace(effect, lasts="value", rounds=casting.coins // sacrifices.COINS_A_ROUND) if casting.gem else effect


def check_magic(ctx: CampaignContext, who: str, terms: Terms, task: str | None) -> None:
    """Check the magic that these terms contain.

    `task` is the id of the task that has these terms, if it exists already.

    Rule:    BN-R-150, BN-R-248, BN-CAMP-107
    Refuses: WardNeedsDifficulty, MagicThatHeals, TooManyHere, and the refusals of `_check_named`
    """
    _check_named(ctx, who, terms)
    against = terms.difficulty or terms.opponents or terms.number
    if terms.purpose == "ward" and ctx.state.settings.magic.ward_needs_difficulty and not against:
        raise WardNeedsDifficulty(needs="a difficulty, opponents or a number", field="terms")
    if terms.purpose == "treatment" and terms.skill == "Magic" and "healing" not in terms.circumstances.aids:
        raise MagicThatHeals(needs="healing", has=terms.circumstances.aids, field="terms")
    if terms.purpose in reading.MAKES:
        others = [one.terms for key, one in ctx.state.tasks.items() if key != task and one.terms]
        check_room([*ctx.state.effects, *(one for one in others if one.purpose in reading.MAKES)], MAX_EFFECTS, "terms")


def _check_named(ctx: CampaignContext, who: str, terms: Terms) -> None:
    """Check that the effects named in terms exist, and that the terms may name them.

    Rule:    BN-SAC-11, BN-SAC-12, BN-R-175
    Refuses: OnlyMagicMeetsMagic, NamesItsEffect, NotKnownHere, NamedTwice, NotHeldByIt
    """
    if terms.defies and terms.skill != "Magic":
        raise OnlyMagicMeetsMagic(needs="Magic", has=terms.skill, field="terms")
    check_once(terms.defies, "terms")
    for name, purpose in (("counters", "counter"), ("holds", "hold")):
        if (getattr(terms, name) is not None) != (terms.purpose == purpose):
            raise NamesItsEffect(needs=f"{name} for a {purpose} alone", has=terms.purpose, field="terms")
    for one in (*terms.defies, *filter(None, (terms.counters, terms.holds))):
        entry_of(ctx.state.effects, one, "terms")
    if terms.holds is not None:
        check_held(ctx.state.effects[terms.holds], who, "terms")


def check_held(one: Effect, who: str, field: str) -> None:
    """Check that this caster holds an effect. Refuses: NotHeldByIt."""
    if (one.caster, one.lasts) != (who, "held"):
        raise NotHeldByIt(needs="a held effect of its own", has=one.lasts, field=field)


@follows
def _comes_to(ctx: CampaignContext, event: TaskSettled) -> None:
    """Begin, hold or counter an effect after its task succeeded. Rule: BN-SAC-11, BN-SAC-12, BN-R-290, BN-R-298."""
    task = ctx.state.tasks[event.task]
    if not task.fight:
        store_task(ctx, task)
    if not event.success or task.terms is None:
        return
    if kind := BEGINS.get(task.terms.purpose):
        ctx.emit(EffectBegan(effect=of_task(ctx, task, kind)))
    if task.terms.counters is not None:
        end(ctx, task.terms.counters, "countered")


def store_task(ctx: CampaignContext, task: Task) -> None:
    """Store the successes of a task in the effects that the task was rolled to hold. Rule: BN-R-290, BN-CAMP-145."""
    if task.terms and task.terms.holds in ctx.state.effects:
        for key in reading.together(ctx.state, task.terms.holds):
            store_successes(ctx, key, reading.successes(ctx.state, task))


@judge_given(there_are("effects", field="effect"))
def release_effect(ctx: CampaignContext, command: ReleaseEffect) -> None:
    """End an effect that your own creature holds.

    Rule:    BN-SAC-05, BN-R-294, BN-CAMP-105, BN-CAMP-142
    Refuses: NotKnownHere, NotYours, TheDeadReleaseNothing
    """
    one = entry_of(ctx.state.effects, command.effect, "effect")
    check_owns(ctx, ctx.state.owner(one.caster) or next(iter(ctx.state.game_masters), ""), "effect")
    if one.caster in ctx.state.characters and ctx.state.characters[one.caster].dead:
        raise TheDeadReleaseNothing(needs="a caster who lives", has=one.caster, field="effect")
    end(ctx, one.id, "released")


# ---------------------------------------------------------------- fold


def _put_effect(state: CampaignState, effect: Effect) -> CampaignState:
    return replace(state, effects={**state.effects, effect.id: effect})


@fold
def _began(state: CampaignState, event: EffectBegan) -> CampaignState:
    return _put_effect(state.raise_counter(event.effect.id), event.effect)


@fold
def _held(state: CampaignState, event: EffectHeld) -> CampaignState:
    return _put_effect(state, replace(state.effects[event.effect], successes=event.successes, held=True))


@fold
def _ended(state: CampaignState, event: EffectEnded) -> CampaignState:
    orders = {key: one for key, one in state.orders.items() if one.effect != event.effect}
    asked = (key for key, use in state.uses.items() if use.on == event.effect)
    found = replace(
        state, effects=without(state.effects, event.effect), orders=orders, uses=without(state.uses, *asked),
    )  # fmt: skip
    fight, who = found.combat, event.caster
    if fight is None or who not in fight.fighters or fight.stage not in ("declaring", "terms"):
        return found
    one = fight.fighters[who]
    named = one.said.holds == event.effect or (one.terms is not None and one.terms.holds == event.effect)
    return found.fighter_put(who, declaration=NOTHING, magic=None, terms=None) if named else found


@fold
def _ran_down(state: CampaignState, event: RoundsRanDown) -> CampaignState:
    kept = dict(state.effects)
    for key in event.effects:
        kept[key] = replace(kept[key], rounds=max((kept[key].rounds or 0) - event.rounds, 0))
    for key in event.fresh:
        kept[key] = replace(kept[key], held=False)
    return replace(state, effects=kept)


# ---------------------------------------------------------------- samples


HEALS: Final = Circumstances(aids=("healing",))
MOST_NAMED: Final = 3
"""The maximum number of effects and patients for which samples of terms are made."""


def some_terms(state: CampaignState, who: str) -> Iterator[Terms]:
    """Yield sample terms for each kind of magic that a creature may try."""
    if not may_try(state, who, "Magic", HEALS.aids):
        return
    patients = [one for one in in_order(state.characters) if damage.hurt(state, one) > 0]
    yield from (
        Terms(skill="Magic", purpose="treatment", patient=one, circumstances=HEALS) for one in patients[:MOST_NAMED]
    )  # fmt: skip
    if not may_try(state, who, "Magic"):
        return
    yield Terms(skill="Magic", purpose="effect", difficulty="Easy")
    yield Terms(skill="Magic", purpose="effect", takes_victim=True)
    yield Terms(skill="Magic", purpose="ward", difficulty="Easy")
    yield Terms(skill="Magic", purpose="ward")
    for key in in_order(state.effects)[:MOST_NAMED]:
        yield Terms(skill="Magic", purpose="counter", counters=key)
        yield Terms(skill="Magic", difficulty="Easy", defies=(key,))
    own = [one for one in reading.of(state, who) if one.lasts == "held"]
    yield from (Terms(skill="Magic", purpose="hold", holds=one.id) for one in own[:1])


@samples
def _releases(state: CampaignState, seat: str) -> Samples[ReleaseEffect]:
    yield offer(ReleaseEffect, effect=ids_of_own(state, seat, state.effects, whose="caster"))
