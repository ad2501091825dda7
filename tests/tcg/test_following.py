"""A board follows every event: those it is told of, and those that nobody has told it of."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import msgspec
import pytest

from services.tcg.catalogue.language.effects import Effect
from services.tcg.chapters import continuous
from services.tcg.chapters.following import FOLLOW, LEAVES_ALONE
from services.tcg.chapters.sources import Board, board_of
from services.tcg.chapters.terms import Ability, CardPool, Face, Printed
from services.tcg.game import match
from services.tcg.state.match import Card, Match
from services.tcg.state.places import show
from shared.kernel.audit import lines_of
from shared.kernel.audit.lines import read_chain
from shared.kernel.audit.report import Findings
from shared.kernel.chance import Faces
from shared.kernel.messages import Event, StreamEvent
from shared.kernel.replay import LogReader
from tests.tcg.playing import Playing, fold

from .board import board, card, form, side, static

GOLDEN: Final = Path(__file__).with_name("golden")
READER: Final = LogReader(match)
MINE: Final = {"zone": "form", "who": "you"}


def test_every_event_of_a_match_is_listed() -> None:
    """Whoever adds an event says what a board makes of it; what is not listed costs a look at all sources."""
    assert {kind.__name__ for kind in match.events} == {kind.__name__ for kind in FOLLOW}
    assert len({*LEAVES_ALONE}) == len(LEAVES_ALONE)
    assert {*LEAVES_ALONE} == {kind for kind, change in FOLLOW.items() if change is None}


# ---------------------------------------------------------------- an event that is not listed


class Milled(Event, frozen=True, kw_only=True):
    """The top card of a deck went to the drop zone. No chapter has this event."""

    seat: str
    thing: int


def milled(state: Match, event: Milled) -> None:
    """Fold it."""
    player = state.players[event.seat]
    show(state, Card(event.thing, player.deck.pop(), event.seat, event.seat, "drop"), player.drop)


def test_after_an_event_that_is_not_listed_all_sources_are_looked_at() -> None:
    """A milled card gives its bonus from the drop zone at once."""
    bonus = {**static("modify_pwr", of=MINE, by=1), "zones": ["drop"]}
    game = board(cards=[form("lamp", bonus)], a=side(forms=["gate-whelp"]), b=side())
    game.state.players["a"].deck.append("lamp")
    game._folds = {**game._folds, Milled: milled}
    whelp = card(game, "a", "gate-whelp")

    assert continuous.pwr(game, whelp) == 2
    game.emit(Milled(seat="a", thing=game.state.made + 1))
    assert continuous.pwr(game, whelp) == 3


# ---------------------------------------------------------------- every event there is


def sources(side: str, zones: tuple[str, ...]) -> tuple[Ability, ...]:
    """Return abilities that work by themselves in these places, on a side of a card."""
    effect = msgspec.convert({"id": side, "eti": "auto", "on": {"event": "form_played"}}, Effect)
    return (Ability(key=side, card="", effect=effect, eti="auto", event=side, zones=("play", *zones)),)


def source(printed: Printed, zones: tuple[str, ...]) -> Printed:
    """Return a card that is a source in play and in these places, and another one on its other side."""
    bound, boundless = printed.faces
    faces = (
        Face(bound.pwr, (*bound.abilities, *sources("bound", zones))),
        Face(boundless.pwr, (*boundless.abilities, *sources("boundless", zones))),
    )
    return replace(printed, faces=faces)


def all_sources(pool: CardPool, zones: tuple[str, ...]) -> CardPool:
    """Return cards that are all sources, in play and in these places."""
    printed = {name: source(one, zones) for name, one in pool.printed.items()}
    return replace(pool, printed=printed, elsewhere=zones)


def listed(seen: Board) -> list[tuple[Any, ...]]:
    """List what a board knows, whatever it was asked before."""
    pieces = [*sorted(seen.pieces.items()), *((0, piece) for piece in seen.extras)]
    return [
        (at, piece.running, piece.host, sorted(piece.listening), sorted(piece.holding), sorted(piece.replacing))
        for at, piece in pieces
    ]


def events_of(log: Path) -> Iterator[Event]:
    """Yield the events of a recorded match, all that is secret with them."""
    for entry in read_chain(lines_of(log.read_bytes()), Findings()):
        yield from READER.commit(entry.public, entry.opened).events


def kinds_followed(log: Path, zones: tuple[str, ...]) -> set[type]:
    """Follow a recorded match by every event, and compare with a board that is found anew each time."""
    of_game = [event for event in events_of(log) if not isinstance(event, StreamEvent)]
    state = fold(Match().mutable_copy(), of_game[:1])
    game = Playing(state, Faces())
    game.pool, game._follows = all_sources(game.pool, zones), {}
    for event in of_game[1:]:
        board_of(game)
        game.emit(event)
        anew = Board()
        anew.find(game)
        assert listed(anew) == listed(board_of(game)), event
    return {type(event) for event in of_game}


@pytest.mark.golden
@pytest.mark.parametrize("zones", [(), ("hand", "drop")])
def test_a_board_follows_every_event_that_was_ever_recorded(zones: tuple[str, ...]) -> None:
    """Every card is a source, in play alone or in hand and drop zone too; each is found, after each recorded event."""
    followed = [kinds_followed(log, zones) for log in sorted(GOLDEN.glob("*.ndjson"))]

    assert {*match.events} == set().union(*followed)
