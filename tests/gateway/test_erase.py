"""`arbiter erase`: afterwards no file has the erased data, and the command reports what the store refused."""

from __future__ import annotations

import re
import secrets
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import httpx
import pytest
import redis

from services.gateway.operations.erase import erase
from services.gateway.processes.running import Running, free_port, running
from shared.platform.embedded_store.rewrite import FilesKept
from shared.platform.embedded_store.store import EmbeddedStore
from shared.platform.settings import ServerSettings
from tests.gateway.test_cli import arbiter
from tests.support.http import COLD, Table, key_of, open_table, roll
from tests.support.undo_campaign import campaign

pytestmark = pytest.mark.store

READS: Final = ("", "/events", "/legal")
KEPT: Final = "The public wedding of Bartholomew Cholmondeley"
ASKED: Final = {"type": "AskFortune", "question": "is the ferryman lying", "odds": {"likelihood": "even"}}
USUAL: Final = {"rdb-key-save-delay": 0, "rdbcompression": "no", "save": ""}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """Run a server with a store whose files the tests read."""
    with running(tmp_path_factory.mktemp("erase"), durability="relaxed", **COLD) as server:
        yield server


@pytest.fixture
def store(server: Running) -> Iterator[redis.Redis]:
    """Connect to the store; reset its settings after the test."""
    with redis.Redis.from_url(server.store.url) as store:
        for name, value in USUAL.items():
            store.config_set(name, value)
        yield store
        for name, value in USUAL.items():
            store.config_set(name, value)


@pytest.fixture
def words() -> str:
    """Return texts that occur in no file yet."""
    return f"The secret wedding of Rosalind Featherstonehaugh {secrets.token_hex(6)}"


@pytest.fixture
def app(server: Running) -> Iterator[httpx.Client]:
    """Return a client with the app's key."""
    with server.client() as client:
        yield client


def write_texts(table: Table, words: str) -> str:
    """Write texts into every text field of a table; return the table's stream."""
    spoken = roll("1d20")
    spoken["rolls"][0]["purpose"] = words[:60]
    table.done(spoken)
    table.done({"type": "VoidRoll", "roll": 1, "reason": words})
    stream: str = table.opened["stream"]
    return stream


def files_with(folder: Path, words: str) -> list[str]:
    """Return the files below a folder that contain these texts."""
    files = (file for file in folder.rglob("*") if file.is_file())
    return sorted(file.name for file in files if words.encode() in file.read_bytes())


def fork_of(app: httpx.Client, stream: str) -> str:
    """Fork a table at its first version; return the fork's stream."""
    answer = app.post(f"/dice/v1/tables/{stream.rpartition(':')[2]}/forks", json={"at": 1})
    assert answer.status_code == 201, answer.text
    forked: str = answer.json()["stream"]
    return forked


def erase_stream(server: Running, stream: str) -> str:
    """Erase a stream while the server is running; return the command's output."""
    return erase(ServerSettings(data_folder=server.folder, redis_url=server.store.url, durability="relaxed"), stream)


def test_nothing_of_an_erased_stream_is_in_any_file(
    server: Running, app: httpx.Client, store: redis.Redis, words: str
) -> None:  # fmt: skip
    """Before the erasure, the store's files contain the stream's texts.

    Afterwards no file does, and other streams are unchanged.
    """
    gone = write_texts(open_table(server, app, title=words), words)
    stays = open_table(server, app, title=KEPT)
    assert files_with(server.folder, words)

    done = arbiter(
        server.folder, "erase", gone, "--yes", ARBITER_REDIS_URL=server.store.url, ARBITER_DURABILITY="relaxed"
    )  # fmt: skip

    assert (0, []) == (done.returncode, files_with(server.folder, words)), done.stderr
    assert {b"v", b"h", b"st", b"o"} == set(store.hkeys(f"{{p0}}:m:{gone}"))
    assert KEPT == stays.get().json()["game"]["title"]
    assert [410] * 3 == [app.get(f"/dice/v1/tables/{gone.rpartition(':')[2]}{rest}").status_code for rest in READS]


def test_a_rewrite_that_started_earlier_does_not_count(
    server: Running, app: httpx.Client, store: redis.Redis, words: str
) -> None:  # fmt: skip
    """If the store is already rewriting its files, `arbiter erase` waits for it and then starts another rewrite."""
    gone = write_texts(open_table(server, app, title=words), words)
    before = store.info("persistence")["aof_rewrites"]
    store.config_set("rdb-key-save-delay", 50_000)  # a rewrite takes a twentieth of a second for each key
    store.bgrewriteaof()
    store.config_set("rdb-key-save-delay", 0)
    erase_stream(server, gone)
    assert (before + 2, []) == (store.info("persistence")["aof_rewrites"], files_with(server.folder, words))


def test_a_store_s_snapshot_is_rewritten_too(
    server: Running, app: httpx.Client, store: redis.Redis, words: str
) -> None:  # fmt: skip
    """If the store keeps a snapshot as well as its log, `arbiter erase` rewrites both."""
    gone = write_texts(open_table(server, app, title=words), words)
    store.config_set("save", "3600 100000")
    store.save()
    assert "dump.rdb" in files_with(server.folder, words)

    erase_stream(server, gone)

    assert [] == files_with(server.folder, words)


def test_a_store_that_may_not_rewrite_its_files_is_reported(
    server: Running, app: httpx.Client, store: redis.Redis, words: str
) -> None:  # fmt: skip
    """If the store forbids the rewrite, the error lists what is done and what is not.

    A later run of the command completes the erasure.
    """
    gone = write_texts(open_table(server, app, title=words), words)
    store.acl_setuser("default", enabled=True, commands=["-bgrewriteaof"])
    with pytest.raises(FilesKept, match="The store's files may still hold what was in it") as raised:
        erase_stream(server, gone)
    assert re.search(r"is erased; its tombstone keeps version \d+", str(raised.value))
    assert 410 == app.get(f"/dice/v1/tables/{gone.rpartition(':')[2]}").status_code

    store.acl_setuser("default", enabled=True, commands=["+bgrewriteaof"])
    erase_stream(server, gone)

    assert [] == files_with(server.folder, words)


def test_replicas_are_listed_after_an_erasure(
    server: Running, app: httpx.Client, store: redis.Redis, tmp_path: Path
) -> None:  # fmt: skip
    """`arbiter erase` lists replicas, because a command to the primary does not rewrite their files."""
    gone = write_texts(open_table(server, app), KEPT)
    with EmbeddedStore(tmp_path / "replica") as replica:
        follow(store, replica)
        assert "1 replicas have files of their own" in erase_stream(server, gone)


def follow(primary: redis.Redis, replica: EmbeddedStore) -> None:
    """Make one store the replica of another, through a port opened for it; wait until it is in sync."""
    port = free_port()
    primary.config_set("port", port)
    with redis.Redis.from_url(replica.url) as follower:
        follower.execute_command("REPLICAOF", "127.0.0.1", port)
        while primary.info("replication")["connected_slaves"] == 0:
            time.sleep(0.01)


def test_a_stream_of_no_service_here_is_an_error(tmp_path: Path) -> None:
    """If a stream belongs to no service, `arbiter erase` erases nothing and exits with an error."""
    done = arbiter(tmp_path, "erase", "chess.match:1", "--yes")
    assert (1, True) == (done.returncode, "chess.match:1 belongs to no service here" in done.stderr)


def test_a_broken_stream_can_be_erased(
    server: Running, app: httpx.Client, store: redis.Redis, words: str
) -> None:  # fmt: skip
    """A stream with a damaged commit can be erased; its app then gets status 410."""
    table = open_table(server, app, title=words)
    name = table.opened["stream"]
    store.xadd(f"{{p0}}:e:{name}", {"p": "damaged", "h": "x" * 32}, id="999-0")
    store.hset(f"{{p0}}:m:{name}", "v", "999")
    assert 503 == table.get().status_code

    erase_stream(server, name)

    assert [] == files_with(server.folder, words)
    assert 410 == table.get().status_code


@pytest.mark.rule("AR-FORK-10")
def test_the_erasure_of_a_stream_names_its_forks(server: Running, app: httpx.Client) -> None:
    """`arbiter erase` lists the stream's forks and their forks, which are not erased, and no forks of other streams.

    Called again for the same stream, it lists them again.
    """
    gone, other = (open_table(server, app).opened["stream"] for _ in range(2))
    fork = fork_of(app, gone)
    forks = [fork, fork_of(app, fork)]
    fork_of(app, other)
    for number in range(6):
        key_of(server, tenant=f"tavern-{number}")

    for _ in range(2):
        assert erase_stream(server, gone).endswith(f"still hold what it was when they began: {', '.join(forks)}.")

    assert [200, 200] == [app.get(f"/dice/v1/tables/{one.rpartition(':')[2]}").status_code for one in forks]
    assert "fork" not in erase_stream(server, forks[1])


@pytest.mark.rule("AR-FORK-11")
def test_an_erasure_reads_the_list_once_however_many_forks_there_are(
    server: Running, app: httpx.Client, store: redis.Redis
) -> None:  # fmt: skip
    """`arbiter erase` names the forks of a chain in order, and reads each partition of the stream list only once."""
    gone = open_table(server, app).opened["stream"]
    forks = [gone]
    for _ in range(5):
        forks.append(fork_of(app, forks[-1]))
    with store.monitor() as asked:  # type: ignore[no-untyped-call]
        said = erase_stream(server, gone)
        store.echo("end")
        commands: list[str] = []
        while not commands or not commands[-1].startswith("ECHO"):
            commands.append(asked.next_command()["command"])
    lists = [command.split()[3] for command in commands if command.startswith("FCALL list_1")]

    assert said.endswith(f": {', '.join(forks[1:])}.")
    assert lists
    assert len(lists) == len(set(lists))


@pytest.mark.rule("AR-FORK-11")
def test_the_erasure_of_a_table_names_the_campaigns_that_rolled_its_dice(server: Running, app: httpx.Client) -> None:
    """`arbiter erase` of a table names only those campaigns that rolled dice on it."""
    at, other = open_table(server, app), open_table(server, app)
    luck = {"table": at.opened["stream"]}
    rolled, idle = (campaign(server, app, luck=luck) for _ in range(2))
    rolled.done(ASKED)
    said, again = (erase_stream(server, at.opened["stream"]) for _ in range(2))

    assert f"they can roll no more of them: {rolled.opened['stream']}." in said
    assert idle.opened["stream"] not in said
    assert "rolled" not in again + erase_stream(server, other.opened["stream"])
