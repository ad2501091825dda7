"""Backups that are restored to another store.

A game continues after its backup was made. The backup is then restored elsewhere, and the game continues there.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final

import httpx
import pytest
from redis import Redis

from services.gateway.operations.backup import back_up, restore
from services.gateway.processes.running import Running, running
from shared.platform.embedded_store.store import EmbeddedStore, StoreError
from shared.platform.seal import Keys
from shared.platform.settings import ServerSettings
from tests.gateway.test_cli import arbiter
from tests.support.http import CLOSE, COLD, Table, open_table, roll
from tests.support.nursery import executed

pytestmark = pytest.mark.store
COPY: Final = "copy.rdb"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """Run a server with a store that the tests back up."""
    with running(tmp_path_factory.mktemp("played"), durability="relaxed", **COLD) as server:
        yield server


@pytest.fixture(scope="module")
def app(server: Running) -> Iterator[httpx.Client]:
    """Return a client with the app's key."""
    with server.client() as app:
        yield app


@pytest.fixture(scope="module")
def played(server: Running, app: httpx.Client) -> Table:
    """Play a table with secret rolls, back it up, and continue to play; return the table."""
    table = open_table(server, app)
    for _ in range(3):
        table.done(roll("2d6", secret=True))
    back_up(ServerSettings(data_folder=server.folder), server.folder / COPY)
    table.done(roll("2d6"))
    return table


@pytest.fixture
def there(server: Running, played: Table, tmp_path: Path) -> Iterator[Running]:
    """Run a server on a store restored from the backup, with the key file that was kept separately."""
    keys = {"ARBITER_KEY_FILE": str(server.folder / "keys.json")}
    done = arbiter(tmp_path, "restore", str(server.folder / COPY), **keys)
    assert done.returncode == 0, done.stderr
    assert f"1 streams, {played_before(played)} commits hold" in " ".join(done.stdout.split())
    with EmbeddedStore(tmp_path / "store", durability="everysec") as store:
        restored = Running(store, tmp_path, {"ARBITER_DURABILITY": "relaxed", **keys, **COLD})
        try:
            restored.start()
            yield restored
        finally:
            restored.stop()


def played_before(table: Table) -> int:
    """Return the number of commits in the backup: the opening and three rolls."""
    assert table.version > 4
    return 4


def test_a_restored_store_continues_the_games_of_the_copy(there: Running, server: Running, played: Table) -> None:
    """The restored store does not contain the roll made after the backup.

    Keys and tokens still work, and a restored game can be finished and verified.
    """
    with there.client(server.key) as app:
        table = Table(server=there, app=app, path=played.path, opened=played.opened)
        before, as_seat = table.version, table.get(seat="gm")
        table.done(roll("2d6"))
        table.done(CLOSE)
        report = table.get("/audit").json()

    assert before < played.version
    assert as_seat.status_code == 200
    assert report["conclusion"] == "proven"


def test_a_stream_that_was_changed_in_the_store_is_named(played: Table, server: Running) -> None:
    """`arbiter check` names a stream that was changed in the store, and exits with 1."""
    name = played.opened["stream"]
    whole = arbiter(server.folder, "check")
    with Redis.from_url(server.store.url) as redis:
        head = redis.hget(f"{{p0}}:m:{name}", "h")
        redis.hset(f"{{p0}}:m:{name}", "h", bytes(32))
        broken = arbiter(server.folder, "check")
        redis.hset(f"{{p0}}:m:{name}", "h", head)

    assert whole.returncode == 0, whole.stderr
    assert broken.returncode == 1
    assert name in broken.stderr


def test_a_store_is_not_put_over_another(server: Running, played: Table) -> None:
    """`arbiter restore` refuses to overwrite an existing store."""
    before = played.version
    with pytest.raises(StoreError, match="has a store already"):
        restore(ServerSettings(data_folder=server.folder), server.folder / COPY)

    assert played.version == before


@pytest.mark.rule("AR-STORE-08")
def test_a_damaged_copy_is_refused_whatever_its_server_prints(tmp_path: Path) -> None:
    """`arbiter restore` refuses a damaged copy.

    The store may print the name of a damaged key, which need not be valid text.
    """
    Keys.open(tmp_path / "keys.json")
    file = tmp_path / "copy.rdb"
    file.write_bytes(b"REDIS0011" + b"\x00\x02\xe3\x28" + b"\xc7")
    with pytest.raises(StoreError, match=r"the copy cannot be read: [A-Za-z]"):
        restore(ServerSettings(data_folder=tmp_path), file)

    assert not (tmp_path / "store" / "appendonlydir").exists()


def test_a_folder_that_is_no_copy_is_refused(tmp_path: Path) -> None:
    """`arbiter restore` refuses a file that is not a backup, and leaves no store in the folder."""
    file = tmp_path / "words"
    file.write_text("no copy of anything", "utf-8")
    with executed():
        refused = arbiter(tmp_path / "data", "restore", str(file))
    again = arbiter(tmp_path / "data", "restore", str(file))

    assert refused.returncode == again.returncode == 1
    assert "cannot be read" in refused.stderr
    assert refused.stderr == again.stderr


def test_a_copy_leaves_nothing_in_the_folder_of_the_store(server: Running, played: Table) -> None:
    """A backup leaves no file in the store's folder, so no file there keeps the data of a stream erased later."""
    assert played.version
    assert not (server.folder / "store" / "dump.rdb").exists()


def test_a_backup_that_fails_leaves_no_part_of_the_copy(server: Running, played: Table, tmp_path: Path) -> None:
    """If the file cannot be written, no incomplete copy stays, which would keep the data of a stream erased later."""
    assert played.version
    (tmp_path / COPY).mkdir()
    with pytest.raises(StoreError, match=r"copy\.rdb cannot be written: Is a directory"):
        back_up(ServerSettings(data_folder=server.folder), tmp_path / COPY)

    assert [tmp_path / COPY] == list(tmp_path.iterdir())


def test_a_backup_into_a_missing_folder_is_refused_in_a_line(server: Running, tmp_path: Path) -> None:
    """If the folder of the copy does not exist, `arbiter backup` says so in one line and exits with 1."""
    refused = arbiter(server.folder, "backup", str(tmp_path / "none" / COPY))

    said = f"Error: {tmp_path}/none/{COPY} cannot be written: No such file or directory\n"
    assert (1, said) == (refused.returncode, refused.stderr)
