"""Steps that take control of forms and flip saviors, each with its exact events."""

from __future__ import annotations

from typing import Any, Final

import pytest

from services.tcg.chapters import control, entering, leaving
from services.tcg.chapters.control import ControlChanged
from services.tcg.chapters.entering import SaviorFlipped
from services.tcg.forms import AMENDED, NEWEST
from services.tcg.settings import MatchSettings
from services.tcg.state.tasks import Change
from tests.tcg.board import board, card, event_names, number, side
from tests.tcg.steps import CARDS, THEIRS, answer, cast, done, of, open_decision, spell

# ---------------------------------------------------------------- control and the flip


@of("step gain_control")
@pytest.mark.rule("TC-KEY-16", "TC-RUL-089", "TC-RUL-090")
def test_control_of_a_form_changes_with_its_spirits() -> None:
    """A taken form moves with its spirits to an open zone that its new controller picks. A savior cannot be taken."""
    of_all = {"who": "opponent", "zone": ["savior", "form"]}
    game = board(
        cards=[*CARDS, spell({"do": "gain_control", "of": of_all})], a=side(commands=["spell"]),
        b=side(forms=[("whelp", "boost")]),
    )  # fmt: skip
    whelp = number(game, "b", "whelp")
    cast(game)
    assert ("a", "choose_zone", (0, 1)) == (
        open_decision(game).seat,
        open_decision(game).kind,
        open_decision(game).options,
    )
    answer(game, 1)
    assert [ControlChanged(thing=whelp, seat="a", zone=1)] == done(game)
    assert {"a"} == {game.state.table[one].seat for one in (whelp, *game.state.table[whelp].under)}


@pytest.mark.rule("TC-RUL-090")
def test_without_an_open_zone_control_does_not_change() -> None:
    """If both form zones of the new controller are full, the form is not taken."""
    game = board(
        cards=[*CARDS, spell({"do": "gain_control", "of": THEIRS})],
        a=side(commands=["spell"], forms=["whelp", "whelp"]),
        b=side(forms=["brute"]),
    )
    cast(game)
    assert [] == done(game)


TWO_OF_THEIRS: Final = {**THEIRS, "n": 2, "by": "you"}


@pytest.mark.rule("TC-RUL-191", "TC-RUL-090")
@pytest.mark.parametrize("of_", [THEIRS, TWO_OF_THEIRS])
def test_new_controller_picks_which_forms_come(of_: Any) -> None:  # noqa: ANN401 a selector
    """With one open zone for two forms, their new controller picks one of them; it then moves to that zone.

    Under version 2 of the rules, the form played first moves.
    """
    sides: dict[str, Any] = {"a": side(commands=["spell"], forms=["whelp"]), "b": side(forms=["whelp", "brute"])}
    gain = spell({"do": "gain_control", "of": of_})
    game = cast(board(cards=[*CARDS, gain], **sides))
    whelp, brute = number(game, "b", "whelp"), number(game, "b", "brute")
    asked = open_decision(game)
    assert ("a", "choose_cards", (whelp, brute), 1, 1) == (
        asked.seat, asked.kind, asked.options, asked.least, asked.most
    )  # fmt: skip
    answer(game, brute)
    assert [ControlChanged(thing=brute, seat="a", zone=1)] == done(game)
    game = cast(board(cards=[*CARDS, gain], of_form=AMENDED, **sides))
    assert [ControlChanged(thing=whelp, seat="a", zone=1)] == done(game)


@pytest.mark.rule("TC-RUL-191")
def test_own_forms_need_no_zone_when_control_changes() -> None:
    """If a step names all forms, the new controller picks among the others' forms, and keeps a lent one for good."""
    gain = spell({"do": "gain_control", "of": {"who": "any", "zone": "form"}})
    game = board(
        cards=[*CARDS, gain], a=side(commands=["spell"], forms=["whelp"]), b=side(forms=["whelp", "brute"]),
    )  # fmt: skip
    lent, brute = card(game, "a", "whelp"), number(game, "b", "brute")
    lent.changes = (Change(number=1, source=99, turn=1, kind="control", lasts="turn", seat="a", part="b"),)
    cast(game)
    assert (number(game, "b", "whelp"), brute) == open_decision(game).options
    answer(game, brute)
    assert {lent.id, brute} == {event.thing for event in done(game) if isinstance(event, ControlChanged)}


@pytest.mark.rule("TC-RUL-191")
def test_nobody_picks_if_all_forms_or_none_can_come() -> None:
    """With a zone for each form, or with no open zone, the new controller is not asked which forms come."""
    gain = spell({"do": "gain_control", "of": THEIRS})
    theirs = side(forms=["whelp", "brute"])
    game = cast(board(cards=[*CARDS, gain], a=side(commands=["spell"]), b=theirs))
    assert "choose_zone" == open_decision(game).kind
    game = cast(board(cards=[*CARDS, gain], a=side(commands=["spell"], forms=["whelp"] * 2), b=theirs))
    assert ([], {}) == (done(game), game.state.decisions)


@pytest.mark.rule("TC-RUL-090", "TC-RUL-078")
def test_control_for_a_time_is_given_back() -> None:
    """At the end of the turn, a taken form returns to an open zone of its owner, or never if no zone is open."""
    steps = {"do": "gain_control", "of": THEIRS, "for": "end_of_turn"}
    for crowded in (False, True):
        game = board(
            cards=[*CARDS, spell(steps)], a=side(commands=["spell"], forms=["whelp"]), b=side(forms=["brute"]),
            settings=MatchSettings(),
        )  # fmt: skip
        brute, source = number(game, "b", "brute"), number(game, "a", "spell")
        cast(game)
        change = Change("control", 1, "a", source, "end_of_turn", game.state.turn, part="b")
        assert [ControlChanged(thing=brute, seat="a", zone=1, change=change)] == done(game)
        if crowded:
            for zone in (0, 1):
                entering.put_form_from_deck(game, "b", "whelp", zone)
        control.return_control(game, "this_attack")
        assert "a" == game.state.table[brute].seat
        control.return_control(game, "end_of_turn")
        back = (
            ControlChanged(thing=brute, seat="a", zone=1) if crowded else ControlChanged(thing=brute, seat="b", zone=0)
        )
        assert back == done(game)[-1]
        assert () == game.state.table[brute].changes


@pytest.mark.rule("TC-RUL-090")
def test_control_ends_with_its_source() -> None:
    """A form taken for as long as a card is in play returns when that card leaves."""
    steps = {"do": "gain_control", "of": THEIRS, "for": "while_in_play"}
    game = board(cards=[*CARDS, spell(steps)], a=side(commands=["spell"], forms=["whelp"]), b=side(forms=["brute"]))
    brute = number(game, "b", "brute")
    cast(game)
    leaving.leave(game, card(game, "a", "spell"), cause="effect")
    assert ["ControlChanged", "CardSentToDrop", "ControlChanged"] == event_names(game)
    assert "b" == game.state.table[brute].seat


def test_other_changes_of_a_form_do_not_move_it() -> None:
    """When a bonus on a taken form ends, the form stays with its controller, and no event is recorded."""
    bonus = {"do": "modify_pwr", "of": THEIRS, "by": 1}
    game = board(cards=[*CARDS, spell(bonus)], a=side(commands=["spell"]), b=side(forms=["brute"]))
    cast(game)
    control.return_control(game, "end_of_turn")
    assert ["PwrChanged"] == event_names(game)


@of("step flip_savior")
@pytest.mark.rule("TC-SAV-11", "TC-SAV-12", "TC-ZONE-06", "TC-RUL-015")
def test_a_flip_by_effect_is_the_flip_of_the_game() -> None:
    """A flip by an effect turns the savior over in its zone, with its spirits. A second flip does nothing."""
    game = board(
        cards=[*CARDS, spell({"do": "flip_savior"})], a=side(savior=("lantern-marshal", "boost"), commands=["spell"]),
        b=side(),
    )  # fmt: skip
    savior = number(game, "a", "lantern-marshal")
    cast(cast(game))
    assert [SaviorFlipped(seat="a", thing=savior)] == done(game)
    flipped = game.state.table[savior]
    assert (True, "savior", 1, True) == (
        flipped.boundless, flipped.place, len(flipped.under), game.state.players["a"].flipped,
    )  # fmt: skip


@pytest.mark.rule("TC-RUL-215", "TC-RUL-045")
@pytest.mark.parametrize(("of_form", "asked"), [(NEWEST, None), (AMENDED, ("b", "c"))])
def test_only_an_opponent_with_an_open_zone_can_be_given_a_form(of_form: int, asked: tuple[str, ...] | None) -> None:
    """A player gives a form to the only opponent with an open form zone without being asked.

    Under version 2 of the rules, opponents without an open zone can be picked as well.
    """
    give = spell({"do": "gain_control", "who": "opponent", "of": {"who": "you", "zone": "form", "n": 1}})
    game = board(
        cards=[*CARDS, give], of_form=of_form, a=side(commands=["spell"], forms=["whelp"]),
        b=side(forms=["whelp", "brute"]), c=side(forms=["brute"]),
    )  # fmt: skip
    cast(game)
    if asked is not None:
        assert asked == open_decision(game).words
        return
    assert ["whelp"] == [one.card for one in game.state.table.values() if (one.seat, one.owner) == ("c", "a")]


@pytest.mark.rule("TC-RUL-215", "TC-RUL-090")
def test_nobody_is_asked_who_gains_a_form_if_all_zones_are_full() -> None:
    """Without an open form zone among the opponents, nobody is asked, and no form moves."""
    give = spell({"do": "gain_control", "who": "opponent", "of": {"who": "you", "zone": "form", "n": 1}})
    full = side(forms=["whelp", "brute"])
    for own in (["whelp"], ["whelp", "brute"]):
        game = board(cards=[*CARDS, give], a=side(commands=["spell"], forms=own), b=full, c=full)
        cast(game)
        assert ([], {}) == (done(game), game.state.decisions)
