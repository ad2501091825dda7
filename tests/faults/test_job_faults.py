"""Kills of workers, the dispatcher and the broker.

Each job completes once, with the result of an undisturbed job. ARBITER_TEST_JOB_KILLS sets the number of kills;
`make faults` uses 50, which takes some minutes.
"""

from __future__ import annotations

import itertools
import os
import random
import signal
import time
from typing import Final

import pytest

from services.gateway.processes.running import Running
from services.gateway.processes.supervisor import Supervisor
from shared.platform.embedded_store.store import EmbeddedStore
from tests.support.disturbed_jobs import LONG, Asking, eventually, left_of
from tests.support.jobs import crewed
from tests.support.processes import children_of

pytestmark = [pytest.mark.faults, pytest.mark.store]

KILLS: Final = int(os.environ.get("ARBITER_TEST_JOB_KILLS", "5"))


def kill_child(supervisor: Supervisor, _: EmbeddedStore) -> None:
    """Kill a pool process."""
    for child in children_of(supervisor.member("worker").pid)[:1]:
        os.kill(child, signal.SIGKILL)


def kill_worker(supervisor: Supervisor, _: EmbeddedStore) -> None:
    """Kill the worker process itself."""
    supervisor.member("worker").process.kill()


def kill_dispatcher(supervisor: Supervisor, _: EmbeddedStore) -> None:
    """Kill the dispatcher."""
    supervisor.member("dispatcher").process.kill()


def kill_broker(_: Supervisor, broker: EmbeddedStore) -> None:
    """Kill the broker, and restart it on its data."""
    os.kill(broker.pid, signal.SIGKILL)
    broker.restart()


KILLERS: Final = (kill_child, kill_dispatcher, kill_child, kill_broker, kill_worker)


def test_job_completes_once_whatever_is_killed(server: Running, broker: EmbeddedStore, ask: Asking) -> None:
    """Whatever the test kills, the job completes once, with the result of a job without faults."""
    luck, killers = random.Random(5), itertools.cycle(KILLERS)
    with crewed(server) as supervisor:
        calm = ask(LONG).outcome()
        jobs = [ask(LONG)]
        for _ in range(KILLS):
            jobs[-1].moves(within=3 + luck.random())
            time.sleep(luck.random() / 2)
            next(killers)(supervisor, broker)
            if jobs[-1].progress["status"] != "running":
                jobs.append(ask(LONG))
        results = {job.outcome() for job in jobs}

    assert results == {calm}


def test_a_pool_without_its_worker_ends(server: Running) -> None:
    """When a worker is killed, its pool processes end, even if nothing cleans up after it."""
    with crewed(server, revive=False, roles=("worker",)) as supervisor:
        worker = supervisor.member("worker")
        eventually(lambda: len(children_of(worker.pid)) == 2)
        children = children_of(worker.pid)
        assert set(children) <= set(left_of(server.folder))
        worker.process.kill()
        eventually(lambda: not set(children) & set(left_of(server.folder)), within=120)
