"""Decide whether a job stops early.

The decision depends on the chunks in their order, so that a job with the same seed always stops at the same chunk.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Final

from msgspec import UnsetType

from shared.kernel.jobs.commands import Precision
from shared.kernel.jobs.events import Why
from shared.kernel.jobs.intervals import Interval, mean_half_width, share_interval
from shared.kernel.jobs.kind import Kind
from shared.kernel.jobs.tally import Beats, ChunkResult, Tally, number

NORMAL_FROM: Final = 1_000
"""The number of trials from which the mean of amounts is treated as nearly normal."""
HALF: Final = 0.5


def hits_of(tally: Tally) -> int:
    """Return the number of trials in which a yes-or-no measure (a share) was 1."""
    return sum(times for value, times in tally.rows if number(value) == 1)


def mean_of(tally: Tally) -> Fraction:
    """Return the mean of the counted values."""
    return Fraction(tally.total) / tally.trials


def variance_of(tally: Tally) -> Fraction:
    """Return the variance of the counted values."""
    if tally.trials < 2:  # noqa: PLR2004  a variance needs two values
        return Fraction(0)
    total = Fraction(tally.total)
    return (Fraction(tally.squares) - total * total / tally.trials) / (tally.trials - 1)


def interval_of(tally: Tally, kind: Kind, alpha: float) -> Interval | None:
    """Return bounds for the true mean; None if there are too few trials, or all have one value."""
    if kind == "share":
        return share_interval(hits_of(tally), tally.trials, alpha)
    variance = variance_of(tally)
    if not variance:
        return None
    half, middle = mean_half_width(variance, tally.trials, alpha), float(mean_of(tally))
    return middle - half, middle + half


def why_enough(
    found: ChunkResult, precision: Precision | None, kinds: Mapping[str, Kind], alpha: float
) -> Why | None:  # fmt: skip
    """Return why the trials so far suffice; None if more are needed.

    If the request asks for a precision, the trials suffice only once it is reached.

    Rule:    AR-JOB-08, AR-JOB-14
    """
    if precision is not None:
        return "precision" if precise(found, precision, kinds, alpha) else None
    return None if isinstance(found.beats, UnsetType) or not best_is_known(found.beats, alpha) else "best"


def best_is_known(beats: Beats, alpha: float) -> bool:
    """Whether one of the rival measures is known to be better than each of the others.

    Two rivals differ only in the trials in which one was 1 and the other 0. The leader must be 1 in more than half of
    those trials, according to an interval that remains valid however often it is read. The allowed probability of error
    is divided among the pairs.

    Rule:    AR-JOB-14
    """
    if len(beats) < 2:  # noqa: PLR2004  a single share has no rival
        return False
    leader = max(range(len(beats)), key=lambda one: sum(beats[one]) - sum(row[one] for row in beats))
    won = [(times, beats[other][leader]) for other, times in enumerate(beats[leader]) if other != leader]
    part = alpha / len(won)
    return all(share_interval(times, times + lost, part)[0] > HALF for times, lost in won)


def precise(found: ChunkResult, precision: Precision, kinds: Mapping[str, Kind], alpha: float) -> bool:
    """Whether the requested confidence interval is narrow enough.

    Rule:    AR-JOB-08
    """
    reach = reach_of(found, precision, kinds, alpha)
    return reach is not None and Fraction(reach) <= Fraction(precision.half_width)


def reach_of(found: ChunkResult, precision: Precision, kinds: Mapping[str, Kind], alpha: float) -> float | None:
    """Return the current half-width of the requested confidence interval; None if it is unknown."""
    tallies, kind = (found.difference, "amount") if found.difference else (found.ours, kinds[precision.measure])
    tally = tallies.get(precision.measure)
    if tally is None or (kind == "amount" and tally.trials < NORMAL_FROM):
        return None
    interval = interval_of(tally, "share" if kind == "share" else "amount", alpha)
    if interval is None:
        return None
    middle = float(mean_of(tally))
    return max(interval[1] - middle, middle - interval[0])


def alpha_of(confidence: int) -> float:
    """Return the error probability that corresponds to a confidence in percent."""
    return (100 - confidence) / 100
