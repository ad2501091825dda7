"""A simulated world: one clock, pending events, and processes that take turns, on one thread and from one seed.

The events of one process keep their order, as in a real event loop. Random numbers decide only how long a
callback takes and how long the network delays bytes, and therefore which process is next. Each process and each
connection has its own random numbers, so a plan with one fault fewer leads to a run that is otherwise the same.
"""

from __future__ import annotations

import heapq
import itertools
import math
import random
import sys
import zlib
from asyncio import events
from collections.abc import AsyncGenerator, Callable
from typing import Any, Final

from tests.simulation.loop import Loop

EPOCH: Final = 1_700_000_000.0
BEGIN: Final = 1_000.0
"""The time that monotonic clocks show at the start. Units: seconds."""
COST: Final = 40e-6
SLOW_COST: Final = 0.02
SLOW_SHARE: Final = 0.0005
SKEW: Final = 0.2
BYTES: Final = "bytes"
"""The kind of a note about bytes that arrive."""


class World:
    """Virtual time, and everything that happens in it."""

    def __init__(self, seed: int) -> None:
        """Create a world at second 0, without processes."""
        self.seed = seed
        self.now = 0.0
        self.numbers: Final = itertools.count(1)
        self.processes: list[Process] = []
        self.dead: list[Process] = []
        """Dead processes.

        They are kept, so that none of their coroutines is closed and runs its `finally`.
        """
        self.listeners: dict[Any, Any] = {}
        self.current: Process | None = None
        self.faults: dict[str, list[Any]] = {}
        """Faults that wait for the next write or connection on a link."""
        self.links: dict[str, int] = {}
        self.callbacks = self.steps = self.digest = 0
        self.trace: list[str] | None = None
        self.sent: list[tuple[float, Any, bytes]] = []
        """All bytes that were sent, each piece with its time and with the end of the connection that sent it."""
        self._heap: list[tuple[float, int, Callable[[], object]]] = []
        self._order: Final = itertools.count()
        self._bytes: Final = self.stream("world")
        random.seed(seed)
        sys.set_asyncgen_hooks(firstiter=self._begin_generator, finalizer=self._end_generator)

    # ---------------------------------------------------------------- the pinned source

    def monotonic(self) -> float:
        """Return the time of a clock that is never set back."""
        return self.now + BEGIN

    def wall(self) -> float:
        """Return the time by the clock of the running process."""
        return self.now + EPOCH + (self.current.skew if self.current is not None else 0.0)

    def random_bytes(self, count: int) -> bytes:
        """Draw bytes from the random numbers of the running process."""
        return (self._bytes if self.current is None else self.current.random).randbytes(count)

    def stream(self, name: str) -> random.Random:
        """Return the sequence of random numbers with this name."""
        return random.Random(f"{self.seed}/{name}")

    def reseed(self, seed: int, store: Any) -> None:  # noqa: ANN401 the store's process
        """Start the run of a seed in a world that already runs.

        Every process and connection gets new random numbers.
        """
        self.seed, self.digest, self.callbacks, self.steps, self.sent = seed, 0, 0, 0, []
        self._bytes.seed(f"{seed}/world")
        store.random.seed(f"{seed}/{store.name}")
        for process in self.processes:
            process.random.seed(f"{seed}/process {process.name}")
        for party in (*self.processes, store):
            for end in party.ends:
                end.reseed(seed)
        random.seed(seed)

    # ---------------------------------------------------------------- what happens

    def at(self, delay: float, work: Callable[[], object]) -> None:
        """Schedule a function call after a delay. Units: seconds."""
        heapq.heappush(self._heap, (self.now + delay, next(self._order), work))

    def note(self, kind: str, *facts: object) -> None:
        """Add facts to the digest of this run, and to its trace, which omits the bytes on the network."""
        text = repr((round(self.now, 9), kind, *facts))
        self.digest = zlib.crc32(text.encode(), self.digest)
        if self.trace is not None and kind != BYTES:
            self.trace.append(f"{self.now:9.4f} {kind} {' '.join(map(str, facts))}")

    def run(self, seconds: float, until: Callable[[], bool] = lambda: False) -> bool:
        """Let time pass for some seconds, or until a condition is true; return whether it became true."""
        end = self.now + seconds
        while not until():
            when, process = self._next()
            if when > end:
                self.now = end
                return until()
            self.now = max(self.now, when)
            self.steps += 1
            if process is None:
                heapq.heappop(self._heap)[2]()
            else:
                process.step()
        return True

    def _next(self) -> tuple[float, Process | None]:
        """Return the time and the process of the next event.

        All of this is one loop for speed, because every step calls this function.
        """
        when, found = (self._heap[0][0] if self._heap else math.inf), None
        for process in self.processes:
            loop, at = process.loop, process.free_at
            if not loop._ready:
                timers = loop._scheduled
                if not timers or (timers[0]._cancelled and loop.next_timer() is None):
                    continue
                due = timers[0]._when - BEGIN  # type: ignore[attr-defined] # asyncio's own
                at = max(at, due)
            if at < when:
                when, found = at, process
        return when, found

    # ---------------------------------------------------------------- generators, which belong to loops

    def _begin_generator(self, generator: AsyncGenerator[Any, Any]) -> None:
        loop = events._get_running_loop()
        if isinstance(loop, Loop):
            loop._asyncgen_firstiter_hook(generator)

    def _end_generator(self, generator: AsyncGenerator[Any, Any]) -> None:
        loop = events._get_running_loop()
        if isinstance(loop, Loop) and loop.process.alive:
            loop._asyncgens.discard(generator)
            loop.call_soon(loop.create_task, generator.aclose())


class Process:
    """A simulated process: an event loop, its own wall clock, and connections that end with it."""

    def __init__(self, world: World, name: str) -> None:
        """Start a process with this name."""
        self.world, self.name, self.alive = world, name, True
        self.life = world.links[name] = world.links.get(name, 0) + 1
        self.random: Final = world.stream(f"process {name} {self.life}")
        self.skew = self.random.uniform(-SKEW, SKEW)
        self.ends: list[Any] = []
        self.main: Any = None
        """The task that the process was started for."""
        self.exit_status: object = None
        self.dies_after: int | None = None
        """The number of callbacks after which the process dies, or None."""
        self.dies_quietly = False
        self.stalls_for = 0.0
        self.free_at = world.now
        """The time until which the process is busy with its last callback."""
        self.loop: Final[Loop] = Loop(world, self)
        world.processes.append(self)

    def spawn(self, work: Any) -> Any:  # noqa: ANN401 a coroutine, and its task
        """Start a task."""
        with self.inside():
            return self.loop.create_task(work)

    def inside(self) -> Inside:
        """Return a context manager that runs its block in this process."""
        return Inside(self)

    def step(self) -> None:
        """Run one callback, and let as much time pass as it takes."""
        world, handle = self.world, self.loop.take()
        if handle is None:
            return
        with Inside(self):
            world.callbacks += 1
            try:
                handle._run()
            except SystemExit as ended:  # the process ends itself
                world.note("exit", self.name, ended.code)
                self.exit_status = ended.code
                self.die()
                return
        self.free_at = world.now + self._cost()
        if self.dies_after is not None:
            self.dies_after -= 1
            if self.dies_after <= 0:
                self.die(quietly=self.dies_quietly)

    def _cost(self) -> float:
        if self.stalls_for:
            cost, self.stalls_for = self.stalls_for, 0.0
            return cost
        if self.random.random() < SLOW_SHARE:
            return self.random.random() * SLOW_COST
        return self.random.random() * COST

    def die(self, *, quietly: bool = False) -> None:
        """End the process at once, without running any `finally`.

        If `quietly`, the other ends of its connections learn nothing.
        """
        world = self.world
        world.note("died", self.name, quietly)
        self.alive = False
        world.processes.remove(self)
        world.dead.append(self)
        for address in [address for address, listener in world.listeners.items() if listener.process is self]:
            del world.listeners[address]
        for end in list(self.ends):
            end.die(quietly=quietly)


class Inside:
    """A context manager that makes a process the running one."""

    __slots__ = ("_before", "_loop", "_process")

    def __init__(self, process: Process) -> None:
        """Create the context manager for a process."""
        self._process = process

    def __enter__(self) -> None:
        """Make the process the running one."""
        self._before, self._loop = self._process.world.current, events._get_running_loop()
        self._process.world.current = self._process
        events._set_running_loop(self._process.loop)

    def __exit__(self, *_: object) -> None:
        """Make the previous process the running one again."""
        self._process.world.current = self._before
        events._set_running_loop(self._loop)
