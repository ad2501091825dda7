"""Automatic passing.

The clock passes for seats that can only pass, after a wait whose length does not depend on their cards.
"""

from __future__ import annotations

from typing import Any, Final

import pytest
from msgspec import UNSET

from services.tcg.chapters.agreement import AnswerDraw, OfferDraw, PassByItself, due, needs_clock
from services.tcg.chapters.course import Passed
from services.tcg.chapters.decisions import SOONEST, SPREAD, wait_of
from services.tcg.chapters.forms import PlayForm
from services.tcg.chapters.setup import MatchStarted
from services.tcg.chapters.windows import Pass
from services.tcg.game import match
from services.tcg.settings import MatchSettings
from services.tcg.state.match import Match
from shared.kernel.game_parts import Due
from shared.kernel.messages import NOBODY
from shared.kernel.refusals import NotDue
from tests.tcg.board import board, command, effect, side
from tests.tcg.journal import Journal, lively
from tests.tcg.played import Played, of
from tests.tcg.sessions import LANTERN, TIDE
from tests.tcg.steps import CARDS

ITSELF: Final = MatchSettings(auto_pass="nothing_else")
NEVER: Final = {"op": "turn_of", "who": "you"}
RARE: Final = command(
    "rare", effect("main", "interrupt", main=True, when=NEVER, do=[{"do": "draw", "n": 1}]), kind="interrupt"
)
"""A playable command whose condition is never true in another player's turn."""


def match_with_face_down(held: str, settings: MatchSettings = ITSELF) -> Played:
    """Return a match in which `a` can play a form, and `b` can respond only with one face-down command."""
    a, b = side(hand=["whelp"]), side(set=[held], deck=["whelp"])
    return Played(board(cards=[*CARDS, RARE], a=a, b=b, settings=settings))


def answering(held: str) -> Played:
    """Return the match of `match_with_face_down` at the time when `b` is asked to respond."""
    play = match_with_face_down(held)
    play.do("a", PlayForm(card=play.hand("a", "whelp")))
    assert ("b", "respond") == (play.decision().seat, play.decision().kind)
    return play


@pytest.mark.rule("TC-RUL-157")
def test_clock_passes_for_a_seat_that_can_only_pass() -> None:
    """The clock passes for a seat that can only pass, after a wait that begins when the seat's decision opens."""
    play = answering("rare")
    decision = play.decision()
    step = PassByItself(decision=decision.number)

    assert Due(step, decision.since + wait_of(play.state, decision.number)) == due(play.state)
    assert [Passed(seat="b")] == of(Passed, list(play.when(step, seat="clock", role="clock", at=10**6).take_events()))
    assert ("a", "act") == (play.decision().seat, play.decision().kind)


@pytest.mark.rule("TC-RUL-157")
def test_clock_never_passes_for_a_seat_with_a_response() -> None:
    """The clock does not pass for a seat that can respond; the player must send Pass."""
    play = answering("trap")

    assert due(play.state) is None
    play.do("b", Pass())
    assert "act" == play.decision().kind


@pytest.mark.rule("TC-RUL-157", "TC-RUL-066")
@pytest.mark.parametrize("held", ["rare", "trap"])
def test_wait_does_not_depend_on_the_hand(held: str) -> None:
    """The wait depends only on the match's secret and the decision's number, not on the seat's cards."""
    decision = answering(held).decision()

    assert decision.passes_at == decision.since + wait_of(answering("trap").state, decision.number)


@pytest.mark.rule("TC-RUL-157")
def test_waits_differ_between_decisions_and_matches() -> None:
    """Different decisions and matches have different waits, from 0.4 to 1 second."""
    one, two = Match(pace=(1, 2)), Match(pace=(1, 3))
    waits = [wait_of(one, number) for number in range(500)]

    assert {True} == {SOONEST <= wait < SOONEST + SPREAD for wait in waits}
    assert len(set(waits)) > 200
    assert waits != [wait_of(two, number) for number in range(500)]


@pytest.mark.rule("TC-RUL-157")
def test_secret_of_the_waits_is_drawn_at_the_start() -> None:
    """Only matches with automatic passing draw a secret for the waits, and no seat may read it."""
    drawn = [
        event.pace
        for settings in (ITSELF, MatchSettings())
        for event in of(MatchStarted, _start_match(settings).events)
    ]

    assert drawn[1] is UNSET
    assert drawn[0] is not UNSET
    assert NOBODY == drawn[0].audience


def _start_match(settings: MatchSettings) -> Journal:
    journal = Journal("ann", "bob", settings=settings, seed=3)
    journal.begin(LANTERN, TIDE)
    return journal


@pytest.mark.rule("TC-RUL-157")
@pytest.mark.parametrize("setting", ["public_possibility", "no_legal_response", "never"])
def test_other_matches_need_no_clock(setting: Any) -> None:  # noqa: ANN401 a setting
    """Without automatic passes a match has no wait, and the stream needs no clock."""
    play = match_with_face_down("trap", MatchSettings(auto_pass=setting))
    play.do("a", PlayForm(card=play.hand("a", "whelp")))

    assert (None, 0, False) == (due(play.state), play.decision().passes_at, needs_clock(play.state))


@pytest.mark.rule("TC-RUL-157", "TC-RUL-094")
def test_offered_draw_suspends_automatic_passes() -> None:
    """While a seat's draw offer is open, the clock does not pass for that seat.

    A pass would withdraw the offer. After an answer to the offer, the clock passes again.
    """
    play = answering("rare")
    play.do("b", OfferDraw())
    assert due(play.state) is None
    play.do("a", AnswerDraw(accept=False))
    assert due(play.state) is not None


@pytest.mark.rule("TC-RUL-157", "AR-CLOCK-01")
def test_early_or_mismatched_automatic_pass_is_refused() -> None:
    """The rules refuse an automatic pass before its time or for another decision."""
    journal = Journal("ann", "bob", settings=ITSELF, seed=3)
    journal.begin(LANTERN, TIDE)
    journal.play(lively, until=lambda journal: due(journal.state) is not None)
    step = due(journal.state)
    assert step is not None
    assert isinstance(step.command, PassByItself)
    other = PassByItself(decision=step.command.decision + 1)

    assert not journal.take_due()
    with pytest.raises(NotDue):
        journal.send(step.command, "clock")
    journal.waited += SOONEST + SPREAD
    with pytest.raises(NotDue):
        journal.send(other, "clock")
    assert journal.take_due()


@pytest.mark.rule("TC-RUL-157")
def test_only_the_clock_sends_automatic_passes() -> None:
    """The rules refuse PassByItself from a player, who must send Pass."""
    play = answering("rare")

    assert "PassByItself" not in {entry.kind.__name__ for entry in play.entries("b")}
    assert match.timing.needs_clock(play.state)
