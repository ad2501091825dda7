"""Undo in matches.

An undo needs consent, and is refused in matches with computer players. Analyses take undos into account.
"""

import pytest

from services.tcg.analyses import moments
from services.tcg.chapters.opening import OpenMatch
from services.tcg.game import match
from shared.kernel.game import SeatAsk
from shared.kernel.messages import UndoSetting
from shared.kernel.refusals import RemembersTooMuch
from shared.kernel.stream import AppointPlayer, PlayerAppointed, TakenBack
from tests.conformance.fixture import fixture_of
from tests.conformance.test_undo import streams
from tests.support.journal import Journal

SEATS = (SeatAsk(seat="ann"), SeatAsk(seat="bob"))
GREEDY = AppointPlayer(seat="ann", player="greedy")


@pytest.mark.rule("AR-UNDO-09")
@pytest.mark.parametrize("undo", ["by consent", "never"])
def test_computer_players_are_refused_in_matches_with_undo(undo: UndoSetting) -> None:
    """A match that allows undo refuses computer players, because an undo cannot make them forget what they saw."""
    journal = Journal(match, OpenMatch(seats=SEATS, undo=undo))
    if undo == "never":
        assert journal.send(GREEDY, "ann") == (PlayerAppointed(seat="ann", player="greedy"),)
        return
    with pytest.raises(RemembersTooMuch):
        journal.send(GREEDY, "ann")


@pytest.mark.rule("AR-UNDO-01")
def test_an_analysis_takes_undos_into_account() -> None:
    """An analysis of a match with undos uses the states that the match really had, at each version with a decision."""
    seen = 0
    for one in streams(fixture_of("tcg")):
        past = [one.journal.reader.commit_of(record) for record in one.journal.records]
        assert any(isinstance(event, TakenBack) for commit in past for event in commit.events) == bool(one.undos)
        for moment in moments(past):
            if moment.version in one.had:
                then = one.had[moment.version].game
                assert (moment.match.players.keys(), moment.match.table) == (then.players.keys(), then.table)
                assert (moment.match.pending, moment.match.made) == (then.pending, then.made)
                seen += 1
    assert seen > 0
