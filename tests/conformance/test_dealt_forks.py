"""Forks that are dealt again for a seat, in every game that deals by `Forking.deal`.

A fork contradicts nothing that its seat knows, and reveals nothing that the seat does not know. The state that results
from the log as the seat reads it contains nothing else, so the fork of this state must be the fork of the true state.

ARBITER_TEST_FORKS sets the number of forked positions of each game.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator
from itertools import count
from random import Random
from typing import Any, Final

import pytest
from msgspec import UNSET, Struct
from msgspec.structs import replace

from shared.kernel.forked import Forked, state_in, text_of
from shared.kernel.game import Game
from shared.kernel.game_parts import Redealt
from shared.kernel.messages import Seat, canonical
from shared.kernel.players.as_read import reads_along
from shared.kernel.players.following import KnowledgeOfSeats
from shared.kernel.players.house import HousePlayers
from shared.kernel.players.luck import Luck
from shared.kernel.refusals import Refusal
from shared.kernel.stream import Stream
from tests.support.forks import audited_fork, fork_of, versions_of
from tests.support.journal import Journal

from .fixture import Fixture
from .playing import legal_list_of, play_out, play_stream, plays_of

POSITIONS: Final = int(os.environ.get("ARBITER_TEST_FORKS", "24"))
OF_A_STREAM: Final = 6
"""The number of positions that the test takes from each random stream."""
STEPS: Final = 5
"""The number of commands that the test sends on each fork."""
DEALS_BY_PLAYERS: Final = {"tcg"}
"""The games whose computer players deal forks again, because what a seat knows depends on earlier events."""


class Position(Struct, frozen=True):
    """A stream at a version, and the game's state as each seat reads it."""

    stream: Stream[Any]
    read: dict[Seat, Any]


def positions(fixture: Fixture) -> Iterator[Position]:
    """Yield positions of random streams."""
    found = 0
    for seed in count(1):
        journal = play_stream(fixture, seed).journal
        versions = versions_of(journal)
        chosen = Random(seed).sample(versions, min(OF_A_STREAM, len(versions)))
        for position in _at(journal, {*chosen}):
            yield position
            found += 1
            if found == POSITIONS:
                return


def _at(journal: Journal[Any], versions: set[int]) -> Iterator[Position]:
    readers = HousePlayers(knows=reads_along(journal.rules), choose=_chooses_nothing)
    followed = KnowledgeOfSeats(journal.rules, journal.stream.id, readers, journal.stream.seats)
    for record in journal.records:
        followed.fold(journal.reader.commit_of(record))
        if followed.stream.version in versions:
            read: dict[Seat, Any] = {seat: getattr(known, "state", None) for seat, known in followed.known.items()}
            yield Position(followed.stream, {seat: read[seat] for seat in followed.stream.seats})


def _chooses_nothing(_: object) -> Any:  # noqa: ANN401 never called
    raise NotImplementedError


def dealt(game: Game[Any], state: Any, seat: Seat, seed: int = 1) -> Redealt[Any] | Refusal:  # noqa: ANN401 a state
    """Deal a state again for a seat; return the result, or the refusal."""
    deal = game.forking.deal
    assert deal is not None
    try:
        return deal(state, seat, Luck(seed.to_bytes(4, "big")).below)
    except Refusal as refusal:
        return refusal


def as_text(found: Redealt[Any] | Refusal) -> tuple[object, ...]:
    """Return everything that the requester can see of a deal or a refusal."""
    if isinstance(found, Refusal):
        return type(found), found.needs, found.has, found.field
    return text_of(found.state), found.closed, found.made_up


@pytest.mark.rule("AR-FORK-12")
def test_every_game_with_secrets_deals_again(fixture: Fixture) -> None:
    """A game either hides nothing, or declares how a fork of it is dealt again."""
    deals = fixture.game.forking.deal is not None
    assert fixture.game.hides_nothing or deals != (fixture.service in DEALS_BY_PLAYERS)


@pytest.mark.rule("AR-FORK-04", "AR-FORK-12", "AR-FORK-13", "AR-FORK-15", "AR-FORK-16")
def test_a_dealt_fork_follows_from_what_its_seat_knows(fixture: Fixture) -> None:
    """The fork of the true state is the fork of the state that the seat reads, and shows the seat the same."""
    if fixture.game.forking.deal is None:
        return
    counts = Counter[str]()
    for at in positions(fixture):
        for seat, held in at.stream.seats.items():
            true, read = (dealt(fixture.game, state, seat) for state in (at.stream.game, at.read[seat]))
            if held.role == "gm" and as_text(true) == (text_of(at.stream.game), (), ()):
                counts["true"] += 1
                continue
            assert as_text(true) == as_text(read), (at.stream.version, seat)
            counts["hiding"] += at.read[seat] != at.stream.game
            counts["refused" if isinstance(true, Refusal) else "dealt"] += 1
            if isinstance(true, Redealt):
                shows_the_same(fixture.game, at.stream, true, seat)
    assert counts["dealt"] > counts["refused"]
    assert counts["hiding"]
    assert counts["true"]


def shows_the_same(game: Game[Any], stream: Stream[Any], fork: Redealt[Any], seat: Seat) -> None:
    """Assert that a seat has the same view and the same legal list on a fork as on the stream that it came from."""
    assert state_in(game.state, text_of(fork.state)) == fork.state
    assert canonical(game.view(fork.state, seat)) == canonical(game.view(stream.game, seat)), (stream.version, seat)
    on_fork = legal_list_of(game, replace(stream, game=fork.state), seat)
    assert canonical(on_fork) == canonical(legal_list_of(game, stream, seat)), (stream.version, seat)


@pytest.mark.rule("AR-FORK-04", "AR-FORK-12")
def test_twins_give_the_same_fork(fixture: Fixture) -> None:
    """Two streams that differ only in what is hidden from a seat give this seat the same fork, or the same refusal."""
    if fixture.game.forking.deal is None or fixture.twins is None:
        return
    for twins in fixture.twins():
        for seat in twins.seats:
            for seed in (1, 2):
                first, second = (dealt(fixture.game, one.game, seat, seed) for one in (twins.first, twins.second))
                assert as_text(first) == as_text(second), seat


@pytest.mark.rule("AR-FORK-07", "AR-FORK-12", "AR-FORK-14")
def test_a_dealt_fork_is_played_on_and_proven(fixture: Fixture) -> None:
    """All seats play on a dealt fork, whatever stays closed, and an audit deals it again from its parent's log."""
    luck, parent = Random(f"dealt {fixture.service}"), plays_of(fixture.service)[0].journal
    if fixture.game.forking.deal is None:
        return
    parent_lines, versions = parent.lines(), versions_of(parent)
    for version in luck.sample(versions, min(max(2, POSITIONS // 10), len(versions))):
        seat = luck.choice([one for one, held in parent.stream.seats.items() if held.role == "player"])
        try:
            fork = fork_of(parent, version, seat=seat)
        except Refusal:
            continue
        begun = fork.events[-1]
        assert isinstance(begun, Forked)
        assert (begun.dealt, begun.seat) == (True, seat)
        assert begun.closed is UNSET or begun.closed
        play_out(fork, luck, STEPS)
        report = audited_fork(fork, parent_lines)
        assert (report.failure, report.fork and report.fork.verdict) == (None, "same")
