"""The list of legal commands, computed by trials.

Trials copy no match and compute the board only once.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Final

import msgspec
import pytest
from msgspec.structs import replace

from services.tcg.chapters.terms import MatchContext
from services.tcg.game import match as match_game
from services.tcg.state.match import Match
from shared.kernel.legal import Asking, Search, legal
from shared.kernel.messages import Command, Role, Seat
from shared.kernel.refusals import Refusal
from shared.kernel.stream import Stream
from shared.kernel.stream.state import SeatState
from tests.tcg.matches import Watched, play_match

MATCHES: Final = range(6)
LOOKED: Final = 0.05
"""The probability of listing the legal commands before a decision."""
MOST_PROBES: Final = 100


@cache
def moments() -> tuple[Stream[Match], ...]:
    """Return copies of random matches with random settings and cards, taken before decisions."""
    found: list[Stream[Match]] = []

    def look(game: Watched, luck: Random) -> None:
        if luck.random() < LOOKED:
            seats = dict.fromkeys(game.state.order, SeatState("player")) | {"watcher": SeatState("spectator")}
            found.append(Stream(id="tcg.match:one", game=game.state.mutable_copy(), opened=True, seats=seats))

    for number in MATCHES:
        play_match(number, look)
    return tuple(found)


def moments_by_seat() -> Iterator[tuple[Stream[Match], Seat, Role]]:
    """Yield each match from `moments` once for each of its seats, and once for the clock."""
    for stream in moments():
        for seat, held in stream.seats.items():
            yield stream, seat, held.role
        yield stream, next(iter(stream.seats)), "clock"


@pytest.mark.rule("TC-READ-09")
def test_trials_find_what_whole_decisions_find() -> None:
    """For each command, trials find the same entries and refusals as full decisions, and leave the match unchanged."""
    for stream, seat, role in moments_by_seat():
        before = msgspec.msgpack.encode(stream.game)
        decided, tried = Asking(match_game, stream, seat, role), Asking.of(match_game, stream, seat, role)
        assert tried.trial is not None
        for kind in match_game.commands:
            assert describe(decided, kind) == describe(tried, kind)
        assert before == msgspec.msgpack.encode(stream.game)


def describe(asking: Asking[Match], kind: type) -> bytes:
    """Return the entries and refusals for a kind of command, encoded as JSON."""
    search = Search(asking, kind)
    search.finish()
    forbidden = [(texts_of(one.refusal), one.command, one.body) for one in search.forbidden()]
    return msgspec.json.encode((search.entries(), forbidden))


def texts_of(refusal: Refusal) -> tuple[object, ...]:
    """Return all parts of a refusal that a caller sees."""
    return refusal.rule, refusal.says, refusal.needs, refusal.has, refusal.field


def test_a_list_copies_no_match(monkeypatch: pytest.MonkeyPatch) -> None:
    """Listing the legal commands copies no match, whatever commands are legal."""
    askings = list(moments_by_seat())  # played before the copies are counted: opening a match copies it
    copies: list[Match] = []

    def count_copy(match: Match) -> Match:
        copies.append(match)
        return match.mutable_copy()

    monkeypatch.setattr(match_game, "storage", replace(match_game.storage, mutable_copy=count_copy))
    for stream, seat, role in askings:
        legal(match_game, stream, seat, role)
    assert [] == copies


def test_a_list_tries_few_commands(monkeypatch: pytest.MonkeyPatch) -> None:
    """Listing the legal commands needs few trials, even with many cards in hand and in play."""
    probed: list[Command] = []
    refusal_of = Asking.refusal_of

    def count_trial(asking: Asking[Match], command: Command) -> Refusal | None:
        probed.append(command)
        return refusal_of(asking, command)

    monkeypatch.setattr(Asking, "refusal_of", count_trial)
    for stream, seat, role in moments_by_seat():
        probed.clear()
        legal(match_game, stream, seat, role)
        assert len(probed) <= MOST_PROBES


def test_board_is_computed_once_for_all_trials() -> None:
    """The second round of trials uses the board computed by the first."""
    for stream, seat, role in moments_by_seat():
        asking, boards = Asking.of(match_game, stream, seat, role), list[object]()
        assert isinstance(asking.trial, MatchContext)
        for _ in range(2):
            for kind in match_game.commands:
                describe(asking, kind)
            boards.append(asking.trial.board)
        assert boards[0] is boards[1]
        assert asking.trial.board is None or asking.trial.board.fresh
