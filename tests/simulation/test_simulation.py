"""Simulate the whole service with failures drawn from a seed.

Every check passes, and the same seed gives the same run.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from typing import Final

import pytest

SEEDS: Final = int(os.environ.get("ARBITER_TEST_SIMULATED_SEEDS", "5"))
BUGS: Final = os.environ.get("ARBITER_TEST_PLANTED_BUGS", "records-not-written").split()
"""The planted bugs to look for; all of them if none is named."""
FOUND: Final = re.compile(r"(\d+) of \1 planted bugs found")


def simulate(*words: str) -> list[str]:
    """Run the simulation in a separate process, because it replaces clocks; return the lines that it prints."""
    command = [sys.executable, "-m", "tests.simulation", *words]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        pytest.fail(done.stdout + done.stderr)
    return done.stdout.splitlines()


@pytest.mark.rule("AR-SERVER-07", "AR-SERVER-08", "AR-CLOCK-02", "AR-STORE-12")
@pytest.mark.faults
def test_every_seed_passes_and_planted_bugs_are_found() -> None:
    """Whatever fails, no roll is lost, doubled or misreported.

    Two runs of a seed have the same bytes, and the runs find the planted bugs.
    """
    lines = simulate("--seeds", f"1-{SEEDS}")
    again = simulate("--seeds", "1", "--bugs", *BUGS)

    assert lines[0] == again[0]
    assert lines[-2].startswith(f"{SEEDS} seeds, 0 failed;")
    assert FOUND.fullmatch(again[-1])
