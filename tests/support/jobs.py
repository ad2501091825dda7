"""Jobs for tests: rolls to simulate, chunks run in the test's process, and whole installations with workers."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import httpx

from services.dice.simulations import SIMULATION
from services.gateway.processes.running import Running, running
from services.gateway.processes.supervisor import Supervisor
from services.gateway.processes.up import fresh_key
from shared.kernel.game import SeatAsk, fold_events
from shared.kernel.jobs.analysis import JobKinds
from shared.kernel.jobs.chunk import Chunk, run_chunk, variant_of
from shared.kernel.jobs.commands import Precision, RequestJob
from shared.kernel.jobs.events import ChunkCompleted, JobRequested
from shared.kernel.jobs.game import job_of
from shared.kernel.jobs.judgement import digest_of_result
from shared.kernel.jobs.state import JobState
from shared.kernel.jobs.tally import ChunkResult
from tests.support.http import COLD

SEED: Final = "5e" * 32
JOB: Final = job_of(JobKinds(SIMULATION))
DO_JOBS: Final = ("dispatcher", "worker")
WAIT_SECONDS: Final = 120.0


def roll_to_simulate(text: str, *at_least: int) -> dict[str, Any]:
    """Return a roll to simulate, in the form of a request body."""
    return {"what": {"throw": "Notation", "text": text}, "at_least": list(at_least)}


def request(
    text: str = "2d6", *, trials: int = 40_000, against: str | None = None, precision: Precision | None = None
) -> RequestJob:  # fmt: skip
    """Return a command that requests a job."""
    return RequestJob(
        seats=(SeatAsk(seat="gm", role="gm"),), simulate=roll_to_simulate(text), trials=trials, seed=SEED,
        ruleset="test",
        against=None if against is None else roll_to_simulate(against), precision=precision,
    )  # fmt: skip


def chunk_done(command: RequestJob, chunk: int, trials: int) -> ChunkResult:
    """Run one chunk of a job in this process, and return its event."""
    asked = [command.simulate] if command.against is None else [command.simulate, command.against]
    variants = tuple(variant_of(SIMULATION, each) for each in asked)
    return run_chunk(SIMULATION, variants, Chunk(job_seed=bytes.fromhex(command.seed), number=chunk, trials=trials))


def job_accepted(command: RequestJob, *, chunk_trials: int) -> JobRequested:
    """Return the event of an accepted job, with this chunk size."""
    return JobRequested(
        simulate=command.simulate, against=command.against, trials=command.trials, chunk_trials=chunk_trials,
        confidence=command.confidence, precision=command.precision, seed=command.seed, ruleset=command.ruleset, at=0,
    )  # fmt: skip


def complete_chunk(chunk: int, result: ChunkResult, *, counted: int) -> ChunkCompleted:
    """Return the event that reports a completed chunk."""
    return ChunkCompleted(chunk=chunk, result=result, digest=digest_of_result(result), counted=counted)


def state_of(command: RequestJob, chunks: int, *, chunk_trials: int) -> JobState:
    """Return the state of a job whose first `chunks` chunks are complete."""
    events = [complete_chunk(at, chunk_done(command, at, chunk_trials), counted=at + 1) for at in range(chunks)]
    return fold_events(JOB, JOB.initial, [job_accepted(command, chunk_trials=chunk_trials), *events])


# ---------------------------------------------------------------- whole installations


@contextmanager
def installation(folder: Path, **environment: str) -> Iterator[Running]:
    """Run a store and a server; the test starts its own workers."""
    with running(folder, durability="relaxed", **COLD | environment) as server:
        yield server


@contextmanager
def crewed(
    server: Running, *, revive: bool = True, roles: tuple[str, ...] = DO_JOBS, **environment: str
) -> Iterator[Supervisor]:  # fmt: skip
    """Run a dispatcher and a worker, or processes for `roles`, with a server's folder and environment."""
    with (
        (server.folder / "crew.log").open("ab") as out,
        Supervisor({**server.environment, **environment}, out=out, revive=revive, roles=roles) as supervisor,
    ):
        yield supervisor


def app_of(server: Running, tenant: str) -> httpx.Client:
    """Return a client with a new app's key."""
    return server.client(fresh_key(server.store.url, tenant=tenant, label="test").text)


def wait_for_job(app: httpx.Client, place: str, *, within: float = WAIT_SECONDS) -> dict[str, Any]:
    """Wait until a job is over; return it."""
    until = time.monotonic() + within
    while True:
        job: dict[str, Any] = app.get(place).json()
        if job["progress"]["status"] != "running":
            return job
        if time.monotonic() > until:
            raise AssertionError(f"the job does not end: {job['progress']}")
        time.sleep(0.1)


def done(app: httpx.Client, body: dict[str, Any], *, within: float = WAIT_SECONDS) -> dict[str, Any]:
    """Request a job and wait until it is over; return it."""
    answer = app.post("/dice/v1/jobs", json=body)
    assert answer.status_code in {200, 202}, answer.text  # 200: completed before the first poll
    return wait_for_job(app, answer.headers["Location"], within=within)
