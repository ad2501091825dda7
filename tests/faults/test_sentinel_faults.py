"""A primary under sentinels is killed during writes, and a replica takes its place."""

import asyncio
import os
import signal
import time
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Final

import pytest
from redis.asyncio import Redis

from services.gateway.operations.doctor.store import examine_store
from services.gateway.processes.dispatch import hold_lease, lease_of
from services.gateway.processes.following import Follower
from shared.platform.access import list_keys, make_key
from shared.platform.addresses import blocking_client_of, client_of, parse_address, sentinel_of
from shared.platform.eventlog import Bounds, StoreAway, StoreConnection
from shared.platform.eventlog.redis.key_names import partition_of
from shared.platform.feed import Feed, Pointer
from shared.platform.queue import address_of, broker_of, queue_app, send_chunks
from shared.platform.settings import ServerSettings
from tests.support.failover import PARTITIONS, Load, load_on
from tests.support.logs import ask, everything, open_stream, toy_log, verify_chain
from tests.support.nodes import NAME, Node, Watched, eventually, free_ports, watched_primary

pytestmark = pytest.mark.faults

KILLS: Final = int(os.environ.get("ARBITER_TEST_SENTINEL_KILLS", "1"))
LOADED_SECONDS: Final = 0.3
TOGETHER: Final = [
    name for name in (f"toy.table:feed-{number}" for number in range(60)) if not partition_of(name, PARTITIONS)
][:7]
"""Names of streams in one partition, which share its feed."""


@pytest.fixture(scope="module")
def watched(tmp_path_factory: pytest.TempPathFactory, server_binary: Path | None) -> Iterator[Watched]:
    """Run a primary, two replicas and three sentinels for the tests of this file."""
    with watched_primary(tmp_path_factory.mktemp("sentinel"), server_binary) as watched:
        yield watched


@pytest.fixture
async def load(watched: Watched) -> AsyncIterator[Load]:
    """Connect two replicas of the server to the primary that the sentinels name."""
    load = await load_on(watched.url, copies=2)
    yield load
    await load.close()


def fall(watched: Watched) -> None:
    """Kill the primary, wait until the sentinels name another, and restart the killed process as a replica."""
    primary = watched.primary()
    primary.kill()
    eventually(lambda: not primary.is_running())
    eventually(lambda: watched.primary() is not primary)
    watched.revive(primary)


async def test_every_part_of_a_server_finds_the_primary(watched: Watched, load: Load) -> None:
    """The log, its feed, apps' keys, leases and the workers' queue all use the primary that the sentinels name."""
    link, log = load.links[0], load.logs[0]
    settings = ServerSettings()
    broker = broker_of(settings, watched.url)
    async with client_of(watched.url) as redis, Feed(link) as feed:
        made = await make_key(redis, tenant="demo", label="test")
        name = await open_stream(log, "toy.table:named")
        with feed.watch(name) as watch:
            await log.submit(name, ask())

            assert 5 == await watch.next(within=60)
        assert [made.entry.key_id] == [entry.key_id for entry in await list_keys(redis)]
        assert await hold_lease(lease_of(redis))
    with queue_app(settings, watched.url) as app, blocking_client_of(address_of(broker)) as queue:
        send_chunks(app, "dice@rules", "dice.job:1", [0])

        assert 1 == queue.llen("dice@rules")
        assert 0 == watched.primary().ask("EXISTS", "dice@rules")


@pytest.mark.rule("AR-STORE-13")
async def test_lookups_at_the_same_time_keep_every_sentinel(watched: Watched) -> None:
    """Lookups still work while the first sentinel of the address is down.

    Once that sentinel is back, the client uses it again.
    """
    primary = watched.primary()
    away, *others = [("127.0.0.1", port) for port in (*free_ports(1), *watched.sentinels)]
    address = parse_address(watched.url.replace("//", f"//127.0.0.1:{away[1]},", 1))
    async with sentinel_of(address) as sentinels:
        found = await asyncio.gather(*(sentinels.discover_master(NAME) for _ in range(12)))
        places = [place_of(sentinel) for sentinel in sentinels.sentinels]

    assert primary is watched.primary()
    assert {("127.0.0.1", primary.port)} == set(found)
    assert sorted([away, *others]) == sorted(places)
    assert away != places[0]


def place_of(sentinel: Redis) -> tuple[str, int]:
    """Return the address of a sentinel that a client uses."""
    options = sentinel.connection_pool.connection_kwargs
    return options["host"], options["port"]


@pytest.mark.rule("AR-STORE-02")
async def test_a_repeated_command_waits_for_replicas_too(watched: Watched, load: Load) -> None:
    """The server acknowledges a retried command only when the replicas have the commit of the first request."""
    first, second = load.logs
    name = await open_stream(first, "toy.table:repeated")
    replica = next(node for node in watched.nodes if node.follows)
    os.kill(replica.pid, signal.SIGSTOP)
    try:
        for log in (first, second):
            with pytest.raises(StoreAway):
                await log.submit(name, ask(key="once"))
    finally:
        os.kill(replica.pid, signal.SIGCONT)
    await asyncio.to_thread(watched.await_whole)
    done = await second.submit(name, ask(key="once"))

    assert (5, True) == (done.last, done.replayed)


async def test_a_stream_continues_from_the_new_primary_s_data(watched: Watched) -> None:
    """If no replica has confirmed, a failover loses data that only the old primary had.

    The stream is complete up to that point. A server that has cached the lost part rereads the stream, even if
    other servers have appended to it in the meantime.
    """
    connection = await StoreConnection.open(watched.url, partitions=PARTITIONS)
    log, writer, reader = [toy_log(connection, bounds=Bounds(deadline=30)) for _ in range(3)]
    name = await open_stream(log, "toy.table:cut-off")
    primary = watched.primary()
    replicas = [node for node in watched.nodes if node is not primary]
    for replica in replicas:
        os.kill(replica.pid, signal.SIGSTOP)
    primary.ask("CLIENT", "KILL", "TYPE", "replica")
    lost = await log.submit(name, ask())
    seen = [(await each.load(name)).version for each in (writer, reader)]
    primary.kill()
    for replica in replicas:
        os.kill(replica.pid, signal.SIGCONT)
    await asyncio.to_thread(eventually, lambda: watched.primary() is not primary)
    after = await log.submit(name, ask())
    await log.submit(name, ask())
    last = await writer.submit(name, ask())

    assert (5, [5, 5], 5, 7) == (lost.last, seen, after.last, last.last)
    assert lost.head != after.head
    assert verify_chain(await everything(log, name)) == last.head == (await reader.load(name)).head
    for each in (log, writer, reader):
        await each.close()
    await connection.close()
    await asyncio.to_thread(watched.revive, primary)


@pytest.mark.rule("AR-STORE-09")
async def test_a_server_leaves_a_replaced_primary_that_still_runs(watched: Watched) -> None:
    """The server disconnects from a replaced primary, which accepts writes until Sentinel makes it a replica."""
    connection = await StoreConnection.open(watched.url, partitions=PARTITIONS)
    log = toy_log(connection, bounds=Bounds(deadline=30))
    name = await open_stream(log, "toy.table:left")
    old = watched.primary()
    old.ask("ACL", "SETUSER", "default", "-replicaof", "-slaveof")
    await asyncio.to_thread(watched.fail_over)
    found = await StoreConnection.open(watched.url, partitions=PARTITIONS)
    elsewhere = toy_log(found)
    left = False
    async with asyncio.timeout(60):
        while not left:
            done = await log.submit(name, ask())
            left = done.head == (await elsewhere.load(name)).head

    assert old.leads
    old.ask("ACL", "SETUSER", "default", "+replicaof", "+slaveof")
    old.ask("REPLICAOF", "127.0.0.1", watched.primary().port)
    for each in (log, elsewhere):
        await each.close()
    for one in (connection, found):
        await one.close()
    await asyncio.to_thread(watched.await_whole)


@pytest.mark.rule("AR-STORE-11")
async def test_a_consumer_of_the_feed_misses_nothing_of_the_new_primary(watched: Watched) -> None:
    """A consumer of the feed gets every entry of the new primary.

    It gets them even if it has handled entries that were lost, and the new primary has reused their numbers.
    """
    connection = await StoreConnection.open(watched.url, partitions=PARTITIONS)
    log, handled = toy_log(connection, bounds=Bounds(deadline=30)), list[str]()
    kept, *lost = TOGETHER[:3]
    await open_stream(log, kept)
    await asyncio.to_thread(watched.await_whole)

    async def handle(pointer: Pointer) -> None:
        handled.append(pointer.stream)

    async def until(*streams: str) -> None:
        async with asyncio.timeout(60):
            while not set(streams) <= set(handled):  # noqa: ASYNC110 a list has no event
                await asyncio.sleep(0.01)

    async with Feed(connection) as feed:
        follower = Follower(feed, "follower", partitions=PARTITIONS, handle=handle)
        works = [asyncio.create_task(work) for work in follower.works()]
        await until(kept)
        primary = watched.primary()
        replicas = [node for node in watched.nodes if node is not primary]
        for replica in replicas:
            os.kill(replica.pid, signal.SIGSTOP)
        primary.ask("CLIENT", "KILL", "TYPE", "replica")
        for name in lost:
            await open_stream(log, name)
        await until(*lost)
        primary.kill()
        for replica in replicas:
            os.kill(replica.pid, signal.SIGCONT)
        after = await asyncio.to_thread(written_on_the_next, watched, primary)
        await until(*after)
        for work in works:
            work.cancel()
        await asyncio.gather(*works, return_exceptions=True)
    await log.close()
    await connection.close()
    await asyncio.to_thread(watched.revive, primary)


def written_on_the_next(watched: Watched, before: Node) -> list[str]:
    """Wait for the next primary, and open more streams there than were lost, over a separate connection."""

    async def write() -> list[str]:
        connection = await StoreConnection.open(watched.url, partitions=PARTITIONS)
        log = toy_log(connection, bounds=Bounds(deadline=30))
        streams = [await open_stream(log, name) for name in TOGETHER[3:]]
        await log.close()
        await connection.close()
        return streams

    eventually(lambda: watched.primary() is not before)
    return asyncio.run(write())


@pytest.mark.rule("AR-STORE-09")
async def test_the_feed_leaves_a_replaced_primary_that_still_runs(watched: Watched) -> None:
    """A subscriber gets the entries that the new primary writes, although the old one still accepts readers."""
    connection = await StoreConnection.open(watched.url, partitions=PARTITIONS)
    log = toy_log(connection, bounds=Bounds(deadline=30))
    name = await open_stream(log, "toy.table:watched")
    old = watched.primary()
    old.ask("ACL", "SETUSER", "default", "-replicaof", "-slaveof")
    async with Feed(connection) as feed:
        with feed.watch(name) as watch:
            await log.submit(name, ask())
            assert await watch.next(within=60) == 5
            await asyncio.to_thread(watched.fail_over)
            found = await StoreConnection.open(watched.url, partitions=PARTITIONS)
            elsewhere = toy_log(found, bounds=Bounds(deadline=30))
            done = await elsewhere.submit(name, ask())
            async with asyncio.timeout(60):
                while await watch.next(within=60) != done.last:
                    pass

    assert old.leads
    old.ask("ACL", "SETUSER", "default", "+replicaof", "+slaveof")
    old.ask("REPLICAOF", "127.0.0.1", watched.primary().port)
    for each in (log, elsewhere):
        await each.close()
    for one in (connection, found):
        await one.close()
    await asyncio.to_thread(watched.await_whole)


def test_the_doctor_warns_where_a_failover_may_lose_commands(watched: Watched) -> None:
    """With `durable`, `arbiter doctor` explains how to limit the loss, and how to prevent it.

    With `replicated`, it gives no warning.
    """
    durable = asyncio.run(examine_store(ServerSettings(durability="durable", partitions=PARTITIONS), watched.url))
    replicated = asyncio.run(examine_store(ServerSettings(durability="replicated", partitions=PARTITIONS), watched.url))
    warned = [one for one in durable if one.about == "durability" and one.level == "warning"]

    assert ["min-replicas-to-write 1" in one.remedy for one in warned] == [True]
    assert "ARBITER_DURABILITY=replicated" in warned[0].remedy
    assert {"fine"} == {one.level for one in replicated if one.about == "durability"}


@pytest.mark.rule("AR-STORE-01")
async def test_a_killed_primary_loses_no_acknowledged_command(watched: Watched, load: Load) -> None:
    """Whichever server is killed, every acknowledged command is in the log exactly once, and all logs verify.

    While one of two replicas is down, a write that needs both is not acknowledged; it succeeds when both are back.
    """

    def disturb() -> None:
        for _ in range(KILLS):
            time.sleep(LOADED_SECONDS)
            fall(watched)

    await load.during(disturb)

    assert await load.hold() > KILLS
