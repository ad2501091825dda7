"""Effects for a time, a flip or a move at which they can never do anything are refused. Rule: TC-RUL-173."""

from __future__ import annotations

from typing import Any, Final

import pytest
from msgspec.structs import replace

from services.tcg.catalogue.language.effects import Form, Pattern
from services.tcg.catalogue.lints import faults_in
from tests.tcg.cards.making import DRAW, MINE, ONCE, THIS, Raw, auto, faults_of, form, load_card, savior, uses

ONE_FORM: Final[Raw] = {**MINE, "n": 1, "by": "you"}
END_ATTACK: Final[Raw] = {"do": "end_attack"}
MORE: Final[Raw] = {"do": "extra_attack", "of": THIS}


def fields(card: Raw) -> list[str]:
    """Return the fields of a card's faults that name the ruling."""
    return [fault.field for fault in faults_of(card) if "TC-RUL-173" in fault.rules]


def at(step: str) -> Raw:
    """Return the event that a step of a turn begins."""
    return {"event": "step_entered", "step": step}


@pytest.mark.rule("TC-RUL-173")
@pytest.mark.parametrize("on", [*map(at, ("draw", "invoke", "act1", "act2", "end")), {"event": "turn_started"}])
def test_attack_is_not_open_when_another_step_begins(on: Raw) -> None:
    """The loader refuses an effect for the beginning of another step that ends an attack or damages the attacker."""
    damage: Raw = {"do": "damage", "of": {"ref": "attacker"}}
    attacks: Raw = {"op": "is_attacking", "of": THIS}

    assert ["effects[0].do[0]"] == fields(form(auto(END_ATTACK, on=on)))
    assert ["effects[0].do[0].of"] == fields(form(auto(damage, on=on)))
    assert ["effects[0].when"] == fields(form(auto(DRAW, on=on, when=attacks)))
    assert ["effects[0].limit.per"] == fields(form(auto(DRAW, on=on, limit={"count": 1, "per": "combat"})))


@pytest.mark.rule("TC-RUL-173")
@pytest.mark.parametrize("on", [at("combat"), {"event": "step_entered"}, {"event": "attack_declared"}])
def test_other_events_may_come_in_the_combat_step(on: Raw) -> None:
    """The loader accepts such effects for the combat step, for any step and for attacks, also if a step waits."""
    for step in (END_ATTACK, MORE, {"do": "damage", "of": {"ref": "attacker"}}):
        assert [] == fields(form(auto(step, on=on, limit={"count": 1, "per": "combat"})))
        assert [] == fields(form(auto({"do": "delay", "until": on, "then": [step]}, on=at("end"))))
        assert [] != fields(form(auto({"do": "delay", "until": at("end"), "then": [step]}, on=on)))


@pytest.mark.rule("TC-RUL-173", "TC-RUL-081")
def test_attacks_are_allowed_before_the_combat_step_is_over() -> None:
    """The loader refuses to allow an attack in this combat step when act step 2 begins, and accepts it before."""
    for step, found in (("draw", 0), ("act1", 0), ("combat", 0), ("act2", 1), ("end", 1)):
        assert ["effects[0].do[0]"] * found == fields(form(auto(MORE, on=at(step))))


@pytest.mark.rule("TC-RUL-173", "TC-READ-12")
def test_only_a_declared_effect_is_negated() -> None:
    """The loader refuses a triggered effect that negates "that effect" when cards are drawn or an effect is over."""
    negate: Raw = {"do": "negate", "of": {"ref": "event.link"}}

    assert [] == fields(form(auto(negate, on={"event": "effect_declared"})))
    for event in ("drawn", "effect_resolved", "effect_negated", "attack_declared"):
        assert ["effects[0].do[0].of"] == fields(form(auto(negate, on={"event": event})))
    answer = {"id": "e", "eti": "interrupt", "on": {"event": "attack_declared"}, "limit": ONCE, "do": [negate]}
    assert [] == fields(form(answer))


@pytest.mark.rule("TC-RUL-173")
def test_spirits_are_not_moved_to_their_own_card() -> None:
    """The loader refuses a step that moves spirits from under a card to under the same card."""

    def moves(from_: Raw, to: Raw, **more: Any) -> Raw:  # noqa: ANN401 fields of an effect
        return form(uses({"do": "move_spirits", "from": from_, "to": to, "n": 1}, **more))

    chosen: list[Raw] = [{"ref": "chosen.0"}, {"ref": "chosen.1"}]
    assert ["effects[0].do[0].to"] == fields(moves(THIS, THIS))
    assert ["effects[0].do[0].to"] == fields(moves(chosen[0], chosen[0], targets=[ONE_FORM]))
    assert [] == fields(moves(chosen[0], chosen[1], targets=[ONE_FORM, ONE_FORM]))
    assert [] == fields(moves(THIS, ONE_FORM))


@pytest.mark.rule("TC-RUL-173", "TC-SAV-11")
def test_savior_that_has_flipped_is_not_flipped_again() -> None:
    """The loader refuses an effect that flips your savior when your savior has flipped."""
    flip: Raw = {"do": "flip_savior"}
    mine: Raw = {"who": "you", "zone": "savior"}

    for on in ({"by": "you"}, {"card": mine}):
        assert ["effects[0].do[0]"] == fields(form(auto(flip, on={"event": "savior_flipped", **on})))
    assert ["boundless.effects[0].do[0]"] == fields(savior(auto(flip, on={"event": "savior_flipped", "card": THIS})))
    assert [] == fields(form(auto(flip, on={"event": "savior_flipped", "by": "opponent"})))
    assert [] == fields(form(auto({**flip, "who": "opponent"}, on={"event": "savior_flipped", "by": "you"})))


@pytest.mark.rule("TC-RUL-173", "TC-DECK-01")
def test_main_deck_has_at_most_30_cards() -> None:
    """The loader refuses a condition that more than 30 cards are left in your main deck."""
    for n, found in ((30, 1), (29, 0)):
        more = {"op": "main_deck_count", "who": "you", "cmp": ">", "n": n}
        assert ["effects[0].when"] * found == fields(form(uses(when=more)))


@pytest.mark.rule("TC-RUL-173")
def test_older_matches_keep_effects_for_such_times() -> None:
    """Under version 2 of the rules, an effect that ends an attack in the end step has no fault."""
    card = load_card(form(auto(END_ATTACK, on=at("combat"))))
    assert isinstance(card, Form)
    (effect,) = card.effects
    old = replace(card, effects=(replace(effect, on=Pattern(event="step_entered", step="end")),))

    assert [] == [*faults_in(old, form=2)]
    assert ["effects[0].do[0]"] == [fault.field for fault in faults_in(old)]
