"""Starting a log: the store must meet the log's requirements, and the log installs its function library once."""

import asyncio
import socket
from contextlib import suppress
from pathlib import Path

import pytest
from redis.asyncio import Redis

from shared.platform.embedded_store.store import EmbeddedStore
from shared.platform.eventlog import CannotStart, StoreAway, StoreConnection
from shared.platform.eventlog.redis.checks import LIBRARY, SOURCE
from tests.support.logs import ask, open_stream, toy_log


def free_port() -> int:
    """Return a free TCP port."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port: int = found.getsockname()[1]
    return port


async def connect_once(store: EmbeddedStore, partitions: int = 1) -> None:
    """Connect as a durable log does at startup, and then disconnect."""
    connection = await StoreConnection.open(store.url, partitions=partitions)
    await connection.close()


async def test_a_durable_log_refuses_a_store_that_may_forget(store: EmbeddedStore) -> None:
    """The log refuses a store that does not sync every write, and the error names the setting to change."""
    with pytest.raises(CannotStart, match="appendfsync always"):
        await StoreConnection.open(store.url)


@pytest.mark.parametrize(
    ("name", "value"), [("appendonly", "no"), ("appendfsync", "everysec"), ("maxmemory-policy", "allkeys-lru")]
)
async def test_each_setting_is_checked(durable_store: EmbeddedStore, name: str, value: str) -> None:
    """A durable log refuses a store that does not log its writes, does not sync each of them, or may evict keys."""
    await connect_once(durable_store)
    connection = await StoreConnection.open(durable_store.url, durability="relaxed")
    await connection.send("CONFIG", "SET", name, value)
    await connection.close()

    with pytest.raises(CannotStart, match=name):
        await connect_once(durable_store)


async def test_the_number_of_partitions_never_changes(durable_store: EmbeddedStore) -> None:
    """The first start sets the number of partitions, and a later start cannot change it."""
    await connect_once(durable_store, partitions=4)
    with pytest.raises(CannotStart, match="created with 4"):
        await connect_once(durable_store, partitions=2)
    await connect_once(durable_store, partitions=4)


async def test_streams_spread_over_partitions(durable_store: EmbeddedStore) -> None:
    """Every key of a stream has the hash tag of its partition, and each partition has its own feed."""
    connection = await StoreConnection.open(durable_store.url, partitions=4)
    log = toy_log(connection)
    names = [f"toy.table:{letter}" for letter in "abcdefgh"]
    await asyncio.gather(*(open_stream(log, name) for name in names))
    feeds = [await connection.send("XLEN", f"{{p{partition}}}:f") for partition in range(4)]
    tags = {key.partition(b"}")[0] for key in await connection.send("KEYS", "{p*")}

    assert sum(feeds) == 8
    assert tags == {f"{{p{connection.keys(name).partition}".encode() for name in names}
    await connection.close()


async def test_the_library_is_loaded_once(connection: StoreConnection) -> None:
    """A second start finds the library in the store and leaves it unchanged."""
    found = await connection.send("FUNCTION", "LIST", "LIBRARYNAME", LIBRARY, "WITHCODE")

    assert SOURCE.encode() in found[0]
    await connection._load_library()


async def test_another_text_of_the_same_version_is_replaced(durable_store: EmbeddedStore) -> None:
    """If an unfinished release left another library under the same name, the log replaces it."""
    await connect_once(durable_store)
    connection = await StoreConnection.open(durable_store.url)
    await connection.send("FUNCTION", "LOAD", "REPLACE", SOURCE + "\n-- of an unfinished release\n")
    await connection.close()
    connection = await StoreConnection.open(durable_store.url)
    found = await connection.send("FUNCTION", "LIST", "LIBRARYNAME", LIBRARY, "WITHCODE")

    assert SOURCE.encode() in found[0]
    await connection.close()


async def test_the_library_survives_a_restart(durable_store: EmbeddedStore) -> None:
    """A restarted server still has the library and the streams."""
    connection = await StoreConnection.open(durable_store.url)
    log = toy_log(connection)
    await open_stream(log, "toy.table:a")
    durable_store.restart()

    assert (await log.submit("toy.table:a", ask())).last == 5
    assert (await toy_log(connection).load("toy.table:a")).version == 5
    await connection.close()


async def test_an_emptied_store_gets_the_library_again(durable_store: EmbeddedStore) -> None:
    """If the store has lost all data, it serves new streams without a restart of the server."""
    connection = await StoreConnection.open(durable_store.url)
    log = toy_log(connection)
    await connection.send("FUNCTION", "FLUSH")
    await connection.send("FLUSHALL")

    assert (await log.submit(await open_stream(log, "toy.table:a"), ask())).last == 5
    await connection.close()


async def test_a_missing_store_is_reported_at_the_start(tmp_path: Path) -> None:
    """If no store replies, starting a log raises `StoreAway`."""
    with pytest.raises(StoreAway):
        await StoreConnection.open(f"unix://{tmp_path}/nobody.sock")


async def test_replication_is_waited_for(durable_store: EmbeddedStore) -> None:
    """A log with the durability `replicated` acknowledges no write if its store has no replica."""
    connection = await StoreConnection.open(durable_store.url, durability="replicated", answer_within=0.2)
    log = toy_log(connection)
    with pytest.raises(StoreAway):
        await open_stream(log, "toy.table:a")
    await log.close()
    await connection.close()


async def test_a_replica_in_step_confirms(durable_store: EmbeddedStore, tmp_path: Path) -> None:
    """If a replica is in sync, a log with the durability `replicated` acknowledges writes, which the replica has."""
    with EmbeddedStore(tmp_path / "copy", binary=durable_store._binary) as copy:
        port = free_port()
        leader, follower = [await StoreConnection.open(each.url) for each in (durable_store, copy)]
        name = await open_stream(toy_log(leader), "toy.table:a")
        await leader.send("CONFIG", "SET", "port", port, "repl-diskless-sync-delay", 0)
        await follower.send("REPLICAOF", "127.0.0.1", port)
        connection = await StoreConnection.open(durable_store.url, durability="replicated")
        log = toy_log(connection)
        done = None
        while done is None:  # the copy is still in progress
            with suppress(StoreAway):
                done = await log.submit(name, ask())
        last, *_ = await follower.send("XREVRANGE", follower.keys(name).events, "+", "-", "COUNT", 1)

        assert last[0] == f"{done.last}-0".encode()
        for each in (leader, follower, connection):
            await each.close()


async def test_a_closed_link_opens_no_connection(durable_store: EmbeddedStore) -> None:
    """Calls after the connection is closed raise `StoreAway`; earlier calls get their replies."""
    connection = await StoreConnection.open(durable_store.url)
    last = connection.send("PING")
    await connection.close()

    assert b"PONG" == await last
    with pytest.raises(StoreAway, match="closed"):
        await connection.send("PING")
    async with Redis.from_url(durable_store.url) as asking:
        assert len(await asking.client_list()) == 1


GUEST = ("ACL", "SETUSER", "guest", "on", ">sesame", "~*", "&*", "+@all", "-config")


@pytest.mark.rule("AR-STORE-03")
async def test_an_operator_may_vouch_for_a_store_with_hidden_settings(durable_store: EmbeddedStore) -> None:
    """If the store hides its settings, the operator's assertion counts, and the log records it."""
    connection = await StoreConnection.open(durable_store.url)
    await connection.send(*GUEST)
    url = durable_store.url.replace("unix://", "unix://guest:sesame@")
    with pytest.raises(CannotStart, match="ARBITER_DURABILITY_ASSERTED=yes"):
        await StoreConnection.open(url)
    asserted = await StoreConnection.open(url, asserted=True)

    assert (asserted.durability_asserted, connection.durability_asserted) == (True, False)
    for each in (asserted, connection):
        await each.close()


@pytest.mark.rule("AR-STORE-03")
async def test_no_operator_may_vouch_for_a_store_known_to_lose_data(durable_store: EmbeddedStore) -> None:
    """The log refuses a store whose settings may lose data, even if the operator vouches for it."""
    connection = await StoreConnection.open(durable_store.url)
    await connection.send("CONFIG", "SET", "appendfsync", "everysec")
    await connection.close()
    with pytest.raises(CannotStart, match="appendfsync always"):
        await StoreConnection.open(durable_store.url, asserted=True)
