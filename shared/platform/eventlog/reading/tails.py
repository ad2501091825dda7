"""The tail of a stream, that is, its newest part: a reader fetches it in bounded pages of one round trip each."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, cast

from msgspec import Struct
from msgspec.structs import replace

from shared.platform.eventlog.archived_streams import ArchiveStub, CommitRange, stub_in
from shared.platform.eventlog.asks import Bounds
from shared.platform.eventlog.redis.connection import StoreConnection
from shared.platform.eventlog.redis.pipe import Word
from shared.platform.eventlog.redis.replies import ConnectionLost
from shared.platform.eventlog.refusals import ArchiveAway, StreamErased, StreamUnknown

COLD: Final = 0
MORE_AT_ONCE: Final = 1000
"""Maximum number of commits that one call of `TailReader.more` reads."""
UNKNOWN: Final = b"none"
CLOSED: Final = b"closed"
ERASED: Final = b"erased"


class LogEntry(Struct, frozen=True, gc=False):
    """A commit, as the store holds it."""

    version: int
    public: bytes
    head: bytes
    sealed: bytes = b""


class RememberedAnswer(Struct, frozen=True):
    """The stored record of a request with an idempotency key: its fingerprint, and the versions that it wrote."""

    fingerprint: str
    first: int
    last: int


class Tail(Struct, frozen=True):
    """The status and head of a stream, and the entries after a given version that fit one page."""

    version: int
    head: bytes
    status: bytes
    sealed_key: bytes | None
    snapshot_version: int
    snapshot: bytes | None
    entries: list[LogEntry]
    seen: list[RememberedAnswer | None]

    def check_exists(self) -> None:
        """Check that the stream exists and is not erased. Refuses: StreamUnknown, StreamErased."""
        if self.status == UNKNOWN:
            raise StreamUnknown
        if self.status == ERASED:
            raise StreamErased(self.version, self.head)


class TailReader:
    """A reader for the tails of streams, in the store or in the files of archived streams."""

    def __init__(self, connection: StoreConnection, bounds: Bounds) -> None:
        """Set up the reader with a connection to the store and with the limits of a page."""
        self.connection = connection
        self._bounds = bounds

    async def tail(  # noqa: PLR0913 all parameters of one round trip
        self, stream: str, after: int, *, schema: str = "", key: bool = False, names: Sequence[str] = (), limit: int = 0
    ) -> Tail:  # fmt: skip
        """Read the entries of a stream after a version.

        If `schema` is given and the store has a snapshot newer than that version, also read this snapshot, and only the
        entries after it. If `key` is true, also read the stream's own key. `names` lists the idempotency keys whose
        records to read. `limit` 0 means the default limit.

        Rule:    AR-ARCH-03
        Refuses: StoreAway, ArchiveAway
        """
        most = min(limit or self._bounds.page_commits, self._bounds.page_commits)
        found = await self._tail(stream, after, schema=schema, key=key, names=names, most=most)
        after = max(after, found.snapshot_version)
        if found.entries or found.version <= after or found.status != CLOSED:
            return found
        stub = await self.stub(stream)
        if stub is None:  # it was restored meanwhile, or its log lacks the end, which folding detects
            again = await self._tail(stream, after, schema="", key=False, names=(), most=most)
            return replace(found, entries=again.entries)
        if self.connection.archive is None:
            raise ArchiveAway("this process has no folder of archived streams", stub.tenant)
        wanted = CommitRange(after, most, self._bounds.page_bytes)
        entries = await self.connection.archive.entries(stream, stub, wanted)
        return replace(found, entries=[entry_of(raw) for raw in entries])

    async def stub(self, stream: str) -> ArchiveStub | None:
        """Return the stub of an archived stream; None if the store has the stream itself.

        Refuses: StoreAway
        """
        return stub_in(await self.send("HGET", self.connection.keys(stream).meta, "a"))

    async def _tail(  # noqa: PLR0913 all parameters of one round trip
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

    async def head_before(self, stream: str, version: int) -> bytes | None:
        """Return the head before the commit with this version; return None if the store has no earlier commit.

        For an archived stream this is always None, because its file is checked as a whole.

        Refuses: StoreAway
        """
        keys = self.connection.keys(stream)
        raw = await self.send("XREVRANGE", keys.events, f"({version}-0", "-", "COUNT", 1)
        return entry_of(raw[0]).head if raw else None

    async def more(self, stream: str, before: Sequence[LogEntry]) -> list[LogEntry]:
        """Read the next page of entries after `before`. The size of the largest entry in `before` limits the page.

        Refuses: StoreAway, ArchiveAway
        """
        largest = max(len(entry.public) + len(entry.sealed) for entry in before)
        most = max(1, min(MORE_AT_ONCE, self._bounds.page_bytes // max(1, largest)))
        after = before[-1].version
        raw = await self.send("XRANGE", self.connection.keys(stream).events, f"({after}-0", "+", "COUNT", most)
        return [entry_of(entry) for entry in raw] or (await self.tail(stream, after)).entries

    async def send(self, *command: Word) -> Any:  # noqa: ANN401 a reply of the store
        """Send a command and return the store's reply; retry once if the connection broke."""
        try:
            return await self.connection.send(*command)
        except ConnectionLost:
            return await self.connection.send(*command)

    async def _read(self, keys: Sequence[bytes], args: Sequence[Word]) -> list[Any]:
        """Call the store's reading function. Retry once, because the first call after a restart of the store fails."""
        try:
            reply = await self.connection.call("tail_1", keys, args)
        except ConnectionLost:
            reply = await self.connection.call("tail_1", keys, args)
        return cast("list[Any]", reply)


def entry_of(raw: list[Any]) -> LogEntry:
    """Decode an entry of a Redis stream, `[id, [field, value …]]`.

    Its first fields are always the public bytes and the head.
    """
    fields = raw[1]
    sealed = fields[5] if len(fields) > 5 and fields[4] == b"s" else b""  # noqa: PLR2004 p, h, then s
    return LogEntry(int(raw[0].partition(b"-")[0]), fields[1], fields[3], sealed)


def seen_of(raw: bytes | None) -> RememberedAnswer | None:
    """Decode the record of an idempotency key; return None if there is no record."""
    if raw is None:
        return None
    fingerprint, first, last = raw.decode().split(" ")
    return RememberedAnswer(fingerprint, int(first), int(last))
