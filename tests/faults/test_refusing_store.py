"""A store that replies but refuses writes.

The services write nothing, callers and operators can read the reason, and every process waits.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final, TypeAlias

import httpx
import pytest
from redis import Redis

from services.gateway.processes.running import Running, free_port, running
from services.gateway.processes.supervisor import Supervisor
from shared.platform.eventlog import StoreAway, StoreRefuses
from shared.platform.eventlog.redis.replies import ConnectionLost, WritesRefused
from shared.platform.eventlog.redis.wire import _error_of
from tests.support.http import COLD, assert_problem, open_table, roll
from tests.support.jobs import SEED, installation, roll_to_simulate, wait_for_job
from tests.support.nodes import eventually

pytestmark = [pytest.mark.faults, pytest.mark.store]

Fault: TypeAlias = Callable[[Redis, Path], None]
SOON: Final = 1.5
WITHIN: Final = 120.0
FEW: Final = 200
"""The number of trials of a job that only has to show that all processes are working."""
WAITING: Final = 3
"""The number of log lines with the reason for which the test waits."""


def full(redis: Redis, _: Path) -> None:
    """Fill the store's memory."""
    redis.config_set("maxmemory", 1)


def read_only(redis: Redis, _: Path) -> None:
    """Make the store a replica of a server that does not exist."""
    redis.replicaof("127.0.0.1", free_port())


def lonely(redis: Redis, _: Path) -> None:
    """Make the store require a replica, which it does not have."""
    redis.config_set("min-replicas-to-write", 1)


def cannot_save(redis: Redis, folder: Path) -> None:
    """Make snapshots fail, with a directory in the place of the snapshot file."""
    (folder / "dump.rdb" / "something").mkdir(parents=True)
    redis.config_set("save", "3600 1")
    redis.config_set("stop-writes-on-bgsave-error", "yes")
    redis.bgsave()
    until = time.monotonic() + WITHIN
    while redis.info("persistence")["rdb_last_bgsave_status"] != "err":
        assert time.monotonic() < until
        time.sleep(0.05)


def mend(redis: Redis, folder: Path) -> None:
    """Remove every fault from the store."""
    redis.config_set("maxmemory", 0)
    redis.replicaof("NO", "ONE")
    redis.config_set("min-replicas-to-write", 0)
    redis.config_set("save", "")
    redis.config_set("stop-writes-on-bgsave-error", "no")
    if (folder / "dump.rdb").is_dir():
        (folder / "dump.rdb" / "something").rmdir()
        (folder / "dump.rdb").rmdir()


FAULTS: Final[dict[str, tuple[Fault, str]]] = {
    "full": (full, "maxmemory"),
    "read-only": (read_only, "read only replica"),
    "too few replicas": (lonely, "Not enough good replicas"),
    "a snapshot that failed": (cannot_save, "MISCONF"),
}


@contextmanager
def refusing(server: Running, fault: Fault) -> Iterator[None]:
    """Make a server's store refuse writes during the block."""
    with Redis.from_url(server.store.url) as redis:
        try:
            fault(redis, server.store.folder)
            yield
        finally:
            mend(redis, server.store.folder)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """Run a store and a server."""
    with running(tmp_path_factory.mktemp("refusing"), **COLD) as server:
        yield server


def wait_for_status(app: httpx.Client, status: int) -> httpx.Response:
    """Poll the readiness probe until it has this status. The server caches the status for a second."""
    until = time.monotonic() + WITHIN
    while (answer := app.get("/health/ready")).status_code != status and time.monotonic() < until:
        time.sleep(0.1)
    return answer


def store_up(app: httpx.Client) -> float:
    """Return the metric `arbiter_store_up`."""
    lines = app.get("/metrics").text.splitlines()
    return next(float(line.split()[1]) for line in lines if line.startswith("arbiter_store_up "))


@pytest.mark.rule("AR-STORE-04")
@pytest.mark.rule("AR-STORE-05")
@pytest.mark.parametrize("name", FAULTS)
def test_a_store_that_refuses_writes_is_not_ready_and_commands_fail(server: Running, name: str) -> None:
    """Callers get a 503 quickly, the log names the cause, and the server recovers by itself."""
    fault, cause = FAULTS[name]
    with server.client() as app:
        table = open_table(server, app)
        before, logged, keyed = table.version, server.log.stat().st_size, {"Idempotency-Key": f"key-{len(name)}"}
        with refusing(server, fault):
            begun = time.monotonic()
            refused = [
                table.send(roll()), app.post("/dice/v1/tables", json={"seats": [{"seat": "gm"}]}),
                app.post("/dice/v1/rolls", json={"rolls": roll()["rolls"]}, headers=keyed),
            ]  # fmt: skip
            seconds = time.monotonic() - begun
            ready, live, read, up = wait_for_status(app, 503), app.get("/health/live"), table.get(), store_up(app)
        done, ready_again = wait_for_status(app, 200), table.send(roll())
        after = table.version

    for answer in (*refused, ready):
        assert_problem(answer, 503)
    for answer in refused:
        assert answer.json()["type"] == "urn:arbiter:store-refuses"
        assert "nothing happened" in answer.json()["detail"]
        assert "may or may not" not in answer.text
    assert "accepts no writes" in ready.json()["detail"]
    assert (live.status_code, read.status_code, up) == (200, 200, 0)
    assert (done.status_code, ready_again.status_code) == (200, 200)
    assert after == before + ready_again.json()["version"] - ready_again.json()["first"] + 1
    assert cause in server.log.read_text("utf-8")[logged:]
    assert '"store_refuses"' in server.log.read_text("utf-8")[logged:]
    if name != "read-only":  # which passes when another primary is found, and is retried
        assert seconds < SOON


@pytest.mark.rule("AR-STORE-04")
def test_a_server_starts_on_a_full_store_and_is_not_ready(server: Running) -> None:
    """A server that starts on a full store serves reads, and is ready as soon as the store has room."""
    with server.client() as app:
        table = open_table(server, app)
        with refusing(server, full):
            server.stop()
            waiting = begin_server(server)
            ready, read = wait_for_status(app, 503), table.get()
        waiting()
        again = wait_for_status(app, 200)

    assert_problem(ready, 503)
    assert (read.status_code, again.status_code) == (200, 200)


def begin_server(server: Running) -> Callable[[], None]:
    """Start a server without waiting until it is ready; return a function that waits for that."""
    await_ready, server._await_ready = server._await_ready, lambda: None  # type: ignore[method-assign]
    try:
        server.start()
    finally:
        server._await_ready = await_ready  # type: ignore[method-assign]
    with server.client() as app:
        until = time.monotonic() + WITHIN
        while time.monotonic() < until:
            try:
                app.get("/health/live", timeout=2)
                break
            except httpx.TransportError:
                time.sleep(0.1)
    return await_ready


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Running, Supervisor]]:
    """Run an installation whose processes are never restarted, and which has already completed a job."""
    folder = tmp_path_factory.mktemp("installed")
    with (
        installation(folder, ARBITER_JOB_STALL_SECONDS="4") as server,
        (folder / "crew.log").open("wb") as out,
        Supervisor(server.environment, out=out, revive=False) as crew,
        server.client() as app,
    ):
        first = app.post(
            "/dice/v1/jobs", json={"simulate": roll_to_simulate("20d20kh10!"), "trials": FEW, "seed": SEED}
        )
        assert wait_for_job(app, first.headers["Location"], within=WITHIN)["progress"]["status"] == "completed"
        yield server, crew


@pytest.mark.rule("AR-STORE-06")
@pytest.mark.parametrize("name", FAULTS)
def test_workers_clocks_and_dispatchers_wait_for_a_store_that_refuses_writes(
    installed: tuple[Running, Supervisor], name: str
) -> None:
    """When the store accepts writes again, the same processes continue, and complete a job requested earlier."""
    (server, crew), (fault, _) = installed, FAULTS[name]
    seed = f"{[*FAULTS].index(name):02}" * 32
    body: dict[str, Any] = {"simulate": roll_to_simulate("20d20kh10!"), "trials": 24_000, "seed": seed}
    with server.client() as app:
        job = app.post("/dice/v1/jobs", json=body)
        with refusing(server, fault):
            begun = app.get(job.headers["Location"]).json()["progress"]["status"]
            time.sleep(8)
            alive = {role: crew.member(role).process.poll() for role in ("dispatcher", "worker", "clock")}
        done = wait_for_job(app, job.headers["Location"], within=WITHIN)
        still = {role: crew.member(role).process.poll() for role in alive}

    assert alive == still == dict.fromkeys(("dispatcher", "worker", "clock"))
    assert (begun, done["progress"]["status"]) == ("running", "completed")


@pytest.mark.rule("AR-STORE-06")
def test_a_worker_that_starts_on_a_full_store_waits(tmp_path: Path) -> None:
    """A worker that starts on a full store logs the reason repeatedly, and starts to work once the store has room."""
    with installation(tmp_path) as server, server.client() as app:
        job = app.post("/dice/v1/jobs", json={"simulate": roll_to_simulate("2d6"), "trials": 4_000, "seed": SEED})
        log = tmp_path / "crew.log"
        with log.open("wb") as out, refusing(server, full):
            crew = Supervisor(server.environment, out=out, revive=False)
            crew.__enter__()
            eventually(lambda: log.read_text("utf-8").count("broker_refuses") >= WAITING, within=WITHIN)
            alive = [crew.member(role).process.poll() for role in ("dispatcher", "worker", "clock")]
        try:
            done = wait_for_job(app, job.headers["Location"], within=WITHIN)
        finally:
            crew.__exit__()

    said = log.read_text("utf-8")
    assert alive == [None, None, None], said[-4000:]
    assert done["progress"]["status"] == "completed"
    assert "Traceback" not in said
    assert said.count("broker_refuses") < 12


@pytest.mark.rule("AR-STORE-05")
@pytest.mark.parametrize(
    ("said", "kind"),
    [
        ("OOM command not allowed when used memory > 'maxmemory'.", WritesRefused),
        ("NOREPLICAS Not enough good replicas to write.", WritesRefused),
        ("MISCONF Errors writing to the AOF file: No space left on device", WritesRefused),
        ("READONLY You can't write against a read only replica.", StoreRefuses),
        ("LOADING Redis is loading the dataset in memory", StoreRefuses),
        ("MASTERDOWN Link with MASTER is down and replica-serve-stale-data is set to 'no'.", StoreRefuses),
        ("BUSY Redis is busy running a script.", StoreRefuses),
        ("ERR max number of clients reached", ConnectionLost),
    ],
)
def test_a_write_refused_at_once_has_not_happened(said: str, kind: type[StoreAway]) -> None:
    """A write that the store refuses has not happened; only if the connection ends is the outcome unknown."""
    assert isinstance(_error_of(said), kind)
    assert isinstance(_error_of(said), StoreRefuses) == (kind is not ConnectionLost)
