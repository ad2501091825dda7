"""The deadline of a season: what happens when it is reached, who can move it, and what delays it."""

from typing import Final

import pytest

from services.bones.chapters.rolls.wounds import DealDamage, TakeDamage
from services.bones.chapters.seasons.seasons import (
    CloseSeason,
    DeadlineIsPast,
    DeadlineSet,
    OpenSeason,
    ReachDeadline,
    SeasonClosing,
    SetDeadline,
)
from services.bones.chapters.seasons.standing import OrderSpiffs
from services.bones.chapters.seasons.strategic import ChangeAction, SetActionTerms, WithdrawAction
from services.bones.state.seasons import Orders
from shared.kernel.campaign.fights import AnswerFirst
from shared.kernel.messages import Command
from shared.kernel.refusals import NotDue, NotForThisSeat
from tests.bones.off_stage import asks, clock, declare_action, season, set_to
from tests.bones.play import Play

from .test_seasons import EASY, NOW

MINUTE: Final = 60_000


@pytest.mark.rule("BN-R-303", "BN-CAMP-114")
def test_at_the_deadline_an_action_without_a_difficulty_lapses() -> None:
    """At the deadline the season closes by itself.

    Actions without terms lapse; later actions of the same character move up.
    """
    play = Play()
    bob = play.one()
    play.do(OpenSeason(name="spring", closes_in=60, results="own"))
    lapses, is_set, income = declare_action(play, bob), declare_action(play, bob), declare_action(play, bob, "income")
    set_to(play, is_set)
    play.when(ReachDeadline(), seat="clock", at=NOW + MINUTE)
    play.then(SeasonClosing(results="own", lapsed=(lapses,)))
    assert [(one.id, one.place) for one in season(play).of(bob)] == [(is_set, 1), (income, 2)]
    assert season(play).stage == "closing"


@pytest.mark.rule("BN-CAMP-114")
def test_a_deadline_is_moved_and_taken_back() -> None:
    """A deadline that is set one minute ahead is reached after that minute, not earlier.

    The game master can move it to half a minute, or remove it.
    """
    play = Play()
    play.do(OpenSeason(name="spring", closes_in=60))
    assert season(play).deadline == NOW + MINUTE
    early = clock(play, NOW + MINUTE - 1)
    assert isinstance(early, NotDue)
    assert early.needs == f"ReachDeadline from {NOW + MINUTE} on"
    assert play.do(SetDeadline(closes_in=30)) == [DeadlineSet(deadline=NOW + MINUTE // 2)]
    assert play.do(SetDeadline()) == [DeadlineSet(deadline=None)]
    assert isinstance(clock(play, NOW + MINUTE), NotDue)
    play.do(SetDeadline(closes_in=30))
    assert isinstance(clock(play, NOW + MINUTE // 2 - 1), NotDue)
    assert clock(play, NOW + MINUTE // 2) is None
    assert isinstance(clock(play, NOW + MINUTE), NotDue), "it closes once"


@pytest.mark.rule("BN-CAMP-114")
def test_a_deadline_waits_for_an_answer() -> None:
    """While a wound is open, neither the deadline nor the game master can close the season.

    Between the deadline and the close, players cannot declare, change or withdraw actions, nor order spiffs. The game
    master can still set terms.
    """
    play = Play()
    bob, zoe = play.one(), play.one("ann")
    play.do(OpenSeason(name="spring", closes_in=60))
    action = declare_action(play, zoe, seat="ann")
    play.do(DealDamage(creature=bob, amount=1))
    (wound,) = play.state.wounds
    assert isinstance(clock(play, NOW + MINUTE), NotDue)
    late: tuple[Command, ...] = (
        asks(zoe), WithdrawAction(action=action), OrderSpiffs(action=action, orders=Orders()),
        ChangeAction(action=action, gains=("income",), aim="trade", skill="Craft"),
    )  # fmt: skip
    for command in late:
        play.when(command, seat="ann", at=NOW + MINUTE).then_refused(DeadlineIsPast)
    play.when(SetActionTerms(action=action, terms=EASY), at=NOW + MINUTE).take_events()
    assert play.no(AnswerFirst, CloseSeason()).needs == (wound,)
    play.do(TakeDamage(wound=wound, dice=(1,)), seat="ann")
    assert clock(play, NOW + MINUTE) is None


@pytest.mark.rule("BN-CAMP-114")
def test_only_the_clock_reaches_the_deadline() -> None:
    """Neither players nor the game master can send the command that reaches the deadline."""
    play = Play()
    play.do(OpenSeason(name="spring", closes_in=1))
    for seat in ("ann", "gm"):
        play.when(ReachDeadline(), seat=seat, at=NOW + MINUTE).then_refused(NotForThisSeat)
