"""Confidence intervals that remain valid however often a caller reads the results of a running job.

    share   A beta mixture of likelihood ratios is a martingale; by Ville's inequality it stays below 1/alpha for ever
            with probability 1 - alpha. It is exact for any number of trials. (Robbins 1970; Howard et al. 2021)
    mean    The same with a normal mixture and the observed variance; exact only in the limit. (Waudby-Smith et al.,
            "Time-uniform central limit theory", 2021.) It is tightest at `TUNED` trials.
    band    Dvoretzky, Kiefer and Wolfowitz with Massart's constant, alpha spent as alpha/(k(k+1)) on the k-th chunk:
            exact, and for all values at once.

The results are rounded outwards, so that they stay valid even if a machine's logarithm is off in its last bit.
"""

from __future__ import annotations

from fractions import Fraction
from math import ceil, floor, lgamma, log, log1p, sqrt
from typing import Final, TypeAlias

Interval: TypeAlias = tuple[float, float]

TUNED: Final = 10_000
GRID: Final = 10**9
HALVINGS: Final = 60
PRIOR: Final = 0.5
"""Both parameters of the beta distribution in the mixture (Jeffreys prior)."""


def share_interval(hits: int, trials: int, alpha: float) -> Interval:
    """Return bounds for a probability, from the number of hits and the number of trials."""
    if not trials:
        return 0.0, 1.0
    level = log(1 / alpha) - _mixture(hits, trials)
    middle = hits / trials
    low = 0.0 if hits == 0 else _edge(hits, trials, level, (middle, 0.0))
    high = 1.0 if hits == trials else _edge(hits, trials, level, (middle, 1.0))
    return floor(low * GRID) / GRID, ceil(high * GRID) / GRID


def _mixture(hits: int, trials: int) -> float:
    """Return the logarithm of the mixed likelihood for these numbers of hits and trials."""
    normal = lgamma(2 * PRIOR) - 2 * lgamma(PRIOR)
    return lgamma(hits + PRIOR) + lgamma(trials - hits + PRIOR) - lgamma(trials + 2 * PRIOR) + normal


def _edge(hits: int, trials: int, level: float, between: Interval) -> float:
    """Return the probability on one side of the best estimate at which the likelihood ratio reaches the level.

    The result is rounded outwards. `between` contains the best estimate and the end of the interval.
    """
    inside, outside = between
    for _ in range(HALVINGS):
        middle = (inside + outside) / 2
        likely = (hits * log(middle) if hits else 0.0) + ((trials - hits) * log1p(-middle) if trials > hits else 0.0)
        if likely + level > 0:
            inside = middle
        else:
            outside = middle
    return outside


def mean_half_width(variance: Fraction, trials: int, alpha: float) -> float:
    """Return the margin of error of a mean, from the variance and the number of trials."""
    least = -2 * log(alpha)
    rho = (least + log(least + 1)) / TUNED
    grown = trials * rho + 1
    scale = sqrt(grown / (trials * trials * rho) * log(grown / alpha**2))
    return ceil(_root(variance) * scale * GRID) / GRID


def _root(value: Fraction) -> float:
    """Return the square root of a fraction, even if its terms are too large for a float."""
    try:
        return sqrt(value.numerator / value.denominator)
    except OverflowError:
        return sqrt(float(value.numerator // value.denominator))


def band_half_width(trials: int, looks: int, alpha: float) -> float:
    """Return a bound on the errors of all observed shares of trials with at least a given value.

    The error probability is divided among all looks at the results; `looks` is the number of this look.
    """
    spent = alpha / (looks * (looks + 1))
    return min(1.0, ceil(sqrt(log(2 / spent) / (2 * trials)) * GRID) / GRID)
