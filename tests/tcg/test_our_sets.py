"""Matches opened with a built-in card set by its name, and the decks that computer players submit in them."""

from __future__ import annotations

from typing import Final, get_args

import pytest

from services.tcg.catalogue.sets import SpiritSet
from services.tcg.catalogue.starter import CORE_DECKS, DECKS, SETS, STARTER_DECKS, SetName, our_set
from services.tcg.chapters.decks import SubmitDeck
from services.tcg.chapters.house import starter_decks
from services.tcg.chapters.opening import CardSetUnknown, MatchCreated, OpenMatch
from services.tcg.game import match
from services.tcg.players import choose
from services.tcg.playing.knowledge import Knowledge
from services.tcg.settings import MatchSettings
from services.tcg.state.match import Match
from shared.kernel.chance import SeedTape
from shared.kernel.context import Intent
from shared.kernel.game import SeatAsk
from shared.kernel.players.house import Turn
from shared.kernel.stream import Stream
from tests.tcg.matches import Watched, lobby

SEATS: Final = (SeatAsk(seat="ann"), SeatAsk(seat="bob"))
FIRST: Final = "starter@96aeb4a0c5255776"
"""The last release without the core set."""


def opening_with(cards: SetName | None, *, spirits: SpiritSet = "house", release: str = SETS.name) -> MatchCreated:
    """Return the event that opens a match with a built-in set."""
    command = OpenMatch(seats=SEATS, settings=MatchSettings(spirit_set=spirits), cards=cards)
    intent = Intent(id="open", seat="", role="gm", at=0, by="", command=command)
    tape = SeedTape(seed=bytes(32), digest=bytes(32), version=0)
    created, *_ = match.decide(intent, Match(catalogue=release), tape).events
    assert isinstance(created, MatchCreated)
    return created


@pytest.mark.parametrize("name", ["starter", "core"])
def test_a_match_has_the_set_that_its_opening_names(name: SetName) -> None:
    """The opening event contains the full text of the named set with the chosen spirits, and the hash of that text."""
    for spirits in get_args(SpiritSet):
        found, expected = opening_with(name, spirits=spirits), our_set(spirits, cards=name)
        assert (expected.hash, expected.text) == (found.card_set, found.cards)


def test_a_match_that_names_no_set_has_the_starter_set() -> None:
    """A match whose opening names no set uses the starter set."""
    assert opening_with("starter") == opening_with(None)


def test_a_release_without_the_core_set_refuses_its_name() -> None:
    """The game refuses to open a match with the core set under a release that does not contain this set."""
    assert opening_with("starter", release=FIRST) == opening_with(None, release=FIRST) == opening_with("starter")
    with pytest.raises(CardSetUnknown) as refused:
        opening_with("core", release=FIRST)
    assert (("starter",), "core", "cards") == (refused.value.needs, refused.value.has, refused.value.field)


def in_lobby(name: SetName) -> Watched:
    """Return a match of two players with a built-in set, before decks are submitted."""
    return lobby(1, 2, MatchSettings(), named=name)


@pytest.mark.rule("TC-PLAY-05", "TC-PLAY-06")
@pytest.mark.parametrize(("name", "decks"), [("starter", STARTER_DECKS), ("core", CORE_DECKS)])
def test_a_computer_player_brings_a_deck_of_the_matchs_set(name: SetName, decks: dict[str, object]) -> None:
    """A computer player submits a ready-made deck of the match's set. For some seed, each such deck is chosen."""
    game = in_lobby(name)
    assert tuple(sorted(decks)) == starter_decks(game.state)
    stream = Stream(id="m", game=game.state)
    turns = (
        Turn(player="greedy", seat="s0", known=Knowledge(seat="s0"), game=match, stream=stream, seed=b"%d" % number)
        for number in range(60)
    )
    brought = {command.deck.savior for command in map(choose, turns) if isinstance(command, SubmitDeck)}
    assert {DECKS[deck].savior for deck in decks} == brought
