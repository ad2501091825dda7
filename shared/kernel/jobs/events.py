"""The events of a job. Their names and fields are the storage format, which changes by additions only."""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

from msgspec import UNSET, UnsetType

from shared.kernel.jobs.commands import Precision
from shared.kernel.jobs.survey import SurveyedStream
from shared.kernel.jobs.tally import ChunkResult
from shared.kernel.messages import Event

Why: TypeAlias = Literal["precision", "trials", "best"]


class JobRequested(Event, frozen=True, kw_only=True):
    """A job was accepted: at most `trials` trials, in chunks of `chunk_trials` (the last may be smaller).

    `analysis` names the requested analysis or survey, and is absent if the job is a simulation. `simulate` contains the
    request in each case. A survey reads `streams`.
    """

    simulate: dict[str, Any]
    analysis: str | UnsetType = UNSET
    streams: tuple[SurveyedStream, ...] | UnsetType = UNSET
    against: dict[str, Any] | None = None
    trials: int
    chunk_trials: int
    confidence: int
    precision: Precision | None = None
    seed: str
    ruleset: str
    at: int


class ChunkCompleted(Event, frozen=True, kw_only=True):
    """A chunk of trials is complete.

    The first `counted` chunks now count towards the result. A chunk after a missing one does not count yet.
    """

    chunk: int
    result: ChunkResult
    digest: str
    counted: int


class ChunkDisputed(Event, frozen=True, kw_only=True):
    """Two results of one chunk differed: the simulation is not deterministic, so the job's results are invalid."""

    chunk: int
    first: str
    other: str


class JobCompleted(Event, frozen=True, kw_only=True):
    """The job is complete: the first `chunks` chunks are its result.

    `why` is the reason: the result is precise enough (`precision`), all trials are played (`trials`), or the best of
    the compared measures is known (`best`).
    """

    chunks: int
    trials: int
    why: Why


class JobFailed(Event, frozen=True, kw_only=True):
    """The job failed."""

    reason: str


class JobCancelled(Event, frozen=True, kw_only=True):
    """The caller cancelled the job."""
