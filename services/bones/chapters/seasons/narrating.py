"""Narrating strategic actions: the seat that may narrate an action says what happened, and a failure may hurt."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta
from msgspec.structs import replace

from services.bones.chapters.rolls import settling, wounds
from services.bones.context import CampaignContext
from services.bones.reading.strategic import may_hurt
from services.bones.state.campaign import CampaignState
from shared.kernel.campaign import seats
from shared.kernel.campaign.samples import some
from shared.kernel.chapter import fold, judge, samples
from shared.kernel.messages import Command, Event, Id, Line
from shared.kernel.refusals import Refusal
from shared.kernel.samples import TEXT, Field, Samples, offer

# ---------------------------------------------------------------- refusals


class HarmIsForFailure(Refusal, rule="BN-R-072"):
    """No damage can be set for this result: set damage only for a failure, where `off_stage_damage` allows it."""


# ---------------------------------------------------------------- commands


class TellAction(Command, frozen=True, kw_only=True):
    """Narrate an action, as the seat that may narrate it. The game master may set the `damage` of a failure."""

    counts_as = "answer"

    action: Id
    text: Line
    damage: Annotated[int, Meta(ge=0, le=wounds.MOST_DAMAGE)] = 0


# ---------------------------------------------------------------- events


class ActionTold(Event, frozen=True, kw_only=True):
    """A seat narrated an action."""

    reveals = True

    action: str
    text: str


# ---------------------------------------------------------------- judgement


@judge
def tell_action(ctx: CampaignContext, command: TellAction) -> None:
    """Narrate an action, as the seat that may narrate it.

    Rule:    BN-OFF-09, BN-TASK-14, BN-R-072, BN-R-261, BN-R-370
    Refuses: NotKnownHere, NotYoursToTell, AlreadyTold, OnlyTheGameMaster, HarmIsForFailure, BeyondHurt
    """
    outcome = seats.entry_of(ctx.state.outcomes, command.action, "action")
    settling.check_narrates(ctx, outcome, "an action", has=outcome.action, field="action")
    seats.check_says(ctx, command.damage, "damage")
    if command.damage:
        if not (may := ctx.state.settings.seasons.off_stage_damage == "gm_states") or not may_hurt(ctx.state, outcome):
            needs = "a failure without damage" if may else "gm_states"
            raise HarmIsForFailure(needs=needs, has=outcome.action, field="damage")
        wounds.check_alive(ctx, outcome.creature, "action")
    ctx.emit(ActionTold(action=outcome.action, text=command.text))
    if command.damage:
        wounds.deal(ctx, outcome.creature, command.damage, "other")


# ---------------------------------------------------------------- fold


@fold
def _action_told(state: CampaignState, event: ActionTold) -> CampaignState:
    narrated = replace(state.outcomes[event.action], told=event.text)
    return replace(state, outcomes={**state.outcomes, narrated.action: narrated})


# ---------------------------------------------------------------- samples


@samples
def _tells(state: CampaignState, seat: str) -> Samples[TellAction]:
    own = [one for one in state.outcomes.values() if settling.may_narrate(state, seat, one)]
    yield offer(TellAction, action=some([one.action for one in own] or state.outcomes), text=("so it went", TEXT))
    may = state.settings.seasons.off_stage_damage == "gm_states"
    for one in own:
        alive = one.creature in state.characters and not state.characters[one.creature].dead
        if may and alive and may_hurt(state, one) and state.led_by(seat):
            telling = TellAction(action=one.action, text="so it went", damage=1)
            yield offer(telling, text=TEXT, damage=Field(least=1, most=wounds.MOST_DAMAGE))
