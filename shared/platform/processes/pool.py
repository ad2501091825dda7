"""A pool of processes for long calculations. They start on demand, stay running, and are replaced when they die.

Every task has a time limit. The pool kills the process of a task that exceeds it, or for which no caller waits any
more. The processes run at low priority with a memory limit, have no key and no connection, and end with their
parent.
"""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any, Final

import msgspec
import structlog
from msgspec import Struct

from shared.platform.processes.child import LENGTH, RAISED, frame, unpickle_error
from shared.platform.processes.forked import ForkedWorker, fork_worker
from shared.platform.processes.pool_refusals import PoolClosed, PoolRefusal, TookTooLong, WorkerDied
from shared.platform.processes.sharing import FairQueue, tenant_now
from shared.platform.settings import ServerSettings

log = structlog.get_logger("shared.platform.processes")

MAIN: Final = "shared.platform.processes.child:main"
CHILD: Final = "import sys; from shared.platform.processes.child import main; main(sys.argv[1:])"
ROOT: Final = Path(__file__).parents[3]
START_SECONDS: Final = 120.0
CLOCK_FACTOR: Final = 10
_answer: Final = msgspec.msgpack.Decoder(tuple[str, bytes])


class Limits(Struct, frozen=True, kw_only=True):
    """The limits of the pool. `share` is the maximum number of tasks of one tenant, waiting and running together.

    Units: seconds of processor time of a task; memory of a process in bytes, 0 for no limit; queue_bytes is the maximum
           size of all waiting arguments
    """

    workers: int = 2
    queue: int = 64
    share: int = 16
    seconds: float = 20.0
    memory: int = 0
    niceness: int = 10
    queue_bytes: int = 64 * 1024 * 1024

    @property
    def timeout(self) -> float:
        """Return the wall-clock time limit of a task, which is longer than its limit of processor time.

        Units: seconds.
        """
        return self.seconds * CLOCK_FACTOR

    @property
    def at_once(self) -> int:
        """Return how many tasks of one tenant may run at the same time.

        This leaves one process free for other tenants if there are at least two processes.
        """
        return max(1, self.workers - 1)


def _too_long() -> tuple[str, bytes]:
    raise TookTooLong


class _Task:
    """A task, and the future that its caller awaits."""

    def __init__(self, body: bytes) -> None:
        self.body = body
        self.answer: asyncio.Future[bytes] = asyncio.get_running_loop().create_future()


class _Worker:
    """A process of the pool, and the pipes that connect to it."""

    def __init__(self, process: Process | ForkedWorker) -> None:
        self._process = process

    @classmethod
    async def start(cls, limits: Limits) -> _Worker:
        """Start a process, and wait until it is ready. Starting does not count against a task's time limit.

        Refuses: WorkerDied
        """
        words = (str(os.getpid()), str(limits.niceness), str(limits.memory), str(int(limits.seconds * 1000)))
        worker = cls(await fork_worker(MAIN, words) or await _execute(words))
        try:
            async with asyncio.timeout(START_SECONDS):
                await worker.ask(b"")
        except BaseException as error:
            await worker.end()
            if isinstance(error, TimeoutError):
                raise WorkerDied from error
            raise
        return worker

    @property
    def alive(self) -> bool:
        """Return whether the process is still running."""
        return self._process.returncode is None

    @property
    def pid(self) -> int:
        """Return the id of the process."""
        return self._process.pid

    async def ask(self, body: bytes) -> tuple[str, bytes]:
        """Send a task to the process, and wait for the result.

        Refuses: WorkerDied
        """
        source, sink = self._process.stdout, self._process.stdin
        if source is None or sink is None:
            raise WorkerDied
        try:
            sink.write(body)
            await sink.drain()
            head = await source.readexactly(LENGTH)
            return _answer.decode(await source.readexactly(int.from_bytes(head, "big")))
        except (asyncio.IncompleteReadError, OSError) as error:
            out_of_time = await self._process.wait() == -signal.SIGPROF
            raise (TookTooLong if out_of_time else WorkerDied) from error

    async def end(self) -> None:
        """Kill the process, and wait until it has ended, even if the caller is cancelled meanwhile."""
        with suppress(ProcessLookupError):
            self._process.kill()
        ended = asyncio.ensure_future(self._process.wait())
        try:
            await asyncio.shield(ended)
        except asyncio.CancelledError:
            await ended
            raise


async def _execute(words: Sequence[str]) -> Process:
    command = (sys.executable, "-c", CHILD, *words)
    return await asyncio.create_subprocess_exec(*command, stdin=PIPE, stdout=PIPE, cwd=ROOT, start_new_session=True)


class ProcessPool:
    """The processes that run tasks, shared fairly among tenants."""

    def __init__(self, limits: Limits) -> None:
        """Set up the pool. Its processes start with the first tasks."""
        self.limits: Final = limits
        self._queue: FairQueue[_Task] = FairQueue(
            most=limits.queue, share=limits.share, at_once=limits.at_once, most_bytes=limits.queue_bytes
        )
        self._idle: list[_Worker] = []
        self._busy: set[asyncio.Task[None]] = set()
        self._closed = False

    async def run(self, task: str, *arguments: Any) -> bytes:  # noqa: ANN401 plain values
        """Run the task `module:function` with plain values as arguments, and return the bytes from the function.

        Refuses: ShareFull, QueueFull, TookTooLong, WorkerDied, PoolClosed; every exception of the task
        """
        if self._closed:
            raise PoolClosed
        tenant, asked = tenant_now(), _Task(frame((task, arguments)))
        self._queue.put(tenant, asked, size=len(asked.body))
        self._pump()
        try:
            return await asked.answer
        finally:
            self._queue.drop(tenant, asked)

    def _pump(self) -> None:
        """Start waiting tasks while there are free processes."""
        while len(self._busy) < self.limits.workers and not self._closed:
            found = self._queue.take()
            if found is None:
                return
            tenant, asked = found
            work = asyncio.get_running_loop().create_task(self._deliver(asked))
            self._busy.add(work)
            work.add_done_callback(partial(self._handle_end, tenant, asked))

    def _handle_end(self, tenant: str, asked: _Task, work: asyncio.Task[None]) -> None:
        """Clean up after a task, and start the next one.

        If the task's caller still waits without a result, it gets an error.
        """
        self._busy.discard(work)
        self._queue.done(tenant)
        error = None if work.cancelled() else work.exception()
        if error is not None:
            log.error("pool_failed", exc_info=error)
        if not asked.answer.done():
            asked.answer.set_exception(PoolClosed() if self._closed else WorkerDied())
        self._pump()

    async def _deliver(self, asked: _Task) -> None:
        """Run a task in a process, and pass the result or error to its caller. A process that failed is not reused."""
        if asked.answer.done():
            return
        try:
            worker = self._free() or await _Worker.start(self.limits)
            kind, said = await self._within_time(worker, asked)
        except PoolRefusal as error:
            if not asked.answer.done():
                asked.answer.set_exception(error)
            return
        self._idle.append(worker)
        if asked.answer.done():
            return
        if kind == RAISED:
            asked.answer.set_exception(unpickle_error(said))
        else:
            asked.answer.set_result(said)

    def _free(self) -> _Worker | None:
        """Take a free process, or return None if there is none. Drop free processes that have died meanwhile."""
        while self._idle:
            worker = self._idle.pop()
            if worker.alive:
                return worker
        return None

    async def _within_time(self, worker: _Worker, asked: _Task) -> tuple[str, bytes]:
        """Wait for the result of a process, until the time is up or the caller no longer waits.

        Refuses: TookTooLong, WorkerDied
        """
        work = asyncio.ensure_future(worker.ask(asked.body))
        try:
            awaited: set[asyncio.Future[Any]] = {work, asked.answer}
            await asyncio.wait(
                awaited, timeout=self.limits.timeout, return_when=asyncio.FIRST_COMPLETED
            )  # fmt: skip
            return work.result() if work.done() else _too_long()
        except BaseException as error:
            log.warning("pool_worker_ended", pid=worker.pid, why=type(error).__name__)
            work.cancel()
            await asyncio.gather(work, return_exceptions=True)
            await worker.end()
            raise

    async def close(self) -> None:
        """End all processes. Every waiting caller gets an error."""
        self._closed = True
        for asked in self._queue.drain():
            if not asked.answer.done():
                asked.answer.set_exception(PoolClosed())
        for work in list(self._busy):
            work.cancel()
        await asyncio.gather(*self._busy, return_exceptions=True)
        for worker in self._idle:
            await worker.end()
        self._idle.clear()

    @property
    def pids(self) -> list[int]:
        """Return the ids of the free processes."""
        return [worker.pid for worker in self._idle]


def pool_of(settings: ServerSettings) -> ProcessPool:
    """Create a pool with the configured limits. The caller has to close it."""
    limits = Limits(
        workers=settings.pool_workers,
        queue=settings.pool_queue,
        share=settings.pool_share,
        seconds=settings.pool_seconds,
        memory=settings.pool_megabytes * 1024 * 1024,
    )
    return ProcessPool(limits)
