"""The queue: no crash loses work, and a dispatcher may stop at any time."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import suppress

import pytest
from redis.asyncio import Redis

from services.gateway.processes.dispatch import LEASE, NO_WORKER, Dispatcher, Queue, lease_of
from shared.kernel.jobs.commands import CancelJob, CompleteChunk
from shared.kernel.jobs.state import JobState
from shared.platform.embedded_store.store import EmbeddedStore
from shared.platform.eventlog import Ask, EventLog, StoreConnection, now_ms
from shared.platform.feed import Feed
from shared.platform.queue import QueueMisconfigured, address_of, broker_of, find_stalled, queue_app, record_progress
from shared.platform.settings import ServerSettings
from tests.support.jobs import JOB, chunk_done, request
from tests.support.logs import SEALER

NAME = "dice.job:one"
ASK = request("2d6", trials=30_000)


def test_celery_is_configured_to_lose_nothing() -> None:
    """Workers acknowledge a task only after its end, and prefetch no tasks.

    Their time limits are below the visibility timeout.
    """
    conf = queue_app(ServerSettings(), "redis://host:1/0").conf

    assert (conf.task_acks_late, conf.task_reject_on_worker_lost, conf.worker_prefetch_multiplier) == (True, True, 1)
    assert conf.task_soft_time_limit < conf.task_time_limit < conf.broker_transport_options["visibility_timeout"]
    assert conf.visibility_timeout == conf.result_backend_transport_options["visibility_timeout"] == 600
    assert (conf.accept_content, conf.task_ignore_result) == (["json"], True)
    assert (conf.worker_soft_shutdown_timeout, conf.worker_enable_soft_shutdown_on_idle) == (5, True)


def test_a_crash_while_restoring_chunks_blocks_others_only_for_seconds() -> None:
    """The lock for restoring chunks expires within seconds; Celery's default would block other workers for minutes."""
    conf = queue_app(ServerSettings(), "redis://host:1/0").conf

    assert conf.broker_transport_options["unacked_mutex_expire"] == 5


def test_a_visibility_timeout_that_is_too_short_is_refused() -> None:
    """The settings refuse a visibility timeout that is shorter than a chunk may take.

    With such a timeout, two workers would run the same chunk.
    """
    with pytest.raises(QueueMisconfigured):
        queue_app(ServerSettings(chunk_seconds=60, visibility_seconds=65), "redis://host:1/0")


@pytest.mark.parametrize(
    ("store", "broker", "address"),
    [
        ("unix:///a/b.sock?db=0", "redis+socket:///a/b.sock?virtual_host=1", "unix:///a/b.sock?db=1"),
        ("redis://u:p@host:7/0", "redis://u:p@host:7/1", "redis://u:p@host:7/1"),
    ],
)
def test_the_broker_has_a_database_of_its_own(store: str, broker: str, address: str) -> None:
    """The broker never uses the database of the store that the event log uses."""
    assert broker_of(ServerSettings(), store) == broker
    assert address_of(broker) == address
    assert broker_of(ServerSettings(broker_url="redis://other/0"), store) == "redis://other/0"


async def until(met: Callable[[], bool]) -> None:
    """Wait for a condition without blocking the event loop."""
    async with asyncio.timeout(120):
        while not met():  # noqa: ASYNC110 there is no event to wait for
            await asyncio.sleep(0.01)


class Recorder:
    """A queue that only records the messages sent to it."""

    def __init__(self) -> None:
        """Create a queue to which nothing has been sent."""
        self.sent: list[tuple[str, int]] = []
        self.queues: set[str] = set()
        self.depth = self.looked = 0
        self.stuck = False
        """Whether the queue's workers take no chunks."""

    def queue(self, *, window: int = 3, stall: float = 60.0) -> Queue:
        """Return the queue that a dispatcher uses."""
        return Queue(send=self.send, depth=self.waiting, window=window, stall=stall)

    def waiting(self, _: str) -> int:
        """Return the number of waiting chunks and record the call."""
        self.looked += 1
        return len(self.sent) if self.stuck else self.depth

    def send(self, queue: str, job: str, chunks: Sequence[int]) -> None:
        """Record the message."""
        self.queues.add(queue)
        self.sent += [(job, chunk) for chunk in chunks]

    async def has(self, *chunks: int) -> None:
        """Wait until exactly these chunks have been sent."""
        await until(lambda: sorted(chunk for _, chunk in self.sent) == sorted(chunks))


@pytest.fixture
async def connection(durable_store: EmbeddedStore) -> AsyncIterator[StoreConnection]:
    """Connect to the test's own store."""
    connection = await StoreConnection.open(durable_store.url)
    yield connection
    await connection.close()


def job_log(connection: StoreConnection, ruleset: str = "test") -> EventLog[JobState]:
    """Open a log of jobs, as a process of this or another release would."""
    return EventLog(connection, JOB, SEALER, ruleset=ruleset)


async def request_job(log: EventLog[JobState]) -> int:
    """Request a job; return its chunk size."""
    await record_progress(log.connection, NAME, now_ms())
    done = await log.open(NAME, "tenant", Ask(command=ASK, seat="gm", by="key:app"))
    return done.stream_after.game.request.chunk_trials


async def report(log: EventLog[JobState], chunk: int, trials: int) -> None:
    """Report a chunk as a worker does."""
    command = CompleteChunk(chunk=chunk, result=chunk_done(ASK, chunk, trials))
    await log.submit(NAME, Ask(command=command, seat="clock", by="clock", role="clock"))


async def dispatching(connection: StoreConnection, queue: Queue, ruleset: str = "test") -> asyncio.Task[None]:
    """Run a dispatcher, of this or of another release, during the block."""

    async def run() -> None:
        """Dispatch until the block ends."""
        async with Feed(connection) as feed, Redis.from_url(connection._url) as redis:
            logs = {"dice.job": job_log(connection, ruleset)}
            await Dispatcher(logs, feed=feed, queue=queue, lease=lease_of(redis)).run()

    return asyncio.create_task(run())


async def kill_dispatchers(*tasks: asyncio.Task[None]) -> None:
    """Stop dispatchers without cleanup, as kill -9 does."""
    for task in tasks:
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task


async def test_a_window_of_chunks_is_sent_and_moves_on(connection: StoreConnection) -> None:
    """The dispatcher first sends three chunks, and then another one each time a chunk is done. It sends none twice."""
    log, seen = job_log(connection), Recorder()
    each = await request_job(log)
    task = await dispatching(connection, seen.queue())
    await seen.has(0, 1, 2)
    await report(log, 0, each)
    await seen.has(0, 1, 2, 3)
    await kill_dispatchers(task)

    assert {job for job, _ in seen.sent} == {NAME}


async def test_another_dispatcher_takes_over(connection: StoreConnection) -> None:
    """A second dispatcher waits while the first one holds the lease.

    When the first one stops, the second sends the unfinished chunks again.
    """
    log, first, second = job_log(connection), Recorder(), Recorder()
    each = await request_job(log)
    leading = await dispatching(connection, first.queue())
    await first.has(0, 1, 2)
    standing_by = await dispatching(connection, second.queue())
    await report(log, 0, each)
    await first.has(0, 1, 2, 3)

    assert second.sent == []
    await kill_dispatchers(leading)
    await connection.send("PEXPIRE", LEASE, 1)
    await second.has(1, 2, 3)
    await kill_dispatchers(standing_by)


async def test_a_stalled_job_is_sent_again_unless_its_chunks_are_waiting(connection: StoreConnection) -> None:
    """The sweeper sends the chunks of a job without progress again, unless some are still waiting in the queue."""
    log, seen = job_log(connection), Recorder()
    await request_job(log)
    task = await dispatching(connection, seen.queue(stall=1.0))
    await seen.has(0, 1, 2)
    seen.depth, looked = 5, seen.looked
    await until(lambda: seen.looked > looked)  # the sweeper has found it, and has checked whether its chunks wait
    assert len(seen.sent) == 3
    seen.depth = 0
    await seen.has(0, 0, 1, 1, 2, 2)
    await kill_dispatchers(task)


@pytest.mark.rule("AR-JOB-18")
@pytest.mark.parametrize("dispatcher", ["test", "newer"])
async def test_a_job_goes_to_workers_of_its_own_rules(connection: StoreConnection, dispatcher: str) -> None:
    """A dispatcher of any release sends a job's chunks to the queue for the rules with which the job was requested."""
    seen = Recorder()
    await request_job(job_log(connection))
    task = await dispatching(connection, seen.queue(), dispatcher)
    await seen.has(0, 1, 2)
    await kill_dispatchers(task)

    assert seen.queues == {"dice@test"}


@pytest.mark.rule("AR-JOB-18")
async def test_a_job_that_no_worker_can_run_fails(connection: StoreConnection) -> None:
    """A job fails if its chunks are still waiting after ten stalls and the dispatcher has other rules than the job."""
    log, seen = job_log(connection), Recorder()
    seen.stuck = True
    await request_job(log)
    task = await dispatching(connection, seen.queue(stall=0.1), "newer")
    async with asyncio.timeout(120):
        while (await log.load(NAME)).stream.game.status == "running":  # noqa: ASYNC110 as above
            await asyncio.sleep(0.01)
        while await find_stalled(connection, now_ms() + 1000):  # noqa: ASYNC110 as above
            await asyncio.sleep(0.01)
    await kill_dispatchers(task)

    state = (await log.load(NAME)).stream.game
    assert (state.status, state.reason) == ("failed", NO_WORKER)
    assert sorted(seen.sent) == [(NAME, 0), (NAME, 1), (NAME, 2)]


async def test_a_finished_job_is_removed_from_the_index(connection: StoreConnection) -> None:
    """The dispatcher sends no more chunks of a finished job, and no sweep finds the job."""
    log, seen = job_log(connection), Recorder()
    await request_job(log)
    task = await dispatching(connection, seen.queue())
    await seen.has(0, 1, 2)
    await log.submit(NAME, Ask(command=CancelJob(), seat="gm", by="key:app"))
    async with asyncio.timeout(120):
        while await find_stalled(connection, now_ms() + 1000):  # noqa: ASYNC110 as above
            await asyncio.sleep(0.01)
    await kill_dispatchers(task)

    assert len(seen.sent) == 3


async def test_a_job_requested_before_the_feed_was_trimmed_is_found(connection: StoreConnection) -> None:
    """A dispatcher reads the rest of a trimmed feed, and the sweeper finds a job whose entry was trimmed away."""
    log, seen = job_log(connection), Recorder()
    await request_job(log)
    await log.open("dice.job:two", "tenant", Ask(command=ASK, seat="gm", by="key:app"))
    feed = Feed(connection)
    await feed.checkpoint("other", 2)
    await feed.trim(keep=1)
    task = await dispatching(connection, seen.queue(stall=0.5))
    await until(lambda: {job for job, _ in seen.sent} == {NAME, "dice.job:two"})
    await kill_dispatchers(task)
