"""Comparisons of level or PWR with cards that have none. Rule: TC-RUL-170."""

from __future__ import annotations

from typing import Any, Final

import pytest

from services.tcg.chapters.commands import PlayCommand
from services.tcg.chapters.entering import FormPlayed
from tests.tcg.board import board, command, effect, number, side
from tests.tcg.played import Played, of
from tests.tcg.reading import cards, ctx, holds
from tests.tcg.steps import CARDS

EACH: Final = {"ref": "each"}
LOW: Final = {"op": "compare", "a": {"level": EACH}, "cmp": "<=", "b": 1}
WEAK: Final = {"op": "compare", "a": {"pwr": EACH}, "cmp": "<=", "b": 3}
MEND: Final = command(
    "mend",
    effect(
        "main", "none", main=True, do=[{"do": "play_form", "of": {"ref": "chosen.0"}, "from": "drop"}],
        targets=[{"who": "you", "zone": "drop", "filter": LOW, "n": 1, "by": "you"}],
    ),
    kind="normal",
)  # fmt: skip


@pytest.mark.rule("TC-RUL-170", "TC-FORM-04", "TC-RUL-123")
@pytest.mark.parametrize(("of_form", "found"), [(3, ["whelp"]), (2, ["whelp", "order"])])
@pytest.mark.parametrize("number_of", [LOW, WEAK])
def test_card_without_the_number_is_not_found(of_form: int, found: list[str], number_of: Any) -> None:  # noqa: ANN401
    """A selector of cards with a low level or PWR does not find a command, which has neither.

    Under version 2 of the rules, the command counts as a card of level 0 and PWR 0.
    """
    game = board(cards=CARDS, a=side(hand=["whelp", "brute", "order"]), b=side(), of_form=of_form)
    selector = {"who": "you", "zone": "hand", "filter": number_of}

    assert found == cards(game, ctx(game), **selector)


@pytest.mark.rule("TC-RUL-170", "TC-FORM-04")
def test_effect_that_needs_a_form_of_a_low_level_is_not_wasted_on_a_command() -> None:
    """A play that needs a card of a low level in the drop zone is not legal if only a command is there."""
    play = Played(board(cards=[*CARDS, MEND], a=side(hand=["mend", "mend"], drop=["order"]), b=side()))
    assert [] == [body for body in play.fields_offered("a", PlayCommand) if body["card"] == play.hand("a", "mend")]

    play = Played(board(cards=[*CARDS, MEND], a=side(hand=["mend"], drop=["order", "whelp"]), b=side()))
    events = [*play.quietly("a", PlayCommand(card=play.hand("a", "mend")))]
    while play.decision().kind != "act":
        events += [*play.answer(play.decision().options[0]), *play.pass_all()]
    assert ["whelp"] == [one.card for one in of(FormPlayed, events)]


@pytest.mark.rule("TC-RUL-170", "TC-RUL-077")
def test_sum_of_several_cards_needs_no_number_of_each() -> None:
    """When the levels or PWR of several cards are added up, a card without a level or PWR adds 0."""
    game = board(cards=CARDS, a=side(hand=["brute", "order"]), b=side())

    def adds_up(name: str, b: int) -> bool:
        amount = {name: {"who": "you", "zone": "hand"}}
        return holds(game, ctx(game), {"op": "compare", "a": amount, "cmp": "==", "b": b})

    assert adds_up("level", 2)
    assert adds_up("pwr", 6)


@pytest.mark.rule("TC-RUL-170")
def test_number_within_a_sum_is_needed_too() -> None:
    """A comparison with a sum that includes a card's level is false for a card without a level."""
    game = board(cards=CARDS, a=side(hand=["whelp", "order"]), b=side())
    twice = {"plus": [1, {"times": [2, {"level": EACH}]}]}
    for found, printed in ((True, "whelp"), (False, "order")):
        test = {"op": "compare", "a": 1, "cmp": "==", "b": twice}
        assert found == holds(game, ctx(game), test, number(game, "a", printed))
