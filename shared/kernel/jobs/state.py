"""The state of a job and how events change it: bookkeeping only."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, Literal, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

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
from shared.kernel.jobs.tally import ChunkResult, put_together

Status: TypeAlias = Literal["running", "completed", "failed", "cancelled"]


class JobState(Struct, frozen=True, kw_only=True):
    """A job. `done` chunks count, whose result is `found`; chunks that came before their turn wait in `early`.

    Shape: digests hold what each chunk came to, by its number
    """

    status: Status = "running"
    asked: JobRequested | None = None
    done: int = 0
    found: ChunkResult | None = None
    early: dict[int, ChunkResult] = {}
    digests: dict[int, str] = {}
    why: Why | None = None
    reason: str = ""

    @property
    def request(self) -> JobRequested:
        """Give what was asked; the stream's opening always asks."""
        if self.asked is None:
            raise LookupError("the job was not requested")
        return self.asked

    @property
    def chunks(self) -> int:
        """Count the chunks there are at most."""
        return chunk_count(self.request.trials, self.request.chunk_trials)

    def trials_of(self, chunk: int) -> int:
        """Count the trials of a chunk; 0 for one that the job has not."""
        return trials_in(chunk, trials=self.request.trials, each=self.request.chunk_trials) if chunk >= 0 else 0

    def missing(self, window: int) -> list[int]:
        """List the chunks to be worked on: of the next few, those that are not done."""
        if self.status != "running":
            return []
        ahead = range(self.done, min(self.done + window, self.chunks))
        return [chunk for chunk in ahead if chunk not in self.digests]


INITIAL: Final = JobState()


def _requested(state: JobState, event: JobRequested) -> JobState:
    return replace(state, asked=event)


def _chunk_completed(state: JobState, event: ChunkCompleted) -> JobState:
    early = {**state.early, event.chunk: event.result}
    found = state.found
    for chunk in range(state.done, event.counted):
        found = put_together(found, early.pop(chunk))
    digests = {**state.digests, event.chunk: event.digest}
    return replace(state, done=event.counted, found=found, early=early, digests=digests)


def _completed(state: JobState, event: JobCompleted) -> JobState:
    return replace(state, status="completed", why=event.why, early={})


def _failed(state: JobState, event: JobFailed) -> JobState:
    return replace(state, status="failed", reason=event.reason, early={})


def _cancelled(state: JobState, _: JobCancelled) -> JobState:
    return replace(state, status="cancelled", early={})


def _disputed(state: JobState, _: ChunkDisputed) -> JobState:
    return state


EVOLVE: Final[Mapping[type, Callable[[Any, Any], Any]]] = {
    JobRequested: _requested,
    ChunkCompleted: _chunk_completed,
    ChunkDisputed: _disputed,
    JobCompleted: _completed,
    JobFailed: _failed,
    JobCancelled: _cancelled,
}


def over(state: JobState) -> bool:
    """Tell whether the job has ended."""
    return state.status != "running"
