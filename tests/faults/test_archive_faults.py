"""Kills of `arbiter archive` at many of its steps.

The stream stays complete in one place, and a second run finishes the work.

ARBITER_TEST_ARCHIVE_KILLS sets the number of steps; `make faults` uses 40, spread over all of them.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from services.gateway.operations.verify import verify_file
from services.gateway.processes.running import Running, running
from shared.platform.extras.archive.archive_files import Archive
from tests.support.http import CLOSE, COLD, NDJSON, Table, open_table, roll

pytestmark = [pytest.mark.faults, pytest.mark.store]

KILLS: Final = int(os.environ.get("ARBITER_TEST_ARCHIVE_KILLS", "2"))


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Running]:
    """Run a store and a server for one test."""
    with running(tmp_path / "arbiter", durability="relaxed", **COLD) as server:
        yield server


@pytest.fixture
def table(server: Running) -> Iterator[Table]:
    """Return an ended table with some rolls, one of them secret."""
    with server.client() as app:
        table = open_table(server, app)
        for secret in (False, True, False):
            table.done(roll("2d6", secret=secret))
        table.done(CLOSE)
        yield table


def run_archiving(table: Table, word: str, *, at: int = 0) -> tuple[int, str]:
    """Run `arbiter archive` or `arbiter unarchive` on a table, killing it at step `at`; return exit code and output."""
    words = ["--stream", table.opened["stream"]] if word == "archive" else [table.opened["stream"]]
    command = [sys.executable, "-m", "tests.support.killed_at", str(at), word, *words]
    done = subprocess.run(command, env=table.server.environment, capture_output=True, text=True, check=False)
    return done.returncode, done.stderr


def steps_of(table: Table, word: str) -> list[int]:
    """Archive or restore a table once to count the steps; return the steps at which the test kills later runs."""
    code, said = run_archiving(table, word)
    assert 0 == code, said
    many = int(said)
    return sorted({1 + place * (many - 1) // max(1, KILLS - 1) for place in range(min(KILLS, many))})


def everything_read(table: Table) -> list[bytes]:
    """Return the table's log as its app and a seat read it, its state, and its proof."""
    answers = [table.get("/events", headers=NDJSON, seat=seat) for seat in (None, "ann")]
    answers += [table.get(), table.get("/audit"), table.get("/receipt")]
    assert {200} == {answer.status_code for answer in answers}, [answer.text for answer in answers]
    return [answer.content for answer in answers]


def held_in_its_file(table: Table, before: list[bytes]) -> None:
    """Assert that the table is in its archive file, and that the killed processes left no other file next to it."""
    server = table.server
    archive = Archive(server.folder / "archive")
    path = archive.path_of(table.opened["stream"])
    assert [path] == [found for found in archive.folder.rglob("*") if found.is_file()]
    assert "proven" == verify_file(path, None, None, server.folder / "keys.json").conclusion
    assert before == everything_read(table)


@pytest.mark.rule("AR-ARCH-05")
def test_an_archive_killed_at_each_step_loses_nothing(table: Table) -> None:
    """After a kill, the server serves the table as before, and a second run finishes archiving or restoring it."""
    before = everything_read(table)
    there, back = steps_of(table, "archive"), steps_of(table, "unarchive")
    for steps, word, other in ((there, "archive", "unarchive"), (back, "unarchive", "archive")):
        if word == "unarchive":
            assert 0 == run_archiving(table, "archive")[0]
        for step in steps:
            assert -signal.SIGKILL == run_archiving(table, word, at=step)[0]
            assert before == everything_read(table)
            again = run_archiving(table, word)
            assert 0 == again[0] or "is not archived" in again[1], again
            if word == "archive":
                held_in_its_file(table, before)
            assert before == everything_read(table)
            assert 0 == run_archiving(table, other)[0]
