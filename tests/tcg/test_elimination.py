"""Eliminations of the turn player or another player, in a chain, an attack or a turn, after which the match goes on."""

from collections.abc import Sequence
from typing import Any, Final

import pytest

from services.tcg.chapters.activating import Activate
from services.tcg.chapters.agreement import Concede, OutOfTheMatch
from services.tcg.chapters.chain import EffectDeclared, EffectNegated, EffectResolved
from services.tcg.chapters.combat import AlreadyAttacked, DeclareAttack
from services.tcg.chapters.course import AttackEnded, WindowClosed
from services.tcg.chapters.decisions import WrongQuestion
from services.tcg.chapters.departures import CardSentToDrop
from services.tcg.chapters.hands import CardsDrawn, SpiritsInvoked
from services.tcg.chapters.triggers import TriggersQueued
from services.tcg.chapters.turn import EndStep, StepEntered, TurnEnded, TurnStarted
from services.tcg.chapters.windows import Pass
from services.tcg.chapters.winning import MatchFinished, PlayerLost, PlayerRemoved
from services.tcg.settings import MatchSettings
from shared.kernel.messages import Event
from tests.tcg.board import Side, board, command, effect, form, savior, side
from tests.tcg.played import Played, names, of

THIS: Final = {"ref": "this"}
DRAW: Final = {"do": "draw", "n": 1}
NEGATE: Final = {"do": "negate", "of": {"ref": "event.link"}}
INVOKE: Final = {"do": "invoke", "n": 1}
DROWN: Final = {"do": "spirit_to_void", "from": "spirit_deck", "n": 1}
GROW: Final = {"do": "modify_pwr", "of": THIS, "by": 2}
QUICK: Final = form("quick", effect("dash", "swift", independent=True, do=[GROW, INVOKE]), pwr=3)
RITE: Final = command("rite", effect("rite", "none", do=[DRAW]))
NOBLE: Final = form("noble", pwr=5)
HERO: Final = savior("hero", bound={"pwr": 4}, boundless={"pwr": 9})
FULL: Final = side(deck=["gate-whelp"] * 9, spirits=["boost"] * 9)
CASUAL: Final = MatchSettings(auto_pass="no_legal_response")


def has(**more: Any) -> Side:  # noqa: ANN401 what a side has
    """Return a side with decks and these cards."""
    return side(**{"deck": ["gate-whelp"] * 9, "spirits": ["boost"] * 9, **more})


def three(*cards: Any, a: Side, b: Side, c: Side = FULL, **more: Any) -> Played:  # noqa: ANN401 what a board takes
    """Return a match of three players in the first one's turn; players who cannot respond are not asked to."""
    return Played(board(cards=[QUICK, RITE, NOBLE, HERO, *cards], a=a, b=b, c=c, settings=CASUAL, **more))


def kinds(events: Sequence[Event], *wanted: type[Event]) -> list[type[Event]]:
    """Return the types of the events in order, but only those in `wanted`."""
    return [type(event) for event in events if isinstance(event, wanted)]


def seats_of_turns(events: Sequence[Event]) -> list[str]:
    """Return the seats whose turns the events begin, in order."""
    return [event.seat for event in of(TurnStarted, events)]


# ---------------------------------------------------------------- during a chain


@pytest.mark.rule("TC-RUL-135", "TC-RUL-046", "TC-RUL-093")
def test_elimination_of_the_turn_player_in_a_chain_ends_the_turn() -> None:
    """If the turn player loses during a chain, their effect leaves it, the others resolve, and the turn ends."""
    tolls = command("tolls", effect("toll", "auto", on={"event": "step_entered", "step": "end"}, do=[DRAW]))
    b = has(forms=["quick"], commands=["tolls"])
    play = three(tolls, a=has(commands=["rite"]), b=b, c=has(forms=["quick"]))
    play.do("a", Activate(card=play.find("a", "rite", "command")))
    play.do("b", Activate(card=play.form("b", "quick")))
    play.do("b", Pass())
    assert (["a", "b"], "c") == ([link.seat for link in play.state.chain], play.decision().seat)
    events = play.do("a", Concede())
    order = kinds(events, PlayerLost, WindowClosed, PlayerRemoved, EffectResolved, TurnEnded, TurnStarted, CardsDrawn)
    assert [
        PlayerLost, WindowClosed, PlayerRemoved, EffectResolved, TurnEnded, TurnStarted, CardsDrawn
    ] == order  # fmt: skip
    assert (["b"], "b") == (seats_of_turns(events), of(CardsDrawn, events)[0].seat)
    assert ["draw"] == [one.step for one in of(StepEntered, events)][:1]
    assert 3 == play.pwr(play.form("b", "quick"))


@pytest.mark.rule("TC-RUL-135", "TC-RUL-046")
def test_turn_player_out_by_their_own_effect() -> None:
    """If the turn player loses by their own effect, its remaining steps are dropped, and waiting effects resolve."""
    doom = command("doom", effect("doom", "none", do=[INVOKE, {"do": "lose_game", "who": "you"}, DRAW]))
    heir = form("heir", effect("mourn", "auto", on={"event": "invoked", "by": "opponent"}, do=[INVOKE]))
    play = three(doom, heir, a=has(commands=["doom"]), b=FULL, c=has(forms=["heir"]))
    events = play.do("a", Activate(card=play.find("a", "doom", "command")))
    order = kinds(events, TriggersQueued, PlayerLost, EffectDeclared, EffectResolved, TurnEnded, TurnStarted)
    own, others = [EffectDeclared, TriggersQueued, PlayerLost], [EffectDeclared, EffectResolved]
    assert [*own, *others, TurnEnded, TurnStarted] == order[:7]
    assert (["a", "c", "b"], ["b"]) == ([one.seat for one in of(SpiritsInvoked, events)][:3], seats_of_turns(events))
    assert ["b"] == [one.seat for one in of(CardsDrawn, events)]


@pytest.mark.rule("TC-RUL-135", "TC-RUL-041")
def test_turn_player_out_by_anothers_response() -> None:
    """An opponent's response that makes the turn player lose still resolves completely.

    The turn player's own effect is removed from the chain.
    """
    drown = form("drown", effect("pull", "swift", independent=True, do=[{**DROWN, "who": "each_opponent"}, DRAW]))
    a = has(commands=["rite"], void=["boost"] * 6)
    play = Played(board(cards=[drown, RITE], a=a, b=has(forms=["drown"]), c=FULL, settings=CASUAL))
    play.do("a", Activate(card=play.find("a", "rite", "command")))
    events = list(play.do("b", Activate(card=play.form("b", "drown"))))
    events += play.pass_all()
    assert [("a", "void")] == [(one.seat, one.reason) for one in of(PlayerLost, events)]
    assert ["b", "b"] == [one.seat for one in of(CardsDrawn, events)]
    assert 1 == len(of(EffectResolved, events))


@pytest.mark.rule("TC-RUL-046", "TC-RUL-093")
def test_elimination_of_another_player_in_a_chain_removes_their_link() -> None:
    """If another player loses during a chain, their effect is removed from the chain.

    The turn player's effect resolves, and the turn continues.
    """
    play = three(a=has(commands=["rite"]), b=has(forms=["quick"]), c=has(forms=["quick"]))
    play.do("a", Activate(card=play.find("a", "rite", "command")))
    play.do("b", Activate(card=play.form("b", "quick")))
    asked = play.decision()
    events = list(play.do("b", Concede()))
    assert (["a"], "c", "respond") == ([one.seat for one in play.state.chain], play.decision().seat, asked.kind)
    events += play.pass_all()
    assert [EffectResolved] == kinds(events, EffectResolved)
    assert [("a", 1)] == [(one.seat, one.n) for one in of(CardsDrawn, events)]
    assert ("a", "act") == (play.decision().seat, play.decision().kind)


@pytest.mark.rule("TC-RUL-046", "TC-RUL-055")
def test_vanished_effect_is_not_answered() -> None:
    """An interrupt may not respond to an effect that was removed from the chain."""
    on = {"event": "effect_declared", "by": "opponent"}
    hush = form("hush", effect("hush", "interrupt", independent=True, on=on, do=[NEGATE]))
    play = three(hush, a=has(commands=["rite"]), b=has(forms=["quick"]), c=has(forms=["hush"]))
    play.do("a", Activate(card=play.find("a", "rite", "command")))
    play.do("b", Activate(card=play.form("b", "quick")))
    play.do("b", Concede())
    events = play.quietly("c", Activate(card=play.form("c", "hush")))
    assert [("a", 1)] == [(one.seat, one.number) for one in of(EffectNegated, events)]
    assert [] == of(CardsDrawn, events)


# ---------------------------------------------------------------- during an attack


@pytest.mark.rule("TC-RUL-046", "TC-RUL-052", "TC-CBT-21")
def test_elimination_of_the_attacked_player_ends_the_attack() -> None:
    """If the attacked player loses, the attack ends without a winner but counts as used, and the turn continues."""
    play = three(a=has(forms=["noble", "noble"]), b=has(forms=["quick"]), step="combat")
    first = play.player("a").forms[0]
    play.do("a", DeclareAttack(attacker=first, target=play.form("b", "quick")))
    assert "respond" == play.decision().kind
    events = play.do("b", Concede())
    assert ["gone"] == [one.reason for one in of(AttackEnded, events)]
    assert (None, "combat", "a") == (play.state.attack, play.decision().kind, play.decision().seat)
    play.assert_refused("a", DeclareAttack(attacker=first, target=play.savior("c")), AlreadyAttacked)
    assert "combat" == play.decision().kind


@pytest.mark.rule("TC-RUL-046", "TC-RUL-135", "TC-CBT-12", "TC-RUL-031")
def test_attacker_may_be_eliminated_by_their_own_attack() -> None:
    """If a savior's lost attack puts the seventh spirit into its player's void, the player loses and the turn ends."""
    a = has(savior="hero", void=["boost"] * 6)
    play = three(a=a, b=has(forms=["noble"]), step="combat")
    events = play.do("a", DeclareAttack(attacker=play.savior("a"), target=play.form("b", "noble")))
    assert [("a", "void")] == [(one.seat, one.reason) for one in of(PlayerLost, events)]
    assert [PlayerLost, AttackEnded, TurnEnded, TurnStarted] == kinds(
        events, PlayerLost, AttackEnded, TurnEnded, TurnStarted
    )
    assert (["b"], ["draw", "invoke", "act1"]) == (
        seats_of_turns(events),
        [one.step for one in of(StepEntered, events)],
    )


@pytest.mark.rule("TC-RUL-030", "TC-RUL-046")
def test_damaged_forms_leave_without_an_end_phase() -> None:
    """Damaged forms that stay until combat ends also leave if the turn player loses during combat."""
    late = MatchSettings(damaged_forms_leave="combat_end", auto_pass="no_legal_response")
    a, b = has(forms=["noble"]), has(forms=["quick"])
    play = Played(board(cards=[QUICK, NOBLE], a=a, b=b, c=FULL, step="combat", settings=late))
    play.quietly("a", DeclareAttack(attacker=play.form("a", "noble"), target=play.form("b", "quick")))
    assert ["quick", ""] == play.pile("b", "forms")
    play.do("a", Concede())
    assert (["", ""], ["quick"]) == (play.pile("b", "forms"), play.pile("b", "drop"))


@pytest.mark.rule("TC-RUL-030", "TC-RUL-135", "TC-TURN-13")
@pytest.mark.parametrize("of_form", [1, 2])
def test_damaged_forms_leave_before_the_next_turn(of_form: int) -> None:
    """Effects triggered when damaged forms leave resolve before the next turn begins.

    Under version 1 of the rules, they resolve in the next turn.
    """
    late = MatchSettings(damaged_forms_leave="combat_end", auto_pass="no_legal_response")
    widow = form("widow", effect("mourn", "auto", on={"event": "left_play", "card": THIS}, do=[INVOKE]), pwr=3)
    game = board(
        cards=[NOBLE, widow], a=has(forms=["noble"]), b=FULL, c=has(forms=[("widow", "boost")]), step="combat",
        settings=late, of_form=of_form,
    )  # fmt: skip
    play = Played(game)
    play.quietly("a", DeclareAttack(attacker=play.form("a", "noble"), target=play.form("c", "widow")))
    happened = kinds(play.do("a", Concede()), CardSentToDrop, EffectResolved, TurnEnded, TurnStarted)
    left, turn = [CardSentToDrop, EffectResolved], [TurnEnded, TurnStarted]
    assert ([*left, *turn] if of_form == 2 else [*turn, *left]) == happened


# ---------------------------------------------------------------- while a player decides


@pytest.mark.rule("TC-RUL-046", "TC-RUL-093")
def test_decision_of_an_eliminated_player_is_dropped() -> None:
    """If a player who must decide for an effect concedes, the decision is dropped, and the effect goes on."""
    toll = command("toll", effect("toll", "none", do=[{"do": "discard", "n": 1, "who": "each_opponent"}, DRAW]))
    hand = ["gate-whelp", "wick-runner"]
    play = three(toll, a=has(commands=["toll"]), b=has(hand=hand), c=has(hand=hand))
    play.quietly("a", Activate(card=play.find("a", "toll", "command")))
    assert ("b", "choose_cards") == (play.decision().seat, play.decision().kind)
    play.do("b", Concede())
    play.when(Pass(), seat="b").then_refused(OutOfTheMatch)
    assert ("c", "choose_cards") == (play.decision().seat, play.decision().kind)
    play.answer(play.decision().options[0])
    assert ("a", "act", 1) == (play.decision().seat, play.decision().kind, len(play.pile("a", "hand")))
    assert ([], 1) == (play.pile("b", "hand"), len(play.pile("c", "hand")))


@pytest.mark.rule("TC-RUL-046", "TC-RUL-093")
def test_open_decision_is_asked_again() -> None:
    """When another player concedes, an open decision gets a new number, and the rules refuse the old number."""
    play = three(a=has(), b=FULL)
    before = play.decision().number
    play.do("c", Concede())
    assert ("a", "act", before + 1) == (play.decision().seat, play.decision().kind, play.decision().number)
    play.when(EndStep(decision=before), seat="a").then_refused(WrongQuestion)


@pytest.mark.rule("TC-RUL-046", "TC-RUL-004", "TC-RUL-135")
def test_elimination_at_an_own_decision_begins_the_next_turn() -> None:
    """If the turn player concedes while nothing is pending, the next player's turn begins."""
    for step in ("act1", "combat", "act2"):
        play = three(a=has(), b=FULL, step=step)
        events = play.do("a", Concede())
        turn = ["TurnEnded", "TurnStarted", "StepEntered", "CardsDrawn"]
        assert ["PlayerLost", "PlayerRemoved", *turn] == names(events)[:6]
        assert ("b", []) == (play.state.active, of(MatchFinished, events))


@pytest.mark.rule("TC-RUL-046", "TC-RUL-042")
def test_elimination_of_all_others_ends_the_match() -> None:
    """If three of four players lose by the same step, the last one wins."""
    flood = command("flood", effect("flood", "none", do=[{**DROWN, "who": "each_opponent"}, DRAW]))
    deep = has(void=["boost"] * 6)
    play = Played(board(cards=[flood], a=has(commands=["flood"]), b=deep, c=deep, d=deep, settings=CASUAL))
    events = play.quietly("a", Activate(card=play.find("a", "flood", "command")))
    assert ["b", "c", "d"] == [one.seat for one in of(PlayerLost, events)]
    assert [("a", "last_standing")] == [(one.winner, one.reason) for one in of(MatchFinished, events)]
    assert [] == of(CardsDrawn, events)


@pytest.mark.rule("TC-RUL-112", "TC-RUL-090", "TC-RUL-046")
@pytest.mark.parametrize("lasts", ["end_of_turn", "end_of_combat_step", "this_attack", "your_next_turn"])
def test_control_for_a_time_is_given_back(lasts: str) -> None:
    """A form taken for a limited time returns at the end of that time, or when the taker's next turn begins."""
    grab = {"do": "gain_control", "of": {"who": "opponent", "zone": "form"}, "for": lasts}
    hook = command("hook", effect("hook", "none", do=[grab]))
    play = three(hook, a=has(commands=["hook"]), b=has(forms=["noble"]), step="act2")
    play.quietly("a", Activate(card=play.find("a", "hook", "command")))
    while play.decision().kind != "act":
        play.answer(play.decision().options[0])
    assert ["noble", ""] == play.pile("a", "forms")
    play.go_on("act1", seat="b")
    assert (lasts == "your_next_turn") == ("noble" in play.pile("a", "forms"))
    play.go_on("act1", seat="a")
    assert (["", ""], ["noble", ""]) == (play.pile("a", "forms"), play.pile("b", "forms"))


@pytest.mark.rule("TC-RUL-042")
@pytest.mark.parametrize(("seats", "zones"), [(2, 2), (4, 5), (8, 5)])
def test_step_that_touches_all_of_a_full_board_is_one_decision(seats: int, zones: int) -> None:
    """A step that affects every card of a full board is carried out before any player must decide again."""
    everything = {"who": "any", "zone": "form"}
    steps = [{"do": "modify_pwr", "of": everything, "by": 1}, {"do": "destroy", "of": everything}]
    doom = command("doom", effect("doom", "none", do=steps))
    forms = [("quick", "boost")] * zones
    using = MatchSettings(form_zones=zones, auto_pass="no_legal_response")
    sides = {f"s{place}": has(forms=forms, commands=["doom"]) for place in range(seats)}
    laid: dict[str, Any] = {"cards": [QUICK, doom], "settings": using, "active": "s0", **sides}
    play = Played(board(**laid))
    play.do("s0", Activate(card=play.find("s0", "doom", "command")))
    play.pass_all()
    assert "act" == play.decision().kind
    assert [[""] * zones] * seats == [play.pile(seat, "forms") for seat in sides]
    assert {zones} == {len(play.player(seat).void) for seat in sides}
