"""The dispatcher: it finds changed simulation jobs in the feed, and sends their next chunks to the workers.

Any number of dispatchers may run, but only the dispatcher that has the lease works. If it no longer renews the lease,
another dispatcher takes over from its checkpoint. A chunk that is sent twice counts once, so only the position in the
feed must be stored. From time to time the dispatcher also finds jobs that make no progress, for any reason, and sends
their chunks again.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Iterable, Mapping, Sequence
from contextlib import suppress
from typing import Any, Final, Protocol, TypeAlias

import structlog
from kombu.exceptions import OperationalError
from msgspec import Struct
from redis.asyncio import Redis
from redis.asyncio.lock import Lock
from redis.exceptions import LockError, RedisError

from services.gateway.processes.following import Follower
from shared.kernel.jobs.state import JobState
from shared.platform.eventlog import (
    EventLog,
    KeyNotHeld,
    LogRefusal,
    NewerRelease,
    Snapshot,
    StoreAway,
    StreamBroken,
    now_ms,
)
from shared.platform.feed import Feed, Pointer
from shared.platform.processes.ending import cancel_fully
from shared.platform.queue import FairWindow, fail_job, find_stalled, job_queue, record_progress, remove_job

log = structlog.get_logger("services.gateway.processes.dispatch")

CONSUMER: Final = "jobs"
LEASE: Final = "arbiter:jobs:dispatcher"
LEASE_SECONDS: Final = 5.0
RENEW_SECONDS: Final = 1.0
STANDBY_SECONDS: Final = 0.5
LONGEST_PAUSE: Final = 2.0
"""The maximum number of seconds between an error and the next attempt to get the lease."""
PAUSE: Final = 0.5
REFILL_SECONDS: Final = 0.05
"""Seconds between two checks of whether the workers have taken chunks, while more chunks wait to be sent."""
IDLE_SECONDS: Final = 1.0
QUEUED_FACTOR: Final = 10
"""How many times longer a job may stall while chunks of other jobs wait in the same queue."""

NO_WORKER: Final = "no worker of the release that it was asked at is left; ask for it again"

Send: TypeAlias = Callable[[str, str, Sequence[int]], None]
"""A function that sends chunks of a job to a queue. It may block or fail."""
Depth: TypeAlias = Callable[[str], int]
"""A function that returns the number of chunks in a queue."""


def lease_of(redis: Redis) -> Lock:
    """Return the lock that is the dispatcher's lease.

    Only one process at a time holds it, and that process must renew it.
    """
    return Lock(redis, LEASE, timeout=LEASE_SECONDS, blocking=False, thread_local=False)


async def hold_lease(lease: Lock) -> bool:
    """Take or renew a lease, and return whether this process has it now. Refuses: redis.RedisError."""
    try:
        return bool(await (lease.reacquire() if await lease.owned() else lease.acquire()))
    except LockError:
        return False


class UnderLease(Protocol):
    """Work that runs only while this process has the dispatcher's lease."""

    def works(self) -> list[Coroutine[Any, Any, None]]:
        """Load the state from the store. Return the coroutines to run at the same time."""
        ...

    async def remember(self) -> None:
        """Store the progress, before another process takes over."""
        ...


class Queue(Struct, frozen=True):
    """The settings of the job queue.

    Units: window in chunks that a job may have in flight; ahead in chunks that may wait in a queue; stall in seconds
    """

    send: Send
    depth: Depth
    window: int
    stall: float
    ahead: int = 4


def _queue_of(job: str, state: JobState) -> str:
    """Return the name of the queue of a job's chunks."""
    return job_queue(job.partition(".")[0], state.request.ruleset)


class Dispatcher:
    """The process that sends chunks of simulation jobs to the workers."""

    def __init__(
        self, logs: Mapping[str, EventLog[JobState]], *, feed: Feed, queue: Queue, lease: Lock,
        beside: Sequence[UnderLease] = (),
    ) -> None:  # fmt: skip
        """Set the job logs by kind of stream, the feed, the queue, the lease, and other work under this lease."""
        self._logs: Final = logs
        self._connection: Final = next(iter(logs.values())).connection
        self._queue: Final = queue
        self._lease: Final = lease
        self._windows: Final[dict[str, FairWindow]] = {}
        self._queues: Final[dict[str, str]] = {}
        self._news: Final = asyncio.Event()
        partitions = self._connection.partitions
        jobs = Follower(feed, CONSUMER, partitions=partitions, handle=self._handle)
        self._led: Final[Sequence[UnderLease]] = (jobs, *beside)

    async def run(self) -> None:
        """Wait for the lease and then work, for the life of the process. After each further failure, pause for longer.

        Rule: AR-STORE-06
        """
        pause = STANDBY_SECONDS
        while True:
            try:
                leads = await hold_lease(self._lease)
                pause = STANDBY_SECONDS
                if leads:
                    log.info("dispatching")
                    await self._lead()
            except (LogRefusal, RedisError, OSError) as error:
                log.warning("dispatcher_interrupted", said=f"{type(error).__name__} {error}", again_in_seconds=pause)
                await asyncio.sleep(pause)
                pause = min(2 * pause, LONGEST_PAUSE)
                continue
            await asyncio.sleep(STANDBY_SECONDS)

    async def stop(self) -> None:
        """Release the lease, so that another process can take over at once."""
        for each in self._led:
            await each.remember()
        with suppress(LockError):
            await self._lease.release()

    async def _lead(self) -> None:
        """Work until the lease is lost or an error occurs."""
        self._windows.clear()
        self._queues.clear()
        following = [work for each in self._led for work in each.works()]
        works = [self._keep(), self._sweep(), self._keep_filled(), *following]
        tasks = [asyncio.create_task(work) for work in works]
        try:
            done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            for task in done:
                task.result()
        finally:
            await asyncio.gather(*map(cancel_fully, tasks))
            await asyncio.gather(*tasks, return_exceptions=True)

    async def _keep(self) -> None:
        """Renew the lease until it is lost.

        While the store is unreachable, no other process can take the lease, so this process keeps trying.
        """
        while True:
            await asyncio.sleep(RENEW_SECONDS)
            try:
                if not await hold_lease(self._lease):
                    log.warning("lease_lost")
                    return
            except (RedisError, OSError):
                continue

    # ---------------------------------------------------------------- the feed

    async def _handle(self, pointer: Pointer) -> None:
        """Send chunks of a changed job."""
        if pointer.stream.partition(":")[0] in self._logs:
            await self._serve(pointer.stream)

    # ---------------------------------------------------------------- jobs

    async def _serve(self, job: str) -> None:
        """Send the next chunks of a job, or forget the job if it is over."""
        running = await self._running(job)
        if running is not None:
            await self._offer(job, running)

    async def _running(self, job: str) -> Snapshot[JobState] | None:
        """Return the snapshot of a running job, or None if the job is over or cannot be read.

        Forget a job that is over.
        """
        try:
            snapshot = await self._logs[job.partition(":")[0]].load(job)
        except (StreamBroken, KeyNotHeld, NewerRelease) as error:
            log.warning("job_not_readable", stream=job, said=type(error).__name__)
            return None
        except StoreAway:
            raise
        except LogRefusal:
            await self._forget(job)
            return None
        if snapshot.stream.game.status != "running":
            await self._forget(job)
            return None
        return snapshot

    async def _offer(self, job: str, running: Snapshot[JobState], *, lost: bool = False) -> None:
        """Add a job's next chunks to those that wait for room in its queue.

        With `lost`, the chunks in flight count as lost, and are added again.

        Rule: AR-JOB-18
        """
        state = running.stream.game
        queue = self._queues[job] = _queue_of(job, state)
        window = self._windows.setdefault(queue, FairWindow())
        if lost:
            window.send_again(job)
        window.offer(running.stream.tenant, job, state.missing(self._queue.window))
        self._news.set()
        await record_progress(self._connection, job, now_ms())

    async def _forget(self, job: str) -> None:
        queue = self._queues.pop(job, None)
        if queue is not None:
            self._windows[queue].forget(job)
            if queue not in self._queues.values():
                del self._windows[queue]
        self._news.set()
        await remove_job(self._connection, job)

    # ---------------------------------------------------------------- the queue of the workers

    async def _keep_filled(self) -> None:
        """Keep a few chunks queued for the workers, shared fairly among jobs.

        This continues even after a long broker outage.
        """
        while True:
            self._news.clear()
            try:
                filled = [await self._fill(queue, window) for queue, window in list(self._windows.items())]
            except (OperationalError, RedisError, OSError) as error:
                log.warning("broker_away", said=type(error).__name__)
                await asyncio.sleep(PAUSE)
                continue
            pause = REFILL_SECONDS if any(filled) else IDLE_SECONDS
            with suppress(TimeoutError):
                async with asyncio.timeout(pause):
                    await self._news.wait()

    async def _fill(self, queue: str, window: FairWindow) -> bool:
        """Send chunks while a queue has room. Return whether more chunks wait to be sent."""
        if not window.waiting:
            return False
        room = self._queue.ahead - await asyncio.to_thread(self._queue.depth, queue)
        for _ in range(room):
            chosen = window.next()
            if chosen is None:
                break
            job, chunk = chosen
            try:
                await asyncio.to_thread(self._queue.send, queue, job, [chunk])
            except BaseException:
                window.give_back(job, chunk)
                raise
        return window.waiting

    # ---------------------------------------------------------------- the sweeper

    async def _sweep(self) -> None:
        """Send the chunks of stalled jobs again."""
        while True:
            await asyncio.sleep(self._queue.stall / 4)
            try:
                await self._revive(await find_stalled(self._connection, now_ms() - int(self._queue.stall * 1000)))
            except (StoreAway, RedisError, OSError) as error:
                log.warning("not_swept", said=type(error).__name__)

    async def _revive(self, found: Iterable[tuple[str, int]]) -> None:
        """Send the chunks of stalled jobs again, unless the chunks may still wait in the queue."""
        for job, moved in found:
            if job.partition(":")[0] not in self._logs:
                continue
            running, waited = await self._running(job), (now_ms() - moved) / 1000
            if running is None:
                continue
            state = running.stream.game
            if await asyncio.to_thread(self._queue.depth, _queue_of(job, state)):
                if waited < QUEUED_FACTOR * self._queue.stall:
                    continue
                if state.request.ruleset != self._logs[job.partition(":")[0]].ruleset:
                    await self._give_up(job)
                    continue
            log.info("job_sent_again", stream=job, waited=round(waited, 1))
            await self._offer(job, running, lost=True)

    async def _give_up(self, job: str) -> None:
        """Fail a job whose chunks wait for workers of another release that no longer run."""
        log.error("job_given_up", stream=job, said=NO_WORKER)
        await fail_job(self._logs[job.partition(":")[0]], job, NO_WORKER)
        await self._forget(job)
