"""`arbiter restore --until`: restore a copy as it was at an earlier moment.

A copy contains the whole log of every stream, and each commit has a time. Therefore a copy can be rewound to any moment
before it was made. Every stream then ends with its last commit at or before that moment.
"""

from __future__ import annotations

import asyncio
import re
import shutil
from collections.abc import Iterator
from datetime import UTC, datetime
from itertools import pairwise
from pathlib import Path
from typing import BinaryIO, Final

from msgspec import Struct

from services.gateway.operations.backup import LOG, connect_plainly, restore
from services.gateway.operations.index import logs_of
from shared.kernel.record import split_of
from shared.platform.embedded_store.store import StoreError
from shared.platform.embedded_store.store_of_settings import store_of
from shared.platform.eventlog import ArchiveAway, StoreConnection, now_ms
from shared.platform.eventlog.indexing import index_streams
from shared.platform.eventlog.reading.tails import entry_of
from shared.platform.eventlog.rewinding import Point, Rewind, newest_first, plan_rewind, rewind, time_of
from shared.platform.extras.archive.archive_files import Archive
from shared.platform.extras.archive.archiving import StreamArchiver
from shared.platform.queue import open_store
from shared.platform.settings import ServerSettings

VERSION_POINT: Final = re.compile(r"([a-z_]+\.[a-z_]+:[^@\s]+)@([0-9]{1,15})")
SECOND: Final = 1000
MAGIC_BYTES: Final = 9
AUXILIARY: Final = 0xFA
"""The byte before each fact (a name and a value) in the header of an RDB file."""
MADE_AT: Final = b"ctime"


class VersionPoint(Struct, frozen=True):
    """The moment at which a stream reached a version."""

    stream: str
    version: int


# ---------------------------------------------------------------- reading the command line


def point_in(words: str) -> int | VersionPoint:
    """Parse a time or a stream's version from the command line. Units: a time in milliseconds UTC.

    Refuses: StoreError
    """
    found = VERSION_POINT.fullmatch(words)
    if found is not None:
        return VersionPoint(found[1], int(found[2]))
    try:
        time = datetime.fromisoformat(words)
        if time.tzinfo is not None:
            time = time.astimezone(UTC)
    except (ValueError, OverflowError):  # the second if it is in the year 0 or 10000 of UTC
        raise StoreError(
            f"{words!r} is neither a time, such as 2026-11-29T18:30:00Z, nor a version, such as dice.table:ID@17"
        ) from None
    if time.tzinfo is None:
        raise StoreError(f"{words} has no time zone; add Z for UTC, or an offset such as +01:00")
    return int(time.timestamp() * SECOND)


def time_as_text(at: int) -> str:
    """Return a time as text. Units: milliseconds UTC."""
    return datetime.fromtimestamp(at / SECOND, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def made_at(file: Path) -> int | None:
    """Return the time at which a copy was made, or None if the file does not say.

    Units: milliseconds UTC, the end of the full second
    """
    with file.open("rb") as read:
        read.seek(MAGIC_BYTES)
        for name, value in _facts(read):
            if name == MADE_AT:
                return int(value) * SECOND + SECOND - 1
    return None


def _facts(read: BinaryIO) -> Iterator[tuple[bytes, bytes]]:
    while read.read(1) == bytes([AUXILIARY]):
        yield _text(read), _text(read)


def _text(read: BinaryIO) -> bytes:
    """Read a short text from an RDB file. A number is returned as text."""
    (length,) = read.read(1) or b"\0"
    if length >> 6 == 3:  # noqa: PLR2004 the two high bits: a number of 1, 2 or 4 bytes
        return str(int.from_bytes(read.read(1 << (length & 3)), "little", signed=True)).encode()
    return read.read(length)


# ---------------------------------------------------------------- restoring


def restore_until(settings: ServerSettings, file: Path, until: str) -> Rewind:
    """Create the embedded store from a copy, as it was at an earlier moment. There must be no embedded store yet.

    If the restore is refused, there is still no embedded store afterwards.

    Rule:    AR-BACKUP-01, AR-BACKUP-02
    Refuses: StoreError, and all refusals of the log
    """
    asked = point_in(until)
    if isinstance(asked, int):
        _check_time(file, asked)
    restore(settings, file)
    try:
        with store_of(settings) as url:
            return asyncio.run(_rewound(settings, url, asked))
    except BaseException:
        shutil.rmtree(settings.data_folder / "store" / LOG, ignore_errors=True)
        raise


def _check_time(file: Path, at: int) -> None:
    """Check that a copy contains everything up to a time. Refuses: StoreError."""
    now, made = now_ms(), made_at(file)
    if at > now:
        raise StoreError(f"{time_as_text(at)} is in the future: it is {time_as_text(now)}")
    if made is not None and at > made:
        raise StoreError(
            f"{time_as_text(at)} is after the copy was made, at {time_as_text(made)}: what came later is not in it"
        )


async def _rewound(settings: ServerSettings, url: str, asked: int | VersionPoint) -> Rewind:
    async with open_store(settings, url, connect_plainly) as (connection, keys):
        point = Point(at=asked) if isinstance(asked, int) else await _point_of(connection, asked)
        plan = await _plan(connection, url, point)
        archiver = StreamArchiver(connection, keys.sealer, Archive(settings.archive_at))
        await rewind(connection, plan, archiver.bring_back)
        await index_streams(connection, url, logs_of(keys, connection))
        return plan


async def _plan(connection: StoreConnection, url: str, point: Point) -> Rewind:
    """Plan a rewind, and check that at least one stream is left. Refuses: StoreError."""
    try:
        plan = await plan_rewind(connection, url, point)
    except ArchiveAway as away:
        raise StoreError(f"an archived stream cannot be read: {away}; its file belongs in the archive folder") from away
    if plan.oldest is not None and not plan.whole and plan.removed == len(plan.cuts):
        raise StoreError(
            f"{time_as_text(point.at)} is before everything in the copy: "
            f"its first commit is of {time_as_text(plan.oldest)}"
        )
    return plan


async def _point_of(connection: StoreConnection, asked: VersionPoint) -> Point:
    """Return the moment at which a stream reached a version. Refuses: StoreError."""
    ends = list[tuple[int, int]]()
    async for raw in newest_first(connection, asked.stream):
        entry = entry_of(raw)
        split = split_of(entry.public)
        if split is None or split.after == entry.version:
            ends.append((entry.version, time_of(entry.public)))
        if entry.version <= asked.version:
            break
    if not ends:
        raise StoreError(f"{asked.stream} is not in the copy")
    versions = [version for version, _ in ends]
    if asked.version > versions[0]:
        raise StoreError(f"{asked.stream} ends at version {versions[0]} in the copy, before version {asked.version}")
    if asked.version not in versions:
        raise StoreError(_between(asked, versions))
    return Point(at=dict(ends)[asked.version], versions={asked.stream: asked.version})


def _between(asked: VersionPoint, versions: list[int]) -> str:
    """Return the error for a version in the middle of a decision. It suggests the nearest valid versions.

    Shape: versions: newest first
    """
    for later, earlier in pairwise(versions):
        if earlier < asked.version < later:
            return (
                f"version {asked.version} is in the middle of one command of {asked.stream}; try {earlier} or {later}"
            )
    return f"version {asked.version} is in the middle of the opening of {asked.stream}; try {versions[-1]}"
