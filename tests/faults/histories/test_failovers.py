"""Histories of clients during failovers and slot migrations, on a cluster and with sentinels.

These runs are part of `make faults`; ARBITER_TEST_HISTORY_OPERATIONS sets their length.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Final, cast

import pytest
from redis.crc import key_slot

from services.gateway.processes.running import Running
from shared.platform.embedded_store.store import EmbeddedStore
from shared.platform.eventlog.redis.key_names import feed_key, partition_of
from tests.faults import test_cluster_faults, test_sentinel_faults
from tests.faults.histories.cable import cable_to
from tests.faults.histories.checker import Promise
from tests.faults.histories.clients import Played
from tests.faults.histories.confirmations import confirmations
from tests.faults.histories.disturbances import Scene, lose_answers_of_a_server, play, recorded, stop_a_server
from tests.faults.histories.history import History
from tests.faults.histories.test_histories import LONG, TABLES, a_long_run, judge_run, repeat
from tests.support.failover import PARTITIONS
from tests.support.http import COLD, open_table
from tests.support.nodes import Cluster, Watched, cluster_of_six, eventually, watched_primary

pytestmark = [pytest.mark.faults, pytest.mark.store, a_long_run]

DURABILITIES: Final = ("replicated", "durable", "relaxed")
REPLICATED: Final = Promise(reads_ahead=True, reads_behind=True)
"""The promise with `replicated`: a read may show an unconfirmed commit, or use a primary that was replaced."""
CLUSTERED: Final = Promise(reads_ahead=True)
"""The promise of a cluster:

a replaced node stops responding or names its successor, so no read shows an older state.
"""
LOSING: Final = Promise(reads_ahead=True, reads_behind=True, may_lose=True)


@contextmanager
def scene_on(store: Cluster | Watched, folder: Path, broker: EmbeddedStore, **settings: str) -> Iterator[Scene]:
    """Run two servers on a store that can fail over. The second server is behind a proxy."""
    settings = COLD | {"ARBITER_PARTITIONS": str(PARTITIONS), "ARBITER_BROKER_URL": broker.broker_url} | settings
    with ExitStack() as stack:
        servers = list[Running]()
        for name in ("first", "second"):
            (folder / name).mkdir()
            keys = {"ARBITER_KEY_FILE": str(folder / "keys.json"), "ARBITER_REDIS_URL": store.url}
            server = Running(cast("EmbeddedStore", store), folder / name, settings | keys)
            stack.callback(server.stop)
            server.start()
            servers.append(server)
        with servers[0].client() as app:
            tables = [open_table(servers[0], app) for _ in range(TABLES)]
        yield Scene(
            store=cast("EmbeddedStore", store), servers=servers, history=History(), alive=threading.Event(),
            streams=[Played(table.opened["stream"], table.path) for table in tables],
            to_clients=stack.enter_context(cable_to(servers[-1].port)),
        )  # fmt: skip


@pytest.mark.rule("AR-STORE-16")
@pytest.mark.parametrize("durability", DURABILITIES)
def test_histories_hold_while_primaries_of_a_cluster_fall(
    tmp_path: Path, store: EmbeddedStore, durability: str
) -> None:  # fmt: skip
    """Histories are correct while primaries are killed, slots move and servers are suspended.

    With `replicated`, no acknowledged write is lost. Else a failover may lose writes that the old primary acknowledged
    after its last confirmation.
    """
    with (
        cluster_of_six(tmp_path / "nodes") as cluster,
        scene_on(cluster, tmp_path, store, ARBITER_DURABILITY=durability) as scene,
    ):
        slots = [key_slot(feed_key(partition_of(played.stream, PARTITIONS))) for played in scene.streams]
        with confirmations(scene.history, cluster.confirm_term) as confirm:

            def fall(scene: Scene) -> None:
                with recorded(scene.history, "crash"):
                    test_cluster_faults.fall(cluster, slots[len(scene.history.entries) % len(slots)])
                eventually(confirm)

            def move(scene: Scene) -> None:
                cluster.move(slots[len(scene.history.entries) % len(slots)])
                eventually(confirm)

            play(scene, repeat([fall, stop_a_server, move, lose_answers_of_a_server]), operations=LONG)
            eventually(confirm)
        verdict = judge_run(scene, tmp_path, CLUSTERED if durability == "replicated" else LOSING)

    assert [] == verdict.violations


@pytest.mark.rule("AR-STORE-09")
@pytest.mark.parametrize("durability", DURABILITIES)
def test_histories_hold_while_primaries_under_sentinels_fall(
    tmp_path: Path, store: EmbeddedStore, durability: str
) -> None:  # fmt: skip
    """With `replicated`, no acknowledged write is lost.

    Else a failover may lose writes that the old primary acknowledged after its last confirmation.

    Sentinel may replace more primaries than the test kills, and the checker judges each of these failovers, too.
    """
    falls = 0
    with (
        watched_primary(tmp_path / "nodes") as watched,
        scene_on(watched, tmp_path, store, ARBITER_DURABILITY=durability, ARBITER_COPIES="2") as scene,
    ):
        with confirmations(scene.history, watched.confirm_term) as confirm:

            def fall(_: Scene) -> None:
                nonlocal falls
                falls += 1
                test_sentinel_faults.fall(watched)
                eventually(confirm)

            play(scene, repeat([fall, lose_answers_of_a_server, stop_a_server]), operations=LONG)
            eventually(confirm)
        verdict = judge_run(scene, tmp_path, REPLICATED if durability == "replicated" else LOSING)

    assert [] == verdict.violations
    assert verdict.crashes >= falls
