"""Stored entries become state: opened, checked against the chain, read, folded; and snapshots of the outcome."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Final, Generic, TypeVar

import msgspec
from msgspec import Struct

from shared.kernel.game import Game
from shared.kernel.messages import canonical
from shared.kernel.record import NO_HEAD, Part, Record, chain, split_of
from shared.kernel.replay import Commit, FromTheFuture, ImpossibleHistory, OpenedParts, Reader
from shared.kernel.stream import Stream
from shared.platform.eventlog.asks import Standing, Stored
from shared.platform.eventlog.offloaded import FOLD, stream_codec
from shared.platform.eventlog.refusals import NewerRelease, StreamBroken
from shared.platform.eventlog.shelf import Entry, Tail
from shared.platform.eventlog.vault import Vault
from shared.platform.processes import ProcessPool

S = TypeVar("S")
Visit = Callable[[Entry, Commit, Stream[S]], None]


class Snapshot(Struct, Generic[S], frozen=True):
    """A folded stream put aside. Its version and schema stand beside it in the store, and its place is in the seal."""

    head: bytes
    stream: Stream[S]


class Folding(Generic[S]):
    """Folds the streams of one game."""

    def __init__(self, decider: Game[S], vault: Vault, ruleset: str) -> None:
        """Build the decoders once. The schema names the form of the state and the rules that folded it."""
        self.decider: Final = decider
        self.reader: Final = Reader(decider)
        self.vault: Final = vault
        form: Any = Snapshot[decider.state]  # type: ignore[name-defined]
        self._decode: Final = msgspec.msgpack.Decoder(form).decode
        self._decode_stream: Final = stream_codec(decider).decode
        self._encode: Final = msgspec.msgpack.Encoder().encode
        schema = canonical((msgspec.json.schema(form), ruleset))
        self.schema: Final = hashlib.sha256(schema).hexdigest()[:32]

    # ---------------------------------------------------------------- entries

    def unopened(self, stream: str, *, tenant: str = "", simulated: bool = False) -> Standing[S]:
        """Give a stream before its first commit."""
        empty = Stream(id=stream, game=self.decider.initial, tenant=tenant, simulated=simulated)
        return Standing(stream=empty, head=NO_HEAD, key=b"")

    def stored(self, stream: str, entry: Entry) -> Stored:
        """Open a commit.

        Refuses: StreamBroken
        """
        return Stored(version=entry.version, record=Record(entry.public, self._open(stream, entry)), head=entry.head)

    def follow(
        self, standing: Standing[S], entries: Iterable[Entry], visit: Visit[S] | None = None
    ) -> Standing[S]:  # fmt: skip
        """Fold the entries that come after a standing; those before it are passed over. `visit` sees each one folded.

        Refuses: StreamBroken, NewerRelease
        """
        entries = list(entries)
        if visit is None:
            return self._follow_all(standing, entries)
        stream, head = standing.stream, standing.head
        for entry in entries:
            if entry.version > stream.version:
                with self._blamed(stream.id):
                    commit = self.reader.commit(*self._checked(stream.id, head, entry))
                    stream = self.reader.fold_commit(stream, commit)
                head = entry.head
                visit(entry, commit, stream)
        return Standing(stream=stream, head=head, key=standing.key, ends_at=_pending_end(entries, stream.version))

    def commit(self, stream: str, entry: Entry) -> Commit:
        """Read a commit, its secret parts opened.

        Refuses: StreamBroken, NewerRelease
        """
        with self._blamed(stream):
            return self.reader.commit(entry.public, [part.data for part in self._open(stream, entry)])

    def _follow_all(self, standing: Standing[S], entries: Sequence[Entry]) -> Standing[S]:
        """Fold many entries at once: most of the work of a cold start."""
        stream, head = standing.stream, standing.head

        def checked() -> Iterator[tuple[bytes, OpenedParts]]:
            nonlocal head
            for entry in entries:
                if entry.version > standing.version:
                    yield self._checked(stream.id, head, entry)
                    head = entry.head

        with self._blamed(stream.id):
            after = self.reader.fold(stream, checked())
        return Standing(stream=after, head=head, key=standing.key, ends_at=_pending_end(entries, after.version))

    async def follow_elsewhere(
        self, pool: ProcessPool, standing: Standing[S], entries: Sequence[Entry]
    ) -> Standing[S]:  # fmt: skip
        """Fold the entries that come after a standing in a process of the pool.

        Refuses: StreamBroken, NewerRelease, what the pool refuses
        """
        stream = standing.stream
        fresh = [entry for entry in entries if entry.version > stream.version]
        if not fresh:
            return standing
        handed = [
            (entry.public, entry.head, [(part.salt, part.data) for part in self._open(stream.id, entry)])
            for entry in fresh
        ]
        name = self.decider.name
        after = await pool.run(FOLD, name, self._encode(stream), standing.head, handed)
        folded = self._decode_stream(after)
        pending = _pending_end(entries, folded.version)
        return Standing(stream=folded, head=fresh[-1].head, key=standing.key, ends_at=pending)

    def _checked(self, stream: str, head: bytes, entry: Entry) -> tuple[bytes, OpenedParts]:
        """Give the public bytes and the opened parts of an entry that follows a head."""
        parts = self._open(stream, entry) if entry.sealed else ()
        if chain(head, entry.public, [part.digest for part in parts]) != entry.head:
            raise StreamBroken(f"{stream}: the chain breaks at version {entry.version}")
        return entry.public, [part.data for part in parts]

    @contextmanager
    def _blamed(self, stream: str) -> Iterator[None]:
        """Say of which stream it is that something cannot be read."""
        try:
            yield
        except FromTheFuture as error:
            raise NewerRelease(f"{stream}: it tells of {error}") from error
        except ImpossibleHistory as error:
            raise StreamBroken(f"{stream}: it cannot be read: {error}") from error

    def _open(self, stream: str, entry: Entry) -> tuple[Part, ...]:
        try:
            return self.vault.open_parts(stream, entry.version, entry.sealed)
        except (ValueError, LookupError) as error:
            raise StreamBroken(f"{stream}: the secret parts of version {entry.version} do not open: {error}") from error

    # ---------------------------------------------------------------- where folding starts

    def start(self, stream: str, tail: Tail) -> Standing[S]:
        """Give the standing a cold tail starts from: its snapshot if there is one, else nothing.

        Refuses: SnapshotUseless (fetch again without one), StreamBroken
        """
        key = self.open_key(stream, tail)
        if tail.snapshot is None:
            return msgspec.structs.replace(self.unopened(stream), key=key)
        try:
            plain = self.vault.open_snapshot(stream, tail.snapshot_version, tail.snapshot)
            snapshot: Snapshot[S] = self._decode(plain)
        except (ValueError, LookupError) as error:
            raise SnapshotUseless(str(error)) from error
        return Standing(stream=snapshot.stream, head=snapshot.head, key=key)

    def open_key(self, stream: str, tail: Tail) -> bytes:
        """Open the stream's own key.

        Refuses: StreamBroken
        """
        try:
            return self.vault.open_key(stream, tail.sealed_key or b"")
        except (ValueError, LookupError) as error:
            raise StreamBroken(f"{stream}: its key does not open: {error}") from error

    def snapshot(self, standing: Standing[S]) -> bytes:
        """Write a snapshot, sealed."""
        plain = self._encode(Snapshot(standing.head, standing.stream))
        return self.vault.seal_snapshot(standing.stream.id, standing.version, plain)


def ends_at(entry: Entry) -> int:
    """Tell at which version the decision ends that a commit is a part of."""
    split = split_of(entry.public)
    return entry.version if split is None else split.after


def _pending_end(entries: Sequence[Entry], version: int) -> int:
    """Tell at which version the decision ends that a stream stands in the midst of; 0 where it stands between two."""
    end = ends_at(entries[-1]) if entries else 0
    return end if end > version else 0


class SnapshotUseless(Exception):
    """The snapshot is damaged; the log itself is not."""
