"""Cards that the loader refuses because an effect holds no step that does anything, or nobody can carry it out."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import pytest

from services.tcg.forms import NEWEST
from tests.tcg.cards.making import DRAW, MINE, Raw, auto, faults_of, form, savior, spirit, uses
from tests.tcg.cards.test_steps_in_vain import events_of_opening

MY_TURN: Final[Raw] = {"op": "turn_of", "who": "you"}
NOTHING: Final[dict[str, Raw]] = {
    "may": {"do": "may", "then": []},
    "if": {"do": "if", "when": MY_TURN, "then": []},
    "repeat": {"do": "repeat", "n": 3, "then": []},
    "for each": {"do": "for_each", "of": MINE, "then": []},
    "delay": {"do": "delay", "until": {"event": "turn_started"}, "then": []},
    "modes": {"do": "choose_mode", "modes": [[], []]},
    "nested": {"do": "may", "then": [{"do": "if", "when": MY_TURN, "then": [], "else": []}]},
}
"""Steps that hold other steps, but none that does anything."""


def found(card: Raw) -> list[tuple[str, tuple[str, ...]]]:
    """Return the fields and rules of a card's faults."""
    return [(fault.field, fault.rules) for fault in faults_of(card)]


@pytest.mark.rule("TC-RUL-227", "TC-READ-08")
@pytest.mark.parametrize("step", NOTHING.values(), ids=NOTHING)
def test_effect_of_empty_steps_is_refused(step: Raw) -> None:
    """The loader refuses an effect whose steps are all empty, and accepts one with another step."""
    assert [("effects[0].do", ("TC-READ-08", "TC-RUL-227"))] == found(form(uses(step)))
    assert [("effects[0].do", ("TC-READ-08", "TC-RUL-227"))] == found(form(auto(step, step)))
    assert [] == found(form(uses(step, DRAW)))


@pytest.mark.rule("TC-RUL-227")
def test_roll_of_a_die_is_no_empty_step() -> None:
    """The loader accepts an effect that only rolls a die, and one that draws in one branch."""
    assert [] == found(form(uses({"do": "roll_die", "sides": 6, "store": "x", "table": {}})))
    assert [] == found(form(uses({"do": "if", "when": MY_TURN, "then": [], "else": [DRAW]})))
    assert [] == found(form(uses({"do": "choose_mode", "modes": [[], [DRAW]]})))


@pytest.mark.rule("TC-RUL-227", "TC-FORM-20")
@pytest.mark.parametrize("who", ["opponent", "each_opponent"])
@pytest.mark.parametrize("whose", ["controller", "owner"])
def test_no_opponent_sacrifices_the_forms_of_a_saviors_player(who: str, whose: str) -> None:
    """The loader refuses a savior by which opponents sacrifice forms of the savior's own player.

    Another player can control a form, so it accepts the same effect on a form, or granted to a form.
    """
    step = {"do": "sacrifice", "who": who, "of": {"who": whose, "zone": "form", "n": 1, "by": "controller"}}
    refused = ("boundless.effects[0].do[0].of.who", ("TC-FORM-20", "TC-RUL-173"))
    gift = {"do": "grant", "of": {**MINE, "n": 1, "by": "you"}, "effect": uses(step, id="given", name="G")}
    assert [refused] == found(savior(uses(step, name="N")))
    assert [] == found(form(uses(step, name="N")))
    assert [] == found(savior(uses(gift, name="N")))


@pytest.mark.rule("TC-RUL-227", "TC-FORM-20")
@pytest.mark.parametrize("card", [form, savior])
def test_picked_opponent_does_not_sacrifice_your_forms(card: Callable[..., Raw]) -> None:
    """The loader refuses an effect by which an opponent, picked by an earlier step, sacrifices your forms."""
    pick = {"do": "choose_player", "store": "p"}
    of: Raw = {**MINE, "n": 1, "by": "controller"}
    step: Raw = {"do": "sacrifice", "who": {"var": "p"}, "of": of}
    (fault,) = faults_of(card(uses(pick, step, name="N")))
    assert fault.reason == 'a player sacrifices only forms that this player controls: write {"var":"p"}'
    theirs = {**step, "of": {**of, "who": {"var": "p"}}}
    assert [] == found(card(uses(pick, theirs, name="N")))
    assert [] == found(card(uses({**pick, "among": "all"}, step, name="N")))


@pytest.mark.rule("TC-RUL-226", "TC-RUL-165")
def test_spirit_does_not_send_itself_to_the_hand() -> None:
    """The loader refuses a spirit that goes to the hand as its own cost, and names a cost that it can pay."""
    (fault,) = faults_of(spirit(uses(cost=[{"pay": "send_self", "to": "hand"}])))
    assert ("effects[0].cost[0].to", ("TC-ZONE-19", "TC-RUL-226")) == (fault.field, fault.rules)
    pays = {"pay": "despiritualize", "of": {"ref": "host"}, "n": 1}
    assert fault.reason.endswith("pay with despiritualize")
    assert [] == found(spirit(uses(cost=[pays])))
    assert [] == found(form(uses(cost=[{"pay": "send_self", "to": "hand"}])))


@pytest.mark.rule("TC-RUL-226", "TC-ZONE-04")
@pytest.mark.parametrize("to", ["drop", "main_deck_bottom"])
def test_spirit_that_leaves_for_another_zone_has_one_fault(to: str) -> None:
    """For a spirit that would send itself to a zone without spirits, the loader names that fault alone."""
    (fault,) = faults_of(spirit(uses(cost=[{"pay": "send_self", "to": to}])))
    assert "a spirit cannot go to the main deck or the drop zone: pay with despiritualize" == fault.reason


@pytest.mark.rule("TC-RUL-226")
def test_spirit_may_grant_an_effect_that_sends_the_card_above_to_the_hand() -> None:
    """The loader accepts a spirit that grants the card above it an effect which sends that card to the hand."""
    leaves = uses(DRAW, id="given", cost=[{"pay": "send_self", "to": "hand"}])
    assert [] == found(spirit(uses({"do": "grant", "of": {"ref": "host"}, "effect": leaves})))


@pytest.mark.rule("TC-RUL-227", "TC-READ-08")
def test_granted_effect_of_empty_steps_is_refused() -> None:
    """The loader refuses an effect of empty steps that another effect would grant."""
    gift = {"do": "grant", "of": {**MINE, "n": 1, "by": "you"}, "effect": uses(NOTHING["may"], id="given")}
    assert [("effects[0].do[0].effect.do", ("TC-READ-08", "TC-RUL-227"))] == found(form(uses(gift)))


@pytest.mark.rule("TC-RUL-226", "TC-RUL-227")
@pytest.mark.parametrize("card", [form(uses(NOTHING["may"])), spirit(uses(cost=[{"pay": "send_self", "to": "hand"}]))])
def test_older_matches_with_such_cards_still_open(card: Raw) -> None:
    """A match under version 2 of the rules still opens with a card that the loader now refuses."""
    assert ["MatchCreated", "SeatJoined", "SeatJoined"] == events_of_opening(card, of_form=NEWEST - 1)
