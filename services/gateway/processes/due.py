"""The part of the dispatcher that finds streams in which a timed command is due, and sends the streams to a clock."""

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
from shared.platform.queue import DueStreams, next_on

log = structlog.get_logger("services.gateway.processes.dispatch")

CONSUMER: Final = "clock"
REMEMBERED: Final = 10_000
"""The maximum number of streams whose last state is cached.

If a stream is dropped from the cache, it is checked once more than needed.
"""

Send: TypeAlias = Callable[[str], None]
"""A function that sends a stream to the clock. It may block or fail."""


def looked_at(game: Game[Any], stream: Stream[Any]) -> int | None:
    """Return the time at which a clock should check a stream, or None if it never has to.

    If the game raises an error, return 0, which is in the past, so that the clock checks the stream at once and reports
    the error.
    """
    try:
        step = next_on(game, stream)
    except Exception:  # noqa: BLE001 a game's bug must not stop other streams
        return 0
    return None if step is None else step.at


class Seen(Struct, frozen=True):
    """A stream as it was last checked: its version, and whether the clock had to act in it at once.

    `needs_clock` says whether the game itself can ever have a timed command in the stream. A computer player may get a
    turn at any time.
    """

    version: int
    at_once: bool
    needs_clock: bool = True


class DueWatcher:
    """A watcher that finds streams with a timed command in the feed, and checks periodically which commands are due."""

    def __init__(self, logs: Sequence[EventLog[Any]], *, feed: Feed, send: Send, every: float) -> None:
        """Watch the streams of these logs in the feed, and send due streams with `send`.

        Units: every in seconds, the pause between two checks
        """
        self._logs: Final = {one.game.name: one for one in logs}
        self._streams: Final = {one.game.name: DueStreams(one.connection, one.game.service) for one in logs}
        self._send: Final = send
        self._every: Final = every
        self._seen: Final[LRUCache[str, Seen]] = LRUCache(REMEMBERED)
        partitions = logs[0].connection.partitions
        self.follower: Final = Follower(feed, CONSUMER, partitions=partitions, handle=self._handle)

    def works(self) -> list[Coroutine[Any, Any, None]]:
        """Load the state from the store. Return the coroutines to run at the same time."""
        return [*self.follower.works(), self._send_due()]

    async def remember(self) -> None:
        """Store the position in the feed, before another process takes over."""
        await self.follower.remember()

    async def _send_due(self) -> None:
        """Periodically send the streams in which a timed command is due to the clock.

        A stream whose clock process died is thus sent again.
        """
        while True:
            try:
                for kind, streams in self._streams.items():
                    for stream in await streams.list_waiting():
                        await self._send_now(kind, stream)
            except StoreAway as error:
                log.warning("due_not_read", said=type(error).__name__)
            await asyncio.sleep(self._every)

    async def _handle(self, pointer: Pointer) -> None:
        """Record the time at which the next timed command of a changed stream is due.

        If a feed entry names versions of the stream that were seen before, the cached state is not used. In that case,
        the store has lost those versions, and other commits have taken their numbers.
        """
        stream = pointer.stream
        kind, seen = stream.partition(":")[0], self._seen.get(stream)
        if kind not in self._logs:
            return
        follows = seen is not None and pointer.first > seen.version
        if seen is not None and follows and not seen.needs_clock and not await self._may_play(kind, stream):
            return
        try:
            snapshot = await self._logs[kind].load(stream)
        except StoreAway:
            raise
        except LogRefusal as refusal:  # it is erased or unreadable here, so there is nothing to record
            log.info("stream_not_readable", stream=stream, said=type(refusal).__name__)
            return
        game = self._logs[kind].game
        if game.house.players:
            await self._keep_house(kind, snapshot.stream)
        at = looked_at(game, snapshot.stream)
        at_once = at is not None and at <= now_ms()
        if at is not None:
            await self._streams[kind].put_down(stream, at)
        if at_once and not (seen is not None and seen.at_once):
            await self._send_now(kind, stream)
        self._seen[stream] = Seen(snapshot.version, at_once, game.timing.needs_clock(snapshot.stream.game))

    async def _keep_house(self, kind: str, stream: Stream[Any]) -> None:
        """Record a stream that has computer players, such as one restored from a backup.

        Remove the record of a closed stream.
        """
        if stream.closed:
            await self._streams[kind].forget_house(stream.id)
        elif any(seat.player for seat in stream.seats.values()):
            await self._streams[kind].note_house(stream.id)

    async def _may_play(self, kind: str, stream: str) -> bool:
        """Return whether a computer player may play in a stream of this kind."""
        return bool(self._logs[kind].game.house.players) and await self._streams[kind].has_house(stream)

    async def _send_now(self, kind: str, stream: str) -> None:
        """Queue a stream for the clock at once. If that fails, the next check finds the stream."""
        try:
            await self._streams[kind].note_sent(stream)
            await asyncio.to_thread(self._send, stream)
        except (OperationalError, RedisError, OSError) as error:
            log.warning("broker_away", said=type(error).__name__)
