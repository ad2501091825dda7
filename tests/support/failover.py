"""A load on several streams while servers are killed and slots are moved, and checks of the logs afterwards."""

from __future__ import annotations

import asyncio
import secrets
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from typing import Final

from shared.kernel.record import export_line
from shared.kernel.stream import Close
from shared.platform.eventlog import Bounds, StoreAway, StoreConnection
from shared.platform.feed import Feed, Pointer
from tests.support.journal import audit_export
from tests.support.logs import ToyLog, ask, command_id, everything, open_stream, toy_log
from tests.support.toy import STREAM, TOY, Roll

STREAMS: Final = 12
REPLICAS: Final = 2
PARTITIONS: Final = 6
DEADLINE: Final = 2.0


class Load:
    """Clients that roll dice on streams of all partitions through two replicas of the server, and record responses."""

    def __init__(self, links: list[StoreConnection]) -> None:
        """Use one connection for each replica of the server."""
        self.links = links
        self.logs = [toy_log(link, bounds=Bounds(deadline=DEADLINE)) for link in links]
        self.names = [f"{STREAM}{place}" for place in range(STREAMS)]
        self.acknowledged: dict[str, list[str]] = {name: [] for name in self.names}
        self._over = asyncio.Event()

    async def during(self, disturb: Callable[[], None]) -> None:
        """Open the streams and play on them during the disturbance, which runs in its own thread."""
        for name in self.names:
            await insistently_opened(self.logs[0], name)
        clients = [asyncio.create_task(self._play(place)) for place in range(STREAMS * REPLICAS)]
        try:
            await asyncio.to_thread(disturb)
        finally:
            self._over.set()
            await asyncio.gather(*clients)

    async def _play(self, place: int) -> None:
        log, name = self.logs[place % REPLICAS], self.names[place // REPLICAS]
        while not self._over.is_set():
            key = secrets.token_hex(8)
            while True:
                with suppress(StoreAway):
                    await log.submit(name, ask(Roll(dice=2), key=key, id=key))
                    break
            self.acknowledged[name].append(key)

    async def hold(self) -> int:
        """Assert that the logs verify and contain each acknowledged roll once; return the number of rolls."""
        await self._the_feed_covers()
        for name in self.names:
            while True:
                with suppress(StoreAway):
                    await self.logs[0].submit(name, ask(Close(reason="over"), seat="gm", key="close"))
                    break
            commits = await everything(self.logs[1], name)
            times = Counter(command_id(commit.record.public) for commit in commits)
            answered = self.acknowledged[name]
            assert {key: times[key] for key in answered} == dict.fromkeys(answered, 1)
            assert max(times.values()) == 1
            report = audit_export(TOY, [export_line(each.record, each.head, None, opened=True) for each in commits])
            assert report.proven, report.says
        return sum(map(len, self.acknowledged.values()))

    async def _the_feed_covers(self) -> None:
        """Assert that each partition's feed has no gap in its numbers, or in the versions of a stream."""
        feed, at = Feed(self.links[0]), dict[str, int]()
        for partition in range(PARTITIONS):
            number = 0
            while pointers := await _after(feed, number, partition):
                for pointer in pointers:
                    assert (pointer.number, pointer.first) == (number + 1, at.get(pointer.stream, 0) + 1)
                    number, at[pointer.stream] = pointer.number, pointer.last
        for name in self.names:
            assert at[name] == (await self.logs[1].load(name)).version

    async def close(self) -> None:
        """Disconnect from the store."""
        for log, link in zip(self.logs, self.links, strict=True):
            await log.close()
            await link.close()


async def insistently_opened(log: ToyLog, name: str) -> None:
    """Open a stream, retrying for as long as the store is unavailable."""
    while True:
        with suppress(StoreAway):
            await open_stream(log, name)
            return


async def _after(feed: Feed, number: int, partition: int) -> list[Pointer]:
    while True:
        with suppress(StoreAway):
            return await feed.after(number, partition=partition)


async def load_on(url: str, *, copies: int = 1) -> Load:
    """Connect two replicas of the server to a store in which `copies` replicas confirm each write."""
    links = [
        await StoreConnection.open(url, durability="replicated", partitions=PARTITIONS, copies=copies)
        for _ in range(REPLICAS)
    ]
    return Load(links)
