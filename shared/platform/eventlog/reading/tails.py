"""Tails of streams: entries as the store has them, fetched in bounded pages, each in one round trip."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, cast

from msgspec import Struct
from msgspec.structs import replace

from shared.platform.eventlog.archive.archive_files import Wanted
from shared.platform.eventlog.archive.archive_form import ArchiveStub, stub_in
from shared.platform.eventlog.asks import Bounds
from shared.platform.eventlog.redis.connection import StoreConnection
from shared.platform.eventlog.redis.pipe import Word
from shared.platform.eventlog.redis.replies import ConnectionLost
from shared.platform.eventlog.refusals import ArchiveAway, StreamErased, StreamUnknown

COLD: Final = 0
MORE_AT_ONCE: Final = 1000
"""Commits of a page after the first, which are read as they lie in the store: that is less work than its own call."""
UNKNOWN: Final = b"none"
CLOSED: Final = b"closed"
ERASED: Final = b"erased"


class LogEntry(Struct, frozen=True, gc=False):
    """A commit as the store has it."""

    version: int
    public: bytes
    head: bytes
    sealed: bytes = b""


class RememberedAnswer(Struct, frozen=True):
    """What is remembered of an ask: its fingerprint, and the first and last version it took."""

    fingerprint: str
    first: int
    last: int


class Tail(Struct, frozen=True):
    """How a stream stands, and the entries after the version asked for, as many as the bounds allow."""

    version: int
    head: bytes
    status: bytes
    sealed_key: bytes | None
    snapshot_version: int
    snapshot: bytes | None
    entries: list[LogEntry]
    seen: list[RememberedAnswer | None]

    def hold_that_it_is_there(self) -> None:
        """Refuses: StreamUnknown, StreamErased."""
        if self.status == UNKNOWN:
            raise StreamUnknown
        if self.status == ERASED:
            raise StreamErased(self.version, self.head)


class TailReader:
    """Fetches tails of streams: from the store, and of those that are archived from their files."""

    def __init__(self, connection: StoreConnection, bounds: Bounds) -> None:
        """Take the connection, and how much to fetch at once."""
        self.connection = connection
        self._bounds = bounds

    async def tail(  # noqa: PLR0913 all of one round trip
        self, stream: str, after: int, *, schema: str = "", key: bool = False, names: Sequence[str] = (), limit: int = 0
    ) -> Tail:  # fmt: skip
        """Fetch what came after a version; with a schema, a newer snapshot of it too, and then what came after that.

        `key` asks for the stream's own key, `names` for what is remembered of these asks. `limit` 0 is the usual bound.
        Rule:    AR-ARCH-03
        Refuses: StoreAway, ArchiveAway
        """
        most = min(limit or self._bounds.page_commits, self._bounds.page_commits)
        found = await self._tail(stream, after, schema=schema, key=key, names=names, most=most)
        after = max(after, found.snapshot_version)
        if found.entries or found.version <= after or found.status != CLOSED:
            return found
        stub = await self.stub(stream)
        if stub is None:  # it has come back meanwhile, or its log lacks the end: whoever folds it finds out
            again = await self._tail(stream, after, schema="", key=False, names=(), most=most)
            return replace(found, entries=again.entries)
        if self.connection.archive is None:
            raise ArchiveAway("no folder of archived streams is known here", stub.tenant)
        wanted = Wanted(after, most, self._bounds.page_bytes)
        entries = await self.connection.archive.entries(stream, stub, wanted)
        return replace(found, entries=[entry_of(raw) for raw in entries])

    async def stub(self, stream: str) -> ArchiveStub | None:
        """Return what the store keeps of the file of an archived stream; None where it has the stream itself.

        Refuses: StoreAway
        """
        return stub_in(await self._sent("HGET", self.connection.keys(stream).meta, "a"))

    async def _tail(  # noqa: PLR0913 all of one round trip
        self, stream: str, after: int, *, schema: str, key: bool, names: Sequence[str], most: int
    ) -> Tail:  # fmt: skip
        keys = self.connection.keys(stream)
        records = [keys.idempotency + name.encode() for name in names]
        reply = await self._read(
            (keys.events, keys.meta, keys.snapshot, *records),
            (after, schema, most, self._bounds.page_bytes, int(key)),
        )
        version, head, status, sealed_key, snapshot_version, snapshot, entries, seen = reply
        return Tail(
            int(version),
            head,
            status,
            sealed_key,
            int(snapshot_version or 0),
            snapshot,
            [entry_of(raw) for raw in entries],
            [seen_of(raw) for raw in seen],
        )

    async def more(self, stream: str, before: Sequence[LogEntry]) -> list[LogEntry]:
        """Fetch the entries after these, about as many bytes as a page: the largest of these tells how many that is.

        Refuses: StoreAway, ArchiveAway
        """
        largest = max(len(entry.public) + len(entry.sealed) for entry in before)
        most = max(1, min(MORE_AT_ONCE, self._bounds.page_bytes // max(1, largest)))
        after = before[-1].version
        raw = await self._sent("XRANGE", self.connection.keys(stream).events, f"({after}-0", "+", "COUNT", most)
        return [entry_of(entry) for entry in raw] or (await self.tail(stream, after)).entries

    async def _sent(self, *command: Word) -> Any:  # noqa: ANN401 a reply of the store
        """Read; once more where the connection had broken."""
        try:
            return await self.connection.send(*command)
        except ConnectionLost:
            return await self.connection.send(*command)

    async def _read(self, keys: Sequence[bytes], args: Sequence[Word]) -> list[Any]:
        """Read; once more where the connection had broken, as it has after every restart of the store."""
        try:
            reply = await self.connection.call("tail_1", keys, args)
        except ConnectionLost:
            reply = await self.connection.call("tail_1", keys, args)
        return cast("list[Any]", reply)


def entry_of(raw: list[Any]) -> LogEntry:
    """Read an entry: `[id, [field, value …]]`, where the public bytes and the head always come first."""
    fields = raw[1]
    sealed = fields[5] if len(fields) > 5 and fields[4] == b"s" else b""  # noqa: PLR2004 p, h, then s
    return LogEntry(int(raw[0].partition(b"-")[0]), fields[1], fields[3], sealed)


def seen_of(raw: bytes | None) -> RememberedAnswer | None:
    """Read what is remembered of an ask."""
    if raw is None:
        return None
    fingerprint, first, last = raw.decode().split(" ")
    return RememberedAnswer(fingerprint, int(first), int(last))
