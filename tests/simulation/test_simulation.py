"""The whole service, simulated: what has to hold does, whatever goes wrong, and a seed decides everything."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import Final

import pytest

SEEDS: Final = int(os.environ.get("ARBITER_TEST_SIMULATED_SEEDS", "20"))
REPEATED: Final = 2
"""How many of the seeds run a second time, in another process."""


def simulate(*words: str) -> list[str]:
    """Run the simulation in a process of its own, since it replaces clocks; return its lines but the speed."""
    command = [sys.executable, "-m", "tests.simulation", *words]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        pytest.fail(done.stdout + done.stderr)
    return done.stdout.splitlines()[:-1]


@pytest.mark.rule("AR-SERVER-08")
@pytest.mark.faults
def test_what_has_to_hold_does_for_every_seed() -> None:
    """No seed finds a roll lost, doubled, out of place or shown wrong; the same seeds give the same bytes again."""
    lines = simulate("--seeds", f"1-{SEEDS}")
    again = simulate("--seeds", f"1-{REPEATED}")

    assert lines[:REPEATED] == again[:REPEATED]
    assert lines[-1].startswith(f"{SEEDS} seeds, 0 failed;")
