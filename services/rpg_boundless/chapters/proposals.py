"""Proposals: players ask the game master to carry out commands that they may not send directly."""

from __future__ import annotations

from typing import Any, Final, TypeAlias

from msgspec import convert
from msgspec.structs import replace

from services.rpg_boundless.chapters.characters import KIT, START, CreateCharacter
from services.rpg_boundless.chapters.conditions import ClearCondition, ConditionCleared
from services.rpg_boundless.chapters.damage import CharacterDied
from services.rpg_boundless.chapters.items import TakeItem
from services.rpg_boundless.chapters.recovery import Rest
from services.rpg_boundless.chapters.seats import living
from services.rpg_boundless.context import CampaignContext
from services.rpg_boundless.samples import CHARM, WHY, held_by, mine
from services.rpg_boundless.state.campaign import CampaignState
from shared.kernel.campaign import proposals
from shared.kernel.campaign.seats import check_owns
from shared.kernel.campaign.state import Proposal
from shared.kernel.chapter import follows, guard, judge, samples
from shared.kernel.messages import Command
from shared.kernel.samples import Field, Samples, offer

# ---------------------------------------------------------------- commands


Proposable: TypeAlias = TakeItem | ClearCondition | Rest | CreateCharacter


class Propose(Command, frozen=True, kw_only=True):
    """Ask the game master to carry out a command."""

    counts_as = "aside"

    command: Proposable


# ---------------------------------------------------------------- judgement


@guard
def check_alone(ctx: CampaignContext, command: Proposable) -> None:
    """Refuse a command that players may only propose, if a player sends it directly.

    A rest that clears Conditions counts as clearing them, too.

    Rule:    FB-CAMP-15, FB-CAMP-31, FB-R-76 to FB-R-79
    Refuses: WaitsForTheGameMaster
    """
    may = ctx.state.settings.players_may
    proposals.check_alone(ctx, type(command), {
        TakeItem: may.take_items, ClearCondition: may.clear_conditions,
        Rest: may.rest, CreateCharacter: may.create_characters,
    })  # fmt: skip
    if isinstance(command, Rest) and command.addresses and ctx.state.amended:
        proposals.check_alone(ctx, Rest, {Rest: may.clear_conditions}, "addresses")


@judge
def propose(ctx: CampaignContext, command: Propose) -> None:
    """Store a player's proposal.

    Rule:    FB-CAMP-15, FB-CAMP-16
    Refuses: NothingToPropose, NotYours, TooManyHere, and all refusals of the proposed command
    """
    asked = command.command
    if isinstance(asked, CreateCharacter):
        asked = replace(asked, seat=asked.seat or ctx.seat)
        check_owns(ctx, asked.seat or ctx.seat)
    else:
        check_owns(ctx, living(ctx, asked.character).seat)
    proposals.propose(ctx, asked)


@follows
def proposals_lapse(ctx: CampaignContext, event: CharacterDied) -> None:
    """Decline the proposals for a character that has died. Rule: FB-CAMP-11."""

    def is_void(proposal: Proposal) -> bool:
        asked = asked_in(proposal)
        return not isinstance(asked, CreateCharacter) and asked.character == event.character

    if ctx.state.form:
        proposals.decline_each(ctx, is_void, reason="the character is dead")


@follows
def clearing_is_over(ctx: CampaignContext, event: ConditionCleared) -> None:
    """Decline the proposals to clear a Condition that the character does not have any more. Rule: FB-CAMP-25."""
    bearer = ctx.character(event.character)

    def is_void(proposal: Proposal) -> bool:
        asked = asked_in(proposal)
        if not isinstance(asked, ClearCondition | Rest) or asked.character != bearer.id:
            return False
        clears = asked.addresses if isinstance(asked, Rest) else (asked.condition,)
        return any(bearer.condition_named(condition) is None for condition in clears)

    if ctx.state.amended:
        proposals.decline_each(ctx, is_void, reason="the Condition is gone")


ASKED: Final[Any] = Proposable


def asked_in(proposal: Proposal) -> Proposable:
    """Return the command that a player asks for in a proposal."""
    asked: Proposable = convert(proposal.command, ASKED)
    return asked


# ---------------------------------------------------------------- samples


@samples
def _proposals(state: CampaignState, seat: str) -> Samples[Propose]:
    """Offer one proposal for each kind of command.

    When a proposal is sent with other field values, the judge checks these values.
    """
    own = mine(state, seat)
    asked: list[Proposable] = [CreateCharacter(name="Ash", points=START, items=KIT, keepsake="coin", seat=seat)]
    for who in own:
        asked += [TakeItem(character=who, item=CHARM), Rest(character=who, length="short")]
        asked += [ClearCondition(character=who, condition=one, reason=WHY) for one in held_by(state, who)[:1]]
    for command in asked:
        yield offer(Propose(command=command), command=Field(schema=type(command).__name__))
