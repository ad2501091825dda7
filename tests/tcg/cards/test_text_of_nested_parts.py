"""Texts of effects and steps inside other effects, which refer to their own cards. Rule: TC-READ-08."""

from __future__ import annotations

import pytest

from services.tcg.catalogue.text.speech import line
from tests.tcg.cards.making import ONCE, THIS, Raw, auto, faults_of, form, load_card, uses

TARGET: Raw = {"ref": "event.target"}
WEAKEN: Raw = {"do": "modify_pwr", "of": TARGET, "by": -1, "for": "end_of_turn"}
THEIRS: Raw = {"who": "opponent", "zone": "form", "n": 1}


def text(raw: Raw) -> str:
    """Return the text of an effect, after checking that the loader accepts it."""
    assert () == faults_of(form(raw))
    return line(load_card(form(raw)).effects[0])


@pytest.mark.rule("TC-READ-08", "TC-ETI-02")
@pytest.mark.parametrize(
    ("until", "words"),
    [
        ("attack_declared", "the next time a card attacks a card, its target gets"),
        ("combat_won", "the next time a card wins a combat, the card that lost gets"),
    ],
)
@pytest.mark.parametrize("on", ["combat_won", "attack_declared"])
def test_text_of_a_delay_names_the_card_of_the_later_event(on: str, until: str, words: str) -> None:
    """In the text of a step that waits for a later event, "its target" is the target of that later event."""
    delay = {"do": "delay", "until": {"event": until}, "then": [WEAKEN]}
    assert words in text(auto(delay, on={"event": on, "card": THIS}))


@pytest.mark.rule("TC-READ-08", "TC-ETI-02")
def test_text_of_a_granted_effect_names_the_card_of_its_own_event() -> None:
    """If a triggered effect grants an effect with another trigger, each text refers to the cards of its own trigger."""
    own = {"id": "own", "eti": "auto", "on": {"event": "attack_declared"}, "do": [WEAKEN]}
    grant = {"do": "grant", "of": THIS, "for": "end_of_turn", "effect": own}
    said = text(auto(grant, WEAKEN, on={"event": "combat_won", "card": THIS}))
    assert "its target gets" in said
    assert said.count("the card that lost gets") == 1


@pytest.mark.rule("TC-READ-08", "TC-RUL-152", "TC-RUL-205")
def test_text_of_a_granted_effect_names_the_cards_that_share_its_limit() -> None:
    """If a granted effect has a limit for all cards with a name, its text says the name of the card that grants it."""
    own = uses({"do": "draw", "n": 1}, id="own", limit={**ONCE, "scope": "name"})
    card = load_card(form(uses({"do": "grant", "of": THIS, "effect": own}), name="Old Gate"))
    assert 'for all your cards named "Old Gate": —; draw 1.»' in line(card.effects[0], card.name)


@pytest.mark.rule("TC-READ-08", "TC-RUL-064")
def test_text_of_a_granted_effect_numbers_only_its_own_targets() -> None:
    """If an effect with two targets grants an effect with one target, only the outer text numbers its targets."""
    own = {"id": "own", "eti": "none", "limit": ONCE, "targets": [THEIRS],
           "do": [{"do": "destroy", "of": {"ref": "chosen.0"}}]}  # fmt: skip
    grant = {"do": "grant", "of": {"ref": "chosen.0"}, "for": "end_of_turn", "effect": own}
    said = text(uses(grant, {"do": "destroy", "of": {"ref": "chosen.1"}}, targets=[THEIRS, THEIRS]))
    assert "the first chosen card gains the effect" in said
    assert "destroy the chosen card.»" in said
    assert said.endswith("destroy the second chosen card.")
