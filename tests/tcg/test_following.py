"""A board index follows every event, known or unknown to it."""

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
    """A new event needs an entry; an unlisted one costs a scan of all sources."""
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


# ---------------------------------------------------------------- what ends by itself, and what goes by a new number


@pytest.mark.parametrize(
    ("lasts", "end"),
    [
        ("this_attack", course.AttackEnded(reason="ended")),
        ("end_of_combat_step", course.StepEnded(step="combat")),
        ("end_of_turn", turn.TurnEnded(turn=3)),
        ("your_next_turn", turn.TurnStarted(turn=4, seat="a")),
    ],
)
def test_what_an_effect_let_hold_ends_with_its_time(lasts: str, end: Event) -> None:
    """What was forbidden for a time is allowed again."""
    game = board(a=side(forms=["gate-whelp"]), b=side())
    whelp = card(game, "a", "gate-whelp")
    bound = change(game, "restrict", part="kelp-binder#bind/1", lasts=lasts)

    assert not continuous.may_not_attack(game, whelp, "form")
    game.emit(sources.Restricted(thing=whelp.id, change=bound))
    assert continuous.may_not_attack(game, whelp, "form")
    game.emit(end)
    assert not continuous.may_not_attack(game, whelp, "form")


def test_a_card_that_is_revealed_in_the_hand_works_by_its_new_number() -> None:
    """Its own effect names it by that."""
    bonus = {**static("modify_pwr", of=MINE, by=1), "zones": ["hand"]}
    game = board(cards=[form("lamp", bonus)], a=side(forms=["gate-whelp"], hand=["lamp"]), b=side())
    lamp, whelp = card(game, "a", "lamp"), card(game, "a", "gate-whelp")

    assert [lamp.id] == [part.source for part in continuous.pwr_parts(game, whelp)][1:]
    shown = game.state.made + 1
    game.emit(revealing.Revealed(seat="a", n=1, origin="hand", cards=("lamp",), thing=shown, hand=own("a", lamp.id)))
    assert [shown] == [part.source for part in continuous.pwr_parts(game, whelp)][1:]


# ---------------------------------------------------------------- every event there is


def abilities_of(side: str, zones: tuple[str, ...]) -> tuple[Ability, ...]:
    """Return abilities that work by themselves in these places, on a side of a card."""
    effect = msgspec.convert({"id": side, "eti": "auto", "on": {"event": "form_played"}}, Effect)
    return (Ability(key=side, card="", effect=effect, eti="auto", event=side, zones=("play", *zones)),)


def source(printed: Printed, zones: tuple[str, ...]) -> Printed:
    """Return a card that is a source in play and in these places, and another one on its other side."""
    bound, boundless = printed.faces
    faces = (
        Face(bound.pwr, (*bound.abilities, *abilities_of("bound", zones))),
        Face(boundless.pwr, (*boundless.abilities, *abilities_of("boundless", zones))),
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
