"""Exchanges: an exchange is an attack together with the answers to it.

This module says who answers each step and how an exchange ends, and handles critical failures and fumbles.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Final

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from services.rpg_specialist_total.chapters.combatants import MAX_ITEMS
from services.rpg_specialist_total.chapters.items import ItemDropped, carried_by, check_falls
from services.rpg_specialist_total.chapters.turns import lose_all_ap
from services.rpg_specialist_total.context import CampaignContext
from services.rpg_specialist_total.state.campaign import CampaignState
from services.rpg_specialist_total.state.energies import energies_reaching
from services.rpg_specialist_total.state.exchange import Exchange, Refund, Step
from shared.kernel.campaign.authority import GameMasterCommand
from shared.kernel.campaign.forms import form
from shared.kernel.campaign.keeping import in_order, last, without
from shared.kernel.campaign.samples import NOBODY, some
from shared.kernel.campaign.seats import check_owns, entry_of
from shared.kernel.chapter import fold, judge, judge_given, samples
from shared.kernel.messages import Event, Id, Line
from shared.kernel.refusals import Refusal
from shared.kernel.samples import TEXT, Field, Samples, offer

FAILURES_KEPT: Final = 10

# ---------------------------------------------------------------- refusals


class NothingToAnswer(Refusal, rule="SC-HIT-01", bars="command"):
    """This answer is not expected now: answer the open step of the attack (see `has`), or start a new attack."""


class FumbleIsEmpty(Refusal, rule="SC-CRIT-10"):
    """The fumble has no effect: describe an effect, or name an item to drop."""


# ---------------------------------------------------------------- commands


class Fumble(GameMasterCommand, frozen=True, kw_only=True):
    """Add another bad effect to a critical failure: an effect in words, or a dropped item."""

    counts_as = "move"

    failure: Id
    effect: Line | None = None
    drop: Id | None = None
    reason: Line


class DropExchange(GameMasterCommand, frozen=True, kw_only=True):
    """End an attack in progress without effect. Costs stay paid unless `refund` is true.

    A refund returns the AP and Luck of both sides, AP that a critical failure (a percentile of 01) took, a prepared
    spell, and shot or thrown missiles that were not caught. A lasting shield of energy that was raised in the attack
    ends, and one that ended in it is back. Damage that was dealt, energy that was released or has faded, and an item
    that a fumble dropped stay as they are: correct them with `Restore` and `CorrectCharge`, and pick up the item.
    """

    counts_as = "referee"

    reason: Line
    refund: bool | UnsetType = UNSET


# ---------------------------------------------------------------- events


class CriticallyFailed(Event, frozen=True, kw_only=True):
    """A combatant failed critically to hit or to defend. The Keeper may add a fumble."""

    failure: str
    character: str


class Fumbled(Event, frozen=True, kw_only=True, omit_defaults=True):
    """The Keeper added a fumble to a critical failure."""

    failure: str
    reason: str
    effect: str | None = None


class ExchangeEnded(Event, frozen=True, kw_only=True):
    """An attack ended."""

    exchange: str


class EnergyMet(Event, frozen=True, kw_only=True):
    """The energy of an attack reached a combatant. Its effect is still undecided."""

    exchange: str
    character: str
    energies: tuple[str, ...]


class ExchangeDropped(Event, frozen=True, kw_only=True, omit_defaults=True):
    """The Keeper ended an attack without effect. `items` are the missiles that went back to their owners."""

    exchange: str
    reason: str
    refunded: tuple[Refund, ...] = ()
    items: tuple[str, ...] = ()


# ---------------------------------------------------------------- judgement


def step_due(state: CampaignState) -> str:
    """Return the name of the step that the current attack waits for, in the form that refusals show."""
    return "no attack waits" if state.exchange is None else state.exchange.step


def who_answers(exchange: Exchange) -> str:
    """Return the combatant that answers the current step: the attacker (damage), the victim (mitigation) or the target.

    Rule:    SC-T-PHASES, SC-CTR-03, SC-R-27
    """
    if exchange.step == "mitigation":
        return exchange.victim
    return exchange.declared.attacker if exchange.step == "damage" else exchange.declared.target


@cache
def under_way(needs: str | tuple[str, ...] = "an attack under way") -> Callable[[CampaignState], Exchange]:
    """Return a function that returns the exchange in progress.

    If there is none, the function refuses and shows the text `needs`.

    Rule:    SC-HIT-01
    Refuses: NothingToAnswer
    """

    def exchange_now(state: CampaignState) -> Exchange:
        if state.exchange is None:
            raise NothingToAnswer(needs=needs, has=step_due(state))
        return state.exchange

    return exchange_now


@cache
def at_step(*steps: Step) -> Callable[[CampaignState], Exchange]:
    """Return a function that returns the exchange in progress, or refuses unless it is at one of the given steps.

    Rule:    SC-HIT-01
    Refuses: NothingToAnswer
    """

    def exchange_at(state: CampaignState) -> Exchange:
        if state.exchange is None or state.exchange.step not in steps:
            raise NothingToAnswer(needs=steps, has=step_due(state))
        return state.exchange

    return exchange_at


def exchange_to_answer(ctx: CampaignContext, *steps: Step) -> Exchange:
    """Return the exchange in progress, after checking that it is at one of the given steps and waits for this seat.

    Rule:    SC-HIT-01, AR-CAMP-04
    Refuses: NothingToAnswer, NotYours
    """
    exchange = at_step(*steps)(ctx.state)
    check_owns(ctx, ctx.character(who_answers(exchange)).seat)
    return exchange


def end_exchange(ctx: CampaignContext) -> None:
    """End the exchange, unless its energy has reached a combatant and is still undecided.

    Rule:    SC-T-PHASES, SC-CHG-06
    """
    exchange = ctx.state.exchange
    if exchange is None:
        return
    energies = energies_reaching(ctx.state, exchange)
    if energies:
        ctx.emit(EnergyMet(exchange=exchange.id, character=exchange.victim, energies=energies))
    else:
        ctx.emit(ExchangeEnded(exchange=exchange.id))


def fail_critically(ctx: CampaignContext, who: str) -> None:
    """Record a critical failure, which takes all of the combatant's AP. Rule: SC-CRIT-09, SC-CRIT-10, SC-R-26."""
    ctx.emit(CriticallyFailed(failure=ctx.new_id("failure"), character=who))
    lose_all_ap(ctx, who)


@judge
def fumble(ctx: CampaignContext, command: Fumble) -> None:
    """Add a fumble to a critical failure.

    Rule:    SC-CRIT-10, SC-R-26, SC-R-69
    Refuses: NotKnownHere, FumbleIsEmpty, PartOfTheBody
    """
    who = entry_of(ctx.state.failures, command.failure, "failure")
    if command.effect is None and command.drop is None:
        raise FumbleIsEmpty(needs=("effect", "drop"), field="drop")
    item = None if command.drop is None else entry_of(ctx.character(who).items, command.drop, "drop")
    if item is not None:
        check_falls(ctx, item, "drop")
    ctx.emit(Fumbled(failure=command.failure, effect=command.effect, reason=command.reason))
    if item is not None:
        ctx.emit(ItemDropped(character=who, item=item.id))


@judge_given(under_way())
def drop_exchange(ctx: CampaignContext, command: DropExchange) -> None:
    """End the current attack without effect, with or without a refund.

    Rule:    SC-CAMP-23, SC-CAMP-15, SC-CAMP-41, SC-CAMP-42
    Refuses: NothingToAnswer
    """
    exchange = under_way()(ctx.state)
    dropped = ExchangeDropped(exchange=exchange.id, reason=command.reason)
    if command.refund is True:
        dropped = replace(dropped, refunded=refunds(exchange), items=missiles(ctx.state, exchange))
    ctx.emit(dropped)


def refunds(exchange: Exchange) -> tuple[Refund, ...]:
    """Return the refund for each side: what it paid in this attack. Rule: SC-CAMP-15."""
    return tuple(form(Refund, exchange.paid[who], character=who) for who in in_order(exchange.paid))


def missiles(state: CampaignState, exchange: Exchange) -> tuple[str, ...]:
    """Return an attack's missiles that can be returned: those on the ground, or in a batch not yet searched for.

    Rule:    SC-CAMP-15, SC-CAMP-41
    """
    declared = exchange.declared
    thrown = declared.weapon if declared.reach == "thrown" else None
    room = len(state.characters[declared.attacker].items) < MAX_ITEMS
    fallen = tuple(item for item in (thrown, declared.ammunition) if room and item in state.ground)
    shot = declared.ammunition if exchange.used in state.used else None
    return fallen if shot is None or shot in fallen else (*fallen, shot)


# ---------------------------------------------------------------- fold


@fold
def _critically_failed(state: CampaignState, event: CriticallyFailed) -> CampaignState:
    failures = last({**state.failures, event.failure: event.character}, FAILURES_KEPT)
    after = replace(state.raise_counter(event.failure), failures=failures)
    so_far = () if state.exchange is None else state.exchange.failures
    return after.exchange_changed(failures=(*so_far, event.failure))


@fold
def _fumbled(state: CampaignState, event: Fumbled) -> CampaignState:
    return replace(state, failures=without(state.failures, event.failure))


@fold
def _energy_met(state: CampaignState, event: EnergyMet) -> CampaignState:
    return state.exchange_changed(step="energy", met=True, left=event.energies)


@fold
def _over(state: CampaignState, _: ExchangeEnded) -> CampaignState:
    return replace(state, exchange=None)


@fold
def _dropped(state: CampaignState, event: ExchangeDropped) -> CampaignState:
    exchange, after = state.exchange, replace(state, exchange=None)
    if exchange is None:
        return after
    for refund in event.refunded:
        after = after.refund_costs(refund)
    for item in event.items:
        after = after.return_missile(exchange.declared.attacker, item, exchange.used)
    return after.forgiven(exchange) if event.refunded else after


# ---------------------------------------------------------------- samples


@samples
def _fumbles(state: CampaignState, _: str) -> Samples[Fumble | DropExchange]:
    for failure in some(state.failures):
        items = carried_by(state, state.failures.get(failure, NOBODY))
        drop = {} if items == (NOBODY,) else {"drop": Field(options=items)}
        said = Fumble(failure=failure, effect="off balance", reason="so it is ruled")
        yield offer(said, effect=TEXT, reason=TEXT, **drop)
        if drop:
            yield offer(Fumble, failure=failure, reason=("so it is ruled", TEXT), **drop)
    yield offer(DropExchange, reason=("so it is ruled", TEXT))
    yield offer(DropExchange, refund=(False, True), reason=("so it is ruled", TEXT))
