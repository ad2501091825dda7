"""Undo by consent: which seats must agree to an undo, and how they respond."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import pytest

from shared.kernel.context import Intent
from shared.kernel.messages import Command, Seat, UndoSetting
from shared.kernel.refusals import (
    AgreedAlready,
    NoSuchProposal,
    NotAsked,
    NotForThisSeat,
    PlayedByTheHouse,
    ProposalStands,
    ProposedByAnother,
)
from shared.kernel.samples import Field
from shared.kernel.stream import (
    AddSalt,
    AgreeToUndo,
    AppointPlayer,
    DeclineUndo,
    OpenSeat,
    ProposeUndo,
    RotateToken,
    Stream,
    TakenBack,
    UndoAgreed,
    UndoDeclined,
    UndoProposed,
    UndoWithdrawn,
    WithdrawUndo,
    nearest_ways,
    ways_back,
)
from tests.support.journal import Journal
from tests.support.undo_plays import (
    after,
    assert_refused,
    legal_list,
    offers,
    options,
    propose_undo,
    proven,
    put,
    things,
)
from tests.support.undo_toy import SHELF, Box, Put, Shelf, Unbox, Wind, shelf

SALT: Final = "5a" * 32


# ---------------------------------------------------------------- which seats are asked


@pytest.mark.rule("AR-UNDO-04")
@pytest.mark.parametrize(
    ("sent", "seats"),
    [
        ([("ann", Put()), ("ann", Wind())], ()),
        ([("ann", Put()), ("bob", Put())], ("bob", "gm")),
        ([("gm", Put())], ("gm",)),
        ([("ann", Box(beside="ann"))], ("gm",)),
        ([("ann", Box(beside="bob"))], ("bob", "gm")),
        ([("ann", Box(beside="eve"))], ("gm",)),
        ([("ann", Unbox())], ("bob", "gm")),
        ([("ann", Put()), ("gm", OpenSeat(seat="zoe"))], ("gm",)),
        ([("ann", Put()), ("eve", RotateToken(seat="eve")), ("ann", AddSalt(salt=SALT))], ()),
    ],
)
def test_an_undo_asks_the_seats_it_affects(sent: Sequence[tuple[Seat, Command]], seats: tuple[str, ...]) -> None:
    """If a seat undoes its own decisions, no other seat has to agree.

    Any other undo needs the agreement of the game masters, the seats that acted, and the seats that may read a part of
    the undone decisions. If a part became public, all players must agree.
    """
    table = shelf()
    (first,) = put(table, "ann")
    after(table, *sent)
    assert first in options(table, "ann")
    assert propose_undo(table, first, "ann") == seats
    for seat in seats:
        table.send(
            AgreeToUndo(proposal=max(one.proposal for one in table.events if isinstance(one, UndoProposed))), seat
        )
    assert things(table) == ("thing-1",)
    proven(table)


@pytest.mark.rule("AR-UNDO-04")
def test_an_undo_asks_no_seat_that_the_computer_plays() -> None:
    """A seat that the computer plays need not agree to an undo, and the seat's holder may undo nothing for it."""
    table = shelf("by consent")
    (first,) = put(table, "ann")
    put(table, "bob")
    table.send(AppointPlayer(seat="bob", player="bold"), "bob")
    assert_refused(PlayedByTheHouse, table, ProposeUndo(to=first), "bob")
    assert propose_undo(table, first, "ann") == ("gm",)


@pytest.mark.rule("AR-UNDO-17")
@pytest.mark.parametrize("setting", ["own until known", "by consent"])
@pytest.mark.parametrize("answer", [AgreeToUndo, DeclineUndo])
def test_giving_a_seat_to_the_computer_does_not_give_its_consent(
    setting: UndoSetting, answer: type[AgreeToUndo | DeclineUndo]
) -> None:  # fmt: skip
    """If the game master gave a seat to the computer, an undo still needs the agreement of the seat's holder.

    The holder may agree or decline while the computer plays.
    """
    table = shelf(setting)
    (first,) = put(table, "ann")
    put(table, "ann")
    table.send(AppointPlayer(seat="ann", player="bold"), "gm")
    assert "ann" in propose_undo(table, first, "gm")
    proposal = table.stream.version
    assert answer.__name__ in {entry.command for entry in legal_list(table, "ann").allowed}
    assert_refused(PlayedByTheHouse, table, Put(), "ann")
    if setting == "by consent":
        table.send(AgreeToUndo(proposal=proposal), "bob")
    table.send(answer(proposal=proposal), "ann")
    assert len(things(table)) == (1 if answer is AgreeToUndo else 2)
    proven(table)


@pytest.mark.rule("AR-UNDO-17")
def test_a_seat_is_given_to_the_house_anew() -> None:
    """The consent of a seat's holder is needed if the game master appointed the seat's current computer player."""
    table = shelf("by consent")
    (first,) = put(table, "ann")
    put(table, "bob")
    for sender, whom in (("gm", ("bob", "gm")), ("bob", ("gm",)), ("gm", ("bob", "gm"))):
        table.send(AppointPlayer(seat="bob", player="bold"), sender)
        assert propose_undo(table, first, "ann") == whom
        table.send(WithdrawUndo(proposal=table.stream.version), "ann")


@pytest.mark.rule("AR-UNDO-04")
def test_a_spectator_proposes_nothing() -> None:
    """A spectator takes no part in the game, so the kernel refuses its proposal of an undo."""
    table = shelf()
    first, _ = put(table, "ann", "ann")
    assert_refused(NotForThisSeat, table, ProposeUndo(to=first), "eve")
    assert options(table, "eve") == ()


@pytest.mark.rule("AR-UNDO-03", "AR-UNDO-04")
def test_a_list_names_the_seats_that_each_undo_asks() -> None:
    """The legal list shows which seats must agree to an undo to each version. Undone versions are listed as redos."""
    table = shelf()
    first, second, third = put(table, "ann", "bob", "ann")
    (entry,) = offers(table, "ann")
    assert entry.fields["to"] == Field(
        options=(second, first, first - 1), words=("free", "asks bob, gm", "asks bob, gm")
    )
    assert propose_undo(table, second, "ann") == ()
    back, redo = offers(table, "ann")
    assert back.fields["to"] == Field(options=(first, first - 1), words=("asks bob, gm",) * 2)
    assert (redo.body, redo.fields["to"]) == (
        {"type": "ProposeUndo", "to": third}, Field(options=(third,), words=("redo, free",)),
    )  # fmt: skip
    assert [one.fields["to"].words for one in offers(table, "bob")] == [("asks ann, gm",) * 2, ("redo, asks ann, gm",)]


@pytest.mark.rule("AR-UNDO-15")
def test_a_view_names_each_state_once() -> None:
    """The view lists each earlier state of the game once; opening a seat and undoing create no new state."""
    table = shelf()
    first, second, third = put(table, "gm", "gm", "gm")
    (opened,) = after(table, ("gm", OpenSeat(seat="zoe")))

    def ways(*, redo: bool = False) -> list[int]:
        """Return the versions to which the game master may undo or, with `redo`, to which a redo leads."""
        return [way.to for way in nearest_ways(SHELF, table.stream, "gm", 16) if way.redo == redo]

    assert ways() == [second, first, first - 1]
    table.send(ProposeUndo(to=second), "gm")
    assert (ways(), ways(redo=True)) == ([first, first - 1], [third])
    (later,) = put(table, "gm")
    assert (ways(), ways(redo=True)) == ([later - 1, first, first - 1], [third])
    assert options(table, "gm") == (later - 1, second, first, first - 1)
    assert options(table, "gm", redo=True) == (third, opened)
    assert [way.to for way in nearest_ways(SHELF, table.stream, "gm", 2)] == [later - 1]


@pytest.mark.rule("AR-UNDO-04")
def test_consent_follows_from_public_facts() -> None:
    """A reader who sees no secrets finds the same undos and the same seats to ask as the server."""
    table = shelf()
    put(table, "ann", "bob")
    after(table, ("ann", Box(beside="bob")), ("gm", Box(beside="gm")), ("ann", Put()), ("bob", Unbox()), ("ann", Put()))
    assert propose_undo(table, table.stream.trail[-2].version, "ann") == ()
    empty: Stream[Shelf] = Stream(id=table.stream.id, game=SHELF.initial)
    stored = [(record.public, [None] * len(record.parts)) for record in table.records]
    public = table.reader.fold(empty, stored)
    for seat, held in table.stream.seats.items():
        intent = Intent(id="any", seat=seat, role=held.role, at=0, by=f"seat:{seat}@0", command=Put())
        assert ways_back(SHELF, public, intent) == ways_back(SHELF, table.stream, intent)


# ---------------------------------------------------------------- responses


@pytest.mark.rule("AR-UNDO-08")
def test_an_undo_happens_when_all_have_agreed() -> None:
    """When all seats have agreed, the undo happens. Its event names the seats that agreed, and the proposal is gone."""
    table = shelf("by consent")
    first, second = put(table, "ann", "ann")
    number = second + 1
    assert table.send(ProposeUndo(to=first), "ann") == (
        UndoProposed(proposal=number, to=first, by="ann", asked=("bob", "gm")),
    )
    assert table.send(AgreeToUndo(proposal=number), "gm") == (UndoAgreed(proposal=number, seat="gm"),)
    assert things(table) == ("thing-1", "thing-2")
    assert assert_refused(AgreedAlready, table, AgreeToUndo(proposal=number), "gm").needs == ("bob",)
    assert assert_refused(NotAsked, table, AgreeToUndo(proposal=number), "ann").needs == ("bob",)
    assert_refused(NotAsked, table, DeclineUndo(proposal=number), "eve")
    assert table.send(AgreeToUndo(proposal=number), "bob") == (
        UndoAgreed(proposal=number, seat="bob"),
        TakenBack(to=first, by="ann", agreed=("bob", "gm")),
    )
    assert things(table) == ("thing-1",)
    proven(table)


@pytest.mark.rule("AR-UNDO-08")
def test_one_proposal_is_open_at_a_time() -> None:
    """The kernel refuses a second proposal. An asked seat may decline the first, and its sender may withdraw it.

    Each of these commands states the number of the proposal.
    """
    table = shelf("by consent")
    first, second = put(table, "ann", "ann")
    number = second + 1
    table.send(ProposeUndo(to=first), "ann")
    assert_refused(ProposalStands, table, ProposeUndo(to=first), "bob")
    assert_refused(ProposedByAnother, table, WithdrawUndo(proposal=number), "bob")
    assert_refused(NoSuchProposal, table, AgreeToUndo(proposal=number + 1), "bob")
    assert table.send(DeclineUndo(proposal=number), "bob") == (UndoDeclined(proposal=number, seat="bob"),)
    assert_refused(NoSuchProposal, table, AgreeToUndo(proposal=number), "gm")
    table.send(ProposeUndo(to=first), "bob")
    assert table.send(WithdrawUndo(proposal=number + 2), "bob") == (UndoWithdrawn(proposal=number + 2),)
    assert_refused(NoSuchProposal, table, AgreeToUndo(proposal=number + 2), "gm")
    proven(table)


@pytest.mark.rule("AR-UNDO-08")
def test_consent_covers_only_the_proposed_undo() -> None:
    """A proposal lapses when another decision follows it, and the same seats must agree to a new proposal."""
    table = shelf("by consent")
    first, second = put(table, "ann", "ann")
    table.send(ProposeUndo(to=first), "ann")
    table.send(AgreeToUndo(proposal=second + 1), "gm")
    put(table, "ann")
    assert_refused(NoSuchProposal, table, AgreeToUndo(proposal=second + 1), "bob")
    assert propose_undo(table, first, "ann") == ("bob", "gm")
    assert_refused(NoSuchProposal, table, AgreeToUndo(proposal=second + 1), "bob")
    proven(table)


@pytest.mark.rule("AR-UNDO-08")
def test_undoing_an_agreed_undo_asks_the_same_seats_again() -> None:
    """All seats must agree before an agreed undo is undone, so no single seat can restore what all took back."""
    table = shelf()
    first, second = put(table, "ann", "bob")
    (proposed,) = table.send(ProposeUndo(to=first), "ann")
    for seat in ("bob", "gm"):
        table.send(AgreeToUndo(proposal=proposed.proposal), seat)  # type: ignore[attr-defined]
    assert propose_undo(table, second, "bob") == ("ann", "gm")


@pytest.mark.rule("AR-UNDO-08")
def test_a_list_names_the_proposal() -> None:
    """The legal list lets asked seats agree or decline and the sender withdraw. Nobody may propose another undo."""
    table = shelf("by consent")
    first, second = put(table, "ann", "ann")
    table.send(ProposeUndo(to=first), "ann")
    bodies = {
        seat: {entry.command: entry.body for entry in legal_list(table, seat).allowed if entry.command.endswith("Undo")}
        for seat in ("ann", "bob", "eve")
    }
    number = second + 1
    assert bodies["ann"] == {"WithdrawUndo": {"type": "WithdrawUndo", "proposal": number}}
    assert bodies["bob"] == {name: {"type": name, "proposal": number} for name in ("AgreeToUndo", "DeclineUndo")}
    assert bodies["eve"] == {}


# ---------------------------------------------------------------- absent seats, and decisions in between


@pytest.mark.rule("AR-UNDO-08", "AR-UNDO-17")
def test_the_others_play_on_while_one_is_away() -> None:
    """A proposal waits for a seat that is away, and other seats cannot decide for it.

    The proposal lapses when the game continues.
    """
    table = shelf("by consent")
    first, second = put(table, "ann", "ann")
    number = second + 1
    table.send(ProposeUndo(to=first), "ann")
    table.send(AgreeToUndo(proposal=number), "gm")
    assert_refused(PlayedByTheHouse, table, _appointed(table), "bob")
    assert_refused(NoSuchProposal, table, AgreeToUndo(proposal=number), "gm")
    table.send(ProposeUndo(to=first), "ann")
    assert table.stream.proposal is not None
    assert table.stream.proposal.asked == ("bob", "gm")
    put(table, "ann")
    assert_refused(NoSuchProposal, table, AgreeToUndo(proposal=table.stream.version - 1), "bob")
    assert len(things(table)) == 3
    proven(table)


def _appointed(table: Journal[Shelf]) -> Command:
    """Let the computer play the seat of bob, who is away; return a command for that seat."""
    table.send(AppointPlayer(seat="bob", player="bold"), "gm")
    return Put()


@pytest.mark.rule("AR-UNDO-01", "AR-UNDO-04")
@pytest.mark.parametrize("seat", ["ann", "bob"])
def test_a_redo_after_another_seat_has_acted_asks_it(seat: Seat) -> None:
    """If another seat has acted since a free undo, that seat must agree to a redo, which takes back its decision."""
    table = shelf()
    first, second = put(table, "ann", "ann")
    table.send(ProposeUndo(to=first), "ann")
    put(table, "bob")
    other = "bob" if seat == "ann" else "ann"
    assert propose_undo(table, second, seat) == (other, "gm")
    for one in (other, "gm"):
        table.send(AgreeToUndo(proposal=table.stream.proposal.number if table.stream.proposal else 0), one)
    assert things(table) == ("thing-1", "thing-2")
    put(table, "bob")
    assert things(table)[2:] == ("thing-4",)
    proven(table)


@pytest.mark.rule("AR-UNDO-08")
def test_a_new_token_answers_and_an_old_one_does_not_count() -> None:
    """If the token of an asked seat is renewed, the proposal stays open, and the seat responds with the new token."""
    table = shelf("by consent")
    first, second = put(table, "ann", "ann")
    number = second + 1
    table.send(ProposeUndo(to=first), "ann")
    table.send(RotateToken(seat="bob"), "gm")
    table.send(AgreeToUndo(proposal=number), "gm")
    table.send(AgreeToUndo(proposal=number), "bob")
    assert things(table) == ("thing-1",)
    assert table.stream.seats["bob"].epoch == 1
    proven(table)
