"""Players' proposals: how they are made, confirmed, declined and withdrawn."""

import pytest

from shared.kernel.campaign.proposals import (
    MAX_PROPOSALS,
    CommandProposed,
    ConfirmProposal,
    DeclineProposal,
    NothingToPropose,
    ProposalConfirmed,
    ProposalDeclined,
    ProposalWithdrawn,
    WaitsForTheGameMaster,
    WithdrawProposal,
)
from shared.kernel.campaign.seats import NotKnownHere, NotYours, OnlyTheGameMaster, TooManyHere
from tests.shared.campaign.game import MakePerson, PersonMade, PointsSet, Propose, Strike, Struck, person, table

MINE = MakePerson(seat="ann")
BODY = {"type": "MakePerson", "seat": "ann", "quick": 0, "burns": False, "sleeps": False}
WAITS = CommandProposed(proposal="proposal-1", seat="ann", command=BODY)


@pytest.mark.rule("AR-CAMP-11")
def test_players_propose_commands_that_need_approval() -> None:
    """The game refuses a player's command that needs approval. The game master and the app may send it directly."""
    play = table()
    play.when(MINE, seat="ann").then_refused(WaitsForTheGameMaster, needs="Propose", has="MakePerson")
    play.when(Propose(command=MINE), seat="ann").then(WAITS)
    assert ["proposal-1"] == list(play.state.proposals)

    table().when(MINE, seat="gm").then(PersonMade(person=person(1)))
    table().when(MINE, seat="ann", app=True).then(PersonMade(person=person(1)))


@pytest.mark.rule("AR-CAMP-11")
def test_a_seat_has_a_limit_of_proposals() -> None:
    """The game refuses a seat's eleventh open proposal, even if other seats have no open proposals."""
    play = table()
    for number in range(1, MAX_PROPOSALS):
        play.given(CommandProposed(proposal=f"proposal-{number}", seat="ann", command=BODY))
    play.when(Propose(command=MINE), seat="ann").take_events()

    play.when(Propose(command=MINE), seat="ann").then_refused(TooManyHere, needs="at most 10", has=10)
    play.when(Propose(command=MakePerson(seat="bob")), seat="bob").take_events()


@pytest.mark.rule("AR-CAMP-11")
def test_an_impossible_command_cannot_be_proposed() -> None:
    """The game refuses the proposal of a forbidden command under the same rule as the command itself."""
    strike = Strike(participant="person-1", target="person-9")
    table(person(1)).when(Propose(command=strike), seat="ann").then_refused(NotKnownHere, has="person-9")


@pytest.mark.rule("AR-CAMP-11")
def test_the_game_master_proposes_nothing() -> None:
    """The game refuses a proposal of the game master, who can send the command directly."""
    table().when(Propose(command=MINE), seat="gm").then_refused(NothingToPropose, needs="player", has="gm")


@pytest.mark.rule("AR-CAMP-12")
def test_a_confirmed_proposal_is_carried_out() -> None:
    """The game carries out a confirmed command as if the game master had sent it, and removes the proposal."""
    play = table().given(WAITS)
    play.when(ConfirmProposal(proposal="proposal-1"), seat="ann").then_refused(OnlyTheGameMaster)

    play.when(ConfirmProposal(proposal="proposal-1")).then(
        ProposalConfirmed(proposal="proposal-1"), PersonMade(person=person(2))
    )  # fmt: skip
    assert {} == play.state.proposals
    play.when(ConfirmProposal(proposal="proposal-1")).then_refused(NotKnownHere, has="proposal-1")


@pytest.mark.rule("AR-CAMP-12")
def test_a_confirmed_proposal_is_judged_again() -> None:
    """If a proposed command has become impossible, the game refuses its confirmation and keeps the proposal."""
    play = table(*(person(number) for number in range(1, 6)))
    play.when(Propose(command=MINE), seat="ann").take_events()
    play.given(PersonMade(person=person(7)))

    play.when(ConfirmProposal(proposal="proposal-6")).then_refused(TooManyHere, needs="at most 6")
    assert ["proposal-6"] == list(play.state.proposals)


@pytest.mark.rule("AR-CAMP-12")
def test_any_proposed_command_is_restored_unchanged() -> None:
    """Commands of every type, including blows, are the same after they have been stored in a proposal."""
    play = table(person(1), person(2, "bob"))
    play.when(Propose(command=Strike(participant="person-1", target="person-2")), seat="ann").take_events()
    play.given(PointsSet(person="person-1", points=1))

    play.when(ConfirmProposal(proposal="proposal-3")).then(
        ProposalConfirmed(proposal="proposal-3"), Struck(blow="blow-4", target="person-2")
    )  # fmt: skip


@pytest.mark.rule("AR-CAMP-13")
def test_the_game_master_declines_a_proposal() -> None:
    """The game master may decline a proposal with or without a reason; a player may not decline it."""
    play = table().given(WAITS)
    play.when(DeclineProposal(proposal="proposal-1"), seat="bob").then_refused(OnlyTheGameMaster)
    play.when(DeclineProposal(proposal="proposal-2")).then_refused(NotKnownHere)
    play.when(DeclineProposal(proposal="proposal-1", reason="too soon")).then(
        ProposalDeclined(proposal="proposal-1", reason="too soon")
    )  # fmt: skip
    assert {} == play.state.proposals


@pytest.mark.rule("AR-CAMP-13")
def test_only_its_seat_withdraws_a_proposal() -> None:
    """No other seat may withdraw a proposal, not even the game master."""
    play = table().given(WAITS)
    for other in ("bob", "gm"):
        play.when(WithdrawProposal(proposal="proposal-1"), seat=other).then_refused(NotYours, needs="ann", has=other)

    play.when(WithdrawProposal(proposal="proposal-1"), seat="ann").then(ProposalWithdrawn(proposal="proposal-1"))
    play.when(WithdrawProposal(proposal="proposal-1"), seat="ann").then_refused(NotKnownHere)
