"""Standing orders: which spiffs are spent on an action when it is resolved, and what the game master says to that."""

from __future__ import annotations

from typing import get_args

from msgspec.structs import replace

from services.bones.chapters.strategic import ORDERS, action_changed, open_action, open_actions, own_action
from services.bones.context import CampaignContext
from services.bones.state.campaign import CampaignState
from services.bones.state.seasons import Orders, StandingOrder
from shared.kernel.campaign.authority import GameMasterCommand
from shared.kernel.campaign.samples import some
from shared.kernel.chapter import fold, judge, samples
from shared.kernel.messages import Command, Event, Id, Line
from shared.kernel.refusals import Refusal
from shared.kernel.samples import TEXT, Field, Samples, offer

# ---------------------------------------------------------------- refusals


class OrderNotGiven(Refusal, rule="BN-R-301"):
    """An order that is vetoed was given, and one that was vetoed is not given again unless the action is changed."""


# ---------------------------------------------------------------- commands


class OrderSpiffs(Command, frozen=True, kw_only=True):
    """Say which spiffs are spent when an action is resolved."""

    action: Id
    orders: Orders


class VetoOrder(GameMasterCommand, frozen=True, kw_only=True):
    """Say no to a standing order for spiffs."""

    action: Id
    order: StandingOrder
    reason: Line


# ---------------------------------------------------------------- events


class SpiffsOrdered(Event, frozen=True, kw_only=True):
    """These spiffs are spent when the action is resolved."""

    action: str
    orders: Orders


class OrderVetoed(Event, frozen=True, kw_only=True):
    """The game master said no to a standing order."""

    action: str
    order: StandingOrder
    reason: str


# ---------------------------------------------------------------- judgement


@judge
def order_spiffs(ctx: CampaignContext, command: OrderSpiffs) -> None:
    """Rule: BN-R-301. Refuses: NoSeason, NotKnownHere, NotYours, IsResolved, OrderNotGiven."""
    action = own_action(ctx, command.action)
    if vetoed := tuple(order for order in action.vetoed if getattr(command.orders, order)):
        raise OrderNotGiven(needs="no order that was vetoed", has=vetoed, field="orders")
    ctx.emit(SpiffsOrdered(action=action.id, orders=command.orders))


@judge
def veto_order(ctx: CampaignContext, command: VetoOrder) -> None:
    """Rule: BN-R-301. Refuses: NoSeason, NotKnownHere, IsResolved, OrderNotGiven."""
    action = open_action(ctx, command.action)
    if not getattr(action.orders, command.order):
        raise OrderNotGiven(needs="an order that was given", has=command.order, field="order")
    ctx.emit(OrderVetoed(action=action.id, order=command.order, reason=command.reason))


# ---------------------------------------------------------------- fold


@fold
def _ordered(state: CampaignState, event: SpiffsOrdered) -> CampaignState:
    return action_changed(state, event.action, orders=event.orders)


@fold
def _vetoed(state: CampaignState, event: OrderVetoed) -> CampaignState:
    if state.season is None:
        return state
    action = state.season.actions[event.action]
    orders = replace(action.orders, **{event.order: False})
    return action_changed(state, event.action, orders=orders, vetoed=(*action.vetoed, event.order))


# ---------------------------------------------------------------- samples


@samples
def _ordered_ones(state: CampaignState, seat: str) -> Samples[OrderSpiffs]:
    there = open_actions(state, seat)
    free = tuple(one.id for one in there if not one.vetoed)
    yield offer(OrderSpiffs, action=Field(options=free or some(())), orders=ORDERS)
    for one in there:
        if one.vetoed:
            yield offer(OrderSpiffs, action=one.id, orders=ORDERS.options or ())


@samples
def _vetoed_ones(state: CampaignState, seat: str) -> Samples[VetoOrder]:
    there = open_actions(state, seat)
    for order in get_args(StandingOrder):
        given = tuple(one.id for one in there if getattr(one.orders, order))
        yield offer(VetoOrder, action=Field(options=given or some(())), order=order, reason=("not this time", TEXT))
