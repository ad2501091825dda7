"""Sacrifices: of health, of value and of blood, by which an effect lasts without its caster."""

from __future__ import annotations

from msgspec.structs import replace

from services.bones.chapters.corrections import open_rolls
from services.bones.chapters.effects import check_held
from services.bones.chapters.items import check_answered
from services.bones.chapters.recovery import MAGIC, hurt_anew
from services.bones.chapters.rolling import RollTask, TaskRolled
from services.bones.chapters.spiffs import SpiffsSpent, check_pays
from services.bones.chapters.tasks import Attempt, CallTask, SetTask
from services.bones.chapters.wounds import Incapacitated, kill
from services.bones.context import CampaignContext
from services.bones.reading.damage import numbers
from services.bones.reading.sacrifices import COINS_A_ROUND, NATURAL, helpless, lives
from services.bones.reading.spiffs import PRICES
from services.bones.state.campaign import CampaignState
from services.bones.state.creatures import DieNumber
from services.bones.state.magic import Casting
from services.bones.state.tasks import Task, Terms
from shared.kernel.campaign.fights import AnswerFirst
from shared.kernel.campaign.keeping import in_order, without
from shared.kernel.campaign.samples import some
from shared.kernel.campaign.seats import known
from shared.kernel.chapter import fold, follows, guard, judge, samples
from shared.kernel.messages import Command, Event, Id
from shared.kernel.refusals import Refusal
from shared.kernel.samples import Field, Samples, offer

# ---------------------------------------------------------------- refusals


class OneOfThoseLeft(Refusal, rule="BN-SAC-03"):
    """A sacrifice of health is one damage: it costs the caster one of the dice that are left."""


class NotSoaked(Refusal, rule="BN-R-169"):
    """In this campaign nothing soaks a sacrifice of health: the caster names the die that it costs."""


class OneSacrifice(Refusal, rule="BN-SAC-02"):
    """A casting makes one sacrifice at most: of value or of blood."""


class NaturalAndOfValue(Refusal, rule="BN-SAC-07"):
    """A sacrifice of value takes a natural object, as a gem: no weapon, armor, shield or magic item, and no money."""


class WorthNoRound(Refusal, rule="BN-SAC-08"):
    """A sacrifice of value buys a round for every 10 coins that its object is worth, so that it is worth 10 or more."""


class BeingWithASoul(Refusal, rule="BN-SAC-09"):
    """A blood sacrifice is somebody else who lives, thinks and has a soul: the game master says so with the terms."""


class OnlyByCoupDeGrace(Refusal, rule="BN-R-297"):
    """A player's character, or somebody who takes part in a fight, is sacrificed only when incapacitated."""


# ---------------------------------------------------------------- commands


class SacrificeHealth(Command, frozen=True, kw_only=True):
    """Make an effect last that its caster holds, for one of the caster's dice; left out, spiffs soak that damage."""

    effect: Id
    die: DieNumber | None = None


# ---------------------------------------------------------------- events


class HealthSacrificed(Event, frozen=True, kw_only=True, omit_defaults=True):
    """A caster gave a die for an effect, which lasts from now on; None: the damage was soaked."""

    effect: str
    creature: str
    die: int | None = None


class SacrificeMade(Event, frozen=True, kw_only=True, omit_defaults=True):
    """A casting has used up a thing that is worth so many coins, or its victim."""

    task: str
    creature: str
    gem: str | None = None
    coins: int = 0
    victim: str | None = None


# ---------------------------------------------------------------- judgement


@judge
def sacrifice_health(ctx: CampaignContext, command: SacrificeHealth) -> None:
    """Rule: BN-SAC-01 to BN-SAC-04, BN-R-169, BN-R-293, BN-R-295.

    Refuses: NotKnownHere, NotYours, NotHeldByIt, AnswerFirst, NotSoaked, NotEnoughSpiffs, OneOfThoseLeft
    """
    effect = known(ctx.state.effects, command.effect, "effect")
    one = ctx.own(effect.caster, "effect")
    check_held(effect, one.id, "effect")
    check_answered(ctx.state, one.id, "effect")
    if rolls := open_rolls(ctx.state, one.id):
        raise AnswerFirst(needs=rolls, has=one.id, field="effect")
    if command.die is None:
        if not ctx.state.settings.magic.sacrifice_may_be_soaked:
            raise NotSoaked(needs=numbers(one.numbers), field="die")
        check_pays(ctx.state, one.id, PRICES["soak"], "die")
        ctx.emit(SpiffsSpent(use=effect.id, creature=one.id, spiffs=PRICES["soak"]))
    elif command.die not in one.numbers:
        raise OneOfThoseLeft(needs=numbers(one.numbers), has=command.die, field="die")
    ctx.emit(HealthSacrificed(effect=effect.id, creature=one.id, die=command.die))
    if command.die is not None:
        hurt_anew(ctx, one.id)
        if ctx.state.characters[one.id].down:
            ctx.emit(Incapacitated(creature=one.id))


def check_casting(ctx: CampaignContext, who: str, casting: Casting, field: str = "casting") -> None:
    """Hold a casting to what can be sacrificed for it.

    Rule:    BN-SAC-02, BN-SAC-07, BN-SAC-08, BN-SAC-09, BN-R-170, BN-R-297
    Refuses: OneSacrifice, NotKnownHere, NaturalAndOfValue, WorthNoRound, and as `_check_victim`
    """
    if casting.gem and casting.victim:
        raise OneSacrifice(needs="gem or victim", has=(casting.gem, casting.victim), field=field)
    if casting.gem is None and casting.coins:
        raise NaturalAndOfValue(needs="gem", has=casting.coins, field=field)
    if casting.gem is not None:
        thing = known(ctx.state.characters[who].items, casting.gem, field)
        if thing.group not in NATURAL:
            raise NaturalAndOfValue(needs=NATURAL, has=thing.group, field=field)
        if casting.coins < COINS_A_ROUND:
            raise WorthNoRound(needs=COINS_A_ROUND, has=casting.coins, field=field)
    if casting.victim is not None:
        _check_victim(ctx, who, casting.victim, field)


def _check_victim(ctx: CampaignContext, who: str, victim: str, field: str) -> None:
    """Rule: BN-SAC-09, BN-R-297. Refuses: NotKnownHere, BeingWithASoul, OnlyByCoupDeGrace."""
    one = ctx.character(victim, field)
    if not lives(ctx.state, who, one.id):
        raise BeingWithASoul(needs="somebody else alive, and no horde", has=one.id, field=field)
    if not helpless(ctx.state, one.id):
        raise OnlyByCoupDeGrace(needs="no dice left", has=len(one.numbers), field=field)


def check_accepted(casting: Casting | None, terms: Terms | None, field: str = "terms") -> None:
    """Hold a blood sacrifice to the game master's word. Rule: BN-SAC-09, BN-R-171. Refuses: BeingWithASoul."""
    if terms and terms.takes_victim != (casting is not None and casting.victim is not None):
        raise BeingWithASoul(needs="takes_victim, for a casting with a victim", has=terms.takes_victim, field=field)


@guard
def _says_what_is_given(ctx: CampaignContext, command: Attempt | CallTask) -> None:
    """Rule: BN-SAC-02. Refuses: as `check_casting` and `check_accepted`."""
    if command.casting is not None and command.creature in ctx.state.characters:
        check_casting(ctx, command.creature, command.casting)
    if isinstance(command, CallTask):
        check_accepted(command.casting, command.terms)


@guard
def _is_accepted(ctx: CampaignContext, command: SetTask) -> None:
    """Rule: BN-SAC-02, BN-SAC-09. Refuses: as `check_casting` and `check_accepted`."""
    task = ctx.state.tasks.get(command.task)
    if task is None or task.creature not in ctx.state.characters:
        return
    said = command.casting or (task.casting if command.terms.skill == MAGIC else None)
    if said is not None:
        check_casting(ctx, task.creature, said)
    check_accepted(said, command.terms)


@guard
def _still_there(ctx: CampaignContext, command: RollTask) -> None:
    """Hold a casting to what it was to meet and to cost, before the dice fall.

    Rule:    BN-SAC-12, BN-CAMP-106
    Refuses: NotKnownHere, AnswerFirst, and as `check_casting`
    """
    task = ctx.state.tasks.get(command.task)
    if task is None or task.stage != "set" or task.again or task.terms is None:
        return
    for one in filter(None, (task.terms.counters, task.terms.holds)):
        known(ctx.state.effects, one, "task")
    if task.casting is not None and task.creature in ctx.state.characters:
        check_casting(ctx, task.creature, task.casting, "task")
        check_free(ctx, task.casting.victim, task.terms)


def check_free(ctx: CampaignContext, victim: str | None, terms: Terms, field: str = "task") -> None:
    """Hold a victim to having nothing open, and no part in the task. Rule: BN-CAMP-106. Refuses: AnswerFirst."""
    if victim is None:
        return
    check_answered(ctx.state, victim, field)
    if victim in terms.others:
        raise BeingWithASoul(needs="somebody who does not roll", has=victim, field=field)
    if rolls := open_rolls(ctx.state, victim):
        raise AnswerFirst(needs=rolls, has=victim, field=field)


@follows
def _is_cast(ctx: CampaignContext, event: TaskRolled) -> None:
    spend(ctx, ctx.state.tasks[event.task])


def spend(ctx: CampaignContext, task: Task) -> None:
    """Let a casting use up what belongs to it, whatever comes of it. Rule: BN-SAC-07, BN-SAC-15, BN-R-176, BN-R-293."""
    said = task.casting
    if said is None or task.again or not (said.gem or said.victim):
        return
    ctx.emit(
        SacrificeMade(task=task.id, creature=task.creature, gem=said.gem, coins=said.coins, victim=said.victim)
    )  # fmt: skip
    if said.victim in ctx.state.characters:
        kill(ctx, said.victim, "sacrifice")


# ---------------------------------------------------------------- fold


@fold
def _health(state: CampaignState, event: HealthSacrificed) -> CampaignState:
    lasting = replace(state.effects[event.effect], lasts="health", die=event.die)
    lost = state.characters[event.creature].lost
    given = lost if event.die is None else (*lost, event.die)
    return replace(state, effects={**state.effects, lasting.id: lasting}).changed(event.creature, lost=given)


@fold
def _made(state: CampaignState, event: SacrificeMade) -> CampaignState:
    if event.gem is None or event.creature not in state.characters:
        return state
    return state.changed(event.creature, items=without(state.characters[event.creature].items, event.gem))


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
