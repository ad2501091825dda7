"""Undo in a match of three players: a concession is taken back, and the removed player must agree as well."""

from __future__ import annotations

from typing import Final

import pytest
from msgspec.structs import replace

from services.tcg.chapters.agreement import Concede, shift_clocks
from services.tcg.chapters.winning import PlayerLost, PlayerRemoved
from services.tcg.forms import NEWEST
from services.tcg.game import match
from services.tcg.views import view
from shared.kernel.context import Intent
from shared.kernel.messages import Seat, canonical
from shared.kernel.refusals import NoSuchProposal, NotAsked, ProposerHasLost, StreamIsOver
from shared.kernel.stream import AgreeToUndo, DeclineUndo, ProposeUndo, TakenBack, UndoProposed, nearest_ways
from shared.kernel.stream.trail import Sender, longer
from shared.kernel.stream.undoing import seats_to_ask
from tests.support.journal import audit_export
from tests.tcg.journal import Journal, lively
from tests.tcg.matches import deck_of

SEATS: Final = ("s0", "s1", "s2")


class Match(Journal):
    """A match of three players some turns after its start, in which decisions can be taken back by consent."""

    def __init__(self, *seats: Seat) -> None:
        """Open the match, submit the decks, and play."""
        super().__init__(*seats, undo="by consent")
        self.begin(*(deck_of(place) for place in range(len(seats))))
        self.play(lively, until=lambda _: False, most=40)

    def propose(self, to: int, seat: Seat) -> UndoProposed:
        """Propose an undo that needs the consent of other seats, and return the event."""
        (proposed,) = self.send(ProposeUndo(to=to), seat)
        assert isinstance(proposed, UndoProposed)
        return proposed


def views(table: Match) -> list[bytes]:
    """Return the view of each seat."""
    return [canonical(view(table.state, seat)) for seat in SEATS]


@pytest.mark.rule("AR-UNDO-04", "AR-UNDO-08", "TC-RUL-093")
@pytest.mark.parametrize("proposer", SEATS)
def test_a_concession_is_taken_back_by_consent_of_all(proposer: Seat) -> None:
    """If all other players agree, even the removed one, a concession is undone, and its cards and decisions return."""
    table = Match(*SEATS)
    to, at, before = table.stream.version, table.stream.at, table.state.mutable_copy()
    kinds = {type(event) for event in table.send(Concede(), "s1")}
    assert {PlayerLost, PlayerRemoved} <= kinds
    proposed = table.propose(to, proposer)
    assert proposed.asked == tuple(seat for seat in SEATS if seat != proposer)
    for seat in proposed.asked:
        table.send(AgreeToUndo(proposal=proposed.proposal), seat)

    assert isinstance(table.events[-1], TakenBack)
    now, expected = table.state, shift_clocks(before, table.stream.at - at)
    assert (now.players, now.table, now.pending) == (expected.players, expected.table, expected.pending)
    assert now.decisions == expected.decisions
    table.play(lively, until=lambda _: False, most=10)
    table.send(Concede(), "s1")
    table.send(Concede(), "s0")
    assert table.replay() == table.stream
    report = audit_export(match, table.lines())
    assert report.proven, report.failure


@pytest.mark.rule("AR-UNDO-08")
def test_a_removed_player_may_decline() -> None:
    """The remaining players cannot bring a removed player back if that player declines, or after the match is over."""
    table = Match(*SEATS)
    to = table.stream.version
    table.send(Concede(), "s1")
    proposed = table.propose(to, "s0")
    table.send(AgreeToUndo(proposal=proposed.proposal), "s2")
    seen = views(table)
    table.send(DeclineUndo(proposal=proposed.proposal), "s1")
    assert views(table) == seen
    proposed = table.propose(to, "s0")
    table.play(lively, until=lambda _: False, most=1)
    with pytest.raises(NoSuchProposal):
        table.send(AgreeToUndo(proposal=proposed.proposal), "s1")
    table.send(Concede(), "s2")
    with pytest.raises(StreamIsOver):
        table.send(ProposeUndo(to=to), "s1")


def asked_for(table: Match, to: int, *, of_form: int = NEWEST, by: Seat = "s0") -> tuple[Seat, ...]:
    """Return the seats that a seat would have to ask for an undo to this version, in a match of this form."""
    game = replace(table.state, form=of_form)
    intent = Intent(id="", seat=by, role="player", at=table.now, by=f"seat:{by}@0", command=ProposeUndo(to=to))
    return seats_to_ask(match, replace(table.stream, game=game), intent, to)


@pytest.mark.rule("AR-UNDO-20")
@pytest.mark.parametrize("most", [2, 70])
def test_player_who_has_lost_is_asked_only_about_the_loss(most: int) -> None:
    """A player who has lost cannot decline an undo that leads to a version after the loss, however long ago it was.

    Older matches still ask this player.
    """
    table = Match(*SEATS)
    before = table.stream.version
    table.send(Concede(), "s1")
    after = table.stream.version
    table.play(lively, until=lambda _: False, most=most)
    trail = [step.version for step in table.stream.trail]
    later = after if after in trail else trail[0]
    assert (("s2",), ("s1", "s2")) == (asked_for(table, later), asked_for(table, later, of_form=2))
    assert {("s2",)} == {way.asks for way in nearest_ways(match, table.stream, "s0", 64) if way.to >= after}
    if before in trail:
        assert ("s1", "s2") == asked_for(table, before)
    proposed = table.propose(later, "s0")
    with pytest.raises(NotAsked):
        table.send(DeclineUndo(proposal=proposed.proposal), "s1")
    table.send(AgreeToUndo(proposal=proposed.proposal), "s2")
    assert table.state.players["s1"].lost
    assert table.replay() == table.stream
    report = audit_export(match, table.lines())
    assert report.failure is None


@pytest.mark.rule("AR-UNDO-20")
def test_player_is_asked_before_a_loss_is_brought_back() -> None:
    """After a loss has been taken back, the player is asked about all undos, also about one that brings it back."""
    table = Match(*SEATS)
    before = table.stream.version
    table.send(Concede(), "s1")
    after = table.stream.version
    proposed = table.propose(before, "s0")
    for seat in proposed.asked:
        table.send(AgreeToUndo(proposal=proposed.proposal), seat)
    assert not table.state.players["s1"].lost
    assert ("s1", "s2") == asked_for(table, after)


@pytest.mark.rule("AR-UNDO-21")
def test_player_who_has_lost_proposes_only_to_take_the_loss_back() -> None:
    """A player who has conceded cannot block the others' undos by proposing to take back what they play afterwards.

    Under version 2 of the rules, such a player can propose that.
    """
    table = Match(*SEATS)
    before = table.stream.version
    table.send(Concede(), "s1")
    after = table.stream.version
    table.play(lively, until=lambda _: False, most=2)
    with pytest.raises(ProposerHasLost) as refused:
        table.send(ProposeUndo(to=after), "s1")
    assert ("to", "a version before this player lost") == (refused.value.field, refused.value.needs)
    assert all(way.to <= before for way in nearest_ways(match, table.stream, "s1", 64))
    assert after in {way.to for way in nearest_ways(match, table.stream, "s0", 64)}
    assert ("s0", "s2") == asked_for(table, after, of_form=2, by="s1")
    assert ("s0", "s2") == table.propose(before, "s1").asked


@pytest.mark.rule("AR-UNDO-20")
def test_losses_in_all_commits_of_a_decision_count() -> None:
    """If a decision is stored in two commits, the players who lost in either of them are asked about its undo."""
    trail = longer((), Sender("s0", "player"), [PlayerLost(seat="s1", reason="void")], version=1, at=0, drew=False)
    rest = Sender("s0", "player", continues=True)
    trail = longer(trail, rest, [PlayerLost(seat="s2", reason="deck")], version=2, at=0, drew=False)
    assert [("s1", "s2")] == [step.removed for step in trail]
