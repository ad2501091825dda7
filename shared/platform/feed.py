"""The feed: a list of all appends, in order and without gaps. Each process reads it once for all its subscribers.

Every append adds one entry to its partition's feed, in the same atomic call, so no entry is ever missing or late.
The entry is a pointer (the stream, and the first and last version of the append); entries are numbered from 1. There
are two kinds of subscribers:

- A *watch* follows one stream and yields only its newest version; its user then reads the log.
- A *consumer* reads every entry of a partition in order, at least once, starting at its saved checkpoint.

Old entries that every consumer has handled are dropped. A consumer that requests a dropped entry gets an error.

A store may lose its newest entries, for example when a replica takes over that lacks them, and then give their
numbers to other entries. Therefore a position in the feed consists of an entry's number and its mark, that is, the
fields of the entry. A position that the store has lost is never stored as a checkpoint, and nothing is read after it:
the consumer continues at its stored checkpoint.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncGenerator, Iterator, Sequence
from typing import Final, Self

import structlog
from redis.exceptions import RedisError

from shared.platform.eventlog import LogRefusal, StoreAway
from shared.platform.eventlog.redis.connection import StoreConnection
from shared.platform.eventlog.redis.key_names import checkpoint_key, counter_key, feed_key, partition_of
from shared.platform.feed_reader import PAGE, FeedReader, Pointer, Position, pointer_of, position_of
from shared.platform.processes.ending import cancel_fully

__all__ = ["Feed", "FeedTrimmed", "Pointer", "Position", "PositionLost", "Watch"]

log = structlog.get_logger("shared.platform.feed")

PAUSE: Final = 0.1
IDLE: Final = 0.1
KEPT: Final = 10_000
TRIM_EVERY: Final = 1_000


class FeedTrimmed(LogRefusal):
    """The feed entries after this number were dropped: read the streams themselves."""


class PositionLost(LogRefusal):
    """The store has lost this position in the feed: continue at the stored checkpoint."""


class Watch:
    """An iterator that yields the newest version of one stream each time the stream has changed."""

    def __init__(self) -> None:
        """Set up the watch. It does not know a version yet."""
        self._newest = 0
        self._given = 0
        self._changed = asyncio.Event()

    def notify(self, version: int) -> None:
        """Record the newest version of the stream."""
        if version > self._newest:
            self._newest = version
            self._changed.set()

    def start_again(self) -> None:
        """Wake the user of this watch because the store may have lost versions and used their numbers again.

        The next version returned is 0. Versions after it may be older than versions that were returned before.
        """
        self._newest, self._given = 0, -1
        self._changed.set()

    async def next(self, within: float | None = None) -> int | None:
        """Wait for a version that is newer than the last one returned.

        Return None if there is none within this many seconds.
        """
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
    """A reader of the feed for one process. It reads as long as its `async with` block is open."""

    def __init__(self, connection: StoreConnection) -> None:
        """Set up a reader that reads the feeds of all partitions of a connection."""
        self._connection = connection
        self._watches: dict[str, dict[Watch, None]] = {}
        self._moved: dict[int, asyncio.Event] = {}
        self._at: dict[int, int] = {}
        self._marks: dict[int, bytes] = {}
        self._times_lost: dict[int, int] = {}
        self._wanted = asyncio.Event()
        self._consumers = 0
        self._tasks: set[asyncio.Task[None]] = set()
        self._over = False

    async def __aenter__(self) -> Self:
        """Start reading the feed."""
        for partition in range(self._connection.partitions):
            self._at[partition], self._marks[partition] = await self._end(partition)
            self._moved[partition], self._times_lost[partition] = asyncio.Event(), 0
        readers = [FeedReader(self._connection, partitions) for partitions in self._connection.read_together]
        self._tasks = {asyncio.get_running_loop().create_task(self._read(reader)) for reader in readers}
        return self

    async def __aexit__(self, *_: object) -> None:
        """Stop reading the feed."""
        self._over = True
        await asyncio.gather(*map(cancel_fully, self._tasks))
        self._tasks.clear()

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

    # ---------------------------------------------------------------- reading every entry

    async def newest(self, partition: int = 0) -> int:
        """Return the number of the newest entry.

        Refuses: StoreAway
        """
        return int(await self._connection.send("GET", counter_key(partition)) or 0)

    async def _end(self, partition: int) -> Position:
        """Return the position of the newest entry.

        Refuses: StoreAway
        """
        raw = await self._connection.send("XREVRANGE", feed_key(partition), "+", "-", "COUNT", 1)
        return position_of(pointer_of(raw[0])) if raw else Position(await self.newest(partition))

    async def oldest(self, partition: int = 0) -> int:
        """Return the number of the oldest entry; 0 if there is none.

        Refuses: StoreAway
        """
        raw = await self._connection.send("XRANGE", feed_key(partition), "-", "+", "COUNT", 1)
        return pointer_of(raw[0]).number if raw else 0

    async def after(
        self, number: int, *, mark: bytes = b"", partition: int = 0, limit: int = PAGE
    ) -> list[Pointer]:  # fmt: skip
        """Read the entries after a number, in order and without gaps. `mark` is the mark of the entry with that number.

        Refuses: FeedTrimmed, PositionLost, StoreAway
        """
        keys = (feed_key(partition), counter_key(partition))
        state, *found = await self._connection.call("pointers_1", keys, (number, mark, limit))
        if state != b"OK":
            raise PositionLost(f"the feed has lost its pointer {number}")
        pointers = [pointer_of(entry) for entry in found[0]]
        if pointers and pointers[0].number != number + 1:
            raise FeedTrimmed(f"the feed goes back to {pointers[0].number}")
        return pointers

    async def pages(self, consumer: str, *, partition: int = 0) -> AsyncGenerator[Sequence[Pointer], None]:
        """Yield all entries after the consumer's checkpoint, in batches, without end.

        A new consumer starts at the first entry. The consumer saves its own progress with `checkpoint`. After an
        interruption it may get entries again, so its work must be safe to repeat.

        Rule:    AR-STORE-11
        Refuses: FeedTrimmed, PositionLost, StoreAway
        """
        number, mark = await self._position_of(consumer, partition)
        self._consumers += 1
        self._wanted.set()
        try:
            while True:
                seen = self._at[partition], self._times_lost[partition]
                pointers = await self.after(number, mark=mark, partition=partition)
                if pointers:
                    yield pointers
                    number, mark = position_of(pointers[-1])
                while not pointers and seen == (self._at[partition], self._times_lost[partition]):
                    # other consumers clear the event too
                    self._moved[partition].clear()
                    await self._moved[partition].wait()
        finally:
            self._consumers -= 1

    async def checkpoint(self, consumer: str, number: int, *, mark: bytes = b"", partition: int = 0) -> None:
        """Record that a consumer has handled all entries up to a number. `mark` is the mark of that last entry.

        Rule:    AR-STORE-11
        Refuses: PositionLost, StoreAway
        """
        args = (consumer, number, mark)
        if not await self._connection.call("checkpoint_1", _consumer_keys(partition), args):
            raise PositionLost(f"the feed has lost its pointer {number}")

    async def checkpoint_of(self, consumer: str, *, partition: int = 0) -> int:
        """Return a consumer's checkpoint.

        Register a new consumer at 0, so that the feed drops no entry before it is handled.

        Refuses: StoreAway
        """
        return (await self._position_of(consumer, partition)).number

    async def _position_of(self, consumer: str, partition: int) -> Position:
        """Return a consumer's checkpoint with its mark; register a new consumer at 0.

        Refuses: StoreAway
        """
        number, mark = await self._connection.call("place_1", _consumer_keys(partition), (consumer,))
        return Position(int(number), mark)

    async def skip(self, consumer: str, *, partition: int = 0) -> int:
        """Move a consumer's checkpoint to just before the oldest entry, and return the new checkpoint.

        Refuses: StoreAway
        """
        return int(await self._connection.call("skip_1", _consumer_keys(partition), (consumer,)))

    async def join(self, consumer: str, *, partition: int = 0) -> Position:
        """Register a consumer at the newest entry. Then look up the newest entry, and return its position.

        If the consumer is already registered, it keeps its checkpoint.

        Refuses: StoreAway
        """
        keys = (counter_key(partition), checkpoint_key(partition))
        await self._connection.call("join_1", keys, (consumer,))
        return await self._end(partition)

    async def mark_at(self, number: int, *, partition: int = 0) -> bytes | None:
        """Return the mark of the entry with this number.

        Return b"" if the entry was dropped, and None if the feed has not reached this number.

        Refuses: StoreAway
        """
        if number > await self.newest(
            partition
        ):  # read this first, because the feed may reach the number between the two calls
            return None
        raw = await self._connection.send("XRANGE", feed_key(partition), f"{number}-0", f"{number}-0")
        return pointer_of(raw[0]).mark if raw else b""

    def position(self, partition: int = 0) -> Position:
        """Return the position of the last entry that this process has read. The feed may already have newer entries."""
        return Position(self._at[partition], self._marks[partition])

    async def dismiss(self, consumer: str, *, partition: int = 0) -> None:
        """Remove a consumer that will not return, so that the feed does not keep entries for it.

        Refuses: StoreAway
        """
        await self._connection.send("HDEL", checkpoint_key(partition), consumer)

    async def trim(self, *, partition: int = 0, keep: int = KEPT) -> int:
        """Drop entries that every consumer has handled, except the newest `keep`. Return how many entries were dropped.

        Refuses: StoreAway
        """
        return int(await self._connection.call("trim_1", _consumer_keys(partition), (keep,)))

    # ---------------------------------------------------------------- the readers

    async def _read(self, reader: FeedReader) -> None:
        """Read the feed until the reader stops. After a lost connection, continue at the last position read."""
        try:
            while not self._over:
                try:
                    if self._watches or self._consumers:
                        await self._turn(reader)
                    else:
                        await self._idle(reader)
                except (RedisError, OSError, StoreAway) as error:
                    log.warning("feed_interrupted", said=str(error))
                    await asyncio.sleep(PAUSE)
                    await reader.recover(error)
        finally:
            await reader.hang_up()

    async def _find_place(self, reader: FeedReader) -> None:
        """Check whether the store still has the entries that were read. If it has lost some, wake all subscribers.

        Refuses: redis.RedisError, OSError
        """
        for partition in reader.partitions:
            newest = await reader.end_unless_kept(partition, self.position(partition))
            if newest is not None:
                self._start_again(partition, newest)

    def _start_again(self, partition: int, newest: Position) -> None:
        """Continue after the newest entry, and make the users of this partition's watches read their streams again."""
        log.warning("feed_lost_pointers", partition=partition, was_at=self._at[partition], newest=newest.number)
        self._at[partition], self._marks[partition] = newest
        self._times_lost[partition] += 1
        self._moved[partition].set()
        for stream, watches in self._watches.items():
            if partition_of(stream, self._connection.partitions) == partition:
                for watch in watches:
                    watch.start_again()

    async def _idle(self, reader: FeedReader) -> None:
        """Skip new entries without reading them until there is a subscriber.

        No subscriber misses anything: skipped entries are older than its watch, and its user reads the log after
        opening the watch.
        """
        self._wanted.clear()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(IDLE):
                await self._wanted.wait()
        for partition in reader.partitions:
            newest = await self._end(partition)
            if not self._watches:
                await self._move_on(partition, newest)

    async def _turn(self, reader: FeedReader) -> None:
        if await reader.connect():
            await self._find_place(reader)
        for partition, entries in await reader.read(self._at):
            await self._spread(partition, [pointer_of(entry) for entry in entries])

    async def _spread(self, partition: int, pointers: list[Pointer]) -> None:
        """Notify the subscribers that wait for these entries, and advance the reading position."""
        for pointer in pointers:
            for watch in self._watches.get(pointer.stream, ()):
                watch.notify(pointer.last)
        await self._move_on(partition, position_of(pointers[-1]))

    async def _move_on(self, partition: int, position: Position) -> None:
        before = self._at[partition]
        self._at[partition], self._marks[partition] = position
        self._moved[partition].set()
        if before // TRIM_EVERY != self._at[partition] // TRIM_EVERY:
            await self.trim(partition=partition)


def _consumer_keys(partition: int) -> tuple[bytes, bytes, bytes]:
    """Return the keys of a partition's feed, of the feed's counter, and of the consumers' checkpoints."""
    return feed_key(partition), counter_key(partition), checkpoint_key(partition)
