"""Requests whose callers wait for a response, and the decisions made for them."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any, Generic, TypeAlias, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from shared.kernel.messages import Event
from shared.kernel.stream import LentRoll, Moment, Stream, Written
from shared.platform.eventlog.asks import Appended, Ask, Snapshot
from shared.platform.eventlog.refusals import StoreAway, StoreRefuses

S = TypeVar("S")


class DecidedCommits(Struct, frozen=True, kw_only=True):
    """The opening of a stream that a pool process has decided: its commits, its events, and the state after them."""

    commits: tuple[Written, ...]
    events: tuple[Event, ...]
    after: Stream[Any]


class StreamOpening(Struct, frozen=True, kw_only=True):
    """The initial data of a new stream: its owner, its own key and, for a simulated stream, a given seed.

    `digests` is the number of commits after which the stream records a digest of its state; 0 means never.
    """

    tenant: str
    simulated: bool
    key: bytes
    seed: bytes | None = None
    digests: int = 0
    decided: DecidedCommits | None = None


class WaitingRequest(Struct, Generic[S], eq=False):
    """A request whose caller waits for the response.

    `id` names the command in the log, and `name` the request's idempotency key; both are empty if the caller chose
    none. `outcome_unknown` means that the log may already contain the request's commits; `found` holds the events found
    there so far. `replaying` means that the earlier response is being rebuilt. `moments` holds earlier states that an
    undo needs, and `rolls` holds rolls of the stream's dice table.
    """

    ask: Ask
    opening: StreamOpening | None
    future: asyncio.Future[Appended[S]]
    deadline: float
    id: str = ""
    name: str = ""
    moments: tuple[Moment[S], ...] = ()
    rolls: Sequence[LentRoll] = ()
    outcome_unknown: bool = False
    found: tuple[Event, ...] = ()
    replaying: bool = False

    def answer(self, done: Appended[S]) -> None:
        """Pass the response to the caller's future, unless the caller no longer waits."""
        if not self.future.done():
            self.future.set_result(done)

    def give_up(self, last: StoreAway | None) -> None:
        """Refuse a request whose outcome is not durable at its deadline.

        If the store replied to every call and refused the writes, the refusal says that nothing happened.

        Rule:    AR-STORE-05
        """
        no = isinstance(last, StoreRefuses) and not self.outcome_unknown
        self.refuse(StoreRefuses(str(last)) if no else StoreAway("no durable answer before the deadline"))

    def refuse(self, error: Exception) -> None:
        """Pass a refusal to the caller's future, unless the caller no longer waits."""
        if not self.future.done():
            self.future.set_exception(error)


class SealedCommit(Struct, frozen=True):
    """A commit ready to append: the version after it, its public bytes, encrypted secrets, and the head after it."""

    version: int
    public: bytes
    sealed: bytes
    head: bytes


class DraftedCommits(Struct, Generic[S], frozen=True, kw_only=True):
    """A decision that is not durable yet: its commits, which one call appends, and the stream after them."""

    waiting: WaitingRequest[S]
    commits: tuple[SealedCommit, ...]
    done: Appended[S]
    snapshot: Snapshot[S]

    @property
    def after(self) -> Stream[S]:
        """Return the state after the decision."""
        return self.done.stream_after

    @property
    def head(self) -> bytes:
        """Return the head of the hash chain after the decision."""
        return self.done.head

    @property
    def size(self) -> int:
        """Return the number of bytes that the decision adds to an append call. Units: bytes."""
        return sum(len(commit.public) + len(commit.sealed) for commit in self.commits)

    def give(self) -> None:
        """Send the response to the caller, because the decision is durable now."""
        self.waiting.answer(self.done)


class UnwrittenAnswer(Struct, Generic[S], frozen=True, kw_only=True):
    """An outcome that appends nothing: a refusal, or the result of a command without events.

    The log sends it once all commits decided before it are durable. `unless_seen` is true if the log may have accepted
    an earlier request with the same idempotency key; if it has, the caller gets the earlier response instead.
    """

    waiting: WaitingRequest[S]
    outcome: Appended[S] | Exception
    unless_seen: bool = False

    def give(self) -> None:
        """Send the refusal or the result to the caller."""
        if isinstance(self.outcome, Exception):
            self.waiting.refuse(self.outcome)
        else:
            self.waiting.answer(self.outcome)


class DuplicateRequest(Struct, Generic[S], frozen=True, kw_only=True):
    """A request with the idempotency key of a decision that is not durable yet.

    It gets the response of that decision.
    """

    waiting: WaitingRequest[S]
    draft: DraftedCommits[S]

    def give(self) -> None:
        """Send the caller the response to the first request, whose decision is durable now."""
        self.waiting.answer(replace(self.draft.done, replayed=True))


Outcome: TypeAlias = DraftedCommits[S] | UnwrittenAnswer[S] | DuplicateRequest[S]
