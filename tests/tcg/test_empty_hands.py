"""Nobody is asked to pick from hands that all players see to be empty. Rule: TC-RUL-045."""

from __future__ import annotations

from typing import Any, Final

import pytest

from services.tcg.forms import AMENDED, NEWEST
from tests.tcg.board import board, side
from tests.tcg.playing import Playing
from tests.tcg.steps import CARDS, answer, cast, open_decision, spell

THEIRS: Final = {"who": "each_opponent", "zone": "hand", "n": 1}
IS_FORM: Final = {"op": "is", "of": {"ref": "each"}, "kind": "form"}
INTO_DECK: Final = {"do": "put_in_deck", "at": "top"}


def at_table(step: Any, *, of_form: int = NEWEST, **hands: list[str]) -> Playing:  # noqa: ANN401 a step
    """Return a match of three in which `a` has carried out a step, and the players hold these cards."""
    sides: dict[str, Any] = {seat: side(hand=hands.get(seat, [])) for seat in "bc"}
    own = side(commands=["spell"], hand=hands.get("a", []))
    return cast(board(cards=[*CARDS, spell(step)], a=own, of_form=of_form, **sides))


def asked(game: Playing) -> str:
    """Answer all questions with their first options, and return the seats that were asked, in order."""
    seats = ""
    while game.state.decisions:
        decision = open_decision(game)
        seats += decision.seat
        answer(game, *decision.options[: decision.least])
    return seats


STEPS: Final = {
    "each puts back": {**INTO_DECK, "of": {**THEIRS, "by": "controller"}},
    "you pick": {**INTO_DECK, "of": {**THEIRS, "by": "you"}},
    "you reveal": {"do": "reveal", "of": {**THEIRS, "by": "you"}},
    "each reveals": {"do": "reveal", "of": {**THEIRS, "by": "controller", "filter": IS_FORM}},
    "you choose": {"do": "choose", "store": "one", "of": {**THEIRS, "by": "controller", "filter": IS_FORM}},
    "an opponent picks": {**INTO_DECK, "of": {"who": "you", "zone": "hand", "n": 1, "by": "opponent"}},
    "from your own": {"do": "play_form", "from": "hand", "of": {"who": "you", "zone": "hand"}},
}


@pytest.mark.rule("TC-RUL-045", "TC-RUL-085", "TC-RUL-193")
@pytest.mark.parametrize("step", STEPS.values(), ids=STEPS)
def test_nobody_is_asked_about_empty_hands(step: dict[str, Any]) -> None:
    """If all hands from which cards could be picked are empty, no player is asked."""
    assert "" == asked(at_table(step))
    assert "" != asked(at_table(step, of_form=AMENDED))


@pytest.mark.rule("TC-RUL-045", "TC-RUL-085")
def test_only_a_player_with_cards_is_asked() -> None:
    """Of two opponents who each pick from their own hand, only the one with a card there is asked."""
    assert "c" == asked(at_table(STEPS["each puts back"], c=["whelp"]))
    assert "a" == asked(at_table(STEPS["you pick"], c=["whelp"]))


@pytest.mark.rule("TC-RUL-045", "TC-RUL-085")
def test_hand_without_such_a_card_is_asked_about() -> None:
    """A player whose hand has cards, but no form, is asked to reveal a form, so that nobody learns that it has none."""
    assert "b" == asked(at_table(STEPS["each reveals"], b=["order"]))


@pytest.mark.rule("TC-RUL-045", "TC-SPI-02")
def test_backs_of_spirits_show_that_no_card_can_go_to_a_deck() -> None:
    """A player whose hand has only spirits is not asked for a card that goes to the main deck, but may reveal one."""
    assert "" == asked(at_table(STEPS["each puts back"], b=["boost"]))
    assert "a" == asked(at_table(STEPS["you reveal"], b=["boost"]))


@pytest.mark.rule("TC-RUL-045", "TC-RUL-085")
def test_nobody_is_asked_for_a_named_spirit_of_an_empty_hand() -> None:
    """If no opponent has a spirit in hand, none is asked to put one of them into the void."""
    step = {"do": "spirit_to_void", "from": "hand", "n": 1, "who": "each_opponent",
            "spirit": {"who": "each_opponent", "zone": "hand"}}  # fmt: skip
    assert "" == asked(at_table(step, b=["whelp"]))
    assert "b" == asked(at_table(step, b=["boost"]))
