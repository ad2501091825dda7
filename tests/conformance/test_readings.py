"""Rule functions return the same results with a cache as without one, in every game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any, Final

import msgspec
import pytest
from msgspec.structs import replace

from shared.kernel.audit import lines_of
from shared.kernel.game import Game
from shared.kernel.lasting import Lasting
from shared.kernel.messages import canonical
from shared.kernel.record import ExportLine
from shared.kernel.replay import log_reader_of
from shared.kernel.stream import Stream
from shared.kernel.stream.past import Memory
from shared.platform.eventlog.reading.pool_folding import stream_codec
from tests.support.journal import audit_export
from tests.support.readings import checked_readings

from .fixture import Fixture
from .playing import legal_list_of, plays_of
from .test_logs import logs_of

MOMENTS: Final = 2
"""The number of states of a random stream that the test inspects."""
OTHERS: Final = 2
"""The number of recorded values for each field of a state."""


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
def test_cached_parts_of_views_fit_every_state(fixture: Fixture) -> None:
    """A cached part of a view is used again only where computing it anew has the same result.

    Views of a random stream's state leave results in its parts. A state with the same parts, but with one field of a
    recorded state, has the same view with and without these results.
    """
    if not _keeps_readings(fixture):
        return
    game, others, luck = fixture.game, _recorded_fields(fixture), Random(fixture.service)
    pack, codec = msgspec.msgpack.Encoder().encode, stream_codec(game)
    compared = Counter[str]()
    for play in plays_of(fixture.service):
        stream = play.moments[-MOMENTS]
        for name, value in ((name, luck.choice(values)) for name, values in others.items() for _ in range(OTHERS)):
            _ = [game.view(stream.game, seat) for seat in stream.seats]
            changed = replace(stream, game=replace(stream.game, **{name: value}))
            alone = codec.decode(pack(changed))
            for seat in stream.seats:
                with suppress(LookupError):  # the field does not fit the other fields
                    expected = canonical(game.view(alone.game, seat))
                    assert canonical(game.view(changed.game, seat)) == expected, (name, seat)
                    compared[name] += 1
    assert compared.keys() == others.keys()


def _recorded_fields(fixture: Fixture) -> dict[str, list[Any]]:
    """Return the different values of each field of the states in a game's recorded streams."""
    found: dict[str, dict[bytes, Any]] = {name: {} for name in fixture.game.state.__struct_fields__}
    for log in logs_of(fixture):
        for state in _states_in(fixture.game, log):
            for name, values in found.items():
                value = getattr(state, name)
                values.setdefault(msgspec.json.encode(value), value)
    return {name: [*values.values()] for name, values in found.items()}


def _states_in(game: Game[Any], log: Path) -> Iterator[Any]:
    """Yield the state after each record of a log."""
    stream, memory, reader = Stream[Any](id=log.stem, game=game.initial), Memory[Any](), log_reader_of(game)
    for line in lines_of(log.read_bytes()):
        record = msgspec.json.decode(line, type=ExportLine)
        opened = [bytes(part.value) or None for part in record.parts]
        stream = reader.fold(stream, [(bytes(record.public), opened)], memory)
        yield stream.game


@pytest.mark.golden
def test_cached_results_do_not_change_recorded_decisions(fixture: Fixture) -> None:
    """With and without cached results, every recorded command has the same outcome."""
    if not _keeps_readings(fixture):
        return
    for log in logs_of(fixture):
        with checked_readings():
            report = audit_export(fixture.game, lines_of(log.read_bytes()))
        assert report.failure is None, log.name
