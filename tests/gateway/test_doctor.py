"""`arbiter doctor`, which finds no fault in a healthy deployment, and reports each fault with its own remedy."""

from __future__ import annotations

import json
import socket
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

import pytest
from redis import Redis

from services.gateway.operations.doctor.examining import examine
from services.gateway.operations.doctor.finding import Finding
from services.gateway.operations.doctor.machine import MIB, examine_open_files, examine_space
from services.gateway.operations.doctor.processes import examine_queues
from services.gateway.operations.doctor.store import examine_facts, examine_skew
from services.gateway.processes.running import Running, free_port, running
from services.gateway.processes.worker import WorkerTasks, served_clocks, served_jobs
from shared.platform.queue import own_job_queue
from shared.platform.seal import Keys
from shared.platform.settings import ServerSettings
from tests.gateway.test_cli import arbiter
from tests.support.http import COLD, open_table
from tests.support.nursery import executed

pytestmark = [pytest.mark.store, pytest.mark.rule("AR-DOCTOR-01")]
NOTHING_LISTENS: Final = "redis://:secret@127.0.0.1:1/0"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """Run a server whose store has a table."""
    with running(tmp_path_factory.mktemp("healthy"), durability="relaxed", **COLD) as server:
        with server.client() as app:
            open_table(server, app)
        yield server


def of(server: Running, **changes: str) -> Mapping[str, str]:
    """Return the environment of a deployment like the server's, with these changes."""
    kept = {name: value for name, value in server.environment.items() if name.startswith("ARBITER_")}
    return kept | {"ARBITER_DURABILITY": "relaxed"} | changes


def wrong(environment: Mapping[str, str]) -> list[tuple[str, str]]:
    """Return the faults of a deployment, each as its subject and its sentence."""
    return [(one.about, one.says) for one in up_to_the_queue(environment) if one.level == "fault"]


def up_to_the_queue(environment: Mapping[str, str]) -> list[Finding]:
    """Examine a deployment, but not its workers, which come last and take time; return the findings."""
    found = list[Finding]()
    for one in examine(environment):
        found.append(one)
        if one.about == "queue":
            break
    return found


def levels(found: list[Finding]) -> dict[str, str]:
    """Return the level of each finding, by its subject."""
    return {one.about: one.level for one in found}


# ---------------------------------------------------------------- healthy ones


def test_a_server_that_runs_has_no_fault(server: Running) -> None:
    """The server's port responds, and its key file belongs to the store.

    The doctor warns that no worker handles its jobs.
    """
    found = list(examine(of(server)))
    warnings = {one.about for one in found if one.level == "warning"}

    assert [one for one in found if one.level == "fault"] == []
    assert f"an Arbiter listens on {server.address} and can serve commands" in [one.says for one in found]
    assert "it is the one of this store" in [one.says for one in found]
    assert warnings >= {"dispatcher", "worker", "clock", "durability"}


def test_an_empty_folder_is_fine_and_stays_empty(tmp_path: Path) -> None:
    """Before the first start, `arbiter doctor` reports no fault, and creates neither a key file nor a store."""
    found = list(examine({"ARBITER_DATA_FOLDER": str(tmp_path / "var"), "ARBITER_PORT": "0"}))

    assert {one.level for one in found if one.about != "disk"} <= {"fine", "warning"}
    assert not (tmp_path / "var").exists()


def test_the_command_prints_sentences_and_ends_with_one_for_a_fault(tmp_path: Path) -> None:
    """`--json` prints one object per line, and `--quiet` only the faults. With a fault, the command exits with 1.

    No output shows a password.
    """
    broken = {"ARBITER_REDIS_URL": NOTHING_LISTENS, "ARBITER_PORT": "0"}
    with executed():
        said = arbiter(tmp_path, "doctor", "--quiet", **broken)
    lines = [json.loads(line) for line in arbiter(tmp_path, "doctor", "--json", **broken).stdout.splitlines()]

    assert said.returncode == 1
    assert "store: redis://:…@127.0.0.1:1/0 cannot be reached" in said.stdout
    assert "start the server, or correct the address" in said.stdout
    assert "fine" not in said.stdout
    assert "secret" not in said.stdout + said.stderr
    assert {"about": "port", "level": "fine", "says": "a free port is picked at each start"} in lines
    assert arbiter(tmp_path, "doctor", ARBITER_PORT="0").returncode == 0


# ---------------------------------------------------------------- broken ones


def test_every_invalid_setting_is_named_and_the_rest_is_examined(server: Running) -> None:
    """Two invalid settings give two faults, and the doctor still examines the store."""
    found = list(up_to_the_queue(of(server, ARBITER_PROT="1", ARBITER_WORKERS="many")))

    assert {one.says.partition(" ")[0].rstrip(":") for one in found if one.level == "fault"} == {
        "ARBITER_PROT", "ARBITER_WORKERS",
    }  # fmt: skip
    assert "it takes writes" in [one.says for one in found]


def test_a_data_folder_that_is_a_file_is_named(tmp_path: Path) -> None:
    """A folder cannot be created inside a file, so the doctor names the file."""
    (tmp_path / "var").write_text("")
    faults = wrong({"ARBITER_DATA_FOLDER": str(tmp_path / "var" / "games"), "ARBITER_PORT": "0"})

    assert ("data folder", f"{tmp_path}/var is a file, not a folder") in faults


@pytest.mark.parametrize(("free", "level"), [(10 * MIB, "fault"), (500 * MIB, "warning"), (5000 * MIB, "fine")])
def test_a_full_disk_is_named(tmp_path: Path, free: int, level: str) -> None:
    """An almost full disk is a fault, because the store could not write its log."""
    assert examine_space(tmp_path, free=free).level == level


def test_a_missing_key_file_is_named(server: Running, tmp_path: Path) -> None:
    """The doctor names the missing key, because the store records which key it needs."""
    key = Keys(server.folder / "keys.json").sealer.current
    found = [
        one for one in up_to_the_queue(of(server, ARBITER_KEY_FILE=str(tmp_path / "k.json"))) if one.level == "fault"
    ]

    assert [one.says for one in found] == [f"{tmp_path}/k.json does not exist, and this store has one"]
    assert key in found[0].remedy
    assert not (tmp_path / "k.json").exists()


def test_the_key_file_of_another_store_is_named(server: Running, tmp_path: Path) -> None:
    """The doctor reports a key file that opens no value of the store as the key file of another store."""
    Keys.open(tmp_path / "k.json")

    assert wrong(of(server, ARBITER_KEY_FILE=str(tmp_path / "k.json"))) == [
        ("key file", f"{tmp_path}/k.json is the key file of another store")
    ]


def test_a_key_file_that_others_can_read_is_named(server: Running, tmp_path: Path) -> None:
    """The doctor reports a key file with mode 644, which every process refuses."""
    file = tmp_path / "k.json"
    file.write_bytes((server.folder / "keys.json").read_bytes())
    file.chmod(0o644)

    assert ("key file", f"it cannot be used: {file} can be read by other users; set its mode to 600") in wrong(
        of(server, ARBITER_KEY_FILE=str(file))
    )


def test_a_store_that_cannot_be_reached_is_named_once(tmp_path: Path) -> None:
    """One fault reports an unreachable store, with its address but without its password."""
    faults = wrong({"ARBITER_REDIS_URL": NOTHING_LISTENS, "ARBITER_DATA_FOLDER": str(tmp_path), "ARBITER_PORT": "0"})

    assert [about for about, _ in faults] == ["store", "queue"]
    assert faults[0][1].startswith("redis://:…@127.0.0.1:1/0 cannot be reached: ")


def test_a_wrong_password_is_named(server: Running) -> None:
    """The doctor distinguishes a store that requires a password from one that cannot be reached."""
    with Redis.from_url(server.store.url) as redis:
        redis.config_set("requirepass", "right")
        try:
            faults = wrong(of(server))
        finally:
            redis.execute_command("AUTH", "right")
            redis.config_set("requirepass", "")

    assert faults[0][0] == "store"
    assert "refuses this user" in faults[0][1]


@pytest.mark.parametrize(
    ("name", "value"), [("appendonly", "no"), ("appendfsync", "everysec"), ("maxmemory-policy", "allkeys-lru")]
)
def test_a_store_that_is_not_durable_is_named(server: Running, name: str, value: str) -> None:
    """The doctor names each setting that makes the store less durable than promised, and the value that it needs."""
    wanted = {"appendonly": "yes", "appendfsync": "always", "maxmemory-policy": "noeviction"}
    with Redis.from_url(server.store.url) as redis:
        before = {setting: str(redis.config_get(setting)[setting]) for setting in wanted}
        for setting, needed in wanted.items():
            redis.config_set(setting, needed)
        redis.config_set(name, value)
        try:
            found = [one for one in up_to_the_queue(of(server, ARBITER_DURABILITY="durable")) if one.level == "fault"]
        finally:
            for setting in wanted:
                redis.config_set(setting, before[setting])

    assert [one.says for one in found] == [f"the store has `{name} {value}`"]
    assert f"`{name} {wanted[name]}`" in found[0].remedy


def test_other_partitions_are_named(server: Running) -> None:
    """The doctor reports a number of partitions other than the one fixed at the first start."""
    assert wrong(of(server, ARBITER_PARTITIONS="3")) == [
        ("partitions", "the store was created with 1 partitions, and 3 are set")
    ]


def test_a_store_that_takes_no_writes_is_named(server: Running) -> None:
    """The doctor reports a store at its memory limit, which accepts reads but no writes."""
    with Redis.from_url(server.store.url) as redis:
        redis.config_set("maxmemory", "1mb")
        try:
            found = list(up_to_the_queue(of(server)))
        finally:
            redis.config_set("maxmemory", "0")

    assert any("it takes no writes" in one.says for one in found if one.level == "fault")
    assert any("bytes of memory" in one.says for one in found if one.level == "warning")


def test_a_port_that_another_program_has_is_named(server: Running) -> None:
    """The doctor does not mistake another program on the port for an Arbiter."""
    with socket.create_server(("127.0.0.1", port := free_port())) as other:
        other.settimeout(0)
        faults = wrong(of(server, ARBITER_PORT=str(port)))

    assert faults == [("port", f"another program listens on 127.0.0.1:{port}")]


@pytest.mark.rule("AR-DOCTOR-02")
def test_a_port_of_another_deployment_is_named(server: Running, tmp_path: Path) -> None:
    """If this deployment's store is down, the doctor reports an Arbiter on the port that uses another data folder."""
    folder = {"ARBITER_DATA_FOLDER": str(tmp_path / "games"), "ARBITER_PORT": server.address.rpartition(":")[2]}

    assert wrong(folder) == [("port", f"an Arbiter of another data folder listens on {server.address}")]


def test_an_address_of_another_machine_is_named(server: Running) -> None:
    """The doctor reports an address that does not belong to this machine, such as 192.0.2.1."""
    faults = wrong(of(server, ARBITER_HOST="192.0.2.1"))

    assert [about for about, _ in faults] == ["port"]
    assert faults[0][1].startswith("this machine cannot listen on 192.0.2.1:")


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"ARBITER_BROKER_URL": "redis://one:1,two:2"}, "names a cluster"),
        ({"ARBITER_CHUNK_SECONDS": "600", "ARBITER_VISIBILITY_SECONDS": "600"}, "must exceed chunk_seconds"),
        ({"ARBITER_BROKER_URL": NOTHING_LISTENS}, "cannot be reached"),
    ],
)
def test_a_queue_that_cannot_work_is_named(server: Running, changes: dict[str, str], says: str) -> None:
    """The doctor examines the queue separately from the store, and reports its faults."""
    faults = wrong(of(server, **changes))

    assert [about for about, _ in faults] == ["queue"]
    assert says in faults[0][1]


# ---------------------------------------------------------------- what no test can break here


@pytest.mark.parametrize(
    ("facts", "says"),
    [
        ({"redis_version": "6.2.7"}, "its version is 6.2.7"),
        ({"redis_version": "7.2.4", "role": "slave"}, "it is a replica and takes no writes"),
        ({"redis_version": "7.2.4", "aof_last_write_status": "err"}, "it could not write its files"),
    ],
)
def test_a_servers_own_account_is_read(facts: dict[str, Any], says: str) -> None:
    """The doctor reports a store that is too old, a replica, or unable to write, as the store itself states."""
    assert any(says in one.says for one in examine_facts(facts) if one.level == "fault")
    assert levels(examine_facts({"redis_version": "7.2.4", "valkey_version": "9.1.2"})) == {"store": "fine"}


@pytest.mark.parametrize(("off", "level"), [(0.0, "fine"), (-1.0, "fine"), (5.0, "warning"), (-3600.0, "warning")])
def test_clocks_that_differ_are_named(off: float, level: str) -> None:
    """The doctor reports a difference between two clocks only if the difference is longer than the request took."""
    now = time.time()

    assert examine_skew(now + off, before=now - 0.5, after=now + 0.5).level == level


def test_too_few_open_files_are_named() -> None:
    """The doctor reports a limit of open files below the number of event streams that a process may have."""
    settings = ServerSettings(subscribers=10_000, servers=2)

    assert examine_open_files(settings, limit=1024).level == "warning"
    assert examine_open_files(settings, limit=8192).level == "fine"
    assert examine_open_files(settings, limit=-1).level == "fine"


def test_queues_that_nobody_serves_are_named() -> None:
    """The doctor warns of each service without a worker or a clock. A complete deployment gets neither warning."""
    whole = set(WorkerTasks(jobs=served_jobs(), clocks=served_clocks()).queues.split(","))
    lacking = list(examine_queues(whole - {own_job_queue("dice"), "tcg.clock"}, led=False))

    assert levels(list(examine_queues(whole, led=True))) == {"dispatcher": "fine", "worker": "fine", "clock": "fine"}
    assert levels(lacking) == {"dispatcher": "warning", "worker": "warning", "clock": "warning"}
    assert [one.says.partition(":")[0] for one in lacking[1:]] == ["none answers for dice", "none answers for tcg"]
