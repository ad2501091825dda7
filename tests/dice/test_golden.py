"""Recorded tables: the past replays byte for byte, and every event type is in it."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import msgspec
import pytest

from services.dice.events import EVENTS
from services.dice.game import table
from shared.kernel.audit import lines_of
from shared.kernel.stream import KERNEL_EVENTS
from tests.dice.sessions import SESSIONS
from tests.support.journal import audited

LOGS: Final = sorted(Path(__file__).with_name("golden").glob("*.ndjson"))


@pytest.mark.golden
@pytest.mark.parametrize("log", LOGS, ids=lambda log: log.stem)
def test_a_recorded_table_replays_byte_for_byte(log: Path) -> None:
    """The chain holds, every face follows from the seed, and every command decided again leaves the same bytes."""
    report = audited(table, lines_of(log.read_bytes()))

    assert report.failure is None
    assert report.proven
    assert report.closed


def test_every_session_is_recorded() -> None:
    """There is a log for each session, and a session for each log."""
    assert sorted(SESSIONS) == [log.stem for log in LOGS]


def test_every_event_type_is_in_a_recorded_table() -> None:
    """No event of this service, and none of the kernel, is missing from the logs.

    But for void draws: no game can be made to have them. They stand in `contracts/vectors/split.ndjson`.
    """
    lines = [line for log in LOGS for line in lines_of(log.read_bytes())]
    told = {event["type"] for line in lines for event in msgspec.json.decode(line)["public"]["events"]}

    assert {"DrawsVoided"} == {kind.__name__ for kind in (*EVENTS, *KERNEL_EVENTS)} - told
