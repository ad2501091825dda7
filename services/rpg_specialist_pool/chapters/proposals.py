"""Proposals: players propose commands to the Keeper. The settings state which commands they may send directly."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any, Final, TypeAlias

from msgspec import convert
from msgspec.structs import replace

from services.rpg_specialist_pool.chapters.attempts import Attempt
from services.rpg_specialist_pool.chapters.conditions import ApplyCondition, ClearCondition, ConditionCleared
from services.rpg_specialist_pool.chapters.contests import (
    Answer,
    ContestCancelled,
    ContestResolved,
    Counterattack,
    Oppose,
)
from services.rpg_specialist_pool.chapters.criticals import CounterattackLapsed
from services.rpg_specialist_pool.chapters.initiative import InitiativeRolled, RollInitiative
from services.rpg_specialist_pool.chapters.specialists import CreateSpecialist, Heal, plain
from services.rpg_specialist_pool.context import CampaignContext
from services.rpg_specialist_pool.samples import modest
from services.rpg_specialist_pool.state import CampaignState
from shared.kernel.campaign.fights import FightEnded, FightLeft
from shared.kernel.campaign.order import has_to_roll
from shared.kernel.campaign.proposals import PlayersMay, decline_each, lapse, propose
from shared.kernel.campaign.roster import CharacterAssigned, CharacterRemoved
from shared.kernel.campaign.samples import mine
from shared.kernel.campaign.seats import check_owns, entry_of
from shared.kernel.chapter import follows, judge, samples
from shared.kernel.messages import Command
from shared.kernel.samples import Field, Samples, offer

# ---------------------------------------------------------------- commands


Rolling: TypeAlias = Attempt | Oppose | Answer | Counterattack | RollInitiative
Proposable: TypeAlias = CreateSpecialist | Rolling | Heal | ApplyCondition | ClearCondition


PROPOSED: Final[Any] = Proposable


class Propose(Command, frozen=True, kw_only=True):
    """Propose a command to the Keeper, who confirms or declines it."""

    counts_as = "aside"

    command: Proposable


# ---------------------------------------------------------------- judgement


def words(state: CampaignState) -> Mapping[type[Command], PlayersMay]:
    """Return, for each command, whether players may send it directly or must propose it. Rule: SG-CAMP-02."""
    return {CreateSpecialist: state.settings.players_may.create_specialists}


@judge
def propose_command(ctx: CampaignContext, command: Propose) -> None:
    """Propose a command for the player's own Specialist.

    Rule:    AR-CAMP-11, SG-CAMP-02 to SG-CAMP-04
    Refuses: NotYours, NotKnownHere, and the refusals of `propose`
    """
    asked = command.command
    if isinstance(asked, CreateSpecialist):
        asked = replace(asked, seat=ctx.seat if asked.seat is None else asked.seat)
        check_owns(ctx, asked.seat or ctx.seat, "command")
    elif isinstance(asked, Answer):
        ctx.own(entry_of(ctx.state.contests, asked.contest, "command").target or "", "command")
    elif isinstance(asked, RollInitiative):
        ctx.own(asked.participant, "command")
    elif not isinstance(asked, ApplyCondition):
        ctx.own(asked.character, "command")
    propose(ctx, asked)


def actor_of(state: CampaignState, asked: Proposable) -> str | None:
    """Return the Specialist that would act in a proposed command, or None if there is none."""
    if isinstance(asked, CreateSpecialist | ApplyCondition):
        return None
    if isinstance(asked, Answer):
        return state.contests[asked.contest].target if asked.contest in state.contests else None
    return asked.participant if isinstance(asked, RollInitiative) else asked.character


@follows
def proposals_lapse(ctx: CampaignContext, event: CharacterAssigned) -> None:
    """Decline the proposals for a Specialist that the Keeper assigned to another seat. Rule: SG-CAMP-18."""
    if ctx.state.form:
        lapse(ctx, PROPOSED, partial(actor_of, ctx.state), character=event.character, seat=event.seat)


def is_over(state: CampaignState, asked: Proposable) -> bool:
    """Return whether the roll, counterattack, Condition or Specialist that a proposed command needs no longer exists.

    Rule:    SG-CAMP-24
    """
    if isinstance(asked, Answer):
        return asked.contest not in state.contests
    if isinstance(asked, Counterattack):
        granted = (state.counter, *(one.counter for one in state.contests.values()))
        return all(one is None or one.character != asked.character for one in granted)
    if isinstance(asked, RollInitiative):
        return asked.participant not in has_to_roll(state)
    if isinstance(asked, CreateSpecialist):
        return False
    named = {asked.character, asked.target or asked.character} if isinstance(asked, Oppose) else {asked.character}
    if not named <= set(state.characters):
        return True
    return isinstance(asked, ClearCondition) and asked.condition not in state.characters[asked.character].conditions


@follows
def proposals_end(
    ctx: CampaignContext,
    _: ContestResolved | ContestCancelled | CounterattackLapsed | InitiativeRolled | FightLeft
    | FightEnded | ConditionCleared | CharacterRemoved,
) -> None:  # fmt: skip
    """Decline the proposals whose roll, counterattack, Condition or Specialist no longer exists.

    A counterattack that an opposed roll used up is over once that roll is settled: a cancellation gives it back.

    Rule:    SG-CAMP-24
    """
    if ctx.state.proposals and ctx.state.amended:
        decline_each(ctx, lambda one: is_over(ctx.state, convert(one.command, PROPOSED)), reason="it came too late")


# ---------------------------------------------------------------- samples


@samples
def _proposals(state: CampaignState, seat: str) -> Samples[Propose]:
    """Yield sample proposals of the commands that a player may propose."""
    asked: list[Proposable] = [CreateSpecialist(sheet=plain(state), seat=seat)]
    for who in mine(state, seat):
        asked += [Attempt(character=who, action=modest(state, who), threshold=2)]
        asked += [Oppose(character=who, action=modest(state, who), resistance=2)]
    if state.settings.initiative.dice == "supplied":
        asked += [RollInitiative(participant=who, dice=1) for who in has_to_roll(state) if state.owner(who) == seat]
    for command in asked:
        yield offer(Propose, command=(command, Field(schema=type(command).__name__)))
