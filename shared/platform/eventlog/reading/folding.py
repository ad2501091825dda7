"""Code that decrypts stored entries, checks their hash chain, decodes their events, and folds them into state.

This module also makes snapshots.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from typing import Any, Final, Generic, TypeVar

import msgspec
from msgspec import Struct

from shared.kernel.game import Game
from shared.kernel.messages import canonical
from shared.kernel.record import NO_HEAD, Record, SecretPart, chain, split_of
from shared.kernel.replay import Commit, FromTheFuture, ImpossibleHistory, LogReader, OpenedParts, log_reader_of
from shared.kernel.stream import Stream
from shared.kernel.tracking import taken_back_to
from shared.platform.eventlog.asks import Snapshot, Stored
from shared.platform.eventlog.reading.pool_folding import FOLD, stream_codec
from shared.platform.eventlog.reading.tails import LogEntry, Tail
from shared.platform.eventlog.refusals import KeyNotHeld, NewerRelease, StreamBroken
from shared.platform.eventlog.seals import StreamSeals
from shared.platform.processes import ProcessPool
from shared.platform.seal import KeyUnknown

S = TypeVar("S")
Visit = Callable[[LogEntry, Commit, Stream[S]], None]


class StoredSnapshot(Struct, Generic[S], frozen=True):
    """A folded stream, as the store keeps it in a snapshot.

    The store keeps the version and the schema in plain text beside the encrypted bytes, which can only be decrypted for
    the same stream.
    """

    head: bytes
    stream: Stream[S]


@lru_cache(maxsize=64)
def snapshot_codec(game: Game[Any]) -> msgspec.msgpack.Decoder[StoredSnapshot[Any]]:
    """Return the decoder for a game's snapshots."""
    return msgspec.msgpack.Decoder(_snapshots_of(game))


@lru_cache(maxsize=64)
def schema_of(game: Game[Any], ruleset: str) -> str:
    """Return a digest that changes whenever the format of a game's snapshots or the name of its rules changes."""
    return hashlib.sha256(canonical((msgspec.json.schema(_snapshots_of(game)), ruleset))).hexdigest()[:32]


def _snapshots_of(game: Game[Any]) -> Any:  # noqa: ANN401 a type that is built at run time
    return StoredSnapshot[game.state]  # type: ignore[name-defined]


class Folding(Generic[S]):
    """Decrypts and decodes the commits of one game's streams, and folds them into state."""

    def __init__(self, game: Game[S], seals: StreamSeals, ruleset: str) -> None:
        """Build the decoders once. `ruleset` names the rules in force, and is part of the snapshot schema."""
        self.game: Final = game
        self.reader: Final[LogReader[S]] = log_reader_of(game)
        self.seals: Final = seals
        self._decode: Final = snapshot_codec(game).decode
        self._decode_stream: Final = stream_codec(game).decode
        self._encode: Final = msgspec.msgpack.Encoder().encode
        self.schema: Final = schema_of(game, ruleset)

    # ---------------------------------------------------------------- entries

    def empty_stream(self, stream: str, *, tenant: str = "", simulated: bool = False) -> Snapshot[S]:
        """Return the state of a stream that has no commits yet."""
        empty = Stream(id=stream, game=self.game.initial, tenant=tenant, simulated=simulated)
        return Snapshot(stream=empty, head=NO_HEAD, key=b"")

    def read_stored(self, stream: str, entries: Iterable[LogEntry], head: bytes | None) -> Iterator[Stored]:
        """Decrypt consecutive commits, and check that each continues the hash chain. `head` is None if it is unknown.

        Refuses: StreamBroken, KeyNotHeld
        """
        for entry in entries:
            record = Record(entry.public, self._open(stream, entry))
            if head is not None and record.head_after(head) != entry.head:
                raise StreamBroken(f"{stream}: the chain breaks at version {entry.version}")
            head = entry.head
            yield Stored(version=entry.version, record=record, head=head)

    def follow(
        self, snapshot: Snapshot[S], entries: Iterable[LogEntry], visit: Visit[S] | None = None
    ) -> Snapshot[S]:  # fmt: skip
        """Fold the entries after a snapshot; skip entries that it already contains. Call `visit` after each commit.

        Refuses: StreamBroken, KeyNotHeld, NewerRelease
        """
        entries = list(entries)
        if visit is None:
            return self._follow_all(snapshot, entries)
        stream, head, memory = snapshot.stream, snapshot.head, snapshot.memory
        memory.recall(stream.version, stream.game)
        for entry in entries:
            if entry.version > stream.version:
                with self._name_stream(stream.id):
                    commit = self.reader.commit(*self._check_entry(stream.id, head, entry))
                    stream = self.reader.fold_commit(stream, commit, memory)
                memory.note_after(stream)
                head = entry.head
                visit(entry, commit, stream)
        return Snapshot(
            stream=stream, head=head, key=snapshot.key, ends_at=_pending_end(entries, stream.version),
            moments=memory.kept,
        )  # fmt: skip

    def lacking(self, snapshot: Snapshot[S], entries: Iterable[LogEntry]) -> list[int]:
        """Return the versions that undos in these entries restore, if the snapshot does not hold their states."""
        kept = {version for version, _ in snapshot.moments}
        found = {to for entry in entries if entry.version > snapshot.version for to in taken_back_to(entry.public)}
        return sorted(to for to in found if to < snapshot.version and to not in kept)

    def commit(self, stream: str, entry: LogEntry) -> Commit:
        """Decode a stored commit and decrypt its secret parts.

        Refuses: StreamBroken, KeyNotHeld, NewerRelease
        """
        with self._name_stream(stream):
            return self.reader.commit(entry.public, [part.data for part in self._open(stream, entry)])

    def _follow_all(self, snapshot: Snapshot[S], entries: Sequence[LogEntry]) -> Snapshot[S]:
        """Fold many entries in one go, for example after a cold start."""
        stream, head, memory = snapshot.stream, snapshot.head, snapshot.memory

        def check_each() -> Iterator[tuple[bytes, OpenedParts]]:
            nonlocal head
            for entry in entries:
                if entry.version > snapshot.version:
                    yield self._check_entry(stream.id, head, entry)
                    head = entry.head

        with self._name_stream(stream.id):
            after = self.reader.fold(stream, check_each(), memory)
        return Snapshot(
            stream=after, head=head, key=snapshot.key, ends_at=_pending_end(entries, after.version),
            moments=memory.kept,
        )  # fmt: skip

    async def follow_elsewhere(
        self, pool: ProcessPool, snapshot: Snapshot[S], entries: Sequence[LogEntry]
    ) -> Snapshot[S]:  # fmt: skip
        """Fold the entries after a snapshot in a process of the pool.

        Refuses: StreamBroken, KeyNotHeld, NewerRelease, all refusals of the pool
        """
        stream = snapshot.stream
        fresh = [entry for entry in entries if entry.version > stream.version]
        if not fresh:
            return snapshot
        handed = [
            (entry.public, entry.head, [(part.salt, part.data) for part in self._open(stream.id, entry)])
            for entry in fresh
        ]
        name = self.game.name
        wanted = {to for entry in fresh for to in taken_back_to(entry.public)}
        earlier = self._encode([(version, state) for version, state in snapshot.moments if version in wanted])
        after = await pool.run(FOLD, name, self._encode(stream), snapshot.head, handed, earlier)
        folded = self._decode_stream(after)
        pending = _pending_end(entries, folded.version)
        return Snapshot(stream=folded, head=fresh[-1].head, key=snapshot.key, ends_at=pending)

    def _check_entry(self, stream: str, head: bytes, entry: LogEntry) -> tuple[bytes, OpenedParts]:
        """Check that an entry continues the hash chain after a head; return its public bytes and decrypted secrets."""
        parts = self._open(stream, entry) if entry.sealed else ()
        if chain(head, entry.public, [part.digest for part in parts] if parts else ()) != entry.head:
            raise StreamBroken(f"{stream}: the chain breaks at version {entry.version}")
        return entry.public, [part.data for part in parts] if parts else ()

    @contextmanager
    def _name_stream(self, stream: str) -> Iterator[None]:
        """Add the stream's name to any error raised inside the block."""
        try:
            yield
        except FromTheFuture as error:
            raise NewerRelease(f"{stream}: it contains {error}") from error
        except ImpossibleHistory as error:
            raise StreamBroken(f"{stream}: it cannot be read: {error}") from error

    def _open(self, stream: str, entry: LogEntry) -> tuple[SecretPart, ...]:
        try:
            return self.seals.open_parts(stream, entry.version, entry.sealed)
        except KeyUnknown as error:
            raise KeyNotHeld(stream, error.key_id) from error
        except (ValueError, LookupError) as error:
            raise StreamBroken(f"{stream}: the secret parts of version {entry.version} do not open: {error}") from error

    # ---------------------------------------------------------------- the state to start from

    def start(self, stream: str, tail: Tail) -> Snapshot[S]:
        """Return the state at which to start folding: the stored snapshot, or an empty stream.

        Refuses: SnapshotUseless (fetch again without a snapshot), StreamBroken, KeyNotHeld, NewerRelease
        """
        key = self.open_key(stream, tail)
        if tail.snapshot is None:
            return msgspec.structs.replace(self.empty_stream(stream), key=key)
        try:
            plain = self.seals.open_snapshot(stream, tail.snapshot_version, tail.snapshot)
            snapshot: StoredSnapshot[S] = self._decode(plain)
        except (ValueError, LookupError) as error:
            raise SnapshotUseless(str(error)) from error
        with self._name_stream(stream):
            self.reader.hold_catalogue(snapshot.stream.catalogue or "")
        return Snapshot(stream=snapshot.stream, head=snapshot.head, key=key)

    def open_key(self, stream: str, tail: Tail) -> bytes:
        """Decrypt the stream's own key.

        Refuses: StreamBroken, KeyNotHeld
        """
        try:
            return self.seals.open_key(stream, tail.sealed_key or b"")
        except KeyUnknown as error:
            raise KeyNotHeld(stream, error.key_id) from error
        except (ValueError, LookupError) as error:
            raise StreamBroken(f"{stream}: its key does not open: {error}") from error

    def sealed_snapshot(self, snapshot: Snapshot[S]) -> bytes:
        """Encode and encrypt a snapshot for the store."""
        plain = self._encode(StoredSnapshot(snapshot.head, snapshot.stream))
        return self.seals.seal_snapshot(snapshot.stream.id, snapshot.version, plain)


def ends_at(entry: LogEntry) -> int:
    """Return the last version of the decision that a commit belongs to."""
    split = split_of(entry.public)
    return entry.version if split is None else split.after


def _pending_end(entries: Sequence[LogEntry], version: int) -> int:
    """Return the last version of the decision that `version` cuts in two; return 0 if it cuts no decision."""
    end = ends_at(entries[-1]) if entries else 0
    return end if end > version else 0


class SnapshotUseless(Exception):
    """Raised when the stored snapshot is damaged. The log itself is intact."""
