"""The messages between the log and its callers: asks (commands to decide), their answers, and snapshots of streams."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import Any, Final, Generic, Literal, TypeAlias, TypeVar

from msgspec import Struct

from shared.kernel.causes import Cause, Chain
from shared.kernel.messages import Command, Event, Role, Seat
from shared.kernel.record import Record
from shared.kernel.stream import Memory, Moment, NeedsPast, Stream
from shared.platform.eventlog.refusals import LogRefusal

S = TypeVar("S")

MOST_MOMENTS: Final = 16
"""Maximum number of states that are kept beside a cached stream."""
Durability: TypeAlias = Literal["durable", "relaxed", "replicated"]


class Idempotency(Struct, frozen=True, kw_only=True):
    """An idempotency key: its sender promises that every ask with the same key is the same request.

    If the fingerprint differs, it is another request, and the log refuses it. The log keeps keys apart by stream and
    by credential, and remembers each for 24 hours.
    """

    key: str
    fingerprint: str

    def name(self, by: str) -> str:
        """Return the name under which the log stores this key for a credential."""
        return hashlib.sha256(f"{by}\x00{self.key}".encode()).hexdigest()[:32]


class Origin(Struct, frozen=True, kw_only=True):
    """What a request says of its causes: its correlation id, its cause, and the trace that it belongs to.

    `tenant` is the app whose streams may be named as causes; for the holder of a seat, `stream` is the only one.
    """

    correlation: str = ""
    cause: Cause | None = None
    trace: str = ""
    tenant: str = ""
    stream: str = ""


class Ask(Struct, frozen=True, kw_only=True):
    """A command for the log to decide, with its sender and its conditions.

    The log decides the command again if another replica appends first. `authorise` runs before each decision, on the
    same state; an exception that it raises is the answer. `expected` is the version that the caller has seen
    (If-Match). `id` names the command in the log; the log fills in an empty one. The command that opens a stream needs
    no seat: it acts with the role `gm`. Only the server sets `role`, when it acts as the clock; every other ask has the
    role of its seat. `seat_named` is false where the caller named no seat, so that `seat` is a default.

    `origin` is what a request says of its causes, and `chain` the chain that follows from it. If the request names a
    cause in vain, `unfounded` is the refusal that it gets where it is no repeat of an earlier one.
    """

    command: Command
    seat: Seat
    seat_named: bool = True
    by: str
    faces: tuple[int, ...] | None = None
    idempotency: Idempotency | None = None
    expected: int | None = None
    authorise: Callable[[Stream[Any]], None] | None = None
    role: Role | None = None
    id: str = ""
    origin: Origin | None = None
    chain: Chain | None = None
    unfounded: LogRefusal | None = None


class Appended(Struct, Generic[S], frozen=True, kw_only=True):
    """The answer to an accepted ask: its first and last version, the new head, its events and the new state.

    If the ask had no events, nothing was written, and `first` is `last + 1`. If `replayed`, the log had accepted an
    earlier ask with the same idempotency key; the events and the stream are then those of the earlier answer.
    """

    first: int
    last: int
    head: bytes
    events: tuple[Event, ...]
    stream_after: Stream[S]
    replayed: bool = False


class Snapshot(Struct, Generic[S], frozen=True, kw_only=True):
    """A stream at one version: its folded state, its head, and the stream's own key, from which salts derive.

    `ends_at` is nonzero inside a decision of several commits that are not all folded yet: it is the last version of
    that decision. `moments` are the last states of a stream whose decisions can be taken back, this one included.
    """

    stream: Stream[S]
    head: bytes
    key: bytes
    ends_at: int = 0
    moments: tuple[Moment[S], ...] = ()

    def state_at(self, version: int) -> S:
        """Return the state of the game at an earlier version. Raises: NeedsPast, if it is not kept."""
        for kept, state in self.moments:
            if kept == version:
                return state
        raise NeedsPast(version)

    @property
    def memory(self) -> Memory[S]:
        """Return the last states, to which those of later commits can be added."""
        return Memory(self.moments, most=MOST_MOMENTS)

    @property
    def version(self) -> int:
        """Return the version of the stream."""
        return self.stream.version

    def __repr__(self) -> str:
        """Show the name and version of the stream, and neither its key nor its secrets."""
        return f"Snapshot({self.stream.id!r}, version={self.stream.version}, head={self.head.hex()!r})"


class Stored(Struct, frozen=True, kw_only=True):
    """A commit read from the log, with its secret parts opened: its last version, its record, and the head after it."""

    version: int
    record: Record
    head: bytes


class Page(Struct, frozen=True, kw_only=True):
    """Consecutive commits of a stream, and the version that the stream had when they were read."""

    version: int
    head: bytes
    closed: bool
    commits: tuple[Stored, ...]


class Bounds(Struct, frozen=True, kw_only=True):
    """Limits of the log: sizes of pages, calls, caches and queues, and deadlines.

    Units: deadline in seconds; the rest are counts, or bytes where the name says so
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
