"""The supervision of the store by `arbiter up`.

It restarts a store that dies, and exits with a plain reason if the store cannot start.
"""

from __future__ import annotations

import json
import os
import signal
import socket
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import httpx
import pytest
import redis
from structlog.testing import capture_logs

from services.gateway.processes.running import free_port
from shared.platform.embedded_store.store import EmbeddedStore
from shared.platform.embedded_store.store_watch import StoreWatch
from tests.gateway.test_cli import Up, arbiter
from tests.support.nodes import eventually

pytestmark = [pytest.mark.store, pytest.mark.faults]

WAIT_SECONDS: Final = 120.0
"""The time limit for events that should occur within seconds. Units: seconds."""
BODY: Final = {"rolls": [{"what": {"throw": "Notation", "text": "1d1000000"}}]}


@pytest.fixture
def up(tmp_path: Path) -> Iterator[Up]:
    """Start all processes on a data folder with a durable store, and stop them at the end, even after a failure.

    Without durable writes, the store may lose the last two seconds of acknowledged writes when it is killed.
    """
    running = Up(tmp_path / "var", ARBITER_DURABILITY="durable")
    try:
        yield running
    finally:
        if running.process.poll() is None:
            running.stop()


def kill_store(folder: Path) -> int:
    """Kill the store's server; return its process id."""
    pid: int = json.loads((folder / "store" / "store.lock").read_text("utf-8"))["server"]
    os.kill(pid, signal.SIGKILL)
    return pid


def rolled_at_last(up: Up, key: str, name: str) -> dict[str, Any]:
    """Roll once, retrying with the same idempotency key while the store is down; return the response."""
    headers = {"Authorization": f"Bearer {key}", "Idempotency-Key": name}
    until = time.monotonic() + WAIT_SECONDS
    with httpx.Client(base_url=f"http://127.0.0.1:{up.port}", headers=headers, timeout=WAIT_SECONDS) as client:
        while (answer := client.post("/dice/v1/rolls", json=BODY)).status_code != httpx.codes.CREATED:
            assert answer.status_code == httpx.codes.SERVICE_UNAVAILABLE, answer.text
            assert time.monotonic() < until, up.out.read_text("utf-8")
            time.sleep(0.1)
        made: dict[str, Any] = answer.json()
        return made


def test_a_killed_store_is_started_again_with_all_that_was_in_it(up: Up, tmp_path: Path) -> None:
    """After each of two kills, requests succeed again and rolls continue. A retried roll is made only once."""
    key = up.key()
    first = rolled_at_last(up, key, "first")
    killed = set()
    for number in (2, 3):
        killed.add(kill_store(tmp_path / "var"))
        made = rolled_at_last(up, key, f"roll-{number}")
        assert (first["table"], number) == (made["table"], made["rolls"][0]["number"])
        wait_for_starts(up, number - 1)
    assert first == rolled_at_last(up, key, "first")
    assert 2 == len(killed)
    assert 0 == up.stop()
    assert 2 == up.out.read_text("utf-8").count("store_started_again")


def wait_for_starts(up: Up, times: int) -> None:
    """Wait until the log reports this many restarts of the store.

    A roll can succeed before the supervisor has noticed the restart. If the store is killed in between, the supervisor
    logs a failed start in another line.
    """
    until = time.monotonic() + WAIT_SECONDS
    while up.out.read_text("utf-8").count("store_started_again") < times:
        assert time.monotonic() < until, up.out.read_text("utf-8")
        time.sleep(0.1)


def test_a_store_that_cannot_start_ends_everything_with_the_reason(up: Up, tmp_path: Path) -> None:
    """If the store's files are not a valid log, the command exits after a few tries and prints the store's output."""
    up.key()
    (manifest,) = (tmp_path / "var" / "store" / "appendonlydir").glob("*.manifest")
    manifest.write_text("this is no manifest\n", "utf-8")
    kill_store(tmp_path / "var")

    assert 1 == up.process.wait(WAIT_SECONDS)
    printed = up.out.read_text("utf-8")
    (line,) = (line for line in printed.splitlines() if line.startswith("Error: "))
    assert "the store has ended, and after 5 tries to start it again it is given up" in line
    assert "Traceback" not in printed


def test_a_store_that_fails_its_first_start_is_reported(tmp_path: Path) -> None:
    """A failed first start is not retried. The command exits with 1 and prints the store's output."""
    arbiter(tmp_path / "var", "key", "list", ARBITER_DURABILITY="relaxed")
    (manifest,) = (tmp_path / "var" / "store" / "appendonlydir").glob("*.manifest")
    manifest.write_text("this is no manifest\n", "utf-8")
    done = arbiter(tmp_path / "var", "up", ARBITER_PORT=str(free_port()))
    assert (1, True, False) == (done.returncode, "ended with status 1" in done.stderr, "Traceback" in done.stderr)


# ------------------------------------------------------------------ a store of one's own that cannot be used


@pytest.fixture
def strange(tmp_path: Path) -> Iterator[EmbeddedStore]:
    """Run a store that a test makes unusable."""
    with EmbeddedStore(tmp_path / "strange") as store:
        yield store


def test_a_start_that_the_system_refuses_is_tried_again(strange: EmbeddedStore) -> None:
    """If the system cannot start the store's server, the watch tries again, as it does after a failed start."""
    strange.log.rename(strange.folder / "old.log")
    strange.log.mkdir()
    with capture_logs() as said, StoreWatch(strange) as watch:
        watch.begin()
        os.kill(strange.pid, signal.SIGKILL)
        eventually(lambda: "store_not_started" in {line["event"] for line in said})
        strange.log.rmdir()
        eventually(strange.is_running)
        watch.hold()


def only_line_of(tmp_path: Path, store: str, **settings: str) -> str:
    """Run `arbiter serve` on a store that it cannot use; return its only line of output."""
    done = arbiter(tmp_path, "serve", ARBITER_REDIS_URL=store, ARBITER_PORT=str(free_port()), **settings)
    assert 0 != done.returncode
    assert "" == done.stdout
    (line,) = done.stderr.splitlines()
    return line


def test_serve_without_a_store_says_so_in_a_line(tmp_path: Path) -> None:
    """If no store can be reached, `arbiter serve` exits with one line, which has the address without its password."""
    port = free_port()
    refused = only_line_of(tmp_path, f"redis://ann:secret@127.0.0.1:{port}")
    assert f"Error: the store at redis://ann:…@127.0.0.1:{port} cannot be used: " in refused
    assert "secret" not in refused
    assert "cannot be used: " in only_line_of(tmp_path, f"unix://{tmp_path}/none.sock")
    assert "cannot be used: " in only_line_of(tmp_path, "redis://nobody.invalid:6379")


@pytest.mark.parametrize("address", ["http://127.0.0.1:6379", "127.0.0.1:6379", "redis", "redis://a b"])
def test_serve_with_an_invalid_address_says_so(tmp_path: Path, address: str) -> None:
    """For an invalid address, the error names the setting and shows a valid address."""
    line = only_line_of(tmp_path, address)
    assert line.startswith("ARBITER_REDIS_URL: is not the address of a store, such as redis://")


@pytest.mark.parametrize("address", ["redis://127.0.0.1:port", "valkey://127.0.0.1:6379"])
def test_serve_with_an_unparsable_address_says_so(tmp_path: Path, address: str) -> None:
    """An address that looks almost valid also gets one line of error."""
    assert only_line_of(tmp_path, address).startswith(f"Error: the store at {address} cannot be used: ")


def test_serve_with_a_wrong_password_says_so(tmp_path: Path, strange: EmbeddedStore) -> None:
    """A missing or wrong password gets one line of error."""
    with redis.Redis.from_url(strange.url) as client:
        client.config_set("requirepass", "right")
    assert "Authentication required" in only_line_of(tmp_path, strange.url)
    wrong = only_line_of(tmp_path, strange.url.replace("unix://", "unix://:wrong@"))
    assert "invalid username-password pair" in wrong
    assert "wrong@" not in wrong


def test_serve_from_too_old_a_server_says_so(tmp_path: Path, strange: EmbeddedStore) -> None:
    """A server without functions (before 7.0), or one that would lose acknowledged writes, gets one line of error."""
    with redis.Redis.from_url(strange.url) as client:
        client.execute_command("ACL", "SETUSER", "default", "-function")
    assert "Redis or Valkey 7.0 or newer is needed" in only_line_of(tmp_path, strange.url)
    with redis.Redis.from_url(strange.url) as client:
        client.config_set("appendfsync", "no")
    assert "needs `appendfsync always`" in only_line_of(tmp_path, strange.url)


def test_serve_from_something_that_is_no_store_says_so(tmp_path: Path) -> None:
    """If a listener never responds, the command reports it after the time limit for a response."""
    with socket.create_server(("127.0.0.1", 0)) as silent:
        port = silent.getsockname()[1]
        line = only_line_of(tmp_path, f"redis://127.0.0.1:{port}", ARBITER_ANSWER_SECONDS="0.5")
    assert "cannot be used: " in line


@pytest.mark.parametrize("words", [("key", "list"), ("erase", "dice.table:x", "--yes"), ("up",)])
def test_every_other_process_without_a_store_says_so_too(tmp_path: Path, words: tuple[str, ...]) -> None:
    """Every other command that needs a store prints one line and no traceback, and exits with 1."""
    done = arbiter(tmp_path, *words, ARBITER_REDIS_URL=f"redis://127.0.0.1:{free_port()}")
    assert 1 == done.returncode
    (line,) = done.stderr.splitlines()
    assert line.startswith("Error: the store ")
