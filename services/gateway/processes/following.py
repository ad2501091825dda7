"""A reader of the feed from a checkpoint. It handles every changed stream at least once, and stores its position."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from contextlib import aclosing, suppress
from typing import Any, Final

import structlog

from shared.platform.eventlog import StoreAway
from shared.platform.feed import Feed, FeedTrimmed, Pointer, PositionLost

log = structlog.get_logger("services.gateway.processes.dispatch")

REMEMBER_SECONDS: Final = 1.0
PAUSE: Final = 0.5


class Follower:
    """A consumer of the feed that calls a function for changed streams and stores its position."""

    def __init__(
        self, feed: Feed, consumer: str, *, partitions: int, handle: Callable[[Pointer], Awaitable[None]]
    ) -> None:  # fmt: skip
        """Read all partitions of the feed as this consumer.

        If several entries that are read together name the same stream, `handle` is called once, with the newest entry.
        `handle` must load the stream itself.
        """
        self._feed: Final = feed
        self._consumer: Final = consumer
        self._partitions: Final = partitions
        self._handle: Final = handle
        self._at: dict[int, Pointer] = {}

    def works(self) -> list[Coroutine[Any, Any, None]]:
        """Start at the stored checkpoint. Return the coroutines to run at the same time."""
        self._at.clear()
        return [self._keep_remembering(), *map(self._follow, range(self._partitions))]

    async def remember(self) -> None:
        """Store the position in the feed. If the store has lost this position, keep the stored one."""
        for partition, at in list(self._at.items()):
            with suppress(PositionLost):
                await self._feed.checkpoint(self._consumer, at.number, mark=at.mark, partition=partition)

    async def _follow(self, partition: int) -> None:
        """Read a partition's feed from the checkpoint, and handle every stream that its entries name.

        Rule:    AR-STORE-11
        """
        while True:
            try:
                async with aclosing(self._feed.pages(self._consumer, partition=partition)) as pages:
                    async for pointers in pages:
                        await self._handle_page(pointers)
                        self._at[partition] = pointers[-1]
            except FeedTrimmed:
                await self._skip(partition)
            except PositionLost as lost:
                log.warning("feed_position_lost", consumer=self._consumer, partition=partition, said=str(lost))
                self._at.pop(partition, None)
            except StoreAway:
                await asyncio.sleep(PAUSE)

    async def _handle_page(self, pointers: Sequence[Pointer]) -> None:
        """Handle each stream of these feed entries once.

        The entries were in the feed before the stream is loaded, so the loaded state contains the versions that they
        name.
        """
        for pointer in {each.stream: each for each in pointers}.values():
            await self._handle(pointer)

    async def _skip(self, partition: int) -> None:
        """Continue at the oldest entry that the feed still has.

        The entries before it are lost. A consumer that needs their streams must find them in another way.
        """
        before = await self._feed.skip(self._consumer, partition=partition)
        log.warning("feed_was_trimmed", consumer=self._consumer, partition=partition, oldest=before + 1)

    async def _keep_remembering(self) -> None:
        while True:
            await asyncio.sleep(REMEMBER_SECONDS)
            await self.remember()
