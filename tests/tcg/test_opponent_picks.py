"""Choices that a card leaves to an opponent.

With several opponents, the effect's player chooses which one picks.
"""

from __future__ import annotations

from typing import Any, Final

import pytest

from services.tcg.chapters.activating import Activate
from services.tcg.chapters.agreement import Concede
from services.tcg.chapters.departures import FormSacrificed
from services.tcg.chapters.revealing import Revealed
from tests.tcg.board import board, side
from tests.tcg.played import Played
from tests.tcg.playing import Playing
from tests.tcg.steps import CARDS, answer, cast, events_of, open_decision, spell
from tests.tcg.third_turn import laid
from tests.tcg.third_turn import spell as swift

MINE: Final = {"who": "you", "zone": "form", "n": 1, "by": "opponent"}
DESTROY: Final = {"do": "destroy", "of": MINE}
DISCARD: Final = {"do": "discard", "n": 1, "by": "opponent"}
TWO: Final = ["whelp", "brute"]


def at_table(step: Any, *seats: str, of_form: int = 2, **a: Any) -> Playing:  # noqa: ANN401 a step, and what a has
    """Return a match in which an effect of `a` lets an opponent pick."""
    sides: dict[str, Any] = {seat: side() for seat in seats}
    return board(cards=[*CARDS, spell(step)], a=side(commands=["spell"], **a), of_form=of_form, **sides)


@pytest.mark.rule("TC-RUL-045")
@pytest.mark.parametrize("step", [DESTROY, DISCARD], ids=["cards", "a discard"])
@pytest.mark.parametrize("picker", ["b", "c"])
def test_effects_player_chooses_the_picking_opponent(step: Any, picker: str) -> None:  # noqa: ANN401
    """With two opponents, the effect's player names one, who then picks the card."""
    game = cast(at_table(step, "b", "c", forms=TWO, hand=TWO))
    assert ("a", "choose_player", ("b", "c")) == (
        open_decision(game).seat,
        open_decision(game).kind,
        open_decision(game).words,
    )
    answer(game, game.state.order.index(picker))
    assert (picker, "choose_cards") == (open_decision(game).seat, open_decision(game).kind)
    answer(game, open_decision(game).options[1])

    assert ["brute"] == [game.state.table[one].card for one in game.state.players["a"].drop]


@pytest.mark.rule("TC-RUL-045")
@pytest.mark.parametrize("step", [DESTROY, DISCARD], ids=["cards", "a discard"])
def test_single_opponent_picks_without_a_choice(step: Any) -> None:  # noqa: ANN401
    """With one opponent, the effect's player is not asked who picks."""
    game = cast(at_table(step, "b", forms=TWO, hand=TWO))

    assert ("b", "choose_cards") == (open_decision(game).seat, open_decision(game).kind)


@pytest.mark.rule("TC-RUL-045")
def test_no_decision_is_asked_without_a_choice() -> None:
    """An opponent with a single form is not asked which form is destroyed."""
    game = cast(at_table(DESTROY, "b", "c", forms=["whelp"]))

    assert ({}, 1) == (game.state.decisions, len(game.state.players["a"].drop))


@pytest.mark.rule("TC-RUL-039", "TC-RUL-045")
def test_only_the_picking_opponent_sees_the_hand() -> None:
    """A hand from which an opponent picks is revealed to that opponent only."""
    game = cast(at_table(DISCARD, "b", "c", hand=TWO))
    answer(game, 2)

    (shown,) = events_of(game, Revealed)
    assert shown.to is not None
    assert ("c",) == shown.to.audience


@pytest.mark.rule("TC-RUL-045")
@pytest.mark.parametrize(("step", "picker"), [(DESTROY, "b"), (DISCARD, "b")], ids=["cards", "a discard"])
def test_opponent_to_the_left_picks_under_older_rulings(step: Any, picker: str) -> None:  # noqa: ANN401
    """Under version 1 of the rules, the opponent to the left picks, without a choice by the effect's player."""
    game = cast(at_table(step, "b", "c", of_form=1, forms=TWO, hand=TWO))

    assert (picker, "choose_cards") == (open_decision(game).seat, open_decision(game).kind)


@pytest.mark.rule("TC-RUL-168", "TC-FORM-20")
@pytest.mark.parametrize(("of_form", "asked_next"), [(3, ("b", "choose_cards")), (2, ("a", "choose_player"))])
def test_opponent_who_sacrifices_is_the_one_who_picks(of_form: int, asked_next: tuple[str, str]) -> None:
    """If an opponent sacrifices a form that an opponent picks, the effect's player names one opponent who does both.

    Under version 2 of the rules, the player names an opponent for each.
    """
    step = {"do": "sacrifice", "who": "opponent", "of": {**MINE, "who": "opponent"}}
    with_forms = side(forms=TWO)
    game = board(
        cards=[*CARDS, spell(step)], a=side(commands=["spell"]), b=with_forms, c=with_forms, of_form=of_form
    )  # fmt: skip
    cast(game)
    assert ("a", "choose_player", ("b", "c")) == (
        open_decision(game).seat,
        open_decision(game).kind,
        open_decision(game).words,
    )
    answer(game, 1)
    assert asked_next == (open_decision(game).seat, open_decision(game).kind)
    if of_form == 2:
        return
    assert tuple(game.state.players["b"].forms) == open_decision(game).options
    answer(game, game.state.players["b"].forms[1])

    (given,) = events_of(game, FormSacrificed)
    assert ("b", "brute") == (given.seat, given.card)


@pytest.mark.rule("TC-RUL-045", "TC-RUL-046")
def test_named_opponent_can_concede() -> None:
    """If the opponent who must pick concedes, another opponent picks."""
    play: Played = laid(swift(DESTROY), a=side(commands=["spell"], forms=TWO), b=side(), c=side(), d=side())
    play.do("a", Activate(card=play.find("a", "spell", "command")))
    play.pass_all()
    play.answer(2)
    assert "c" == play.decision().seat
    play.do("c", Concede())
    play.pass_all()

    assert ("choose_cards", "b") == (play.decision().kind, play.decision().seat)
