"""Part of the dispatcher: puts streams down that have a step due, and sends them to the clocks when it is time."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Sequence
from typing import Any, Final, TypeAlias

import structlog
from cachetools import LRUCache
from kombu.exceptions import OperationalError
from msgspec import Struct
from redis.exceptions import RedisError

from services.gateway.processes.following import Follower
from shared.kernel.game import Game
from shared.kernel.stream import Stream
from shared.platform.eventlog import EventLog, LogRefusal, StoreAway, now_ms
from shared.platform.feed import Feed, Pointer
from shared.platform.queue import DueStreams, due_on

log = structlog.get_logger("services.gateway.processes.dispatch")

CONSUMER: Final = "clock"
REMEMBERED: Final = 10_000
"""How many streams are remembered as they were last seen; one that is forgotten is looked at once too often."""

Send: TypeAlias = Callable[[str], None]
"""Sends a stream to who serves the clock; may block, and may not reach them."""


def looked_at(game: Game[Any], stream: Stream[Any]) -> int | None:
    """Return when a clock should look at a stream; at once if its game raises, so that the clock reports the error."""
    try:
        due = due_on(game, stream)
    except Exception:  # noqa: BLE001 a game's mistake stops no other stream
        return 0
    return None if due is None else due.at


class Seen(Struct, frozen=True):
    """How a stream was last seen: its version, whether something was due at once, and whether anything ever will be."""

    version: int
    at_once: bool
    needs_clock: bool = True


class DueWatcher:
    """Reads in the feed which streams of some games have a step due, and looks again and again whose time has come."""

    def __init__(self, logs: Sequence[EventLog[Any]], *, feed: Feed, send: Send, every: float) -> None:
        """Take the logs of the games that ask something of the clock, the feed, and what sends a task.

        Units: every in seconds, the pause between two looks
        """
        self._logs: Final = {one.game.name: one for one in logs}
        self._streams: Final = {one.game.name: DueStreams(one.connection, one.game.service) for one in logs}
        self._send: Final = send
        self._every: Final = every
        self._seen: Final[LRUCache[str, Seen]] = LRUCache(REMEMBERED)
        partitions = logs[0].connection.partitions
        self.follower: Final = Follower(feed, CONSUMER, partitions=partitions, handle=self._handle)

    def works(self) -> list[Coroutine[Any, Any, None]]:
        """Begin with what the store has; return all that runs side by side."""
        return [*self.follower.works(), self._looking()]

    async def remember(self) -> None:
        """Store how far the feed was handled."""
        await self.follower.remember()

    async def _looking(self) -> None:
        """Send the streams whose time has come, whether the feed has just moved them or a clock died over them."""
        while True:
            try:
                for kind, streams in self._streams.items():
                    for stream in await streams.waiting():
                        await self._sent(kind, stream)
            except StoreAway as error:
                log.warning("due_not_read", said=type(error).__name__)
            await asyncio.sleep(self._every)

    async def _handle(self, pointer: Pointer) -> None:
        """Look at a stream that has moved, unless it was looked at as it stands now."""
        stream = pointer.stream
        kind, seen = stream.partition(":")[0], self._seen.get(stream)
        if kind not in self._logs or (seen is not None and (seen.version >= pointer.last or not seen.needs_clock)):
            return
        try:
            snapshot = await self._logs[kind].load(stream)
        except StoreAway:
            raise
        except LogRefusal as refusal:  # it is gone, or cannot be read here: there is nothing to put down
            log.info("stream_not_readable", stream=stream, said=type(refusal).__name__)
            return
        game = self._logs[kind].game
        at = looked_at(game, snapshot.stream)
        at_once = at is not None and at <= now_ms()
        if at is not None:
            await self._streams[kind].put_down(stream, at)
        if at_once and not (seen is not None and seen.at_once):
            await self._sent(kind, stream)
        self._seen[stream] = Seen(snapshot.version, at_once, game.needs_clock(snapshot.stream.game))

    async def _sent(self, kind: str, stream: str) -> None:
        """Send a task at once. Where that fails, the next look finds the stream."""
        try:
            await self._streams[kind].sent(stream)
            await asyncio.to_thread(self._send, stream)
        except (OperationalError, RedisError, OSError) as error:
            log.warning("broker_away", said=type(error).__name__)
