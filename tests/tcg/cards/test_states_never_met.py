"""Cards that ask for a state that no card has where it is, or for a number that nothing can meet. Rule: TC-RUL-220."""

from __future__ import annotations

from typing import Any, Final

import pytest
from msgspec.structs import replace

from services.tcg.catalogue.language.conditions import IsSpiritualized, Selector
from services.tcg.catalogue.lints import faults_in
from services.tcg.chapters.operations.hands import Discard
from tests.tcg.cards.making import DRAW, MINE, Raw, always, auto, command, faults_of, form, load_card, main, uses

EACH: Final[Raw] = {"ref": "each"}
DROP: Final[Raw] = {"who": "you", "zone": "drop"}
COMMAND: Final[Raw] = {"who": "you", "zone": "command"}
SPIRITS: Final[Raw] = {"op": "spirits_under", "of": EACH, "cmp": ">=", "n": 1}
COUNTERS: Final[Raw] = {"op": "counters", "of": EACH, "name": "k", "cmp": ">=", "n": 1}
PWR: Final[Raw] = {"op": "pwr", "of": EACH, "cmp": "<=", "n": 2}
LEVEL: Final[Raw] = {"op": "compare", "a": {"level": EACH}, "cmp": "<=", "b": 1}


def state(op: str) -> Raw:
    """Return a condition on a state of the card that a filter tests."""
    return {"op": op, "of": EACH}


def fields(card: Raw) -> list[str]:
    """Return the fields of a card's faults that name the ruling."""
    return [fault.field for fault in faults_of(card) if "TC-RUL-220" in fault.rules]


def many(of: Raw, test: Raw) -> Raw:
    """Return a form whose effect draws as many cards as there are cards with this property."""
    return form(uses({**DRAW, "n": {"count": {**of, "filter": test}}}))


@pytest.mark.rule("TC-RUL-220", "TC-RUL-173")
@pytest.mark.parametrize(
    "test",
    [
        *map(
            state, ("is_attacking", "is_attacked", "attacked_this_step", "is_spiritualized", "spiritualized_this_turn")
        ),
        SPIRITS,
        COUNTERS,
        {"op": "any", "of": [SPIRITS, COUNTERS]},
        {"op": "all", "of": [{"op": "is", "of": EACH, "level": 1}, SPIRITS]},
    ],
)
def test_state_of_a_card_in_play_is_not_asked_of_the_drop_zone(test: Raw) -> None:
    """The loader refuses a filter for attacks, spirits or counters of cards in a drop zone, and accepts it in play."""
    assert ["effects[0].do[0].n.count.filter"] == fields(many(DROP, test))
    assert [] == fields(many({"who": "you", "zone": ["drop", "form"]}, test))


@pytest.mark.rule("TC-RUL-220", "TC-RUL-170")
@pytest.mark.parametrize(("test", "found"), [(PWR, 1), (LEVEL, 1), (SPIRITS, 1), (COUNTERS, 0)])
def test_command_zone_has_only_counters(test: Raw, found: int) -> None:
    """The loader refuses a filter for the PWR, level or spirits of commands, and accepts one for their counters."""
    assert ["effects[0].do[0].n.count.filter"] * found == fields(many(COMMAND, test))
    assert [] == fields(many(MINE, test))


@pytest.mark.rule("TC-RUL-220", "TC-RUL-170")
def test_level_of_a_command_is_asked_for_on_neither_side() -> None:
    """The loader also refuses a filter that compares a printed number with the level or the PWR of a command."""
    for compared in ({"a": 1, "b": LEVEL["a"]}, {"a": {"pwr": EACH}}):
        assert ["effects[0].do[0].n.count.filter"] == fields(many(COMMAND, {**LEVEL, **compared}))
        assert [] == fields(many(MINE, {**LEVEL, **compared}))


@pytest.mark.rule("TC-RUL-224")
def test_one_name_does_not_stand_for_cards_and_a_number() -> None:
    """The loader refuses an effect that stores a number and cards, or a player and a number, under one name."""
    roll: Raw = {"do": "roll_die", "sides": 6, "store": "x", "table": {}}
    pick: Raw = {"do": "choose", "store": "x", "of": {**MINE, "n": 1, "by": "you"}}
    player: Raw = {"do": "choose_player", "store": "x"}
    faults = [
        *faults_of(form(uses(roll, pick))),
        *faults_of(form(uses(player, {"do": "repeat", "n": 2, "then": [roll]}))),
    ]
    assert [
        ("effects[0]", "x is the name of both a number and cards: write another name for one of them"),
        ("effects[0]", "x is the name of both a player and a number: write another name for one of them"),
    ] == [(fault.field, fault.reason) for fault in faults if fault.rules == ("TC-RUL-224",)]
    assert () == faults_of(form(uses(roll, {**pick, "store": "y"}, {**roll, "sides": 4})))


@pytest.mark.rule("TC-RUL-220")
def test_filter_that_a_card_without_spirits_meets_is_accepted() -> None:
    """The loader accepts a filter for cards with at most 0 spirits, and a printed PWR in the drop zone."""
    none: Raw = {**SPIRITS, "cmp": "<=", "n": 0}
    assert [] == [field for test in (none, PWR, LEVEL) for field in fields(many(DROP, test))]


@pytest.mark.rule("TC-RUL-220")
def test_effect_of_an_event_may_ask_for_a_state_that_its_card_had_in_play() -> None:
    """The loader accepts a filter for spiritualized cards in the drop zone in an effect for cards that leave play."""
    count = {**DRAW, "n": {"count": {**DROP, "filter": state("is_spiritualized")}}}
    assert [] == fields(form(auto(count, on={"event": "left_play", "card": MINE})))


@pytest.mark.rule("TC-RUL-220")
def test_steps_and_costs_take_cards_in_such_a_state_only_from_play() -> None:
    """The loader refuses to search, discard or return cards that have attacked or are spiritualized."""
    attacked = state("attacked_this_step")
    search = {"do": "search", "deck": "main", "n": 1, "to": "hand", "filter": attacked}
    discard = {"do": "discard", "n": 1, "filter": state("is_spiritualized")}
    assert ["effects[0].do[0].filter"] * 2 == [*fields(form(uses(search))), *fields(form(uses(discard)))]
    for cost in ({"pay": "discard", "n": 1}, {"pay": "return_from_drop", "n": 1, "to": "main_deck_bottom"}):
        assert ["effects[0].cost[0].filter"] == fields(form(uses(cost=[{**cost, "filter": attacked}])))


@pytest.mark.rule("TC-RUL-220", "TC-RUL-208")
def test_command_that_is_put_face_down_hides_what_it_is() -> None:
    """The loader refuses a trigger or a condition on what is printed on it, unless the effect has revealed it first."""
    named: Raw = {"op": "is", "of": {"ref": "event.card"}, "name": "Zz"}
    on: dict[str, Any] = {"event": "command_set", "by": "opponent"}
    swift = {"who": "opponent", "zone": "command", "filter": {"op": "is", "of": EACH, "type": "swift"}}
    check = {"do": "if", "when": named, "then": [DRAW]}
    assert ["effects[0].on.card.filter"] == fields(form(auto(on={**on, "card": swift})))
    assert ["effects[0].when"] == fields(form(auto(on=on, when=named)))
    assert ["effects[0].do[0].when"] == fields(form(auto(check, on=on)))
    shown = {"do": "reveal", "of": {"ref": "event.card"}, "to": "all"}
    assert [] == fields(form(auto(shown, check, on=on)))
    assert [] == fields(form(auto(on=on, when={"op": "not", "of": named})))
    assert [] == fields(form(auto(on=on, when={"op": "is", "of": {"ref": "event.card"}, "kind": "command"})))


@pytest.mark.rule("TC-RUL-220")
@pytest.mark.parametrize(
    "test",
    [
        {"op": "compare", "a": 1, "cmp": "==", "b": 2},
        {"op": "any", "of": []},
        {"op": "not", "of": {"op": "all", "of": []}},
    ],
)
def test_condition_that_is_never_or_always_met_is_refused(test: Raw) -> None:
    """The loader refuses a comparison of two printed numbers, and a list without conditions."""
    assert 1 == len(fields(form(uses(when=test))))
    assert 1 == len(fields(many(DROP, test)))


@pytest.mark.rule("TC-RUL-220", "TC-RUL-145")
def test_negative_multiple_of_a_count_is_refused() -> None:
    """The loader refuses a step whose number is -1 times the number of forms, and accepts a difference of numbers."""
    minus = {"times": [-1, {"count": MINE}]}
    assert ["effects[0].do[0].n"] == fields(form(uses({**DRAW, "n": minus})))
    assert [] == fields(form(uses({**DRAW, "n": {"plus": [5, minus]}})))
    assert [] == fields(form(uses({**DRAW, "n": {"times": [-1, {"plus": [{"count": MINE}, -5]}]}})))


@pytest.mark.rule("TC-RUL-220", "TC-RUL-145")
@pytest.mark.parametrize("step", [DRAW, {"do": "put_counter", "of": {"ref": "this"}, "name": "k"}])
def test_number_that_is_never_above_0_is_refused(step: Raw) -> None:
    """The loader refuses a step whose computed number is always negative, or at most 0, and accepts a printed 0."""
    both = {"count": {"who": "you", "zone": ["form", "savior"]}}
    for never in ({"plus": [1, -5]}, {"plus": [both, -99]}, {"plus": [both, -6]}, {"times": [both, {"plus": [2, -3]}]}):
        assert ["effects[0].do[0].n"] == fields(form(uses({**step, "n": never})))
    for sometimes in ({"plus": [1, -1]}, {"plus": [both, -5]}, {"plus": [{"level": MINE}, -9]}):
        assert [] == fields(form(uses({**step, "n": sometimes})))


@pytest.mark.rule("TC-RUL-145", "TC-RUL-077")
def test_computed_change_by_0_and_computed_base_below_0_are_refused() -> None:
    """The loader refuses a bonus of 1 minus 1, and a base PWR of 1 minus 2, in a step and in a CONT: effect."""
    zero, below, this = {"plus": [1, -1]}, {"plus": [1, -2]}, {"ref": "this"}
    for kind, change in (("modify_pwr", {"of": this, "by": zero}), ("set_pwr", {"of": this, "to": below})):
        name = "by" if "by" in change else "to"
        step, static = form(uses({"do": kind, **change})), form(always({"static": kind, **change}))
        assert [f"effects[0].do[0].{name}"] == [fault.field for fault in faults_of(step)]
        assert [f"effects[0].static[0].{name}"] == [fault.field for fault in faults_of(static)]


@pytest.mark.rule("TC-RUL-220", "TC-RUL-173")
def test_sum_of_printed_numbers_is_a_printed_number() -> None:
    """The loader refuses a comparison of computed printed numbers, and a number of forms that is at least 2 plus 9."""
    compared = {"op": "compare", "a": {"plus": [1, 1]}, "cmp": "==", "b": 2}
    assert ["effects[0].when"] == [fault.field for fault in faults_of(form(uses(when=compared)))]
    many_forms = {"op": "count", "of": MINE, "cmp": ">=", "n": {"plus": [2, 9]}}
    assert ["effects[0].when"] == [fault.field for fault in faults_of(form(uses(when=many_forms)))]


@pytest.mark.rule("TC-RUL-220", "TC-READ-10")
def test_card_in_the_drop_zone_does_not_pay_by_going_there() -> None:
    """The loader refuses an effect of the drop zone that is paid for by sending its card to the drop zone."""
    for zones, found in ((["hand", "drop"], ["effects[0].zones"]), (["hand"], [])):
        paid = uses(independent=True, zones=zones, cost=[{"pay": "send_self", "to": "drop"}])
        assert found == fields(form(paid))


@pytest.mark.rule("TC-RUL-220")
def test_older_matches_keep_such_cards() -> None:
    """A step that discards a spiritualized card has no fault under version 2 of the rules."""
    card = load_card(command("normal", main("none", {"do": "discard", "n": 1})))
    (effect,) = card.effects
    (step,) = effect.do
    assert isinstance(step, Discard)
    filtered = replace(step, filter=IsSpiritualized(of=Selector(ref="each")))
    old = replace(card, effects=(replace(effect, do=(filtered,)),))

    assert [] == [*faults_in(old, form=2)]
    assert ["effects[0].do[0].filter"] == [fault.field for fault in faults_in(old)]
