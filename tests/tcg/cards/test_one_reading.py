"""Two effects that do different things never have the same text. Rule: TC-RUL-200 to TC-RUL-205."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from services.tcg.catalogue.language.effects import Effect
from services.tcg.catalogue.text.effects import effect_text, words_of_parts
from services.tcg.catalogue.text.face import text_of
from services.tcg.catalogue.text.limits import ONCE_PER_TURN, limiting
from services.tcg.catalogue.text.speech import line
from tests.tcg.cards.making import DRAW, MINE, ONCE, Raw, auto, command, form, load_card, main, uses
from tests.tcg.cards.small_effects import (
    ATTACKING,
    ELF,
    FORMS,
    INVOKE,
    LOW,
    MY_TURN,
    STRONG,
)

DISCARD: Raw = {"do": "discard", "n": 1}
EACH_FORM: Raw = {"do": "for_each", "of": MINE}
MAY: Raw = {"do": "may"}
MANY_CARDS: Raw = {"op": "hand_count", "who": "you", "cmp": ">=", "n": 1}
IF_MY_TURN: Raw = {"do": "if", "when": MY_TURN, "then": [DRAW]}
PICK: Raw = {"do": "choose", "store": "x", "of": {**MINE, "n": 1}}
PICK_THEIRS: Raw = {"do": "choose", "store": "y", "of": {"who": "opponent", "zone": "form", "n": 1}}

PUT_BACK = (
    "Put 1 card in any player's hand, that many from each controller, picked by them, on top of its owner's main deck."
)
CLOSED = (
    "Prevent the next 1 damage to 1 form in play, that many from each controller, picked by them, until the end of the "
    "turn."
)


def text(*do: Raw, **more: Any) -> str:  # noqa: ANN401 any field
    """Return the text of an effect with these steps."""
    return line(msgspec.convert({"id": "e", "eti": "none", "do": list(do), **more}, Effect))


def drawing(n: object) -> str:
    """Return the text of drawing this number of cards."""
    return text({"do": "draw", "n": n})


# ---------------------------------------------------------------- each pair of texts that were the same


@pytest.mark.rule("TC-RUL-200", "TC-READ-08")
@pytest.mark.parametrize(
    ("steps", "says"),
    [
        ([{**EACH_FORM, "then": [DRAW, INVOKE]}], "For each form you control, draw 1, then invoke 1."),
        ([{**EACH_FORM, "then": [DRAW]}, INVOKE], "For each form you control, draw 1. Then invoke 1."),
        ([{**MAY, "then": [DRAW, INVOKE]}], "If you wish, draw 1, then invoke 1."),
        ([{**MAY, "then": [DRAW]}, INVOKE, DISCARD], "If you wish, draw 1. Then invoke 1, then discard 1."),
        (
            [{"do": "delay", "until": {"event": "turn_started", "by": "you"}, "then": [DRAW]}, INVOKE],
            "The next time your turn begins, draw 1. Then invoke 1.",
        ),
        ([{"do": "repeat", "n": 2, "then": [DRAW]}, INVOKE], "2 times over, draw 1. Then invoke 1."),
        (
            [{**EACH_FORM, "then": [{**MAY, "then": [DRAW, INVOKE]}]}],
            "For each form you control, if you wish, draw 1, then invoke 1.",
        ),
        (
            [{**EACH_FORM, "then": [{**MAY, "then": [DRAW]}, INVOKE]}],
            "For each form you control, (if you wish, draw 1), then invoke 1.",
        ),
        (
            [{**EACH_FORM, "then": [{**MAY, "then": [DRAW]}]}, INVOKE],
            "For each form you control, if you wish, draw 1. Then invoke 1.",
        ),
        (
            [{"do": "if", "when": MANY_CARDS, "then": [DRAW], "else": [INVOKE, DISCARD]}],
            "If the number of cards in your hand is at least 1, draw 1, otherwise invoke 1, then discard 1.",
        ),
        (
            [{"do": "if", "when": MANY_CARDS, "then": [DRAW], "else": [INVOKE]}, DISCARD],
            "If the number of cards in your hand is at least 1, draw 1, otherwise invoke 1. Then discard 1.",
        ),
        (
            [{"do": "if", "when": ATTACKING, "then": [{**IF_MY_TURN, "else": [INVOKE]}]}],
            "If this card is attacking, if it is your turn, draw 1, otherwise invoke 1.",
        ),
        (
            [{"do": "if", "when": ATTACKING, "then": [IF_MY_TURN], "else": [INVOKE]}],
            "If this card is attacking, (if it is your turn, draw 1), otherwise invoke 1.",
        ),
        (
            [{"do": "if", "when": ATTACKING, "then": []}, DRAW],
            "If this card is attacking, do nothing. Then draw 1.",
        ),
        (
            [{"do": "choose_mode", "modes": [[DRAW], [INVOKE, DISCARD]]}],
            "Pick 1 of these, draw 1, or invoke 1, then discard 1.",
        ),
        (
            [{"do": "choose_mode", "modes": [[DRAW], [INVOKE]]}, DISCARD],
            "Pick 1 of these, draw 1, or invoke 1. Then discard 1.",
        ),
        (
            [{"do": "roll_die", "sides": 2, "store": "r", "table": {"1": [DRAW], "2": [INVOKE]}}, DISCARD],
            "Roll a 2-sided die, on 1 draw 1, on 2 invoke 1. Then discard 1.",
        ),
        (
            [{"do": "roll_die", "sides": 2, "store": "r", "table": {"1": [DRAW], "2": [INVOKE, DISCARD]}}],
            "Roll a 2-sided die, on 1 draw 1, on 2 invoke 1, then discard 1.",
        ),
    ],
)  # fmt: skip
def test_text_says_where_steps_inside_a_step_end(steps: list[Raw], says: str) -> None:
    """Steps inside a step go on to the end of the sentence or of the brackets."""
    assert says == text(*steps)


@pytest.mark.rule("TC-RUL-200", "TC-READ-08")
@pytest.mark.parametrize(
    ("steps", "says"),
    [
        ([{**MAY, "then": [INVOKE, DISCARD]}], "if you wish, invoke 1, then discard 1 instead."),
        ([{**MAY, "then": [INVOKE]}, DISCARD], "(if you wish, invoke 1), then discard 1 instead."),
    ],
)
def test_text_of_a_replacement_says_where_its_optional_steps_end(steps: list[Raw], says: str) -> None:
    """The steps of a replacement are one sentence, so optional steps before others are in brackets."""
    replace = {"event": "would_draw", "who": "you", "do": steps}
    assert f"CONT: If you would draw, that does not happen; {says}" == text(eti="cont", replace=replace)


@pytest.mark.rule("TC-RUL-201", "TC-READ-08")
@pytest.mark.parametrize(
    ("n", "says"),
    [
        ({"times": [2, {"plus": [FORMS, 3]}]}, "Draw 2 times (the number of forms you control plus 3)."),
        ({"plus": [{"times": [2, FORMS]}, 3]}, "Draw (2 times the number of forms you control) plus 3."),
        ({"times": [{"plus": [3, 2]}, FORMS]}, "Draw (3 plus 2) times the number of forms you control."),
        ({"plus": [3, {"times": [2, FORMS]}]}, "Draw 3 plus (2 times the number of forms you control)."),
        ({"times": [{"plus": [FORMS, 3]}, 2]}, "Draw (the number of forms you control plus 3) times 2."),
        ({"plus": [FORMS, {"times": [3, 2]}]}, "Draw the number of forms you control plus (3 times 2)."),
        ({"plus": [FORMS, {"plus": [3, 2]}]}, "Draw the number of forms you control plus 3 plus 2."),
        ({"plus": [FORMS, -2]}, "Draw the number of forms you control minus 2."),
        (
            {"plus": [FORMS, {"plus": [-2, FORMS]}]},
            "Draw the number of forms you control minus 2 plus the number of forms you control.",
        ),
        ({"plus": [{"times": [-2, FORMS]}, 9]}, "Draw (-2 times the number of forms you control) plus 9."),
        (
            {"plus": [{"count": {**MINE, "filter": STRONG}}, 3]},
            "Draw (the number of forms you control where its PWR is at least 2) plus 3.",
        ),
        (
            {"count": {**MINE, "filter": {**STRONG, "n": {"plus": [2, 3]}}}},
            "Draw the number of forms you control where its PWR is at least 2 plus 3.",
        ),
    ],
)
def test_text_of_a_number_says_what_is_added_and_multiplied(n: Raw, says: str) -> None:
    """A product in a sum, a sum in a product, and a described number before another are in brackets."""
    assert says == drawing(n)


@pytest.mark.rule("TC-RUL-201", "TC-READ-08")
def test_text_of_a_number_of_described_cards_says_what_x_is() -> None:
    """If both a number and the cards have a description, the number is X, and the text says what X is."""
    number = {"count": {**MINE, "filter": LOW}}
    search = {"do": "search", "deck": "main", "to": "hand"}

    assert "Discard the number of forms you control that is of level 1." == text({"do": "discard", "n": number})
    assert "Discard X that is of level 1, where X is the number of forms you control." == text(
        {"do": "discard", "n": FORMS, "filter": LOW}
    )
    assert (
        "Search your main deck for up to X cards that are of level 1, where X is the number of forms you control, put "
        "them into your hand and shuffle the deck."
    ) == text({**search, "n": FORMS, "filter": LOW})


@pytest.mark.rule("TC-RUL-202", "TC-READ-06")
@pytest.mark.parametrize(
    ("when", "says"),
    [
        ({"op": "not", "of": {"op": "all", "of": [MY_TURN, ATTACKING]}},
         "it is not true that (it is your turn and this card is attacking)"),
        ({"op": "all", "of": [{"op": "not", "of": MY_TURN}, ATTACKING]},
         "(it is not true that it is your turn) and this card is attacking"),
        ({"op": "all", "of": [ATTACKING, {"op": "not", "of": MY_TURN}]},
         "this card is attacking and it is not true that it is your turn"),
        ({"op": "all", "of": [{"op": "any", "of": [MY_TURN, ATTACKING]}, MANY_CARDS]},
         "(either it is your turn or this card is attacking) and the number of cards in your hand is at least 1"),
        ({"op": "any", "of": [MY_TURN, {"op": "all", "of": [ATTACKING, MANY_CARDS]}]},
         "either it is your turn or (this card is attacking and the number of cards in your hand is at least 1)"),
        ({"op": "all", "of": [MY_TURN, {"op": "any", "of": [ATTACKING, MANY_CARDS]}]},
         "it is your turn and either this card is attacking or the number of cards in your hand is at least 1"),
        ({"op": "all", "of": [{"op": "exists", "of": {**MINE, "filter": LOW}}, MY_TURN]},
         "there is at least one of forms you control that is of level 1 and it is your turn"),
        ({"op": "exists", "of": {**MINE, "filter": {"op": "all", "of": [LOW, MY_TURN]}}},
         "there is at least one of forms you control where (it is of level 1 and it is your turn)"),
    ],
)  # fmt: skip
def test_text_says_which_conditions_belong_together(when: Raw, says: str) -> None:
    """Conditions within others are in brackets wherever their words could go on."""
    assert f"[SWIFT] If {says}: —; draw 1." == text(DRAW, eti="swift", when=when)


@pytest.mark.rule("TC-RUL-202", "TC-READ-08")
@pytest.mark.parametrize(
    ("of", "says"),
    [
        ({"op": "not", "of": LOW}, "that is not of level 1"),
        ({"op": "not", "of": {**LOW, "tribe": "Elf"}}, "that is not (of {Elf} and of level 1)"),
        ({"op": "all", "of": [{"op": "not", "of": LOW}, ELF]}, "where it is not of level 1 and it is of {Elf}"),
        ({"op": "not", "of": {"op": "all", "of": [LOW, ELF]}},
         "where it is not true that (it is of level 1 and it is of {Elf})"),
        ({"op": "all", "of": [LOW, ELF]}, "where it is of level 1 and it is of {Elf}"),
        (MY_TURN, "where it is your turn"),
    ],
)  # fmt: skip
def test_text_of_a_filter_is_english(of: Raw, says: str) -> None:
    """A filter is a clause with "that is" only for properties of the card, otherwise one with "where"."""
    assert f"Destroy each form you control {says}." == text({"do": "destroy", "of": {**MINE, "filter": of}})


@pytest.mark.rule("TC-RUL-203", "TC-READ-08")
@pytest.mark.parametrize(("name", "which"), [("x", "first"), ("y", "second")])
def test_text_says_which_picked_cards_are_meant(name: str, which: str) -> None:
    """If an effect picks cards twice, the text says which of them a later step means."""
    picks = "Pick 1 form you control, then pick 1 form an opponent controls"
    destroy = {"do": "destroy", "of": {"var": name}}
    assert f"{picks}, then destroy the cards of the {which} pick." == text(PICK, PICK_THEIRS, destroy)
    assert "Pick 1 form you control, then destroy the cards picked before." == text(
        PICK, {**destroy, "of": {"var": "x"}}
    )


@pytest.mark.rule("TC-RUL-203", "TC-READ-08")
@pytest.mark.parametrize(("name", "which"), [("x", "first"), ("y", "second")])
def test_text_says_which_picked_player_and_which_roll_is_meant(name: str, which: str) -> None:
    """If an effect picks players or rolls dice twice, the text says which of them a later step means."""
    players = [{"do": "choose_player", "among": "all", "store": one} for one in ("x", "y")]
    rolls = [{"do": "roll_die", "sides": 6, "store": one} for one in ("x", "y")]
    hand = {"do": "reveal", "of": {"who": {"var": name}, "zone": "hand"}}

    assert f"Pick a player, then pick a player, then the {which} player picked draws 1." == text(
        *players, {**DRAW, "who": {"var": name}}
    )
    assert text(*players, hand).endswith(f"reveal each card in the {which} picked player's hand to all players.")
    assert f"Roll a 6-sided die, then roll a 6-sided die, then draw the {which} number rolled." == text(
        *rolls, {"do": "draw", "n": {"var": name}}
    )


@pytest.mark.rule("TC-RUL-203", "TC-READ-08")
def test_text_names_each_pick_that_could_be_meant() -> None:
    """If a later pick is optional, or belongs to a repeated step, the text names every pick that could be meant."""
    again = {**PICK_THEIRS, "store": "x"}
    destroy = {"do": "destroy", "of": {"var": "x"}}

    assert text(PICK, {**MAY, "then": [again]}, destroy).endswith("Then destroy the cards of the first or second pick.")
    assert text(PICK, again, destroy).endswith("then destroy the cards of the second pick.")
    assert "2 times over, destroy the cards of the first or second pick, then pick" in text(
        PICK, {"do": "repeat", "n": 2, "then": [destroy, again]}
    )


@pytest.mark.rule("TC-RUL-203", "AR-DESK-02")
def test_text_of_a_part_is_worded_as_in_its_effect() -> None:
    """The text of each step and mode is found in the text of its effect, also if it names one of several picks."""
    modes = {"do": "choose_mode", "modes": [[{"do": "destroy", "of": {"var": "y"}}], [DRAW]]}
    card = load_card(form(uses(PICK, PICK_THEIRS, modes)))
    (effect,) = card.effects
    first, _ = effect.do[2].branches() or ()
    words = words_of_parts(card)

    assert "destroy the cards of the second pick" == words["effects[0].do[2].modes[0][0]"]
    assert {"m": words["effects[0].do[2].modes[0][0]"]} == effect_text(effect, of=card, modes={"m": first}).modes


# ---------------------------------------------------------------- limits, and other words


@pytest.mark.rule("TC-RUL-204", "TC-READ-06")
def test_text_names_the_limit_of_an_effect_on_a_state() -> None:
    """The text of an [AUTO] effect on a state says "once per turn", unless the card has another limit."""
    on = {"event": "state", "when": MY_TURN}
    texts = [text_of(load_card(form(auto(on=on, **more)))).lines for more in ({}, {"limit": {**ONCE, "count": 5}})]

    assert [
        ("[AUTO] When it is your turn, once per turn: —; draw 1.",),
        ("[AUTO] When it is your turn, 5 times per turn: —; draw 1.",),
    ] == texts


@pytest.mark.rule("TC-RUL-204", "TC-RUL-070")
def test_text_names_the_limit_that_the_match_adds() -> None:
    """With `default_effect_limit: once_per_turn`, the text of an activated effect without a limit names this limit."""
    cost = [{"pay": "discard", "n": 1}]
    swift, played = uses(eti="swift", cost=cost, limit=None), command("normal", main("none", DRAW))
    with limiting(ONCE_PER_TURN):
        limited = [text_of(load_card(card)).lines for card in (form(swift), form(auto()), played)]

    assert ("[SWIFT] —: discard 1; draw 1.",) == text_of(load_card(form(swift))).lines
    assert [
        ("[SWIFT] Once per turn: discard 1; draw 1.",), ("[AUTO] When your turn begins: —; draw 1.",), ("Draw 1.",)
    ] == limited  # fmt: skip


@pytest.mark.rule("TC-RUL-205", "TC-CMD-13")
def test_text_of_a_bound_command_says_what_happens_when_it_is_played() -> None:
    """If the main effect of a bound command has a cost, its text differs from that of an effect used later."""
    cost = [{"pay": "discard", "n": 1}]
    boxes = [
        text_of(load_card(command("bound", one))).lines
        for one in (main("none", DRAW, cost=cost), uses(DRAW, cost=cost, limit=None), main("none", DRAW))
    ]

    assert [("When this card is played: discard 1; draw 1.",), ("—: discard 1; draw 1.",), ("Draw 1.",)] == boxes


@pytest.mark.rule("TC-RUL-205", "TC-READ-08")
@pytest.mark.parametrize(
    ("step", "says"),
    [
        ({"do": "play_form", "of": {"who": "you", "zone": "hand"}, "from": "hand"},
         "Play a card in your hand from the hand."),
        ({"do": "play_command", "of": {"who": "you", "zone": "hand"}, "from": "hand"},
         "Play a card in your hand from the hand as a command."),
        ({"do": "spirit_to_void", "from": "under", "n": 2, "spirit": {"var": "x"}},
         "Send 2 of the cards picked before from underneath a card to the void."),
        ({"do": "put_in_deck", "of": {"who": "any", "zone": "hand", "n": 1, "by": "controller"}, "at": "top"},
         PUT_BACK),
        ({"do": "gain_control", "of": {"who": "opponent", "zone": "form", "n": 1, "by": "opponent"},
          "for": "end_of_turn"},
         "Gain control of 1 form an opponent controls, picked by an opponent, until the end of the turn."),
        ({"do": "prevent_damage", "of": {"who": "any", "zone": "form", "n": 1, "by": "controller"}},
         CLOSED),
        ({"do": "repeat", "n": {"times": [2, FORMS]}, "then": [DRAW]},
         "(2 times the number of forms you control) times over, draw 1."),
    ],
)  # fmt: skip
def test_text_of_a_step_has_one_reading(step: Raw, says: str) -> None:
    """A step's text says what kind of card is played and how many are sent, and closes who picks with a comma."""
    assert says == text(step)


# ---------------------------------------------------------------- several chosen cards

TWO: Raw = {**MINE, "n": 2}
LEADER: Raw = {"who": "you", "zone": "savior", "n": 1}
FIRST: Raw = {"ref": "chosen.0"}


@pytest.mark.rule("TC-RUL-213", "TC-RUL-203")
def test_text_says_that_one_choice_takes_several_cards() -> None:
    """If one of two choices takes several cards, the text does not call them the first and the second chosen card."""
    steps = ({"do": "destroy", "of": FIRST}, {"do": "damage", "of": {"ref": "chosen.1"}})
    said = text(*steps, targets=[TWO, LEADER])
    assert said.endswith("destroy each of the cards of the first choice, then damage the second chosen card.")
    assert text(*steps, targets=[LEADER, LEADER]).endswith(
        "destroy the first chosen card, then damage the second chosen card."
    )


@pytest.mark.rule("TC-RUL-213", "TC-RUL-154")
def test_text_says_whether_one_or_each_of_the_chosen_cards_is_meant() -> None:
    """A step is about each of several chosen cards, a condition about one of them, and a number about all."""
    asks = {"do": "if", "when": {"op": "is_spiritualized", "of": FIRST}, "then": [DRAW]}
    total = {"do": "draw", "n": {"pwr": FIRST}}
    for several in ({"n": 2}, {"n": {"min": 0, "max": 2}}, {"n": "all"}):
        said = text({"do": "destroy", "of": FIRST}, total, asks, targets=[{**MINE, **several}])
        assert said.endswith(
            "destroy each of the chosen cards, then draw the total PWR of the chosen cards, then if one of the chosen "
            "cards is spiritualized, draw 1."
        )
    assert text({"do": "destroy", "of": FIRST}, targets=[{**MINE, "n": 1}]).endswith("destroy the chosen card.")


@pytest.mark.rule("TC-READ-08", "TC-RUL-201")
def test_text_names_cards_by_their_number() -> None:
    """A number of described cards is followed by the word "cards", and a computed number of cards is X."""
    product = {"times": [2, {"count": MINE}]}
    assert "Discard 2 cards that are of level 1." == text({"do": "discard", "n": 2, "filter": LOW})
    assert "Discard 1 card that is of level 1." == text({"do": "discard", "n": 1, "filter": LOW})
    assert (
        "Search your main deck for up to X cards, where X is 2 times the number of forms you control, put them into "
        "your hand and shuffle the deck."
    ) == text({"do": "search", "deck": "main", "n": product, "to": "hand"})
    assert text(PICK, {"do": "if", "when": {"op": "is", "of": {"var": "x"}, "level": 1}, "then": [DRAW]}).endswith(
        "then if one of the cards picked before is of level 1, draw 1."
    )
    assert text(PICK, {"do": "put_in_deck", "of": {"var": "x"}, "at": "top"}).endswith(
        "then put the cards picked before on top of their owners' main decks."
    )
