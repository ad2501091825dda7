"""Updates of a board's index of ability sources: the index is correct after every event, even of an unlisted type."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import msgspec
import pytest

from services.tcg.catalogue.language.effects import Effect
from services.tcg.chapters import continuous, course, revealing, sources, turn
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

from .board import board, card, change, form, own, side, static

GOLDEN: Final = Path(__file__).with_name("golden")
READER: Final = LogReader(match)
MINE: Final = {"zone": "form", "who": "you"}


def test_every_event_of_a_match_is_listed() -> None:
    """Every event type has an entry in `FOLLOW`.

    After an event without one, the board would have to scan all sources.
    """
    assert {kind.__name__ for kind in match.events} == {kind.__name__ for kind in FOLLOW}
    assert len({*LEAVES_ALONE}) == len(LEAVES_ALONE)
    assert {*LEAVES_ALONE} == {kind for kind, change in FOLLOW.items() if change is None}


# ---------------------------------------------------------------- an unlisted event


class Milled(Event, frozen=True, kw_only=True):
    """An event type for this test only: the top card of a deck moves to the drop zone."""

    seat: str
    thing: int


def mill(state: Match, event: Milled) -> None:
    """Move the top card of the deck to the drop zone."""
    player = state.players[event.seat]
    show(state, Card(event.thing, player.deck.pop(), event.seat, event.seat, "drop"), player.drop)


def test_unlisted_event_updates_all_sources() -> None:
    """A milled card's bonus applies from the drop zone at once, although its event type has no entry."""
    bonus = {**static("modify_pwr", of=MINE, by=1), "zones": ["drop"]}
    game = board(cards=[form("lamp", bonus)], a=side(forms=["gate-whelp"]), b=side())
    game.state.players["a"].deck.append("lamp")
    game._folds = {**game._folds, Milled: mill}
    whelp = card(game, "a", "gate-whelp")

    assert continuous.pwr(game, whelp) == 2
    game.emit(Milled(seat="a", thing=game.state.made + 1))
    assert continuous.pwr(game, whelp) == 3


# ---------------------------------------------------------------- ends of durations, and new numbers


@pytest.mark.parametrize(
    ("lasts", "end"),
    [
        ("this_attack", course.AttackEnded(reason="ended")),
        ("end_of_combat_step", course.StepEnded(step="combat")),
        ("end_of_turn", turn.TurnEnded(turn=3)),
        ("your_next_turn", turn.TurnStarted(turn=4, seat="a")),
    ],
)
def test_restriction_ends_with_its_duration(lasts: str, end: Event) -> None:
    """A card that may not attack for a limited time may attack again when that time is over."""
    game = board(a=side(forms=["gate-whelp"]), b=side())
    whelp = card(game, "a", "gate-whelp")
    bound = change(game, "restrict", part="kelp-binder#bind/1", lasts=lasts)

    assert not continuous.may_not_attack(game, whelp, "form")
    game.emit(sources.Restricted(thing=whelp.id, change=bound))
    assert continuous.may_not_attack(game, whelp, "form")
    game.emit(end)
    assert not continuous.may_not_attack(game, whelp, "form")


def test_revealed_card_in_hand_works_with_its_new_number() -> None:
    """When a card in hand is revealed, it gets a new number, and its bonus names the new number as its source."""
    bonus = {**static("modify_pwr", of=MINE, by=1), "zones": ["hand"]}
    game = board(cards=[form("lamp", bonus)], a=side(forms=["gate-whelp"], hand=["lamp"]), b=side())
    lamp, whelp = card(game, "a", "lamp"), card(game, "a", "gate-whelp")

    assert [lamp.id] == [part.source for part in continuous.pwr_parts(game, whelp)][1:]
    shown = game.state.made + 1
    game.emit(revealing.Revealed(seat="a", n=1, origin="hand", cards=("lamp",), thing=shown, hand=own("a", lamp.id)))
    assert [shown] == [part.source for part in continuous.pwr_parts(game, whelp)][1:]


# ---------------------------------------------------------------- all recorded events


def abilities_of(side: str, zones: tuple[str, ...]) -> tuple[Ability, ...]:
    """Return the [AUTO] abilities of one side of a card; they work in play and in these zones."""
    effect = msgspec.convert({"id": side, "eti": "auto", "on": {"event": "form_played"}}, Effect)
    return (Ability(key=side, card="", effect=effect, eti="auto", event=side, zones=("play", *zones)),)


def source(printed: Printed, zones: tuple[str, ...]) -> Printed:
    """Return a card with abilities that work in play and in these zones; each side has different ones."""
    bound, boundless = printed.faces
    faces = (
        Face(bound.pwr, (*bound.abilities, *abilities_of("bound", zones))),
        Face(boundless.pwr, (*boundless.abilities, *abilities_of("boundless", zones))),
    )
    return replace(printed, faces=faces)


def all_sources(pool: CardPool, zones: tuple[str, ...]) -> CardPool:
    """Return a card pool in which every card has abilities that work in play and in these zones."""
    printed = {name: source(one, zones) for name, one in pool.printed.items()}
    return replace(pool, printed=printed, elsewhere=zones)


def contents_of(seen: Board) -> list[tuple[Any, ...]]:
    """Return a board's contents in a form that can be compared."""
    pieces = [*sorted(seen.pieces.items()), *((0, piece) for piece in seen.extras)]
    return [
        (at, piece.running, piece.host, sorted(piece.listening), sorted(piece.holding), sorted(piece.replacing))
        for at, piece in pieces
    ]


def events_of(log: Path) -> Iterator[Event]:
    """Yield the events of a recorded match with all secrets revealed."""
    for entry in read_chain(lines_of(log.read_bytes()), Findings()):
        yield from READER.commit(entry.public, entry.opened).events


def kinds_followed(log: Path, zones: tuple[str, ...]) -> set[type]:
    """Update a board by each event of a recorded match, compare it with a new board, and return the event types."""
    of_game = [event for event in events_of(log) if not isinstance(event, StreamEvent)]
    state = fold(Match().mutable_copy(), of_game[:1])
    game = Playing(state, Faces())
    game.pool, game._follows = all_sources(game.pool, zones), {}
    for event in of_game[1:]:
        board_of(game)
        game.emit(event)
        anew = Board()
        anew.find(game)
        assert contents_of(anew) == contents_of(board_of(game)), event
    return {type(event) for event in of_game}


@pytest.mark.golden
@pytest.mark.parametrize("zones", [(), ("hand", "drop")])
def test_board_is_correct_after_every_recorded_event(zones: tuple[str, ...]) -> None:
    """With abilities on every card, a board updated by each recorded event equals a board built from scratch."""
    followed = [kinds_followed(log, zones) for log in sorted(GOLDEN.glob("*.ndjson"))]

    assert {*match.events} == set().union(*followed)
