"""Texts in which a card names its own effects, or the card that pays a cost. Rule: TC-RUL-233, TC-RUL-234."""

from __future__ import annotations

from typing import Final

import pytest

from services.tcg.catalogue.text.effects import effect_text, part_text, words_of_parts
from services.tcg.catalogue.text.face import text_of
from tests.tcg.cards.making import MINE, ONCE, THIS, Raw, always, form, load_card, savior, uses

STORM: Final[Raw] = uses(id="x", name="Storm")
SWIFT: Final[Raw] = {"id": "y", "eti": "swift", "limit": ONCE, "do": [{"do": "draw", "n": 1}]}


def used(effect: str) -> Raw:
    """Return the condition that an effect of the card was used this turn."""
    return {"op": "used", "effect": effect, "per": "turn", "cmp": ">=", "n": 1}


def counts(words: str) -> str:
    """Return the text of an effect that counts the uses of the effect with these words."""
    return f"If the number of times this card's {words} was used this turn is at least 1, once per turn: —; draw 1."


@pytest.mark.rule("TC-RUL-233", "TC-RUL-205")
def test_text_names_an_effect_by_its_printed_name() -> None:
    """An effect that counts the uses of Storm says "Storm", as the card prints, and not the effect's id."""
    card = load_card(form(STORM, uses(id="z", when=used("x"))))
    says = counts('effect "Storm"')

    assert says == text_of(card).lines[1]
    assert says == effect_text(card.effects[1], of=card).says
    assert says == words_of_parts(card)["effects[1]"]
    assert card.effects[1].when is not None
    assert 'this card\'s effect "Storm" was used' in part_text(card.effects[1].when, card).says


@pytest.mark.rule("TC-RUL-233", "TC-RUL-205")
def test_text_names_an_effect_without_a_name_by_its_place() -> None:
    """Two effects without names, or with the same name, are the card's first and second effect."""
    for named in ({}, {"name": "Storm"}):
        first, second = uses(id="x", **named), {**SWIFT, **named}
        for effect, place in (("x", "first"), ("y", "second")):
            card = load_card(form(first, second, uses(id="z", when=used(effect))))
            assert counts(f"{place} effect") == text_of(card).lines[2]


@pytest.mark.rule("TC-RUL-233")
def test_text_of_a_savior_names_the_side_of_an_effect() -> None:
    """A savior with an effect named Storm on each side says on which side the counted effect is."""
    asks = uses(id="z", name="Rain", when=used("x"))
    card = load_card(savior(STORM, asks, bound={"effects": [{**SWIFT, "name": "Storm"}]}))

    assert f"**Rain** {counts('first effect of its boundless side')}" == text_of(card).lines[-1]


@pytest.mark.rule("TC-RUL-234", "TC-RUL-205")
@pytest.mark.parametrize(
    ("cost", "words"),
    [
        ({"pay": "send_self", "to": "drop"}, "send {} to the drop zone"),
        ({"pay": "give_up_attack", "of": THIS}, "give up the attack of {}"),
        ({"pay": "remove_counter", "of": THIS, "name": "c", "n": 1}, "remove 1 c counter from {}"),
        ({"pay": "despiritualize", "of": THIS, "n": 1}, "de-spiritualize 1 from {}"),
        ({"pay": "sacrifice", "of": THIS}, "sacrifice {}"),
    ],
)
def test_text_names_the_card_that_pays_an_added_cost(cost: Raw, words: str) -> None:
    """An effect that makes effects of other cards dearer says that the card with the effect pays."""
    added = {"static": "change_cost", "of": MINE, "cost": [cost]}
    dearer = f"CONT: Effects of each form you control also cost to {words.format('the card with that effect')}."
    own = f"CONT: Effects of this card also cost to {words.format('this card')}."

    assert (dearer,) == text_of(load_card(form(always(added)))).lines
    assert (own,) == text_of(load_card(form(always({**added, "of": THIS})))).lines


@pytest.mark.rule("TC-RUL-205", "TC-DECK-13")
def test_row_of_a_die_with_one_face_names_that_face() -> None:
    """A row of the table for 1 to 1 says "on 1", as a row for 1 does, and a row for 2 to 6 names both ends."""
    for row in ("1", "1-1"):
        table = {row: [{"do": "invoke", "n": 1}], "2-6": [{"do": "draw", "n": 1}]}
        card = load_card(form(uses({"do": "roll_die", "sides": 6, "store": "r", "table": table})))
        assert "Once per turn: —; roll a 6-sided die, on 1 invoke 1, on 2 to 6 draw 1." == text_of(card).lines[0]
