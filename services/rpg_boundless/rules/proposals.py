"""Proposals: a command that waits for the game master's word, and is then carried out by the rules of that moment."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from msgspec.structs import replace

from services.rpg_boundless.commands.characters import ClearCondition, CreateCharacter, TakeItem
from services.rpg_boundless.commands.proposals import (
    ConfirmProposal,
    DeclineProposal,
    Proposable,
    Propose,
    WithdrawProposal,
)
from services.rpg_boundless.commands.rolls import Rest
from services.rpg_boundless.events.proposals import (
    CommandProposed,
    ProposalConfirmed,
    ProposalDeclined,
    ProposalWithdrawn,
)
from services.rpg_boundless.refusals.table import NothingToPropose, NotYourProposal, WaitsForTheGameMaster
from services.rpg_boundless.rules.attributes import create_character
from services.rpg_boundless.rules.recovery import rest
from services.rpg_boundless.rules.seats import check_owns, check_room, known, living
from services.rpg_boundless.rules.slots import clear_condition, take_item
from services.rpg_boundless.rules.telling import Telling
from services.rpg_boundless.rules.turns import keep_turns
from shared.kernel.chance import FirstDraw, ProbeTape
from shared.kernel.messages import Command

MAX_PROPOSALS: Final = 10
"""So many proposals of one seat wait at a time."""

JUDGES: Final[Mapping[type[Command], Callable[[Telling, Any], None]]] = {
    TakeItem: take_item,
    ClearCondition: clear_condition,
    Rest: rest,
    CreateCharacter: create_character,
}


def check_alone(telling: Telling, kind: type[Command]) -> None:
    """Hold what players do alone to the settings.

    Rule:    FB-CAMP-15, FB-R-76 to FB-R-79
    Refuses: WaitsForTheGameMaster
    """
    may = telling.state.settings.players_may
    words = {
        TakeItem: may.take_items,
        ClearCondition: may.clear_conditions,
        Rest: may.rest,
        CreateCharacter: may.create_characters,
    }
    if words.get(kind) == "propose" and not telling.leads:
        raise WaitsForTheGameMaster(needs="Propose", has=kind.__name__)


def propose(telling: Telling, command: Propose) -> None:
    """Rule: FB-CAMP-15, FB-CAMP-16. Refuses: NothingToPropose, NotYourCharacter, TooManyHere, and as the command."""
    if telling.role == "gm":
        raise NothingToPropose(needs="player", has=telling.role)
    asked = command.command
    if isinstance(asked, CreateCharacter):
        asked = replace(asked, seat=asked.seat or telling.seat)
        check_owns(telling, asked.seat or telling.seat)
    else:
        check_owns(telling, living(telling, asked.character).seat)
    waiting = sum(one.seat == telling.seat for one in telling.state.proposals.values())
    check_room(waiting, MAX_PROPOSALS)
    _try_out(telling, asked)
    telling.tell(CommandProposed(proposal=telling.new("proposal"), seat=telling.seat, command=asked))


def _try_out(telling: Telling, asked: Proposable) -> None:
    """Hold a proposal to what could be confirmed now, up to the first draw. Rule: FB-CAMP-16."""
    trial = telling.as_confirmed(ProbeTape())
    try:
        _carry_out(trial, asked)
    except FirstDraw:
        return


def confirm_proposal(telling: Telling, command: ConfirmProposal) -> None:
    """Rule: FB-CAMP-16. Refuses: NotKnownHere, and as the command that was proposed."""
    proposal = known(telling.state.proposals, command.proposal, "proposal")
    telling.tell(ProposalConfirmed(proposal=proposal.id))
    _carry_out(telling, proposal.command)


def _carry_out(telling: Telling, asked: Proposable) -> None:
    """Judge what was proposed like any other command: it keeps to the turns of a fight.

    Rule: FB-CAMP-16, FB-ROUND-05, FB-R-80
    """
    keep_turns(telling, asked)
    JUDGES[type(asked)](telling, asked)


def decline_proposal(telling: Telling, command: DeclineProposal) -> None:
    """Rule: FB-CAMP-17."""
    known(telling.state.proposals, command.proposal, "proposal")
    telling.tell(ProposalDeclined(proposal=command.proposal, reason=command.reason))


def withdraw_proposal(telling: Telling, command: WithdrawProposal) -> None:
    """Rule: FB-CAMP-17. Refuses: NotYourProposal."""
    proposal = known(telling.state.proposals, command.proposal, "proposal")
    if proposal.seat != telling.seat:
        raise NotYourProposal(needs=proposal.seat, has=telling.seat, field="proposal")
    telling.tell(ProposalWithdrawn(proposal=proposal.id))
