"""`arbiter backup`, `arbiter restore` and `arbiter check`: copy the embedded store, restore it, and verify its streams.

A copy is the store's own snapshot (RDB), made while commands continue. It can be decrypted only with the key file, and
the copy never contains the key file. An external store is copied with its own tools. `arbiter check` verifies the
streams of any store.
"""

from __future__ import annotations

import asyncio
import os
import shutil
import subprocess
import tempfile
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote

import stamina
from msgspec import Struct
from redis import Redis
from redis.asyncio import Redis as AsyncRedis
from redis.backoff import NoBackoff
from redis.exceptions import RedisError
from redis.retry import Retry

from services.gateway.readers import reader_for
from shared.kernel.record import NO_HEAD
from shared.platform.embedded_store.rewrite import idle, rewrite_snapshot
from shared.platform.embedded_store.store import StoreError, find_server, store_that_runs
from shared.platform.embedded_store.store_of_settings import store_of
from shared.platform.eventlog import EventLog, KeyNotHeld, StoreConnection, StreamErased, check_keys
from shared.platform.eventlog.redis.scanning import stream_names
from shared.platform.queue import open_store
from shared.platform.ruleset import ruleset_of
from shared.platform.seal import Keys, Sealer
from shared.platform.settings import ServerSettings

SNAPSHOT: Final = "dump.rdb"
LOG: Final = "appendonlydir"
START_SECONDS: Final = 600.0
"""Maximum seconds for a server to read a copy. A large copy takes minutes."""


class Checked(Struct, frozen=True, kw_only=True):
    """The result of checking a store: its contents, the streams with faults, and the streams whose key is missing."""

    streams: int
    commits: int
    erased: int
    broken: dict[str, str]
    closed: dict[str, str]


# ---------------------------------------------------------------- copying


def back_up(settings: ServerSettings, file: Path) -> int:
    """Copy the embedded store, running or stopped, to a file. Return the size of the file in bytes.

    Refuses: StoreError, CannotStart
    """
    if settings.redis_url:
        raise StoreError("the store is external: copy it with its own tools, such as `valkey-cli --rdb FILE`")
    folder = settings.data_folder / "store"
    with store_of(settings) as address:
        asyncio.run(_keys_held(settings, address))
        asyncio.run(_snapshot(address))
    written = folder / SNAPSHOT
    try:
        _copy(written, file)
    finally:
        written.unlink()  # a stream that is erased later would stay in it
    return file.stat().st_size


async def _keys_held(settings: ServerSettings, address: str) -> None:
    """Check that the key file decrypts the data of the store that was copied.

    Refuses: CannotStart
    """
    await check_keys(partial(connect_plainly, settings, address), settings.keys_at)


def keys_of(settings: ServerSettings) -> Keys:
    """Open the key file. If it is missing, create it, unless a store with games exists already.

    Rule:    AR-KEY-02
    Refuses: StoreError, CannotStart, StoreAway
    """
    if settings.keys_at.exists() or not (settings.redis_url or (settings.data_folder / "store").exists()):
        return Keys.open(settings.keys_at)
    with store_of(settings) as address:
        asyncio.run(_keys_held(settings, address))
    return Keys(settings.keys_at)


async def connect_plainly(settings: ServerSettings, address: str) -> StoreConnection:
    """Connect to a store without any requirement on its durability.

    Refuses: CannotStart, StoreAway
    """
    return await StoreConnection.open(
        address, durability="relaxed", partitions=settings.partitions, archive=settings.archive_at
    )


async def _snapshot(address: str) -> None:
    async with AsyncRedis.from_url(address, decode_responses=True) as redis:
        await rewrite_snapshot(redis)


def _copy(source: Path, file: Path) -> None:
    """Copy a file atomically: afterwards, the copy is either complete or does not exist.

    Refuses: StoreError
    """
    draft = file.with_name(f".{file.name}.part")
    try:
        with (
            source.open("rb") as read,
            os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as out,
        ):
            shutil.copyfileobj(read, out)
            out.flush()
            os.fsync(out.fileno())
        draft.replace(file)
    except OSError as error:
        raise StoreError(f"{file} cannot be written: {error.strerror}") from error
    finally:
        with suppress(OSError):
            draft.unlink()


# ---------------------------------------------------------------- restoring


def restore(settings: ServerSettings, file: Path) -> None:
    """Create the embedded store from a copy. There must be no embedded store yet.

    Refuses: StoreError
    """
    folder = settings.data_folder / "store"
    if (folder / LOG).exists() or store_that_runs(folder) is not None:
        raise StoreError(f"{folder} has a store already; set ARBITER_DATA_FOLDER to a folder without one")
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    try:
        shutil.copyfile(file, folder / SNAPSHOT)
        _written_as_log(folder)
    except BaseException:
        shutil.rmtree(folder / LOG, ignore_errors=True)
        raise
    finally:
        (folder / SNAPSHOT).unlink(missing_ok=True)


def _written_as_log(folder: Path) -> None:
    """Make a server load the snapshot in a folder and write an append-only file, from which the store can start."""
    with tempfile.TemporaryDirectory(prefix="arbiter-") as place:
        socket = Path(place, "restore.sock")
        process = subprocess.Popen(  # noqa: S603 the binary was checked, and no shell reads the words
            [find_server(), "--port", "0", "--unixsocket", socket, "--dir", folder, "--save", "", "--appendonly", "no"],
            stdout=subprocess.PIPE, encoding="utf-8", errors="replace",
        )  # fmt: skip
        try:
            with Redis.from_url(f"unix://{quote(str(socket))}", retry=Retry(NoBackoff(), 0)) as redis:
                _await_answer(redis, process)
            asyncio.run(_log_written(f"unix://{quote(str(socket))}"))
        finally:
            process.terminate()
            process.communicate()


def _await_answer(redis: Redis, process: subprocess.Popen[str]) -> None:
    patient = stamina.retry_context(
        on=RedisError, attempts=None, timeout=START_SECONDS, wait_initial=0.02, wait_max=0.2
    )  # fmt: skip
    for attempt in patient:
        with attempt:
            if process.poll() is not None:
                raise StoreError(f"the copy cannot be read: {_last_line(process)}")
            redis.ping()


def _last_line(process: subprocess.Popen[str]) -> str:
    """Return the last line that a stopped server printed, without the line's time and number if it has them."""
    lines = (process.stdout.read() if process.stdout else "").splitlines() or [""]
    return lines[-1].partition("# ")[2] or lines[-1]


async def _log_written(address: str) -> None:
    """Make the store write its append-only file, and check that it succeeded.

    Refuses: StoreError
    """
    async with AsyncRedis.from_url(address, decode_responses=True) as redis:
        await redis.config_set("appendonly", "yes")
        if (await idle(redis))["aof_last_bgrewrite_status"] != "ok":
            raise StoreError("the copy was read, but could not be written as a log: is the disk full?")


# ---------------------------------------------------------------- verifying streams


def check(settings: ServerSettings, store: str, report: Callable[[str, int], None] = lambda *_: None) -> Checked:
    """Verify the hash chain of every stream and decrypt its secrets. Call `report` for each stream.

    Refuses: StoreAway, CannotStart
    """
    return asyncio.run(_check(settings, store, report))


async def _check(settings: ServerSettings, store: str, report: Callable[[str, int], None]) -> Checked:
    streams, commits, erased = 0, 0, 0
    broken, closed = dict[str, str](), dict[str, str]()
    async with open_store(settings, store, connect_plainly) as (connection, keys):
        async for name in stream_names(store):
            streams += 1
            try:
                held = await _verify(log_of(connection, keys.sealer, name), name)
            except StreamErased:
                erased += 1
            except KeyNotHeld as lacking:
                closed[name] = f"it is sealed with the key {lacking.key}, which is not in {settings.keys_at}"
            except Exception as error:  # noqa: BLE001 every error of a stream is a result here
                broken[name] = str(error) or type(error).__name__
            else:
                commits += held
                report(name, held)
    return Checked(streams=streams, commits=commits, erased=erased, broken=broken, closed=closed)


def log_of(connection: StoreConnection, sealer: Sealer, name: str) -> EventLog[Any]:
    """Return the event log of the service that a stream belongs to.

    Refuses: LookupError
    """
    reader = reader_for(name)
    if reader is None:
        raise LookupError("the stream belongs to no service here")
    return EventLog(connection, reader.game, sealer, ruleset=ruleset_of(name.partition(".")[0]))


async def _verify(log: EventLog[Any], name: str) -> int:
    """Read a stream from its beginning, and return the number of its valid commits.

    Refuses: ValueError if the hash chain breaks, and all refusals of `EventLog.read`
    """
    head, after, held = NO_HEAD, 0, 0
    while True:
        page = await log.read(name, after=after, limit=1000)
        for commit in page.commits:
            head = commit.record.head_after(head)
            if head != commit.head:
                raise ValueError(f"the chain breaks at version {commit.version}")
            after, held = commit.version, held + 1
        if not page.commits:
            if head != page.head:
                raise ValueError(f"it ends at version {after} instead of {page.version}")
            return held
