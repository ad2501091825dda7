"""Forgoing a counterattack: a Specialist decides not to make a counterattack that the Keeper granted."""

from __future__ import annotations

from services.rpg_specialist_pool.chapters.contests import NoCounterattack
from services.rpg_specialist_pool.chapters.criticals import CounterattackLapsed
from services.rpg_specialist_pool.context import CampaignContext
from services.rpg_specialist_pool.state import CampaignState, Counter
from shared.kernel.campaign.samples import mine
from shared.kernel.chapter import judge_given, samples
from shared.kernel.messages import Command, Id
from shared.kernel.refusals import Refusal
from shared.kernel.samples import Samples, offer

# ---------------------------------------------------------------- refusals


class NotForgoneHere(Refusal, rule="SG-CAMP-21"):
    """This campaign is too old to forgo a counterattack: take another action, which lets the counterattack lapse."""


# ---------------------------------------------------------------- commands


class ForgoCounterattack(Command, frozen=True, kw_only=True):
    """Do not make a granted counterattack: it lapses."""

    counts_as = "answer"

    character: Id


# ---------------------------------------------------------------- judgement


def counterattack_of(state: CampaignState) -> Counter:
    """Return the granted counterattack that has not been made yet. Rule: SG-CAMP-21. Refuses: NoCounterattack."""
    if state.counter is None:
        raise NoCounterattack(needs="a counterattack that was granted", field="character")
    return state.counter


@judge_given(counterattack_of)
def forgo_counterattack(ctx: CampaignContext, command: ForgoCounterattack) -> None:
    """Let a granted counterattack lapse, if the campaign was opened under version 1 of the decision rules or later.

    Rule:    SG-CAMP-21, SG-R-36
    Refuses: NotYours, NotForgoneHere, NoCounterattack
    """
    one, counter = ctx.own(command.character), counterattack_of(ctx.state)
    if counter.character != one.id:
        raise NoCounterattack(needs=counter.character, has=one.id, field="character")
    if ctx.state.form == 0:
        raise NotForgoneHere(needs="form 1 or later", has=ctx.state.form, field="character")
    ctx.emit(CounterattackLapsed(character=one.id, target=counter.target))


# ---------------------------------------------------------------- samples


@samples
def _forgone(state: CampaignState, seat: str) -> Samples[ForgoCounterattack]:
    counter = state.counter
    yield offer(ForgoCounterattack(character=counter.character if counter else mine(state, seat)[0]))
