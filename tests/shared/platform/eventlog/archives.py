"""An event log with an archive folder, for tests of archiving."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any, Final

from msgspec import Struct

from shared.kernel.audit import audit
from shared.kernel.replay import log_reader_of
from shared.kernel.stream import Close
from shared.platform.eventlog import (
    Bounds,
    StoreConnection,
    Stored,
)
from shared.platform.eventlog.archived_streams import ArchiveStub
from shared.platform.eventlog.redis.key_names import StreamKeys
from shared.platform.extras.archive.archive_files import Archive
from shared.platform.extras.archive.archiving import StreamArchiver
from tests.support.logs import RULESET, ToyLog, ask, everything, open_stream, toy_log, verify_chain
from tests.support.toy import TOY, Roll, Write

BOUNDS: Final = Bounds(page_commits=20, page_bytes=2_000, snapshot_every=10)
"""Small limits on pages, so that a stream of a hundred commits has many pages."""
SOUND: Final = partial(audit, reader_for=lambda _: log_reader_of(TOY), ruleset=RULESET)


class Here(Struct):
    """A stream of the toy game, a log that has the stream in its cache, and an archiver."""

    name: str
    connection: StoreConnection
    archiver: StreamArchiver
    log: ToyLog

    @property
    def archive(self) -> Archive:
        """Return the archive folder."""
        return self.archiver._archive

    @property
    def path(self) -> Path:
        """Return the path of the stream's archive file."""
        return self.archive.path_of(self.name)

    @property
    def keys(self) -> StreamKeys:
        """Return the names of the stream's keys in the store."""
        return self.connection.keys(self.name)

    def cold(self) -> ToyLog:
        """Return a log with an empty cache, such as another replica has."""
        return toy_log(self.connection, bounds=BOUNDS)

    async def play(self, *, rolls: int = 20) -> list[Stored]:
        """Play the stream to its end, with secret rolls and a decision of several commits; return all its commits."""
        log, name = self.cold(), self.name
        await open_stream(log, name)
        for number in range(rolls):
            await log.submit(name, ask(Roll(dice=3, secret=number % 3 == 0), key=f"roll {number}"))
        await log.submit(name, ask(Write(text="so be it", copies=150)))
        await log.submit(name, ask(Close(), seat="gm"))
        await log.close()
        return await everything(self.log, name)

    async def archive_stream(self) -> ArchiveStub:
        """Archive the stream."""
        return await self.archiver.archive(self.name, SOUND)

    async def raw(self) -> list[Any]:
        """Return the entries of the log as the store has them."""
        found: list[Any] = await self.connection.send("XRANGE", self.keys.events, "-", "+")
        return found

    async def fields(self) -> dict[bytes, bytes]:
        """Return the fields of the stream's metadata in the store."""
        found = await self.connection.send("HGETALL", self.keys.meta)
        return dict(zip(found[::2], found[1::2], strict=True))

    async def read_again(self, log: ToyLog, before: Sequence[Stored]) -> None:
        """Assert that another log reads the same commits as before."""
        assert await everything(log, self.name) == before
        assert (await log.load(self.name)).head == verify_chain(before)
