"""Recorded campaigns: the past replays byte for byte, and every event type is in it."""

from pathlib import Path

import msgspec
import pytest

from services.rpg_boundless.events import EVENTS
from shared.kernel.audit import lines_of
from tests.rpg_boundless.journal import audited
from tests.rpg_boundless.sessions import GOLDEN, SESSIONS

LOGS = sorted(GOLDEN.glob("*.ndjson"))


@pytest.mark.golden
@pytest.mark.parametrize("log", LOGS, ids=lambda log: log.stem)
def test_a_recorded_campaign_replays_byte_for_byte(log: Path) -> None:
    """The chain holds, every face follows from the seed, and every command decided again leaves the same bytes."""
    report = audited(lines_of(log.read_bytes()))

    assert report.failure is None
    assert ("same", "same", "same") == (report.chain.verdict, report.draws.verdict, report.decisions.verdict)
    assert report.closed
    assert 0 == report.decisions.unshown


def test_every_session_is_recorded() -> None:
    """There is a log for each session, and a session for each log."""
    assert sorted(SESSIONS) == [log.stem for log in LOGS]


def test_every_event_type_is_in_a_recorded_campaign() -> None:
    """No event of this service is missing from the logs."""
    told = {event["type"] for log in LOGS for line in lines_of(log.read_bytes()) for event in _events(line)}

    assert set() == {kind.__name__ for kind in EVENTS} - told


def _events(line: bytes) -> list[dict[str, str]]:
    events: list[dict[str, str]] = msgspec.json.decode(line)["public"]["events"]
    return events
