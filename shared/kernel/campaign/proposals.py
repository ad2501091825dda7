"""A chapter (module of rules): players propose commands, and the game master confirms or declines them.

A proposed command is decided when the game master confirms it. Each game declares `Propose` with the commands that may
be proposed. The judge of `Propose` (the function that decides it) first checks that the player acts for their own
character, because a confirmed command counts as the game master's own, and then calls `propose`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import lru_cache, reduce
from operator import or_
from typing import Any, Final, Literal, TypeAlias, cast

from msgspec import convert, json
from msgspec.structs import replace

from shared.kernel.campaign.authority import GameMasterCommand, Led
from shared.kernel.campaign.keeping import in_order, without
from shared.kernel.campaign.samples import some
from shared.kernel.campaign.seats import NotYours, TooManyHere, entry_of, there_are
from shared.kernel.campaign.state import CampaignBase, Proposal, as_sent
from shared.kernel.chance import FirstDraw, ProbeTape
from shared.kernel.chapter import fold, judge_given, samples
from shared.kernel.game import Game
from shared.kernel.messages import Command, Event, Id, Line
from shared.kernel.refusals import Refusal
from shared.kernel.samples import TEXT, Samples, offer

MAX_PROPOSALS: Final = 10
"""The maximum number of waiting proposals of one seat."""

CHANGED_HANDS: Final = "the character has changed hands"

PlayersMay: TypeAlias = Literal["alone", "propose"]
"""The way in which players may use a command: send it directly ("alone"), or propose it to the game master."""

# ---------------------------------------------------------------- refusals


class WaitsForTheGameMaster(Refusal, rule="AR-CAMP-11", status=403):
    """Players cannot do this directly in this campaign: propose the command for the game master to confirm."""


class NothingToPropose(Refusal, rule="AR-CAMP-11", bars="command"):
    """You are a game master and need nobody's agreement: send the command directly."""


# ---------------------------------------------------------------- commands


class ConfirmProposal(GameMasterCommand, frozen=True, kw_only=True):
    """Confirm a proposal. Its command is decided in the current state of the game."""

    counts_as = "answer"

    proposal: Id


class DeclineProposal(GameMasterCommand, frozen=True, kw_only=True):
    """Decline a proposal."""

    counts_as = "answer"

    proposal: Id
    reason: Line | None = None


class WithdrawProposal(Command, frozen=True, kw_only=True):
    """Withdraw your own proposal."""

    counts_as = "aside"

    proposal: Id


# ---------------------------------------------------------------- events


class CommandProposed(Event, frozen=True, kw_only=True):
    """A player proposed a command to the game master."""

    proposal: str
    seat: str
    command: dict[str, Any]


class ProposalConfirmed(Event, frozen=True, kw_only=True):
    """The game master confirmed a proposal; the events of its command follow."""

    proposal: str


class ProposalDeclined(Event, frozen=True, kw_only=True):
    """The game master declined a proposal, or it could no longer be confirmed."""

    proposal: str
    reason: str | None


class ProposalWithdrawn(Event, frozen=True, kw_only=True):
    """A player withdrew a proposal."""

    proposal: str


# ---------------------------------------------------------------- judgement


def check_alone(
    ctx: Led[Any], kind: type[Command], words: Mapping[type[Command], PlayersMay], field: str | None = None
) -> None:  # fmt: skip
    """Check that players may send this command, or this field of it, directly, without a proposal.

    Rule:    AR-CAMP-11
    Refuses: WaitsForTheGameMaster
    """
    if words.get(kind) == "propose" and not ctx.leads:
        raise WaitsForTheGameMaster(needs="Propose", has=kind.__name__, field=field)


def propose(ctx: Led[Any], asked: Command) -> None:
    """Store a command as a proposal, if the game master could confirm it now.

    The function checks this by trying the command up to its first draw.

    Rule:    AR-CAMP-11, AR-CAMP-12
    Refuses: NothingToPropose, TooManyHere, and the refusals of the command's judge
    """
    if ctx.role == "gm":
        raise NothingToPropose(needs="player", has=ctx.role)
    waiting = sum(one.seat == ctx.seat for one in ctx.state.proposals.values())
    if waiting >= MAX_PROPOSALS:
        raise TooManyHere(needs=f"at most {MAX_PROPOSALS}", has=waiting)
    trial = ctx.as_confirmed(ProbeTape())
    with suppress(FirstDraw):
        _carry_out(trial, asked, field="command")
    ctx.emit(CommandProposed(proposal=ctx.new_id("proposal"), seat=ctx.seat, command=as_sent(asked)))


@judge_given(there_are("proposals", field="proposal"))
def confirm_proposal(ctx: Led[Any], command: ConfirmProposal) -> None:
    """Carry out a proposed command.

    Rule: AR-CAMP-12. Refuses: NotKnownHere, and the refusals of the command's judge.
    """
    proposal = entry_of(ctx.state.proposals, command.proposal, "proposal")
    asked: Command = _decoder_of(_game(ctx).commands)(json.encode(proposal.command))
    ctx.emit(ProposalConfirmed(proposal=proposal.id))
    _carry_out(ctx, asked, field="proposal")


@lru_cache(maxsize=64)
def _decoder_of(commands: tuple[type[Command], ...]) -> Callable[[bytes], Any]:
    """Return the decoder of a game's commands.

    It is cached; `msgspec.convert` would search all command types on each call.
    """
    return json.Decoder(reduce(or_, commands)).decode


def _carry_out(ctx: Led[Any], asked: Command, *, field: str) -> None:
    """Judge a proposed command. If a refusal names no field, add the name of `field`, which contains the command."""
    try:
        _game(ctx).judge(ctx, asked)
    except Refusal as refusal:
        refusal.field = refusal.field or field
        raise


def _game(ctx: Led[Any]) -> Game[Any]:
    return cast("Game[Any]", ctx.rules)


def lapse(
    ctx: Led[Any], proposable: Any, acts_for: Callable[[Any], str | None], *, character: str, seat: str  # noqa: ANN401 a union of types
) -> None:  # fmt: skip
    """Decline other seats' proposals for a character that now belongs to this seat.

    `acts_for` returns the character that a command acts for, or None.
    """

    def is_void(proposal: Proposal) -> bool:
        return proposal.seat != seat and acts_for(convert(proposal.command, proposable)) == character

    decline_each(ctx, is_void, reason=CHANGED_HANDS)


def decline_each(ctx: Led[Any], is_void: Callable[[Proposal], bool], *, reason: str) -> None:
    """Decline each waiting proposal for which `is_void` is true, in the order of creation."""
    waiting = ctx.state.proposals
    for key in in_order(waiting):
        if is_void(waiting[key]):
            ctx.emit(ProposalDeclined(proposal=key, reason=reason))


@judge_given(there_are("proposals", field="proposal"))
def decline_proposal(ctx: Led[Any], command: DeclineProposal) -> None:
    """Decline a proposal. Rule: AR-CAMP-13. Refuses: NotKnownHere."""
    entry_of(ctx.state.proposals, command.proposal, "proposal")
    ctx.emit(ProposalDeclined(proposal=command.proposal, reason=command.reason))


@judge_given(there_are("proposals", field="proposal"))
def withdraw_proposal(ctx: Led[Any], command: WithdrawProposal) -> None:
    """Withdraw the actor's own proposal. Rule: AR-CAMP-13. Refuses: NotKnownHere, NotYours."""
    proposal = entry_of(ctx.state.proposals, command.proposal, "proposal")
    if proposal.seat != ctx.seat:
        raise NotYours(needs=proposal.seat, has=ctx.seat, field="proposal")
    ctx.emit(ProposalWithdrawn(proposal=proposal.id))


# ---------------------------------------------------------------- fold


@fold
def _proposed(state: CampaignBase, event: CommandProposed) -> CampaignBase:
    proposal = Proposal(id=event.proposal, seat=event.seat, command=event.command)
    return replace(state.raise_counter(proposal.id), proposals={**state.proposals, proposal.id: proposal})


@fold
def _settled(state: CampaignBase, event: ProposalConfirmed | ProposalDeclined | ProposalWithdrawn) -> CampaignBase:
    return replace(state, proposals=without(state.proposals, event.proposal))


# ---------------------------------------------------------------- samples


@samples
def _settles(state: CampaignBase, _: str) -> Samples[ConfirmProposal | DeclineProposal]:
    yield offer(ConfirmProposal, proposal=some(state.proposals))

    yield offer(DeclineProposal, proposal=some(state.proposals), reason=(None, TEXT))


@samples
def _withdrawn(state: CampaignBase, seat: str) -> Samples[WithdrawProposal]:
    own = [one.id for one in state.proposals.values() if one.seat == seat]
    yield offer(WithdrawProposal, proposal=some(own) if own else some(state.proposals)[:1])
