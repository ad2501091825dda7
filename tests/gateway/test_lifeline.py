"""The lifetime of servers started by the tests, the demo or the bench.

Such servers end with the process that started them, even if it is killed.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest

from tests.support.disturbed_jobs import eventually

pytestmark = [pytest.mark.store, pytest.mark.faults]

ROOT: Final = Path(__file__).parents[2]
STARTS_A_SERVER: Final = """
import sys, time
from pathlib import Path
from services.gateway.processes.running import running
with running(Path(sys.argv[1]), durability="relaxed", ARBITER_POOL_WARM="no") as server:
    print(server.pid, server.store.pid, flush=True)
    time.sleep(600)
"""


def test_a_killed_test_run_leaves_no_server_and_no_store(tmp_path: Path) -> None:
    """Server and store run during the test run, and end by themselves soon after the test run is killed."""
    words = [sys.executable, "-c", STARTS_A_SERVER, str(tmp_path)]
    with subprocess.Popen(words, stdout=subprocess.PIPE, cwd=ROOT) as run:
        assert run.stdout is not None
        processes = [Path("/proc") / pid for pid in run.stdout.readline().decode().split()]
        assert [True, True] == [one.exists() for one in processes]
        run.kill()

    eventually(lambda: not any(one.exists() for one in processes))
