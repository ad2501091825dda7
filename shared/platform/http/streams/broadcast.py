"""Broadcasts of a stream's new events, read once for all subscribers and encoded once for each audience.

All subscribers are one audience if nothing is secret; otherwise each seat is an audience of its own. A broadcast keeps
recent batches. A subscriber that is too far behind for these batches, or whose seat did not exist when a batch was
encoded, reads the log itself.
"""

from __future__ import annotations

import asyncio
from bisect import bisect_right
from collections import deque
from collections.abc import AsyncIterator, Iterable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import Context
from typing import Any, Final

import structlog
from msgspec import Struct

from shared.kernel.stream import Stream
from shared.platform.eventlog import LogRefusal, StoreAway, Stored
from shared.platform.http.hosting import SHOWN_HERE, GameHost
from shared.platform.processes import PoolRefusal, acting_for

READ_AT_ONCE: Final = 500
KEPT_BYTES: Final = 1024 * 1024
"""Maximum bytes of recent events kept for slow subscribers. The newest batch is kept whatever its size."""
LATER_SECONDS: Final = 1.0
EVERYONE: Final = ""
"""The audience of events without secrets. No seat has this name."""

log = structlog.get_logger("shared.platform.http")


class Frames(Struct, frozen=True):
    """Encoded server-sent events in order: the version and the offset of each event, and the text of all of them."""

    versions: Sequence[int]
    starts: Sequence[int]
    text: bytes

    def after(self, version: int) -> bytes:
        """Return the text of the events after a version."""
        place = bisect_right(self.versions, version)
        if place == 0:
            return self.text
        return self.text[self.starts[place] :] if place < len(self.starts) else b""


def frames_of(events: Iterable[tuple[int, str, bytes]]) -> Frames:
    """Encode events as server-sent events. Each event is a version, a type and its JSON."""
    versions, starts, texts, size = [], [], [], 0
    for version, kind, text in events:
        frame = b"id: %d\nevent: %s\ndata: %s\n\n" % (version, kind.encode(), text)
        versions.append(version)
        starts.append(size)
        texts.append(frame)
        size += len(frame)
    return Frames(versions, starts, b"".join(texts))


class Batch(Struct, frozen=True):
    """Commits that were read together, encoded for each audience, and the versions before and after them."""

    before: int
    last: int
    by_audience: dict[str | None, Frames]
    size: int

    def frames_for(self, seat: str | None) -> Frames | None:
        """Return the encoded events for a seat; None if the seat did not exist when this batch was encoded."""
        return self.by_audience.get(EVERYONE) or self.by_audience.get(seat)


class Subscription:
    """One subscriber of a broadcast: its seat (None for the app), and the last version that was sent to it."""

    def __init__(self, broadcast: Broadcast, seat: str | None, position: int) -> None:
        """Join a broadcast at a version."""
        self.broadcast, self.seat, self.position = broadcast, seat, position
        self._waiting: asyncio.Future[None] | None = None

    @property
    def up_to_date(self) -> bool:
        """Return whether this subscriber has received all events that the broadcast has read."""
        return self.broadcast.stream is None or self.position >= self.broadcast.version

    @property
    def asleep(self) -> asyncio.Future[None] | None:
        """Return the future that wakes this subscriber; None if it is not waiting."""
        return self._waiting

    async def news(self, within: float) -> None:
        """Wait until there may be new events, but at most for this number of seconds."""
        loop = asyncio.get_running_loop()
        self._waiting = waiting = loop.create_future()
        timer = loop.call_later(within, _wake, waiting)
        try:
            await waiting
        finally:
            timer.cancel()
            self._waiting = None


class Broadcast:
    """The distribution of one stream's new events to its subscribers, which runs while there are subscribers."""

    def __init__(self, host: GameHost[Any], name: str) -> None:
        """Set up the broadcast of a stream. Reading starts with the first subscriber."""
        self.stream: Stream[Any] | None = None
        """The state of the stream after the last commit read, or later.

        None while the broadcast cannot serve subscribers.
        """
        self.version = 0
        self.over = False
        self.subscriptions: dict[Subscription, None] = {}
        self.batches: deque[Batch] = deque()
        self._host, self._name = host, name
        self._behind = True
        self._task: asyncio.Task[None] | None = asyncio.get_running_loop().create_task(self._run(), context=Context())

    def after(self, version: int, seat: str | None) -> bytes | None:
        """Return the events after a version for a seat; None if the subscriber has to read the log itself."""
        if self.stream is None:
            return None
        if version >= self.version:
            return b""
        if not self.batches or version < self.batches[0].before:
            return None
        found = [batch.frames_for(seat) for batch in self.batches if batch.last > version]
        return None if None in found else b"".join(frames.after(version) for frames in found if frames is not None)

    def stop(self) -> None:
        """Stop reading, because the last subscriber has left.

        The cancelled task refers to this broadcast. Dropping the reference to the task frees both at once.
        """
        task, self._task = self._task, None
        if task is not None:
            task.cancel()

    # ---------------------------------------------------------------- reading the log for all subscribers

    async def _run(self) -> None:
        """Read new commits until the service stops. After a permanent failure, each subscriber reads the log itself."""
        try:
            with self._host.context.feed.watch(self._name) as watch:
                while not self._host.context.stopping.is_set():
                    if not self._behind:
                        await wait_for_news(self._host, watch.next())
                    await self._read_on()
                    await self._host.context.waker.wake(self._asleep())
        except LogRefusal as refusal:
            log.warning("broadcast_ended", stream=self._name, said=str(refusal))
        except Exception:
            log.exception("broadcast_failed", stream=self._name)
        finally:
            self.stream, self._task = None, None
            _forget(self._host, self._name, self)
            for waiting in self._asleep():
                _wake(waiting)

    async def _read_on(self) -> None:
        """Read and encode new commits. If the store is unreachable or the pool is full, try again a little later."""
        try:
            await (self._begin() if self.stream is None else self._read())
        except (StoreAway, PoolRefusal):
            self._behind = True
            await asyncio.sleep(LATER_SECONDS)

    async def _begin(self) -> None:
        """Load the stream, and start at its current version."""
        snapshot = await self._host.log.load(self._name)
        acting_for(snapshot.stream.tenant)
        self.stream, self.version, self._behind = snapshot.stream, snapshot.version, False
        self.over = snapshot.stream.closed

    async def _read(self) -> None:
        page, snapshot = await self._host.log.news(self._name, after=self.version, limit=READ_AT_ONCE)
        stream = snapshot.stream
        if page.commits:
            last = page.commits[-1].version
            self._keep(await self._encode_for_audiences(page.commits, stream, last))
            self.version, self.over = last, stream.closed and last >= snapshot.version
        self.stream, self._behind = stream, self.version < page.version

    async def _encode_for_audiences(self, commits: Sequence[Stored], stream: Stream[Any], last: int) -> Batch:
        """Encode commits once for each audience that has a subscriber now."""
        seats: dict[str | None, None] = dict.fromkeys(each.seat for each in self.subscriptions)
        if self._host.is_open(stream) or not any(stored.record.parts for stored in commits):
            seats = {EVERYONE: None}
        found: dict[str | None, Frames] = {}
        for seat in seats:
            found[seat] = frames_of([each async for each in _show(self._host, commits, stream, seat or None)])
        return Batch(self.version, last, found, sum(len(frames.text) for frames in found.values()))

    def _keep(self, batch: Batch) -> None:
        """Keep a batch. Drop batches that all subscribers have, and the oldest batches above the size limit."""
        self.batches.append(batch)
        received = min((each.position for each in self.subscriptions), default=batch.last)
        size = sum(each.size for each in self.batches)
        while len(self.batches) > 1 and (size > KEPT_BYTES or self.batches[0].last <= received):
            size -= self.batches.popleft().size

    def _asleep(self) -> list[asyncio.Future[None]]:
        return [each.asleep for each in self.subscriptions if each.asleep is not None]


@contextmanager
def listen(host: GameHost[Any], name: str, seat: str | None, after: int) -> Iterator[Subscription]:
    """Subscribe to a stream as a seat (None for the app) until the end of the block."""
    broadcasts = host.context.broadcasts
    broadcast: Broadcast = broadcasts.get(name) or broadcasts.setdefault(name, Broadcast(host, name))
    subscription = Subscription(broadcast, seat, after)
    broadcast.subscriptions[subscription] = None
    try:
        yield subscription
    finally:
        broadcast.subscriptions.pop(subscription, None)
        if not broadcast.subscriptions:
            broadcast.stop()
            _forget(host, name, broadcast)


def _forget(host: GameHost[Any], name: str, broadcast: Broadcast) -> None:
    """Remove a broadcast, so that the next subscriber starts a new one."""
    if host.context.broadcasts.get(name) is broadcast:
        del host.context.broadcasts[name]


async def wait_for_news(host: GameHost[Any], news: Any) -> bool:  # noqa: ANN401 a coroutine
    """Wait for new events of a stream, or until the service stops. Return whether there may be new events."""
    waiting = asyncio.ensure_future(news)
    stopping = asyncio.ensure_future(host.context.stopping.wait())
    try:
        done, _ = await asyncio.wait({waiting, stopping}, return_when=asyncio.FIRST_COMPLETED)
        return waiting in done and waiting.result() is not None
    finally:
        waiting.cancel()
        stopping.cancel()


async def _show(
    host: GameHost[Any], commits: Sequence[Stored], stream: Stream[Any], seat: str | None
) -> AsyncIterator[tuple[int, str, bytes]]:  # fmt: skip
    """Encode commits for a seat: small batches in this process, large ones in the pool."""
    part: list[Stored] = []
    size = 0
    for stored in commits:
        weight = stored.record.weight
        if part and size + weight > SHOWN_HERE:
            for event in await host.events_for(part, stream, seat):
                yield event
            await asyncio.sleep(0)
            part, size = [], 0
        part.append(stored)
        size += weight
    for event in await host.events_for(part, stream, seat):
        yield event


def _wake(waiting: asyncio.Future[None]) -> None:
    if not waiting.done():
        waiting.set_result(None)
