"""Dispatchers, workers, clock processes and the queue between them, which loses, duplicates and reorders tasks."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Iterable
from typing import Any, ClassVar, Final

import greenlet  # type: ignore[import-untyped] # it ships no types
from kombu.exceptions import OperationalError

from services.gateway.processes import webhooks
from services.gateway.processes import worker as gateway_worker
from shared.kernel.jobs import plan as chunks
from shared.platform.processes import Limits
from shared.platform.queue import ClockGame, broker_link
from shared.platform.queue import clock as clock_work
from shared.platform.queue import work as chunk_work
from tests.simulation import pins
from tests.simulation.boot import GAME, STORE, CallingPool, settings
from tests.simulation.hooks import SimulatedPoster
from tests.simulation.world import Process, World
from tests.support.bells import BELLS

CLOCKED: Final = (ClockGame(BELLS, "bells 1"),)
no_app: Final[Any] = None
LOST: Final = 0.05
DOUBLED: Final = 0.1
AWAY: Final = 0.05
IDLE: Final = 0.05
SHORTEST: Final = 0.05
LONGEST: Final = 1.5
"""The longest duration of a chunk. Units: seconds of simulated time."""
LONGEST_STEP: Final = 0.4
"""The longest duration of a clock's step. Units: seconds of simulated time."""
CHUNK_MICROSECONDS: Final = 20_000
"""The intended duration of a chunk, small enough that a short job has several. Units: microseconds."""


class Queue:
    """The broker's queue in a simulated world."""

    def __init__(self, world: World) -> None:
        """Create an empty queue in a world."""
        self._random: Final = world.stream("queue")
        self._waiting: list[tuple[str, int]] = []
        self._due: list[str] = []

    def send(self, job: str, numbers: Iterable[int]) -> None:
        """Accept chunks of a job, unless a rare failure is drawn. Refuses: OperationalError."""
        for number in numbers:
            self._waiting += [(job, number)] * self._times()

    def send_clock(self, stream: str) -> None:
        """Accept a stream for the clock processes, unless a rare failure is drawn. Refuses: OperationalError."""
        self._due += [stream] * self._times()

    def _times(self) -> int:
        """Draw how many copies of a task arrive. Refuses: OperationalError."""
        luck = self._random.random()
        if luck < AWAY:
            raise OperationalError("the broker is away")
        if luck < AWAY + LOST:
            return 0
        return 2 if luck > 1 - DOUBLED else 1

    def take(self) -> tuple[str, int] | None:
        """Remove and return a random waiting chunk, or None if none waits."""
        return self._waiting.pop(self._random.randrange(len(self._waiting))) if self._waiting else None

    def take_due(self) -> str | None:
        """Remove and return a random stream that waits for a clock process, or None if none waits."""
        return self._due.pop(self._random.randrange(len(self._due))) if self._due else None

    def llen(self, _name: str) -> int:
        """Return the number of waiting chunks."""
        return len(self._waiting)


class Current:
    """The queue of the running world, and the worker whose code is running."""

    queue: Queue
    worker: Worker


def prepare() -> None:
    """Replace what dispatchers and workers use: the broker, threads, pools and the duration of a chunk."""
    pins.replace_names(
        gateway_worker,
        services_named=lambda _name: [GAME],
        queue_app=lambda *_: None,
        send_chunks=lambda _app, _queue, job, numbers: Current.queue.send(job, numbers),
        send_clock=lambda _app, stream: Current.queue.send_clock(stream),
        blocking_client_of=lambda *_, **__: Current.queue,
        pool_of=lambda own: CallingPool(Limits(workers=own.pool_workers)),
    )
    pins.replace_names(clock_work, send_clock=lambda _app, stream: Current.queue.send_clock(stream))
    pins.replace_names(webhooks, poster_of=lambda own: SimulatedPoster(seconds=own.webhooks_seconds, private=True))
    pins.replace_names(broker_link, LoopThread=WorkerThread)
    pins.replace_names(chunks, CHUNK_MICROSECONDS=CHUNK_MICROSECONDS)
    play: Callable[..., Any] = vars(chunk_work)["run_chunk"]

    def slow(*words: Any, **more: Any) -> Any:  # noqa: ANN401 as the chunk has it
        """Let some time pass, in which the worker may die, and then compute the chunk."""
        random = Current.worker.process.random
        Current.worker.pause(random.uniform(SHORTEST, LONGEST))
        return play(*words, **more)

    pins.replace_names(chunk_work, run_chunk=slow)
    step: Callable[..., Any] = vars(clock_work.Clock)["_take_step"]

    async def slow_step(*words: Any) -> Any:  # noqa: ANN401 as the step has it
        """Let some time pass, in which the clock process may die or be replaced, and then take the step."""
        loop: Any = asyncio.get_running_loop()
        await asyncio.sleep(loop.process.random.uniform(0, LONGEST_STEP))
        return await step(*words)

    pins.replace_names(clock_work.Clock, _take_step=slow_step)


def start_dispatcher(world: World, number: int) -> Process:
    """Start a dispatcher, which distributes the jobs' chunks and the tower's due strikes."""
    process = Process(world, f"dispatcher-{number}")
    process.main = process.spawn(gateway_worker._dispatch(CLOCKED, settings(), STORE))
    return process


class Worker:
    """A worker process. Its blocking code runs in a greenlet, which sleeps while the event loop works."""

    role: ClassVar[str] = "worker"

    def __init__(self, world: World, number: int) -> None:
        """Start a worker process, with its number."""
        self.process: Final = Process(world, f"{self.role}-{number}")
        self._world, self._hub = world, greenlet.getcurrent()
        self._code = greenlet.greenlet(self._work, parent=self._hub)
        self.process.main = self._code  # kept when the process dies, so that it is never ended
        self._world.at(0, self._resume)

    def pause(self, seconds: float) -> None:
        """Let time pass for this worker's code."""
        self._world.at(seconds, self._resume)
        self._hub.switch()

    def wait_for(self, work: Coroutine[Any, Any, Any]) -> Any:  # noqa: ANN401 what the coroutine returns
        """Run a coroutine in the worker's loop, and sleep until it is done."""
        task = self.process.spawn(work)
        task.add_done_callback(lambda _: self._world.at(0, self._resume))
        self._hub.switch()
        return task.result()

    def _resume(self) -> None:
        if not self.process.alive or self._code.dead:
            return
        before, self._world.current = self._world.current, self.process
        Current.worker = self
        self._code.switch()
        self._world.current = before

    def _work(self) -> None:
        kinds = {one.service: one.kinds for one in gateway_worker.served_jobs(GAME)}
        worker = chunk_work.ChunkWorker(settings(), STORE, kinds)
        while True:
            task = Current.queue.take()
            if task is None:
                self.pause(IDLE)
            else:
                self._world.note("chunk", self.process.name, *task, worker.simulate(*task))


class ClockProcess(Worker):
    """A clock process, whose code blocks as a worker's code does."""

    role = "clock"

    def _work(self) -> None:
        clock = clock_work.ClockWorker(settings(), STORE, CLOCKED, no_app)
        while True:
            stream = Current.queue.take_due()
            if stream is None:
                self.pause(IDLE)
            else:
                self._world.note("step", self.process.name, stream, clock.advance(stream))


class WorkerThread:
    """A worker's thread with its event loop, whose coroutines run in the worker's simulated process."""

    def __init__(self) -> None:
        """Bind the thread to the worker whose code is running."""
        self._worker = Current.worker

    def call(self, work: Coroutine[Any, Any, Any]) -> Any:  # noqa: ANN401 what the coroutine returns
        """Run a coroutine, and wait for its result."""
        return self._worker.wait_for(work)

    def beside(self, work: Coroutine[Any, Any, None]) -> Callable[[], object]:
        """Start a coroutine in the background; return a function that stops it."""
        end: Callable[[], object] = self._worker.process.spawn(work).cancel
        return end

    def end(self) -> None:
        """Do nothing."""
