"""Cards that the loader refuses because they would not do what their text says."""

from __future__ import annotations

import msgspec
import pytest

from services.tcg.catalogue.language.effects import Cards
from services.tcg.catalogue.text.face import text_of
from services.tcg.chapters.opening import CardsBad, OpenMatch, open_match
from services.tcg.forms import NEWEST
from services.tcg.state.match import Match
from shared.kernel.chance import Faces
from shared.kernel.game import SeatAsk
from tests.tcg.cards.making import (
    DRAW,
    MINE,
    MY_FORM,
    THIS,
    Raw,
    always,
    command,
    faults_of,
    form,
    load_card,
    main,
    savior,
    uses,
)
from tests.tcg.playing import Playing

FORMS_OF_EACH: Raw = {"who": "each_opponent", "zone": "form", "n": 1}
IN_DECK: Raw = {"who": "you", "zone": "main_deck"}
IN_SPIRITS: Raw = {"who": "you", "zone": "spirit_deck"}
TWO_PICKED: Raw = {"n": 2, "by": "you"}
HELD: Raw = {"who": "you", "zone": "hand"}
IS_FORM: Raw = {"op": "is", "of": {"ref": "each"}, "kind": "form"}
NAMED: tuple[str, ...] = ("TC-ZONE-13", "TC-ZONE-18", "TC-RUL-162")


def faults_at(card: Raw) -> list[tuple[str, tuple[str, ...]]]:
    """Return the field and the rules of each fault of a card."""
    return [(fault.field, fault.rules) for fault in faults_of(card)]


def events_of_opening(card: Raw, *, of_form: int) -> list[str]:
    """Open a match that uses this card, under a version of the rules, and return the names of its events."""
    cards = msgspec.convert({"name": "Test", "cards": [card]}, Cards)
    game = Playing(Match(form=of_form).mutable_copy(), Faces())
    open_match(game, OpenMatch(seats=(SeatAsk(seat="a"), SeatAsk(seat="b")), cards=cards))
    return [type(event).__name__ for event in game.events]


# ---------------------------------------------------------------- several players who sacrifice


@pytest.mark.rule("TC-RUL-163", "TC-FORM-20")
@pytest.mark.parametrize(("who", "by"), [("each_opponent", "opponent"), ("each_opponent", "you"), ("any", "random")])
def test_each_of_several_players_picks_the_form_that_it_sacrifices(who: str, by: str) -> None:
    """If several players sacrifice, each must pick a form: the loader refuses a step with one pick for all of them."""
    refused = form(uses({"do": "sacrifice", "who": who, "of": {**FORMS_OF_EACH, "by": by}}))
    allowed = form(uses({"do": "sacrifice", "who": who, "of": {**FORMS_OF_EACH, "by": "controller"}}))

    assert [("effects[0].do[0].of.by", ("TC-FORM-20", "TC-RUL-163"))] == faults_at(refused)
    assert [] == faults_at(allowed)


@pytest.mark.rule("TC-RUL-163", "TC-CARD-02")
def test_an_older_match_with_such_a_card_still_opens() -> None:
    """A match under version 2 of the rules still opens with a card that the loader now refuses."""
    card = form(uses({"do": "sacrifice", "who": "any", "of": {**FORMS_OF_EACH, "by": "you"}}))

    assert ["MatchCreated", "SeatJoined", "SeatJoined"] == events_of_opening(card, of_form=2)
    with pytest.raises(CardsBad) as refused:
        events_of_opening(card, of_form=NEWEST)
    assert "TC-RUL-163" in str(refused.value.has)


# ---------------------------------------------------------------- costs


@pytest.mark.rule("TC-RUL-158", "TC-READ-10")
@pytest.mark.parametrize("who", ["opponent", "any", "each_opponent"])
def test_no_cost_is_paid_with_spirits_of_other_players(who: str) -> None:
    """The loader refuses a cost that takes spirits from under other players' forms."""
    cost: Raw = {"pay": "despiritualize", "of": {"who": who, "zone": "form"}, "n": 1}
    own: Raw = {**cost, "of": {"who": "you", "zone": "form"}}
    fault = ("of.who", ("TC-READ-10", "TC-RUL-158"))
    when: Raw = {"op": "turn_of", "who": "you"}

    assert [(f"effects[0].cost[0].{fault[0]}", fault[1])] == faults_at(
        command("normal", main("none", DRAW, cost=[cost]))
    )
    assert [(f"flip.cost[0].{fault[0]}", fault[1])] == faults_at(savior(flip={"when": when, "cost": [cost]}))
    assert [] == faults_at(command("normal", main("none", DRAW, cost=[own])))
    assert [] == faults_at(savior(flip={"when": when, "cost": [own]}))


# ---------------------------------------------------------------- cards in decks


@pytest.mark.rule("TC-RUL-162", "TC-ZONE-13", "TC-ZONE-18")
@pytest.mark.parametrize(
    ("step", "field"),
    [
        ({"do": "choose", "of": {**IN_DECK, **TWO_PICKED}, "store": "x"}, "of"),
        ({"do": "choose", "of": {**IN_SPIRITS, **TWO_PICKED}, "store": "x"}, "of"),
        ({"do": "put_in_deck", "of": {**IN_DECK, **TWO_PICKED}, "at": "bottom"}, "of"),
        ({"do": "for_each", "of": IN_DECK, "then": [DRAW]}, "of"),
        ({"do": "for_each", "of": IN_SPIRITS, "then": [DRAW]}, "of"),
        ({"do": "reveal", "of": IN_SPIRITS}, "of"),
        ({"do": "reveal", "of": {"who": "you", "zone": ["hand", "main_deck"]}}, "of"),
        ({"do": "reveal", "of": {**IN_DECK, "filter": IS_FORM}}, "of"),
        ({"do": "reveal", "of": {**IN_DECK, "n": 2, "by": "random"}}, "of"),
        ({"do": "reveal", "of": {**IN_DECK, "n": {"min": 1, "max": 2}, "by": "you"}}, "of"),
        ({"do": "attach_spirit", "of": THIS, "from": "spirit_deck", "spirit": {**IN_SPIRITS, "n": 1, "by": "you"}},
         "spirit"),
        ({"do": "attach_spirit", "of": THIS, "from": "void", "spirit": {**IN_SPIRITS, "n": 1, "by": "you"}}, "spirit"),
        ({"do": "spirit_to_void", "from": "spirit_deck", "n": 1, "spirit": IN_SPIRITS}, "spirit"),
        ({"do": "draw", "n": {"count": {**IN_DECK, "filter": IS_FORM}}}, "n.count"),
        ({"do": "draw", "n": {"level": IN_DECK}}, "n.level"),
    ],
)  # fmt: skip
def test_no_step_names_cards_in_a_deck(step: Raw, field: str) -> None:
    """The loader refuses a step that selects cards in a deck; the fault names the field."""
    assert [(f"effects[0].do[0].{field}", NAMED)] == faults_at(form(uses(step)))


@pytest.mark.rule("TC-RUL-162", "TC-SAV-02", "TC-ZONE-19")
@pytest.mark.parametrize("zone", ["void", "savior"])
def test_fault_of_a_zone_names_no_deck_instead(zone: str) -> None:
    """The fault of a step that cannot move cards from a zone lists the zones that the loader would accept."""
    (fault,) = faults_of(form(uses({"do": "put_in_deck", "of": {"who": "you", "zone": zone}, "at": "top"})))
    assert fault.reason == f"it does not work on cards in {zone}: name command or drop or form or hand"


@pytest.mark.rule("TC-RUL-162", "TC-ZONE-12")
def test_conditions_only_count_cards_in_decks() -> None:
    """The loader accepts a condition that counts a deck, but refuses one that filters a deck or reads its cards.

    It also accepts a replacement about the spirits of a deck.
    """
    counted = {"op": "count", "of": IN_DECK, "cmp": ">=", "n": 3}
    keeps = always(replace={"event": "would_go_to_void", "of": IN_SPIRITS})

    assert [] == faults_at(form(uses(when=counted), {**keeps, "id": "k"}))
    assert [] == faults_at(form(uses(when={"op": "exists", "of": IN_SPIRITS})))
    for condition in ({**counted, "of": {**IN_DECK, "filter": IS_FORM}}, {"op": "is", "of": IN_DECK, "kind": "form"}):
        assert [("effects[0].when.of", NAMED)] == faults_at(form(uses(when=condition)))


@pytest.mark.rule("TC-RUL-162")
@pytest.mark.parametrize(
    ("of", "says"),
    [
        (IN_DECK, "Reveal the top card of your main deck to all players."),
        ({**IN_DECK, "n": 1, "by": "you"}, "Reveal the top card of your main deck to all players."),
        ({**IN_DECK, "n": 3, "by": "you"}, "Reveal the top 3 cards of your main deck to all players."),
        ({**IN_DECK, "who": "opponent"}, "Reveal the top card of an opponent's main deck to all players."),
        ({**IN_DECK, "who": "any"}, "Reveal the top card of each player's main deck to all players."),
    ],
)  # fmt: skip
def test_text_says_that_the_top_of_a_deck_is_revealed(of: Raw, says: str) -> None:
    """The text says that cards of a main deck are revealed from the top: one card, if the step gives no number."""
    card = command("normal", main("none", {"do": "reveal", "of": of}))

    assert [] == faults_at(card)
    assert (says,) == text_of(load_card(card)).lines


# ---------------------------------------------------------------- numbers


@pytest.mark.rule("TC-RUL-164", "TC-KEY-09")
@pytest.mark.parametrize("n", [2, "all", {"min": 0, "max": 3}, {"min": 1, "max": 1}])
def test_card_is_spiritualized_with_exactly_one_spirit(n: int | str | Raw) -> None:
    """The loader refuses a step that spiritualizes one form with any number of spirits except one."""
    picked = {"n": n} if n == "all" else {"n": n, "by": "you"}
    step = {"do": "spiritualize", "of": MY_FORM, "spirit": {**HELD, **picked}}

    (fault,) = faults_of(form(uses(step)))
    assert ("effects[0].do[0].spirit.n", ("TC-KEY-09", "TC-RUL-164")) == (fault.field, fault.rules)
    assert fault.reason.endswith("write 1, or remove n")
    assert [] == faults_at(form(uses({**step, "spirit": {**HELD, "n": 1, "by": "you"}})))
    assert [] == faults_at(form(uses({**step, "spirit": HELD})))


@pytest.mark.rule("TC-RUL-164")
def test_two_forms_are_spiritualized_with_two_spirits() -> None:
    """The loader accepts a step that spiritualizes two forms with two spirits, one for each."""
    two = {"do": "spiritualize", "of": {**MY_FORM, "n": 2}, "spirit": {**HELD, "n": 2, "by": "you"}}

    assert [] == faults_at(form(uses(two)))
    chosen = {**two, "of": {"ref": "chosen.0"}}
    assert [] == faults_at(form(uses(chosen, targets=[{**MY_FORM, "n": 2}])))


@pytest.mark.rule("TC-RUL-164", "TC-KEY-09")
@pytest.mark.parametrize("picked", [{}, {"n": 1, "by": "you"}, {"n": 3, "by": "you"}, {"n": "all"}])
def test_two_forms_are_not_spiritualized_with_other_spirits_than_two(picked: Raw) -> None:
    """The loader refuses a step that spiritualizes two forms with any number of spirits except two."""
    step = {"do": "spiritualize", "of": {**MY_FORM, "n": 2}, "spirit": {**HELD, **picked}}
    chosen = uses({**step, "of": {"ref": "chosen.0"}}, targets=[{**MY_FORM, "n": 2}])

    for effect in (uses(step), chosen):
        (fault,) = faults_of(form(effect))
        assert ("effects[0].do[0].spirit.n", ("TC-KEY-09", "TC-RUL-164")) == (fault.field, fault.rules)
        assert fault.reason.endswith("exactly 1 spirit: write 2")


@pytest.mark.rule("TC-RUL-164", "TC-KEY-09")
@pytest.mark.parametrize("picked", [{}, {"n": 1, "by": "you"}, {"n": "all"}])
def test_spiritualized_cards_have_a_fixed_number(picked: Raw) -> None:
    """The loader refuses a step that spiritualizes all forms, or a number of forms that its player picks."""
    spirit, several = {**HELD, **picked}, {"min": 1, "max": 3}
    for of in ({"who": "you", "zone": "form", "n": "all"}, {**MY_FORM, "n": several}):
        step = {"do": "spiritualize", "of": of, "spirit": spirit}
        assert [("effects[0].do[0].of.n", ("TC-KEY-09", "TC-RUL-164"))] == faults_at(form(uses(step)))

    at_most_one = {"do": "spiritualize", "of": {**MY_FORM, "n": {"min": 0, "max": 1}}, "spirit": HELD}
    assert [] == faults_at(form(uses(at_most_one)))


@pytest.mark.rule("TC-RUL-164")
def test_an_older_match_with_too_few_spirits_for_two_forms_still_opens() -> None:
    """A match under version 2 of the rules still opens with a card that uses one spirit for two forms."""
    card = form(uses({"do": "spiritualize", "of": {**MY_FORM, "n": 2}, "spirit": HELD}))

    assert ["MatchCreated", "SeatJoined", "SeatJoined"] == events_of_opening(card, of_form=2)
    with pytest.raises(CardsBad) as refused:
        events_of_opening(card, of_form=NEWEST)
    assert "TC-RUL-164" in str(refused.value.has)


@pytest.mark.rule("TC-RUL-077")
def test_no_base_pwr_is_below_0() -> None:
    """The loader refuses a step or a static that sets PWR below 0, because the PWR would count as 0."""
    step = uses({"do": "set_pwr", "of": MY_FORM, "to": -5})
    static = always({"static": "set_pwr", "of": MINE, "to": -1}, id="s")

    assert [("effects[0].do[0].to", ("TC-RUL-077",)), ("effects[1].static[0].to", ("TC-RUL-077",))] == faults_at(
        form(step, static)
    )
    assert [] == faults_at(form(uses({"do": "set_pwr", "of": MY_FORM, "to": 0})))


# ---------------------------------------------------------------- effects that can never be used


@pytest.mark.rule("TC-RUL-165", "TC-ETI-07", "TC-RUL-143")
@pytest.mark.parametrize(
    ("on", "field"),
    [
        ({"event": "drawn"}, "event"),
        ({"event": "turn_started"}, "event"),
        ({"event": "left_play"}, "event"),
        ({"event": "step_entered", "step": "act1"}, "step"),
        ({"event": "phase_entered", "phase": "damage"}, "phase"),
    ],
)
def test_interrupt_answers_only_what_opens_a_window(on: Raw, field: str) -> None:
    """The loader refuses an interrupt that responds to an event which opens no response window."""
    at = f"effects[0].on.{field}"

    assert [(at, ("TC-ETI-07", "TC-RUL-143", "TC-RUL-165"))] == faults_at(
        command("interrupt", main("interrupt", on=on))
    )
    for event in ("attack_declared", "damaged", "combat_won", "step_entered", "phase_entered", "effect_declared"):
        assert [] == faults_at(command("interrupt", main("interrupt", on={"event": event})))


@pytest.mark.rule("TC-RUL-165", "TC-RUL-069")
def test_unmarked_effect_is_not_limited_to_turns_in_which_it_cannot_be_used() -> None:
    """The loader refuses an unmarked effect for other players' turns unless it names a step in which it can be used.

    The loader accepts the same conditions on an effect with [SWIFT].
    """
    own: Raw = {"op": "turn_of", "who": "you"}
    theirs: Raw = {"op": "turn_of", "who": "opponent"}
    not_own: Raw = {"op": "not", "of": own}
    ending: Raw = {"op": "all", "of": [theirs, {"op": "step_is", "step": "end"}]}

    for condition in (not_own, theirs, {"op": "all", "of": [not_own, theirs]}):
        assert [("effects[0].when", ("TC-RUL-069", "TC-RUL-143", "TC-RUL-165"))] == faults_at(
            form(uses(when=condition))
        )
        assert [] == faults_at(form(uses(when=condition, eti="swift")))
    for condition in (own, ending, {"op": "any", "of": [not_own, {"op": "players", "cmp": ">", "n": 2}]}):
        assert [] == faults_at(form(uses(when=condition)))
