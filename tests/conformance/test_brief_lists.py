"""Brief lists of legal commands: what they contain, and how many decisions the service tries for them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from statistics import mean
from typing import Any, Final

import pytest
from msgspec import UNSET

from services.gateway.games import GAMES
from shared.kernel.audit import lines_of
from shared.kernel.audit.lines import read_chain
from shared.kernel.audit.report import Findings
from shared.kernel.legal import Allowed, Asking, Legal, Wanted, search_bodies
from shared.kernel.messages import Role
from shared.kernel.replay import log_reader_of
from shared.kernel.stream import Memory, Stream

from .fixture import Fixture, fixture_of
from .playing import EFFORT, by_kind, kept_list, plays_of, role_of
from .test_logs import logs_of

BRIEF: Final = Wanted(brief=True)
STATES: Final = 20 * EFFORT
"""The number of recorded states of each game for which the tests count decisions."""


def reasons(found: Legal) -> dict[str, object]:
    """Return the reason why each blocked command is blocked, by command."""
    return {name: (one.rule, one.says, one.needs, one.has) for one in found.blocked for name in one.commands}


def is_part(entry: Allowed, whole: Sequence[Allowed]) -> bool:
    """Return whether the whole list has an entry with the same body and with all fields of this entry."""
    return any(entry.body == one.body and entry.fields.items() <= one.fields.items() for one in whole)


def test_a_brief_list_names_the_same_commands(fixture: Fixture) -> None:
    """A brief list allows the same commands as the whole list, and blocks all others for the same reasons."""
    for stream, seat, brief in _brief_lists(fixture):
        whole = kept_list(fixture.game, stream, seat)

        assert {one.command for one in whole.allowed} == {one.command for one in brief.allowed}
        assert reasons(whole) == reasons(brief)
        assert whole.awaits == brief.awaits
        assert whole.more is UNSET


def test_brief_list_is_complete_except_for_commands_in_more(fixture: Fixture) -> None:
    """A brief list has some entries of each command that it names in `more`, and all entries of all other commands."""
    for stream, seat, brief in _brief_lists(fixture):
        whole, ours = by_kind(kept_list(fixture.game, stream, seat).allowed), by_kind(brief.allowed)

        more = brief.more or ()
        assert {*more} <= {*ours}
        for name, entries in ours.items():
            if name in more:
                assert all(is_part(entry, whole[name]) for entry in entries)
            else:
                assert whole[name] == entries


@pytest.mark.parametrize("service", GAMES)
def test_a_brief_list_tries_few_decisions(service: str) -> None:
    """Over recorded states, both the mean and the maximum of tried decisions for a list are limited.

    The limit of the mean applies to each role.
    """
    counts: dict[Role, list[int]] = {}
    for stream in _recorded_states(service):
        for seat, held in stream.seats.items():
            counts.setdefault(held.role, []).append(_count_tries(fixture_of(service), stream, seat))

    bounds = fixture_of(service).brief
    for role, tried in counts.items():
        assert mean(tried) <= bounds.mean[role], role
    assert max(max(tried) for tried in counts.values()) <= bounds.most


def _brief_lists(fixture: Fixture) -> Iterator[tuple[Stream[Any], str, Legal]]:
    """Yield states of random streams, each with a seat and its brief list."""
    for stream in (moment for play in plays_of(fixture.service) for moment in play.moments):
        for seat in stream.seats:
            yield stream, seat, kept_list(fixture.game, stream, seat, BRIEF)


def _recorded_states(service: str) -> list[Stream[Any]]:
    """Return some states of a game's recorded streams, evenly spread over all of them."""
    found = [stream for log in logs_of(fixture_of(service)) for stream in _states_of(service, log.read_bytes())]
    return found[:: max(1, len(found) // STATES)]


def _states_of(service: str, log: bytes) -> Iterator[Stream[Any]]:
    """Yield the states of a recorded stream while it is open."""
    game = fixture_of(service).game
    reader, memory, stream = log_reader_of(game), Memory[Any](), None
    for line in read_chain(lines_of(log), Findings()):
        stream = stream or Stream(id=line.record.stream, game=game.initial)
        stream = reader.fold_commit(stream, reader.commit(line.public, line.opened), memory)
        memory.note_after(stream)
        if stream.opened and not stream.closed:
            yield stream


def _count_tries(fixture: Fixture, stream: Stream[Any], seat: str) -> int:
    """Return how many decisions a seat's brief list tries."""
    asking = Asking.of(fixture.game, stream, seat, role_of(stream, seat))
    search_bodies(asking, BRIEF)
    return asking.tries.made
