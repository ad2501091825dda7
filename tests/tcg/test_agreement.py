"""Concessions, draws, the clock, and the end of matches without progress."""

from collections.abc import Sequence
from typing import Any, Final

import pytest

from services.tcg.chapters.activating import Activate
from services.tcg.chapters.agreement import (
    AnswerDraw,
    CallTime,
    Concede,
    ConcessionOff,
    DrawAnswered,
    DrawOfferedAlready,
    DrawOffersOff,
    NoClock,
    NoDrawOffered,
    OfferDraw,
    OutOfTheMatch,
)
from services.tcg.chapters.combat import DeclareAttack
from services.tcg.chapters.course import Passed
from services.tcg.chapters.decisions import DecisionAnswered, DrawWithdrawn, NotYourDecision
from services.tcg.chapters.departures import SpiritsSentToVoid
from services.tcg.chapters.forms import PlayForm
from services.tcg.chapters.hands import SpiritsInvoked
from services.tcg.chapters.setup import MulliganTaken
from services.tcg.chapters.sources import CounterChanged
from services.tcg.chapters.timing import ChainFull
from services.tcg.chapters.turn import EndStep, StepEntered, TurnStarted
from services.tcg.chapters.windows import Pass
from services.tcg.chapters.winning import LONGEST, MatchFinished, PlayerLost
from services.tcg.game import match
from services.tcg.settings import MatchSettings, StallGuard
from shared.kernel.messages import Event
from shared.kernel.refusals import SeatUnknown
from tests.tcg.begun import Begun
from tests.tcg.board import board, command, effect, form, savior, side
from tests.tcg.played import Played, names, of

THIS: Final = {"ref": "this"}
INVOKE: Final = {"do": "invoke", "n": 1}
FULL: Final = side(deck=["gate-whelp"] * 20, spirits=["boost"] * 20)
QUICK: Final = form("quick", effect("dash", "swift", independent=True, do=[INVOKE]))
WATCHING: Final = side(forms=["quick"], deck=["gate-whelp"] * 9, spirits=["boost"] * 9)
"""A side with an effect for every window, so that its player is asked to respond in each."""
BY_THE_CLOCK: Final = MatchSettings(decision_clock_s=30, auto_pass="no_legal_response")
LATE: Final = 30_000
"""A time at which a decision that opened at time 0 is late."""


def of_three(settings: MatchSettings | None = None) -> Played:
    """Return a match of three players in the first player's act step."""
    return Played(board(cards=[QUICK], a=FULL, b=WATCHING, c=FULL, settings=settings))


def results_in(events: Sequence[Event]) -> list[tuple[str | None, str, tuple[str, ...]]]:
    """Return the winner, the reason and the drawn players of the match's end, or an empty list if it has not ended."""
    return [(event.winner, event.reason, event.drawn) for event in of(MatchFinished, events)]


# ---------------------------------------------------------------- giving up


@pytest.mark.rule("TC-RUL-093", "TC-WIN-05")
def test_players_concede_at_any_time() -> None:
    """Players may concede outside their turn and while others decide. A player who concedes loses the match."""
    play = of_three()
    play.do("a", EndStep())
    assert {"b": "respond"} == {seat: one.kind for seat, one in play.state.decisions.items()}
    events = play.do("c", Concede())
    assert [("c", "concession")] == [(one.seat, one.reason) for one in of(PlayerLost, events)]
    assert [("a", "last_standing", ())] == results_in(play.do("b", Concede()))


@pytest.mark.rule("TC-RUL-093")
def test_concessions_can_be_disabled() -> None:
    """If `allow_concede` is false, the rules refuse concessions."""
    play = of_three(MatchSettings(allow_concede=False))
    for seat in "abc":
        play.when(Concede(), seat=seat).then_refused(ConcessionOff)


# ---------------------------------------------------------------- a draw


@pytest.mark.rule("TC-RUL-094", "TC-WIN-05")
def test_draw_needs_the_agreement_of_all_others() -> None:
    """If a player offers a draw and all others accept, the match is a draw between them (TC-TAB-15)."""
    play = of_three()
    play.do("a", OfferDraw())
    assert [] == results_in(play.do("c", AnswerDraw(accept=True)))
    play.when(AnswerDraw(accept=True), seat="c").then_refused(NoDrawOffered)
    assert [(None, "agreement", ("a", "b", "c"))] == results_in(play.do("b", AnswerDraw(accept=True)))


@pytest.mark.rule("TC-RUL-094", "TC-RUL-046")
def test_loser_is_not_asked_for_a_draw() -> None:
    """When one of three players has lost, a draw needs only the agreement of the remaining two."""
    play = of_three()
    play.do("b", Concede())
    play.do("a", OfferDraw())
    assert [(None, "agreement", ("a", "c"))] == results_in(play.do("c", AnswerDraw(accept=True)))


@pytest.mark.rule("TC-RUL-094")
def test_refusal_cancels_the_offer() -> None:
    """If one player refuses a draw offer, the offer is cancelled, and players may make another."""
    play = of_three()
    play.do("a", OfferDraw())
    assert [DrawAnswered] == [type(one) for one in play.do("b", AnswerDraw(accept=False))]
    play.when(AnswerDraw(accept=True), seat="c").then_refused(NoDrawOffered)
    play.do("a", OfferDraw())
    play.when(OfferDraw(), seat="a").then_refused(DrawOfferedAlready)


@pytest.mark.rule("TC-RUL-094", "TC-RUL-096")
def test_further_command_cancels_the_offer() -> None:
    """A draw offer lapses when the decision at which it was made ends, by an action, a concession or the clock."""
    whelp = side(hand=["gate-whelp"], deck=["gate-whelp"] * 9)
    for said, seat in ((PlayForm(card=4), "a"), (EndStep(), "a"), (Concede(), "c"), (CallTime(of="a"), "b")):
        play = Played(board(a=whelp, b=FULL, c=FULL, settings=BY_THE_CLOCK))
        play.do("a", OfferDraw())
        play.do("b", AnswerDraw(accept=True))
        events = play.when(said, seat=seat, at=LATE).take_events()
        assert DrawWithdrawn is type(events[0])
        play.when(AnswerDraw(accept=True), seat="b").then_refused(NoDrawOffered)


@pytest.mark.rule("TC-RUL-094")
def test_draw_is_offered_at_the_players_own_decision() -> None:
    """Only a seat with an open decision may offer a draw, and only if `allow_draw_offer` is true."""
    of_three().when(OfferDraw(), seat="b").then_refused(NotYourDecision)
    off = of_three(MatchSettings(allow_draw_offer=False))
    off.when(OfferDraw(), seat="a").then_refused(DrawOffersOff)


# ---------------------------------------------------------------- the clock


def time(play: Played, seat: str, *, by: str = "b") -> list[Event]:
    """Call time on a seat 30 seconds after its decision opened; return the events."""
    since = play.state.decisions[seat].since
    return list(play.when(CallTime(of=seat), seat=by, at=since + 30_000).take_events())


@pytest.mark.rule("TC-RUL-096")
def test_without_a_clock_no_decision_is_late() -> None:
    """In a match without a decision clock, the rules refuse to call time."""
    of_three().when(CallTime(of="a"), seat="b", at=10**12).then_refused(NoClock, has="no clock")


@pytest.mark.rule("TC-RUL-096")
def test_time_is_called_only_after_the_clock_runs_out() -> None:
    """Once the clock has run out, any player or spectator may call time, but only on a seat with a decision."""
    play = of_three(BY_THE_CLOCK)
    opened = "a decision that has been open for 30 seconds"
    play.when(CallTime(of="a"), seat="b", at=LATE - 1).then_refused(NoClock, needs=opened, has="29 seconds")
    no_decision = "a clock of 30 seconds, and no such decision"
    play.when(CallTime(of="b"), seat="a", at=LATE).then_refused(NoClock, has=no_decision)
    play.when(CallTime(of="nobody"), seat="a", at=LATE).then_refused(SeatUnknown, needs=("a", "b", "c"), has="nobody")
    events = play.when(CallTime(of="a"), seat="spectator", at=LATE).take_events()
    assert [("a", True)] == [(one.seat, one.late) for one in of(DecisionAnswered, events)]


@pytest.mark.rule("TC-RUL-096")
def test_time_is_not_called_on_a_player_who_has_lost() -> None:
    """Calling time on a player who has lost is refused for that reason, and one second is written as such."""
    play = of_three(MatchSettings(decision_clock_s=1))
    play.when(CallTime(of="b"), seat="a", at=LATE).then_refused(
        NoClock, has="a clock of 1 second, and no such decision"
    )
    play.do("b", Concede())
    play.when(CallTime(of="b"), seat="a", at=LATE).then_refused(OutOfTheMatch, has="b")


@pytest.mark.rule("TC-RUL-096")
def test_clock_passes_for_a_late_seat() -> None:
    """When time is called on a late seat, its response counts as a pass."""
    play = of_three(BY_THE_CLOCK)
    play.do("a", EndStep())
    assert ["b"] == [one.seat for one in of(Passed, time(play, "b", by="a"))]
    assert 0 == play.player("b").missed


@pytest.mark.rule("TC-RUL-096")
def test_clock_takes_the_default_of_a_choice() -> None:
    """For a late seat, the clock declines optional choices and takes the first options of required ones."""
    offer = command("offer", effect("ask", "none", do=[{"do": "may", "then": [INVOKE]}]))
    hero = savior("hero", bound={"pwr": 4}, boundless={"pwr": 9})
    a, b = side(savior="hero", commands=["offer"], spirits=["boost"]), side(savior=("hero", "boost", "rescue"))
    play = Played(board(cards=[offer, hero], a=a, b=b, settings=BY_THE_CLOCK))
    play.quietly("a", Activate(card=play.find("a", "offer", "command")))
    assert ("may", []) == (play.decision().kind, of(SpiritsInvoked, time(play, "a")))
    play.go_on("combat", seat="a")
    play.quietly("a", DeclareAttack(attacker=play.savior("a"), target=play.savior("b")))
    assert "damage_spirit" == play.decision().kind
    events = time(play, "b", by="a")
    assert ["house-boost"] == [gone.card for one in of(SpiritsSentToVoid, events) for gone in one.spirits]


def turns(events: Sequence[Event]) -> list[str]:
    """Return the seats whose turns began, in order."""
    return [one.seat for one in of(TurnStarted, events)]


@pytest.mark.rule("TC-RUL-096")
def test_clock_ends_the_whole_turn() -> None:
    """The clock ends a late player's turn, and its remaining steps pass without decisions of that player."""
    play = Played(board(a=FULL, b=FULL, settings=BY_THE_CLOCK))
    events = time(play, "a")
    assert ["combat", "act2", "end", "draw", "invoke", "act1"] == [one.step for one in of(StepEntered, events)]
    assert (["b"], 1, "b") == (turns(events), play.player("a").missed, play.decision().seat)


@pytest.mark.rule("TC-RUL-096")
def test_clock_concedes_in_place_of_the_third_missed_turn_in_a_row() -> None:
    """The clock ends two turns in a row for an absent player; in the third, it concedes for this player."""
    play = Played(board(a=FULL, b=FULL, settings=BY_THE_CLOCK))
    for _ in range(2):
        assert ["b"] == turns(time(play, "a"))
        play.go_on("act1", seat="a")
    events = time(play, "a")
    assert [("a", "concession")] == [(one.seat, one.reason) for one in of(PlayerLost, events)]
    assert [("b", "last_standing", ())] == results_in(events)


@pytest.mark.rule("TC-RUL-096")
def test_played_turn_resets_the_count_of_missed_turns() -> None:
    """A player who misses two turns, plays one and misses two more does not lose. Passes by the clock do not count."""
    play = Played(board(cards=[QUICK], a=FULL, b=WATCHING, settings=BY_THE_CLOCK))
    for missed in (1, 2):
        time(play, "a")
        while play.decision().seat == "b" and play.decision().kind == "respond":
            time(play, "b", by="a")
        assert (missed, 0) == (play.player("a").missed, play.player("b").missed)
        play.go_on("act1", seat="a")
    play.go_on("act1", seat="b")
    assert 0 == play.player("a").missed
    play.go_on("act1", seat="a")
    for _ in range(2):
        time(play, "a")
        play.go_on("act1", seat="a")
    assert ("turns", 2) == (play.state.stage, play.player("a").missed)


@pytest.mark.rule("TC-RUL-096")
def test_long_step_continues_without_extra_decisions() -> None:
    """An effect with very many events still opens the next decision, and the clock can answer it."""
    steps = [{"do": "modify_pwr", "of": {"who": "any", "zone": "form"}, "by": 1}, {"do": "may", "then": [INVOKE]}]
    offer = command("offer", effect("ask", "none", do=steps))
    forms = ["quick"] * 5
    using = MatchSettings(decision_clock_s=30, auto_pass="no_legal_response", form_zones=5)
    sides = {f"s{place}": side(forms=forms, commands=["offer"]) for place in range(8)}
    laid: dict[str, Any] = {"cards": [offer, form("quick")], "settings": using, "active": "s0", **sides}
    play = Played(board(**laid))
    play.do("s0", Activate(card=play.find("s0", "offer", "command")))
    assert "may" == play.decision().kind
    time(play, "s0", by="s1")
    assert "may" not in {decision.kind for decision in play.state.decisions.values()}


@pytest.mark.rule("TC-RUL-096")
def test_clock_answers_the_mulligan_by_keeping_the_hand() -> None:
    """If the clock answers the mulligan for a player, the player keeps the whole hand and does not shuffle the deck."""
    begun = Begun("ann", "bob", settings=BY_THE_CLOCK, until="mulligan")
    hand = list(begun.player("bob").hand)
    events = time(begun, "bob", by="ann")
    assert [("bob", 0)] == [(one.seat, one.n) for one in of(MulliganTaken, events)]
    assert (hand, ["ann"]) == (begun.player("bob").hand, list(begun.state.decisions))


# ---------------------------------------------------------------- matches without progress


SPIN: Final = {"do": "put_counter", "of": THIS, "name": "turn"}
WHEEL: Final = command("wheel", effect("spin", "auto", on={"event": "effect_resolved", "by": "you"}, do=[SPIN]),
                       effect("push", "none", do=[SPIN]))  # fmt: skip


def spun(guard: StallGuard) -> tuple[Played, Sequence[Event]]:
    """Start an effect that triggers itself endlessly; return the match and its events."""
    play = Played(board(cards=[WHEEL], a=side(commands=["wheel"]), b=FULL, settings=MatchSettings(stall_guard=guard)))
    wheel = play.find("a", "wheel", "command")
    return play, play.do("a", Activate(card=wheel, effect="push"))


@pytest.mark.rule("TC-RUL-095")
@pytest.mark.parametrize("queued", [5, 40])
def test_endless_loop_is_a_draw(queued: int) -> None:
    """A match is drawn when as many effects as the stall guard allows have been queued without a player's decision."""
    play, events = spun(StallGuard(queued=queued))
    assert [(None, "stall", ("a", "b"))] == results_in(events)
    assert queued + 1 == len(of(CounterChanged, events))
    assert "stall" == play.state.reason


@pytest.mark.rule("TC-RUL-174", "TC-RUL-095")
def test_chain_as_long_as_the_match_allows_takes_no_more_effects() -> None:
    """If a chain has as many effects as the stall guard allows, the rules refuse another effect.

    Under version 2 of the rules, the additional effect makes the match a draw.
    """
    guard = MatchSettings(stall_guard=StallGuard(links=3))
    play = Played(board(cards=[QUICK], a=WATCHING, b=WATCHING, settings=guard))
    play.do("a", Activate(card=play.form("a", "quick")))
    for _ in range(2):
        play.do(play.decision().seat, Activate(card=play.form(play.decision().seat, "quick")))
    seat = play.decision().seat
    play.assert_refused(seat, Activate(card=play.form(seat, "quick")), ChainFull)
    assert [] == results_in(play.pass_all())
    assert ("act", "") == (play.decision().kind, play.state.reason)


@pytest.mark.rule("TC-RUL-095")
@pytest.mark.parametrize(("links", "expected"), [(64, []), (3, [(None, "stall", ("a", "b"))])])
def test_chain_with_too_many_links_is_a_draw(links: int, expected: list[Any]) -> None:
    """Under version 2 of the rules, a match is drawn if its chain has more effects than the stall guard allows."""
    guard = MatchSettings(stall_guard=StallGuard(links=links))
    play = Played(board(cards=[QUICK], a=WATCHING, b=WATCHING, settings=guard, of_form=2))
    events = list(play.do("a", Activate(card=play.form("a", "quick"))))
    for _ in range(3):
        events += play.do(play.decision().seat, Activate(card=play.form(play.decision().seat, "quick")))
    assert expected == results_in(events)


@pytest.mark.rule("TC-RUL-095")
def test_event_limit_ends_a_loop_without_a_stall_guard() -> None:
    """If the stall guard is 0, queued effects have no limit, but the limit on events per decision ends a loop."""
    play, events = spun(StallGuard(queued=0))
    assert [(None, "stall", ("a", "b"))] == results_in(events)
    assert LONGEST < len(events) < LONGEST + 20
    assert len(of(CounterChanged, events)) > StallGuard().queued
    assert "finished" == play.state.stage


@pytest.mark.rule("TC-RUL-095")
@pytest.mark.parametrize(("most", "turn"), [(0, 7), (4, 4)])
def test_match_may_have_a_last_turn(most: int, turn: int) -> None:
    """If a match has a maximum number of turns, it is drawn instead of beginning the next.

    By default a match has no maximum.
    """
    guard = MatchSettings(stall_guard=StallGuard(max_turns=most))
    play = Played(board(a=FULL, b=FULL, turn=3, settings=guard))
    events: list[Event] = []
    while play.state.stage == "turns" and play.state.turn < 7:
        events += play.do(play.decision().seat, EndStep() if play.decision().kind != "respond" else Pass())
    assert turn == play.state.turn
    assert ([(None, "turns", ("a", "b"))] if most else []) == results_in(events)
    if most:
        assert ["TurnEnded", "MatchFinished"] == names(events)[-2:]


@pytest.mark.rule("TC-RUL-095", "TC-RUL-046")
def test_losers_do_not_share_the_draw() -> None:
    """When a match is drawn, only players still in it share the draw."""
    play = of_three(MatchSettings(stall_guard=StallGuard(max_turns=3), auto_pass="no_legal_response"))
    play.do("c", Concede())
    events: list[Event] = []
    while play.state.stage == "turns":
        events += play.do(play.decision().seat, EndStep() if play.decision().kind != "respond" else Pass())
    assert [(None, "turns", ("a", "b"))] == results_in(events)


# ---------------------------------------------------------------- afterwards


@pytest.mark.rule("TC-RUL-088")
@pytest.mark.parametrize("opened", [True, False])
def test_log_opens_after_the_end(opened: bool) -> None:  # noqa: FBT001 what is tried
    """Once a match is over, everyone may read its log, unless `reveal_log_after_end` is false."""
    play = of_three(None if opened else MatchSettings(reveal_log_after_end=False))
    assert match.timing.over is not None
    assert match.secrecy.opens_log_when_closed is not None
    assert (False, True) == (match.timing.over(play.state), match.secrecy.has_hidden_draws(play.state))
    play.do("a", Concede())
    play.do("b", Concede())
    ended = (
        match.timing.over(play.state),
        match.secrecy.has_hidden_draws(play.state),
        match.secrecy.opens_log_when_closed(play.state),
    )
    assert (True, not opened, opened) == ended
