"""A store and its key file, which belong together.

Every process refuses another key file, and names a missing key.
"""

from __future__ import annotations

import asyncio
import json
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import httpx
import pytest
from redis import Redis

from services.gateway.processes.running import Running, running
from services.gateway.processes.up import fresh_key
from shared.platform.embedded_store.store import EmbeddedStore
from shared.platform.eventlog import CannotStart, StoreConnection
from shared.platform.seal import Keys
from tests.gateway.test_cli import arbiter
from tests.support.http import CLOSE, COLD, Table, assert_problem, open_table, roll
from tests.support.nursery import executed

pytestmark = pytest.mark.store

CHECKS: Final = "arbiter:key-check"
PROCESSES: Final = (
    ("serve",), ("worker",), ("clock",), ("dispatcher",), ("check",), ("archive",), ("index",),
    ("erase", "dice.table:none", "--yes"), ("keyfile", "rotate", "sealing"),
)  # fmt: skip


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """Run a server whose store has a table."""
    with running(tmp_path_factory.mktemp("own"), durability="relaxed", **COLD) as server:
        with server.client() as app:
            open_table(server, app).done(roll("2d6", secret=True))
        yield server


def beside(server: Running, folder: Path, *words: str, **more: str) -> subprocess.CompletedProcess[str]:
    """Run a command on the store of a running server, with another data folder."""
    settings = {"ARBITER_REDIS_URL": server.store.url, "ARBITER_DURABILITY": "relaxed", "ARBITER_PORT": "0"}
    return arbiter(folder, *words, **settings, **more)


@pytest.mark.rule("AR-KEY-02")
@pytest.mark.parametrize("words", PROCESSES, ids=lambda words: words[0])
def test_no_process_makes_a_key_file_for_a_store_that_has_games(
    server: Running, tmp_path: Path, words: tuple[str, ...]
) -> None:
    """No command creates a key file for a store that has games; the error names the folder."""
    with executed():  # run each command once in a new process without imports
        refused = beside(server, tmp_path, *words)

    assert refused.returncode == 1
    assert f"the key file {tmp_path}/keys.json does not exist" in refused.stderr
    assert "Traceback" not in refused.stderr
    assert not (tmp_path / "keys.json").exists()


@pytest.mark.rule("AR-KEY-01")
@pytest.mark.parametrize("words", PROCESSES[:-1], ids=lambda words: words[0])
def test_no_process_runs_with_the_key_file_of_another_store(
    server: Running, tmp_path: Path, words: tuple[str, ...]
) -> None:
    """No process starts with another store's key file; the error names the file and the right key."""
    Keys.open(tmp_path / "keys.json")
    key = Keys(server.folder / "keys.json").sealer.current
    refused = beside(server, tmp_path, *words)

    assert refused.returncode == 1
    assert f"the key file {tmp_path}/keys.json is not the one of this store" in refused.stderr
    assert f"sealed with the key {key}" in refused.stderr
    assert "Traceback" not in refused.stderr


@pytest.mark.rule("AR-KEY-01")
def test_an_embedded_store_is_not_backed_up_with_another_key_file(server: Running, tmp_path: Path) -> None:
    """`arbiter backup` refuses another store's key file, and writes no copy."""
    other = Keys.open(tmp_path / "keys.json").path
    with executed():
        refused = arbiter(server.folder, "backup", str(tmp_path / "copy.rdb"), ARBITER_KEY_FILE=str(other))

    assert refused.returncode == 1
    assert f"the key file {other} is not the one of this store" in refused.stderr
    assert not (tmp_path / "copy.rdb").exists()


@pytest.mark.rule("AR-KEY-02")
def test_up_on_a_folder_whose_key_file_is_gone_makes_none(tmp_path: Path) -> None:
    """If the key file of its games is missing, `arbiter up` creates none; the error says how to continue."""
    with running(tmp_path, durability="relaxed", **COLD) as server, server.client() as app:
        open_table(server, app)
    (tmp_path / "keys.json").rename(tmp_path / "kept.json")
    refused = arbiter(tmp_path, "up", ARBITER_DURABILITY="relaxed", ARBITER_PORT="0")

    assert refused.returncode == 1
    assert f"the key file {tmp_path}/keys.json does not exist" in refused.stderr
    assert not (tmp_path / "keys.json").exists()


# ---------------------------------------------------------------- the first start


@pytest.fixture
def store(tmp_path: Path) -> Iterator[EmbeddedStore]:
    """Run an empty store."""
    with EmbeddedStore(tmp_path / "store", durability="everysec") as store:
        yield store


async def open_keys(store: EmbeddedStore, path: Path) -> Keys:
    """Open a key file on a store."""
    connection = await StoreConnection.open(store.url, durability="relaxed")
    try:
        return await connection.open_keys(path)
    finally:
        await connection.close()


@pytest.mark.rule("AR-KEY-01")
async def test_of_two_concurrent_key_files_a_store_accepts_one(store: EmbeddedStore, tmp_path: Path) -> None:
    """Of two key files, the store accepts the one that is used first, and refuses the other for ever."""
    for number in range(8):
        with Redis.from_url(store.url) as redis:
            redis.delete(CHECKS)
        files = [tmp_path / f"{name}{number}" / "keys.json" for name in ("one", "two")]
        found = await asyncio.gather(*(open_keys(store, file) for file in files), return_exceptions=True)
        refused = [file for file, keys in zip(files, found, strict=True) if isinstance(keys, CannotStart)]

        assert len(refused) == 1
        with pytest.raises(CannotStart, match=re.escape(str(refused[0]))):
            await open_keys(store, refused[0])


# ---------------------------------------------------------------- stores of before, and rotation


@pytest.mark.rule("AR-KEY-03")
def test_an_old_store_accepts_only_the_key_file_that_opens_its_streams(server: Running, tmp_path: Path) -> None:
    """In a store without a check value, the sealed streams show which key file opens them."""
    Keys.open(tmp_path / "keys.json")
    with Redis.from_url(server.store.url) as redis:
        redis.delete(CHECKS)
        missing = beside(server, tmp_path / "empty", "check")
        other = beside(server, tmp_path, "check")
        nothing_left = redis.exists(CHECKS)
        own = beside(server, server.folder, "check")
        left = redis.hlen(CHECKS)

    assert (missing.returncode, other.returncode, own.returncode) == (1, 1, 0)
    assert "does not exist" in missing.stderr
    assert "is not the one of this store" in other.stderr
    assert (nothing_left, left) == (0, 1)


@pytest.mark.rule("AR-KEY-03")
async def test_a_rotated_key_file_opens_the_store_also_without_its_first_key(
    store: EmbeddedStore, tmp_path: Path
) -> None:
    """The store records every key that was ever current, and accepts a key file with any of them."""
    path = tmp_path / "keys.json"
    first = (await open_keys(store, path)).sealer.current
    kept = path.read_bytes()
    Keys(path).rotate()
    second = (await open_keys(store, path)).sealer.current
    path.write_bytes(kept)
    before = (await open_keys(store, path)).sealer.current
    path.write_bytes(kept)
    Keys(path).rotate()
    without(path, first)

    assert before == first != second
    with pytest.raises(CannotStart, match="is not the one of this store"):
        await open_keys(store, path)


def without(path: Path, key: str) -> None:
    """Remove a sealing key from a key file."""
    form: dict[str, Any] = json.loads(path.read_bytes())
    del form["sealing"]["keys"][key]
    path.write_text(json.dumps(form), "utf-8")


# ---------------------------------------------------------------- a key that lacks


class Lacking:
    """A server whose key file lacks the key of two streams: an open one, and an ended and archived one."""

    def __init__(self, server: Running) -> None:
        """Play both streams, rotate the key, and remove the old one."""
        self.server, path = server, server.folder / "keys.json"
        self.key = Keys(path).sealer.current
        with server.client() as app:
            self.lost = open_table(server, app)
            self.lost.done(roll("2d6", secret=True))
            self.ended = open_table(server, app)
            self.ended.done(roll("2d6", secret=True))
            self.ended.done(CLOSE)
        archived = beside(server, server.folder, "archive", "--stream", self.ended.opened["stream"])
        assert archived.returncode == 0, archived.stderr
        server.stop()
        Keys(path).rotate()
        server.start()
        server.stop()
        without(path, self.key)
        server.start()


@pytest.fixture(scope="module")
def lacking(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Lacking]:
    """Run a server whose key file lacks the key of two streams."""
    with running(tmp_path_factory.mktemp("lacking"), durability="relaxed", **COLD) as server:
        yield Lacking(server)


def again(lacking: Lacking, app: httpx.Client) -> Table:
    """Restart the server; return the table with the missing key, at the new address."""
    return Table(server=lacking.server, app=app, path=lacking.lost.path, opened=lacking.lost.opened)


@pytest.mark.rule("AR-KEY-04")
def test_a_stream_with_a_missing_key_is_503_and_not_broken(lacking: Lacking) -> None:
    """Every path that needs sealed data responds 503 with the key's id. New streams can still be opened."""
    with lacking.server.client() as app:
        table = again(lacking, app)
        refused = [
            table.get(), table.get("/events"), table.get("/audit"), table.get("/legal", seat="gm"), table.send(roll()),
            table.get("?at=5"),
        ]  # fmt: skip
        open_table(lacking.server, app).done(roll("2d6", secret=True))

    for answer in refused:
        assert_problem(answer, 503)
        assert answer.json()["type"] == "urn:arbiter:key-not-held"
        assert answer.json()["needs"] == lacking.key
        assert "contradicts" not in answer.text
    logged = lacking.server.log.read_text("utf-8")
    assert '"key_not_held"' in logged
    assert '"keys_not_held"' in logged
    assert '"stream_broken"' not in logged


@pytest.mark.rule("AR-KEY-04")
def test_another_app_gets_no_sign_of_a_stream_with_a_missing_key(lacking: Lacking) -> None:
    """Another app gets the same response as for a stream that has never existed."""
    key = fresh_key(lacking.server.store.url, tenant="other").text
    with lacking.server.client(key) as app:
        there = app.get(again(lacking, app).path)
        nowhere = app.get("/dice/v1/tables/none")

    assert (there.status_code, nowhere.status_code) == (404, 404)
    assert there.json()["detail"] == nowhere.json()["detail"]


@pytest.mark.rule("AR-KEY-04")
def test_check_and_verify_name_the_missing_key(lacking: Lacking) -> None:
    """`arbiter check` and `arbiter verify` name the missing key, and report no stream as broken or forged."""
    folder = lacking.server.folder
    checked = beside(lacking.server, folder, "check")
    file = next((folder / "archive").glob("*/*.ndjson"))
    verified = arbiter(folder, "verify", str(file), "--key-file", str(folder / "keys.json"))

    assert checked.returncode == 1
    assert f"sealed with the key {lacking.key}, which is not in {folder}/keys.json" in checked.stderr
    assert "broken" not in checked.stderr + checked.stdout
    assert verified.returncode == 1
    assert f"sealed with the key {lacking.key}, which is not in {folder}/keys.json" in verified.stdout
