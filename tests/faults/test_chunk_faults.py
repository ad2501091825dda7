"""Chunks that are delivered again, computed by two workers, or never finished.

Each chunk counts once, or the job fails with a reason.
"""

from __future__ import annotations

import os
import random
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any, Final

import pytest
from celery.exceptions import SoftTimeLimitExceeded
from redis import Redis

from services.dice.simulations import SIMULATION
from services.gateway.processes.running import Running
from shared.kernel.jobs.analysis import JobKinds
from shared.platform.embedded_store.store import EmbeddedStore
from shared.platform.queue import own_job_queue, queue_app, send_chunks
from shared.platform.queue.work import ChunkWorker
from shared.platform.settings import ServerSettings
from tests.support.disturbed_jobs import SHORT, Asking, Job, eventually
from tests.support.jobs import crewed, wait_for_job
from tests.support.processes import children_of

pytestmark = [pytest.mark.faults, pytest.mark.store]

STRICT: Final[dict[str, Any]] = {
    "ARBITER_JOB_STALL_SECONDS": "60",
    "ARBITER_CHUNK_SECONDS": "20",
    "ARBITER_VISIBILITY_SECONDS": "26",
}
"""Settings in which only the broker passes a chunk to another worker, and in which chunks have enough time."""


UNDISTURBED: Final[list[str]] = []


def undisturbed_result(server: Running, ask: Asking) -> str:
    """Return the result of the short job without faults.

    It is computed once, because it is the same on every server.
    """
    if not UNDISTURBED:
        with crewed(server):
            UNDISTURBED.append(ask(SHORT).outcome())
    return UNDISTURBED[0]


def test_every_chunk_delivered_three_times(server: Running, broker: EmbeddedStore, ask: Asking) -> None:
    """Without a dispatcher, the test sends each chunk three times in random order; each chunk counts once."""
    calm = undisturbed_result(server, ask)
    job = ask(SHORT)
    app = queue_app(ServerSettings(broker_url=broker.broker_url), server.store.url)
    chunks = [chunk for chunk in range(SHORT["trials"] // 1000) for _ in range(3)]
    random.Random(3).shuffle(chunks)
    send_chunks(app, own_job_queue("dice"), job.stream, chunks)
    app.close()
    with crewed(server, roles=("worker",)):
        assert job.outcome() == calm


def test_a_worker_that_is_stopped_past_its_visibility_timeout(server: Running, ask: Asking) -> None:
    """Another worker gets the chunk of a suspended worker, whose late report changes nothing."""
    calm = undisturbed_result(server, ask)
    with (
        crewed(server, roles=("worker",), revive=False, ARBITER_WORKERS="1", **STRICT) as sleepers,
        crewed(server, **STRICT),
    ):
        sleeper = sleepers.member("worker").pid
        eventually(lambda: len(children_of(sleeper)) == 1)
        job = ask(SHORT)
        assert job.moves(within=120)
        os.killpg(sleeper, signal.SIGSTOP)
        found = job.outcome()
        os.killpg(sleeper, signal.SIGCONT)
        time.sleep(1)

        assert job.outcome() == found == calm


def test_a_chunk_that_never_finishes_is_parked(server: Running, ask: Asking) -> None:
    """When a chunk has used up its attempts, the job fails and names the chunk. A new request starts a new job."""
    job = ask(SHORT)
    with Redis.from_url(server.store.url) as redis:
        redis.set(f"arbiter:jobs:tries:{job.stream}:1", 100)
    with crewed(server):
        failed = wait_for_job(job.app, job.place)["progress"]
        again = Job(job.app, SHORT)

        assert failed["status"] == "failed"
        assert failed["reason"] == "chunk 1 was begun 100 times, to no end"
        assert again.place != job.place
        again.outcome()


@contextmanager
def slow_and_fast(server: Running, workers: int) -> Iterator[tuple[ChunkWorker, ChunkWorker]]:
    """Yield one worker whose chunks exceed the time limit, and one worker that completes its chunks."""

    def endless(*_: object) -> dict[str, int]:
        raise SoftTimeLimitExceeded

    settings = ServerSettings(data_folder=server.folder, durability="relaxed", workers=workers)
    kinds = (replace(SIMULATION, measured=endless), SIMULATION)
    slow, fast = (ChunkWorker(settings, server.store.url, {"dice": JobKinds(kind)}) for kind in kinds)
    try:
        yield slow, fast
    finally:
        slow.close()
        fast.close()


@pytest.mark.rule("AR-JOB-19")
@pytest.mark.parametrize(("workers", "most"), [(1, 3), (2, 6)])
def test_a_job_whose_chunks_take_too_long_fails_and_says_why(
    server: Running, ask: Asking, workers: int, most: int
) -> None:  # fmt: skip
    """If each process has three chunks that exceed the time limit and none is done, the job fails.

    A chunk of another job is still computed.
    """
    job, other = ask(SHORT), ask(SHORT)
    with slow_and_fast(server, workers) as (slow, fast):
        said = [slow.simulate(job.stream, chunk % 4) for chunk in range(most)]

        assert [*["too slow"] * (most - 1), "given up"] == said
        assert job.progress["status"] == "failed"
        assert job.progress["reason"] == f"{most} chunks in a row took more than 45 seconds: its trials are too long"
        assert ["not wanted", "done"] == [fast.simulate(one.stream, 3) for one in (job, other)]


@pytest.mark.rule("AR-JOB-19")
def test_a_slow_job_that_advances_goes_on(server: Running, ask: Asking) -> None:
    """If a chunk is done after every second one that exceeds the time limit, the job continues."""
    job = ask(SHORT)
    with slow_and_fast(server, 1) as (slow, fast):
        for chunk in (0, 1, 2):
            assert ["too slow", "too slow"] == [slow.simulate(job.stream, chunk + one) for one in (0, 1)]
            assert fast.simulate(job.stream, chunk) == "done"

        assert job.progress["status"] == "running"


@pytest.mark.rule("AR-JOB-19")
def test_a_chunk_that_takes_too_long_at_its_last_attempt_ends_the_job(server: Running, ask: Asking) -> None:
    """If a chunk exceeds the time limit at its third attempt, the job fails, although other chunks are done."""
    job = ask(SHORT)
    with slow_and_fast(server, 2) as (slow, fast):
        for other in (0, 1):
            assert slow.simulate(job.stream, 3) == "too slow"
            assert fast.simulate(job.stream, other) == "done"

        assert slow.simulate(job.stream, 3) == "given up"
        reason = "chunk 3 took more than 45 seconds at attempt 3 of 3: its trials are too long"
        assert job.progress["reason"] == reason


@pytest.mark.rule("AR-JOB-06")
def test_two_results_for_a_chunk_are_an_alarm(server: Running, ask: Asking) -> None:
    """If two workers report different results for a chunk, the job fails, because its results cannot be trusted."""
    settings = ServerSettings(data_folder=server.folder, durability="relaxed")
    honest = ChunkWorker(settings, server.store.url, {"dice": JobKinds(SIMULATION)})
    wrong = replace(SIMULATION, measured=lambda _, stream, __: {"total": stream.game.rolls})
    broken = ChunkWorker(settings, server.store.url, {"dice": JobKinds(wrong)})
    job = ask(SHORT)
    other = broken.play(job.stream, 1)  # while the chunk still counts: an unwanted one stops soon

    assert honest.simulate(job.stream, 1) == "done"
    assert honest.simulate(job.stream, 1) == "not wanted"
    assert broken.report(job.stream, 1, other) == "disputed"
    assert job.progress["status"] == "failed"
    assert "gave two results" in job.progress["reason"]
    for workshop in (honest, broken):
        workshop.close()
