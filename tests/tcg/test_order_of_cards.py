"""The order of cards that a step puts into a deck together, and of changes to one cost."""

from __future__ import annotations

from typing import Any, Final

import pytest

from services.tcg.chapters.activating import Activate
from services.tcg.settings import MatchSettings
from tests.tcg.board import board, command, effect, form, side
from tests.tcg.played import Played
from tests.tcg.steps import CARDS
from tests.tcg.third_turn import DRAW, laid, spell, use

OWN: Final = {"who": "you"}
MINE: Final[dict[str, Any]] = {"forms": ["brute", "tough"], "hand": ["brute", "tough"], "drop": ["tough", "brute"]}
DECK: Final = ["whelp", "page"]


def put(at: str, zone: str, **more: Any) -> Any:  # noqa: ANN401 a step
    """Return a step that puts your cards of a zone into the deck."""
    return {"do": "put_in_deck", "at": at, "of": {**OWN, "zone": zone, **more}}


def deck_after(play: Played) -> list[str]:
    """Use the spell and return the deck of `a` from its top."""
    use(play, "a")
    return play.player("a").deck[::-1]


# ---------------------------------------------------------------- cards that nobody picks


@pytest.mark.rule("TC-RUL-199")
@pytest.mark.parametrize("zone", ["form", "hand", "drop"])
def test_all_cards_of_a_zone_go_to_the_deck_in_their_order(zone: str) -> None:
    """Given two cards of a zone, when a step puts both on top, then the second lies on top; or else at the bottom.

    The second card of a pile is the one nearer its top.
    """
    piles = {"form": "forms"}.get(zone, zone)
    mine: Any = {"commands": ["spell"], piles: MINE[piles], "deck": ["whelp"]}

    assert ["tough", "brute", "whelp"] == deck_after(laid(spell(put("top", zone)), a=side(**mine), b=side()))
    assert ["whelp", "brute", "tough"] == deck_after(laid(spell(put("bottom", zone)), a=side(**mine), b=side()))


@pytest.mark.rule("TC-RUL-199", "TC-RUL-083")
def test_cards_that_were_looked_at_keep_their_order_at_the_bottom() -> None:
    """Given three cards of which two are looked at, when they go to the bottom, then they lie there in their order."""
    look = {"do": "look_top", "deck": "main", "n": 2, "then": "bottom"}
    play = laid(spell(look), a=side(commands=["spell"], deck=["brute", "tough", "whelp"]), b=side())

    assert ["whelp", "brute", "tough"] == deck_after(play)


# ---------------------------------------------------------------- cards that a player picks


@pytest.mark.rule("TC-RUL-199", "TC-KEY-08")
@pytest.mark.parametrize(
    ("at", "deck"), [("top", ["brute", "tough", "whelp"]), ("bottom", ["whelp", "tough", "brute"])]
)
def test_picked_cards_go_to_the_deck_in_the_order_named(at: str, deck: list[str]) -> None:
    """Given two of three cards to put into the deck, when a player names them, then the last one lies outermost."""
    mine = side(commands=["spell"], hand=["brute", "tough", "singer"], deck=["whelp"])
    play = laid(spell(put(at, "hand", n=2, by="you")), a=mine, b=side())
    use(play, "a")
    play.answer(play.hand("a", "tough"), play.hand("a", "brute"))

    assert deck == play.player("a").deck[::-1]


# ---------------------------------------------------------------- changes of one cost

DISCARD: Final = {"pay": "discard", "n": 1}
FREE: Final = command("free", effect("e", "cont", static=[{"static": "change_cost", "of": {**OWN, "zone": "form"}}]))
DEARER: Final = command(
    "more", effect("e", "cont", static=[{"static": "change_cost", "of": {**OWN, "zone": "form"}, "cost": [DISCARD]}])
)


@pytest.mark.rule("TC-RUL-198", "TC-READ-10")
@pytest.mark.parametrize(("commands", "costs"), [(["free", "more"], 1), (["more", "free"], 1), (["free"], 0), ([], 1)])
def test_free_effect_still_costs_what_another_card_adds(commands: list[str], costs: int) -> None:
    """Given a form whose effect costs a spirit of the hand, one card that frees it and one that adds a discard.

    Then only the discard is paid, in either order of play.
    """
    price = {"pay": "spirit_from_hand", "n": 1}
    bird = form("bird", effect("sing", "swift", independent=True, cost=[price], do=[DRAW]))
    mine = side(forms=["bird"], commands=commands, hand=["brute", "boost"], deck=["whelp"] * 2)
    settings = MatchSettings(command_zones=3)
    play = Played(board(cards=[*CARDS, bird, FREE, DEARER], settings=settings, a=mine, b=side()))
    play.quietly("a", Activate(card=play.form("a", "bird")))

    assert 3 - costs == len(play.player("a").hand)
    left = [play.card(one).card for one in play.player("a").hand]
    assert (commands != []) == ("house-boost" in left)
