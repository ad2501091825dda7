"""The event loop of a simulated process: virtual time, callbacks in order, and the simulated network."""

from __future__ import annotations

import asyncio
import heapq
import threading
from collections import deque
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from tests.simulation.world import Process, World

THREAD_SECONDS: Final = 0.002
ROUNDING: Final = 1e-9
ANSWERS: Final = (2, 1, 6, "")
"""The parts of a resolved name apart from the address: IPv4, a stream, TCP, no canonical name."""


class NumberedTask(asyncio.Task[Any]):
    """A task whose hash is its number and not its address, so that sets of tasks have a fixed order."""

    def __init__(self, *args: Any, loop: Loop, **more: Any) -> None:  # noqa: ANN401 asyncio's
        """Create a task with the world's next number."""
        self.number = next(loop.world.numbers)
        super().__init__(*args, loop=loop, **more)

    def __hash__(self) -> int:
        return self.number


class NumberedFuture(asyncio.Future[Any]):
    """A future whose hash is its number and not its address, so that sets of futures have a fixed order."""

    def __init__(self, *, loop: Loop) -> None:
        """Create a future with the world's next number."""
        self.number = next(loop.world.numbers)
        super().__init__(loop=loop)

    def __hash__(self) -> int:
        return self.number


class Loop(asyncio.BaseEventLoop):
    """An event loop whose callbacks the world runs one at a time."""

    _ready: deque[asyncio.Handle]
    _scheduled: list[asyncio.TimerHandle]
    _asyncgens: Any
    _asyncgen_firstiter_hook: Callable[[Any], None]

    def __init__(self, world: World, process: Process) -> None:
        """Create a loop without callbacks for a process of a world."""
        super().__init__()
        self.world, self.process = world, process
        self.errors: list[str] = []
        self._thread_id = threading.get_ident()
        self.set_task_factory(lambda _, work, **more: NumberedTask(work, loop=self, **more))
        self.set_exception_handler(self._note_error)

    def __del__(self, _warn: object = None) -> None:
        """Log nothing: a loop that was never closed belongs to a process that died."""

    def _note_error(self, _loop: object, context: dict[str, Any]) -> None:
        if self.process.alive:
            self.errors.append(f"{context.get('message')}: {context.get('exception')!r}")

    # ---------------------------------------------------------------- time

    def time(self) -> float:
        """Return the virtual time of this loop."""
        return self.world.monotonic()

    def next_timer(self) -> float | None:
        """Return when the next timer is due, by this loop's clock, or None if there is no timer."""
        scheduled = self._scheduled
        while scheduled:
            timer = scheduled[0]
            if not timer._cancelled:
                return timer.when()
            heapq.heappop(scheduled)._scheduled = False  # type: ignore[attr-defined]
        return None

    def take(self) -> asyncio.Handle | None:
        """Remove and return the next callback that is due, or None if no callback is."""
        if not self._ready:
            now = self.time() + ROUNDING
            while self._scheduled and self._scheduled[0].when() <= now:
                timer = heapq.heappop(self._scheduled)
                timer._scheduled = False  # type: ignore[attr-defined] # asyncio's own
                self._ready.append(timer)
        while self._ready:
            handle = self._ready.popleft()
            if not handle.cancelled():
                return handle
        return None

    def create_future(self) -> asyncio.Future[Any]:
        """Create a numbered future."""
        return NumberedFuture(loop=self)

    # ---------------------------------------------------------------- threads and signals

    def _write_to_self(self) -> None:
        """Do nothing, because no selector has to be woken."""

    def add_signal_handler(self, sig: int, callback: Any, *args: Any) -> None:  # type: ignore[override] # noqa: ANN401
        """Do nothing, because simulated processes get no signals."""

    def run_in_executor(self, *words: Any) -> Any:  # type: ignore[override]  # noqa: ANN401 asyncio's
        """Call a function a little later, and return its result a little later still, as a thread would."""
        _, func, *args = words
        future, random = self.create_future(), self.process.random

        def call() -> None:
            try:
                settle, value = future.set_result, func(*args)
            except Exception as error:  # noqa: BLE001 the caller gets it
                settle, value = future.set_exception, error
            self.call_later(random.random() * THREAD_SECONDS, lambda: future.done() or settle(value))

        self.call_later(random.random() * THREAD_SECONDS, call)
        return future

    # ---------------------------------------------------------------- the network

    def getaddrinfo(self, *address: Any, **_: Any) -> Any:  # noqa: ANN401 asyncio's
        """Return the name itself as the address."""
        return answer_later([(*ANSWERS, address)])

    def create_server(self, *words: Any, **more: Any) -> Any:  # noqa: ANN401 asyncio's
        """Listen on a port."""
        factory, *address = words
        return self._listen(factory, tuple(address) or (more["host"], more["port"]))

    def create_unix_server(self, *words: Any, **more: Any) -> Any:  # noqa: ANN401 asyncio's
        """Listen on a path."""
        factory, *path = words
        return self._listen(factory, path[0] if path else more["path"])

    def create_connection(self, *words: Any, **more: Any) -> Any:  # noqa: ANN401 asyncio's
        """Connect to a port."""
        from tests.simulation.network import connect

        factory, *address = words
        return connect(self.process, factory, tuple(address) or (more["host"], more["port"]))

    def create_unix_connection(self, *words: Any, **more: Any) -> Any:  # noqa: ANN401 asyncio's
        """Connect to a path."""
        from tests.simulation.network import connect

        factory, *path = words
        return connect(self.process, factory, path[0] if path else more["path"])

    def _listen(self, factory: Callable[[], Any], address: object) -> Any:  # noqa: ANN401 asyncio's
        from tests.simulation.network import Listener

        return answer_later(Listener(self.world, self.process, factory, address))


async def answer_later(value: Any) -> Any:  # noqa: ANN401 any value
    """Return a value from a coroutine."""
    return value
