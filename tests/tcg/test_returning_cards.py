"""Returning cards.

A card that leaves play and returns in the same turn is a new card.
"""

from __future__ import annotations

from typing import Any, Final

import pytest

from services.tcg.catalogue.language.effects import AnyCard
from services.tcg.chapters.activating import Activate
from services.tcg.chapters.hands import (
    CardsDrawn,
)
from services.tcg.chapters.timing import (
    LimitUsed,
)
from tests.tcg.board import board, command, effect, form, side, spirit
from tests.tcg.played import Played, of
from tests.tcg.steps import CARDS, answer, cast, spell

DRAW: Final = {"do": "draw", "n": 1}
THIS: Final = {"ref": "this"}
FORM: Final = {"who": "you", "zone": "form"}
DROP: Final = {"who": "you", "zone": "drop", "n": 1}
SINGER: Final = form("singer", effect("sing", "none", limit={"count": 1, "per": "turn"}, do=[DRAW]))


# ---------------------------------------------------------------- a card that comes back


BACK: Final = ({"do": "destroy", "of": FORM}, {"do": "play_form", "of": DROP, "from": "drop"})


def back(*cards: AnyCard, more: tuple[str, ...] | list[str] = (), **mine: Any) -> Played:  # noqa: ANN401 a's side
    """Return a match in which `a` may destroy a form of `a` and play it again from the drop zone."""
    known = [*CARDS, SINGER, *cards, command("spell", effect("cast", "none", do=list(BACK)))]
    return Played(board(cards=known, a=side(commands=["spell", *more], **mine), b=side(spirits=["boost"] * 3)))


def cycle(play: Played) -> int:
    """Destroy the form and play it again; return its new card number."""
    play.quietly("a", Activate(card=play.find("a", "spell", "command")))
    while any(one.kind == "choose_zone" for one in play.state.decisions.values()):
        play.answer(0)
    return next(number for number in play.player("a").forms if number)


@pytest.mark.rule("TC-RUL-138", "TC-RUL-070")
def test_returned_form_can_use_its_effect_again() -> None:
    """A form that leaves and returns may use its once-a-turn effect again."""
    play = back(forms=[("singer", "boost")], hand=["boost"], deck=["whelp"] * 4)
    singer = play.form("a", "singer")
    play.quietly("a", Activate(card=singer))
    play.assert_refused("a", Activate(card=singer), LimitUsed)
    fresh = cycle(play)
    assert fresh > singer
    assert singer not in play.state.table
    play.spiritualize("a", "boost", target=fresh)
    assert [1] == [event.n for event in of(CardsDrawn, play.quietly("a", Activate(card=fresh)))]


@pytest.mark.rule("TC-RUL-138", "TC-FORM-16", "TC-CBT-21")
def test_returned_form_has_neither_attacked_nor_been_spiritualized() -> None:
    """A form that leaves and returns loses its counters, changes, extra attacks and this turn's count of spirits."""
    marks = [
        {"do": "put_counter", "of": FORM, "name": "c", "n": 2}, {"do": "modify_pwr", "of": FORM, "by": 4},
        {"do": "extra_attack", "of": FORM, "n": 1},
    ]  # fmt: skip
    play = back(command("mark", effect("cast", "none", do=marks)), more=["mark"], forms=["whelp"], hand=["boost"])
    whelp = play.form("a", "whelp")
    play.spiritualize("a", "boost", target=whelp)
    play.quietly("a", Activate(card=play.find("a", "mark", "command")))
    assert (1, {"c": 2}, 1, 1) == memory_of(play, whelp)
    assert (0, {}, 0, 0) == memory_of(play, cycle(play))


def memory_of(play: Played, form_: int) -> tuple[int, dict[str, int], int, int]:
    """Return a form's count of spirits this turn, its counters, its number of changes, and its extra attacks."""
    card = play.card(form_)
    return card.spiritualized, card.counters, len(card.changes), card.extra


@pytest.mark.rule("TC-RUL-138")
def test_returning_effect_still_refers_to_the_card() -> None:
    """An effect that stores a card and then plays it still finds the card under the stored name."""
    steps = (
        {"do": "choose", "of": DROP, "store": "f"},
        {"do": "play_form", "of": {"var": "f"}, "from": "drop"},
        {"do": "modify_pwr", "of": {"var": "f"}, "by": 4},
    )
    game = board(cards=[*CARDS, spell(*steps)], a=side(commands=["spell"], drop=["whelp"]), b=side())
    cast(game)
    answer(game, 0)
    (whelp,) = (one for one in game.state.players["a"].forms if one)
    assert [4] == [change.value for change in game.state.table[whelp].changes]


@pytest.mark.rule("TC-RUL-138", "TC-RUL-116")
def test_form_that_returns_itself_is_still_this() -> None:
    """If a form's effect plays the form again when it leaves, `this` refers to the new card."""
    again = [
        {"do": "play_form", "of": THIS, "from": "drop"}, {"do": "put_counter", "of": THIS, "name": "life", "n": 1},
    ]  # fmt: skip
    phoenix = form("phoenix", effect("rise", "auto", on={"event": "left_play", "card": THIS}, do=again))
    play = Played(
        board(
            cards=[*CARDS, phoenix, spell({"do": "destroy", "of": FORM})],
            a=side(commands=["spell"], forms=["phoenix"]), b=side(),
        )
    )  # fmt: skip
    was = play.form("a", "phoenix")
    play.quietly("a", Activate(card=play.find("a", "spell", "command")))
    play.answer(0)
    assert (False, {"life": 1}) == (was == play.form("a", "phoenix"), play.card(play.form("a", "phoenix")).counters)


@pytest.mark.rule("TC-RUL-138", "TC-RUL-064")
def test_references_to_the_form_that_left_do_not_find_the_new_one() -> None:
    """Delayed steps do not affect a target that has left and returned before they are carried out."""
    later = {"do": "delay", "until": {"event": "step_entered", "step": "end"},
             "then": [{"do": "put_counter", "of": {"ref": "chosen.0"}, "name": "mark", "n": 1}]}  # fmt: skip
    cards = [*CARDS, command("hex", effect("cast", "none", targets=[{**FORM, "n": 1}], do=[later])),
             command("spell", effect("cast", "none", do=list(BACK)))]  # fmt: skip
    for returns in (False, True):
        play = Played(board(cards=cards, a=side(commands=["hex", "spell"], forms=["whelp"]), b=side(deck=["whelp"])))
        play.quietly("a", Activate(card=play.find("a", "hex", "command")))
        if returns:
            cycle(play)
        play.go_on("draw" if play.state.step == "draw" else "act1", seat="b")
        whelp = play.form("a", "whelp")
        assert ({} if returns else {"mark": 1}) == play.card(whelp).counters


@pytest.mark.rule("TC-RUL-138")
def test_spirit_that_returns_from_the_void_is_new() -> None:
    """A spirit can use a once-a-turn effect again after it returns from the void."""
    wisp = spirit("wisp", effect("glow", "none", limit={"count": 1, "per": "turn"}, do=[DRAW]))
    again = (
        {"do": "despiritualize", "of": FORM, "n": 1}, {"do": "attach_spirit", "of": FORM, "from": "void"},
    )  # fmt: skip
    play = Played(
        board(cards=[*CARDS, wisp, command("spell", effect("cast", "none", do=list(again)))],
              a=side(commands=["spell"], forms=[("whelp", "wisp")], deck=["whelp"] * 3), b=side()),
    )  # fmt: skip
    whelp = play.form("a", "whelp")
    play.quietly("a", Activate(card=whelp))
    play.assert_refused("a", Activate(card=whelp), LimitUsed)
    play.quietly("a", Activate(card=play.find("a", "spell", "command")))
    assert [1] == [event.n for event in of(CardsDrawn, play.quietly("a", Activate(card=whelp)))]


@pytest.mark.rule("TC-RUL-138", "TC-RUL-070")
def test_use_counted_for_the_name_stays_counted() -> None:
    """If a limit counts all cards of a name, a form that leaves and returns cannot use its effect again."""
    choir = form(
        "choir", effect("sing", "none", independent=True, limit={"count": 1, "per": "turn", "scope": "name"}, do=[DRAW])
    )
    play = Played(
        board(cards=[*CARDS, choir, command("spell", effect("cast", "none", do=list(BACK)))],
              a=side(commands=["spell"], forms=["choir"], deck=["whelp"] * 3), b=side()),
    )  # fmt: skip
    play.quietly("a", Activate(card=play.form("a", "choir")))
    play.assert_refused("a", Activate(card=cycle(play)), LimitUsed)


@pytest.mark.rule("TC-RUL-138", "TC-RUL-090")
def test_control_tied_to_a_card_ends_when_it_leaves_and_returns() -> None:
    """A taken form returns when the card that controls it leaves, and is not taken again when that card comes back."""
    lure = {"do": "gain_control", "of": {"who": "opponent", "zone": "form"}, "for": "while_in_play"}
    siren = form("siren", effect("lure", "none", limit={"count": 1, "per": "turn"}, do=[lure]))
    named = {**FORM, "filter": {"op": "is", "of": {"ref": "each"}, "name": "Siren"}}
    again = command("spell", effect("cast", "none", do=[{"do": "destroy", "of": named}, BACK[1]]))
    play = Played(
        board(
            cards=[*CARDS, siren, again],
            a=side(commands=["spell"], forms=[("siren", "boost")]),
            b=side(forms=["whelp"]),
        )
    )
    play.quietly("a", Activate(card=play.form("a", "siren")))
    assert ["siren", "whelp"] == play.pile("a", "forms")
    cycle(play)
    assert (["siren", ""], ["whelp", ""]) == (play.pile("a", "forms"), play.pile("b", "forms"))
