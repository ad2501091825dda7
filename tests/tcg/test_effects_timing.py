"""Timing of effects: when and from which zones each may be used, and whether a form needs a spirit for it."""

from typing import Any, Final

import msgspec
import pytest

from services.tcg.catalogue.language.effects import AnyCard
from services.tcg.catalogue.loading import load
from services.tcg.chapters.activating import Activate
from services.tcg.chapters.chain import EffectDeclared
from services.tcg.chapters.commands import PlayCommand
from services.tcg.chapters.decisions import WrongStep
from services.tcg.chapters.forms import PlayForm
from services.tcg.chapters.revealing import Revealed
from services.tcg.chapters.timing import (
    ActivationForbidden,
    ConditionNotMet,
    LimitUsed,
    NotOpponentsAction,
    NotSpiritualized,
    NotTheTiming,
)
from services.tcg.chapters.turn import EndStep
from services.tcg.chapters.windows import Pass
from services.tcg.settings import MatchSettings
from services.tcg.words import Step
from shared.kernel.messages import Command
from tests.tcg.answering import CARDS, DISCARD, DRAW, THIS, full_side, hears, may_use, responder, uses
from tests.tcg.board import Side, board, command, effect, form, savior, static
from tests.tcg.played import Played, of

PAGE: Final = form("page")
DOVE: Final = form("dove", uses("fly", "swift", independent=True, zones=["hand", "drop"]))
WASP: Final = form("wasp", uses("sting", "interrupt", independent=True, zones=["hand"]))
MOLE: Final = form("mole", uses("dig", "none", independent=True, zones=["play", "drop"]))
FREE: Final = form(
    "free", uses("zip", "swift", independent=True), uses("cut", "interrupt", independent=True),
    uses("own", "none", independent=True),
)  # fmt: skip
MARKED: Final = form(
    "marked", uses("zip", "swift"), uses("cut", "interrupt"), uses("own", "none"), hears("form_played"),
    static("modify_pwr", of=THIS, by=2),
)  # fmt: skip
TOWER: Final = command("tower", uses("zip", "swift"), uses("cut", "interrupt"), uses("own", "none"), kind="bound")
QUEEN: Final = savior("queen", bound={"effects": [
    {**uses("zip", "swift"), "name": "Zip"}, {**uses("cut", "interrupt"), "name": "Cut"},
    {**uses("own", "none"), "name": "Own"},
]}, boundless={"pwr": 6})  # fmt: skip
EXTRA: Final = (*CARDS, PAGE, DOVE, WASP, MOLE, FREE, MARKED, TOWER, QUEEN)


def laid(
    *more: AnyCard, a: Side, b: Side, settings: MatchSettings | None = None, active: str = "a", step: Step = "act1"
) -> Played:  # fmt: skip
    """Return a match in a step in which the turn player may act, with these sides and additional cards."""
    return Played(board(cards=[*EXTRA, *more], settings=settings, active=active, step=step, a=a, b=b))


def page(play: Played, seat: str = "b") -> None:
    """Play a form from a seat's hand and waive that seat's window, so that only other players may respond."""
    play.do(seat, PlayForm(card=play.hand(seat, "page"), waive=True))


def pass_until(play: Played, seat: str, step: str, window: str) -> None:
    """Pass and end steps until a window of that seat's turn is open."""
    while (play.state.active, play.state.step, play.state.window) != (seat, step, window):
        play.do(play.decision().seat, Pass() if responder(play) else EndStep())


def test_the_cards_of_these_tests_load() -> None:
    """The loader accepts the cards of these tests, so an author could have written them."""
    cards = load({"name": "Test", "cards": [msgspec.to_builtins(card) for card in EXTRA]})
    assert len(EXTRA) == len(cards.cards)


# ---------------------------------------------------------------- the table


@pytest.mark.rule("TC-ETI-03", "TC-ETI-06", "TC-ETI-09", "TC-ETI-11", "TC-RUL-075")
@pytest.mark.parametrize(
    ("mine", "own_step", "own_action", "their_action"),
    [
        ({"forms": ["marked"]}, set(), set(), set()),
        ({"forms": [("marked", "boost")]}, {"zip", "own"}, {"zip"}, {"zip", "cut"}),
        ({"forms": ["free"]}, {"zip", "own"}, {"zip"}, {"zip", "cut"}),
        ({"commands": ["tower"]}, {"zip", "own"}, {"zip"}, {"zip", "cut"}),
        ({"savior": "queen"}, {"zip", "own"}, {"zip"}, {"zip", "cut"}),
    ],
)
def test_each_row_of_the_table_of_indicators(
    mine: dict[str, Any], own_step: set[str], own_action: set[str], their_action: set[str]
) -> None:
    """Each row of the table lists the effects that a player may use at three moments.

    The moments are the player's own act step, a window after their own action, and one after an opponent's action.

    A form needs a spirit for voluntary effects, unless they are [INDEPENDENT]; saviors and commands need none. [AUTO]
    and CONT effects never need one.

    Rule: TC-TAB-09
    """
    play = laid(a=full_side(hand=["page"], **mine), b=full_side(hand=["page"]))
    if mine == {"forms": ["marked"]}:
        assert 5 == play.pwr(play.form("a", "marked"))
    assert own_step == may_use(play, "a")
    play.do("a", PlayForm(card=play.hand("a", "page")))
    if mine == {"forms": ["marked"]}:
        play.pass_all()
        assert 8 == len(play.player("a").deck)
    else:
        while play.state.window == "W2":
            play.do(responder(play), Pass())
        assert own_action == may_use(play, "a")
    play.go_on("act1", seat="b")
    page(play)
    while play.state.window == "W2":
        play.do(responder(play), Pass())
    assert their_action == (may_use(play, "a") if responder(play) == "a" else set())


@pytest.mark.rule("TC-ETI-11", "TC-ETI-09", "TC-ETI-07")
def test_voluntary_effects_of_forms_need_a_spirit() -> None:
    """The rules refuse a voluntary effect of a form without a spirit, unless the effect is [INDEPENDENT]."""
    play = laid(a=full_side(forms=["marked", "free"]), b=full_side())
    marked = play.form("a", "marked")
    play.assert_refused("a", Activate(card=marked, effect="marked#own"), NotSpiritualized)
    play.assert_refused("a", Activate(card=marked, effect="marked#zip"), NotSpiritualized)
    assert 1 == len(of(EffectDeclared, play.do("a", Activate(card=play.form("a", "free"), effect="own"))))


# ---------------------------------------------------------------- responses


@pytest.mark.rule("TC-ETI-07", "TC-RUL-125")
def test_interrupt_effects_answer_opponents_only() -> None:
    """An [INTERRUPT] effect may be used only in a window after an opponent's action, not in an open step."""
    a = full_side(hand=["page"], forms=[("guard", "boost"), ("lancer", "boost")])
    play = laid(a=a, b=full_side(hand=["page"]), settings=MatchSettings(form_zones=3))
    guard = play.form("a", "guard")
    play.assert_refused("a", Activate(card=guard, effect="guard#parry"), NotOpponentsAction)
    play.do("a", PlayForm(card=play.hand("a", "page")))
    assert "W1" == play.state.window
    play.assert_refused("a", Activate(card=guard, effect="guard#parry"), NotOpponentsAction)
    play.go_on("act1", seat="b")
    page(play)
    assert {"parry", "dart"} == may_use(play, "a")
    play.pass_all()
    assert [] == play.entries("a")


@pytest.mark.rule("TC-RUL-066", "TC-ETI-07")
@pytest.mark.parametrize(("of_form", "asked_about"), [(1, "W1"), (2, "")])
def test_seat_is_not_asked_to_answer_its_own_action(of_form: int, asked_about: str) -> None:
    """A seat that has only [INTERRUPT] effects is not asked to respond to its own action.

    Under version 1 of the rules, the seat is asked.
    """
    sides = {"a": full_side(hand=["page"], forms=[("guard", "boost")]), "b": full_side()}
    play = Played(board(cards=list(EXTRA), a=sides["a"], b=sides["b"], of_form=of_form))
    play.do("a", PlayForm(card=play.hand("a", "page")))
    assert ("a", asked_about) == (play.decision().seat, play.state.window)


@pytest.mark.rule("TC-ETI-08", "TC-RUL-053")
def test_an_opponents_auto_effect_is_answered_in_its_own_window() -> None:
    """An opponent's [AUTO] effect opens window W2 for [INTERRUPT] effects.

    It does not open window W1, because it is not an action.
    """
    caller = form("caller", hears("step_entered", where={"step": "act1", "by": "you"}))
    play = laid(caller, a=full_side(forms=["caller"]), b=full_side(forms=[("guard", "boost")]), active="b", step="act2")
    play.do("b", EndStep())
    while not play.state.chain:
        play.do(responder(play), Pass())
    while responder(play) != "b":
        play.do(responder(play), Pass())
    assert ("W2", {"parry"}) == (play.state.window, may_use(play, "b"))
    play.pass_all()
    assert ("act", "a") == (play.decision().kind, play.decision().seat)


# ---------------------------------------------------------------- from hand and drop zone


@pytest.mark.rule("TC-ETI-12", "TC-RUL-074")
@pytest.mark.parametrize(
    ("has", "own", "theirs"),
    [
        ({"hand": ["dove"]}, {"fly"}, {"fly"}),
        ({"drop": ["dove"]}, {"fly"}, {"fly"}),
        ({"forms": ["dove"]}, set(), set()),
        ({"hand": ["wasp"]}, set(), {"sting"}),
        ({"drop": ["wasp"]}, set(), set()),
        ({"forms": ["mole"]}, {"dig"}, set()),
        ({"drop": ["mole"]}, {"dig"}, set()),
        ({"hand": ["mole"]}, set(), set()),
    ],
)
def test_independent_effects_act_from_the_zones_they_name(has: Any, own: set[str], theirs: set[str]) -> None:  # noqa: ANN401
    """An [INDEPENDENT] effect has the timing of its [SWIFT] or [INTERRUPT] mark, or else of unmarked effects."""
    play = laid(a=full_side(**has), b=full_side(hand=["page"]))
    assert own == may_use(play, "a")
    play.go_on("act1", seat="b")
    page(play)
    assert theirs == (may_use(play, "a") if responder(play) == "a" else set())


@pytest.mark.rule("TC-RUL-074")
def test_a_card_that_acts_from_the_hand_is_shown() -> None:
    """A card whose effect is used from the hand is revealed to all players before the effect is declared."""
    play = laid(a=full_side(hand=["dove"]), b=full_side())
    events = play.do("a", Activate(card=play.hand("a", "dove")))
    kinds = [type(event) for event in events]
    assert kinds.index(Revealed) < kinds.index(EffectDeclared)
    assert [("dove",)] == [event.cards for event in of(Revealed, events)]


# ---------------------------------------------------------------- unmarked effects


@pytest.mark.rule("TC-RUL-069", "TC-READ-09")
@pytest.mark.parametrize("timing", ["own_act_steps", "own_turn"])
def test_unmarked_effects_are_used_in_their_players_act_steps(timing: str) -> None:
    """Unmarked effects are legal in their player's act steps.

    With the timing `own_turn`, they are also legal in the other steps and in the windows of that player's turn.
    """
    settings = MatchSettings(unmarked_timing=timing)  # type: ignore[arg-type]
    wide = timing == "own_turn"
    play = laid(
        a=full_side(forms=[("scout", "boost")], hand=["page"]), b=full_side(forms=[("lancer", "boost")], hand=["page"]),
        settings=settings, active="b", step="act2",
    )  # fmt: skip
    scout = Activate(card=play.form("a", "scout"), effect="scout#look")
    pass_until(play, "b", "end", "W3")
    assert "look" not in may_use(play, "a")
    pass_until(play, "a", "draw", "W3")
    assert ("a", wide) == (responder(play), "look" in may_use(play, "a"))
    play.go_on("act1", seat="a")
    assert "look" in may_use(play, "a")
    play.do("a", PlayForm(card=play.hand("a", "page")))
    play.assert_refused("a", scout, WrongStep)
    play.go_on("combat", seat="a")
    assert wide is ("look" in may_use(play, "a"))
    play.go_on("act2", seat="a")
    play.do("a", scout)
    assert play.state.chain
    play.assert_refused("a", scout, NotTheTiming)


@pytest.mark.rule("TC-RUL-069", "TC-RUL-066")
def test_unmarked_effects_count_for_asking_by_setting() -> None:
    """If `unmarked_timing` is `own_turn`, a player with an unmarked effect is asked to respond.

    This applies in the player's own turn.
    """
    settings = MatchSettings(unmarked_timing="own_turn")
    play = laid(a=full_side(forms=[("scout", "boost")]), b=full_side(), settings=settings, step="act2")
    play.do("a", EndStep())
    assert ("a", "end", "W3", {"look"}) == (responder(play), play.state.step, play.state.window, may_use(play, "a"))


@pytest.mark.rule("TC-RUL-069")
@pytest.mark.parametrize("timing", ["own_act_steps", "own_turn"])
def test_opponents_turn_needs_a_named_step(timing: str) -> None:
    """An unmarked effect may be used in an opponent's turn only if it names a step."""
    odd = form("odd", uses("peek", "none", when={"op": "turn_of", "who": "opponent"}))
    settings = MatchSettings(unmarked_timing=timing)  # type: ignore[arg-type]
    play = laid(
        odd, a=full_side(forms=[("odd", "boost"), ("lancer", "boost")]), b=full_side(), active="b", settings=settings
    )
    play.do("b", EndStep())
    pass_until(play, "b", "combat", "W3")
    assert ("a", {"dart"}) == (responder(play), may_use(play, "a"))


@pytest.mark.rule("TC-RUL-069")
def test_phases_have_windows_only() -> None:
    """An effect that names the combat step is legal between attacks.

    An effect that names a phase is legal only in that phase's window.
    """
    ram = form("ram", uses("butt", "none", when={"op": "step_is", "step": "combat"}))
    owl = form("owl", uses("hoot", "none", when={"op": "phase_is", "phase": "start"}))
    play = laid(ram, owl, a=full_side(forms=[("ram", "boost"), ("owl", "boost")]), b=full_side(), step="act1")
    play.assert_refused("a", Activate(card=play.form("a", "ram"), effect="ram#butt"), NotTheTiming)
    pass_until(play, "a", "combat", "W3")
    assert {"butt", "hoot"} == may_use(play, "a")
    play.pass_all()
    assert ("combat", {"butt"}) == (play.decision().kind, may_use(play, "a"))
    play.assert_refused("a", Activate(card=play.form("a", "owl"), effect="owl#hoot"), NotTheTiming)


@pytest.mark.rule("TC-READ-09")
def test_activation_needs_its_conditions() -> None:
    """The rules refuse an effect's activation while its conditions are false."""
    rich = form("rich", uses("buy", "none", when={"op": "hand_count", "who": "you", "cmp": ">=", "n": 1}))
    play = laid(rich, a=full_side(forms=[("rich", "boost")]), b=full_side())
    buying = Activate(card=play.form("a", "rich"), effect="rich#buy")
    needs = "the number of cards in your hand is at least 1"
    play.when(buying, seat="a").then_refused(ConditionNotMet, needs=needs, has="not met")
    play = laid(rich, a=full_side(forms=[("rich", "boost")], hand=["boost"]), b=full_side())
    assert {"buy"} == may_use(play, "a")


@pytest.mark.rule("TC-READ-09")
@pytest.mark.parametrize(("what", "left"), [("form", {"wave", "flat"}), ("command", {"look"}), ("any", set[str]())])
def test_forbidden_activation_is_refused(what: str, left: set[str]) -> None:
    """The rules refuse activations that an opponent's effect forbids. That opponent may still activate cards."""
    hush = form("hush", static("cannot_activate", who="opponent", what=what))
    flat = command("flat", static("modify_pwr", of=THIS, by=1), kind="bound")
    mine = full_side(forms=[("scout", "boost")], commands=["flag"], hand=["flat", "plan"])
    play = laid(hush, flat, a=mine, b=full_side(forms=["hush", ("scout", "boost")]))
    ways: dict[str, Command] = {
        "look": Activate(card=play.form("a", "scout"), effect="scout#look"),
        "wave": Activate(card=play.find("a", "flag", "command"), effect="flag#wave"),
        "flat": PlayCommand(card=play.hand("a", "flat")),
    }
    for name, way in ways.items():
        if name not in left:
            play.assert_refused("a", way, ActivationForbidden)
    for name in left:
        play.do("a", ways[name])
        play.pass_all()
    play.go_on("act1", seat="b")
    assert {"look"} == may_use(play, "b")


# ---------------------------------------------------------------- limits


@pytest.mark.rule("TC-RUL-070")
@pytest.mark.parametrize("limit", ["none", "once_per_turn"])
def test_effects_without_a_limit_are_bounded_by_their_cost(limit: str) -> None:
    """By default, a player may use an effect without a limit as often as they pay its cost.

    If `default_effect_limit` is `once_per_turn`, such effects can be used once a turn, except on command cards.
    """
    shop = form("shop", effect("buy", "none", cost=list(DISCARD), do=list(DRAW)))
    settings = MatchSettings(default_effect_limit=limit)  # type: ignore[arg-type]
    play = laid(shop, a=full_side(forms=[("shop", "boost")], hand=["page", "plan"]), b=full_side(), settings=settings)
    buy = Activate(card=play.form("a", "shop"), effect="shop#buy")
    play.do("a", buy)
    play.answer(play.hand("a", "page"))
    play.pass_all()
    if limit == "once_per_turn":
        play.assert_refused("a", buy, LimitUsed)
        play.quietly("a", PlayCommand(card=play.hand("a", "plan")))
        play.go_on("act1", seat="b")
        play.go_on("act1", seat="a")
    assert {"buy"} <= may_use(play, "a")


@pytest.mark.rule("TC-RUL-070", "TC-RUL-112")
@pytest.mark.parametrize(("scope", "second"), [("card", True), ("name", False)])
def test_printed_limit_is_enforced(scope: str, *, second: bool) -> None:
    """A limit of once a turn counts the uses of one card, or of all cards with its name, and resets every turn."""
    once = {"count": 1, "per": "turn", "scope": scope}
    twin = form("twin", uses("wink", "swift", limit=once))
    pair = [("twin", "boost"), ("twin", "boost")]
    play = laid(twin, a=full_side(forms=pair), b=full_side(forms=[("twin", "boost")]))
    one, other = (number for number in play.player("a").forms)
    play.quietly("a", Activate(card=one, effect="twin#wink"))
    play.assert_refused("a", Activate(card=one, effect="twin#wink"), LimitUsed)
    assert second is any(entry["card"] == other for entry in play.fields_offered("a", Activate))
    play.do("a", EndStep())
    while responder(play) != "b":
        play.do(responder(play), Pass())
    assert {"wink"} == may_use(play, "b")
    pass_until(play, "b", "draw", "W3")
    while responder(play) != "a":
        play.do(responder(play), Pass())
    assert 2 == len(play.fields_offered("a", Activate))
