"""Cards whose triggers, conditions and numbers can never be met are refused. Rule: TC-RUL-173."""

from __future__ import annotations

from typing import Any, Final

import pytest
from msgspec.structs import replace

from services.tcg.catalogue.lints import faults_in
from tests.tcg.cards.making import (
    DRAW,
    MINE,
    THIS,
    Raw,
    always,
    auto,
    command,
    faults_of,
    form,
    load_card,
    main,
    savior,
    uses,
)
from tests.tcg.cards.making import spirit as spirit_card

EACH: Final[Raw] = {"ref": "each"}
SAVIOR: Final[Raw] = {"who": "you", "zone": "savior"}
COMMAND: Final[Raw] = {"who": "you", "zone": "command"}
DROP: Final[Raw] = {"who": "you", "zone": "drop"}
THEIRS: Final[Raw] = {"who": "opponent", "zone": "form"}
ATTACKER: Final[Raw] = {"ref": "attacker"}


def fields(card: Raw) -> list[str]:
    """Return the fields of a card's faults."""
    return [fault.field for fault in faults_of(card)]


def waits(**on: Any) -> Raw:  # noqa: ANN401 any field
    """Return a form with an [AUTO] effect on this event."""
    return form(auto(on=on))


# ---------------------------------------------------------------- triggers

ELSEWHERE: Final[dict[str, tuple[Raw, Raw]]] = {
    "command_flipped": (MINE, COMMAND),
    "command_played": (MINE, COMMAND),
    "command_set": (MINE, COMMAND),
    "discarded": (MINE, DROP),
    "savior_flipped": (MINE, SAVIOR),
    "left_play": (SAVIOR, MINE),
    "form_sacrificed": (SAVIOR, MINE),
    "form_played": (COMMAND, MINE),
    "combat_won": (COMMAND, SAVIOR),
    "damaged": ({"who": "you", "zone": "hand"}, MINE),
    "spiritualized": (COMMAND, MINE),
}


@pytest.mark.rule("TC-RUL-173", "TC-RUL-143")
@pytest.mark.parametrize("event", sorted(ELSEWHERE))
def test_trigger_for_a_card_to_which_the_event_never_happens_is_refused(event: str) -> None:
    """The loader refuses a trigger whose event never happens to cards of the zone, and accepts one of a right zone."""
    wrong, right = ELSEWHERE[event]

    assert ["effects[0].on.card"] == fields(waits(event=event, card=wrong))
    assert [] == fields(waits(event=event, card=right))


@pytest.mark.rule("TC-RUL-173", "TC-RUL-143")
@pytest.mark.parametrize("zone", ["hand", "drop", "void", "main_deck", "savior"])
def test_only_forms_and_commands_leave_play(zone: str) -> None:
    """The loader refuses an effect that waits for a card of a hand, a pile or a savior zone to leave play."""
    (fault,) = faults_of(waits(event="left_play", card={"who": "you", "zone": zone}))

    assert "left_play never has such a card: name cards of command or form" == fault.reason


@pytest.mark.rule("TC-RUL-173", "TC-RUL-143")
def test_trigger_for_its_own_card_needs_the_right_kind() -> None:
    """A form does not wait to be played as a command, and a spirit does not wait to attack; an effect gained may."""
    assert ["effects[0].on.card"] == fields(waits(event="command_played", card=THIS))
    assert ["effects[0].on.card"] == fields(spirit_card(auto(on={"event": "attack_declared", "card": THIS})))
    gained = auto(on={"event": "attack_declared", "card": THIS})
    grant = {"do": "grant", "of": {**MINE, "n": 1, "by": "you"}, "effect": gained}
    assert [] == fields(command("normal", main("none", grant)))


@pytest.mark.rule("TC-RUL-173", "TC-RUL-143")
@pytest.mark.parametrize("event", ["attack_declared", "combat_won", "damages", "form_played", "left_play"])
def test_own_card_is_not_moved_by_another_player(event: str) -> None:
    """The loader refuses an event of your own card that only another player causes, and the reverse."""
    for card, by in ((MINE, "opponent"), (THIS, "each_opponent"), (THEIRS, "you")):
        assert ["effects[0].on.by"] == fields(waits(event=event, card=card, by=by))
    assert [] == fields(waits(event=event, card=MINE, by="you"))
    assert [] == fields(waits(event=event, card=THEIRS, by="opponent"))
    assert [] == fields(waits(event="damaged", card=MINE, by="opponent"))


@pytest.mark.rule("TC-RUL-173", "TC-RUL-046")
def test_card_does_not_wait_for_the_loss_of_its_owner() -> None:
    """The loader refuses an effect that waits for its own owner to lose, since its card then leaves the game."""
    assert ["effects[0].on.by"] == fields(command("bound", auto(on={"event": "player_lost", "by": "owner"})))


# ---------------------------------------------------------------- the open attack


@pytest.mark.rule("TC-RUL-173", "TC-CMD-10", "TC-CMD-30")
def test_command_of_act_steps_needs_no_attack() -> None:
    """The loader refuses a normal or bound command whose main effect is about an attack, and accepts a swift one."""
    steps: dict[str, Raw] = {"": {"do": "end_attack"}, ".of": {"do": "damage", "of": ATTACKER}}
    for field, step in steps.items():
        assert [f"effects[0].do[0]{field}"] == fields(command("normal", main("none", step)))
        assert [f"effects[0].do[0]{field}"] == fields(command("bound", main("none", step)))
        assert [] == fields(command("swift", main("swift", step)))
    when = {"op": "is_attacked", "of": SAVIOR}
    assert ["effects[0].when"] == fields(command("normal", main("none", when=when)))
    assert [] == fields(command("swift", main("swift", when=when)))


@pytest.mark.rule("TC-RUL-173", "TC-RUL-179")
def test_delayed_steps_of_a_command_may_be_about_an_attack() -> None:
    """The loader accepts a normal command whose steps wait for an attack, or give an effect that is used in one."""
    later = {"do": "delay", "until": {"event": "attack_declared", "by": "opponent"}, "then": [{"do": "end_attack"}]}
    gift = {"do": "grant", "of": {**MINE, "n": 1, "by": "you"}, "effect": uses({"do": "end_attack"}, eti="swift")}

    assert [] == fields(command("normal", main("none", later, gift)))


# ---------------------------------------------------------------- numbers


def number(op: str, cmp: str, n: int, **more: Any) -> Raw:  # noqa: ANN401 any field
    """Return a condition on a number."""
    return {"op": op, "cmp": cmp, "n": n, **more}


YOU: Final[Raw] = {"who": "you"}
NUMBERS: Final[dict[str, tuple[Raw, Raw]]] = {
    "nine players": (number("players", ">=", 9), number("players", ">=", 8)),
    "one player": (number("players", "<", 2), number("players", "<=", 2)),
    "six forms": (number("count", ">=", 6, of=MINE), number("count", ">=", 5, of=MINE)),
    "fewer than no forms": (number("count", "<", 0, of=MINE), number("count", "<", 1, of=MINE)),
    "two saviors": (number("count", "==", 2, of=SAVIOR), number("count", "==", 2, of={**SAVIOR, "who": "any"})),
    "16 spirits": (number("spirit_deck_count", ">", 15, **YOU), number("spirit_deck_count", ">", 14, **YOU)),
    "fewer than no cards": (number("hand_count", "<=", -1, **YOU), number("hand_count", "<=", 0, **YOU)),
    "PWR below 0": (number("pwr", "<", 0, of=THIS), number("pwr", "<", 1, of=THIS)),
    "full void": (number("void_count", ">=", 7, **YOU), number("void_count", ">=", 6, **YOU)),
    "two steps": (
        {"op": "all", "of": [{"op": "step_is", "step": "act1"}, {"op": "step_is", "step": "act2"}]},
        {"op": "any", "of": [{"op": "step_is", "step": "act1"}, {"op": "step_is", "step": "act2"}]},
    ),
    "two turns": (
        {"op": "all", "of": [{"op": "turn_of", "who": "you"}, {"op": "turn_of", "who": "opponent"}]},
        {"op": "turn_of", "who": "you"},
    ),
    "the same PWR": (
        {"op": "pwr", "of": THIS, "cmp": "<=", "n": {"pwr": THIS}},
        {"op": "pwr", "of": THIS, "cmp": "<=", "n": {"pwr": ATTACKER}},
    ),
}


@pytest.mark.rule("TC-RUL-173", "TC-READ-09")
@pytest.mark.parametrize("case", sorted(NUMBERS))
def test_condition_that_nothing_meets_is_refused(case: str) -> None:
    """The loader refuses a condition that can never be met or never fail, and accepts one that can."""
    wrong, right = NUMBERS[case]

    assert 1 == len(faults_of(form(uses(eti="swift", when=wrong))))
    assert [] == fields(form(uses(eti="swift", when=right)))


@pytest.mark.rule("TC-RUL-173", "TC-WIN-01")
def test_full_void_is_no_condition_of_a_flip() -> None:
    """No savior flips with seven spirits in a void, but an [AUTO] effect may see them with a late check of losses."""
    seven = number("void_count", ">=", 7, who="opponent")

    assert ["flip.when"] == fields(savior(flip={"when": seven}))
    assert [] == fields(savior(flip={"when": {**seven, "n": 6}}))
    assert [] == fields(command("bound", auto(on={"event": "state", "when": seven})))
    assert ["effects[0].when"] == fields(form(uses(when=number("void_count", "==", -1, who="opponent"))))


@pytest.mark.rule("TC-RUL-173")
def test_effect_does_not_need_more_cards_than_there_can_be() -> None:
    """The loader refuses a target or a cost of six forms, or of two saviors, of one player."""
    step = {"do": "modify_pwr", "of": {"ref": "chosen.0"}, "by": 1}
    for zone, most in (("form", 5), ("savior", 1)):
        for n, found in ((most, []), (most + 1, ["effects[0].targets[0].n"])):
            assert found == fields(form(uses(step, targets=[{"who": "you", "zone": zone, "n": n}])))
    for n, found in ((5, []), (6, ["effects[0].cost[0].of.n"])):
        assert found == fields(form(uses(cost=[{"pay": "sacrifice", "of": {**MINE, "n": n}}])))


@pytest.mark.rule("TC-RUL-173")
def test_condition_on_the_own_card_asks_for_what_it_can_be() -> None:
    """The loader refuses a filter or a condition by which a command would have a level, or a savior be a form."""
    low = {"do": "damage", "of": {**THEIRS, "filter": {"op": "is", "of": THIS, "level": 0}}}
    assert ["effects[0].do[0].of.filter"] == fields(command("normal", main("none", low)))
    assert [] == fields(form(uses(low)))
    kind = {"op": "is", "of": THIS, "kind": "form"}
    assert ["boundless.effects[0].when"] == fields(savior(uses(name="Flare", when=kind)))
    assert ["effects[0].when"] == fields(command("bound", uses(when={"op": "is", "of": THIS, "type": "swift"})))


@pytest.mark.rule("TC-RUL-173", "TC-READ-08")
def test_single_card_is_not_counted() -> None:
    """The loader refuses a number that counts one card, and accepts one that counts several or up to one."""
    draw = {**DRAW, "n": {"count": {"ref": "chosen.0"}}}
    for n, found in ((1, ["effects[0].do[0].n.count"]), (2, []), ({"min": 0, "max": 1}, [])):
        assert found == fields(form(uses(draw, targets=[{**MINE, "n": n}])))


@pytest.mark.rule("TC-RUL-173")
def test_number_in_a_negation_or_for_other_players_is_accepted() -> None:
    """The loader accepts a negated condition, forms of all players, and the filter of another card."""
    six = number("count", ">=", 6, of={**MINE, "who": "any"})
    assert [] == fields(form(always({"static": "modify_pwr", "of": THIS, "by": 1}, when=six)))
    assert [] == fields(form(uses(when={"op": "not", "of": number("players", ">=", 9)})))


@pytest.mark.rule("TC-RUL-173")
def test_older_matches_keep_such_cards() -> None:
    """A card with a trigger that never happens has no fault under version 2 of the rules."""
    card = load_card(waits(event="form_played", card=MINE))
    (effect,) = card.effects
    assert effect.on is not None
    old = replace(card, effects=(replace(effect, on=replace(effect.on, event="command_played")),))

    assert [] == [*faults_in(old, form=2)]
    assert ["effects[0].on.card"] == [fault.field for fault in faults_in(old)]


@pytest.mark.rule("TC-RUL-173", "TC-RUL-138", "TC-RUL-179")
def test_chosen_card_that_has_left_is_named_by_its_event() -> None:
    """The fault of delayed steps that play a chosen form again says that the card of the event is meant."""
    back = {"do": "play_form", "from": "drop", "of": {"ref": "chosen.0"}}
    wait = {"do": "delay", "until": {"event": "left_play", "card": {"ref": "chosen.0"}}, "then": [back]}
    faults = faults_of(command("normal", main("none", wait, targets=[{**MINE, "n": 1}])))

    assert {"effects[0].do[0].then[0].of"} == {fault.field for fault in faults}
    assert "a chosen card that has left play is a new card: write event.card for the card of the event" in [
        fault.reason for fault in faults
    ]
    wait["then"] = [{**back, "of": {"ref": "event.card"}}]
    assert [] == fields(command("normal", main("none", wait, targets=[{**MINE, "n": 1}])))
