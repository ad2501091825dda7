"""Effects that send spirits to the void."""

from __future__ import annotations

from typing import Any, Final

import pytest

from services.tcg.chapters.departures import SpiritsSentToVoid
from services.tcg.chapters.winning import PlayerLost
from shared.kernel.messages import Seat
from tests.tcg.board import Side, board, card, effect, event_names, form, number, side
from tests.tcg.steps import (
    CARDS,
    THEIRS,
    answer,
    cast,
    done,
    events_of,
    lost_spirit,
    mine,
    of,
    open_decision,
    order_of_draws,
    spell,
)


@of("step spirit_to_void")
@pytest.mark.rule("TC-SPI-06", "TC-ZONE-19")
def test_spirits_go_to_the_void_from_hands_decks_and_from_under_cards() -> None:
    """A step sends spirits to the void from the zone that it names.

    The player picks a spirit in hand, and only that player sees its old number.
    """
    hand = {"do": "spirit_to_void", "from": "hand", "n": 1, "who": "opponent"}
    deck = {"do": "spirit_to_void", "from": "spirit_deck", "n": 1}
    under = {"do": "spirit_to_void", "from": "under", "n": 1, "spirit": {"who": "you", "zone": "under"}}
    game = board(
        cards=[*CARDS, spell(hand, deck, under)],
        a=side(commands=["spell"], forms=[("whelp", "boost")], spirits=["rescue"]),
        b=side(hand=["boost", "perfect", "whelp"]),
    )
    below = number(game, "a", "boost", "under")
    cast(game)
    perfect = number(game, "b", "perfect")
    assert ("b", 2) == (open_decision(game).seat, len(open_decision(game).options))
    first = game.state.made + 1
    answer(game, perfect)
    assert [
        SpiritsSentToVoid(
            cause="effect", spirits=(lost_spirit("b", "perfect", first, "hand"),), hand=mine((perfect,), "b")
        ),
        SpiritsSentToVoid(cause="effect", spirits=(lost_spirit("a", "rescue", first + 1, "spirit_deck"),)),
        SpiritsSentToVoid(cause="effect", spirits=(lost_spirit("a", "boost", below),)),
    ] == done(game)


def test_only_named_spirits_leave_a_hand() -> None:
    """A step for one type of spirit offers only spirits of that type, and always asks, whatever is in the hand."""
    boosts = {"zone": "hand", "filter": {"op": "is", "of": {"ref": "each"}, "type": "boost"}}
    game = board(
        cards=[*CARDS, spell({"do": "spirit_to_void", "from": "hand", "n": 1, "spirit": boosts, "who": "opponent"})],
        a=side(commands=["spell"]), b=side(hand=["rescue", "boost"]),
    )  # fmt: skip
    boost = number(game, "b", "boost")
    cast(game)
    assert ("b", (boost,)) == (open_decision(game).seat, open_decision(game).options)


@pytest.mark.rule("TC-RUL-042")
def test_spirits_of_several_players_arrive_together() -> None:
    """If one step sends the seventh spirit of both players to their voids, the match is a draw between them."""
    six = ["boost"] * 6
    game = board(
        cards=[*CARDS, spell({"do": "spirit_to_void", "from": "hand", "n": 1, "who": "any"})],
        a=side(commands=["spell"], hand=["boost"], void=six), b=side(hand=["boost"], void=six),
    )  # fmt: skip
    cast(game)
    assert [PlayerLost(seat="a", reason="void"), PlayerLost(seat="b", reason="void")] == events_of(game, PlayerLost)
    assert (("a", "b"), "simultaneous") == (game.state.drawn, game.state.reason)


@pytest.mark.rule("TC-RUL-042")
def test_each_pass_of_a_repeated_step_is_separate() -> None:
    """If the first repetition of a step fills a player's void, the player loses before the second repetition."""
    step = {"do": "repeat", "n": 2, "then": [{"do": "spirit_to_void", "from": "spirit_deck", "n": 1}]}
    game = board(
        cards=[*CARDS, spell(step)], a=side(commands=["spell"], spirits=["boost"] * 2, void=["boost"] * 6), b=side()
    )  # fmt: skip
    cast(game)
    assert ["SpiritsSentToVoid", "PlayerLost", "MatchFinished"] == event_names(game)
    assert 1 == len(game.state.players["a"].spirits)


@of("replacement would_go_to_void")
@pytest.mark.rule("TC-RUL-131")
def test_replacement_keeps_the_seventh_spirit() -> None:
    """If a replacement keeps the seventh spirit in its zone, no player loses, and the replacement's steps run."""
    mine_ = {"who": "you", "zone": "under"}
    keeper = form(
        "keeper", effect("hold", replace={"event": "would_go_to_void", "of": mine_, "do": [{"do": "draw", "n": 1}]})
    )
    game = board(
        cards=[*CARDS, keeper, spell({"do": "despiritualize", "of": THEIRS, "n": 1})], a=side(commands=["spell"]),
        b=side(forms=["keeper", ("whelp", "boost")], void=["boost"] * 6, deck=["whelp"]),
    )  # fmt: skip
    cast(game)
    assert ["Despiritualized", "CardsDrawn"] == event_names(game)
    assert 1 == len(card(game, "b", "whelp").under)


def test_replacement_without_places_keeps_spirits_in_the_deck() -> None:
    """A replacement that names no zones keeps both devoured spirits in their deck."""
    keeper = form("keeper", effect("hold", replace={"event": "would_go_to_void", "who": "you"}))
    game = board(
        cards=[*CARDS, keeper, spell({"do": "devour", "n": 2})], a=side(commands=["spell"]),
        b=side(forms=["keeper"], spirits=["boost"] * 3),
    )  # fmt: skip
    cast(game)
    assert ["Devoured"] == event_names(game)
    assert 3 == len(game.state.players["b"].spirits)


@of("step spirit_to_void")
@pytest.mark.rule("TC-RUL-158", "TC-RUL-042")
@pytest.mark.parametrize(("of_form", "sent"), [(1, [1, 0]), (2, [1, 1])])
def test_each_of_several_players_sends_the_number_of_spirits(of_form: int, sent: list[int]) -> None:
    """If a step affects several players, each of them sends its number of spirits to the void.

    Under version 1 of the rules, all players together send that number.
    """
    step = {"do": "spirit_to_void", "from": "under", "n": 1, "who": "any"}
    game = board(
        cards=[*CARDS, spell(step)], a=side(commands=["spell"], forms=[("whelp", "boost")]),
        b=side(forms=[("whelp", "boost")]), of_form=of_form,
    )  # fmt: skip
    cast(game)
    if of_form == 1:
        answer(game, open_decision(game).options[0])
    assert sent == [len(game.state.players[seat].void) for seat in ("a", "b")]


HELD: Final = {"who": "you", "zone": ["spirit_deck", "under", "hand"]}
DECKS: Final = {"do": "spirit_to_void", "from": "spirit_deck", "who": "any"}
OF_EACH_FORM: Final = {"do": "despiritualize", "of": {"who": "any", "zone": "form"}, "n": 1}
SAVIORS: Final = {"do": "damage", "of": {"who": "any", "zone": "savior"}}


def draws_in_order(step: Any, *, active: Seat = "a", of_form: int = 3, **changed: Side) -> str:  # noqa: ANN401 a step
    """Carry out a step of `a` in a match for three, and return the order in which players draw instead.

    Each player's replacement has the player draw, for each spirit that would go to the void.
    """
    hold = effect("hold", replace={"event": "would_go_to_void", "of": HELD, "do": [{"do": "draw", "n": 1}]})
    keeper = form("keeper", hold)
    one = side(forms=[("keeper", "boost")], spirits=["boost"] * 3, deck=["whelp"] * 9, commands=["spell"])
    sides: dict[str, Any] = {**dict.fromkeys("abc", one), **changed}
    game = board(cards=[*CARDS, keeper, spell(step)], active=active, of_form=of_form, **sides)
    return order_of_draws(game)


@pytest.mark.rule("TC-RUL-142", "TC-ETI-14")
@pytest.mark.parametrize(
    ("step", "turn_of_a", "turn_of_b", "before"),
    [
        ({**DECKS, "n": 1}, "abc", "bca", "cba"),
        ({**DECKS, "n": 2}, "aabbcc", "bbccaa", "ccbbaa"),
        (OF_EACH_FORM, "abc", "bca", "cba"),
        (SAVIORS, "abc", "bca", "cba"),
    ],
)
def test_replacements_of_spirits_run_in_table_order(
    step: Any, turn_of_a: str, turn_of_b: str, before: str  # noqa: ANN401 a step
) -> None:  # fmt: skip
    """If spirits of several players are kept from the void, the turn player's replacement runs first, then the next.

    Under version 2 of the rules, the order is the reverse.
    """
    assert (turn_of_a, turn_of_b) == (draws_in_order(step), draws_in_order(step, active="b"))
    assert before == draws_in_order(step, of_form=2)


@pytest.mark.rule("TC-RUL-142", "TC-ETI-14")
def test_replacements_of_payments_run_in_table_order_from_any_zone() -> None:
    """The zone from which each player pays for damage does not matter for the order of the replacements."""
    from_hand = side(forms=["keeper"], hand=["boost"], deck=["whelp"] * 9, commands=["spell"])
    assert "abc" == draws_in_order(SAVIORS, a=from_hand)
