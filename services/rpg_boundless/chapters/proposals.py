"""Proposals: a command that waits for the game master's word, and is then carried out by the rules of that moment."""

from __future__ import annotations

from typing import Any, Final, TypeAlias, assert_never

from msgspec import convert
from msgspec.structs import replace

from services.rpg_boundless.chapters.characters import KIT, START, CreateCharacter, create_character
from services.rpg_boundless.chapters.conditions import ClearCondition, clear_condition
from services.rpg_boundless.chapters.items import TakeItem, take_item
from services.rpg_boundless.chapters.recovery import Rest, rest
from services.rpg_boundless.chapters.seats import check_owns, check_room, known, living
from services.rpg_boundless.context import CampaignContext
from services.rpg_boundless.samples import CHARM, REASON, WHY, held_by, mine, some
from services.rpg_boundless.state.campaign import CampaignState
from shared.kernel.campaign.authority import GameMasterCommand
from shared.kernel.campaign.keeping import without
from shared.kernel.campaign.state import Proposal, as_sent
from shared.kernel.chance import FirstDraw, ProbeTape
from shared.kernel.chapter import fold, judge, samples
from shared.kernel.messages import Command, Event, Id, Line
from shared.kernel.refusals import Refusal
from shared.kernel.samples import Field, Sample, Samples

# ---------------------------------------------------------------- refusals


class WaitsForTheGameMaster(Refusal, rule="FB-CAMP-15", status=403):
    """In this campaign this is proposed, and the game master confirms it."""


class NotYourProposal(Refusal, rule="FB-CAMP-17", status=403):
    """A proposal is taken back by who made it."""


class NothingToPropose(Refusal, rule="FB-CAMP-15"):
    """The game master does it at once; proposals are for players."""


# ---------------------------------------------------------------- commands


Proposable: TypeAlias = TakeItem | ClearCondition | Rest | CreateCharacter


class Propose(Command, frozen=True, kw_only=True):
    """Ask the game master to let a command be carried out."""

    command: Proposable


class ConfirmProposal(GameMasterCommand, frozen=True, kw_only=True):
    """Let what is proposed be carried out, by the rules as they stand now."""

    proposal: Id


class DeclineProposal(GameMasterCommand, frozen=True, kw_only=True):
    """Say no to a proposal."""

    proposal: Id
    reason: Line | None = None


class WithdrawProposal(Command, frozen=True, kw_only=True):
    """Take back one's own proposal."""

    proposal: Id


# ---------------------------------------------------------------- events


class CommandProposed(Event, frozen=True, kw_only=True):
    """A player asked for the game master's word on a command."""

    proposal: str
    seat: str
    command: Proposable


class ProposalConfirmed(Event, frozen=True, kw_only=True):
    """The game master said yes; what came of it follows."""

    proposal: str


class ProposalDeclined(Event, frozen=True, kw_only=True):
    """The game master said no."""

    proposal: str
    reason: str | None


class ProposalWithdrawn(Event, frozen=True, kw_only=True):
    """Who proposed it took it back."""

    proposal: str


# ---------------------------------------------------------------- judgement


MAX_PROPOSALS: Final = 10
"""So many proposals of one seat wait at a time."""


def check_alone(ctx: CampaignContext, kind: type[Command]) -> None:
    """Hold what players do alone to the settings.

    Rule:    FB-CAMP-15, FB-R-76 to FB-R-79
    Refuses: WaitsForTheGameMaster
    """
    may = ctx.state.settings.players_may
    words = {
        TakeItem: may.take_items,
        ClearCondition: may.clear_conditions,
        Rest: may.rest,
        CreateCharacter: may.create_characters,
    }
    if words.get(kind) == "propose" and not ctx.leads:
        raise WaitsForTheGameMaster(needs="Propose", has=kind.__name__)


@judge
def propose(ctx: CampaignContext, command: Propose) -> None:
    """Rule: FB-CAMP-15, FB-CAMP-16. Refuses: NothingToPropose, NotYourCharacter, TooManyHere, and as the command."""
    if ctx.role == "gm":
        raise NothingToPropose(needs="player", has=ctx.role)
    asked = command.command
    if isinstance(asked, CreateCharacter):
        asked = replace(asked, seat=asked.seat or ctx.seat)
        check_owns(ctx, asked.seat or ctx.seat)
    else:
        check_owns(ctx, living(ctx, asked.character).seat)
    waiting = sum(one.seat == ctx.seat for one in ctx.state.proposals.values())
    check_room(waiting, MAX_PROPOSALS)
    _try_out(ctx, asked)
    ctx.emit(CommandProposed(proposal=ctx.new_id("proposal"), seat=ctx.seat, command=asked))


def _try_out(ctx: CampaignContext, asked: Proposable) -> None:
    """Hold a proposal to what could be confirmed now, up to the first draw. Rule: FB-CAMP-16."""
    trial = ctx.as_confirmed(ProbeTape())
    try:
        _carry_out(trial, asked)
    except FirstDraw:
        return


@judge
def confirm_proposal(ctx: CampaignContext, command: ConfirmProposal) -> None:
    """Rule: FB-CAMP-16. Refuses: NotKnownHere, and as the command that was proposed."""
    proposal = known(ctx.state.proposals, command.proposal, "proposal")
    ctx.emit(ProposalConfirmed(proposal=proposal.id))
    _carry_out(ctx, asked_in(proposal))


ASKED: Final[Any] = Proposable


def asked_in(proposal: Proposal) -> Proposable:
    """Return the command that was proposed."""
    asked: Proposable = convert(proposal.command, ASKED)
    return asked


def _carry_out(ctx: CampaignContext, asked: Proposable) -> None:
    """Judge what was proposed like any other command: it keeps to the turns of a fight.

    Rule: FB-CAMP-16, FB-ROUND-05, FB-R-80
    """
    match asked:
        case TakeItem():
            take_item(ctx, asked)
        case ClearCondition():
            clear_condition(ctx, asked)
        case Rest():
            rest(ctx, asked)
        case CreateCharacter():
            create_character(ctx, asked)
        case _:
            assert_never(asked)


@judge
def decline_proposal(ctx: CampaignContext, command: DeclineProposal) -> None:
    """Rule: FB-CAMP-17."""
    known(ctx.state.proposals, command.proposal, "proposal")
    ctx.emit(ProposalDeclined(proposal=command.proposal, reason=command.reason))


@judge
def withdraw_proposal(ctx: CampaignContext, command: WithdrawProposal) -> None:
    """Rule: FB-CAMP-17. Refuses: NotYourProposal."""
    proposal = known(ctx.state.proposals, command.proposal, "proposal")
    if proposal.seat != ctx.seat:
        raise NotYourProposal(needs=proposal.seat, has=ctx.seat, field="proposal")
    ctx.emit(ProposalWithdrawn(proposal=proposal.id))


# ---------------------------------------------------------------- fold


@fold
def _proposed(state: CampaignState, event: CommandProposed) -> CampaignState:
    proposal = Proposal(id=event.proposal, seat=event.seat, command=as_sent(event.command))
    return replace(state.counted(proposal.id), proposals={**state.proposals, proposal.id: proposal})


@fold
def _settled(state: CampaignState, event: ProposalConfirmed | ProposalDeclined | ProposalWithdrawn) -> CampaignState:
    return replace(state, proposals=without(state.proposals, event.proposal))


# ---------------------------------------------------------------- samples


@samples
def _proposals(state: CampaignState, seat: str) -> Samples[Propose]:
    """Of each kind of command one that could be confirmed now; the others of its form are tried as they come."""
    own = mine(state, seat)
    asked: list[Proposable] = [CreateCharacter(name="Ash", points=START, items=KIT, keepsake="coin", seat=seat)]
    for who in own:
        asked += [TakeItem(character=who, item=CHARM), Rest(character=who, length="short")]
        asked += [ClearCondition(character=who, condition=one, reason=WHY) for one in held_by(state, who)[:1]]
    for command in asked:
        yield Sample(command=Propose(command=command), fields={"command": Field(schema=type(command).__name__)})


@samples
def _confirmed(state: CampaignState, _: str) -> Samples[ConfirmProposal]:
    proposals = some(state.proposals)
    yield Sample(command=ConfirmProposal(proposal=proposals[0]), fields={"proposal": proposals})


@samples
def _declined(state: CampaignState, _: str) -> Samples[DeclineProposal]:
    proposals = some(state.proposals)
    declined = DeclineProposal(proposal=proposals[0])
    yield Sample(command=declined, fields={"proposal": Field(options=proposals), **REASON})


@samples
def _withdrawn(state: CampaignState, seat: str) -> Samples[WithdrawProposal]:
    own = some([one.id for one in state.proposals.values() if one.seat == seat] or state.proposals)
    yield Sample(command=WithdrawProposal(proposal=own[0]), fields={"proposal": Field(options=own)})
