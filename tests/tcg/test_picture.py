"""The picture of a match shows the saviors, the spirits, and the winner."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Final, get_args, get_type_hints

import pytest

from services.tcg import game
from services.tcg.chapters.winning import MatchFinished, PlayerLost
from services.tcg.picture import DRAWN, LOST, picture_of
from services.tcg.state.match import Match
from shared.kernel.audit import lines_of
from shared.kernel.audit.lines import read_chain
from shared.kernel.audit.report import Findings
from shared.kernel.pictures import Bar
from shared.kernel.replay import log_reader_of
from shared.kernel.stream import Memory, Stream
from tests.tcg.board import board, side
from tests.tcg.sessions import GOLDEN, SESSIONS
from tests.tcg.twins import WATCHER, twin

NAMES: Final = {"ann": "Ann", "bob": "Bob", "cat": "Cat"}


@cache
def finished(name: str) -> Match:
    """Return the state at the end of a recorded session, read from its golden log."""
    reader, memory = log_reader_of(game.match), Memory[Match]()
    entries = read_chain(lines_of((GOLDEN / f"{name}.ndjson").read_bytes()), Findings())
    stream = Stream(id=entries[0].record.stream, game=game.match.initial)
    for entry in entries:
        stream = reader.fold(stream, [(entry.public, entry.opened)], memory)
    return stream.game


@pytest.mark.rule("AR-PAGE-66")
def test_a_match_shows_both_saviors_and_the_winner() -> None:
    """The picture shows each savior with its void, its spirits and its art, and says who is out and why."""
    shown = picture_of(finished("two_lights"), NAMES)
    ann, bob = shown.figures

    assert "Bob wins after 8 turns: Ann has too many spirits in the void" == shown.says
    assert ("Lantern Marshal", "Ann, PWR 7, 21 cards left") == (ann.name, ann.says)
    assert ((True, False), (False, True)) == ((ann.out, ann.won), (bob.out, bob.won))
    assert (Bar(name="Void", now=7, most=7, harms=True), Bar(name="Spirits", now=8, most=15)) == ann.bars
    assert ann.art != bob.art
    assert "M12 1q1 5 5 9q4 7-1 11q-4 3-8 0q-5-4-1-11q4-4 5-9Z" in {shape.path for shape in ann.art}


@pytest.mark.rule("AR-PAGE-66")
@pytest.mark.parametrize(
    ("session", "says"),
    [
        ("a_concession", "Bob wins after 3 turns: Ann gave up"),
        ("a_draw_agreed", "A draw after 3 turns: they agreed"),
        ("too_many_turns", "A draw after 4 turns: the last turn is over"),
    ],
)
def test_the_end_of_a_match_is_said_in_words(session: str, says: str) -> None:
    """The picture describes a concession and both kinds of draw in words."""
    assert says == picture_of(finished(session), NAMES).says


def test_every_reason_for_an_end_has_words() -> None:
    """Each code for a loss, and for an end without a winner, has a sentence."""
    assert LOST.keys() == {*get_args(get_type_hints(PlayerLost)["reason"])}
    assert DRAWN.keys() == {*get_args(get_type_hints(MatchFinished)["reason"])} - {"last_standing", "effect"}


@pytest.mark.rule("AR-PAGE-66")
def test_the_picture_of_an_unfinished_match_shows_no_hidden_card() -> None:
    """The picture of a match that was closed early says so.

    The picture does not depend on hands, decks and face-down commands.
    """
    hand, down, deck = ["feint", "rescue"], ["ambush-bell"], ["bell-warden", "twin-fang"]
    match = board(
        a=side(hand=hand, set=down, deck=deck, spirits=["aggress"]),
        b=side(savior=("tide-regent", "boost"), hand=hand, set=down, deck=deck),
    ).state
    shown = picture_of(match, {})

    assert "Closed before its end, after 3 turns" == shown.says
    assert ["Lantern Marshal", "Tide Regent"] == [figure.name for figure in shown.figures]
    for seed in range(20):
        other = twin(match, WATCHER, Random(seed), own=True)
        assert shown == picture_of(other, {})
    ended = finished("two_lights")
    others = [twin(ended, WATCHER, Random(seed), own=True) for seed in range(20)]
    assert any(other != ended for other in others)
    assert [picture_of(ended, NAMES)] * 20 == [picture_of(other, NAMES) for other in others]


@pytest.mark.rule("AR-PAGE-66")
def test_a_player_without_a_savior_has_a_picture() -> None:
    """In the lobby, where no player has a savior yet, the picture shows the seat's name instead."""
    shown = picture_of(SESSIONS["three_at_the_table"]().state, NAMES)
    assert ("Ann", "no savior", True) == (shown.figures[0].name, shown.figures[0].says, shown.figures[0].out)
