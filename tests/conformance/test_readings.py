"""Rule functions return the same results with a cache as without one, in every game."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import pytest
from msgspec.structs import replace

from shared.kernel.audit import lines_of
from shared.kernel.lasting import Lasting
from shared.kernel.messages import canonical
from shared.kernel.stream import Stream
from tests.support.journal import audit_export
from tests.support.readings import checked_readings

from .fixture import Fixture
from .playing import legal_list_of, plays_of
from .test_logs import logs_of

MOMENTS: Final = 2
"""The number of states of a random stream that the test inspects."""


def _keeps_readings(fixture: Fixture) -> bool:
    """Return whether a game's states can cache the results of rule functions."""
    return isinstance(fixture.game.initial, Lasting)


def _views_and_lists(fixture: Fixture, stream: Stream[Any]) -> Iterator[bytes]:
    """Yield each seat's view and legal list of a stream, encoded."""
    fresh = replace(stream, game=replace(stream.game))
    for seat in stream.seats:
        yield canonical(fixture.game.view(fresh.game, seat))
        yield canonical(legal_list_of(fixture.game, fresh, seat))


def test_cached_results_do_not_change_views_and_lists(fixture: Fixture) -> None:
    """With and without cached results, every seat's view and legal list have the same bytes."""
    if not _keeps_readings(fixture):
        return
    for stream in plays_of(fixture.service)[0].moments[-MOMENTS:]:
        with checked_readings():
            anew = list(_views_and_lists(fixture, stream))
        assert anew == list(_views_and_lists(fixture, stream))


@pytest.mark.golden
def test_cached_results_do_not_change_recorded_decisions(fixture: Fixture) -> None:
    """With and without cached results, every recorded command has the same outcome."""
    if not _keeps_readings(fixture):
        return
    for log in logs_of(fixture):
        with checked_readings():
            report = audit_export(fixture.game, lines_of(log.read_bytes()))
        assert report.failure is None, log.name
