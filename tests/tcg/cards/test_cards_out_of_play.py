"""Effects that do to a card out of play what can only be done in play are refused. Rule: TC-RUL-173, TC-RUL-220."""

from __future__ import annotations

from typing import Any, Final

import pytest
from msgspec.structs import replace

from services.tcg.catalogue.language.conditions import Selector
from services.tcg.catalogue.language.effects import Form, Pattern
from services.tcg.catalogue.lints import faults_in
from tests.tcg.cards.making import (
    DRAW,
    MINE,
    ONCE,
    THIS,
    Raw,
    always,
    auto,
    command,
    faults_of,
    form,
    load_card,
    main,
    spirit,
    uses,
)

OF_EVENT: Final[Raw] = {"ref": "event.card"}
BONUS: Final[Raw] = always({"static": "modify_pwr", "of": THIS, "by": 1})
SPIRIT: Final[Raw] = {"who": "you", "zone": "hand", "n": 1, "by": "you"}
ONE_FORM: Final[Raw] = {**MINE, "n": 1, "by": "you"}
PUT: Final[Raw] = {"do": "put_counter", "of": THIS, "name": "c"}


def in_play(of: Raw) -> dict[str, Raw]:
    """Return steps that only do something to a card in play, each with the field that names this card."""
    return {
        "destroy": {"do": "destroy", "of": of},
        "damage": {"do": "damage", "of": of},
        "sacrifice": {"do": "sacrifice", "of": of},
        "counter": {"do": "put_counter", "of": of, "name": "c"},
        "attack": {"do": "extra_attack", "of": of},
        "PWR": {"do": "modify_pwr", "of": of, "by": 1, "for": "game"},
        "base PWR": {"do": "set_pwr", "of": of, "to": 1, "for": "game"},
        "ability": {"do": "grant", "of": of, "for": "game", "effect": BONUS},
        "restriction": {"do": "restrict", "of": of, "for": "game", "static": {"static": "cannot_attack"}},
        "shield": {"do": "prevent_damage", "of": of},
        "de-spiritualize": {"do": "despiritualize", "of": of, "n": 1},
        "spiritualize": {"do": "spiritualize", "of": of, "spirit": SPIRIT},
        "control": {"do": "gain_control", "of": of, "for": "game"},
    }


def fields(card: Raw) -> list[str]:
    """Return the fields of a card's faults that name the ruling."""
    return [fault.field for fault in faults_of(card) if "TC-RUL-220" in fault.rules]


@pytest.mark.rule("TC-RUL-220", "TC-RUL-173", "TC-RUL-138")
@pytest.mark.parametrize("step", in_play(OF_EVENT))
@pytest.mark.parametrize("event", ["left_play", "form_sacrificed"])
def test_nothing_is_done_in_play_to_a_card_that_has_left(event: str, step: str) -> None:
    """The loader refuses a step that affects cards in play, for the card whose departure triggers the effect."""
    done = in_play(OF_EVENT)[step]

    assert ["effects[0].do[0].of"] == fields(form(auto(done, on={"event": event})))
    assert [] == fields(form(auto(done, on={"event": "damaged"})))


@pytest.mark.rule("TC-RUL-220", "TC-RUL-138")
@pytest.mark.parametrize("step", in_play(THIS))
def test_card_that_has_left_does_nothing_to_itself_in_play(step: str) -> None:
    """The loader refuses such a step for the effect's own card after it has left, also if the step waits."""
    done, left = in_play(THIS)[step], {"event": "left_play", "card": THIS}
    wait = {"do": "delay", "until": {"event": "step_entered", "step": "end"}, "then": [done]}

    assert ["effects[0].do[0].of"] == fields(form(auto(done, on=left)))
    assert ["effects[0].do[0].then[0].of"] == fields(form(auto(wait, on=left)))
    assert [] == fields(form(auto(done, on={"event": "left_play", "card": MINE})))


@pytest.mark.rule("TC-RUL-220", "TC-RUL-138")
def test_other_cards_that_have_left() -> None:
    """The loader also refuses steps for the sacrificed form, a discarded card, and spirits of a card that has left."""
    target: Raw = {"do": "put_counter", "of": {"ref": "event.target"}, "name": "c"}
    moved: Raw = {"do": "move_spirits", "from": OF_EVENT, "to": {**MINE, "n": 1, "by": "you"}, "n": 1}
    host: Raw = {"do": "destroy", "of": {"ref": "host"}}

    assert ["effects[0].do[0].of"] == fields(form(auto(target, on={"event": "form_played"})))
    assert [] == fields(form(auto(target, on={"event": "attack_declared"})))
    assert ["effects[0].do[0].of"] == fields(form(auto(in_play(OF_EVENT)["destroy"], on={"event": "discarded"})))
    assert ["effects[0].do[0].from"] == fields(form(auto(moved, on={"event": "left_play"})))
    assert ["effects[0].do[0].of"] == fields(spirit(auto(host, on={"event": "left_play", "card": {"ref": "host"}})))


@pytest.mark.rule("TC-RUL-220", "TC-RUL-138")
def test_step_for_the_card_of_a_later_event_is_accepted() -> None:
    """An effect for a departure may wait for an attack, and then destroy the attacker; the reverse is refused."""
    destroy = in_play(OF_EVENT)["destroy"]

    def waits(on: str, until: str) -> Raw:
        return form(auto({"do": "delay", "until": {"event": until}, "then": [destroy]}, on={"event": on}))

    assert [] == fields(waits("left_play", "attack_declared"))
    assert ["effects[0].do[0].then[0].of"] == fields(waits("attack_declared", "left_play"))


@pytest.mark.rule("TC-RUL-220", "TC-RUL-138")
def test_effect_that_puts_a_card_into_play_may_change_it_there() -> None:
    """A card that its own effect plays from the drop zone gets a counter there; before that, it gets none."""
    play: Raw = {"do": "play_form", "of": THIS, "from": "drop", "sacrifice": "none"}
    on = {"event": "left_play", "card": THIS}

    assert [] == fields(form(auto(play, PUT, on=on)))
    assert ["effects[0].do[0].of"] == fields(form(auto(PUT, play, on=on)))


@pytest.mark.rule("TC-RUL-220", "TC-RUL-173")
@pytest.mark.parametrize(("to", "found"), [(None, 0), ("drop", 0), ("hand", 1), ("deck-top", 1), ("deck-bottom", 1)])
def test_card_is_taken_from_where_it_has_gone(to: str | None, found: int) -> None:
    """The loader refuses to return a card from the drop zone that has left play to a hand or a deck."""
    on: Raw = {"event": "left_play", "card": THIS, **({} if to is None else {"to": to})}
    back: Raw = {"do": "return_to_hand", "of": THIS, "from": "drop"}
    for of in (THIS, OF_EVENT):
        assert ["effects[0].do[0].from"] * found == fields(form(auto({**back, "of": of}, on=on)))
    assert ["effects[0].do[0].from"] == fields(form(auto({**back, "from": "form"}, on=on)))


def from_zones(*steps: Raw, zones: list[str], **more: Any) -> Raw:  # noqa: ANN401 fields of an effect
    """Return a form with an [INDEPENDENT] effect that works in these zones."""
    return form(uses(*steps, independent=True, zones=zones, **more))


@pytest.mark.rule("TC-RUL-220", "TC-RUL-173")
def test_effect_of_the_hand_or_drop_zone_finds_its_card_there() -> None:
    """The loader refuses effects of these zones that do to their card what is done in play, or take it from another."""
    play: Raw = {"do": "play_form", "of": THIS, "from": "hand", "sacrifice": "none"}

    for zones in (["drop"], ["hand"], ["hand", "drop"]):
        assert ["effects[0].do[0].of"] == fields(from_zones(PUT, zones=zones))
    assert [] == fields(from_zones(PUT, zones=["play", "drop"]))
    assert [] == fields(from_zones(play, PUT, zones=["hand"]))
    assert ["effects[0].do[0].from"] == fields(from_zones(play, zones=["drop"]))
    assert [] == fields(from_zones(play, zones=["hand", "drop"]))
    back: Raw = {"do": "return_to_hand", "of": THIS, "from": "drop"}
    assert ["effects[0].do[0].from"] == fields(from_zones(back, zones=["hand"]))
    assert [] == fields(from_zones(back, zones=["hand"], cost=[{"pay": "send_self", "to": "drop"}]))


@pytest.mark.rule("TC-RUL-220", "TC-RUL-116")
@pytest.mark.parametrize("zones", [["drop"], ["hand", "drop"]])
def test_effect_of_another_zone_does_not_wait_for_an_event_in_play(zones: list[str]) -> None:
    """The loader refuses an effect of the drop zone that waits for its own card to be damaged, or to attack."""
    for event, name in (("damaged", "card"), ("attack_declared", "card"), ("attack_declared", "target")):
        on: Raw = {"event": event, name: THIS}
        assert [f"effects[0].on.{name}"] == fields(form(auto(DRAW, on=on, zones=zones)))
        assert [] == fields(form(auto(DRAW, on={**on, name: MINE}, zones=zones)))
        assert [] == fields(form(auto(DRAW, on=on, zones=["play", *zones])))


@pytest.mark.rule("TC-RUL-220", "TC-RUL-116")
def test_continuous_effect_of_the_drop_zone_does_not_forbid_its_own_attacks() -> None:
    """The loader refuses a CONT: effect of the drop zone by which its own card cannot attack, and accepts others."""
    static: Raw = {"static": "cannot_attack", "of": THIS}

    assert ["effects[0].static[0].of"] == fields(form(always(static, zones=["drop"])))
    assert [] == fields(form(always({**static, "of": MINE}, zones=["drop"])))


@pytest.mark.rule("TC-RUL-220")
def test_ability_that_a_card_gains_in_play_is_its_own() -> None:
    """A gained [AUTO] effect reacts in play: only if it waits for its card to leave, nothing is done to the card."""

    def grants(on: Raw) -> Raw:
        gained = {"id": "g", "eti": "auto", "on": on, "limit": ONCE, "do": [PUT]}
        return command("normal", main("none", {"do": "grant", "of": ONE_FORM, "effect": gained}))

    assert [] == fields(grants({"event": "attack_declared", "card": THIS}))
    assert ["effects[0].do[0].effect.do[0].of"] == fields(grants({"event": "left_play", "card": THIS}))


@pytest.mark.rule("TC-RUL-220")
def test_older_matches_keep_steps_for_cards_that_have_left() -> None:
    """Under version 2 of the rules, an effect that destroys a card that has left has no fault."""
    card = load_card(form(auto(in_play(THIS)["destroy"], on={"event": "damaged", "card": THIS})))
    assert isinstance(card, Form)
    (effect,) = card.effects
    old = replace(card, effects=(replace(effect, on=Pattern(event="left_play", card=Selector(ref="this"))),))

    assert [] == [*faults_in(old, form=2)]
    assert ["effects[0].do[0].of"] == [fault.field for fault in faults_in(old)]
