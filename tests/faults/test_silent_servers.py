"""Stores with a suspended server, which accepts connections but sends no reply; and connections that must be closed."""

from __future__ import annotations

import asyncio
import os
import signal
import threading
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any, Final, cast

import pytest
import uvloop
from redis import Redis as BlockingRedis
from redis.asyncio.cluster import ClusterNode
from redis.crc import key_slot
from redis.exceptions import RedisError
from structlog.testing import capture_logs

from services.gateway import extras
from services.gateway.operations.doctor.store import examine_store
from shared.platform.addresses import blocking_client_of, client_of, parse_address, sentinel_of
from shared.platform.eventlog import StoreConnection
from shared.platform.eventlog.redis import following
from shared.platform.eventlog.redis.key_names import feed_key
from shared.platform.feed_reader import FeedReader, Position
from shared.platform.processes import ending
from shared.platform.processes.ending import cancel_fully
from shared.platform.queue import job_meters
from shared.platform.queue.due_streams import clock_keys
from shared.platform.settings import ServerSettings
from tests.support.failover import PARTITIONS
from tests.support.nodes import (
    NAME,
    WAIT_SECONDS,
    Cluster,
    Watched,
    cluster_of_six,
    eventually,
    free_ports,
    watched_primary,
)

pytestmark = pytest.mark.faults

TOGETHER: Final = 30
THREADS: Final = 12
STEPS: Final = 12
SECONDS: Final = 0.5
"""How long a cluster's client waits for each reply. Units: seconds."""
CLIENT: Final = "closes"
"""The name that clients give their connections; a test uses it to find those that are still open."""


@pytest.fixture(scope="module")
def watched(tmp_path_factory: pytest.TempPathFactory, server_binary: Path | None) -> Iterator[Watched]:
    """Run a primary, two replicas and three sentinels for the tests of this file."""
    with watched_primary(tmp_path_factory.mktemp("sentinel"), server_binary) as watched:
        yield watched


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory, server_binary: Path | None) -> Iterator[Cluster]:
    """Run three primaries and three replicas for the tests of this file."""
    with cluster_of_six(tmp_path_factory.mktemp("cluster"), server_binary) as cluster:
        yield cluster


@contextmanager
def stopped(*processes: int) -> Iterator[None]:
    """Suspend processes during the block."""
    for process in processes:
        os.kill(process, signal.SIGSTOP)
    try:
        yield
    finally:
        for process in processes:
            os.kill(process, signal.SIGCONT)


def process_of(port: int) -> int:
    """Return the process of the server at this port."""
    with BlockingRedis(port=port, protocol=2) as redis:
        found: int = redis.info("server")["process_id"]
        return found


# ---------------------------------------------------------------- sentinels


@pytest.mark.rule("AR-STORE-14")
async def test_a_silent_sentinel_is_passed_over(watched: Watched) -> None:
    """A server starts, and finds apps' keys and queues, even if the first sentinel of its address sends no reply."""
    with stopped(process_of(watched.sentinels[0])):
        link = await StoreConnection.open(watched.url, partitions=PARTITIONS, answer_within=5.0)
        await link.close()
        async with client_of(watched.url) as redis:
            assert await redis.ping()
        with blocking_client_of(watched.url) as queue:
            assert queue.ping()


@pytest.mark.rule("AR-STORE-14")
async def test_lookups_at_the_same_time_do_not_interrupt_each_other(watched: Watched) -> None:
    """Each of many concurrent commands gets a reply even if the address lists only one sentinel.

    The address of a service in front of all sentinels would have this form.
    """
    url = f"redis+sentinel://127.0.0.1:{watched.sentinels[0]}/{NAME}/0"
    for before in range(0, TOGETHER, 6):
        async with client_of(url) as redis:
            first = asyncio.ensure_future(redis.ping())
            for _ in range(before):
                await asyncio.sleep(0)
            answers = await asyncio.gather(*(redis.ping() for _ in range(TOGETHER)), return_exceptions=True)

            assert [True] * (TOGETHER + 1) == [await first, *answers]


@pytest.mark.rule("AR-STORE-13")
def test_threads_that_look_up_the_primary_keep_every_sentinel(watched: Watched) -> None:
    """Threads can share one blocking client while the first sentinel is down. Closing it leaves no connection open."""
    away = free_ports(1)[0]
    client = blocking_client_of(watched.url.replace("//", f"//127.0.0.1:{away},", 1), client_name=CLIENT)
    answers: list[bool] = []
    start = threading.Barrier(THREADS)

    def ask() -> None:
        start.wait()
        answers.append(bool(client.ping()))

    threads = [threading.Thread(target=ask) for _ in range(THREADS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    pool = client.connection_pool
    asked = [one.connection_pool for one in pool.sentinel_manager.sentinels]  # type: ignore[attr-defined]
    client.close()

    assert [True] * THREADS == answers
    assert sorted([away, *watched.sentinels]) == sorted(one.connection_kwargs["port"] for one in asked)
    assert [] == [line for one in asked for line in one._available_connections if line._sock]


async def test_a_lookup_asks_each_sentinel_once() -> None:
    """A lookup asks each sentinel that refuses the connection only once."""
    away = free_ports(2)
    address = parse_address(f"redis+sentinel://127.0.0.1:{away[0]},127.0.0.1:{away[1]}/{NAME}/0")
    async with sentinel_of(address) as sentinels:
        with pytest.raises(RedisError) as raised:
            await sentinels.discover_master(NAME)
        retries = {one.connection_pool.connection_kwargs["retry"].get_retries() for one in sentinels.sentinels}

    assert all(str(port) in str(raised.value) for port in away)
    assert {0} == retries


@pytest.mark.rule("AR-SERVER-09")
async def test_a_connection_is_closed_at_whatever_step_of_a_lookup(
    watched: Watched, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A task that repeatedly asks the sentinels ends after at most two cancellations, and leaves no connection open."""
    monkeypatch.setattr(following, "FOLLOW_SECONDS", 0.0)
    monkeypatch.setattr(ending, "AGAIN_SECONDS", 0.02)
    for step in range(TOGETHER):
        link = await StoreConnection.open(watched.url, partitions=PARTITIONS)
        for _ in range(step):
            await asyncio.sleep(0)
        async with asyncio.timeout(WAIT_SECONDS):
            await link.close()


@pytest.mark.rule("AR-DOCTOR-03")
async def test_the_doctor_names_the_sentinels_that_do_not_answer(watched: Watched) -> None:
    """`arbiter doctor` names a suspended and a missing sentinel, and still examines the store."""
    away = free_ports(1)[0]
    url = watched.url.replace("//", f"//127.0.0.1:{away},", 1)
    settings = ServerSettings(durability="replicated", partitions=PARTITIONS)
    with stopped(process_of(watched.sentinels[0])):
        found = await examine_store(settings, url)
    well = await examine_store(settings, watched.url)
    silent = [(one.level, one.says.partition(": ")[0]) for one in found if one.about == "sentinel"]

    assert silent == [
        ("warning", f"the sentinel 127.0.0.1:{port} cannot be asked") for port in (away, watched.sentinels[0])
    ]
    assert any(one.about == "clock" for one in found)
    assert ["fine"] == [one.level for one in well if one.about == "sentinel"]


# ---------------------------------------------------------------- clusters


@pytest.mark.rule("AR-STORE-16")
@pytest.mark.parametrize("run", [asyncio.run, uvloop.run])
def test_no_command_is_lost_with_an_idle_connection(cluster: Cluster, run: Callable[..., Any]) -> None:
    """If the client closes the idle connections of a node after an error, no command fails meanwhile."""

    async def race() -> list[Any]:
        """Send commands at each step at which idle connections are being closed; return the responses."""
        found: list[Any] = []
        async with client_of(cluster.url, socket_timeout=WAIT_SECONDS) as client:
            for step in range(STEPS):
                await client.get("a")
                node: ClusterNode = cast("Any", client).get_node_from_key("a")
                closing = asyncio.ensure_future(node.disconnect_free_connections())
                for _ in range(step):
                    await asyncio.sleep(0)
                found += await asyncio.gather(client.get("a"), client.get("a"), return_exceptions=True)
                await closing
        return found

    assert [None] * STEPS * 2 == run(race())


def open_on(cluster: Cluster) -> int:
    """Return how many connections with the client's name are open to the nodes."""
    return sum(f"name={CLIENT} " in str(node.ask("CLIENT", "LIST")) for node in cluster.nodes)


@pytest.mark.rule("AR-STORE-15")
async def test_closing_the_client_of_a_cluster_ends_the_commands_that_run(cluster: Cluster) -> None:
    """Whatever a client's commands are doing when it is closed, no connection stays open or is opened later."""
    for before in range(12):
        client = client_of(cluster.url, client_name=CLIENT)
        await client.get("a")
        commands = [asyncio.ensure_future(client.get(f"k{place}")) for place in range(TOGETHER)]
        for _ in range(before):
            await asyncio.sleep(0)
        await client.aclose()
        ended = await asyncio.gather(*commands, return_exceptions=True)

        assert all(one is None or isinstance(one, RedisError) for one in ended), ended
        await asyncio.to_thread(eventually, lambda: open_on(cluster) == 0)
        with pytest.raises(RedisError):
            await client.get("a")


@pytest.mark.rule("AR-STORE-15")
async def test_closing_the_client_of_a_cluster_after_an_error_closes_every_connection(cluster: Cluster) -> None:
    """After a command fails because a node and its replica are silent, closing the client closes every connection."""
    client = client_of(cluster.url, client_name=CLIENT, socket_timeout=SECONDS, socket_connect_timeout=SECONDS)
    for place in range(TOGETHER):
        await client.get(f"k{place}")
    primary = cluster.owner(key_slot(b"k1"))
    replica = next(node for node in cluster.nodes if node.follows and node.ask("ROLE")[2] == primary.port)
    with stopped(primary.pid, replica.pid):
        with pytest.raises(RedisError):
            await client.get("k1")
        await client.aclose()
    await asyncio.to_thread(cluster.await_whole)

    await asyncio.to_thread(eventually, lambda: open_on(cluster) == 0)


@pytest.mark.rule("AR-STORE-15")
async def test_a_feed_leaves_a_node_that_is_silent_while_it_connects(cluster: Cluster) -> None:
    """If a feed's node is suspended while the reader connects to it, the reader continues at the node's successor."""
    extras.register()
    link = await StoreConnection.open(cluster.managed_url, partitions=PARTITIONS, answer_within=2.0, asserted=True)
    reader = FeedReader(link, [0])
    node = cluster.owner(key_slot(feed_key(0)))
    others = [one for one in cluster.nodes if one is not node]
    with stopped(node.pid):
        with pytest.raises((RedisError, OSError)) as raised:
            await reader.connect()
        await asyncio.to_thread(eventually, lambda: sum(one.leads for one in others) == 3)
        await reader.recover(raised.value)

        assert await reader.connect()
        assert await reader.end_unless_kept(0, Position(0)) is None
        await reader.hang_up()
        await link.close()
    await asyncio.to_thread(cluster.await_whole)


@pytest.mark.rule("AR-STORE-15")
async def test_a_silent_node_is_asked_last_for_the_slots(cluster: Cluster) -> None:
    """While a replica is suspended, the client reads the map of slots without waiting for that replica.

    The test reads the map repeatedly, as in a failover.
    """
    extras.register()
    link = await StoreConnection.open(cluster.url, partitions=PARTITIONS, answer_within=WAIT_SECONDS)
    replica = next(node for node in cluster.nodes if node.follows)
    with stopped(replica.pid):
        async with asyncio.timeout(WAIT_SECONDS):
            for _ in range(TOGETHER):
                await link.look_again()
    await link.close()
    await asyncio.to_thread(cluster.await_whole)


@pytest.mark.rule("AR-STORE-15")
async def test_a_cancelled_discovery_interrupts_no_other_command(cluster: Cluster) -> None:
    """If the command that started a discovery is cancelled, others that wait on its connection still succeed.

    The test cancels commands at each step of the discovery.
    """
    node = cluster.owner(key_slot(b"waits"))

    def waiting() -> list[str]:
        lines = str(node.ask("CLIENT", "LIST")).splitlines()
        return [line.partition(" ")[0] for line in lines if f"name={CLIENT} " in line and "cmd=blpop" in line]

    async with client_of(cluster.url, client_name=CLIENT, socket_timeout=WAIT_SECONDS) as client:
        popped = asyncio.ensure_future(client.blpop(["waits"], timeout=0))
        await asyncio.to_thread(eventually, waiting)
        before = waiting()
        for step in range(TOGETHER):
            client._initialize = True  # type: ignore[attr-defined]  # as after an error of a connection
            asked = asyncio.ensure_future(client.get("a"))
            for _ in range(step):
                await asyncio.sleep(0)
            asked.cancel()
            await asyncio.wait([asked])
        after = waiting()
        node.ask("RPUSH", "waits", "at last")

        assert (b"waits", b"at last") == tuple(cast("Any", await popped))
        assert before == after


@pytest.mark.rule("AR-STORE-15")
async def test_a_slot_that_moved_interrupts_no_other_command(cluster: Cluster) -> None:
    """If many commands find at the same time that their slot has moved, while others run, each writes exactly once."""
    async with client_of(cluster.url) as client:
        for turn in range(3):
            names = [f"turn-{turn}-{place}" for place in range(TOGETHER)]
            await asyncio.gather(*(client.get(name) for name in names))
            await asyncio.to_thread(cluster.move, key_slot(names[0].encode()))
            written = await asyncio.gather(
                *(client.incr(name) for name in names), *(client.incr(names[0]) for _ in names)
            )

            assert [1] * (TOGETHER - 1) == written[1:TOGETHER]
            assert [*range(1, TOGETHER + 2)] == sorted([written[0], *written[TOGETHER:]])


@asynccontextmanager
async def forwarded(port: int, to: int) -> AsyncIterator[None]:
    """Forward connections at a port to another port during the block."""

    async def pump(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while part := await reader.read(65_536):
            writer.write(part)
        writer.close()

    async def forward(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        found, there = await asyncio.open_connection("127.0.0.1", to)
        await asyncio.gather(pump(reader, there), pump(found, writer))

    async with await asyncio.start_server(forward, "127.0.0.1", port):
        yield


@pytest.mark.rule("AR-SERVER-07")
async def test_metrics_are_read_once_a_cluster_is_reachable(cluster: Cluster, monkeypatch: pytest.MonkeyPatch) -> None:
    """If the cluster is unreachable at startup, the process reads its metrics once it can reach the cluster."""
    monkeypatch.setattr(job_meters, "EVERY_SECONDS", 0.05)
    port, other = free_ports(2)
    url = f"redis://127.0.0.1:{port},127.0.0.1:{other}"
    meters = job_meters.JobMeters([], store=url, broker=url, clocked=["bones"])
    with capture_logs() as logs:
        watching = asyncio.ensure_future(meters.watch())
        await asyncio.to_thread(eventually, lambda: logs)
    async with client_of(cluster.url) as client:
        await client.zadd(clock_keys("bones")[0], {"a stream": 1})
    async with forwarded(port, cluster.nodes[0].port), asyncio.timeout(WAIT_SECONDS):
        while not [1.0 for each in meters.collect() for one in each.samples if one.value == 1.0]:
            assert not watching.done()
            await asyncio.sleep(0.01)
        await cancel_fully(watching)
