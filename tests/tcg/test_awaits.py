"""The seats for which a match waits: first those without a deck, later those with a decision."""

import pytest

from services.tcg.catalogue.starter import DECKS
from services.tcg.chapters.agreement import Concede
from services.tcg.chapters.decks import SubmitDeck
from services.tcg.chapters.setup import Mulligan
from services.tcg.game import awaits
from tests.tcg.begun import Begun
from tests.tcg.test_setup import Table


@pytest.mark.rule("AR-KIND-02")
def test_seats_without_a_deck_are_awaited() -> None:
    """A match waits for each seat until the seat has submitted a deck or conceded."""
    table = Table(3)
    assert ["ann", "bob", "cyd"] == sorted(awaits(table.state))
    table.do("bob", SubmitDeck(deck=DECKS["lantern"]))
    assert ["ann", "cyd"] == sorted(awaits(table.state))
    table.do("cyd", Concede())
    assert ["ann"] == sorted(awaits(table.state))


@pytest.mark.rule("AR-KIND-02")
def test_a_started_match_awaits_the_seats_with_a_decision() -> None:
    """The match waits for all seats in the mulligan, then for the turn player, and for no seat after its end."""
    match = Begun("ann", "bob", until="mulligan")
    assert ["ann", "bob"] == sorted(awaits(match.state))
    match.do("ann", Mulligan(keep=tuple(match.player("ann").hand)))
    assert ["bob"] == sorted(awaits(match.state))

    begun = Begun("ann", "bob")
    assert sorted(begun.state.decisions) == sorted(awaits(begun.state))
    begun.do("ann", Concede())
    assert [] == sorted(awaits(begun.state))
