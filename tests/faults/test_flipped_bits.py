"""Bits that are flipped in a file or a snapshot, one at a time.

After a flip, the server serves a stream exactly as it was written, or refuses it. ARBITER_TEST_FLIPS is the
number of flips over all files; `make faults` makes 1 000.
"""

from __future__ import annotations

import asyncio
import os
import shutil
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any, Final

import pytest
from msgspec import Struct
from redis import Redis

from services.gateway.operations.archive import ArchiveRequest, archive
from services.gateway.operations.backup import back_up, check, connect_plainly, log_of, restore
from services.gateway.processes.running import running
from shared.platform.embedded_store.store import EmbeddedStore, StoreError
from shared.platform.eventlog import CannotStart, LogRefusal, StreamUnknown
from shared.platform.seal import KeyFileBroken, Keys
from shared.platform.settings import ServerSettings
from tests.support.http import CLOSE, COLD, open_table, roll

pytestmark = [pytest.mark.faults, pytest.mark.store, pytest.mark.rule("AR-STORE-08")]

FLIPS: Final = int(os.environ.get("ARBITER_TEST_FLIPS", "36"))
ROLLS: Final = 12
UNTIL_A_SNAPSHOT: Final = 210
SHARES: Final = {"log": 0.4, "base": 0.12, "copy": 0.12, "archive": 0.12, "keys": 0.12, "snapshot": 0.12}
"""The share of the flips in each file. log: the append-only file; base: the base file that precedes it."""
GONE: Final = "gone"
REFUSED: Final = "refused"


class Written(Struct, frozen=True, kw_only=True):
    """A data folder with a stopped store, a copy of it, the names of its streams, and their content before the flip."""

    folder: Path
    copy: Path
    streams: list[str]
    facts: dict[str, Any]
    keys: Any


def settings_in(folder: Path) -> ServerSettings:
    """Return the settings for a data folder."""
    return ServerSettings(data_folder=folder, durability="relaxed")


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Written:
    """Play on tables, some of which stay open while others are closed or archived.

    The store's log is rewritten in between.
    """
    folder = tmp_path_factory.mktemp("written")
    with running(folder, durability="relaxed", **COLD) as server, server.client() as app:
        tables = [open_table(server, app) for _ in range(4)]
        for table in tables:
            for place in range(ROLLS):
                table.done(roll("2d6", secret=place % 2 == 0))
        for table in tables[2:]:
            table.done(CLOSE)
        streams = [table.opened["stream"] for table in tables]
        asked = ServerSettings(redis_url=server.store.url, data_folder=folder, durability="relaxed")
        assert {} == archive(asked, ArchiveRequest(streams=streams[3:])).stay
        back_up(settings_in(folder), folder / "copy.rdb")
        with Redis.from_url(server.store.url) as redis:
            redis.bgrewriteaof()
            while redis.info("persistence")["aof_rewrite_in_progress"]:
                pass
        for _ in range(UNTIL_A_SNAPSHOT):
            tables[0].done(roll("2d6"))
    (folder / "server.log").unlink()
    with EmbeddedStore(folder / "store", durability="everysec") as store:
        facts = asyncio.run(facts_of(settings_in(folder), store.url, streams))
    return Written(
        folder=folder, copy=folder / "copy.rdb", streams=streams, facts=facts, keys=keys_in(folder / "keys.json")
    )


async def facts_of(settings: ServerSettings, url: str, streams: list[str]) -> dict[str, Any]:
    """Return each stream's state and whole log as the services read them, or `refused` or `gone` if they cannot."""
    connection = await connect_plainly(settings, url)
    found = dict[str, Any]()
    try:
        sealer = (await connection.open_keys(settings.keys_at)).sealer
        for name in streams:
            log = log_of(connection, sealer, name)
            try:
                snapshot, page = await log.load(name), await log.read(name, limit=1000)
            except StreamUnknown:
                found[name] = GONE
            except LogRefusal:
                found[name] = REFUSED
            else:
                commits = [(commit.version, commit.head, repr(commit.record)) for commit in page.commits]
                found[name] = (snapshot.version, snapshot.head, repr(snapshot.stream), commits)
            await log.close()
    finally:
        await connection.close()
    return found


def keys_in(file: Path) -> Any:  # noqa: ANN401 whatever a key file is good for
    """Return what a server reads from a key file."""
    keys = Keys(file)
    return keys.sealer._keys, keys.signer.public, keys.receipt_keys, keys.tokens.keys, keys.tokens.current


def flip(file: Path, random: Random) -> str:
    """Flip one bit of a file; return its position."""
    data = bytearray(file.read_bytes())
    place, bit = random.randrange(len(data)), random.randrange(8)
    data[place] ^= 1 << bit
    file.write_bytes(data)
    return f"bit {bit} of byte {place} of {len(data)} in {file.name}"


# ---------------------------------------------------------------- each file


def judge(written: Written, folder: Path) -> str:
    """Start the store of a folder, and read every stream.

    Return `harmless`, `detected`, or a description of the data that was served wrongly.
    """
    settings = settings_in(folder)
    try:
        with EmbeddedStore(folder / "store", durability="everysec") as store:
            facts = asyncio.run(facts_of(settings, store.url, written.streams))
            wrong = {name: fact for name, fact in facts.items() if fact not in (REFUSED, written.facts[name])}
            if not wrong:
                return "harmless" if facts == written.facts else "detected"
            checked = check(settings, store.url)
            named = checked.broken.keys() | checked.closed.keys()
    except (StoreError, CannotStart, KeyFileBroken, LogRefusal):
        return "detected"
    if all(fact == GONE for fact in wrong.values()) and named:
        return "detected"
    return f"served: {[(name, fact if fact == GONE else fact[0]) for name, fact in wrong.items()]}, named: {named}"


def flipped_log(written: Written, folder: Path, random: Random, pattern: str) -> tuple[str, str]:
    """Flip a bit of one file of the store's log, and judge the folder."""
    shutil.copytree(written.folder, folder)
    file = next(iter((folder / "store" / "appendonlydir").glob(pattern)))
    return flip(file, random), judge(written, folder)


def in_log(written: Written, folder: Path, random: Random) -> tuple[str, str]:
    """Flip a bit of the file to which the store appends, and judge the folder."""
    return flipped_log(written, folder, random, "*.incr.aof")


def in_base(written: Written, folder: Path, random: Random) -> tuple[str, str]:
    """Flip a bit of the store's base file, and judge the folder."""
    return flipped_log(written, folder, random, "*.base.rdb")


def in_copy(written: Written, folder: Path, random: Random) -> tuple[str, str]:
    """Flip a bit of a copy, restore the copy, and judge the folder."""
    folder.mkdir()
    shutil.copy(written.folder / "keys.json", folder)
    shutil.copytree(written.folder / "archive", folder / "archive")
    said = flip(Path(shutil.copy(written.copy, folder)), random)
    try:
        restore(settings_in(folder), folder / written.copy.name)
    except StoreError:
        return said, "detected"
    return said, "restored"


def in_archive(written: Written, folder: Path, random: Random) -> tuple[str, str]:
    """Flip a bit of an archived stream's file, and judge the folder."""
    shutil.copytree(written.folder, folder)
    return flip(next(iter((folder / "archive").rglob("*.ndjson"))), random), judge(written, folder)


def in_keys(written: Written, folder: Path, random: Random) -> tuple[str, str]:
    """Flip a bit of the key file, and judge the folder."""
    folder.mkdir()
    file = Path(shutil.copy(written.folder / "keys.json", folder))
    said = flip(file, random)
    try:
        keys = keys_in(file)
    except (KeyFileBroken, ValueError):
        return said, "detected"
    if keys == written.keys:
        return said, "harmless"
    if keys[1:3] != written.keys[1:3]:
        return said, "signs with another key"
    if keys[0] == written.keys[0]:
        return said, "tokens refused"
    shutil.copytree(written.folder / "store", folder / "store")
    shutil.copytree(written.folder / "archive", folder / "archive")
    return said, judge(written, folder)


def in_snapshot(written: Written, folder: Path, random: Random) -> tuple[str, str]:
    """Flip a bit of a snapshot in the store, and judge the folder."""
    shutil.copytree(written.folder, folder)
    with EmbeddedStore(folder / "store", durability="everysec") as store, Redis.from_url(store.url) as redis:
        snapshots = sorted(redis.keys("{p*}:s:*"))
        assert snapshots, "no stream has a snapshot"
        key = random.choice(snapshots)
        sealed: Any = redis.hget(key, "b")
        data = bytearray(sealed)
        place, bit = random.randrange(len(data)), random.randrange(8)
        data[place] ^= 1 << bit
        redis.hset(key, "b", bytes(data))
    return f"bit {bit} of byte {place} of {len(data)} in {key!r}", judge(written, folder)


FILES: Final[dict[str, Callable[[Written, Path, Random], tuple[str, str]]]] = {
    "log": in_log, "base": in_base, "copy": in_copy, "archive": in_archive, "keys": in_keys, "snapshot": in_snapshot,
}  # fmt: skip


@pytest.mark.parametrize("name", FILES)
def test_a_flipped_bit_is_detected_or_harmless(written: Written, tmp_path: Path, name: str) -> None:
    """After any flip, the server serves the data as it was written, or responds with an error."""
    random, counted, wrong = Random(name), Counter[str](), list[str]()
    for number in range(round(FLIPS * SHARES[name])):
        folder = tmp_path / str(number)
        place, outcome = FILES[name](written, folder, random)
        counted[outcome.partition(":")[0]] += 1
        if outcome.partition(":")[0] not in {"harmless", "detected", "tokens refused"}:
            wrong.append(f"{place}: {outcome}")
        shutil.rmtree(folder, ignore_errors=True)
    print(name, dict(counted))  # noqa: T201 the figures of a run

    assert [] == wrong
