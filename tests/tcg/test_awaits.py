"""Which seats a match waits for: those without a deck, and then those with a decision."""

import pytest

from services.tcg.catalogue.starter import DECKS
from services.tcg.chapters.agreement import Concede
from services.tcg.chapters.decks import SubmitDeck
from services.tcg.chapters.setup import Mulligan
from services.tcg.game import awaits
from tests.tcg.begun import Begun
from tests.tcg.test_setup import Table


@pytest.mark.rule("AR-KIND-02")
def test_before_a_match_who_has_handed_in_no_deck_is_awaited() -> None:
    """A player who has conceded is awaited no more."""
    table = Table(3)
    assert ["ann", "bob", "cyd"] == sorted(awaits(table.state))
    table.do("bob", SubmitDeck(deck=DECKS["lantern"]))
    assert ["ann", "cyd"] == sorted(awaits(table.state))
    table.do("cyd", Concede())
    assert ["ann"] == sorted(awaits(table.state))


@pytest.mark.rule("AR-KIND-02")
def test_in_a_match_the_asked_seat_is_awaited() -> None:
    """Both for the mulligan, then one that has not answered, then the active one; none once it is finished."""
    match = Begun("ann", "bob", until="mulligan")
    assert ["ann", "bob"] == sorted(awaits(match.state))
    match.do("ann", Mulligan(keep=tuple(match.player("ann").hand)))
    assert ["bob"] == sorted(awaits(match.state))

    begun = Begun("ann", "bob")
    assert sorted(begun.state.decisions) == sorted(awaits(begun.state))
    begun.do("ann", Concede())
    assert [] == sorted(awaits(begun.state))
