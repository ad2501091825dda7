"""The card game's fixture for the conformance tests."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any, Final

from msgspec.structs import replace

from services.tcg.game import match
from services.tcg.state.match import Match
from shared.kernel.stream import OpenSeat
from tests.conformance.fixture import BriefLists, Fixture, Twins
from tests.conformance.playing import at_random
from tests.support import journal as kept
from tests.tcg.journal import Journal, lively
from tests.tcg.matches import CUSTOM, DECKS, deck_of, settings_of
from tests.tcg.sessions import SESSIONS
from tests.tcg.twins import mask, twin


def begin(seed: int) -> Journal:
    """Open a match of two or three players with random settings, and submit the decks."""
    settings = settings_of(seed)
    seats = ("s0", "s1", "s2")[: 2 + seed % 2]
    journal = Journal(*seats, settings=settings, cards=CUSTOM if settings.spirit_set == "custom" else None, seed=seed)
    journal.send(OpenSeat(seat="watcher", role="spectator"), "clock")
    journal.begin(*(deck_of(place) for place in range(len(seats))))
    return journal


def play(journal: kept.Journal[Any], luck: Random) -> None:
    """Once the match has started, send a random command of a seat that must act, preferably an attack."""
    assert isinstance(journal, Journal)
    if journal.state.decisions:
        journal.play(lively, until=lambda _: False, most=1)
    else:
        at_random(journal, luck)


def twins() -> Iterator[Twins]:
    """Yield pairs of a match in progress and a copy that differs only in the cards of other seats' hands."""
    for seed in range(3):
        journal = begin(seed)
        for moment in range(4):
            journal.play(lively, until=lambda _: False, most=25)
            if journal.stream.closed:
                break
            for seat in journal.state.order:
                other: Match = mask(twin(journal.state, seat, Random(moment), own=False), seat)
                yield Twins(first=journal.stream, second=replace(journal.stream, game=other), seats=(seat,))


ASKED: Final = "the number of the open decision may be named"
FIXTURE: Final = Fixture(
    game=match,
    begin=begin,
    play=play,
    sessions=SESSIONS,
    twins=twins,
    texts={"deck": DECKS, "of": ("s0", "s1")},
    incomplete={
        "SetStops": "a window that is named twice counts once",
        **dict.fromkeys(("Pass", "EndStep", "FlipSavior", "SpiritualizeCard", "DeclareAttack", "TakeBack"), ASKED),
        **dict.fromkeys(("PlayForm", "PlayCommand", "SetCommand"), f"{ASKED}; without a zone it is the first open one"),
        "Activate": f"{ASKED}; an effect goes by its id on the card, too, and the only one of a card needs no name",
    },
    steps=300,
    every=20,
    brief=BriefLists(mean={"player": 45}, most=85),
)
