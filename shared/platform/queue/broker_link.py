"""The connection of a worker process to the store, in a separate thread, with retries."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from contextlib import ExitStack, asynccontextmanager
from typing import Any, Final, Generic, TypeAlias, TypeVar

import stamina
from redis.exceptions import ConnectionError as StoreUnreachable
from redis.exceptions import TimeoutError as StoreSilent

from shared.platform.eventlog import LogRefusal, StoreAway, StoreConnection
from shared.platform.seal import Keys
from shared.platform.settings import ServerSettings

T = TypeVar("T")
Connect: TypeAlias = Callable[[ServerSettings, str], Awaitable[StoreConnection]]

RETRY_SECONDS: Final = 30.0
PAUSE: Final = 0.25

_while_away: Final = stamina.AsyncRetryingCaller(
    attempts=None, timeout=RETRY_SECONDS, wait_initial=PAUSE, wait_max=4 * PAUSE, wait_jitter=PAUSE
).on((StoreAway, ConnectionError, TimeoutError))
_until_there: Final = stamina.AsyncRetryingCaller(attempts=None, timeout=None, wait_initial=1.0)


class LoopThread:
    """A thread that runs an event loop, so that blocking code can run coroutines."""

    def __init__(self) -> None:
        """Start the thread and its event loop."""
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name="wire", daemon=True)
        self._thread.start()

    def call(self, work: Coroutine[Any, Any, T]) -> T:
        """Run a coroutine in the thread and wait for its result."""
        return asyncio.run_coroutine_threadsafe(work, self._loop).result()

    def end(self) -> None:
        """End the thread."""
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    def beside(self, work: Coroutine[Any, Any, None]) -> Callable[[], object]:
        """Start a coroutine in the background of the thread, and return a function that stops it."""
        return asyncio.run_coroutine_threadsafe(work, self._loop).cancel


class StoreLink(Generic[T]):
    """A connection to the store in a separate thread, and an object that uses this connection."""

    def __init__(
        self, settings: ServerSettings, store: str, make: Callable[[StoreConnection], Coroutine[Any, Any, T]]
    ) -> None:
        """Start the thread, connect to the store, and build the object with `make`. If this fails, end the thread.

        Refuses: StoreAway, CannotStart
        """
        self.thread: Final = LoopThread()
        with ExitStack() as undone:
            undone.callback(self.thread.end)
            self.connection: Final = self.thread.call(retry_while_away(lambda: connect_to_store(settings, store)))
            undone.callback(self._let_go)
            self.made: Final = self.thread.call(make(self.connection))
            undone.pop_all()

    def _let_go(self) -> None:
        self.thread.call(self.connection.close())

    def close(self) -> None:
        """Disconnect from the store, and end the thread."""
        self._let_go()
        self.thread.end()


async def connect_to_store(settings: ServerSettings, store: str) -> StoreConnection:
    """Connect to a store with the given settings.

    Refuses: StoreAway, CannotStart
    """
    return await StoreConnection.open(
        store, durability=settings.durability, partitions=settings.partitions, answer_within=settings.answer_seconds,
        copies=settings.copies, asserted=settings.durability_asserted == "yes",
        archive=settings.archive_at,
    )  # fmt: skip


@asynccontextmanager
async def open_store(
    settings: ServerSettings, store: str, connect: Connect = connect_to_store
) -> AsyncIterator[tuple[StoreConnection, Keys]]:  # fmt: skip
    """Connect to the store and open its key file; disconnect at the end of the block.

    Refuses: StoreAway, CannotStart
    """
    connection = await connect(settings, store)
    try:
        yield connection, await connection.open_keys(settings.keys_at)
    finally:
        await connection.close()


async def retry_while_away(work: Callable[[], Awaitable[T]]) -> T:
    """Call `work`, and return its result. If the store is unreachable, retry for up to half a minute.

    Refuses: StoreAway
    """
    return await _while_away(work)


async def wait_for_store(work: Callable[[], Awaitable[T]]) -> T:
    """Call `work`, the first work of a process. If the store is unreachable, retry without a time limit.

    Rule:    AR-SERVER-07
    Refuses: CannotStart
    """
    return await _until_there(_is_away, work)


def _is_away(error: Exception) -> bool:
    """Return whether the store may be unreachable only for a time, so that a retry after this error may succeed."""
    return isinstance(error, (LogRefusal, OSError, StoreUnreachable, StoreSilent))
