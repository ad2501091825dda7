"""Timed steps of a game: the clock takes a step once, when it is due, and no other step."""

from __future__ import annotations

import pytest

from shared.kernel.chance import Faces
from shared.kernel.legal import check_offered, legal
from shared.kernel.refusals import NotDue, NotForThisSeat
from shared.kernel.stream import OpenSeat
from tests.support.bells import BELLS, OPENING, Strike, Struck, Wind, Wound
from tests.support.journal import Journal, audit_export
from tests.support.spec import Spec
from tests.support.toy import TOY

WOUND = Wound(strikes=2, at=5000, how="well")
ONE = Strike(number=1)


@pytest.mark.rule("AR-CLOCK-01")
def test_a_step_is_taken_once_and_not_before_its_time() -> None:
    """The clock may take only the step that is due, and no later or earlier step.

    After the toy game's bell has stopped, the clock may take no step.
    """
    spec = Spec(BELLS).given(WOUND)
    spec.when(ONE, seat="clock", at=4999).then_refused(NotDue, needs="Strike from 5000 on", has="Strike at 4999")
    spec.when(Strike(number=2), seat="clock", at=5000).then_refused(NotDue)
    spec.when(ONE, seat="clock", at=5000, faces=Faces(4)).then(Struck(number=1, tone=4))
    spec.when(ONE, seat="clock", at=5000).then_refused(NotDue)
    spec.when(Wind(strikes=0), at=5001).then(Wound(strikes=0, at=0, how="well"))
    spec.when(Strike(number=2), seat="clock", at=5002).then_refused(NotDue)


@pytest.mark.rule("AR-CLOCK-01")
def test_a_step_is_the_clock_s_alone() -> None:
    """Only the clock may take a timed step; neither the game master nor the app may."""
    spec = Spec(BELLS).given(Wound(strikes=2, at=0, how="well"))
    spec.when(ONE).then_refused(NotForThisSeat)
    spec.when(ONE, app=True).then_refused(NotForThisSeat)


def test_legal_list_offers_a_due_step_to_the_clock_alone() -> None:
    """The clock's legal list contains the step only while the step is due."""
    journal = Journal(BELLS, OPENING)
    journal.send(OpenSeat(seat="hand", role="clock"))
    check_offered(BELLS, journal.stream, "hand", "clock")

    def legal_lists() -> dict[str, list[str]]:
        seats = {"gm": "gm", "hand": "clock"}
        lists = {seat: legal(BELLS, journal.stream, seat, role) for seat, role in seats.items()}  # type: ignore[arg-type]
        return {
            seat: [entry.command for entry in one.allowed if entry.command == "Strike"] for seat, one in lists.items()
        }

    assert legal_lists() == {"gm": [], "hand": []}
    journal.send(Wind(strikes=1))
    assert legal_lists() == {"gm": [], "hand": ["Strike"]}
    journal.send(ONE, "hand")
    assert legal_lists() == {"gm": [], "hand": []}


def test_a_step_of_the_clock_is_proven_on_three_levels() -> None:
    """The audit proves a timed step like any other command: its chain, its draws and its decision."""
    journal = Journal(BELLS, OPENING)
    journal.send(Wind(strikes=3))
    for number in (1, 2, 3):
        journal.send(Strike(number=number), "clock")
    journal.close()
    report = audit_export(BELLS, journal.lines())

    assert ("same", "same", "same") == (report.chain.verdict, report.draws.verdict, report.decisions.verdict)


def test_game_without_timed_steps_has_no_due_step() -> None:
    """In a game without timed steps, no state has a due step."""
    assert (BELLS.asks_the_clock, TOY.asks_the_clock) == (True, False)
    assert TOY.timing.due(TOY.initial) is None
