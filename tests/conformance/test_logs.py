"""Recorded streams of every game.

They replay byte for byte, and together contain every event type and command.
"""

from __future__ import annotations

import re
from functools import cache
from itertools import chain
from pathlib import Path
from typing import Any, Final

import msgspec
import pytest

from services.gateway.games import GAMES
from shared.kernel.audit import NO_PARENT, Parent, lines_of
from shared.kernel.replay import FromTheFuture
from shared.kernel.stream import KERNEL_EVENTS
from tests.support.journal import audit_export

from .fixture import TESTS, Fixture, fixture_of, games_under_test
from .playing import plays_of, sessions_of

LARGEST: Final = 400_000
"""The maximum size of a log that people can still review. Units: bytes."""
NEVER_RECORDED: Final = {"DrawsVoided"}
"""Event types that no game can produce; voided draws are in `contracts/vectors/split.ndjson`."""
BLESS: Final = (
    "Old logs replay byte for byte: undo what changed the past. Only for a game that was never released, "
    "record the log anew: make bless LOG={log}"
)
RECORD: Final = (
    "extend a session, or add one, and record it: make bless LOG=tests/<game>/golden/<session>.ndjson; "
    "a game without sessions of its own has the session at_random"
)


FORK: Final = re.compile(r"^(a_)?(fork|solved_puzzle|missed_puzzle)_of_")
"""The prefix of a fork's name, followed by the name of its parent."""


def relative_path(path: Path) -> str:
    """Return a path relative to the checkout, for messages."""
    return str(path.relative_to(TESTS.parent))


def logs_of(fixture: Fixture) -> list[Path]:
    """Return the recorded streams of a game."""
    return sorted(fixture.golden.glob("*.ndjson"))


@cache
def records_of(log: Path) -> tuple[dict[str, Any], ...]:
    """Return the public records of a log."""
    return tuple(msgspec.json.decode(line)["public"] for line in lines_of(log.read_bytes()))


def logs() -> list[Any]:
    """Return the recorded streams of all games, as test parameters."""
    return [
        pytest.param(service, log, id=f"{service}-{log.stem}")
        for service in games_under_test()
        for log in sorted((TESTS / service / "golden").glob("*.ndjson"))
    ]


def parent_of(log: Path) -> Parent:
    """Return the recorded stream from which a fork came; `a_fork_of_a_fight` is a fork of `a_fight`."""
    parent = log.with_stem(FORK.sub("", log.stem))
    return NO_PARENT if parent == log else Parent(lines=lines_of(parent.read_bytes()))


@pytest.mark.golden
@pytest.mark.parametrize(("service", "log"), logs())
def test_a_recorded_stream_replays_byte_for_byte(service: str, log: Path) -> None:
    """A recorded stream's chain is intact, and its draws derive from the seed.

    Deciding its commands again produces the same bytes.
    """
    try:
        report = audit_export(fixture_of(service).game, lines_of(log.read_bytes()), parent_of(log))
    except FromTheFuture as unknown:
        pytest.fail(f"{log.name} has {unknown}, which the code does not know. {BLESS.format(log=relative_path(log))}")

    assert report.failure is None, f"{report.failure}. {BLESS.format(log=relative_path(log))}"
    assert ("same", "same", "same") == (report.chain.verdict, report.draws.verdict, report.decisions.verdict)
    assert (0, 0, 0) == (report.chain.unshown, report.draws.unshown, report.decisions.unshown)
    assert report.proven or report.sealed
    assert report.closed


def test_every_session_is_recorded(fixture: Fixture) -> None:
    """Each session has a log, each log has a session, and no log is too long to review."""
    recorded = logs_of(fixture)
    unrecorded = sorted(set(sessions_of(fixture)) - {log.stem for log in recorded})

    assert recorded, (
        f"{fixture.service} has no golden log: make bless LOG={relative_path(fixture.golden)}/at_random.ndjson"
    )
    assert [] == unrecorded, f"record them: make bless LOG={relative_path(fixture.golden)}/<session>.ndjson"
    assert sorted(sessions_of(fixture)) == [log.stem for log in recorded], (
        "delete each log without a session, or add its session"
    )
    assert [] == [log.name for log in recorded if log.stat().st_size > LARGEST]


def test_every_event_is_in_a_recorded_stream(fixture: Fixture) -> None:
    """The logs of a game contain each of its event types."""
    seen = {event["type"] for log in logs_of(fixture) for record in records_of(log) for event in record["events"]}

    missing = sorted({kind.__name__ for kind in fixture.game.events} - seen)
    assert [] == missing, f"no golden log of {fixture.service} has {missing}: {RECORD}"


def test_every_command_is_in_a_stream(fixture: Fixture) -> None:
    """The logs and random streams of a game contain each of its commands."""
    recorded = (record for log in logs_of(fixture) for record in records_of(log))
    played = (msgspec.json.decode(one.public) for play in plays_of(fixture.service) for one in play.journal.records)
    asked = {record["intent"]["command"]["type"] for record in chain(recorded, played)}

    missing = sorted({kind.__name__ for kind in (fixture.game.opening, *fixture.game.commands)} - asked)
    assert [] == missing, f"no log and no random stream of {fixture.service} has {missing}: {RECORD}"


def test_every_event_of_the_kernel_is_in_a_recorded_stream() -> None:
    """Each event type of the kernel is in some game's log, except those that no game can produce."""
    logs = [log for name in GAMES for log in logs_of(fixture_of(name))]
    seen = {event["type"] for log in logs for record in records_of(log) for event in record["events"]}

    assert NEVER_RECORDED == {kind.__name__ for kind in KERNEL_EVENTS} - seen
