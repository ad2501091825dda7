"""The state of a job, and the folds that change it. This module decides nothing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from shared.kernel.chapter import fold
from shared.kernel.jobs.events import (
    ChunkCompleted,
    ChunkDisputed,
    JobCancelled,
    JobCompleted,
    JobFailed,
    JobRequested,
    Why,
)
from shared.kernel.jobs.plan import chunk_count, trials_in
from shared.kernel.jobs.survey import SurveyedStream
from shared.kernel.jobs.tally import ChunkResult, put_together

JobStatus: TypeAlias = Literal["running", "completed", "failed", "cancelled"]


class JobState(Struct, frozen=True, kw_only=True):
    """The state of a job.

    The first `done` chunks count, and `found` is their result; complete chunks after a missing one wait in `early`.

    Shape: digests maps the index of each chunk to the digest of its result
    """

    status: JobStatus = "running"
    asked: JobRequested | None = None
    done: int = 0
    found: ChunkResult | None = None
    early: dict[int, ChunkResult] = {}
    digests: dict[int, str] = {}
    why: Why | None = None
    reason: str = ""

    @property
    def request(self) -> JobRequested:
        """Return the request, which the first event of the stream sets."""
        if self.asked is None:
            raise LookupError("the job was not requested")
        return self.asked

    @property
    def chunks(self) -> int:
        """Return the maximum number of chunks."""
        return chunk_count(self.request.trials, self.request.chunk_trials)

    def trials_of(self, chunk: int) -> int:
        """Return the number of trials in a chunk; 0 if the job has no such chunk."""
        return trials_in(chunk, trials=self.request.trials, each=self.request.chunk_trials) if chunk >= 0 else 0

    def streams_of(self, chunk: int) -> Sequence[SurveyedStream]:
        """Return the streams that a chunk of a survey reads."""
        streams, first = self.request.streams or (), chunk * self.request.chunk_trials
        return streams[first : first + self.request.chunk_trials]

    def missing(self, window: int) -> list[int]:
        """Return the chunks to play next: those of the next `window` uncounted chunks that are not complete yet."""
        if self.status != "running":
            return []
        ahead = range(self.done, min(self.done + window, self.chunks))
        return [chunk for chunk in ahead if chunk not in self.digests]


# ---------------------------------------------------------------- fold


@fold
def job_requested(state: JobState, event: JobRequested) -> JobState:
    """Store the request of the job."""
    return replace(state, asked=event)


@fold
def chunk_completed(state: JobState, event: ChunkCompleted) -> JobState:
    """Add to the result all chunks up to the first missing one, and keep later chunks until that one is complete."""
    early = {**state.early, event.chunk: event.result}
    found = state.found
    for chunk in range(state.done, event.counted):
        found = put_together(found, early.pop(chunk))
    digests = {**state.digests, event.chunk: event.digest}
    return replace(state, done=event.counted, found=found, early=early, digests=digests)


@fold
def job_completed(state: JobState, event: JobCompleted) -> JobState:
    """Record that the job ended with a result."""
    return replace(state, status="completed", why=event.why, early={})


@fold
def job_failed(state: JobState, event: JobFailed) -> JobState:
    """Record that the job ended without a result."""
    return replace(state, status="failed", reason=event.reason, early={})


@fold
def job_cancelled(state: JobState, _: JobCancelled) -> JobState:
    """Record that the job was cancelled, and keep the results so far."""
    return replace(state, status="cancelled", early={})


@fold
def chunk_disputed(state: JobState, _: ChunkDisputed) -> JobState:
    """Leave the state unchanged, because a `JobFailed` follows."""
    return state


# ---------------------------------------------------------------- the end of a job


def over(state: JobState) -> bool:
    """Whether the job has ended."""
    return state.status != "running"
