"""The messages between the log and its callers: a command to decide (`Ask`), the response, and a stream's snapshot."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import Any, Final, Generic, Literal, TypeAlias, TypeVar

from msgspec import Struct

from shared.kernel.causes import Cause, Chain
from shared.kernel.messages import Command, Event, Role, Seat
from shared.kernel.record import Record
from shared.kernel.refusals import Refusal
from shared.kernel.stream import Memory, Moment, NeedsPast, Stream
from shared.platform.eventlog.refusals import LogRefusal

S = TypeVar("S")

MOST_MOMENTS: Final = 16
"""Maximum number of earlier states that are cached with a stream."""
Durability: TypeAlias = Literal["durable", "relaxed", "replicated"]


class Idempotency(Struct, frozen=True, kw_only=True):
    """An idempotency key, with a fingerprint of the request that it belongs to.

    The caller promises that all requests with the same key are retries of one request. The log refuses a request that
    has the same key but a different fingerprint. Each stream and each credential has its own keys, and the log
    remembers a key for 24 hours.
    """

    key: str
    fingerprint: str

    def name(self, by: str) -> str:
        """Return the name under which the log stores this key for a credential."""
        return hashlib.sha256(f"{by}\x00{self.key}".encode()).hexdigest()[:32]


class Origin(Struct, frozen=True, kw_only=True):
    """The cause of a request as its caller states it: the correlation id, the event that caused it, and the trace id.

    A caller with an app key may name an event in any stream of that app (`tenant`) as the cause. A caller with a seat
    token may name only an event in `stream`.
    """

    correlation: str = ""
    cause: Cause | None = None
    trace: str = ""
    tenant: str = ""
    stream: str = ""


class Ask(Struct, frozen=True, kw_only=True):
    """A command for the log to decide, with its sender and its conditions.

    If another replica appends first, the log decides the command again. Before each decision the log calls `authorise`
    with the state on which it decides; the caller gets any exception that `authorise` raises. `expected` is the version
    that the caller has seen (If-Match). Chat messages may have been added since that version, unless `exactly` is true.
    `id` names the command in the log; if it is empty, the log chooses one. The command that opens a stream needs no
    seat, because it has the role `gm`. Only the server sets `role`, when it acts as the clock; otherwise the command
    has the role of its seat. `seat_named` is false if the caller named no seat; `seat` is then the default.

    `origin` is what the caller states about causes, and `chain` is the chain of causes that the log found for it.
    `unfounded` is the refusal to send if the stated cause does not exist or the caller may not read it, or if an
    opening command names a dice table that cannot roll its dice. `limited` is the refusal to send in place of a command
    that would be accepted, because its sender has used up a limit; even then, a retry of an accepted request gets the
    earlier response. `not_before` is the time, in milliseconds UTC, of the commit in another stream that led to this
    command. The new commit's time is not earlier, even if the clock of the server that wrote the other stream is ahead.
    """

    command: Command
    seat: Seat
    seat_named: bool = True
    by: str
    faces: tuple[int, ...] | None = None
    idempotency: Idempotency | None = None
    expected: int | None = None
    exactly: bool = False
    authorise: Callable[[Stream[Any]], None] | None = None
    role: Role | None = None
    id: str = ""
    origin: Origin | None = None
    chain: Chain | None = None
    unfounded: LogRefusal | Refusal | None = None
    limited: Exception | None = None
    not_before: int = 0


class Appended(Struct, Generic[S], frozen=True, kw_only=True):
    """The response to an accepted request: its first and last version, the new head, its events and the new state.

    If the request led to no events, nothing was written, and `first` is `last + 1`. `replayed` means that the log had
    already accepted a request with this idempotency key; events and stream are then the same as in the earlier
    response.
    """

    first: int
    last: int
    head: bytes
    events: tuple[Event, ...]
    stream_after: Stream[S]
    replayed: bool = False


class Snapshot(Struct, Generic[S], frozen=True, kw_only=True):
    """A stream at one version: its folded state, its head, and its own key, from which its salts are derived.

    `ends_at` is nonzero if only some commits of a decision are folded; it is then the last version of that decision.
    `moments` holds the latest states of a stream whose decisions can be undone, including the current state.
    """

    stream: Stream[S]
    head: bytes
    key: bytes
    ends_at: int = 0
    moments: tuple[Moment[S], ...] = ()

    def state_at(self, version: int) -> S:
        """Return the game's state at an earlier version. Raises: NeedsPast if the snapshot does not hold it."""
        for kept, state in self.moments:
            if kept == version:
                return state
        raise NeedsPast(version)

    @property
    def memory(self) -> Memory[S]:
        """Return the latest states as a `Memory`, from which the next commits can be folded."""
        return Memory(self.moments, most=MOST_MOMENTS)

    @property
    def version(self) -> int:
        """Return the version of the stream: the number of its events."""
        return self.stream.version

    def __repr__(self) -> str:
        """Show the stream's name and version, but neither its key nor its secrets."""
        return f"Snapshot({self.stream.id!r}, version={self.stream.version}, head={self.head.hex()!r})"


class Stored(Struct, frozen=True, kw_only=True):
    """A commit read from the log: its last version, its record with decrypted secrets, and the head after it."""

    version: int
    record: Record
    head: bytes


class Page(Struct, frozen=True, kw_only=True):
    """Consecutive commits of a stream, and the stream's version, head and status when they were read."""

    version: int
    head: bytes
    closed: bool
    commits: tuple[Stored, ...]


class Bounds(Struct, frozen=True, kw_only=True):
    """Limits of the log: the sizes of pages, calls, caches and queues, and the time limit of a request.

    `digests` is the number of commits after which a new stream records a digest of its state; 0 means never.

    Units: deadline and remembered in seconds; fields with `bytes` in their name in bytes; all others are counts
    """

    deadline: float = 2.0
    digests: int = 0
    queue: int = 1024
    cached: int = 4096
    cached_bytes: int = 256 * 1024 * 1024
    snapshot_every: int = 200
    call_commits: int = 64
    call_bytes: int = 1024 * 1024
    page_commits: int = 250
    page_bytes: int = 4 * 1024 * 1024
    remembered: int = 86_400
