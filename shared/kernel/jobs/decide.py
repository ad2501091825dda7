"""Judgement on a job: what is taken on, which chunks count, when it is over."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, assert_never, cast

from shared.kernel.chance import Chance
from shared.kernel.context import Intent
from shared.kernel.first_form import Decider
from shared.kernel.jobs.chunk import request_of
from shared.kernel.jobs.commands import COMMANDS, CancelJob, CompleteChunk, FailJob, JobCommand, Precision, RequestJob
from shared.kernel.jobs.events import (
    EVENTS,
    ChunkCompleted,
    ChunkDisputed,
    JobCancelled,
    JobCompleted,
    JobEvent,
    JobFailed,
    JobRequested,
)
from shared.kernel.jobs.plan import chunk_trials
from shared.kernel.jobs.refusals import ChunkUnknown, MeasureUnknown, NothingInCommon, WidthNotPositive
from shared.kernel.jobs.simulation import Kind, Simulation
from shared.kernel.jobs.state import EVOLVE, INITIAL, JobState, over
from shared.kernel.jobs.stopping import alpha_of, precise
from shared.kernel.jobs.tally import ChunkResult, put_together
from shared.kernel.legal import Legal
from shared.kernel.messages import canonical
from shared.kernel.refusals import NotForThisSeat

KIND = "job"
DIGITS = 32


def job_of(simulation: Simulation[Any, Any]) -> Decider[JobState]:
    """Make the decider of a game's jobs."""

    def decide(intent: Intent, state: JobState, _: Chance) -> Sequence[JobEvent]:
        command = cast("JobCommand", intent.command)
        match command:
            case RequestJob():
                return (requested(simulation, command, intent.at),)
            case CompleteChunk():
                _only_the_clock(intent)
                return _completed(simulation, state, command)
            case FailJob():
                _only_the_clock(intent)
                return (JobFailed(reason=command.reason),)
            case CancelJob():
                return (JobCancelled(),)
            case _:
                assert_never(command)

    return Decider(
        service=simulation.service, kind=KIND, opening=RequestJob, commands=COMMANDS, events=EVENTS, state=JobState,
        initial=INITIAL, decides=decide, folds=EVOLVE, view=lambda state, _: state, view_type=JobState,
        legal=lambda *_: Legal(), over=over,
    )  # fmt: skip


def digest_of_result(result: ChunkResult) -> str:
    """Digest what a chunk came to."""
    return hashlib.sha256(canonical(result)).hexdigest()[:DIGITS]


def requested(simulation: Simulation[Any, Any], command: RequestJob, at: int) -> JobRequested:
    """Take a job on, within its bounds.

    Rule:    AR-JOB-01 to AR-JOB-05
    Refuses: RequestUnclear, TooManyTrials, JobTooLong, MeasureUnknown, NothingInCommon; what the game refuses
    """
    asked = [command.simulate] if command.against is None else [command.simulate, command.against]
    requests = [request_of(simulation, each) for each in asked]
    each = chunk_trials(command.trials, sum(max(1, simulation.cost(request)) for request in requests))
    _check_measures([simulation.measures(request) for request in requests], command.precision)
    return JobRequested(
        simulate=command.simulate, against=command.against, trials=command.trials, chunk_trials=each,
        confidence=command.confidence, precision=command.precision, seed=command.seed, ruleset=command.ruleset, at=at,
    )  # fmt: skip


def _check_measures(measures: Sequence[Mapping[str, Kind]], precision: Precision | None) -> None:
    """Rule: AR-JOB-04, AR-JOB-05."""
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


def _completed(simulation: Simulation[Any, Any], state: JobState, command: CompleteChunk) -> Sequence[JobEvent]:
    """Count a chunk. One that is known changes nothing if it says the same, and ends the job if it does not.

    Rule:    AR-JOB-06, AR-JOB-08
    """
    chunk, result = command.chunk, command.result
    if not result.trials or result.trials != state.trials_of(chunk):
        raise ChunkUnknown(needs=state.trials_of(chunk), has=result.trials, field="chunk")
    digest, known = digest_of_result(result), state.digests.get(chunk)
    if known == digest:
        return ()
    if known is not None:
        failed = JobFailed(reason=f"chunk {chunk} gave two results, so that none can be believed")
        return (ChunkDisputed(chunk=chunk, first=known, other=digest), failed)
    counted, trials, enough = _counted(simulation, state, command)
    completed = ChunkCompleted(chunk=chunk, result=result, digest=digest, counted=counted)
    if enough:
        return completed, JobCompleted(chunks=counted, trials=trials, why="precision")
    if counted == state.chunks:
        return completed, JobCompleted(chunks=counted, trials=trials, why="trials")
    return (completed,)


def _counted(simulation: Simulation[Any, Any], state: JobState, command: CompleteChunk) -> tuple[int, int, bool]:
    """Count on in order, as far as chunks are there and more are needed: how many, their trials, whether it is enough.

    Rule:    AR-JOB-08
    """
    ask, found, counted = state.request, state.found, state.done
    kinds = simulation.measures(request_of(simulation, ask.simulate))
    here = {**state.early, command.chunk: command.result}
    while counted in here:
        found = put_together(found, here[counted])
        counted += 1
        if precise(found, ask.precision, kinds, alpha_of(ask.confidence)):
            return counted, found.trials, True
    return counted, found.trials if found else 0, False


def _only_the_clock(intent: Intent) -> None:
    """Rule: AR-SEAT-04."""
    if intent.role != "clock":
        raise NotForThisSeat(needs="clock", has=intent.role)
