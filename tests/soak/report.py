"""The report of a soak: a line for each quantity with its slope, and what failed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from tests.soak.running import Sample, Soak
from tests.soak.slopes import Point, Slope, slope_of

MEMORY: Final = 0.1
FILES: Final = 0.1
LATENCY: Final = 0.2
"""How much each quantity may grow in 8 hours, as a share of its middle."""
GROWS: Final = ("memory",)
"""Quantities of the store that are not judged, because the store keeps every event: its memory grows with the log."""
HOUR: Final = 3600
PARTS: Final[tuple[tuple[str, str, str, float], ...]] = (
    ("memory", "allocated", "MB", MEMORY), ("files", "files", "files", FILES), ("threads", "threads", "threads", FILES)
)  # fmt: skip
"""Each quantity with the one whose slope is judged, the unit, and the growth allowed as a share of the quantity.

A process that a fork made shares memory with its parent until one of them writes to it. Each page that they no longer
share adds to `memory`, but nothing was allocated: there are at most as many such pages as the process inherited.
"""


def slopes_of(samples: Sequence[Sample]) -> dict[str, tuple[str, Slope]]:
    """Return the unit and the slope of each quantity, by its name."""
    found = dict[str, tuple[str, Slope]]()
    for role in sorted({role for sample in samples for role in sample.uses}):
        for part, judged, unit, allowed in PARTS:
            if role == "store" and part in GROWS:
                continue
            values, whole = _points(samples, role, judged), _points(samples, role, part)
            found[f"{part} of {role}"] = unit, slope_of(values, allowed=allowed, share_of=whole)
    asked = [one for one in samples if one.requests]
    of_requests: Sequence[tuple[str, Callable[[Sample], float]]] = (
        ("latency p50", lambda one: one.p50), ("latency p99", lambda one: one.p99),
        ("processor time of a request", lambda one: one.spent / one.requests * 1000),
    )  # fmt: skip
    for name, value in of_requests:
        found[name] = "ms", slope_of([(one.at / HOUR, value(one)) for one in asked], allowed=LATENCY)
    return found


def _points(samples: Sequence[Sample], role: str, part: str) -> list[Point]:
    """Return the values of a quantity of one role over the hours of a run."""
    return [(one.at / HOUR, float(getattr(one.uses[role], part))) for one in samples if role in one.uses]


def failures_of(run: Soak) -> list[str]:
    """Return a sentence for each failure, and for each quantity that grows."""
    growing = [
        f"{name} grows: {slope.slope:+.3g} {unit} an hour, of {slope.middle:.4g}"
        for name, (unit, slope) in slopes_of(run.samples).items()
        if slope.conclusion == "grows"
    ]
    return [*run.failures, *growing]


def print_report(run: Soak) -> None:
    """Print what was done, the slopes, and what failed."""
    capacity = "" if run.capacity is None else f", of {run.capacity:.0f} that the servers can answer"
    hours = run.samples[-1].at / HOUR
    print(f"{hours:.2f} hours at {run.rate:.0f} requests a second{capacity}")
    print("; ".join(f"{count} {name}" for name, count in run.done.items()))
    print(f"{'quantity':34} {'middle':>10} {'an hour':>10} {'interval (99 %)':>23}")
    for name, (unit, slope) in slopes_of(run.samples).items():
        interval = f"{slope.low:+.4g} .. {slope.high:+.4g}"
        print(f"{name:34} {slope.middle:10.4g} {slope.slope:+10.4g} {interval:>23} {unit:7} {slope.conclusion}")
    store = [sample.uses["store"].memory for sample in run.samples if "store" in sample.uses]
    if store:
        grown = (store[-1] - store[0]) * 1024 / max(1, run.done.get("commands", 0))
        print(f"the store grew from {store[0]:.1f} to {store[-1]:.1f} MB: {grown:.2f} KB for each command of a player")
    print("\n".join(failures_of(run)) or "nothing failed, and nothing grows")
