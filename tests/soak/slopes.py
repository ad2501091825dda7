"""Slopes of measurements over time, and the decision whether a quantity grows.

A slope is the median of the slopes between all pairs of points (Theil and Sen), so that single outliers do not
matter. Its interval follows from the number of pairs that rise (Kendall). Samples close in time resemble each other,
so a point is the median of a block of samples.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from math import sqrt
from statistics import median
from typing import Final, Literal

from msgspec import Struct

BLOCKS: Final = 40
FEWEST: Final = 12
"""The fewest points from which a slope is judged."""
LEFT_OUT: Final = 0.2
"""The share of a run at its beginning that is not judged: caches and pools of processes fill up."""
CERTAIN: Final = 2.576
"""Standard deviations on either side of the slope: its interval holds the true slope 99 times of 100."""
JUDGED_HOURS: Final = 8.0
Conclusion = Literal["flat", "grows", "undecided"]

Point = tuple[float, float]
"""A time in hours, and a value."""


class Slope(Struct, frozen=True, kw_only=True):
    """A slope per hour with its interval, the middle of the values, and the growth that is allowed in 8 hours.

    `middle` may be the middle of another quantity, by which the growth is judged.

    Units: `slope`, `low` and `high` in the value's unit per hour; `allowed` is a share of `middle`
    """

    middle: float
    slope: float
    low: float
    high: float
    allowed: float
    points: int

    @property
    def conclusion(self) -> Conclusion:
        """Say whether the value grows by more in 8 hours than is allowed.

        It grows if even the low end of the interval is above the limit, and is flat if even the high end is not. In
        between, the run was too short to decide.
        """
        if self.points < FEWEST:
            return "undecided"
        limit = self.allowed * self.middle / JUDGED_HOURS
        if self.low > limit:
            return "grows"
        return "flat" if self.high <= limit else "undecided"


def slope_of(samples: Sequence[Point], *, allowed: float, share_of: Sequence[Point] | None = None) -> Slope:
    """Return the slope of samples, without the beginning of the run.

    `allowed` is a share of their middle, or of the middle of the samples `share_of`.
    """
    points = blocks_of(late(samples))
    rises = sorted((b - a) / (later - earlier) for (earlier, a), (later, b) in combinations(points, 2))
    whole = points if share_of is None else blocks_of(late(share_of))
    middle, count = median([value for _, value in whole] or [0.0]), len(points)
    if not rises:
        return Slope(middle=middle, slope=0, low=0, high=0, allowed=allowed, points=count)
    spread = CERTAIN * sqrt(count * (count - 1) * (2 * count + 5) / 18)
    low, high = int((len(rises) - spread) / 2), int((len(rises) + spread) / 2) + 1
    return Slope(
        middle=middle, slope=median(rises), low=rises[max(0, low)], high=rises[min(len(rises) - 1, high)],
        allowed=allowed, points=count,
    )  # fmt: skip


def late(samples: Sequence[Point]) -> list[Point]:
    """Return the samples without those of the beginning of the run."""
    if not samples:
        return []
    first, last = samples[0][0], samples[-1][0]
    return [each for each in samples if each[0] >= first + LEFT_OUT * (last - first)]


def blocks_of(samples: Sequence[Point]) -> list[Point]:
    """Return the medians of blocks of consecutive samples: at most 40, of equal length."""
    size = max(1, -(-len(samples) // BLOCKS))
    blocks = [samples[start : start + size] for start in range(0, len(samples), size)]
    return [(median(at for at, _ in block), median(value for _, value in block)) for block in blocks]
