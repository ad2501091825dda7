"""A clock process on a real store, for tests."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

from kombu.exceptions import OperationalError

from services.gateway.processes.due import DueWatcher, Send
from shared.platform.eventlog import EventLog, StoreConnection
from shared.platform.feed import Feed
from shared.platform.queue import Clock, DueStreams
from tests.support.clockwork import tower_log

HOUR = 3_600_000


async def watch_feed(log: EventLog[Any], send: Send) -> DueWatcher:
    """Watch the feed for a game's streams until every entry has been handled; return the stopped watcher."""
    async with Feed(log.connection) as feed:
        watcher = DueWatcher([log], feed=feed, send=send, every=3600)
        follower = watcher.follower
        works = [asyncio.create_task(work) for work in follower.works()]
        newest = await feed.newest()
        async with asyncio.timeout(60):
            while (at := follower._at.get(0)) is None or at.number < newest:  # noqa: ASYNC110 there is no event to wait for
                await asyncio.sleep(0.01)
        for work in works:
            work.cancel()
        await asyncio.gather(*works, return_exceptions=True)
    return watcher


class Sent:
    """A queue that records the messages sent to it, or is unavailable."""

    def __init__(self) -> None:
        """Create a queue to which nothing has been sent."""
        self.streams: list[str] = []
        self.away = False

    def __call__(self, stream: str) -> None:
        """Record the message."""
        if self.away:
            raise OperationalError
        self.streams.append(stream)


class Works:
    """The parts that serve the clock of the toy game `bells`, as separate objects in one process.

    A *clock* is a process that takes due steps of streams.
    """

    def __init__(self, connection: StoreConnection, folder: Path) -> None:
        """Connect to the test's own store."""
        self.connection, self.folder = connection, folder
        self.log = tower_log(connection, folder)
        self.streams = DueStreams(connection, "bells")
        self.hand = self.another_clock()

    def another_clock(self) -> Clock:
        """Return another clock on the same store."""
        return Clock(tower_log(self.connection, self.folder))

    async def index(self) -> dict[str, list[str]]:
        """Return the streams in the clock's index, and the streams for which a clock holds a lease."""
        names = ("due", "held")
        found = [await self.connection.send("ZRANGE", f"arbiter:clock:{name}:bells", 0, -1) for name in names]
        return {name: [stream.decode() for stream in one] for name, one in zip(names, found, strict=True)}

    async def count(self, name: str) -> int:
        """Return one of the clock's counters."""
        return int(await self.connection.send("HGET", "arbiter:clock:meters:bells", name) or 0)

    async def watch(self, sent: Sent) -> None:
        """Watch the feed until every entry has been handled; record the messages that are sent to the clock."""
        await watch_feed(tower_log(self.connection, self.folder), sent)
