"""Reads the feed from a checkpoint: handles every pointer at least once, and stores the position."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, Final

import structlog

from shared.platform.eventlog import StoreAway
from shared.platform.feed import Feed, FeedTrimmed, Pointer

log = structlog.get_logger("services.gateway.processes.dispatch")

REMEMBER_SECONDS: Final = 1.0
PAUSE: Final = 0.5


class Follower:
    """A consumer of the feed that calls a function for every pointer and stores its position."""

    def __init__(
        self, feed: Feed, consumer: str, *, partitions: int, handle: Callable[[Pointer], Awaitable[None]]
    ) -> None:  # fmt: skip
        """Read all partitions of the feed as this consumer, and call `handle` for every pointer."""
        self._feed: Final = feed
        self._consumer: Final = consumer
        self._partitions: Final = partitions
        self._handle: Final = handle
        self._at: dict[int, int] = {}

    def works(self) -> list[Coroutine[Any, Any, None]]:
        """Start at the stored checkpoint; return the coroutines to run at the same time."""
        self._at.clear()
        return [self._keep_remembering(), *map(self._follow, range(self._partitions))]

    async def remember(self) -> None:
        """Store the position in the feed."""
        for partition, number in list(self._at.items()):
            await self._feed.checkpoint(self._consumer, number, partition=partition)

    async def _follow(self, partition: int) -> None:
        """Handle every pointer of a partition after the checkpoint."""
        while True:
            try:
                async for pointer in self._feed.consume(self._consumer, partition=partition):
                    await self._handle(pointer)
                    self._at[partition] = pointer.number
            except FeedTrimmed:
                await self._skip(partition)
            except StoreAway:
                await asyncio.sleep(PAUSE)

    async def _skip(self, partition: int) -> None:
        """Continue at the oldest pointer that the feed still has.

        The pointers before it are lost. A consumer that needs the streams they point to must find them in another way.
        """
        oldest = await self._feed.oldest(partition)
        log.warning("feed_was_trimmed", consumer=self._consumer, partition=partition, oldest=oldest)
        await self._feed.checkpoint(self._consumer, max(oldest - 1, 0), partition=partition)

    async def _keep_remembering(self) -> None:
        while True:
            await asyncio.sleep(REMEMBER_SECONDS)
            await self.remember()
