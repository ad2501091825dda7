"""The feed: an ordered list of pointers to all appends, without gaps. Each process reads it once for all subscribers.

Every append adds one pointer (stream, first and last version) to its partition's feed, numbered from 1 in the same
atomic call, so that no pointer is ever missing or late. There are two kinds of subscribers:

- A *watch* follows one stream and yields only its newest version; its user then reads the log.
- A *consumer* reads every pointer of a partition in order, at least once, starting at its saved checkpoint.

Old pointers that every consumer has handled are dropped. A consumer that requests a dropped pointer gets an error.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncGenerator, Iterator, Mapping, Sequence
from contextlib import aclosing
from typing import Any, Final, Self

import structlog
from msgspec import Struct
from redis.asyncio.connection import AbstractConnection
from redis.exceptions import AskError, MovedError, RedisError

from shared.platform.eventlog import LogRefusal, StoreAway
from shared.platform.eventlog.redis.connection import StoreConnection
from shared.platform.eventlog.redis.key_names import checkpoint_key, counter_key, feed_key

log = structlog.get_logger("shared.platform.feed")

BLOCK_MS: Final = 5_000
PAGE: Final = 1_000
PAUSE: Final = 0.1
IDLE: Final = 0.1
GRACE_SECONDS: Final = 5.0
CANCELLED_WITHIN: Final = 1.0
KEPT: Final = 10_000
TRIM_EVERY: Final = 1_000


class Pointer(Struct, frozen=True, kw_only=True):
    """A pointer in the feed: these versions of this stream were appended.

    `number` counts the appends of a partition.
    """

    number: int
    stream: str
    first: int
    last: int


class FeedTrimmed(LogRefusal):
    """Pointers after this number were dropped; read the streams themselves."""


class Watch:
    """An iterator that yields the newest version of one stream each time the stream has changed."""

    def __init__(self) -> None:
        """Start without a known version."""
        self._newest = 0
        self._given = 0
        self._changed = asyncio.Event()

    def notify(self, version: int) -> None:
        """Record the newest version of the stream."""
        if version > self._newest:
            self._newest = version
            self._changed.set()

    async def next(self, within: float | None = None) -> int | None:
        """Wait for a newer version than the last one returned; return None if none comes within this many seconds."""
        while self._newest <= self._given:
            self._changed.clear()
            try:
                async with asyncio.timeout(within):
                    await self._changed.wait()
            except TimeoutError:
                return None
        self._given = self._newest
        return self._newest


class Feed:
    """A reader of the feed for one process, for as long as the `async with` block lasts."""

    def __init__(self, connection: StoreConnection) -> None:
        """Use this connection to read the feeds of its partitions."""
        self._connection = connection
        self._watches: dict[str, dict[Watch, None]] = {}
        self._moved: dict[int, asyncio.Event] = {}
        self._at: dict[int, int] = {}
        self._wanted = asyncio.Event()
        self._consumers = 0
        self._tasks: set[asyncio.Task[None]] = set()
        self._over = False

    async def __aenter__(self) -> Self:
        """Start reading the feed."""
        for partition in range(self._connection.partitions):
            self._at[partition] = await self.newest(partition)
            self._moved[partition] = asyncio.Event()
        readers = [_Reader(self._connection, partitions) for partitions in self._connection.read_together]
        self._tasks = {asyncio.get_running_loop().create_task(self._read(reader)) for reader in readers}
        return self

    async def __aexit__(self, *_: object) -> None:
        """Stop reading the feed.

        The reading task is cancelled again and again until it ends, because a library may swallow a cancellation while
        it handles a connection error.
        """
        self._over = True
        while self._tasks:
            for task in self._tasks:
                task.cancel()
            done, _pending = await asyncio.wait(self._tasks, timeout=CANCELLED_WITHIN)
            self._tasks -= done

    # ---------------------------------------------------------------- watching one stream

    @contextlib.contextmanager
    def watch(self, stream: str) -> Iterator[Watch]:
        """Watch a stream. Open the watch before reading the log, so that no change is missed."""
        watch = Watch()
        self._watches.setdefault(stream, {})[watch] = None
        self._wanted.set()
        try:
            yield watch
        finally:
            watches = self._watches[stream]
            watches.pop(watch, None)
            if not watches:
                del self._watches[stream]

    # ---------------------------------------------------------------- reading every pointer

    async def newest(self, partition: int = 0) -> int:
        """Return the number of the newest pointer.

        Refuses: StoreAway
        """
        return int(await self._connection.send("GET", counter_key(partition)) or 0)

    async def oldest(self, partition: int = 0) -> int:
        """Return the number of the oldest pointer; 0 if there is none.

        Refuses: StoreAway
        """
        raw = await self._connection.send("XRANGE", feed_key(partition), "-", "+", "COUNT", 1)
        return pointer_of(raw[0]).number if raw else 0

    async def after(self, number: int, *, partition: int = 0, limit: int = PAGE) -> list[Pointer]:
        """Read the pointers after a number, in order and without gaps.

        Refuses: FeedTrimmed, StoreAway
        """
        raw = await self._connection.send("XRANGE", feed_key(partition), f"({number}-0", "+", "COUNT", limit)
        pointers = [pointer_of(entry) for entry in raw]
        if pointers and pointers[0].number != number + 1:
            raise FeedTrimmed(f"the feed goes back to {pointers[0].number}")
        return pointers

    async def consume(self, consumer: str, *, partition: int = 0) -> AsyncGenerator[Pointer, None]:
        """Yield every pointer after the consumer's checkpoint, for ever; a new consumer starts at the beginning.

        The consumer saves its own progress with `checkpoint`, so its work must be safe to repeat.
        Refuses: FeedTrimmed, StoreAway
        """
        async with aclosing(self.pages(consumer, partition=partition)) as pages:
            async for pointers in pages:
                for pointer in pointers:
                    yield pointer

    async def pages(self, consumer: str, *, partition: int = 0) -> AsyncGenerator[Sequence[Pointer], None]:
        """Yield the same pointers as `consume`, in batches.

        Refuses: FeedTrimmed, StoreAway
        """
        number = await self.checkpoint_of(consumer, partition=partition)
        self._consumers += 1
        self._wanted.set()
        try:
            while True:
                seen = self._at[partition]
                pointers = await self.after(number, partition=partition)
                if pointers:
                    yield pointers
                    number = pointers[-1].number
                while not pointers and self._at[partition] == seen:  # other consumers clear the event too
                    self._moved[partition].clear()
                    await self._moved[partition].wait()
        finally:
            self._consumers -= 1

    async def checkpoint(self, consumer: str, number: int, *, partition: int = 0) -> None:
        """Record that a consumer has handled all pointers up to a number.

        Refuses: StoreAway
        """
        await self._connection.send("HSET", checkpoint_key(partition), consumer, number)

    async def checkpoint_of(self, consumer: str, *, partition: int = 0) -> int:
        """Return a consumer's checkpoint.

        Register a new consumer at 0, so that the feed drops no pointer before it is handled.

        Refuses: StoreAway
        """
        await self._connection.send("HSETNX", checkpoint_key(partition), consumer, 0)
        return int(await self._connection.send("HGET", checkpoint_key(partition), consumer))

    async def join(self, consumer: str, *, partition: int = 0) -> int:
        """Register a new consumer at the newest pointer; return the number of that pointer.

        A consumer that is registered already keeps its checkpoint.

        Refuses: StoreAway
        """
        newest = await self.newest(partition)
        await self._connection.send("HSETNX", checkpoint_key(partition), consumer, newest)
        return newest

    def position(self, partition: int = 0) -> int:
        """Return the number of the last pointer read by this process; newer ones may exist already."""
        return self._at[partition]

    async def dismiss(self, consumer: str, *, partition: int = 0) -> None:
        """Remove a consumer that will not return, so that the feed need not keep pointers for it.

        Refuses: StoreAway
        """
        await self._connection.send("HDEL", checkpoint_key(partition), consumer)

    async def trim(self, *, partition: int = 0, keep: int = KEPT) -> int:
        """Drop pointers that every consumer has passed, except the newest `keep`; return the number dropped.

        Refuses: StoreAway
        """
        keys = (feed_key(partition), counter_key(partition), checkpoint_key(partition))
        return int(await self._connection.call("trim_1", keys, (keep,)))

    # ---------------------------------------------------------------- the readers

    async def _read(self, reader: _Reader) -> None:
        """Read the feed for ever. After a lost connection, continue from the last position read."""
        try:
            while not self._over:
                try:
                    await (self._turn(reader) if self._watches or self._consumers else self._idle(reader))
                except (RedisError, OSError, StoreAway) as error:
                    log.warning("feed_interrupted", said=str(error))
                    await asyncio.sleep(PAUSE)
                    await reader.recover(error)
                    await self._find_place(reader)
        finally:
            await reader.hang_up()

    async def _find_place(self, reader: _Reader) -> None:
        """Move the reading position back if the store lost pointers, which can happen with relaxed durability."""
        with contextlib.suppress(StoreAway):
            for partition in reader.partitions:
                self._at[partition] = min(self._at[partition], await self.newest(partition))

    async def _idle(self, reader: _Reader) -> None:
        """Skip new pointers without reading them until there is a subscriber.

        A subscriber misses nothing: skipped pointers are older than any watch opened later, and the holder of a watch
        reads the log after opening it.
        """
        self._wanted.clear()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(IDLE):
                await self._wanted.wait()
        for partition in reader.partitions:
            newest = await self.newest(partition)
            if not self._watches:
                await self._move_on(partition, newest)

    async def _turn(self, reader: _Reader) -> None:
        for partition, entries in await reader.read(self._at):
            await self._spread(partition, [pointer_of(entry) for entry in entries])

    async def _spread(self, partition: int, pointers: list[Pointer]) -> None:
        """Notify the subscribers that wait for these pointers, and advance the reading position."""
        for pointer in pointers:
            for watch in self._watches.get(pointer.stream, ()):
                watch.notify(pointer.last)
        await self._move_on(partition, pointers[-1].number)

    async def _move_on(self, partition: int, number: int) -> None:
        before, self._at[partition] = self._at[partition], number
        self._moved[partition].set()
        if before // TRIM_EVERY != self._at[partition] // TRIM_EVERY:
            await self.trim(partition=partition)


class _Reader:
    """A reader that waits for new pointers on its own connection: for a server's partitions, or one in a cluster."""

    def __init__(self, connection: StoreConnection, partitions: Sequence[int]) -> None:
        self.partitions = partitions
        self._connection = connection
        self._line: AbstractConnection | None = None
        self._asking = False
        self._keys = [feed_key(partition) for partition in partitions]

    async def read(self, at: Mapping[int, int]) -> list[tuple[int, list[Any]]]:
        """Wait for pointers after these numbers, for some seconds at most.

        Refuses: StoreAway, redis.RedisError, OSError
        """
        if self._line is None:
            self._line = self._connection.raw_connection(self.partitions[0])
        if not self._line.is_connected:
            await self._line.connect()  # type: ignore[no-untyped-call]
        if self._asking:
            await self._line.send_command("ASKING")
            await self._line.read_response()
        places = [f"{at[partition]}-0" for partition in self.partitions]
        await self._line.send_command("XREAD", "BLOCK", BLOCK_MS, "COUNT", PAGE, "STREAMS", *self._keys, *places)
        async with asyncio.timeout(BLOCK_MS / 1000 + GRACE_SECONDS):
            reply: list[Any] = await self._line.read_response() or []
        by_key = dict(zip(self._keys, self.partitions, strict=True))
        return [(by_key[key], entries) for key, entries in reply]

    async def recover(self, error: Exception) -> None:
        """Close the connection after an error.

        The next read connects again, to the server that has the partition by then.
        """
        await self.hang_up()
        self._asking = isinstance(error, AskError) and not isinstance(error, MovedError)
        if isinstance(error, AskError) and self._asking:
            self._line = self._connection.raw_connection_to((error.host, error.port))
        else:
            await self._connection.look_again()

    async def hang_up(self) -> None:
        """Close the connection."""
        if self._line is not None:
            with contextlib.suppress(RedisError, OSError):
                await self._line.disconnect()
            self._line = None


def pointer_of(raw: list[Any]) -> Pointer:
    """Decode a pointer: `[number-0, [s, stream, a, first, z, last]]`."""
    fields = raw[1]
    number = int(raw[0].partition(b"-")[0])
    return Pointer(number=number, stream=fields[1].decode(), first=int(fields[3]), last=int(fields[5]))
