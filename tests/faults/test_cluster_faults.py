"""A cluster whose primaries are killed and whose slots are moved while servers write to it and read from it."""

import os
import threading
import time
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any, Final, cast

import httpx
import pytest
from redis.crc import key_slot

from services.gateway.operations.archive import ArchiveRequest, archive, unarchive
from services.gateway.operations.backup import check
from services.gateway.operations.erase import erase
from services.gateway.operations.index import index
from services.gateway.processes.running import Running
from shared.platform.embedded_store.store import EmbeddedStore
from shared.platform.eventlog.redis.key_names import feed_key, partition_of
from shared.platform.settings import ServerSettings
from tests.support.failover import PARTITIONS, Load, load_on
from tests.support.http import CLOSE, SSE, Table, open_table, roll, sse_events
from tests.support.nodes import Cluster, cluster_of_six, eventually

pytestmark = pytest.mark.faults

KILLS: Final = int(os.environ.get("ARBITER_TEST_CLUSTER_KILLS", "0"))
LOADED_SECONDS: Final = 0.3
TABLES: Final = 3


@pytest.fixture
def cluster(tmp_path_factory: pytest.TempPathFactory, server_binary: Path | None) -> Iterator[Cluster]:
    """Run three primaries and three replicas for the tests of this file."""
    with cluster_of_six(tmp_path_factory.mktemp("cluster"), server_binary) as cluster:
        yield cluster


@pytest.fixture
async def load(cluster: Cluster) -> AsyncIterator[Load]:
    """Connect two replicas of the server to the cluster."""
    load = await load_on(cluster.url)
    yield load
    await load.close()


@pytest.fixture
def server(cluster: Cluster, store: EmbeddedStore, tmp_path: Path) -> Iterator[Running]:
    """Run a server on a cluster that hides its configuration, as managed clusters do; the queue has its own store."""
    settings = {
        "ARBITER_REDIS_URL": cluster.managed_url,
        "ARBITER_DURABILITY_ASSERTED": "yes",
        "ARBITER_BROKER_URL": store.broker_url,
        "ARBITER_PARTITIONS": str(PARTITIONS),
        "ARBITER_DURABILITY": "replicated",
    }
    server = Running(cast("EmbeddedStore", cluster), tmp_path, settings)
    server.start()
    yield server
    server.stop()


def fall(cluster: Cluster, slot: int) -> None:
    """Kill the primary of a slot, wait for its successor, and restart the killed process as a replica."""
    primary = cluster.owner(slot)
    primary.kill()
    eventually(lambda: not primary.is_running())
    eventually(lambda: cluster.owner(slot) is not primary)
    primary.revive()
    cluster.await_whole()


@pytest.mark.skipif(not KILLS, reason="a campaign of minutes: make faults, or ARBITER_TEST_CLUSTER_KILLS=20")
@pytest.mark.rule("AR-STORE-01")
async def test_primaries_killed_and_slots_moved_under_load(cluster: Cluster, load: Load) -> None:
    """Whichever server fails, every acknowledged command is in the log exactly once, and all logs verify."""

    def disturb() -> None:
        for place in range(KILLS):
            slot = key_slot(feed_key(place % PARTITIONS))
            time.sleep(LOADED_SECONDS)
            (cluster.move if place % 2 else cluster.move_at_once)(slot)
            time.sleep(LOADED_SECONDS)
            fall(cluster, slot)

    await load.during(disturb)

    assert await load.hold() > KILLS


class Listener(threading.Thread):
    """A subscriber that reads the events of a table, and reconnects where the stream was cut."""

    def __init__(self, table: Table) -> None:
        """Create a subscriber that listens to a table until the table is closed."""
        super().__init__(daemon=True)
        self.table = table
        self.versions: list[int] = []

    def run(self) -> None:
        """Listen, and reconnect after each cut."""
        with self.table.server.client() as app:
            while not self._heard(app):
                pass

    def _heard(self, app: httpx.Client) -> bool:
        after = {"Last-Event-ID": str(self.versions[-1])} if self.versions else {}
        with app.stream("GET", f"{self.table.path}/events", headers=SSE | after) as stream:
            if stream.status_code != httpx.codes.OK:
                time.sleep(0.1)
                return False
            for event in sse_events(stream):
                self.versions.append(int(event["id"]))
                if event["event"].endswith("StreamClosed"):
                    return True
        return False


def insistently(app: httpx.Client, path: str, body: dict[str, Any], key: str) -> None:
    """Retry a request until it succeeds, and assert that every earlier response is a 503."""
    for _ in range(1000):
        answer = app.post(path, json=body, headers={"Idempotency-Key": key})
        if answer.is_success:
            return
        assert answer.status_code == httpx.codes.SERVICE_UNAVAILABLE, answer.text
        time.sleep(0.05)
    raise TimeoutError(key)


@pytest.mark.rule("AR-STORE-01", "AR-STORE-03")
def test_tables_continue_while_a_primary_falls_and_a_slot_moves(cluster: Cluster, server: Running) -> None:
    """Apps, keys, tables, one-call rolls and subscribers keep working, and every table verifies at its end.

    The server cannot check durability on such a cluster, so its operator asserts it. The audit, the readiness probe and
    the log report that durability is asserted.
    """
    with server.client() as app:
        tables = [open_table(server, app) for _ in range(TABLES)]
        listeners = [Listener(table) for table in tables]
        for listener in listeners:
            listener.start()
        stream = f"dice.table:{tables[0].path.rpartition('/')[2]}"
        slot = key_slot(feed_key(partition_of(stream, PARTITIONS)))
        for number, disturb in enumerate((cluster.move, lambda slot: fall(cluster, slot))):
            trouble = threading.Thread(target=disturb, args=(slot,))
            trouble.start()
            for turn in range(10):
                for table in tables:
                    insistently(app, f"{table.path}/commands", {"command": roll("2d6")}, f"{number}-{turn}")
            trouble.join()
        for table, listener in zip(tables, listeners, strict=True):
            insistently(app, f"{table.path}/commands", {"command": CLOSE}, "close")
            listener.join(60)

            assert listener.versions == list(range(1, table.version + 1))
            audit = table.get("/audit").json()
            assert ("proven", True) == (audit["conclusion"], audit["durability_asserted"])
        assert {"status": "ready", "durability": "asserted"} == app.get("/health/ready").json()
        assert "durability_asserted" in server.log.read_text("utf-8")
        insistently(app, "/dice/v1/rolls", {"rolls": roll("d20")["rolls"]}, "tableless")
        closed = app.get("/dice/v1/tables", params={"status": "closed"}).json()
        assert {item["id"] for item in closed["items"]} == {table.opened["id"] for table in tables}
    hold_and_erase(cluster, server, tables)


def hold_and_erase(cluster: Cluster, server: Running, tables: list[Table]) -> None:
    """Verify every stream on every node, as an operator does; archive two streams, restore one, and erase the other."""
    settings = ServerSettings(redis_url=cluster.url, data_folder=server.folder, partitions=PARTITIONS)
    gone = tables[0].opened["stream"]
    before = check(settings, cluster.url)
    archived = archive(settings, ArchiveRequest(streams=[table.opened["stream"] for table in tables[:2]]))
    unarchive(settings, archived.done[1])
    indexed = index(settings)
    erased = erase(settings, gone)
    after = check(settings, cluster.url)

    assert archived.stay == {}
    assert (TABLES + 1, {}) == (indexed.listed, indexed.unreadable)
    assert "3 replicas" in erased
    assert (TABLES + 1, 0) == (before.streams - len(before.broken), before.erased)
    assert (before.streams, before.broken, 1) == (after.streams, after.broken, after.erased)
    assert not any(name.startswith("dice.") for name in after.broken)
