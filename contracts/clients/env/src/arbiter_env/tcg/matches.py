"""Matches of two decks in memory, which are played up to their first decision when they are opened."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal, TypeAlias

from services.tcg.catalogue.starter import DECKS, SETS, set_with
from services.tcg.chapters.agreement import SetStops
from services.tcg.chapters.decks import SubmitDeck
from services.tcg.chapters.opening import OpenMatch
from services.tcg.game import match as match_game
from services.tcg.playing.position import NO_SALTS, PlayedMatch, act
from services.tcg.settings import MatchSettings
from services.tcg.state.match import Match
from services.tcg.words import DeckList
from shared.kernel.chance import SeedTape
from shared.kernel.context import Intent
from shared.kernel.game import SeatAsk
from shared.kernel.messages import Seat

SEATS: Final[tuple[Seat, Seat]] = ("seat_0", "seat_1")
Windows: TypeAlias = Literal["none", "all"]
"""Whether seats are asked to respond in windows: `none` for no window, `all` for all windows."""
Decks: TypeAlias = tuple[DeckList | str, DeckList | str]
"""The deck of each seat: a list of cards, or the name of a built-in deck. Both decks use the same card set."""


def decks_of(decks: Decks) -> Mapping[Seat, DeckList]:
    """Return the deck of each seat. Raises ValueError if no built-in deck has the given name."""
    for deck in decks:
        if isinstance(deck, str) and deck not in DECKS:
            raise ValueError(f"no deck is called {deck!r}: choose one of {', '.join(DECKS)}")
    return {seat: DECKS[deck] if isinstance(deck, str) else deck for seat, deck in zip(SEATS, decks, strict=True)}


def open_match(
    decks: Mapping[Seat, DeckList], settings: MatchSettings, *, windows: Windows, seed: bytes
) -> PlayedMatch:  # fmt: skip
    """Return a match with these decks at its first decision. The seed determines all its draws.

    Refuses: decks that break the rules
    """
    tape = SeedTape(seed=seed, digest=NO_SALTS, version=0)
    command = OpenMatch(
        seats=tuple(SeatAsk(seat=seat) for seat in decks), settings=settings, cards=set_with(decks.values())
    )
    intent = Intent(id="open", seat="", role="gm", at=0, by="", command=command)
    game = PlayedMatch(match_game.decide(intent, Match(catalogue=SETS.name), tape).state, tape)
    for seat, deck in decks.items():
        if windows == "none":
            act(game, seat, SetStops(windows=()))
        act(game, seat, SubmitDeck(deck=deck))
    game.events.clear()
    return game
