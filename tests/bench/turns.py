"""Measurements in turns (A B C, then C B A, and so on), so that a slow minute affects all contenders equally."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final, TypeVar

T = TypeVar("T")
TICKS: Final = os.sysconf("SC_CLK_TCK")
ENOUGH: Final = 64


def in_turn(contenders: Mapping[str, Callable[[], T]], rounds: int) -> dict[str, list[T]]:
    """Measure each contender once per round, in alternating order; return the figures of each, one for each round."""
    found: dict[str, list[T]] = {name: [] for name in contenders}
    names = list(contenders)
    for number in range(rounds):
        for name in names if number % 2 == 0 else reversed(names):
            found[name].append(contenders[name]())
    return found


def rate(work: Callable[[], Any], seconds: float) -> float:
    """Return how often per second a piece of work can be done, measured for this many seconds."""
    work()
    done, begun = 0, time.perf_counter()
    while (taken := time.perf_counter() - begun) < seconds:
        for _ in range(ENOUGH):
            work()
        done += ENOUGH
    return done / taken


def best_ms(work: Callable[[], Any], times: int) -> float:
    """Return the time of the fastest of this many runs of a piece of work. Units: milliseconds."""
    found = []
    for _ in range(times):
        begun = time.perf_counter()
        work()
        found.append((time.perf_counter() - begun) * 1000)
    return min(found)


def cpu_seconds(pid: int) -> float | None:
    """Return the processor time of a process with all its threads, or None if /proc has no entry for it.

    The scheduler's count of nanoseconds is used, or clock ticks if the scheduler keeps no count.
    """
    try:
        threads = list(Path(f"/proc/{pid}/task").iterdir())
        return sum(int((thread / "schedstat").read_text("ascii").split()[0]) for thread in threads) / 1e9
    except (OSError, IndexError):
        return _ticks(pid)


def _ticks(pid: int) -> float | None:
    try:
        fields = Path(f"/proc/{pid}/stat").read_text("ascii").rpartition(")")[2].split()
    except OSError:
        return None
    return (int(fields[11]) + int(fields[12])) / TICKS
