"""Digests of states in every game. Two states have the same digest if and only if they are equal.

A comparison of digests also finds a broken fold.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import islice
from math import ceil, log2
from typing import Any, Final

import msgspec
import pytest

from services.gateway.operations.comparing import CannotCompare, Folded, compare, fold_log
from shared.kernel.digests import digest_for, digest_of, form_of
from shared.kernel.game import Game
from shared.kernel.messages import Event, canonical
from shared.kernel.replay import LogReader
from shared.kernel.stream import KERNEL_FOLDS
from shared.platform.eventlog.reading.pool_folding import stream_codec
from shared.platform.http.answers import DigestAnswer
from tests.support.journal import RULESET, Journal
from tests.support.releases import change_game
from tests.support.spec import explained_storage

from .fixture import Fixture
from .playing import Played, plays_of

FEW: Final = 3
"""The number of states of a stream, and the number of broken folds, that the tests use."""


def states_of(plays: Iterable[Played]) -> list[Any]:
    """Return all states of these random streams."""
    return [stream.game for play in plays for stream in play.streams.values()]


@pytest.mark.rule("AR-DIGEST-01")
def test_states_have_one_digest_if_and_only_if_they_are_equal(fixture: Fixture) -> None:
    """In random streams, equal states have equal digests, and different states have different digests."""
    found: dict[str, Any] = {}
    for state in states_of(plays_of(fixture.service)):
        assert found.setdefault(digest_of(state), state) == state
    assert len(found) > 10


@pytest.mark.rule("AR-DIGEST-01")
def test_a_state_keeps_its_digest_when_stored_or_folded_again(fixture: Fixture) -> None:
    """A state has the same digest after it is stored and loaded, and after it is folded again from the log."""
    for play in plays_of(fixture.service):
        replayed = play.journal.replay().game
        assert digest_of(replayed) == digest_of(play.journal.state)
        for stream in play.moments[:: len(play.moments) // FEW or 1]:
            with explained_storage():
                again = stream_codec(fixture.game).decode(msgspec.msgpack.encode(stream))
            assert digest_of(again.game) == digest_of(stream.game)


@pytest.mark.rule("AR-DIGEST-02")
def test_digest_of_a_view_depends_only_on_the_view(fixture: Fixture) -> None:
    """Views with the same bytes have the same digest, for each seat and for the app."""
    shown: dict[bytes, set[str]] = {}
    for play in plays_of(fixture.service):
        for stream in play.moments[:: len(play.moments) // FEW or 1]:
            for seat in (None, *stream.seats):
                found = digest_for(fixture.game, stream.game, seat, opened=False)
                assert found.of == ("state" if fixture.game.hides_nothing else "view")
                shown.setdefault(canonical(fixture.game.view(stream.game, seat)), set()).add(found.digest)
    assert {len(digests) for digests in shown.values()} == {1}


# ---------------------------------------------------------------- a fold that is broken on purpose


class Server:
    """A server of one release that returns the digests of a folded log, and counts the requests."""

    def __init__(self, folded: Folded, *, ruleset: str = RULESET) -> None:
        """Serve the digests of a folded log."""
        self.folded, self.ruleset, self.asked = folded, ruleset, list[int]()
        self._by_version = {moment.version: moment for moment in folded.moments}

    def __call__(self, version: int) -> DigestAnswer:
        """Return the digest of the state at a version, as a server does for an open log."""
        self.asked.append(version)
        moment = self._by_version[version]
        found = digest_for(self.folded.game, moment.state, None, opened=True)
        return DigestAnswer(
            of=found.of, schema=found.schema, digest=found.digest, stream="", version=version, head=moment.head,
            ruleset=self.ruleset,
        )  # fmt: skip


def without(game: Game[Any], kind: type[Event]) -> Game[Any]:
    """Return a release of the game that does not fold events of one type."""
    folds: Mapping[type, Any] = {one: step for one, step in game.folds.items() if one is not kind}
    return change_game(game, folds=folds)


def first_unlike(one: Folded, other: Folded) -> tuple[int | None, bool]:
    """Return the first version with different states, and whether all later states differ.

    The states are compared version by version.
    """
    unlike = [
        (here.version, form_of(here.state) != form_of(there.state))
        for here, there in zip(one.moments, other.moments, strict=False)
    ]
    first = next((place for place, (_, differs) in enumerate(unlike) if differs), None)
    return (None, True) if first is None else (unlike[first][0], all(differs for _, differs in unlike[first:]))


def compare_releases(journal: Journal[Any], here: Folded, kind: type[Event]) -> bool:
    """Compare a folded log with a release that does not fold one event type; return whether the states differ."""
    try:
        there = fold_log(LogReader(without(journal.rules, kind)), journal.lines())
    except CannotCompare:
        return False
    expected, for_good = first_unlike(here, there)
    if expected is None or not for_good or len(there.moments) < len(here.moments):
        return False
    server = Server(there)
    found = compare(here, server)
    before = max((moment.version for moment in here.moments if moment.version < expected), default=0)
    assert (found.differs, found.alike, found.same_schema) == (expected, before, True)
    assert found.here.digest != found.there.digest
    assert len(server.asked) == found.questions <= 1 + ceil(log2(len(here.moments)))
    return True


@pytest.mark.rule("AR-DIGEST-03")
def test_a_broken_fold_is_named_by_its_first_version(fixture: Fixture) -> None:
    """If a release does not fold an event type, a comparison names the first version with an event of that type."""
    journal = plays_of(fixture.service)[0].journal
    here = fold_log(journal.reader, journal.lines())
    kinds = dict.fromkeys(type(event) for event in journal.events if type(event) not in KERNEL_FOLDS)
    broken = (kind for kind in kinds if kind in journal.rules.folds and compare_releases(journal, here, kind))

    assert list(islice(broken, FEW)), f"no fold of {fixture.service} could be broken so that the log still folds"


@pytest.mark.rule("AR-DIGEST-03")
def test_two_servers_of_one_release_are_compared_with_one_request(fixture: Fixture) -> None:
    """Servers of the same release are compared with a single request, for the last version."""
    journal = plays_of(fixture.service)[0].journal
    here = fold_log(journal.reader, journal.lines())
    server = Server(here)
    found = compare(here, server)

    assert (found.differs, found.alike, found.note) == (None, journal.stream.version, "")
    assert server.asked == [journal.stream.version]
