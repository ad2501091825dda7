"""The simulated service: commands, and simulated seconds, per second of processor time."""

from __future__ import annotations

import re
import subprocess
import sys
from typing import Final

from .rows import Row, row

SEEDS: Final = "1-20"
SPEED: Final = re.compile(r"([\d.]+) s of processor: ([\d.]+) rolls and ([\d.]+) s simulated a second")


class NoSpeed(Exception):
    """The simulation ended without a line about its speed."""


def rows(*, rounds: int) -> list[Row]:
    """Run the same seeds several times, each in a separate process."""
    found = [_run() for _ in range(rounds)]
    note = f"seeds {SEEDS}: servers, store, callers, readers, a job and a clock in a quarter of them; faults in most"
    return [
        row("simulated: commands, a second of processor", "1/s", [commands for commands, _ in found], note=note),
        row("simulated: time, a second of processor", "s/s", [seconds for _, seconds in found]),
    ]


def _run() -> tuple[float, float]:
    """Return two rates per second of processor time: commands acknowledged, and seconds simulated."""
    command = [sys.executable, "-m", "tests.simulation", "--seeds", SEEDS, "--quiet"]
    said = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    speed = SPEED.search(said)
    if speed is None:
        raise NoSpeed(said)
    return float(speed[2]), float(speed[3])
