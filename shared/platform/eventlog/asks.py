"""Inputs and outputs of the log: asks, answers and snapshots."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import Any, Generic, Literal, TypeAlias, TypeVar

from msgspec import Struct

from shared.kernel.messages import Command, Event, Role, Seat
from shared.kernel.record import Record
from shared.kernel.stream import Stream

S = TypeVar("S")

Durability: TypeAlias = Literal["durable", "relaxed", "replicated"]


class Idempotency(Struct, frozen=True, kw_only=True):
    """A caller's promise that every ask with this key is the same; a different fingerprint reveals a different ask.

    The log scopes the key to the stream and to the credential of the ask, and remembers it for 24 hours.
    """

    key: str
    fingerprint: str

    def name(self, by: str) -> str:
        """Return the name of the record of this key for a credential."""
        return hashlib.sha256(f"{by}\x00{self.key}".encode()).hexdigest()[:32]


class Ask(Struct, frozen=True, kw_only=True):
    """A command with all that is needed to decide it, and to decide it again.

    `authorise` runs on the same state as the decision, each time it is decided; what it raises is the answer.
    `expected` is the version that the caller has seen (If-Match). `id` names the command in the log; an empty one is
    filled in. The command that opens a stream needs no seat of it: it acts with the role `gm`. `role` is for the server
    itself, which acts as the clock; every other ask has the role of its seat.
    """

    command: Command
    seat: Seat
    by: str
    faces: tuple[int, ...] | None = None
    idempotency: Idempotency | None = None
    expected: int | None = None
    authorise: Callable[[Stream[Any]], None] | None = None
    role: Role | None = None
    id: str = ""


class Appended(Struct, Generic[S], frozen=True, kw_only=True):
    """An accepted ask: the versions it took, the head after it, its events, and the stream after it.

    An ask without events wrote nothing: `first` is then `last + 1`. `replayed`: an earlier ask with the same
    idempotency key was accepted; events and stream are those of that time.
    """

    first: int
    last: int
    head: bytes
    events: tuple[Event, ...]
    stream_after: Stream[S]
    replayed: bool = False


class Snapshot(Struct, Generic[S], frozen=True, kw_only=True):
    """A stream at a version: its folded state, its head, and its own key, from which salts derive.

    `ends_at` is the last version of a decision whose commits are not all folded; 0 between two decisions.
    """

    stream: Stream[S]
    head: bytes
    key: bytes
    ends_at: int = 0

    @property
    def version(self) -> int:
        """Return the version."""
        return self.stream.version

    def __repr__(self) -> str:
        """Show stream and version, and neither its key nor its secrets."""
        return f"Snapshot({self.stream.id!r}, version={self.stream.version}, head={self.head.hex()!r})"


class Stored(Struct, frozen=True, kw_only=True):
    """A commit from the log with its secret parts opened: the version after it, the record, the head after it."""

    version: int
    record: Record
    head: bytes


class Page(Struct, frozen=True, kw_only=True):
    """Some commits of a stream in order, and the version of the whole stream when they were read."""

    version: int
    head: bytes
    closed: bool
    commits: tuple[Stored, ...]


class Bounds(Struct, frozen=True, kw_only=True):
    """Limits of the log's work at one time.

    Units:   deadline in seconds; the rest are counts, or bytes where the name says so
    """

    deadline: float = 2.0
    queue: int = 1024
    cached: int = 4096
    cached_bytes: int = 256 * 1024 * 1024
    snapshot_every: int = 200
    call_commits: int = 64
    call_bytes: int = 1024 * 1024
    page_commits: int = 250
    page_bytes: int = 4 * 1024 * 1024
    remembered: int = 86_400
