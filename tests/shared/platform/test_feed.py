"""The feed, which lists every append in order and without gaps."""

import asyncio
import secrets
from collections.abc import AsyncIterator

import pytest

from shared.platform.embedded_store.store import EmbeddedStore
from shared.platform.eventlog import StoreConnection
from shared.platform.feed import Feed, FeedTrimmed, Pointer
from tests.support.logs import ToyLog, ask, open_stream, toy_log
from tests.support.toy import STREAM


@pytest.fixture
async def connection(durable_store: EmbeddedStore) -> AsyncIterator[StoreConnection]:
    """Connect to a server that only this test uses, because all streams of a server share a feed."""
    connection = await StoreConnection.open(durable_store.url)
    yield connection
    await connection.close()


async def roll_on_streams(log: ToyLog, *, streams: int, times: int) -> list[str]:
    """Open this number of streams, and roll dice on each of them; return their names."""
    names = [f"{STREAM}{secrets.token_hex(4)}" for _ in range(streams)]
    await asyncio.gather(*(open_stream(log, name) for name in names))
    await asyncio.gather(*(log.submit(name, ask()) for name in names for _ in range(times)))
    return names


async def test_entries_of_the_feed_cover_every_version_once(connection: StoreConnection) -> None:
    """The feed's entries are numbered from 1 without gaps, and the entries of a stream cover exactly its versions."""
    names = await roll_on_streams(toy_log(connection), streams=5, times=20)
    feed = Feed(connection)
    pointers = await feed.after(0)

    assert [pointer.number for pointer in pointers] == list(range(1, len(pointers) + 1))
    for name in names:
        covered = [at for each in pointers if each.stream == name for at in range(each.first, each.last + 1)]
        assert covered == list(range(1, 25))


async def test_a_watch_reports_the_newest_version(connection: StoreConnection) -> None:
    """A commit by any replica wakes the watchers of its stream and no others."""
    log = toy_log(connection)
    name, other = await roll_on_streams(log, streams=2, times=0)
    async with Feed(connection) as feed:
        with feed.watch(name) as watch, feed.watch(other) as quiet:
            await log.submit(name, ask())
            version = await watch.next(within=120)

            assert version == 5
            assert await quiet.next(within=0.01) is None
    assert feed._watches == {}


async def test_watches_coalesce(connection: StoreConnection) -> None:
    """A slow watch receives only the newest version."""
    log = toy_log(connection)
    (name,) = await roll_on_streams(log, streams=1, times=0)
    async with Feed(connection) as feed:
        with feed.watch(name) as slow, feed.watch(name) as quick:
            for _ in range(10):
                await log.submit(name, ask())
            while await quick.next(within=120) != 14:
                pass

            assert await slow.next(within=120) == 14
            assert await slow.next(within=0.01) is None


async def test_every_waiting_consumer_of_a_partition_is_woken(connection: StoreConnection) -> None:
    """New entries wake every waiting consumer, including one that has just found no entries."""
    log = toy_log(connection)
    await roll_on_streams(log, streams=1, times=0)
    found, go_on = asyncio.Event(), asyncio.Event()

    class Slow(Feed):
        """A feed that delays its first empty result until the test allows it."""

        async def after(self, number: int, *, mark: bytes = b"", partition: int = 0, limit: int = 9) -> list[Pointer]:
            pointers = await super().after(number, mark=mark, partition=partition, limit=limit)
            if not pointers and not found.is_set():
                found.set()
                await go_on.wait()
            return pointers

    async with Slow(connection) as feed:
        slow, quick = feed.pages("slow"), feed.pages("quick")
        assert [(await anext(one))[0].number for one in (slow, quick)] == [1, 1]
        first = asyncio.create_task(anext(slow))
        await found.wait()
        second = asyncio.create_task(anext(quick))
        await roll_on_streams(log, streams=1, times=0)
        assert [one.number for one in await second] == [2]
        third = asyncio.create_task(anext(quick))
        while not feed._moved[0]._waiters:  # noqa: ASYNC110 an event does not show its waiters
            await asyncio.sleep(0)
        go_on.set()
        async with asyncio.timeout(60):
            assert [one.number for one in await first] == [2]
        third.cancel()
        await asyncio.gather(third, return_exceptions=True)
        await slow.aclose()
        await quick.aclose()


async def test_a_consumer_goes_on_from_its_checkpoint(connection: StoreConnection) -> None:
    """A consumer reads the entries after its checkpoint, and then new entries as they arrive."""
    log = toy_log(connection)
    await roll_on_streams(log, streams=3, times=1)
    seen: list[Pointer] = []
    async with Feed(connection) as feed:
        for pointer in await anext(feed.pages("jobs")):
            seen.append(pointer)
            await feed.checkpoint("jobs", pointer.number)
            if pointer.number == 4:
                break
        again = feed.pages("jobs")
        assert [pointer.number for pointer in await anext(again)] == [5, 6]
        (waiting,), _ = await asyncio.gather(anext(again), roll_on_streams(log, streams=1, times=0))
        assert waiting.number == 7
        await again.aclose()

    assert [pointer.number for pointer in seen] == [1, 2, 3, 4]


async def test_the_feed_is_trimmed_below_the_slowest_consumer(connection: StoreConnection) -> None:
    """Entries that a consumer has not read stay in the feed. Reading entries that were removed raises an error."""
    await roll_on_streams(toy_log(connection), streams=10, times=0)
    feed = Feed(connection)
    await feed.checkpoint_of("slow")
    await feed.checkpoint("quick", 9)
    kept = await feed.trim(keep=0)
    await feed.checkpoint("slow", 4)
    dropped = await feed.trim(keep=0)

    assert (kept, dropped) == (0, 4)
    assert [pointer.number for pointer in await feed.after(4)] == [5, 6, 7, 8, 9, 10]
    with pytest.raises(FeedTrimmed):
        await feed.after(2)
    await feed.dismiss("slow")
    assert await feed.trim(keep=3) == 3


async def test_a_feed_outlives_a_restart_of_the_store(
    connection: StoreConnection, durable_store: EmbeddedStore
) -> None:
    """After a restart of the store, the reader of a feed continues at its position and misses nothing."""
    log = toy_log(connection)
    (name,) = await roll_on_streams(log, streams=1, times=0)
    async with Feed(connection) as feed:
        with feed.watch(name) as watch:
            durable_store.restart()
            await log.submit(name, ask())

            assert await watch.next(within=120) == 5
