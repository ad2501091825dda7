"""Taking back a play before its cost is paid, and before others have revealed, drawn or decided anything."""

from __future__ import annotations

from typing import Any, Final

import pytest

from services.tcg.chapters.activating import Activate
from services.tcg.chapters.agreement import CallTime, OfferDraw, SetStops
from services.tcg.chapters.commands import PlayCommand
from services.tcg.chapters.decisions import Answer, NotYourDecision, WrongQuestion
from services.tcg.chapters.forms import PlayForm
from services.tcg.chapters.savior import FlipSavior
from services.tcg.chapters.taking_back import (
    MOST,
    HiddenWasShown,
    NothingToTakeBack,
    OthersHaveChosen,
    TakeBack,
    TakenBackTooOften,
)
from services.tcg.chapters.windows import Pass
from services.tcg.settings import MatchSettings
from services.tcg.state.match import Match
from services.tcg.views import view
from shared.kernel.messages import canonical
from tests.tcg.answering import CARDS, DISCARD, THIS, full_side, main, uses
from tests.tcg.board import Side, board, command, form, savior
from tests.tcg.played import Played
from tests.tcg.playing import legal
from tests.tcg.twins import event_for

PAGE: Final = form("page")
ANY: Final = {"who": "any", "zone": "form", "n": 1}
AIMED: Final = ({"do": "draw", "n": 1},)
ARCHER: Final = form("archer", uses("aim", "swift", targets=[ANY], cost=list(DISCARD), do=list(AIMED)))
LOTTERY: Final = form(
    "lottery", uses("odds", "swift", targets=[{**ANY, "by": "random"}], cost=list(DISCARD), do=list(AIMED))
)
FOE: Final = form("foe", uses("ask", "swift", targets=[{**ANY, "by": "opponent"}], cost=list(DISCARD), do=list(AIMED)))
BOLT: Final = command("bolt", main("none", targets=[ANY], do=list(AIMED)), kind="normal")
SPRING: Final = command("spring", main("interrupt", cost=list(DISCARD)), kind="interrupt")
ECHO: Final = form("echo", {"id": "echo", "eti": "auto", "on": {"event": "form_played"}, "targets": [ANY], "do": AIMED})
PROUD: Final = savior(
    "proud", bound={}, boundless={"pwr": 6},
    flip={"when": {"op": "spirits_under", "of": THIS, "cmp": ">=", "n": 0}, "cost": list(DISCARD)},
)  # fmt: skip
MODES: Final = ({"do": "choose_mode", "modes": [[{"do": "draw", "n": 1}], [{"do": "invoke", "n": 1}]]},)
ORDER: Final = form(
    "order",
    uses("go", "swift", do=[{"do": "play_command", "of": {"who": "you", "zone": "hand", "n": 1}, "from": "hand"}]),
)  # fmt: skip
PEEK: Final = form(
    "peek",
    uses("go", "swift", targets=[ANY, {"who": "opponent", "zone": "hand", "n": 1}], cost=list(DISCARD), do=list(AIMED)),
)  # fmt: skip
CHOOSER: Final = form("chooser", uses("pick", "swift", do=list(MODES)))
EXTRA: Final = (*CARDS, PAGE, ARCHER, LOTTERY, FOE, BOLT, SPRING, ECHO, PROUD, ORDER, PEEK, CHOOSER)


def laid(asks: str = "archer", *, a: Side | None = None, b: Side | None = None, **more: Any) -> Played:  # noqa: ANN401
    """Return a match in which `a` has a form whose effect needs a target, and cards in hand to play or pay with."""
    own = full_side(forms=[(asks, "boost")], hand=["page"] * (2 + MOST) + ["bolt"]) if a is None else a
    return Played(board(cards=list(EXTRA), a=own, b=full_side(forms=["page"]) if b is None else b, **more))


def aim(play: Played, card: str = "archer") -> None:
    """Activate an effect that needs a target and a discard."""
    effect = {"archer": "aim", "lottery": "odds", "foe": "ask"}[card]
    play.do("a", Activate(card=play.form("a", card), effect=f"{card}#{effect}"))


def at_rest(match: Match) -> Match:
    """Return the match without decisions, and with the counters of decisions and of takebacks set to 0."""
    other = match.mutable_copy()
    other.asked, other.decisions = 0, {}
    for player in other.players.values():
        player.acted = player.taken_back = player.taken_back_in = player.resumed = 0
    return other


# ---------------------------------------------------------------- plays that can be taken back


@pytest.mark.rule("TC-RUL-148")
def test_a_play_is_taken_back_while_its_target_is_chosen() -> None:
    """Taking a play back restores everything but the decision counter, and the effect can be used again."""
    play = laid()
    before = at_rest(play.state)
    aim(play)
    events = play.do("a", TakeBack())

    assert ["DecisionAnswered", "PlayTakenBack", "DecisionOpened"] == [type(event).__name__ for event in events]
    assert ("a", "act") == (play.decision().seat, play.decision().kind)
    assert before == at_rest(play.state)
    aim(play)
    play.answer(play.form("b", "page"))
    play.answer(play.hand("a", "page"))
    assert 1 == len(play.player("a").drop)


@pytest.mark.rule("TC-RUL-148")
def test_a_play_is_taken_back_while_its_cost_is_chosen() -> None:
    """A player may take a play back while paying. Earlier choices, such as a target, are dropped as well."""
    play = laid()
    before = at_rest(play.state)
    aim(play)
    play.answer(play.form("b", "page"))
    assert "pay" == play.decision().kind
    play.do("a", TakeBack(decision=play.decision().number))
    assert before == at_rest(play.state)


@pytest.mark.rule("TC-RUL-148")
def test_command_in_hand_is_taken_back() -> None:
    """A command that is taken back is in the hand again with its old number, and in no zone."""
    play = laid()
    number = play.hand("a", "bolt")
    play.do("a", PlayCommand(card=number))
    play.do("a", TakeBack())
    assert number == play.hand("a", "bolt")
    assert [""] * len(play.player("a").commands) == play.pile("a", "commands")


@pytest.mark.rule("TC-RUL-148")
def test_the_flip_of_a_savior_is_taken_back() -> None:
    """When a flip is taken back, the savior stays bound and may still flip once."""
    play = laid(a=full_side(savior="proud", hand=["page", "page"]))
    before = at_rest(play.state)
    play.do("a", FlipSavior())
    play.do("a", TakeBack())
    assert before == at_rest(play.state)
    play.do("a", FlipSavior())
    play.answer(play.hand("a", "page"))
    assert play.player("a").flipped


@pytest.mark.rule("TC-RUL-148", "TC-RUL-151")
def test_a_response_is_taken_back() -> None:
    """When a response is taken back, its face-down command stays hidden and its player must decide again."""
    play = laid(b=full_side(set=["spring"], hand=["page", "page"]))
    play.do("a", PlayForm(card=play.hand("a", "page")))
    while play.decision().seat != "b":
        play.do("a", Pass())
    window, before = play.state.window, at_rest(play.state)
    events = [*play.do("b", Activate(card=play.find("b", "spring", "command")))]
    assert ("b", "pay") == (play.decision().seat, play.decision().kind)
    for seat in ("a", "watcher"):
        (asked,) = view(play.state, seat).decisions
        assert (0, "", "", None) == (asked.thing, asked.card, asked.effect, asked.options)
    events += play.do("b", TakeBack())
    assert ("b", "respond", window) == (play.decision().seat, play.decision().kind, play.state.window)
    assert before == at_rest(play.state)
    assert b"spring" not in canonical([event_for(event, "a") for event in events])


@pytest.mark.rule("TC-RUL-148")
def test_an_offer_of_a_draw_stays_withdrawn() -> None:
    """A draw offer lapses when a play begins, and does not come back when the play is taken back."""
    play = laid()
    play.do("a", OfferDraw())
    aim(play)
    play.do("a", TakeBack())
    assert play.state.offer is None


# ---------------------------------------------------------------- plays that cannot be taken back


@pytest.mark.rule("TC-RUL-148")
def test_paid_play_is_not_taken_back() -> None:
    """A play that was paid and declared cannot be taken back. Without a play, there is nothing to take back."""
    play = laid()
    play.assert_refused("a", TakeBack(), NothingToTakeBack)
    aim(play)
    play.answer(play.form("b", "page"))
    play.do("a", Answer(decision=play.decision().number, choice=(play.hand("a", "page"),)))
    play.assert_refused(play.decision().seat, TakeBack(), NothingToTakeBack)


@pytest.mark.rule("TC-RUL-148")
def test_decision_of_a_resolving_effect_is_not_taken_back() -> None:
    """The rules refuse to take back a decision of a resolving effect, whose cost is already paid."""
    play = laid(a=full_side(forms=[("chooser", "boost")]))
    play.quietly("a", Activate(card=play.form("a", "chooser"), effect="chooser#pick"))
    assert "choose_mode" == play.decision().kind
    play.assert_refused("a", TakeBack(), NothingToTakeBack)


@pytest.mark.rule("TC-RUL-148")
def test_only_the_player_takes_back_the_current_decision() -> None:
    """The rules refuse a takeback by another seat, and one that names an earlier decision."""
    play = laid()
    number = play.decision().number
    aim(play)
    play.assert_refused("b", TakeBack(), NotYourDecision)
    play.assert_refused("a", TakeBack(decision=number), WrongQuestion)


@pytest.mark.rule("TC-RUL-149")
def test_play_with_another_players_choice_is_not_taken_back() -> None:
    """The rules refuse to take back a play whose target an opponent picked, because that choice is now known."""
    play = laid("foe")
    aim(play, "foe")
    assert "b" == play.decision().seat
    play.assert_refused("a", TakeBack(), NotYourDecision)
    play.assert_refused("b", TakeBack(), NothingToTakeBack)
    play.answer(play.form("b", "page"))
    assert ("a", "pay") == (play.decision().seat, play.decision().kind)
    play.assert_refused("a", TakeBack(), OthersHaveChosen)


@pytest.mark.rule("TC-RUL-149")
def test_play_with_a_random_target_is_not_taken_back() -> None:
    """The rules refuse to take back a play with a random target, because its player could try for another target."""
    play = laid("lottery")
    play.do("a", Activate(card=play.form("a", "lottery"), effect="lottery#odds"), 1, 2)
    assert "pay" == play.decision().kind
    play.assert_refused("a", TakeBack(), OthersHaveChosen)


@pytest.mark.rule("TC-RUL-149")
def test_an_auto_effect_is_not_taken_back() -> None:
    """The rules refuse to take back an [AUTO] effect, since no player has played it."""
    play = laid(a=full_side(forms=[("echo", "boost")], hand=["page"]))
    play.do("a", PlayForm(card=play.hand("a", "page")))
    assert ("a", "choose_targets") == (play.decision().seat, play.decision().kind)
    play.assert_refused("a", TakeBack(), NothingToTakeBack)


@pytest.mark.rule("TC-RUL-149")
def test_command_played_by_an_effect_is_not_taken_back() -> None:
    """The rules refuse to take back a command that a declared effect plays."""
    play = laid(a=full_side(forms=[("order", "boost")], hand=["bolt"]))
    play.quietly("a", Activate(card=play.form("a", "order"), effect="order#go"))
    while play.decision().kind != "choose_targets":
        play.answer(*play.decision().options[:1])
    play.assert_refused("a", TakeBack(), NothingToTakeBack)


@pytest.mark.rule("TC-RUL-149")
def test_play_that_showed_another_hand_is_not_taken_back() -> None:
    """The rules refuse to take back a play once its options have shown another player's hand."""
    play = laid("peek", b=full_side(forms=["page"], hand=["bolt", "page"]))
    (listed,) = (one for one in legal(play.state, "a").allowed if one.body.get("effect") == "peek#go")
    assert [True, False, True] == [one.choice is not None for one in listed.prompts]
    play.do("a", Activate(card=play.form("a", "peek"), effect="peek#go"))
    play.do("a", TakeBack())
    play.do("a", Activate(card=play.form("a", "peek"), effect="peek#go"))
    play.answer(play.form("b", "page"))
    play.assert_refused("a", TakeBack(), HiddenWasShown)
    play.answer(play.hand("b", "bolt"))
    assert "pay" == play.decision().kind
    play.assert_refused("a", TakeBack(), HiddenWasShown)


@pytest.mark.rule("TC-RUL-150", "TC-RUL-096")
def test_only_the_reopened_decision_keeps_its_time() -> None:
    """If a takeback reopens no decision, because of the seat's stops, the next decision has its full time."""
    play = laid(b=full_side(set=["spring"], hand=["page", "page"]), settings=MatchSettings(decision_clock_s=60))
    play.do("a", PlayForm(card=play.hand("a", "page")))
    while play.decision().seat != "b":
        play.do("a", Pass())
    play.do("b", Activate(card=play.find("b", "spring", "command")))
    play.do("b", SetStops(windows=()))
    play.do("b", TakeBack())
    assert "b" not in play.state.decisions
    assert 0 == play.player("b").resumed


@pytest.mark.rule("TC-RUL-150")
def test_takebacks_are_limited_per_turn() -> None:
    """A player may take back five plays in a turn, and five more in their next turn."""
    play = laid()
    for _ in range(MOST):
        aim(play)
        play.do("a", TakeBack())
    aim(play)
    play.assert_refused("a", TakeBack(), TakenBackTooOften)
    play.answer(play.form("b", "page"))
    play.answer(play.hand("a", "page"))
    play.pass_all()
    play.next_step("a", "combat")
    play.next_step("a", "act2")
    aim(play)
    play.assert_refused("a", TakeBack(), TakenBackTooOften)
    play.answer(play.form("b", "page"))
    play.answer(play.hand("a", "page"))
    play.pass_all()
    play.go_on("act1", seat="b")
    play.go_on("act1", seat="a")
    aim(play)
    play.do("a", TakeBack())


@pytest.mark.rule("TC-RUL-150", "TC-RUL-096")
def test_taking_back_gains_no_time() -> None:
    """A reopened decision keeps its original time limit, and the next decision has its own."""
    play = laid(settings=MatchSettings(decision_clock_s=60))
    play.do("a", PlayForm(card=play.hand("a", "page")))
    play.pass_all()
    since = play.decision().since
    effect = Activate(card=play.form("a", "archer"), effect="archer#aim")
    play.when(effect, seat="a", at=since + 50_000).take_events()
    assert since < play.decision().since
    play.when(TakeBack(), seat="a", at=since + 55_000).take_events()
    assert since == play.decision().since
    play.when(CallTime(of="a"), seat="b", at=since + 60_000).take_events()
    assert since + 60_000 == play.decision().since
