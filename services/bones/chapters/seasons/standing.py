"""Standing orders, which spend spiffs (points that players may spend) when an action is resolved, and their vetoes."""

from __future__ import annotations

from typing import get_args

from msgspec.structs import replace

from services.bones.chapters.rolls.rolls import NoneToUse
from services.bones.chapters.seasons import seasons, strategic
from services.bones.context import CampaignContext
from services.bones.reading.strategic import rolls_at_once, standing_orders
from services.bones.state.campaign import CampaignState
from services.bones.state.seasons import Orders, StandingOrder
from shared.kernel.campaign.authority import GameMasterCommand
from shared.kernel.campaign.samples import some
from shared.kernel.chapter import fold, guard, judge_given, samples
from shared.kernel.messages import Command, Event, Id, Line
from shared.kernel.refusals import Refusal
from shared.kernel.samples import TEXT, Field, Samples, offer

# ---------------------------------------------------------------- refusals


class OrderNotGiven(Refusal, rule="BN-R-301"):
    """The action has no such standing order: name an order that was given for it."""


class OrderVetoedBefore(Refusal, rule="BN-CAMP-152"):
    """The order has been vetoed this season: ask the game master to give the order again."""


class VetoComesFirst(Refusal, rule="BN-CAMP-152"):
    """This income would be rolled before the game master could veto it: declare the action without standing orders."""


# ---------------------------------------------------------------- commands


class OrderSpiffs(Command, frozen=True, kw_only=True):
    """Set which spiffs are spent when an action is resolved, and whether an automatic success is used up."""

    counts_as = "aside"

    action: Id
    orders: Orders


class VetoOrder(GameMasterCommand, frozen=True, kw_only=True):
    """Veto a standing order for spiffs or for an automatic success."""

    counts_as = "referee"

    action: Id
    order: StandingOrder
    reason: Line


# ---------------------------------------------------------------- events


class SpiffsOrdered(Event, frozen=True, kw_only=True):
    """The standing orders of an action were set."""

    action: str
    orders: Orders


class OrderVetoed(Event, frozen=True, kw_only=True):
    """The game master vetoed a standing order."""

    action: str
    order: StandingOrder
    reason: str


# ---------------------------------------------------------------- judgement


@guard
def _may_be_vetoed(ctx: CampaignContext, command: strategic.DeclareAction | strategic.ChangeAction) -> None:
    """Refuse standing orders that were vetoed before, or that the game master has no time to veto.

    Rule:    BN-CAMP-152, BN-R-355
    Refuses: OrderVetoedBefore, VetoComesFirst, NoneToUse
    """
    season = ctx.state.season
    if isinstance(command, strategic.DeclareAction):
        orders = command.orders
        check_orders(ctx, command.creature, orders)
    else:
        orders = season.actions[command.action].orders if season and command.action in season.actions else Orders()
    if orders != Orders() and "income" in command.gains and rolls_at_once(ctx.state):
        raise VetoComesFirst(needs="no orders", has=command.gains, field="gains")


def check_orders(ctx: CampaignContext, who: str, orders: Orders) -> None:
    """Refuse standing orders that the game master vetoed for this creature, or that the settings do not allow.

    Rule:    BN-CAMP-152, BN-R-355
    Refuses: OrderVetoedBefore, NoneToUse
    """
    if orders.automatic and (lasts := ctx.state.settings.tasks.automatic_success) != "spent_on_use":
        raise NoneToUse(needs="automatic_success: spent_on_use", has=lasts, field="orders")
    season = ctx.state.season
    vetoed = tuple(order for order in (season.vetoed.get(who, ()) if season else ()) if getattr(orders, order))
    if vetoed and not ctx.leads:
        raise OrderVetoedBefore(needs="no order that was vetoed", has=vetoed, field="orders")


@judge_given(seasons.open_season)
def order_spiffs(ctx: CampaignContext, command: OrderSpiffs) -> None:
    """Set which spiffs are spent when an action is resolved.

    Rule:    BN-R-301, BN-R-355
    Refuses: NoSeason, NotKnownHere, NotYours, IsResolved, OrderVetoedBefore, NoneToUse
    """
    action = strategic.own_action(ctx, command.action)
    check_orders(ctx, action.creature, command.orders)
    ctx.emit(SpiffsOrdered(action=action.id, orders=command.orders))


@judge_given(seasons.open_season)
def veto_order(ctx: CampaignContext, command: VetoOrder) -> None:
    """Veto a standing order for spiffs. Rule: BN-R-301. Refuses: NoSeason, NotKnownHere, IsResolved, OrderNotGiven."""
    action = strategic.open_action(ctx, command.action)
    if not getattr(action.orders, command.order):
        raise OrderNotGiven(needs="an order that was given", has=command.order, field="order")
    ctx.emit(OrderVetoed(action=action.id, order=command.order, reason=command.reason))


# ---------------------------------------------------------------- fold


@fold
def _ordered(state: CampaignState, event: SpiffsOrdered) -> CampaignState:
    return strategic.action_changed(state, event.action, orders=event.orders)


@fold
def _vetoed(state: CampaignState, event: OrderVetoed) -> CampaignState:
    if state.season is None:
        return state
    action = state.season.actions[event.action]
    orders = replace(action.orders, **{event.order: False})
    vetoed = (*state.season.vetoed.get(action.creature, ()), event.order)
    found = strategic.action_changed(state, event.action, orders=orders)
    return found.season_put(vetoed={**state.season.vetoed, action.creature: vetoed})


# ---------------------------------------------------------------- samples


@samples
def _ordered_ones(state: CampaignState, seat: str) -> Samples[OrderSpiffs]:
    there = strategic.open_actions(state, seat)
    vetoed = () if state.season is None or state.led_by(seat) else state.season.vetoed
    free = tuple(one.id for one in there if one.creature not in vetoed)
    yield offer(OrderSpiffs, action=Field(options=free or some(())), orders=Field(options=standing_orders(state)))
    for one in there:
        if one.creature in vetoed:
            yield offer(OrderSpiffs, action=one.id, orders=standing_orders(state))


@samples
def _vetoed_ones(state: CampaignState, seat: str) -> Samples[VetoOrder]:
    there = strategic.open_actions(state, seat)
    for order in get_args(StandingOrder):
        given = tuple(one.id for one in there if getattr(one.orders, order))
        yield offer(VetoOrder, action=Field(options=given or some(())), order=order, reason=("not this time", TEXT))
