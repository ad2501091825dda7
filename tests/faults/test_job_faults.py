"""Workers, dispatcher and broker are killed, stopped and run twice. Each job completes once, with the same result.

ARBITER_TEST_JOB_KILLS sets the number of kills; `make faults` uses 50, which takes some minutes.
"""

from __future__ import annotations

import itertools
import json
import os
import random
import secrets
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from typing import Any, Final, TypeAlias

import httpx
import pytest
from redis import Redis

from services.dice.simulations import SIMULATION
from services.gateway.processes.running import Running, free_port
from services.gateway.processes.supervisor import Supervisor
from shared.platform.embedded_store.store import EmbeddedStore
from shared.platform.queue import queue_app, send_chunks
from shared.platform.queue.work import ChunkWorker
from shared.platform.settings import ServerSettings
from tests.support.http import COLD
from tests.support.jobs import SEED, app_of, crewed, finished, installation, thrown
from tests.support.processes import children_of

pytestmark = [pytest.mark.faults, pytest.mark.store]

KILLS: Final = int(os.environ.get("ARBITER_TEST_JOB_KILLS", "5"))
LONG: Final[dict[str, Any]] = {"simulate": thrown("20d20kh10!"), "trials": 60_000, "seed": SEED}
SHORT: Final[dict[str, Any]] = {"simulate": thrown("20d20kh10!"), "trials": 24_000, "seed": SEED}
WITHIN: Final = 240.0
EVERYBODY: Final = 11
"""Processes of `arbiter up`: itself, store, guard, two servers, dispatcher, worker with two, clock with one."""
STRICT: Final[dict[str, Any]] = {
    "ARBITER_JOB_STALL_SECONDS": "60",
    "ARBITER_CHUNK_SECONDS": "6",
    "ARBITER_VISIBILITY_SECONDS": "12",
}
"""Only the broker gives a chunk to another worker."""
PATIENT: Final = {
    "ARBITER_JOB_ATTEMPTS": "100",
    "ARBITER_JOB_STALL_SECONDS": "4",
    "ARBITER_CHUNK_SECONDS": "12",
    "ARBITER_VISIBILITY_SECONDS": "20",
}


@pytest.fixture
def broker(tmp_path: Path) -> Iterator[EmbeddedStore]:
    """Run a broker separate from the event log, so that it can be killed alone."""
    with EmbeddedStore(tmp_path / "broker", durability="everysec") as running:
        yield running


@pytest.fixture
def server(tmp_path: Path, broker: EmbeddedStore) -> Iterator[Running]:
    """Run a server with a separate broker."""
    with installation(tmp_path / "installation", ARBITER_BROKER_URL=broker.broker_url, **PATIENT) as server:
        idle = left_of(server.folder)
        yield server
        assert [pid for pid in left_of(server.folder) if not calculates(pid)] == [
            pid for pid in idle if not calculates(pid)
        ]


class Job:
    """A job of its own app, so that no other test shares it."""

    def __init__(self, app: httpx.Client, body: dict[str, Any]) -> None:
        """Request the job."""
        self.app, self.body = app, body
        answer = app.post("/dice/v1/jobs", json=body)
        assert answer.status_code == 202, answer.text
        self.place = answer.headers["Location"]
        self.stream: str = answer.json()["stream"]

    @property
    def progress(self) -> dict[str, Any]:
        """Return its number of trials."""
        progress: dict[str, Any] = self.app.get(self.place).json()["progress"]
        return progress

    def moves(self, *, within: float) -> bool:
        """Wait until more trials count."""
        until, before = time.monotonic() + within, self.progress["trials"]
        while time.monotonic() < until:
            if self.progress["trials"] > before:
                return True
            time.sleep(0.05)
        return False

    def outcome(self) -> str:
        """Return its result; assert that it completed once and counted each chunk once."""
        job = finished(self.app, self.place, within=WITHIN)
        assert job["progress"]["status"] == "completed", job["progress"]
        counted: Counter[str] = Counter()
        page: dict[str, Any] = {"next": 0}
        while page["next"] is not None:
            page = self.app.get(f"{self.place}/events", params={"after": page["next"]}).json()
            for item in page["items"]:
                counted[f"{item['type'].rpartition('.')[2]} {item['data'].get('chunk', '')}"] += 1
        assert set(counted.values()) == {1}, counted
        assert "JobCompleted " in counted
        return json.dumps(job["result"])


Asking: TypeAlias = Callable[[dict[str, Any]], Job]


@pytest.fixture
def ask(server: Running) -> Iterator[Asking]:
    """Request jobs, each as its own app."""
    with ExitStack() as stack:
        yield lambda body: Job(stack.enter_context(app_of(server, f"app-{secrets.token_hex(4)}")), body)


def left_of(folder: Path) -> list[int]:
    """List an installation's running processes: their command line names its folder, or they have a file in it open."""
    return sorted(int(path.name) for path in Path("/proc").glob("[0-9]*") if belongs(path, folder))


def calculates(pid: int) -> bool:
    """Whether a process belongs to a server's pool: these start on demand, and stay."""
    with suppress(OSError):
        return b"shared.platform.processes" in Path(f"/proc/{pid}/cmdline").read_bytes()
    return False


def belongs(process: Path, folder: Path) -> bool:
    """Whether a process belongs to an installation; some overwrite their command line."""
    with suppress(OSError):
        if f"ARBITER_DATA_FOLDER={folder}".encode() in (process / "environ").read_bytes():
            return True
        return any(str(file.readlink()).startswith(f"{folder}/") for file in (process / "fd").iterdir())
    return False


def eventually(met: Callable[[], bool], *, within: float = 120.0) -> None:
    """Wait for a condition."""
    until = time.monotonic() + within
    while not met():
        assert time.monotonic() < until, "it does not come to that"
        time.sleep(0.05)


UNDISTURBED: Final[list[str]] = []


def undisturbed(server: Running, ask: Asking) -> str:
    """Return the short job's result without disturbance: it is the same everywhere, so one installation computes it."""
    if not UNDISTURBED:
        with crewed(server):
            UNDISTURBED.append(ask(SHORT).outcome())
    return UNDISTURBED[0]


def kill_child(supervisor: Supervisor, _: EmbeddedStore) -> None:
    """Kill a pool process."""
    for child in children_of(supervisor.member("worker").pid)[:1]:
        os.kill(child, signal.SIGKILL)


def kill_worker(supervisor: Supervisor, _: EmbeddedStore) -> None:
    """Kill the worker itself."""
    supervisor.member("worker").process.kill()


def kill_dispatcher(supervisor: Supervisor, _: EmbeddedStore) -> None:
    """Kill the dispatcher."""
    supervisor.member("dispatcher").process.kill()


def kill_broker(_: Supervisor, broker: EmbeddedStore) -> None:
    """Kill the broker, and restart it on its data."""
    os.kill(broker.pid, signal.SIGKILL)
    broker.restart()


KILLERS: Final = (kill_child, kill_dispatcher, kill_child, kill_broker, kill_worker)


def test_killed_again_and_again(server: Running, broker: EmbeddedStore, ask: Asking) -> None:
    """Whatever is killed during a job, it completes once with the result of an undisturbed one."""
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


def test_every_chunk_delivered_three_times(server: Running, broker: EmbeddedStore, ask: Asking) -> None:
    """Without a dispatcher each chunk is sent three times, in random order, and counts once."""
    calm = undisturbed(server, ask)
    job = ask(SHORT)
    app = queue_app(ServerSettings(broker_url=broker.broker_url), server.store.url)
    chunks = [chunk for chunk in range(SHORT["trials"] // 1000) for _ in range(3)]
    random.Random(3).shuffle(chunks)
    send_chunks(app, job.stream, chunks)
    app.close()
    with crewed(server, roles=("worker",)):
        assert job.outcome() == calm


def test_a_worker_that_is_stopped_past_its_visibility_timeout(server: Running, ask: Asking) -> None:
    """Its chunk goes to another worker; when it wakes and reports, nothing changes."""
    calm = undisturbed(server, ask)
    with (
        crewed(server, roles=("worker",), revive=False, ARBITER_WORKERS="1", **STRICT) as sleepers,
        crewed(server, **STRICT),
    ):
        sleeper = sleepers.member("worker").pid
        eventually(lambda: len(children_of(sleeper)) == 1)
        job = ask(SHORT)
        assert job.moves(within=120)
        os.killpg(sleeper, signal.SIGSTOP)
        found = job.outcome()
        os.killpg(sleeper, signal.SIGCONT)
        time.sleep(1)

        assert job.outcome() == found == calm


def test_a_pool_without_its_worker_ends(server: Running) -> None:
    """No process remains when a worker is killed, even where nothing cleans up after it."""
    with crewed(server, revive=False, roles=("worker",)) as supervisor:
        worker = supervisor.member("worker")
        eventually(lambda: len(children_of(worker.pid)) == 2)
        children = children_of(worker.pid)
        assert set(children) <= set(left_of(server.folder))
        worker.process.kill()
        eventually(lambda: not set(children) & set(left_of(server.folder)), within=120)


def test_a_chunk_that_never_finishes_is_parked(server: Running, ask: Asking) -> None:
    """After its last attempt the job fails and names the chunk; a new request starts over."""
    job = ask(SHORT)
    with Redis.from_url(server.store.url) as redis:
        redis.set(f"arbiter:jobs:tries:{job.stream}:1", 100)
    with crewed(server):
        failed = finished(job.app, job.place)["progress"]
        again = Job(job.app, SHORT)

        assert failed["status"] == "failed"
        assert failed["reason"] == "chunk 1 was begun 100 times, to no end"
        assert again.place != job.place
        again.outcome()


@pytest.mark.rule("AR-JOB-06")
def test_two_results_for_a_chunk_are_an_alarm(server: Running, ask: Asking) -> None:
    """A worker that reports another result for a chunk ends the job: its results cannot be trusted."""
    settings = ServerSettings(data_folder=server.folder, durability="relaxed")
    honest = ChunkWorker(settings, server.store.url, {"dice": SIMULATION})
    wrong = replace(SIMULATION, measured=lambda _, stream, __: {"total": stream.game.rolls})
    broken = ChunkWorker(settings, server.store.url, {"dice": wrong})
    job = ask(SHORT)
    other = broken.play(job.stream, 1)  # while the chunk still counts: an unwanted one stops soon

    assert honest.simulate(job.stream, 1) == "done"
    assert honest.simulate(job.stream, 1) == "not wanted"
    assert broken.report(job.stream, 1, other) == "disputed"
    assert job.progress["status"] == "failed"
    assert "gave two results" in job.progress["reason"]
    for workshop in (honest, broken):
        workshop.close()


@contextmanager
def up(folder: Path) -> Iterator[subprocess.Popen[bytes]]:
    """Run `arbiter up` as a user does."""
    own = {"ARBITER_DATA_FOLDER": str(folder), "ARBITER_PORT": str(free_port()), "ARBITER_SERVERS": "2", **COLD}
    environment = {**os.environ, **own}
    with (folder / "up.log").open("ab") as out:
        process = subprocess.Popen(
            [sys.executable, "-m", "services.gateway.cli", "up"], env=environment, stdout=out, stderr=out
        )
    try:
        eventually(lambda: len(left_of(folder)) >= EVERYBODY, within=300)
        yield process
    finally:
        process.kill()
        process.wait()


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_up_leaves_no_orphan(tmp_path: Path, number: signal.Signals) -> None:
    """However `arbiter up` ends, its servers, worker, clock, pool and store end too."""
    folder = tmp_path / "data"
    folder.mkdir()
    with up(folder) as process:
        process.send_signal(number)
        process.wait(120)
        eventually(lambda: not left_of(folder), within=120)
