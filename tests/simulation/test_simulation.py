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

SEEDS: Final = int(os.environ.get("ARBITER_TEST_SIMULATED_SEEDS", "20"))
BUGS: Final = os.environ.get("ARBITER_TEST_PLANTED_BUGS", "records-not-written").split()
"""The planted bugs to look for; all of them if none is named."""
SHARE: Final = 10
"""How many seeds run on a store that stands alone for each one that runs on a store with a replica."""
WHOLE: Final = re.compile(r"\d seeds, 0 failed; ")
LONG: Final = SEEDS > 100
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
    """Whatever fails, no roll is lost, doubled or misreported, and no secret is sent to a reader who may not know it.

    Two runs of a seed have the same bytes, and the runs find the planted bugs.
    """
    lines = simulate("--seeds", f"1-{SEEDS}")
    again = simulate("--seeds", "1", "--bugs", *BUGS)

    assert lines[0] == again[0]
    assert lines[-2].startswith(f"{SEEDS} seeds, 0 failed;")
    assert FOUND.fullmatch(again[-1])


@pytest.mark.rule("AR-STORE-01", "AR-STORE-09")
@pytest.mark.faults
def test_failovers_lose_nothing_that_the_replica_had_confirmed() -> None:
    """With a store whose replica takes over, `replicated` loses no acknowledged roll.

    `durable` loses only rolls that the replica did not have.
    """
    seeds = f"1-{max(1, SEEDS // SHARE)}"
    replicated = simulate("--durability", "replicated", "--seeds", seeds, "--bugs", "copies-not-waited-for")
    printed = [*replicated, *(simulate("--durability", "durable", "--seeds", seeds) if LONG else ())]

    assert [line for line in printed if WHOLE.search(line)] == [line for line in printed if " failed; " in line]
    assert FOUND.fullmatch(replicated[-1])
