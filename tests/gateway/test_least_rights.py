"""The rights in `deploy/users.acl`, over TLS: they are enough for every process and allow no more."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Final
from urllib.parse import quote

import httpx
import pytest
from redis import Redis
from redis.exceptions import NoPermissionError

from services.gateway.operations.archive import ArchiveRequest, archive, unarchive
from services.gateway.processes.running import Running, free_port
from services.gateway.processes.supervisor import ROLES
from services.page.guide_pages import GUIDE
from shared.platform.embedded_store.store import EmbeddedStore
from shared.platform.settings import read_settings
from tests.gateway.test_cli import arbiter
from tests.support.http import CLOSE, COLD, open_table, roll
from tests.support.jobs import SEED, WAIT_SECONDS, crewed, done, roll_to_simulate
from tests.support.tls import OPENSSL, made_certificates, tls_before

pytestmark = pytest.mark.store

USERS: Final = Path(__file__).parents[2] / "deploy" / "users.acl"
PASSWORD: Final = "a-password-of-the-test"
WEBHOOKS: Final = {"ARBITER_WEBHOOKS_PRIVATE": "yes"}
SERVING: Final = "receiver.secret = os.environ['WEBHOOK_SECRET']\nreceiver.serve_forever()\n"


def rules() -> Iterator[list[str]]:
    """Yield each user of `users.acl` as arguments of `ACL SETUSER`."""
    for line in USERS.read_text("utf-8").splitlines():
        if line.startswith("user "):
            yield line.replace("{password}", PASSWORD).split()[1:]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """Run a server as the store's user `arbiter`, and its queue as user `broker`.

    Both connect over TLS, and other users have no rights.
    """
    if OPENSSL is None:
        pytest.skip("there is no openssl here to make certificates with")
    folder = tmp_path_factory.mktemp("rights")
    certificates = made_certificates(folder / "certificates")
    with EmbeddedStore(folder / "store") as store, tls_before(store.socket, certificates) as port:
        server = Running(store, folder, addresses(port, certificates / "authority.crt") | COLD | WEBHOOKS)
        with Redis.from_url(store.url) as redis:
            redis.execute_command("ACL", "SETUSER", "auditor", "on", f">{PASSWORD}", "+acl|log", "+client|setinfo")
            for words in rules():
                redis.execute_command("ACL", "SETUSER", *words)
        try:
            server.start()
            yield server
        finally:
            server.stop()


def addresses(port: int, authority: Path) -> dict[str, str]:
    """Return the addresses of the log and of the queue, each with its user."""
    held = f"ssl_cert_reqs=required&ssl_ca_certs={quote(str(authority))}"
    return {
        "ARBITER_REDIS_URL": f"rediss://arbiter:{PASSWORD}@localhost:{port}/0?{held}",
        "ARBITER_BROKER_URL": f"rediss://broker:{PASSWORD}@localhost:{port}/1?{held}",
    }


def addresses_in(server: Running) -> dict[str, str]:
    """Return the addresses of the server's log and queue, for a command."""
    return {name: server.environment[name] for name in ("ARBITER_REDIS_URL", "ARBITER_BROKER_URL")}


def as_user(server: Running, name: str) -> Redis:
    """Connect to the store as this user."""
    return Redis.from_url(f"unix://{name}:{PASSWORD}@{quote(str(server.store.socket))}?db=0")


def test_the_deployed_rights_suffice_for_every_process(server: Running) -> None:
    """The store denies no command of the server, dispatcher, worker, clock or command line while they do their work."""
    with as_user(server, "auditor") as redis:
        redis.acl_log_reset()
    alive = server.folder / "alive"
    with (
        server.client() as app,
        receiver_of_the_guide(app) as received,
        crewed(server, roles=ROLES, ARBITER_ALIVE_FOLDER=str(alive)),
    ):
        table = open_table(server, app)
        rolled = table.send(roll("2d6"))
        tableless = app.post("/dice/v1/rolls", json={"rolls": roll("2d6")["rolls"]})
        job = done(app, {"simulate": roll_to_simulate("2d6"), "trials": 4_000, "seed": SEED})
        await_life(alive)
        examined = arbiter(server.folder, "doctor", "--quiet", **addresses_in(server), ARBITER_PORT=str(server.port))
        printed = received.readline()
        table.done(CLOSE)
    beside = read_settings({name: value for name, value in server.environment.items() if name.startswith("ARBITER_")})
    moved = archive(beside, ArchiveRequest())
    commits = unarchive(beside, table.opened["stream"])
    indexed = arbiter(server.folder, "index", **addresses_in(server))
    erased = arbiter(server.folder, "erase", "--yes", table.opened["stream"], **addresses_in(server))
    made = arbiter(server.folder, "key", "make", "tenant", **addresses_in(server))
    keys = arbiter(server.folder, "key", "list", **addresses_in(server))

    assert rolled.status_code == 200
    assert tableless.is_success, tableless.text
    assert job["progress"]["status"] == "completed"
    assert printed.startswith("arbiter.dice.DiceRolled dice.table:")
    assert (len(moved.done), commits, moved.stay) == (2, 3, {})
    assert "3 streams are listed" in indexed.stdout, indexed.stderr
    assert erased.returncode == 0, erased.stderr
    assert (made.returncode, keys.returncode) == (0, 0), made.stderr + keys.stderr
    assert (examined.returncode, re.findall(r"(?m)^(?:fault|warning) .*", examined.stdout)) == (0, [])
    assert denials(server) == []


@contextmanager
def receiver_of_the_guide(app: httpx.Client) -> Iterator[IO[str]]:
    """Run the guide's webhook receiver, subscribed to rolls on tables; yield its output."""
    port = free_port()
    program = re.findall(r"```python\n(.*?)```", (GUIDE / "webhooks.md").read_text("utf-8"), re.DOTALL)[0]
    served = program.replace('"127.0.0.1", 0', f'"127.0.0.1", {port}') + SERVING
    body = {"url": f"http://127.0.0.1:{port}/", "types": ["arbiter.dice.DiceRolled"]}
    secret = app.post("/arbiter/v1/webhooks", json=body).json()["secret"]
    with subprocess.Popen(
        [sys.executable, "-c", served], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
        env={**os.environ, "WEBHOOK_SECRET": secret}, text=True,
    ) as process:  # fmt: skip
        try:
            assert process.stdout is not None
            yield process.stdout
        finally:
            process.kill()


def await_life(folder: Path) -> None:
    """Wait until each process has touched its liveness file at least twice."""
    files = [folder / role for role in ROLES]
    _await(lambda: all(file.exists() for file in files))
    for file in files:
        os.utime(file, (0, 0))
    _await(lambda: all(file.stat().st_mtime for file in files))


def _await(true: Callable[[], bool]) -> None:
    until = time.monotonic() + WAIT_SECONDS
    while not true():
        assert time.monotonic() < until, "a process shows no sign of life"
        time.sleep(0.05)


def denials(server: Running) -> list[str]:
    """Return the commands that the store has denied to any user, from the store's own log."""
    with as_user(server, "auditor") as redis:
        return [f"{entry['username']}: {entry['object']}" for entry in redis.acl_log()]


@pytest.mark.parametrize(
    "forbidden",
    [
        ("FLUSHALL",), ("KEYS", "*"), ("CONFIG", "SET", "appendonly", "no"), ("SHUTDOWN",),
        ("SET", "another", "1"), ("ACL", "LIST"), ("FUNCTION", "FLUSH"), ("EVAL", "return 1", "0"),
    ],
)  # fmt: skip
def test_commands_that_no_process_needs_are_denied(server: Running, forbidden: tuple[str, ...]) -> None:
    """Even a compromised process can neither empty the store nor change how it stores data."""
    with as_user(server, "arbiter") as redis, pytest.raises(NoPermissionError):
        redis.execute_command(*forbidden)


def test_the_queue_s_user_may_not_administer_its_store(server: Running) -> None:
    """The queue's user `broker` may send no administrative commands."""
    with as_user(server, "broker") as redis, pytest.raises(NoPermissionError):
        redis.execute_command("CONFIG", "GET", "dir")


def test_a_store_with_another_certificate_is_not_used(server: Running, tmp_path: Path) -> None:
    """A server sends nothing to a store with another certificate, such as an impostor's."""
    stranger = made_certificates(tmp_path / "stranger") / "authority.crt"
    port = int(server.environment["ARBITER_REDIS_URL"].rpartition(":")[2].split("/")[0])
    listed = arbiter(server.folder, "key", "list", **addresses(port, stranger))

    assert listed.returncode == 1
    assert "certificate verify failed" in listed.stderr
