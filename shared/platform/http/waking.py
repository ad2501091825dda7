"""A queue that wakes many waiting tasks in small batches, so that the server answers other requests in between."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Iterable
from contextvars import Context
from typing import Any, Final

AT_ONCE: Final = 32
"""Number of futures to wake in one turn of the event loop, about a millisecond of work."""
LONGEST_REST: Final = 0.05


class Waker:
    """The queue that resolves futures in batches. After each batch, other tasks get as much time as the batch took."""

    def __init__(self) -> None:
        """Set up the queue with no future to resolve."""
        self._due: deque[asyncio.Future[Any]] = deque()
        self._task: asyncio.Task[None] | None = None

    async def wake(self, waiting: Iterable[asyncio.Future[Any]]) -> None:
        """Resolve these futures after all earlier ones; return when the last one is resolved."""
        last = asyncio.get_running_loop().create_future()
        self._due.extend(waiting)
        self._due.append(last)
        if self._task is None:
            self._task = asyncio.get_running_loop().create_task(self._work(), context=Context())
        await last

    async def _work(self) -> None:
        loop = asyncio.get_running_loop()
        while self._due:
            begun = loop.time()
            for _ in range(min(AT_ONCE, len(self._due))):
                future = self._due.popleft()
                if not future.done():
                    future.set_result(None)
            await asyncio.sleep(0)  # the woken tasks run now
            await asyncio.sleep(min(LONGEST_REST, loop.time() - begun))
        self._task = None
