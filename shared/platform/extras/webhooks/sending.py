"""The sender of all apps' webhooks, which reads the feed, fills each webhook's outbox, and delivers concurrently.

Only one process sends webhooks at a time, the process that holds the dispatcher's lease. All state is in the store, so
that another process can take over.
"""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Sequence
from contextlib import aclosing, suppress
from typing import Any, Final

import structlog
from cachetools import LRUCache

from shared.platform.eventlog import StoreAway, now_ms
from shared.platform.extras.webhooks.delivering import Line, Parts
from shared.platform.extras.webhooks.endpoints import CONSUMER, Endpoint, digest_of
from shared.platform.feed import Feed, FeedTrimmed, Pointer, Position, PositionLost
from shared.platform.processes.ending import cancel_fully

log = structlog.get_logger("shared.platform.webhooks")

LOOK_SECONDS: Final = 0.5
PAUSE: Final = 0.5
STEP: Final = 1_000
"""Minimum number of feed entries by which the checkpoint advances at a time while there are no webhooks."""


class WebhookSender:
    """The background work that delivers events to the webhooks of all apps."""

    def __init__(self, feed: Feed, parts: Parts, *, partitions: int, owners: int) -> None:
        """Set up the sender with the feed to read and with the objects that deliveries need.

        `owners` is the maximum number of streams whose owner is cached. For any other stream, the sender reads the
        first commit again.

        Rule: AR-SERVER-11
        """
        self._feed, self._parts, self._partitions = feed, parts, partitions
        self._version = -1
        self._by_app: dict[str, list[Endpoint]] = {}
        self._lines: Final[dict[str, Line]] = {}
        self._running: Final[dict[str, asyncio.Task[None]]] = {}
        self._ending: Final[set[asyncio.Task[None]]] = set()
        self.owners: Final[LRUCache[str, str]] = LRUCache(owners)
        self._stepped: Final[dict[int, int]] = {}
        self._lost: Final[dict[tuple[str, int], bool]] = {}
        """Whether the store has lost the feed entry of a partition that was the newest when a webhook was created."""
        self._stored: dict[str, int] = {}
        self._wanted: Final = asyncio.Event()
        self._refreshing: Final = asyncio.Lock()

    def works(self) -> list[Coroutine[Any, Any, None]]:
        """Reset the state in memory; return the coroutines to run concurrently, which load the state from the store."""
        self._version = -1
        self._wanted.clear()
        self._stepped.clear()
        self._stored = {}
        return [self._look(), *map(self._follow, range(self._partitions))]

    async def remember(self) -> None:
        """Do nothing: every step is stored at once, so there is nothing to save when the sender stops."""

    # ---------------------------------------------------------------- the webhooks

    async def _look(self) -> None:
        """Load changed webhooks and store the metrics periodically. Stop all deliveries when the task is cancelled."""
        try:
            while True:
                at = [self._feed.position(partition) for partition in range(self._partitions)]
                try:
                    await self._refresh()
                    if not self._wanted.is_set():
                        await self._move_checkpoint(at)
                    await self._tell()
                except StoreAway as away:
                    log.warning("webhooks_interrupted", said=str(away))
                await asyncio.sleep(LOOK_SECONDS)
        finally:
            for name in list(self._lines):
                self._end(name)

    async def _refresh(self) -> None:
        """Load the webhooks of all apps again if any webhook has changed.

        Refuses: StoreAway
        """
        async with self._refreshing:
            version = await self._parts.endpoints.version()
            if version == self._version:
                return
            self._take(await self._parts.endpoints.every())
            self._version = version
            if self._lines:
                self._wanted.set()
            else:
                self._wanted.clear()

    def _take(self, every: Sequence[Endpoint]) -> None:
        self._by_app = {}
        for one in every:
            self._by_app.setdefault(one.tenant, []).append(one)
            if one.id in self._lines:
                self._lines[one.id].change(one)
            else:
                line = self._lines[one.id] = Line(one, self._parts)
                self._running[one.id] = asyncio.get_running_loop().create_task(line.run())
        for name in set(self._lines) - {one.id for one in every}:
            self._end(name)

    def _end(self, name: str) -> None:
        del self._lines[name]
        ending = asyncio.get_running_loop().create_task(cancel_fully(self._running.pop(name)))
        self._ending.add(ending)
        ending.add_done_callback(self._ending.discard)

    async def _move_checkpoint(self, at: Sequence[Position]) -> None:
        """Move the sender's checkpoint to the newest feed entries, given as `at`.

        This is called while there are no webhooks, and a webhook that is created later needs only newer entries.

        Refuses: StoreAway
        """
        for partition, (number, mark) in enumerate(at):
            if number >= self._stepped.get(partition, 0) + STEP:
                with suppress(PositionLost):
                    await self._feed.checkpoint(CONSUMER, number, mark=mark, partition=partition)
                    self._stepped[partition] = number

    async def _tell(self) -> None:
        """Store the current metrics of all webhooks if they have changed.

        Refuses: StoreAway
        """
        lines = [line for line in self._lines.values() if line.standing.parked is None]
        waiting = [line.oldest for line in lines if line.oldest is not None]
        counts = {
            "endpoints": len(self._lines),
            "parked": len(self._lines) - len(lines),
            "behind": len(waiting),
            "lag": max(0, now_ms() - min(waiting)) if waiting else 0,
        }
        if counts != self._stored:
            await self._parts.endpoints.store_counts(counts)
            self._stored = counts

    # ---------------------------------------------------------------- the feed

    async def _follow(self, partition: int) -> None:
        """Add the new entries of a partition's feed to the outboxes, while there are webhooks.

        Rule:    AR-STORE-11
        """
        while True:
            await self._wanted.wait()
            try:
                async with aclosing(self._feed.pages(CONSUMER, partition=partition)) as pages:
                    async for pointers in pages:
                        await self._note(partition, pointers)
                        number, mark = pointers[-1].number, pointers[-1].mark
                        await self._feed.checkpoint(CONSUMER, number, mark=mark, partition=partition)
                        if not self._wanted.is_set():
                            break
            except FeedTrimmed:
                await self._skip(partition)
            except PositionLost as lost:
                log.warning("feed_position_lost", consumer=CONSUMER, partition=partition, said=str(lost))
            except StoreAway:
                await asyncio.sleep(PAUSE)

    async def _skip(self, partition: int) -> None:
        """Continue at the oldest entry of the feed, because earlier entries were lost, or an operator removed them."""
        with suppress(StoreAway):
            before = await self._feed.skip(CONSUMER, partition=partition)
            log.error("feed_was_trimmed", consumer=CONSUMER, partition=partition, oldest=before + 1)

    async def _note(self, partition: int, pointers: Sequence[Pointer]) -> None:
        """Add the streams of new feed entries to the outbox of each webhook that receives their events.

        The webhooks are loaded after the entries were read, so that no webhook is missing.

        Refuses: StoreAway
        """
        await self._refresh()
        self._lost.clear()  # the store may have lost entries since the page before, and no error says so
        spans: dict[str, dict[str, tuple[int, int]]] = {}
        for pointer in pointers:
            for endpoint in await self._listeners(partition, pointer):
                known = spans.setdefault(endpoint.id, {})
                after, last = known.get(pointer.stream, (pointer.first - 1, pointer.last))
                known[pointer.stream] = (after, max(last, pointer.last))
        for name, found in spans.items():
            line = self._lines.get(name)
            if line is not None:
                await self._parts.outbox.note(line.endpoint, found)
                line.wake()

    async def _listeners(self, partition: int, pointer: Pointer) -> Sequence[Endpoint]:
        """Return the webhooks that receive the events of a feed entry.

        Refuses: StoreAway
        """
        tenant = self.owners.get(pointer.stream) or await self._parts.log.tenant_of(pointer.stream)
        self.owners[pointer.stream] = tenant
        return [
            one
            for one in self._by_app.get(tenant, ())
            if one.wants(pointer.stream) and await self._is_later(pointer, one, partition)
        ]

    async def _is_later(self, pointer: Pointer, endpoint: Endpoint, partition: int) -> bool:
        """Return whether a feed entry was appended after a webhook was created.

        The store may have lost the entry that was then the newest, and may have reused its number. In that case, every
        entry counts as later.

        Rule:    AR-STORE-11
        Refuses: StoreAway
        """
        number = endpoint.since[partition]
        if number < pointer.number:
            return True
        place = endpoint.id, partition
        if place not in self._lost:
            known = endpoint.marks[partition] if endpoint.marks else 0
            mark = await self._feed.mark_at(number, partition=partition)
            self._lost[place] = mark is None or (known != 0 and digest_of(mark) not in {0, known})
        return self._lost[place]
