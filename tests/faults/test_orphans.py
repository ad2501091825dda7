"""The end of `arbiter up`, which leaves no process running, whatever ends the command."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import pytest

from services.gateway.processes.running import free_port
from tests.support.disturbed_jobs import eventually, left_of
from tests.support.http import COLD

pytestmark = [pytest.mark.faults, pytest.mark.store]

EVERYBODY: Final = 11
"""The number of processes of `arbiter up`.

These are the command itself, the store, its guard, two servers, the dispatcher, a worker with two children, and
a clock with one.
"""


@contextmanager
def up(folder: Path) -> Iterator[subprocess.Popen[bytes]]:
    """Run `arbiter up` as a user does."""
    own = {"ARBITER_DATA_FOLDER": str(folder), "ARBITER_PORT": str(free_port()), "ARBITER_SERVERS": "2", **COLD}
    environment = {**os.environ, **own}
    with (folder / "up.log").open("ab") as out:
        process = subprocess.Popen(
            [sys.executable, "-m", "services.gateway.cli", "up"], env=environment, stdout=out, stderr=out
        )
    try:
        eventually(lambda: len(left_of(folder)) >= EVERYBODY, within=300)
        yield process
    finally:
        process.kill()
        process.wait()


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_up_leaves_no_orphan(tmp_path: Path, number: signal.Signals) -> None:
    """However `arbiter up` ends, its servers, worker, clock process, pool and store end too."""
    folder = tmp_path / "data"
    folder.mkdir()
    with up(folder) as process:
        process.send_signal(number)
        process.wait(120)
        eventually(lambda: not left_of(folder), within=120)
