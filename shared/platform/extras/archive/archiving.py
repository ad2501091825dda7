"""Code that moves closed streams from the store to files, and back.

To archive a stream, the archiver writes its file, reads it back and verifies it; then one atomic call removes the log
from the store and leaves a stub (`ArchiveStub`). To restore it, the archiver writes the log under a temporary key, and
one atomic call renames that key. If either is interrupted, the complete stream is still in the store or in its file,
and a retry finishes the move.
"""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import AsyncIterator, Callable, Sequence
from pathlib import Path
from typing import Final

import msgspec
from msgspec import Struct

from shared.kernel.audit import Report, lines_of
from shared.platform.eventlog.archived_streams import ArchiveStub, RawEntry, stub_bytes, stub_in
from shared.platform.eventlog.reading.tails import CLOSED, ERASED, entry_of
from shared.platform.eventlog.reading.tombstone import opened_in
from shared.platform.eventlog.redis.connection import StoreConnection
from shared.platform.eventlog.refusals import NotArchived, NotToArchive, StreamErased, StreamUnknown
from shared.platform.eventlog.seals import ByteSealer, StreamSeals
from shared.platform.extras.archive.archive_files import Archive
from shared.platform.extras.archive.archive_form import entry_in, exports_in, line_of

Audit = Callable[[Sequence[bytes]], Report]
"""A function that audits the lines of an export."""

PAGE: Final = 500


class Standing(Struct, frozen=True):
    """The status and head of a stream in the store, and the stub of its file if it is archived."""

    version: int
    head: bytes
    status: bytes
    stub: ArchiveStub | None


class StreamArchiver:
    """The object that moves streams between the store and files. Each step may run again after a failure."""

    def __init__(self, connection: StoreConnection, sealer: ByteSealer, archive: Archive) -> None:
        """Set up the archiver: its store, the sealer that decrypts secret parts, and the archive's folder."""
        self._connection: Final = connection
        self._open_parts: Final = StreamSeals(sealer).open_parts
        self._archive: Final = archive

    async def read_standing(self, stream: str) -> Standing:
        """Return the status and head of a stream in the store, and its stub.

        Refuses: StreamUnknown, StreamErased, StoreAway
        """
        found = await self._connection.send("HMGET", self._connection.keys(stream).meta, "v", "h", "st", "a")
        version, head, status, stub = found
        if status is None:
            raise StreamUnknown
        if status == ERASED:
            raise StreamErased(int(version), head)
        return Standing(int(version), head, status, stub_in(stub))

    # ---------------------------------------------------------------- archiving

    async def archive(self, stream: str, audit: Audit) -> ArchiveStub:
        """Move a closed stream to its file; return its stub. If the stream is archived already, change nothing.

        Rule:    AR-ARCH-01, AR-ARCH-02, AR-ARCH-05
        Refuses: NotToArchive, StreamUnknown, StreamErased, StoreAway, OSError
        """
        before = await self.read_standing(stream)
        if before.stub is not None:
            return before.stub
        if before.status != CLOSED:
            raise NotToArchive(f"{stream} is still open; close it first")
        draft = await self.write(stream)
        try:
            stub = await asyncio.to_thread(self.hold, stream, draft, before, audit)
            await asyncio.to_thread(self._archive.publish, stream, draft)
        finally:
            draft.unlink(missing_ok=True)
        return await self.let_go(stream, before, stub)

    async def write(self, stream: str) -> Path:
        """Write a stream's commits to a draft of its file; return the draft's path.

        Refuses: NotToArchive if secret parts cannot be decrypted; StoreAway, OSError
        """
        try:
            lines = [line_of(stream, entry, self._open_parts) async for entry in self._entries(stream)]
        except (ValueError, LookupError, msgspec.MsgspecError) as error:
            raise NotToArchive(f"{stream} cannot be read: {error}") from error
        return await asyncio.to_thread(self._archive.write, stream, lines)

    async def _entries(self, stream: str) -> AsyncIterator[RawEntry]:
        """Yield every commit of a stream as the store has it."""
        events, after = self._connection.keys(stream).events, "-"
        while page := await self._connection.send("XRANGE", events, after, "+", "COUNT", PAGE):
            for entry in page:
                yield entry
            after = f"({page[-1][0].decode()}"

    def hold(self, stream: str, file: Path, standing: Standing, audit: Audit) -> ArchiveStub:
        """Read a file back and check that its head matches, its secrets decrypt, and the audit finds no fault.

        Return its stub.

        Rule:    AR-ARCH-02
        Refuses: NotToArchive, OSError
        """
        data = file.read_bytes()
        lines = lines_of(data)
        try:
            opened = opened_in([entry_of(entry_in(line)) for line in lines[:1]])
            report = audit(exports_in(lines, self._open_parts))
        except (ValueError, LookupError, msgspec.MsgspecError) as error:
            raise NotToArchive(f"{stream} cannot be read back: {error}") from error
        if report.failure is not None:
            raise NotToArchive(f"{stream} fails its audit after version {report.failure.version}: {report.failure.why}")
        if (report.stream, report.version, report.head) != (stream, standing.version, standing.head.hex()):
            raise NotToArchive(f"{stream} ends at version {report.version} instead of {standing.version}")
        return ArchiveStub(
            bytes=len(data), sha256=hashlib.sha256(data).hexdigest(), commits=len(lines), tenant=opened.tenant,
            at=opened.at,
        )  # fmt: skip

    async def let_go(self, stream: str, standing: Standing, stub: ArchiveStub) -> ArchiveStub:
        """Replace a stream's log and snapshot in the store with a stub, unless the stream has changed. Return the stub.

        Refuses: NotToArchive, StreamErased (after removing the file), StoreAway
        """
        keys = self._connection.keys(stream)
        args = (standing.version, standing.head, stub_bytes(stub))
        if await self._connection.call("archive_1", (keys.meta, keys.events, keys.snapshot), args, writes=True):
            return stub
        try:
            now = await self.read_standing(stream)
        except (StreamErased, StreamUnknown):
            await asyncio.to_thread(self._archive.remove, stream)
            raise
        if now.stub != stub:
            raise NotToArchive(f"{stream} was changed meanwhile")
        return stub

    # ---------------------------------------------------------------- restoring

    async def bring_back(self, stream: str) -> ArchiveStub:
        """Restore an archived stream into the store, byte for byte; return its stub. The archive file is kept.

        Rule:    AR-ARCH-04, AR-ARCH-05
        Refuses: NotArchived, ArchiveAway, StreamUnknown, StreamErased, StoreAway
        """
        stub = (await self.read_standing(stream)).stub
        if stub is None:
            raise NotArchived
        await self.write_temporary(stream, stub)
        await self.rename_into_place(stream, stub)
        return stub

    async def write_temporary(self, stream: str, stub: ArchiveStub) -> None:
        """Write the log of a stream under a temporary key, and overwrite what an earlier attempt has left there.

        Refuses: ArchiveAway, StoreAway
        """
        send, beside = self._connection.send, self._connection.keys(stream).coming_back
        await send("UNLINK", beside)
        async for page in self._archive.pages(stream, stub):
            await asyncio.gather(*(send("XADD", beside, entry, *fields) for entry, fields in page))

    async def rename_into_place(self, stream: str, stub: ArchiveStub) -> None:
        """Rename the temporary key to the stream's own key, if the log under it is complete.

        Refuses: NotArchived, StoreAway
        """
        keys = self._connection.keys(stream)
        args = (stub_bytes(stub), stub.commits)
        put = await self._connection.call(
            "unarchive_1", (keys.meta, keys.coming_back, keys.events), args, writes=True
        )  # fmt: skip
        if not put:
            await self._connection.send("UNLINK", keys.coming_back)
            raise NotArchived
