"""The judges of a job: which requests are accepted, which chunks count, and when the job ends."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, TypeVar

from msgspec import UNSET

from shared.kernel.chapter import judge, samples
from shared.kernel.context import Context
from shared.kernel.jobs.analysis import AnyKind, JobKinds
from shared.kernel.jobs.chunk import request_against, request_of
from shared.kernel.jobs.commands import CancelJob, CompleteChunk, FailJob, Precision, RequestJob
from shared.kernel.jobs.events import (
    ChunkCompleted,
    ChunkDisputed,
    JobCancelled,
    JobCompleted,
    JobFailed,
    JobRequested,
    Why,
)
from shared.kernel.jobs.kind import Kind
from shared.kernel.jobs.plan import chunk_trials, streams_each
from shared.kernel.jobs.refusals import (
    ChunkUnknown,
    MeasureUnknown,
    NothingInCommon,
    NothingToRead,
    RequestUnclear,
    WidthNotPositive,
)
from shared.kernel.jobs.state import JobState
from shared.kernel.jobs.stopping import alpha_of, why_enough
from shared.kernel.jobs.survey import Survey
from shared.kernel.jobs.tally import ChunkResult, put_together
from shared.kernel.messages import Seat, canonical
from shared.kernel.samples import TEXT, Sample, Samples

R = TypeVar("R")

DIGITS = 32


class JobContext(Context[JobState]):
    """The context of a decision about a job of one particular game."""

    def __init__(self, kinds: JobKinds, *decision: Any) -> None:  # noqa: ANN401 the arguments of every context
        """Store the game's kinds of jobs, and pass on the arguments that every context takes."""
        super().__init__(*decision)
        self.kinds = kinds


@judge
def request_job(ctx: JobContext, command: RequestJob) -> None:
    """Accept or refuse a new job."""
    ctx.emit(accept_job(ctx.kinds.kind_named(command.analysis), command, ctx.at))


@judge
def fail_job(ctx: JobContext, command: FailJob) -> None:
    """Fail a job."""
    ctx.emit(JobFailed(reason=command.reason))


@judge
def cancel_job(ctx: JobContext, command: CancelJob) -> None:  # noqa: ARG001 it has no fields
    """Cancel a job."""
    ctx.emit(JobCancelled())


@samples
def offered(state: JobState, seat: Seat) -> Samples[CompleteChunk | FailJob | CancelJob]:  # noqa: ARG001 the role of the sender decides
    """Return samples of the commands that end a job, and of a worker's report of the next chunk.

    The result in the sample report is empty, because only a worker knows the real one.
    """
    yield Sample(command=CompleteChunk(chunk=state.done, result=ChunkResult(trials=0, ours={})))
    yield Sample(command=FailJob(reason="given up"), fields={"reason": TEXT})
    yield Sample(command=CancelJob())


def digest_of_result(result: ChunkResult) -> str:
    """Return the digest of a chunk's result."""
    return hashlib.sha256(canonical(result)).hexdigest()[:DIGITS]


def accept_job(kind: AnyKind, command: RequestJob, at: int) -> JobRequested:
    """Check that a requested job is within the limits, and return the event that records it.

    Rule:    AR-JOB-01 to AR-JOB-05, AR-JOB-13, AR-JOB-17
    Refuses: RequestUnclear, TooManyTrials, JobTooLong, MeasureUnknown, NothingInCommon, NothingToRead; the game's
             refusals
    """
    if command.analysis is not UNSET and command.against is not None:
        raise RequestUnclear(needs="a simulation, if two variants are compared", has=command.analysis, field="against")
    requests = [request_of(kind, command.simulate)]
    if command.against is not None:
        requests.append(request_against(kind, command.against))
    if isinstance(kind, Survey):
        each = _streams_each(kind, requests[0], command)
    else:
        each = chunk_trials(command.trials, sum(max(1, kind.cost(request)) for request in requests))
        _check_measures([kind.measures(request) for request in requests], command.precision)
    return JobRequested(
        simulate=command.simulate, analysis=command.analysis, streams=command.streams, against=command.against,
        trials=command.trials, chunk_trials=each, confidence=command.confidence, precision=command.precision,
        seed=command.seed, ruleset=command.ruleset, at=at,
    )  # fmt: skip


def _streams_each(survey: Survey[Any, R], request: R, command: RequestJob) -> int:
    """Check a survey's streams, and return how many of them a chunk contains.

    Rule:    AR-JOB-04, AR-JOB-17
    Refuses: MeasureUnknown, NothingToRead, JobTooLong
    """
    if command.precision is not None:
        raise MeasureUnknown(needs="no measure in a survey", has=command.precision.measure, field="precision.measure")
    if not command.streams or len(command.streams) != command.trials:
        raise NothingToRead(needs=command.trials, has=len(command.streams or ()), field="trials")
    return streams_each([one.version for one in command.streams], survey.cost(request))


def _check_measures(measures: Sequence[Mapping[str, Kind]], precision: Precision | None) -> None:
    """Check that the requested measure exists, and that the precision is positive. Rule: AR-JOB-04, AR-JOB-05."""
    common = [name for name in measures[0] if all(name in each for each in measures)]
    leading = next(iter(measures[0]))
    if leading not in common:
        raise NothingInCommon(needs=leading, has=tuple(measures[-1]), field="against")
    if precision is None:
        return
    if precision.measure not in common:
        raise MeasureUnknown(needs=tuple(common), has=precision.measure, field="precision.measure")
    if "/" in precision.half_width and not int(precision.half_width.partition("/")[2]):
        raise WidthNotPositive(needs="above 0", has=precision.half_width, field="precision.half_width")
    if Fraction(precision.half_width) <= 0:
        raise WidthNotPositive(needs="above 0", has=precision.half_width, field="precision.half_width")


@judge
def complete_chunk(ctx: JobContext, command: CompleteChunk) -> None:
    """Count a chunk. A second report of a chunk changes nothing if the results agree, and fails the job if they differ.

    Rule:    AR-JOB-06, AR-JOB-08, AR-JOB-14
    """
    state, chunk, result = ctx.state, command.chunk, command.result
    if not result.trials or result.trials != state.trials_of(chunk):
        raise ChunkUnknown(needs=state.trials_of(chunk), has=result.trials, field="chunk")
    digest, known = digest_of_result(result), state.digests.get(chunk)
    if known == digest:
        return
    if known is not None:
        ctx.emit(ChunkDisputed(chunk=chunk, first=known, other=digest))
        ctx.emit(JobFailed(reason=f"chunk {chunk} gave two results, so that none can be believed"))
        return
    counted, trials, why = _count_chunks(ctx.kinds, state, command)
    ctx.emit(ChunkCompleted(chunk=chunk, result=result, digest=digest, counted=counted))
    if why or counted == state.chunks:
        ctx.emit(JobCompleted(chunks=counted, trials=trials, why=why or "trials"))


def _count_chunks(kinds: JobKinds, state: JobState, command: CompleteChunk) -> tuple[int, int, Why | None]:
    """Count chunks in order while more are needed; return how many chunks and trials count, and why they suffice.

    Rule:    AR-JOB-08, AR-JOB-14
    """
    ask, found, counted = state.request, state.found, state.done
    kind = kinds.kind_named(ask.analysis)
    measures = kind.measures(request_of(kind, ask.simulate))
    here = {**state.early, command.chunk: command.result}
    while counted in here:
        found = put_together(found, here[counted])
        counted += 1
        if why := why_enough(found, ask.precision, measures, alpha_of(ask.confidence)):
            return counted, found.trials, why
    return counted, found.trials if found else 0, None
