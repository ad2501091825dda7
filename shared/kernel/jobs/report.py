"""The report of a job: its progress, an estimate of the remaining time, and its results."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import ceil
from typing import Any, Final, Literal, TypeAlias

from msgspec import UNSET, Struct, UnsetType

from shared.kernel.jobs.commands import Precision
from shared.kernel.jobs.events import Why
from shared.kernel.jobs.findings import Findings
from shared.kernel.jobs.intervals import band_half_width
from shared.kernel.jobs.kind import Kind
from shared.kernel.jobs.plan import chunk_seed, trial_seed
from shared.kernel.jobs.state import JobState, JobStatus
from shared.kernel.jobs.stopping import NORMAL_FROM, alpha_of, interval_of, mean_of, reach_of, variance_of
from shared.kernel.jobs.tally import Amount, Extreme, Tally

Holds: TypeAlias = Literal["exactly", "nearly", "roughly", "unknown"]
QUANTILES: Final = {"1%": 1, "5%": 5, "25%": 25, "50%": 50, "75%": 75, "95%": 95, "99%": 99}


class Estimate(Struct, frozen=True, kw_only=True):
    """An estimated value with bounds.

    The bounds hold with the job's confidence throughout the job, however often they are read. `holds` is the quality of
    the bounds: exact; nearly exact (the mean of many trials is nearly normal); rough (fewer than a thousand trials); or
    `unknown` (too few trials).
    """

    value: float
    low: float | None
    high: float | None
    holds: Holds


class Row(Struct, frozen=True, kw_only=True):
    """A value (or the lowest value of a bin), its count, and the share of trials with at least that value."""

    value: Amount
    times: int
    at_least: float


class MeasureResult(Struct, frozen=True, kw_only=True):
    """The results of a measure.

    `band` is the largest difference to expect between reported and true shares in `at_least`, over all values. `width`
    is the width of the bins into which values are grouped; 0 means that each value has its own row. The bounds of
    quantiles follow from the band.
    """

    trials: int
    mean: Estimate
    deviation: float
    width: Amount
    band: float
    rows: tuple[Row, ...]
    quantiles: dict[str, tuple[Amount | None, Amount, Amount | None]]


class ExtremeTrial(Struct, frozen=True, kw_only=True):
    """A trial with an extreme result, and its seed: open it as a stream to replay it."""

    value: Amount
    chunk: int
    trial: int
    seed: str


class Result(Struct, frozen=True, kw_only=True):
    """The results of a job, by measure.

    A comparison also has the results of the other variant, and of the differences between trials with the same luck
    (`ours` minus `theirs`). The extreme trials are the extremes of the leading measure; in a comparison, they are the
    extremes of the difference in that measure. A survey has `findings` instead of measures; its trials are streams.
    """

    trials: int
    confidence: int
    ours: dict[str, MeasureResult]
    theirs: dict[str, MeasureResult] | None
    difference: dict[str, MeasureResult] | None
    lowest: tuple[ExtremeTrial, ...]
    highest: tuple[ExtremeTrial, ...]
    findings: Findings | UnsetType = UNSET


class Remaining(Struct, frozen=True, kw_only=True):
    """An estimate of the remaining work: how many `trials` will probably be needed, and how many `seconds` they take.

    `seconds` is unknown before the first chunk is complete.
    """

    trials: int
    seconds: float | None


class Progress(Struct, frozen=True, kw_only=True):
    """The progress of a job of `at_most` trials; `reach` is the current half-width of the requested interval."""

    status: JobStatus
    trials: int
    at_most: int
    chunks: int
    waiting: int
    reach: float | None
    remaining: Remaining | None
    why: Why | None
    reason: str


class Request(Struct, frozen=True, kw_only=True):
    """The request of a job, with the seed and the ruleset that reproduce its result.

    `analysis` names the requested analysis or survey, and is absent if the job is a simulation. `simulate` contains the
    request in each case.
    """

    simulate: dict[str, Any]
    analysis: str | UnsetType = UNSET
    against: dict[str, Any] | None
    trials: int
    confidence: int
    precision: Precision | None
    seed: str
    ruleset: str


def job_request(state: JobState) -> Request:
    """Return the request of a job."""
    ask = state.request
    return Request(
        simulate=ask.simulate, analysis=ask.analysis, against=ask.against, trials=ask.trials,
        confidence=ask.confidence, precision=ask.precision, seed=ask.seed, ruleset=ask.ruleset,
    )  # fmt: skip


def progress_of(state: JobState, kinds: Mapping[str, Kind], *, now: int) -> Progress:
    """Return the progress of a job. Units: `now` in milliseconds UTC."""
    ask, found = state.request, state.found
    made = found.trials if found else 0
    reach = reach_of(found, ask.precision, kinds, alpha_of(ask.confidence)) if found and ask.precision else None
    return Progress(
        status=state.status, trials=made, at_most=ask.trials, chunks=state.done, waiting=len(state.early), reach=reach,
        remaining=_estimate_remaining(state, made, reach, now) if state.status == "running" else None, why=state.why,
        reason=state.reason,
    )  # fmt: skip


def _estimate_remaining(state: JobState, made: int, reach: float | None, now: int) -> Remaining:
    """Estimate the remaining work: an interval of half the width takes four times as many trials."""
    ask = state.request
    needed = ask.trials
    if ask.precision is not None and reach:
        needed = min(needed, ceil(made * (reach / float(Fraction(ask.precision.half_width))) ** 2))
    left = max(needed - made, 1)
    passed = (now - ask.at) / 1000
    return Remaining(trials=left, seconds=round(left * passed / made, 1) if made and passed > 0 else None)


def result_of(state: JobState, kinds: Mapping[str, Kind]) -> Result | None:
    """Return the results of the counted chunks; None before the first chunk counts."""
    ask, found = state.request, state.found
    if found is None:
        return None
    alpha, looks = alpha_of(ask.confidence), state.done
    amounts: dict[str, Kind] = dict.fromkeys(found.difference, "amount")
    return Result(
        trials=found.trials,
        confidence=ask.confidence,
        ours=_each(found.ours, kinds, alpha, looks),
        theirs=_each(found.theirs, kinds, alpha, looks) if ask.against else None,
        difference=_each(found.difference, amounts, alpha, looks) if ask.against else None,
        lowest=_extremes(found.lowest, ask.seed),
        highest=_extremes(found.highest, ask.seed),
        findings=found.findings,
    )


def _each(
    tallies: Mapping[str, Tally], kinds: Mapping[str, Kind], alpha: float, looks: int
) -> dict[str, MeasureResult]:
    return {name: _measure(tally, kinds.get(name, "amount"), alpha, looks) for name, tally in tallies.items()}


def _measure(tally: Tally, kind: Kind, alpha: float, looks: int) -> MeasureResult:
    band = band_half_width(tally.trials, looks, alpha)
    rows = _rows(tally)
    return MeasureResult(
        trials=tally.trials,
        mean=_estimate(tally, kind, alpha),
        deviation=float(variance_of(tally)) ** 0.5,
        width=tally.width,
        band=band,
        rows=rows,
        quantiles={name: _quantile(rows, part / 100, band) for name, part in QUANTILES.items()},
    )


def _estimate(tally: Tally, kind: Kind, alpha: float) -> Estimate:
    value, interval = float(mean_of(tally)), interval_of(tally, kind, alpha)
    if interval is None:
        return Estimate(value=value, low=None, high=None, holds="unknown")
    nearly: Holds = "nearly" if tally.trials >= NORMAL_FROM else "roughly"
    return Estimate(value=value, low=interval[0], high=interval[1], holds="exactly" if kind == "share" else nearly)


def _rows(tally: Tally) -> tuple[Row, ...]:
    left, rows = tally.trials, []
    for value, times in tally.rows:
        rows.append(Row(value=value, times=times, at_least=left / tally.trials))
        left -= times
    return tuple(rows)


def _quantile(rows: tuple[Row, ...], part: float, band: float) -> tuple[Amount | None, Amount, Amount | None]:
    """Return a quantile and its bounds.

    The quantile is the lowest value that at least this share of trials do not exceed.
    """
    middle = _first_reaching(rows, part)
    return (
        _first_reaching(rows, part - band),
        rows[-1].value if middle is None else middle,
        _first_reaching(rows, part + band),
    )


def _first_reaching(rows: tuple[Row, ...], part: float) -> Amount | None:
    """Return the lowest value that at least this share of the trials does not exceed; None if there is none."""
    if not 0 < part <= 1:
        return None
    ends = [*(row.at_least for row in rows[1:]), 0.0]
    return next((row.value for row, above in zip(rows, ends, strict=True) if 1 - above >= part), rows[-1].value)


def _extremes(ends: tuple[Extreme, ...], seed: str) -> tuple[ExtremeTrial, ...]:
    return tuple(
        ExtremeTrial(value=one.value, chunk=one.chunk, trial=one.trial, seed=seed_of(seed, one.chunk, one.trial).hex())
        for one in ends
    )


def seed_of(job_seed: str, chunk: int, trial: int) -> bytes:
    """Return the seed of one trial, derived from the job's seed."""
    return trial_seed(chunk_seed(bytes.fromhex(job_seed), chunk), trial)
