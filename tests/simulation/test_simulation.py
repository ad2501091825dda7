"""The whole service, simulated: the checks find no error whatever fails, and a seed decides everything."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from typing import Final

import pytest

SEEDS: Final = int(os.environ.get("ARBITER_TEST_SIMULATED_SEEDS", "5"))
BUGS: Final = os.environ.get("ARBITER_TEST_PLANTED_BUGS", "records-not-written").split()
"""The planted bugs to look for; if none is named, all of them."""
FOUND: Final = re.compile(r"(\d+) of \1 planted bugs found")


def simulate(*words: str) -> list[str]:
    """Run the simulation in a separate process, since it replaces clocks; return its lines."""
    command = [sys.executable, "-m", "tests.simulation", *words]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        pytest.fail(done.stdout + done.stderr)
    return done.stdout.splitlines()


@pytest.mark.rule("AR-SERVER-07", "AR-SERVER-08", "AR-CLOCK-02", "AR-STORE-12")
@pytest.mark.faults
def test_every_seed_passes_and_planted_bugs_are_found() -> None:
    """No seed loses, doubles or misreports a roll.

    A seed gives the same bytes twice, and the runs find planted bugs.
    """
    lines = simulate("--seeds", f"1-{SEEDS}")
    again = simulate("--seeds", "1", "--bugs", *BUGS)

    assert lines[0] == again[0]
    assert lines[-2].startswith(f"{SEEDS} seeds, 0 failed;")
    assert FOUND.fullmatch(again[-1])
