"""A job as a stream: which requests the service accepts, which chunks count, and when the job ends."""

from dataclasses import replace as vary

import pytest
from msgspec.structs import replace

from services.dice.chapters.odds import NoSingleTotal
from services.dice.notation.refusals import NotationUnclear
from services.dice.simulations import SIMULATION, SimulateThrow
from shared.kernel.game import fold_events
from shared.kernel.jobs.analysis import JobKinds
from shared.kernel.jobs.commands import CancelJob, CompleteChunk, FailJob, Precision
from shared.kernel.jobs.events import ChunkDisputed, JobCancelled, JobCompleted, JobFailed
from shared.kernel.jobs.game import job_of
from shared.kernel.jobs.judgement import accept_job, digest_of_result
from shared.kernel.jobs.kind import Kind
from shared.kernel.jobs.refusals import (
    ChunkUnknown,
    JobTooLong,
    MeasureUnknown,
    NothingInCommon,
    RequestUnclear,
    TooManyTrials,
    WidthNotPositive,
)
from shared.kernel.jobs.state import over
from shared.kernel.legal import check_offered, legal
from shared.kernel.messages import Role, canonical
from shared.kernel.refusals import NotForThisSeat, Refusal
from shared.kernel.stream import SeatState, Stream
from tests.support.jobs import JOB, chunk_done, complete_chunk, job_accepted, request, roll_to_simulate
from tests.support.spec import Spec

ASK = request("2d6", trials=250)
EACH = 100
CHUNKS = [chunk_done(ASK, at, trials) for at, trials in enumerate((100, 100, 50))]


def running() -> Spec:  # type: ignore[type-arg]  # of jobs
    """Return a spec with a job of three chunks."""
    return Spec(JOB).given(job_accepted(ASK, chunk_trials=EACH))


def complete(chunk: int) -> CompleteChunk:
    """Return the command that reports a chunk's result."""
    return CompleteChunk(chunk=chunk, result=CHUNKS[chunk])


@pytest.mark.rule("AR-JOB-01")
def test_a_job_is_recorded_as_requested() -> None:
    """A job's stream records the request and divides it into chunks."""
    events = Spec(JOB).when(request("2d6", trials=250), role="gm", at=7).take_events()

    assert list(events) == [replace(job_accepted(ASK, chunk_trials=250), at=7)]


@pytest.mark.rule("AR-JOB-01")
@pytest.mark.parametrize(
    ("simulate", "refusal"),
    [
        ({"what": {"throw": "Notation", "text": "4d6kh3 +"}}, NotationUnclear),
        ({"what": {"throw": "Nothing"}}, RequestUnclear),
        ({"what": {"throw": "SymbolPool", "dice": [{"die": {"name": "a", "faces": [["x"]]}}]}}, NoSingleTotal),
    ],
)
def test_an_invalid_roll_is_not_simulated(simulate: dict[str, object], refusal: type) -> None:
    """The service refuses to simulate a roll that exceeds the game's own limits."""
    Spec(JOB).when(replace(ASK, simulate=simulate)).then_refused(refusal)


@pytest.mark.rule("AR-JOB-01", "AR-JOB-05")
def test_a_fault_of_the_second_variant_names_its_field() -> None:
    """In refusals, field names of the first variant start with `simulate`, and of the second with `against`."""
    weightless = {"what": {"throw": "SymbolPool", "dice": [{"die": {"name": "a", "faces": [["x"]]}}]}}
    for wrong, below in ((weightless, ".what.weights"), ({"what": {"throw": "Nothing"}}, "")):
        for field in ("simulate", "against"):
            ask = replace(request("2d6", against="3d6"), **{field: wrong})
            with pytest.raises(Refusal) as refused:
                accept_job(SIMULATION, ask, 0)
            assert f"{field}{below}" == refused.value.field


@pytest.mark.rule("AR-JOB-02", "AR-JOB-03", "AR-JOB-04")
@pytest.mark.parametrize(
    ("asked", "refusal"),
    [
        ({"trials": 10**12}, TooManyTrials),
        ({"simulate": {"what": {"throw": "Notation", "text": "1000d1000"}}, "trials": 10_000_000}, JobTooLong),
        ({"precision": Precision(measure="nothing", half_width="1")}, MeasureUnknown),
        ({"precision": Precision(measure="total", half_width="0")}, WidthNotPositive),
        ({"precision": Precision(measure="total", half_width="1/0")}, WidthNotPositive),
    ],
)
def test_a_job_beyond_its_bounds_is_refused(asked: dict[str, object], refusal: type) -> None:
    """The refusal of a job names each limit that the job exceeds."""
    Spec(JOB).when(replace(ASK, **asked)).then_refused(refusal)


@pytest.mark.rule("AR-JOB-05")
def test_variants_without_a_common_measure_are_not_compared() -> None:
    """The service refuses to compare two variants unless each has the leading measure of the other."""

    def measures(asked: SimulateThrow) -> dict[str, Kind]:
        return {"hits" if asked.at_least else "total": "amount"}

    ask = replace(request("2d6", against="3d6"), against=roll_to_simulate("3d6", 9))
    Spec(job_of(JobKinds(vary(SIMULATION, measures=measures)))).when(ask).then_refused(NothingInCommon, needs="total")


@pytest.mark.rule("AR-JOB-08")
@pytest.mark.parametrize("order", [(0, 1, 2), (2, 1, 0), (1, 2, 0), (2, 0, 1)])
def test_chunks_count_in_order_however_they_come(order: tuple[int, ...]) -> None:
    """Whatever the order in which chunks arrive, the job's result has the same bytes."""
    spec = running()
    for chunk in order:
        spec.when(complete(chunk), seat="clock").take_events()
    straight = running()
    for chunk in (0, 1, 2):
        straight.when(complete(chunk), seat="clock").take_events()

    assert spec.state.status == "completed"
    assert canonical(spec.state.found) == canonical(straight.state.found)
    assert (spec.state.done, spec.state.early) == (3, {})


@pytest.mark.rule("AR-JOB-06")
def test_a_chunk_counts_once() -> None:
    """A second report with the same result for a chunk changes nothing."""
    running().when(complete(1), seat="clock").then(complete_chunk(1, CHUNKS[1], counted=0)).when(
        complete(1), seat="clock"
    ).then()


@pytest.mark.rule("AR-JOB-06")
def test_another_result_for_a_chunk_fails_the_job() -> None:
    """If a worker reports a different result for a chunk, the job fails, and the event contains both results."""
    other = replace(CHUNKS[1], ours=CHUNKS[0].ours)
    spec = running().when(complete(1), seat="clock").then(complete_chunk(1, CHUNKS[1], counted=0))
    events = spec.when(CompleteChunk(chunk=1, result=other), seat="clock").take_events()

    assert events[0] == ChunkDisputed(chunk=1, first=digest_of_result(CHUNKS[1]), other=digest_of_result(other))
    assert isinstance(events[1], JobFailed)
    assert over(spec.state)


@pytest.mark.rule("AR-JOB-06")
def test_a_chunk_outside_the_job_is_refused() -> None:
    """The job refuses a chunk beyond the last one, or with another number of trials."""
    running().when(CompleteChunk(chunk=3, result=CHUNKS[2]), seat="clock").then_refused(ChunkUnknown)
    running().when(CompleteChunk(chunk=0, result=CHUNKS[2]), seat="clock").then_refused(ChunkUnknown, needs=100, has=50)


@pytest.mark.rule("AR-JOB-08")
def test_a_job_stops_with_the_chunk_that_is_precise_enough() -> None:
    """Once a chunk makes the result precise enough, the job discards later chunks, even if they arrived before."""
    ask = request("2d6", trials=20_000, precision=Precision(measure="total", half_width="0.25"))
    chunks = [chunk_done(ask, at, 1000) for at in range(4)]
    spec = Spec(JOB).given(job_accepted(ask, chunk_trials=1000))
    for chunk in (3, 2, 1):
        spec.when(CompleteChunk(chunk=chunk, result=chunks[chunk]), seat="clock").take_events()
    spec.when(CompleteChunk(chunk=0, result=chunks[0]), seat="clock")
    counted = fold_events(JOB, spec.state, spec.take_events())

    assert counted.status == "completed"
    assert counted.done == 2
    assert counted.found is not None
    assert counted.found.trials == 2000


@pytest.mark.rule("AR-JOB-08")
def test_an_amount_without_spread_does_not_stop_a_job() -> None:
    """A job is not precise enough to stop while all its trials have the same value."""
    ask = request("1d1", trials=3000, precision=Precision(measure="total", half_width="5"))
    spec = Spec(JOB).given(job_accepted(ask, chunk_trials=1000))
    spec.when(CompleteChunk(chunk=0, result=chunk_done(ask, 0, 1000)), seat="clock").take_events()

    assert spec.state.status == "running"


def test_a_job_ends_when_all_trials_are_done() -> None:
    """The report of the last chunk completes the job."""
    spec = running().given(complete_chunk(0, CHUNKS[0], counted=1), complete_chunk(1, CHUNKS[1], counted=2))
    spec.when(complete(2), seat="clock").then(
        complete_chunk(2, CHUNKS[2], counted=3), JobCompleted(chunks=3, trials=250, why="trials")
    )

    assert spec.state.missing(5) == []


def test_only_the_app_cancels_a_job_and_only_the_clock_fails_it() -> None:
    """Only the app may cancel a job, only the clock may fail it, and only a worker may report a chunk."""
    running().when(CancelJob(), app=True).then(JobCancelled())
    running().when(FailJob(reason="no use"), seat="clock").then(JobFailed(reason="no use"))
    running().when(FailJob(reason="no use"), app=True).then_refused(NotForThisSeat)
    running().when(complete(0), app=True).then_refused(NotForThisSeat)


@pytest.mark.parametrize(
    ("seat", "role", "allowed"),
    [("gm", "gm", {"CancelJob"}), ("clock", "clock", {"FailJob"}), ("eve", "spectator", set())],
)
def test_a_job_lists_its_commands_except_reports_of_chunks(seat: str, role: Role, allowed: set[str]) -> None:
    """The job's legal list omits reports of chunks, because only a worker knows a chunk's result."""
    seats = {"gm": SeatState("gm"), "eve": SeatState("spectator")}
    stream = Stream(id="dice.job:one", game=running().state, opened=True, seats=seats)
    own = {kind.__name__ for kind in JOB.commands}

    check_offered(JOB, stream, seat, role)
    assert {entry.command for entry in legal(JOB, stream, seat, role).allowed} & own == allowed


def test_the_next_chunks_are_those_not_done() -> None:
    """The next chunks are the unfinished ones in a window that starts at the first chunk that has not been counted."""
    spec = running().given(complete_chunk(1, CHUNKS[1], counted=0))

    assert spec.state.missing(1) == [0]
    assert spec.state.missing(9) == [0, 2]
