"""Magic that deceives or controls a mind: resistance, degrees of control, and orders."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta
from msgspec.structs import replace

from services.bones.chapters.magic import effects
from services.bones.chapters.rolls import rolls, settling
from services.bones.chapters.tasks import rolling
from services.bones.context import CampaignContext
from services.bones.reading import counting, pools, worth
from services.bones.reading.minds import MOST, UNRESISTED, holds, hopeless, vest_protection, without_magnitude
from services.bones.state.campaign import CampaignState
from services.bones.state.magic import Effect, Order, Resistance
from services.bones.state.rolls import RollDie
from services.bones.state.tasks import Terms
from shared.kernel.campaign.authority import GameMasterCommand
from shared.kernel.campaign.fights import AnswerFirst
from shared.kernel.campaign.keeping import in_order, without
from shared.kernel.campaign.samples import ids_of_own, some
from shared.kernel.campaign.seats import entry_of, there_are
from shared.kernel.chapter import fold, follows, guard, judge_given, samples
from shared.kernel.messages import Command, Event, Id, Line
from shared.kernel.refusals import Refusal
from shared.kernel.samples import TEXT, Field, Samples, offer

Magnitude: TypeAlias = Annotated[int, Meta(ge=1, le=5)]
NoOrder: TypeAlias = Literal["beyond", "resisted"]
"""Reasons why a creature refuses an order: the order exceeds the degree of control, or the mind resisted it."""

# ---------------------------------------------------------------- refusals


class IsResisting(Refusal, rule="BN-MIND-11"):
    """This resistance has already been rolled: let the result stand, or name a resistance that is not rolled yet."""


class NoMindControlled(Refusal, rule="BN-MIND-03"):
    """The effect does not control a mind: give orders through an effect that does."""


class CannotOrder(Refusal, rule="BN-CAMP-101"):
    """The caster is dead or has no dice left: give orders through an effect whose caster has a die left."""


class OneOrderAtATime(Refusal, rule="BN-CAMP-100"):
    """An earlier order is still open: wait until its magnitude and resistance are settled, then give the next order."""


class MagnitudeIsNamed(Refusal, rule="BN-MIND-09"):
    """The order already has a magnitude: name an order that has none yet."""


# ---------------------------------------------------------------- commands


class ResistMagic(Command, frozen=True, kw_only=True):
    """Roll to resist magic. Universal, Mental and racial icons on the creature's own dice count. No task is needed."""

    counts_as = "answer"
    resistance: Id


class GiveIn(Command, frozen=True, kw_only=True):
    """Give in to magic instead of resisting. This counts as a resistance without successes."""

    counts_as = "answer"
    resistance: Id


class GiveOrder(Command, frozen=True, kw_only=True):
    """Give an order to a controlled creature. The game master sets the degree of control that the order needs."""

    counts_as = "move"
    effect: Id
    text: Line


class SetMagnitude(GameMasterCommand, frozen=True, kw_only=True):
    """Set the degree of control that an order needs. The creature can resist an order above degree 3.

    At degree 1, the creature would do it anyway; at 2, it might do it; at 3, it has no strong feeling about it; at 4,
    it would refuse; at 5, it would rather die.
    """

    counts_as = "answer"
    order: Id
    magnitude: Magnitude


# ---------------------------------------------------------------- events


class ResistanceOpened(Event, frozen=True, kw_only=True):
    """A mind may resist magic or an order."""

    resistance: Resistance


class ResistanceRolled(Event, frozen=True, kw_only=True):
    """The dice of a resistance were rolled."""

    resistance: str
    roll: str


class ResistanceSettled(Event, frozen=True, kw_only=True, omit_defaults=True):
    """A resistance was settled. `net` is the magic's successes minus the mind's. `holds` says whether the magic works.

    Shape: narrator: the seat that narrates, None for the game master; caster, check: set for a check of the adventure
    """

    reveals = True

    resistance: str
    creature: str
    successes: int
    net: int
    holds: bool
    narrator: str | None = None
    caster: str | None = None
    check: str | None = None


class ResistanceLapsed(Event, frozen=True, kw_only=True):
    """A resistance lapsed, because the magic or the order that it resisted has ended."""

    resistance: str


class OrderGiven(Event, frozen=True, kw_only=True):
    """A controlled creature received an order."""

    order: Order


class MagnitudeNamed(Event, frozen=True, kw_only=True):
    """The game master set the degree of control that an order needs."""

    order: str
    magnitude: int


class OrderStands(Event, frozen=True, kw_only=True):
    """An order took effect and replaced the creature's earlier order."""

    order: str
    effect: str


class OrderRefused(Event, frozen=True, kw_only=True):
    """A creature refused an order."""

    order: str
    why: NoOrder


# ---------------------------------------------------------------- judgement


@follows
def _is_cast(ctx: CampaignContext, event: settling.TaskSettled) -> None:
    """Give each mind that a successful spell targets a chance to resist. Rule: BN-MIND-01, BN-MIND-10, BN-R-291."""
    task = ctx.state.tasks[event.task]
    if task.terms is None or task.terms.purpose != "mind" or not event.success:
        return
    (result,) = event.results
    alone = result.id if len(task.terms.minds) == 1 else None
    for who in task.terms.minds:
        makes = replace(effects.of_task(ctx, task, "mind"), target=who)
        makes = replace(makes, successes=max(makes.successes - vest_protection(ctx.state, who), 0))
        _open(ctx, makes, result.margin or 0, makes=makes, what=task.aim, result=alone, check=task.check)


def _open(  # noqa: PLR0913 each parameter is one part of a resistance
    ctx: CampaignContext, control: Effect, successes: int, *, what: str, makes: Effect | None = None,
    result: str | None = None, order: str | None = None, check: str | None = None,
) -> None:  # fmt: skip
    """Open a resistance. A worn vest weakens the control of a mind, but not each order as well. Rule: BN-R-206."""
    who = control.target or ""
    vest = 0 if order is not None and ctx.state.form else vest_protection(ctx.state, who)
    one = Resistance(
        id=ctx.new_id("resistance"), creature=who, caster=control.caster, theme=control.theme, what=what, result=result,
        successes=max(successes - vest, 0), makes=makes, order=order, effect=control.id if order else None, check=check,
    )  # fmt: skip
    ctx.emit(ResistanceOpened(resistance=one))


def _unrolled_resistance(ctx: CampaignContext, key: str) -> Resistance:
    """Return an unrolled resistance of one of the seat's creatures. Refuses: NotKnownHere, NotYours, IsResisting."""
    one = entry_of(ctx.state.resistances, key, "resistance")
    ctx.own(one.creature, "resistance")
    if one.roll is not None:
        raise IsResisting(needs="a resistance that is not rolled", has=one.roll, field="resistance")
    return one


def dice_of(state: CampaignState, who: str) -> tuple[RollDie, ...]:
    """Return a mind's resistance dice: its own and, if `hindering_on_independent_rolls` is true, its hindering dice.

    Rule: BN-MIND-11, BN-R-068
    """
    kinds = ("item",) if state.settings.magic.hindering_on_independent_rolls else ("item", "hindering")
    return tuple(die for die in rolls.dice_of(state, who, skill=worth.RESISTANCE) if die.kind not in kinds)


@judge_given(there_are("resistances", field="resistance"))
def resist_magic(ctx: CampaignContext, command: ResistMagic) -> None:
    """Resist magic. Rule: BN-MIND-01, BN-MIND-02, BN-MIND-10, BN-MIND-11, BN-R-068, BN-R-166, BN-R-167, BN-R-193.

    Refuses: NotKnownHere, NotYours, IsResisting, NoDiceLeft, AnswerFirst, FacesNeeded
    """
    one = _unrolled_resistance(ctx, command.resistance)
    rolls.check_can_roll(ctx, one.creature, "resistance")
    dice = dice_of(ctx.state, one.creature)
    ours = pools.side(ctx.state, one.creature, dice, skill=worth.RESISTANCE, here=counting.NOWHERE)
    equals = rolling.task_dice(ctx.state.settings, Terms(skill="Mental", number=one.successes), ours)
    faces = ctx.entered_or_drawn(equals, "resistance", who=one.creature, of=one.id, hand=dice)
    roll = rolls.make(ctx, one.id, one.creature, dice, faces, skill=worth.RESISTANCE)
    ctx.emit(ResistanceRolled(resistance=one.id, roll=roll))


@judge_given(there_are("resistances", field="resistance"))
def give_in(ctx: CampaignContext, command: GiveIn) -> None:
    """Give in to magic instead of resisting. Rule: BN-R-292. Refuses: NotKnownHere, NotYours, IsResisting."""
    _settle(ctx, _unrolled_resistance(ctx, command.resistance), 0)


def go_on(ctx: CampaignContext) -> None:
    """Settle each resistance whose roll is final or impossible, and end control over dead creatures.

    Rule: BN-MIND-03, BN-R-230, BN-CAMP-102, BN-CAMP-103
    """
    there = ctx.state.characters
    effects.end_each(
        ctx, "over", lambda one: one.target is not None and (one.target not in there or there[one.target].dead)
    )
    for key in in_order(ctx.state.resistances):
        one = ctx.state.resistances.get(key)
        if one is not None and hopeless(ctx.state, one):
            _settle(ctx, one, 0)
        elif one is not None and one.roll is not None and ctx.state.rolls[one.roll].stage == "final":
            _settle(ctx, one, counting.count(ctx.state, ctx.state.rolls[one.roll]).total)


def _settle(ctx: CampaignContext, one: Resistance, successes: int) -> None:
    """Compare a resistance with the magic. On a tie, the mind resists. Rule: BN-MIND-03, BN-R-006, BN-R-163."""
    net, whose = one.successes - successes, ctx.state.characters[one.creature]
    takes_hold = holds(ctx.state, one, net)
    narrator = whose.seat if whose.plays and not takes_hold and not ctx.state.led_by(whose.seat) else None
    ctx.emit(
        ResistanceSettled(
            resistance=one.id, creature=one.creature, successes=successes, net=net, holds=takes_hold, narrator=narrator,
            caster=one.caster if one.check else None, check=one.check,
        )
    )  # fmt: skip
    if one.roll is not None:
        ctx.emit(settling.DicePutAway(tasks=(), rolls=(one.roll,)))
    if one.order is not None:
        _settle_order(ctx, ctx.state.orders[one.order], stands=takes_hold)
    elif one.makes is not None and takes_hold:
        stored = one.makes.successes if ctx.state.settings.magic.stored_successes == "gross" else net
        begun = replace(one.makes, degree=min(net, MOST), successes=stored)
        ctx.emit(effects.EffectBegan(effect=begun))


def _settle_order(ctx: CampaignContext, order: Order, *, stands: bool) -> None:
    """Obey or refuse an order after its resistance. A refusal may end the control. Rule: BN-R-165, BN-SAC-06."""
    if stands:
        ctx.emit(OrderStands(order=order.id, effect=order.effect))
        return
    ctx.emit(OrderRefused(order=order.id, why="resisted"))
    lasting = ctx.state.effects[order.effect].lasts != "held"
    ends = {"breaks_lasting": lasting, "refuses_order": False, "breaks_any": True}
    if ends[ctx.state.settings.magic.later_resistance]:
        effects.end(ctx, order.effect, "resisted")


@judge_given(there_are("effects", field="effect"))
def give_order(ctx: CampaignContext, command: GiveOrder) -> None:
    """Give an order to a controlled creature. Rule: BN-MIND-03, BN-R-168, BN-CAMP-100, BN-CAMP-101.

    Refuses: NotKnownHere, NotYours, NoMindControlled, CannotOrder, OneOrderAtATime
    """
    effect = entry_of(ctx.state.effects, command.effect, "effect")
    caster = ctx.own(effect.caster, "effect")
    if effect.kind != "mind":
        raise NoMindControlled(needs="mind", has=effect.kind, field="effect")
    if caster.down or caster.dead:
        raise CannotOrder(needs="a caster with a die left", has=caster.id, field="effect")
    if waits := in_order(key for key, one in ctx.state.orders.items() if one.effect == effect.id and not one.stands):
        raise OneOrderAtATime(needs=waits, has=effect.id, field="effect")
    ctx.emit(OrderGiven(order=Order(id=ctx.new_id("order"), effect=effect.id, text=command.text)))


@judge_given(there_are("orders", field="order"))
def set_magnitude(ctx: CampaignContext, command: SetMagnitude) -> None:
    """Set a magnitude. Rule: BN-MIND-04 to BN-MIND-09, BN-R-164, BN-R-289. Refuses: NotKnownHere, MagnitudeIsNamed."""
    order = entry_of(ctx.state.orders, command.order, "order")
    if order.magnitude is not None:
        raise MagnitudeIsNamed(needs="an order without a magnitude", has=order.magnitude, field="order")
    ctx.emit(MagnitudeNamed(order=order.id, magnitude=command.magnitude))
    control = ctx.state.effects[order.effect]
    beyond = command.magnitude > (control.degree or 0)
    if beyond and ctx.state.settings.magic.order_above_net == "refused":
        ctx.emit(OrderRefused(order=order.id, why="beyond"))
    elif beyond or command.magnitude > UNRESISTED:
        _open(ctx, control, control.successes, what=order.text, order=order.id)
    else:
        _settle_order(ctx, order, stands=True)


@follows
def _is_over(ctx: CampaignContext, event: effects.EffectEnded) -> None:
    """End the resistances to orders whose control of the mind has ended. Rule: BN-CAMP-103."""
    for key in in_order(key for key, one in ctx.state.resistances.items() if one.effect == event.effect):
        ctx.emit(ResistanceLapsed(resistance=key))


@guard
def check_resisted(ctx: CampaignContext, command: settling.Tell) -> None:
    """Refuse to narrate a result before the mind has resisted or given in. Rule: BN-CAMP-104. Refuses: AnswerFirst."""
    if waits := in_order(key for key, one in ctx.state.resistances.items() if one.result == command.result):
        raise AnswerFirst(needs=waits, has=command.result, field="result")


# ---------------------------------------------------------------- fold


@fold
def _opened(state: CampaignState, event: ResistanceOpened) -> CampaignState:
    one = event.resistance
    return replace(state.raise_counter(one.id), resistances={**state.resistances, one.id: one})


@fold
def _rolled(state: CampaignState, event: ResistanceRolled) -> CampaignState:
    one = replace(state.resistances[event.resistance], roll=event.roll)
    return replace(state, resistances={**state.resistances, one.id: one})


@fold
def _settled(state: CampaignState, event: ResistanceSettled) -> CampaignState:
    result = state.results.get(state.resistances[event.resistance].result or "")
    if result is not None and not event.holds:
        failed = replace(result, success=False, narrator=event.narrator)
        state = replace(state, results={**state.results, failed.id: failed})
    return replace(state, resistances=without(state.resistances, event.resistance))


@fold
def _lapsed(state: CampaignState, event: ResistanceLapsed) -> CampaignState:
    roll = state.resistances[event.resistance].roll
    found = state.rolls_dropped(() if roll is None else (roll,))
    return replace(found, resistances=without(state.resistances, event.resistance))


@fold
def _given(state: CampaignState, event: OrderGiven) -> CampaignState:
    return replace(state.raise_counter(event.order.id), orders={**state.orders, event.order.id: event.order})


@fold
def _named(state: CampaignState, event: MagnitudeNamed) -> CampaignState:
    order = replace(state.orders[event.order], magnitude=event.magnitude)
    return replace(state, orders={**state.orders, order.id: order})


@fold
def _stands(state: CampaignState, event: OrderStands) -> CampaignState:
    before = (key for key, one in state.orders.items() if one.effect == event.effect and key != event.order)
    orders = without(state.orders, *before)
    return replace(state, orders={**orders, event.order: replace(orders[event.order], stands=True)})


@fold
def _refused(state: CampaignState, event: OrderRefused) -> CampaignState:
    return replace(state, orders=without(state.orders, event.order))


# ---------------------------------------------------------------- samples


@samples
def _resists(state: CampaignState, seat: str) -> Samples[ResistMagic | GiveIn]:
    own = ids_of_own(state, seat, state.resistances)
    yield offer(ResistMagic, resistance=own)
    yield offer(GiveIn, resistance=own)


@samples
def _orders(state: CampaignState, seat: str) -> Samples[GiveOrder | SetMagnitude]:
    minds = {key: one for key, one in state.effects.items() if one.kind == "mind"}
    controls = ids_of_own(state, seat, minds or state.effects, whose="caster")
    yield offer(GiveOrder, effect=controls, text=("open the gate", TEXT))
    yield offer(SetMagnitude, order=some(without_magnitude(state) or state.orders), magnitude=Field(least=1, most=5))
