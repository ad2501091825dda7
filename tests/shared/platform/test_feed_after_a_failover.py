"""The feed after a failover: the store loses its newest writes and accepts other writes in their place.

Every consumer of the feed handles the entries that replaced lost ones.
"""

from __future__ import annotations

import asyncio
import os
import shutil
import signal
import threading
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import pytest

from services.gateway.processes.following import Follower
from shared.platform.embedded_store.store import EmbeddedStore
from shared.platform.eventlog import Ask, StoreAway, StoreConnection
from shared.platform.eventlog.redis.key_names import checkpoint_key
from shared.platform.extras.webhooks.endpoints import CONSUMER as WEBHOOKS
from shared.platform.extras.webhooks.endpoints import beginning_after
from shared.platform.feed import Feed, Pointer, PositionLost
from tests.support.logs import ask, open_stream, toy_log
from tests.support.receiver import Receiver, receiving
from tests.support.toy import OPENING, STREAM
from tests.webhooks.world import World, some, world_on

CONSUMER = "follower"
BEFORE = [f"{STREAM}before-{number}" for number in range(3)]
LOST = [f"{STREAM}lost-{number}" for number in range(3)]
AFTER = [f"{STREAM}after-{number}" for number in range(5)]
"""The streams that are opened after the loss: enough to reuse all numbers that consumers have seen."""


class Branching:
    """A store that can return to an earlier state, as if a replica without the newest writes had taken over."""

    def __init__(self, store: EmbeddedStore, copy: Path) -> None:
        """Set up the store, and the folder for a copy of its files."""
        self.store, self._copy = store, copy

    @property
    def _files(self) -> Path:
        return self.store.folder / "appendonlydir"

    def remember(self) -> None:
        """Copy the store's files, which contain all acknowledged writes."""
        shutil.copytree(self._files, self._copy)

    def go_back(self, streams: Sequence[str], tenant: str = "tenant") -> None:
        """Go back to the copy and open streams, while nothing else runs on the test's event loop."""
        os.kill(self.store.pid, signal.SIGKILL)
        shutil.rmtree(self._files)
        shutil.copytree(self._copy, self._files)
        self.store.restart()
        writer = threading.Thread(target=lambda: asyncio.run(write(self.store.url, streams, tenant)))
        writer.start()
        writer.join()


async def write(url: str, streams: Sequence[str], tenant: str = "tenant") -> None:
    """Open streams over a separate connection."""
    connection = await StoreConnection.open(url)
    log = toy_log(connection)
    for stream in streams:
        await log.open(stream, tenant, Ask(command=OPENING, seat="gm", by="key:app"))
    await log.close()
    await connection.close()


@pytest.fixture
def branching(durable_store: EmbeddedStore, tmp_path: Path) -> Branching:
    """Return a store that can go back to an earlier state."""
    return Branching(durable_store, tmp_path / "copy")


@pytest.fixture
async def connection(durable_store: EmbeddedStore) -> AsyncIterator[StoreConnection]:
    """Connect to the store."""
    connection = await StoreConnection.open(durable_store.url)
    yield connection
    await connection.close()


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    """Run a receiver of webhooks."""
    with receiving() as receiver:
        yield receiver


@asynccontextmanager
async def following(connection: StoreConnection) -> AsyncIterator[list[str]]:
    """Follow the feed during the block; the yielded list records each stream that is handled."""
    handled: list[str] = []

    async def handle(pointer: Pointer) -> None:
        handled.append(pointer.stream)

    async with Feed(connection) as feed:
        tasks = [asyncio.create_task(work) for work in Follower(feed, CONSUMER, partitions=1, handle=handle).works()]
        try:
            yield handled
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)


async def until_handled(handled: list[str], streams: Sequence[str]) -> None:
    """Wait until all these streams have been handled."""
    async with asyncio.timeout(60):
        while not set(streams) <= set(handled):  # noqa: ASYNC110 a list has no event
            await asyncio.sleep(0.005)


async def stored_checkpoint(connection: StoreConnection) -> int:
    """Return the follower's checkpoint in the store."""
    while True:
        with suppress(StoreAway):
            return int(await connection.send("HGET", checkpoint_key(0), CONSUMER) or 0)


@pytest.mark.rule("AR-STORE-11")
async def test_a_consumer_handles_the_entries_that_replaced_lost_ones(
    connection: StoreConnection, branching: Branching
) -> None:
    """If the store loses handled entries and reuses their numbers, the consumer handles the new entries too."""
    await write(branching.store.url, BEFORE)
    async with following(connection) as handled:
        await until_handled(handled, BEFORE)
        branching.remember()
        await write(branching.store.url, LOST)
        await until_handled(handled, LOST)
        while await stored_checkpoint(connection) < len(BEFORE) + len(LOST):  # noqa: ASYNC110 there is no event
            await asyncio.sleep(0.005)
        branching.go_back(AFTER)
        await until_handled(handled, AFTER)
        while await stored_checkpoint(connection) < len(BEFORE) + len(AFTER):  # noqa: ASYNC110 there is no event
            await asyncio.sleep(0.005)


@pytest.mark.rule("AR-STORE-11")
async def test_a_position_that_the_store_has_lost_is_not_stored(
    connection: StoreConnection, branching: Branching
) -> None:
    """The store refuses a checkpoint whose position it has lost.

    The consumer resumes at the last checkpoint that it stored.
    """
    feed = Feed(connection)
    await write(branching.store.url, BEFORE)
    kept = (await feed.after(0))[-1]
    await feed.checkpoint(CONSUMER, kept.number, mark=kept.mark)
    branching.remember()
    await write(branching.store.url, AFTER)
    lost = (await feed.after(0))[-1]
    branching.go_back(LOST)
    again = (await after_all(feed))[-1]
    with pytest.raises(PositionLost):
        await feed.checkpoint(CONSUMER, lost.number, mark=lost.mark)
    with pytest.raises(PositionLost):
        await feed.checkpoint(CONSUMER, again.number, mark=lost.mark)
    with pytest.raises(PositionLost):
        await feed.after(again.number, mark=lost.mark)

    assert await feed.checkpoint_of(CONSUMER) == kept.number
    assert [one.stream for one in await feed.after(kept.number, mark=kept.mark)] == LOST
    await feed.checkpoint(CONSUMER, again.number, mark=again.mark)
    assert await feed.checkpoint_of(CONSUMER) == again.number


async def after_all(feed: Feed) -> list[Pointer]:
    """Return all entries of the feed; wait until the store replies again."""
    while True:
        with suppress(StoreAway):
            return await feed.after(0)


@pytest.mark.rule("AR-STORE-11")
async def test_a_checkpoint_beyond_the_feed_is_none(connection: StoreConnection, branching: Branching) -> None:
    """A checkpoint beyond the end of the feed, which an older release may have left, is ignored.

    Its consumer starts with the oldest entry.
    """
    await write(branching.store.url, BEFORE)
    await connection.send("HSET", checkpoint_key(0), CONSUMER, 900)
    async with following(connection) as handled:
        await until_handled(handled, BEFORE)


@pytest.mark.rule("AR-STORE-11")
async def test_a_webhook_gets_the_entries_that_replaced_lost_ones(branching: Branching, receiver: Receiver) -> None:
    """If the store loses feed entries and reuses their numbers, a webhook gets the events of the new entries.

    The webhook may also get earlier events again that its sender had not recorded as handled.
    """
    async with world_on(branching.store.url) as world:
        await world.register(receiver.url)
        tenant = world.key.entry.tenant
        async with world.sending():
            await write(branching.store.url, BEFORE, tenant)
            sent = await some(receiver, len(BEFORE))
            await wait_for_webhooks(world)
            branching.remember()
            await write(branching.store.url, LOST, tenant)
            sent += await some(receiver, len(LOST))
            await wait_for_webhooks(world)
            branching.go_back(AFTER, tenant)
            missing = set(map(opening_of, AFTER))
            while missing:
                (message,) = await some(receiver, 1)
                missing.discard(message.id)

    assert sorted(one.id for one in sent) == sorted(map(opening_of, BEFORE + LOST))


@pytest.mark.rule("AR-STORE-11")
async def test_a_new_webhook_gets_the_entry_that_replaced_the_newest(branching: Branching, receiver: Receiver) -> None:
    """A new webhook begins after the newest feed entry, which the store then loses.

    The webhook gets the events of the new entry that has the same number.
    """
    async with world_on(branching.store.url) as world:
        entry = world.key.entry
        await write(branching.store.url, BEFORE, entry.tenant)
        branching.remember()
        await write(branching.store.url, LOST, entry.tenant)
        newest = await world.feed.join(WEBHOOKS)
        branching.go_back((), entry.tenant)
        await world.redis.connection_pool.disconnect()
        endpoint, _ = world.endpoints.build(
            tenant=entry.tenant, by=entry.key_id, url=receiver.url, **beginning_after([newest])
        )
        assert await world.endpoints.add(endpoint, most=1)
        await write(branching.store.url, AFTER, entry.tenant)
        async with world.sending():
            missing = set(map(opening_of, AFTER))
            while missing:
                (message,) = await some(receiver, 1)
                missing.discard(message.id)


def opening_of(stream: str) -> str:
    """Return the id of the webhook message that reports a stream's opening."""
    return f"{stream.replace('.', '/').replace(':', '/')}/4"


async def wait_for_webhooks(world: World) -> None:
    """Wait until no webhook has pending events."""
    for endpoint in await world.endpoints.of_app(world.key.entry.tenant):
        await world.until_waiting(endpoint, 0)


@pytest.mark.rule("AR-STORE-11")
async def test_subscribers_read_a_stream_again_when_versions_were_lost(
    connection: StoreConnection, branching: Branching
) -> None:
    """If the store loses versions of a stream and reuses them, subscribers read the stream again."""
    log = toy_log(connection)
    name = await open_stream(log, BEFORE[0])
    async with Feed(connection) as feed:
        with feed.watch(name) as watch:
            branching.remember()
            for version in (5, 6):
                await log.submit(name, ask())
                assert await watch.next(within=60) == version
            branching.go_back(AFTER)
            assert await watch.next(within=60) == 0
            async with asyncio.timeout(60):
                while (await read(connection, name)) != 4:  # noqa: ASYNC110 until the store answers
                    await asyncio.sleep(0.005)
            fresh = toy_log(connection)
            await fresh.submit(name, ask())
            assert await watch.next(within=60) == 5
            await fresh.close()
    await log.close()


async def read(connection: StoreConnection, name: str) -> int:
    """Return the version of a stream, or 0 while the store cannot be reached."""
    with suppress(StoreAway):
        return int(await connection.send("HGET", connection.keys(name).meta, "v") or 0)
    return 0
