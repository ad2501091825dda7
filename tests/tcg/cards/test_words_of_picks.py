"""Texts and faults for picks: who picks, how many cards, and among which cards. Rule: TC-RUL-195, TC-RUL-205."""

from __future__ import annotations

import msgspec
import pytest
from msgspec.structs import replace

from services.tcg.catalogue.language.effects import AnyOperation, Effect
from services.tcg.catalogue.lints import faults_in
from services.tcg.catalogue.text.speech import line
from tests.tcg.cards.making import MINE, THIS, Raw, faults_of, form, load_card, uses

HAND: Raw = {"who": "you", "zone": "hand"}


def text(*do: Raw) -> str:
    """Return the text of an effect with these steps."""
    return line(msgspec.convert({"id": "e", "eti": "none", "do": list(do)}, Effect))


def fields(*do: Raw) -> list[str]:
    """Return the fields with faults in a form whose effect has these steps."""
    return [fault.field for fault in faults_of(form(uses(*do)))]


# ---------------------------------------------------------------- how many cards a step takes


@pytest.mark.rule("TC-RUL-205", "TC-RUL-154")
def test_step_that_takes_all_cards_does_not_say_that_it_takes_one() -> None:
    """A pick of all cards says "each", and a pick without a number says "a"."""
    assert "Pick each form you control." == text({"do": "choose", "store": "x", "of": {**MINE, "n": "all"}})
    assert "Pick a form you control." == text({"do": "choose", "store": "x", "of": MINE})
    assert "Pick each card in your hand." == text({"do": "choose", "store": "x", "of": {**HAND, "n": "all"}})
    played = {"do": "play_form", "from": "hand"}
    assert "Play each card in your hand from the hand." == text({**played, "of": {**HAND, "n": "all"}})
    assert "Play a card in your hand from the hand." == text({**played, "of": HAND})


@pytest.mark.rule("TC-RUL-173")
def test_spirits_are_moved_underneath_one_card() -> None:
    """The loader refuses a step that moves spirits underneath all forms, because it would move them under the first."""
    move = {"do": "move_spirits", "from": THIS, "n": 1}

    assert ["effects[0].do[0].to.n"] == fields({**move, "to": {**MINE, "n": "all"}})
    assert [] == fields({**move, "to": MINE})


# ---------------------------------------------------------------- who picks


@pytest.mark.rule("TC-RUL-195", "TC-RUL-146")
@pytest.mark.parametrize("by", ["opponent", "controller", "random"])
def test_nobody_picks_where_every_card_is_taken(by: str) -> None:
    """The loader refuses a step or a target that takes every form and yet says who picks; with a number it does not."""
    for n in ({}, {"n": "all"}):
        assert ["effects[0].do[0].of.by"] == fields({"do": "damage", "of": {**MINE, **n, "by": by}})
    assert [] == fields({"do": "damage", "of": {**MINE, "n": 1, "by": by}})
    assert [] == fields({"do": "damage", "of": {**MINE, "n": "all", "by": "you"}})
    assert [] == fields({"do": "choose", "store": "x", "of": {**MINE, "by": by}})
    assert ["effects[0].do[0].of.by"] == fields({"do": "choose", "store": "x", "of": {**MINE, "n": "all", "by": by}})

    step = {"do": "damage", "of": {"ref": "chosen.0"}}
    (fault,) = faults_of(form(uses(step, targets=[{**MINE, "by": by}])))
    assert ("effects[0].targets[0].by", ("TC-RUL-146", "TC-RUL-195")) == (fault.field, fault.rules)
    assert "every matching card is taken here, so nobody picks: write a number, or remove by" == fault.reason


@pytest.mark.rule("TC-RUL-195")
def test_older_matches_keep_cards_that_name_who_picks() -> None:
    """A card whose step takes every form "picked by an opponent" has no fault under version 2 of the rules."""
    card = load_card(form(uses({"do": "damage", "of": MINE})))
    (effect,) = card.effects
    picked = msgspec.convert({"do": "damage", "of": {**MINE, "by": "opponent"}}, type=AnyOperation)
    old = replace(card, effects=(replace(effect, do=(picked,)),))

    assert [] == [*faults_in(old, form=2)]
    assert ["effects[0].do[0].of.by"] == [fault.field for fault in faults_in(old)]
