"""The folder of archived streams, with one file for each stream.

Files are replaced atomically, and read in pages outside the event loop. A file's name depends only on the stream's name
(`3f/dice.table.ID.ndjson`, where 3f spreads the files evenly), so the folder can also be a bucket of an object store.
Before the first use of a file, and whenever the file was modified, the archive reads it to the end and compares it with
the stub in the store.
"""

from __future__ import annotations

import asyncio
import hashlib
import os
import secrets
from bisect import bisect_right
from collections.abc import AsyncIterator, Iterable, Iterator, Sequence
from pathlib import Path
from typing import BinaryIO, Final, TypeAlias

import msgspec
import structlog
from cachetools import LRUCache
from msgspec import Struct

from shared.platform.eventlog.archived_streams import ArchiveStub, CommitRange, RawEntry
from shared.platform.eventlog.refusals import ArchiveAway
from shared.platform.extras.archive.archive_form import entry_in, size_of, version_in, version_of

log = structlog.get_logger("shared.platform.eventlog")

READ_AT_ONCE: Final = 4
PAGE: Final = 500
PAGE_BYTES: Final = 4 * 1024 * 1024
REMEMBERED: Final = 1024
EACH: Final = 64
"""Number of commits between two file offsets that the archive caches."""

Stamp: TypeAlias = tuple[int, int, int, int, int]
"""Facts about a file that reveal that it was modified: its size, device, inode, mtime and ctime.

A program can reset the mtime of a file, but only the operating system sets its ctime.
"""


class KnownFile(Struct, frozen=True):
    """A file that the archive has compared with its stub, and the offsets of some commits in it."""

    stamp: Stamp
    sha256: str
    versions: Sequence[int]
    places: Sequence[int]

    def place_before(self, version: int) -> int:
        """Return an offset in the file from which every commit after this version can be read."""
        return self.places[max(0, bisect_right(self.versions, version) - 1)]


class Archive:
    """The folder of archived streams. All processes may read its files; only one at a time may write a file."""

    def __init__(self, folder: Path) -> None:
        """Set up the archive in a folder. The first write creates the folder if necessary."""
        self.folder: Final = folder
        self._known: Final[LRUCache[str, KnownFile]] = LRUCache(REMEMBERED)
        self._slots: Final = asyncio.Semaphore(READ_AT_ONCE)

    def path_of(self, stream: str) -> Path:
        """Return the path of a stream's file, even if it does not exist yet."""
        prefix = hashlib.sha256(stream.encode()).hexdigest()[:2]
        return self.folder / prefix / f"{stream.replace(':', '.')}.ndjson"

    # ---------------------------------------------------------------- reading

    async def entries(self, stream: str, stub: ArchiveStub, wanted: CommitRange) -> list[RawEntry]:
        """Read the requested commits of a stream from its file.

        Rule:    AR-ARCH-06
        Refuses: ArchiveAway
        """
        async with self._slots:
            before = self._known.get(stream)
            try:
                known, found = await asyncio.to_thread(_read_file, self.path_of(stream), stub, before, wanted)
            except (OSError, ValueError, msgspec.MsgspecError) as error:
                log.error("archive_not_readable", stream=stream, said=str(error) or type(error).__name__)  # noqa: TRY400 no trace
                raise ArchiveAway(str(error), stub.tenant) from error
        self._known[stream] = known
        return found

    async def pages(self, stream: str, stub: ArchiveStub) -> AsyncIterator[list[RawEntry]]:
        """Read all commits of a stream, page by page.

        Refuses: ArchiveAway
        """
        after = 0
        while page := await self.entries(stream, stub, CommitRange(after, PAGE, PAGE_BYTES)):
            yield page
            after = version_of(page[-1])

    # ---------------------------------------------------------------- writing

    def write(self, stream: str, lines: Iterable[bytes]) -> Path:
        """Write a draft of a stream's file into the same folder, and sync it to disk.

        Remove older drafts of the stream.

        Refuses: OSError
        """
        path = self.path_of(stream)
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        self._remove_drafts(path)
        draft = path.with_name(f".{path.name}.{secrets.token_hex(4)}.part")
        try:
            with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
                file.writelines(lines)
                file.flush()
                os.fsync(file.fileno())
        except BaseException:
            draft.unlink(missing_ok=True)
            raise
        return draft

    def publish(self, stream: str, draft: Path) -> None:
        """Rename a draft to the name of the stream's file, and sync the rename to disk.

        Refuses: OSError
        """
        path = self.path_of(stream)
        draft.replace(path)
        for folder in (path.parent, self.folder, self.folder.parent):
            _sync(folder)

    def remove(self, stream: str) -> bool:
        """Remove the file of a stream and its drafts; return whether the file existed.

        Refuses: OSError
        """
        path = self.path_of(stream)
        self._known.pop(stream, None)
        if not path.parent.is_dir():
            return False
        self._remove_drafts(path)
        there = path.exists()
        path.unlink(missing_ok=True)
        _sync(path.parent)
        return there

    def _remove_drafts(self, path: Path) -> None:
        for draft in path.parent.glob(f".{path.name}.*.part"):
            draft.unlink(missing_ok=True)


def _sync(folder: Path) -> None:
    """Sync a folder to disk, so that renames in it survive a crash."""
    number = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(number)
    finally:
        os.close(number)


# ---------------------------------------------------------------- in a thread


def _read_file(
    path: Path, stub: ArchiveStub, known: KnownFile | None, wanted: CommitRange
) -> tuple[KnownFile, list[RawEntry]]:  # fmt: skip
    """Read the requested commits from a stream's file. If the file is new or modified, compare it with its stub first.

    Refuses: OSError, ValueError, msgspec.MsgspecError.
    """
    with path.open("rb") as file:
        stamp = _stamp(file)
        if known is None or (known.stamp, known.sha256) != (stamp, stub.sha256):
            known = _read_through(file, stub, stamp)
        file.seek(known.place_before(wanted.after))
        found = list(_after(file, wanted))
        if _stamp(file) != stamp:
            raise ValueError("the file was changed while it was read")
        return known, found


def _stamp(file: BinaryIO) -> Stamp:
    stat = os.fstat(file.fileno())
    return stat.st_size, stat.st_dev, stat.st_ino, stat.st_mtime_ns, stat.st_ctime_ns


def _read_through(file: BinaryIO, stub: ArchiveStub, stamp: Stamp) -> KnownFile:
    """Read a file to its end, check that it matches its stub, and record the offsets of its commits.

    Refuses: ValueError, msgspec.MsgspecError
    """
    size, *_ = stamp
    if size != stub.bytes:
        raise ValueError(f"the file has {size} bytes, but was written with {stub.bytes}")
    versions, places, place, before = [0], [0], 0, b""
    digest = hashlib.sha256()
    for number, line in enumerate(file):
        if number and number % EACH == 0:
            versions.append(version_in(before))
            places.append(place)
        digest.update(line)
        place, before = place + len(line), line
    if digest.hexdigest() != stub.sha256:
        raise ValueError("the file is not the one that was written")
    return KnownFile(stamp, stub.sha256, versions, places)


def _after(file: BinaryIO, wanted: CommitRange) -> Iterator[RawEntry]:
    many = size = 0
    for line in file:
        if many >= wanted.most or size >= wanted.most_bytes:
            return
        entry = entry_in(line)
        if version_of(entry) > wanted.after:
            many, size = many + 1, size + size_of(entry)
            yield entry
