"""Cards that the loader refuses because a step, a cost or a condition can never do what it prints. Rule: TC-RUL-173."""

from __future__ import annotations

import pytest

from services.tcg.forms import NEWEST
from tests.tcg.board import board, side
from tests.tcg.cards.making import MINE, MY_FORM, THIS, Raw, auto, command, faults_of, form, main, savior, uses
from tests.tcg.cards.test_steps_in_vain import events_of_opening, faults_at
from tests.tcg.steps import CARDS, HAND, cast, spell

THEIR_FORM: Raw = {"who": "opponent", "zone": "form", "n": 1, "by": "you"}
THEIR_CARD: Raw = {"who": "opponent", "zone": "hand", "n": 1, "by": "you"}
MY_CARD: Raw = {"who": "you", "zone": "hand", "n": 1, "by": "you"}
MY_DROP: Raw = {"who": "you", "zone": "drop", "n": 1, "by": "you"}
MY_COMMAND: Raw = {"who": "you", "zone": "command", "n": 1, "by": "you"}
VAIN: tuple[str, ...] = ("TC-RUL-173",)


@pytest.mark.rule("TC-RUL-173", "TC-FORM-20")
def test_no_player_sacrifices_another_players_forms() -> None:
    """The loader refuses a step by which one player sacrifices forms that another player controls."""
    for who, whose in (
        ("you", "opponent"), ("you", "each_opponent"), ("you", "any"), ("opponent", "you"), ("opponent", "any")
    ):  # fmt: skip
        step = {"do": "sacrifice", "who": who, "of": {**THEIR_FORM, "who": whose}}
        assert [("effects[0].do[0].of.who", ("TC-FORM-20", "TC-RUL-173"))] == faults_at(form(uses(step)))
    for who in ("you", "opponent", "any"):
        assert () == faults_of(form(uses({"do": "sacrifice", "who": who, "of": {"who": who, "zone": "form"}})))


@pytest.mark.rule("TC-RUL-173")
@pytest.mark.parametrize(
    ("step", "own", "field"),
    [
        ({"do": "play_form", "from": "hand", "of": THEIR_CARD}, {"of": MY_CARD}, "of"),
        ({"do": "play_command", "from": "hand", "of": THEIR_CARD}, {"of": MY_CARD}, "of"),
        ({"do": "set_command", "from": "hand", "of": THEIR_CARD}, {"of": MY_CARD}, "of"),
        ({"do": "spiritualize", "of": MY_FORM, "spirit": THEIR_CARD}, {"spirit": MY_CARD}, "spirit"),
    ],
)
def test_no_card_of_another_hand_is_used(step: Raw, own: Raw, field: str) -> None:
    """The loader refuses a step that plays or puts down a card from another player's hand, and suggests `you`."""
    for whose in ("opponent", "any"):
        (fault,) = faults_of(form(uses({**step, field: {**step[field], "who": whose}})))
        assert (f"effects[0].do[0].{field}.who", VAIN) == (fault.field, fault.rules)
        assert fault.reason.endswith("write you")
    assert () == faults_of(form(uses({**step, **own})))


@pytest.mark.rule("TC-RUL-173")
@pytest.mark.parametrize(
    ("step", "instead"),
    [
        ({"do": "return_to_hand", "from": "form", "of": MY_COMMAND}, {"from": "command"}),
        ({"do": "return_to_hand", "of": MY_COMMAND}, {"from": "command"}),
        ({"do": "play_form", "from": "hand", "of": MY_DROP}, {"from": "drop"}),
        (
            {"do": "attach_spirit", "from": "void", "of": THIS, "spirit": {**MY_DROP, "zone": "under"}},
            {"from": "under"},
        ),
    ],
)
def test_cards_are_in_the_zone_from_which_they_are_taken(step: Raw, instead: Raw) -> None:
    """The loader refuses a step that takes cards from one zone but names cards in another zone."""
    assert [("effects[0].do[0].from", VAIN)] == faults_at(form(uses(step)))
    assert () == faults_of(form(uses({**step, **instead})))


@pytest.mark.rule("TC-RUL-173")
@pytest.mark.parametrize("n", [2, "all", {"min": 1, "max": 2}])
def test_spirits_are_put_underneath_one_card(n: int | str | Raw) -> None:
    """The loader refuses a step that puts a spirit under several cards."""
    of: Raw = {"who": "you", "zone": "form", "n": n} if n == "all" else {**MINE, "n": n, "by": "you"}
    step = {"do": "attach_spirit", "from": "spirit_deck", "of": of}

    assert [("effects[0].do[0].of.n", VAIN)] == faults_at(form(uses(step)))
    assert () == faults_of(form(uses({**step, "of": MY_FORM})))


@pytest.mark.rule("TC-RUL-173", "TC-RUL-164")
@pytest.mark.parametrize("n", [2, {"min": 1, "max": 2}])
def test_chosen_cards_count_as_several_if_there_may_be_several(n: int | Raw) -> None:
    """The loader refuses a step for one card if its targets may be two cards; it accepts "up to 1"."""
    chosen: Raw = {"ref": "chosen.0"}
    under = {"do": "attach_spirit", "from": "spirit_deck", "of": chosen}
    spiritualize = {"do": "spiritualize", "of": chosen, "spirit": MY_CARD}

    def faults(step: Raw, many: int | Raw) -> list[tuple[str, tuple[str, ...]]]:
        return faults_at(form(uses(step, targets=[{**MINE, "n": many}])))

    assert [("effects[0].do[0].of.n", VAIN)] == faults(under, n)
    field = "spirit.n" if n == 2 else "of.n"
    assert [(f"effects[0].do[0].{field}", ("TC-KEY-09", "TC-RUL-164"))] == faults(spiritualize, n)
    for one in (1, {"min": 0, "max": 1}):
        assert [] == [*faults(under, one), *faults(spiritualize, one)]


@pytest.mark.rule("TC-RUL-173", "TC-ETI-02")
@pytest.mark.parametrize(
    ("event", "ref"), [("turn_started", "event.card"), ("die_rolled", "event.target"), ("drawn", "event.spirit")]
)
def test_no_effect_refers_to_a_card_that_its_event_lacks(event: str, ref: str) -> None:
    """The loader refuses a step that refers to a card which its triggering event does not have.

    This also applies to a delayed step.
    """
    step: Raw = {"do": "damage", "of": {"ref": ref}}
    late: Raw = {"do": "delay", "until": {"event": event}, "then": [step]}

    assert [("effects[0].do[0].of.ref", ("TC-ETI-02", *VAIN))] == faults_at(form(auto(step, on={"event": event})))
    assert [("effects[0].do[0].then[0].of.ref", ("TC-ETI-02", *VAIN))] == faults_at(form(uses(late)))
    hit: Raw = {"do": "damage", "of": {"ref": "event.target"}}
    assert () == faults_of(form(auto(hit, on={"event": "damaged"})))
    assert () == faults_of(form(auto({**late, "until": {"event": "damages"}, "then": [hit]}, on={"event": event})))


@pytest.mark.rule("TC-RUL-173", "TC-RUL-046")
def test_no_effect_waits_for_the_loss_of_its_own_player() -> None:
    """The loader refuses an effect that triggers when its own player has lost."""
    lost = {"event": "player_lost"}

    assert [("effects[0].on.by", ("TC-RUL-046", *VAIN))] == faults_at(form(auto(on={**lost, "by": "you"})))
    assert () == faults_of(form(auto(on={**lost, "by": "opponent"})), form(auto(on=lost), id="y", number="2", name="Y"))


@pytest.mark.rule("TC-RUL-173", "TC-READ-09")
@pytest.mark.parametrize("kind", ["normal", "bound"])
def test_command_of_act_steps_needs_no_other_step(kind: str) -> None:
    """The loader refuses a normal or bound command that requires a step other than an act step.

    It also refuses one that returns itself to the hand as a cost.
    """
    turn: Raw = {"op": "turn_of", "who": "you"}
    for step in ({"op": "step_is", "step": "draw"}, {"op": "phase_is", "phase": "check"}):
        needs = command(kind, main("none", when={"op": "all", "of": [turn, step]}))
        assert [("effects[0].when", VAIN)] == faults_at(needs)
    away = command(kind, main("none", cost=[{"pay": "send_self", "to": "hand"}]))

    assert [("effects[0].cost[0].to", ("TC-READ-10", *VAIN))] == faults_at(away)
    assert () == faults_of(command(kind, main("none", when={"op": "step_is", "step": "act2"})))
    assert () == faults_of(command(kind, main("none", cost=[{"pay": "send_self", "to": "drop"}])))


@pytest.mark.rule("TC-RUL-173", "TC-ACT-05")
@pytest.mark.parametrize(
    "when",
    [
        {"op": "turn_of", "who": "opponent"},
        {"op": "step_is", "step": "combat"},
        {"op": "is_attacking", "of": THIS},
        {"op": "savior_side", "who": "you", "side": "boundless"},
        {"op": "all", "of": [{"op": "turn_of", "who": "you"}, {"op": "not", "of": {"op": "turn_of", "who": "you"}}]},
    ],
)
def test_flip_requirement_can_be_met_in_an_act_step(when: Raw) -> None:
    """The loader refuses a savior whose flip requirement cannot be met in an act step of its player's own turn."""
    assert [("flip.when", ("TC-ACT-05", *VAIN))] == faults_at(savior(flip={"when": when}))
    assert () == faults_of(savior(flip={"when": {"op": "any", "of": [when, {"op": "turn_of", "who": "you"}]}}))


@pytest.mark.rule("TC-RUL-173")
def test_older_matches_with_such_cards_still_open() -> None:
    """A match under version 2 of the rules still opens with a card that the loader now refuses."""
    card = form(auto({"do": "damage", "of": {"ref": "event.card"}}))
    assert ["MatchCreated", "SeatJoined", "SeatJoined"] == events_of_opening(card, of_form=NEWEST - 1)


@pytest.mark.rule("TC-RUL-173", "TC-FORM-11")
@pytest.mark.parametrize(("of_form", "asked"), [(3, []), (2, ["brute"])])
def test_form_that_needs_a_sacrifice_is_no_option_without_one(of_form: int, asked: list[str]) -> None:
    """A step that plays a form from the hand offers no form of level 2 if its player has none to sacrifice.

    Under version 2 of the rules the form is offered, and the step then does nothing.
    """
    plays = spell({"do": "play_form", "from": "hand", "of": {**HAND, "by": "you"}})
    for forms, expected in ([], asked), (["whelp"], ["brute"]):
        game = board(
            cards=[*CARDS, plays], a=side(commands=["spell"], hand=["brute", "order"], forms=forms), b=side(),
            of_form=of_form,
        )  # fmt: skip
        cast(game)
        offered = [game.state.table[one].card for decision in game.state.decisions.values() for one in decision.options]
        assert expected == [one for one in offered if one == "brute"]
