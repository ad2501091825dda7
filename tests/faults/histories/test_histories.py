"""Clients work while the test kills, suspends and disconnects processes; the checker judges the resulting histories.

ARBITER_TEST_HISTORY_OPERATIONS is the number of acknowledged operations of a run; `make faults` uses 10 000. A run
prints its figures (`pytest -rP`), and leaves its history in its folder.
"""

from __future__ import annotations

import itertools
import os
import threading
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Final, Literal

import msgspec
import pytest

from services.gateway.processes.running import PROGRAM, Running, running
from tests.faults.histories.cable import cable_to
from tests.faults.histories.checker import Promise, Verdict, judge
from tests.faults.histories.clients import Played, log_of
from tests.faults.histories.disturbances import (
    ALL,
    Disturbance,
    PowerCuts,
    Scene,
    cut_the_cable_to_the_store,
    kill_the_store,
    play,
)
from tests.faults.histories.history import History
from tests.faults.histories.planted import NAMED_BY
from tests.faults.histories.planted import PROGRAM as PLANTED
from tests.support.http import COLD, open_table

pytestmark = [pytest.mark.faults, pytest.mark.store, pytest.mark.rule("AR-STORE-07")]

LONG: Final = int(os.environ.get("ARBITER_TEST_HISTORY_OPERATIONS", "0"))
SHORT: Final = 300
BETWEEN: Final = 250
"""The number of operations between two disturbances of a long run."""
TABLES: Final = 4
a_long_run = pytest.mark.skipif(
    not LONG, reason="a run of minutes: make faults, or ARBITER_TEST_HISTORY_OPERATIONS=10000"
)


@contextmanager
def scene_in(
    folder: Path, *, durability: Literal["durable", "relaxed"] = "durable", program: str = PROGRAM, **settings: str
) -> Iterator[Scene]:  # fmt: skip
    """Run a store and two servers on it. The second server is behind proxies."""
    with ExitStack() as stack:
        first = stack.enter_context(running(folder, durability=durability, program=program, **COLD | settings))
        to_store = stack.enter_context(cable_to(first.store.socket))
        more = {
            "ARBITER_REDIS_URL": f"redis://127.0.0.1:{to_store.port}/0",
            "ARBITER_KEY_FILE": str(first.folder / "keys.json"),
            "ARBITER_DURABILITY": durability,
        }
        (folder / "second").mkdir()
        second = Running(first.store, folder / "second", COLD | settings | more, program=program)
        stack.callback(second.stop)
        second.start()
        with first.client() as app:
            tables = [open_table(first, app) for _ in range(TABLES)]
        yield Scene(
            store=first.store, servers=(first, second), history=History(), to_store=to_store, alive=threading.Event(),
            streams=[Played(table.opened["stream"], table.path) for table in tables],
            to_clients=stack.enter_context(cable_to(second.port)),
        )  # fmt: skip


def judge_run(scene: Scene, folder: Path, promise: Promise = Promise()) -> Verdict:  # noqa: B008 it is frozen
    """Judge a run by the logs that a server reads from the store.

    After a long run, a newly started server reads the logs.
    """
    if scene.history.acknowledged >= LONG > 0:
        scene.servers[0].kill()
        scene.servers[0].start()
    with scene.servers[0].client() as app:
        logs = {played.stream: log_of(app, played) for played in scene.streams}
    scene.history.save(folder / "history.ndjson")
    verdict = judge(scene.history.entries, logs, promise)
    print(msgspec.json.encode(verdict).decode())  # noqa: T201 the figures of a run
    return verdict


def repeat(disturbances: Sequence[Disturbance]) -> list[Disturbance]:
    """Return the disturbances of a long run, in which the given ones take turns."""
    return list(itertools.islice(itertools.cycle(disturbances), LONG // BETWEEN))


def test_a_history_with_a_killed_store_holds(tmp_path: Path) -> None:
    """With two servers and a killed store, real-time order holds and no acknowledged write is lost.

    A write of unknown outcome is applied once or never.
    """
    with scene_in(tmp_path / "arbiter") as scene:
        play(scene, [cut_the_cable_to_the_store, kill_the_store], operations=SHORT)
        verdict = judge_run(scene, tmp_path)

    assert [] == verdict.violations
    assert (1, True) == (verdict.crashes, verdict.acknowledged >= SHORT)


@pytest.mark.parametrize(
    ("bug", "found"),
    [("stale-reads", "stale read"), pytest.param("repeats-applied", "applied twice", marks=a_long_run)],
)
def test_a_bug_planted_in_running_servers_is_found(tmp_path: Path, bug: str, found: str) -> None:
    """In a history of servers with a planted bug, the checker reports an error that this bug causes."""
    with scene_in(tmp_path / "arbiter", durability="relaxed", program=PLANTED, **{NAMED_BY: bug}) as scene:
        play(scene, [], operations=SHORT // 2)
        verdict = judge_run(scene, tmp_path)

    assert any(found in said for said in verdict.violations), verdict.violations


@a_long_run
def test_a_disk_that_lies_is_found(tmp_path: Path) -> None:
    """The checker reports the writes that are lost in a power cut if the store replies before it syncs."""
    power = PowerCuts(7)
    with scene_in(tmp_path / "arbiter", durability="relaxed") as scene:
        play(scene, [power.sync, power.cut_at_the_last_sync], operations=SHORT)
        verdict = judge_run(scene, tmp_path)

    assert any("acknowledged, and lost" in said for said in verdict.violations), verdict.violations


@a_long_run
def test_long_histories_hold_under_all_disturbances(tmp_path: Path) -> None:
    """With `durable`, the history is correct whatever is killed, suspended or disconnected."""
    with scene_in(tmp_path / "arbiter") as scene:
        play(scene, repeat(ALL), operations=LONG)
        verdict = judge_run(scene, tmp_path)

    assert [] == verdict.violations


@a_long_run
def test_relaxed_loses_at_most_writes_after_the_last_sync(tmp_path: Path) -> None:
    """With `relaxed`, a power cut loses only writes at the end of each stream, and nothing that was synced."""
    power = PowerCuts(5)
    with scene_in(tmp_path / "arbiter", durability="relaxed") as scene:
        play(scene, repeat([power.sync, power.cut]), operations=LONG)
        verdict = judge_run(scene, tmp_path, Promise(may_lose=True))

    assert [] == verdict.violations
