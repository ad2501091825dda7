"""Counterattacks: a defender with a critical success turns back an attack that failed critically."""

from __future__ import annotations

from typing import Literal, TypeAlias

from services.rpg_specialist_total.chapters.defence import MISSILES, as_invested, catches, defensive_parts, usable
from services.rpg_specialist_total.chapters.exchanges import at_step, exchange_to_answer
from services.rpg_specialist_total.chapters.outcomes import come_out
from services.rpg_specialist_total.chapters.turns import spend
from services.rpg_specialist_total.context import CampaignContext
from services.rpg_specialist_total.state.campaign import CampaignState
from services.rpg_specialist_total.state.combatants import Invested, Investments
from shared.kernel.chapter import fold, judge_given, samples
from shared.kernel.messages import Command, Event
from shared.kernel.refusals import Refusal
from shared.kernel.samples import Samples, offer

Choice: TypeAlias = Literal["return", "catch", "decline"]
CHOICES: tuple[Choice, ...] = ("return", "catch", "decline")

# ---------------------------------------------------------------- refusals


class CannotCatch(Refusal, rule="SC-CTR-05"):
    """This attack is not a missile, or no named component can catch it: name one that can, or answer differently."""


# ---------------------------------------------------------------- commands


class TurnBack(Command, frozen=True, kw_only=True):
    """Return an attack to its attacker, catch it, or let it miss. The named `components` succeed without a roll."""

    counts_as = "answer"

    choice: Choice
    components: Investments = ()


# ---------------------------------------------------------------- events


class AttackTurnedBack(Event, frozen=True, kw_only=True, omit_defaults=True):
    """The defender chose to return a failed attack, to catch it, or to let it miss."""

    exchange: str
    choice: Choice
    components: tuple[Invested, ...] = ()


# ---------------------------------------------------------------- judgement


@judge_given(at_step("turning_back"))
def turn_back(ctx: CampaignContext, command: TurnBack) -> None:
    """Apply the defender's choice about an attack that it may turn back.

    Rule:    SC-CTR-01, SC-CTR-04, SC-CTR-05, SC-R-27, SC-R-28
    Refuses: NothingToAnswer, NotYours, CannotCatch, and all refusals of `defensive_parts`
    """
    exchange = exchange_to_answer(ctx, "turning_back")
    declared = exchange.declared
    parts = defensive_parts(ctx, exchange, command.components)
    catching = exchange.defence.catching or catches(parts)
    if command.choice == "catch" and declared.reach not in MISSILES:
        raise CannotCatch(needs=MISSILES, has=declared.reach, field="choice")
    if command.choice == "catch" and not catching:
        has = tuple(part.component.name for part in parts)
        raise CannotCatch(needs="a component that catches", has=has, field="components")
    spend(ctx, declared.target, sum(part.ap for part in parts), "defence")
    ctx.emit(AttackTurnedBack(exchange=exchange.id, choice=command.choice, components=command.components))
    come_out(ctx, "caught" if command.choice == "catch" else "missed")


# ---------------------------------------------------------------- fold


@fold
def _turned_back(state: CampaignState, event: AttackTurnedBack) -> CampaignState:
    return state.exchange_changed(returned=event.choice == "return")


# ---------------------------------------------------------------- samples


@samples
def _turnings(state: CampaignState, _: str) -> Samples[TurnBack]:
    if state.exchange is None:
        yield offer(TurnBack(choice="decline"), choice=CHOICES)
        return
    for evading in (True, False):
        for parts in usable(state, state.exchange.declared.target, evading=evading):
            yield offer(TurnBack(choice="decline", components=as_invested(parts)), choice=CHOICES)
