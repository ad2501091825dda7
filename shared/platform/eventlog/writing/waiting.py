"""Requests that wait for an answer, and the decisions made for them."""

from __future__ import annotations

import asyncio
from typing import Any, Generic, TypeAlias, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from shared.kernel.messages import Event
from shared.kernel.stream import Moment, Stream, Written
from shared.platform.eventlog.asks import Appended, Ask
from shared.platform.eventlog.refusals import StoreAway, StoreRefuses

S = TypeVar("S")


class DecidedCommits(Struct, frozen=True, kw_only=True):
    """An opening that a pool process has decided: its commits, its events, and the stream after them."""

    commits: tuple[Written, ...]
    events: tuple[Event, ...]
    after: Stream[Any]


class StreamOpening(Struct, frozen=True, kw_only=True):
    """The owner of a new stream, and the stream's own key. Only a simulated stream has a given seed."""

    tenant: str
    simulated: bool
    key: bytes
    seed: bytes | None = None
    decided: DecidedCommits | None = None


class WaitingRequest(Generic[S]):
    """A request whose caller waits for the answer.

    If `outcome_unknown`, the log may already contain its commits; `found` holds those of its events that were found
    there so far. If `replaying`, its old answer is being rebuilt. `moments` are earlier states that an undo needs.
    """

    __slots__ = (
        "ask", "deadline", "found", "future", "id", "moments", "name", "opening", "outcome_unknown", "replaying",
    )  # fmt: skip

    def __init__(
        self, ask: Ask, opening: StreamOpening | None, future: asyncio.Future[Appended[S]], deadline: float,
        *, moments: tuple[Moment[S], ...] = (),
    ) -> None:  # fmt: skip
        """Take the command to decide, its deadline, and the future of its answer."""
        self.moments = moments
        self.ask = ask
        self.opening = opening
        self.future = future
        self.deadline = deadline
        self.outcome_unknown = False
        self.found: tuple[Event, ...] = ()
        self.replaying = False
        self.id = ask.id
        self.name = "" if ask.idempotency is None else ask.idempotency.name(ask.by)

    def answer(self, done: Appended[S]) -> None:
        """Set the caller's future to the answer, unless the caller has gone."""
        if not self.future.done():
            self.future.set_result(done)

    def give_up(self, last: StoreAway | None) -> None:
        """Refuse a request that got no answer from the store in time.

        The refusal says that nothing happened if the store refused the writes and answered every call.

        Rule:    AR-STORE-05
        """
        no = isinstance(last, StoreRefuses) and not self.outcome_unknown
        self.refuse(StoreRefuses(str(last)) if no else StoreAway("no durable answer before the deadline"))

    def refuse(self, error: Exception) -> None:
        """Set the caller's future to a refusal, unless the caller has gone."""
        if not self.future.done():
            self.future.set_exception(error)


class SealedCommit(Struct, frozen=True):
    """A commit to append: the version after it, its public bytes, its sealed parts, and the head after it."""

    version: int
    public: bytes
    sealed: bytes
    head: bytes


class DraftedCommits(Struct, Generic[S], frozen=True, kw_only=True):
    """A decision that is not durable yet: its commits, which one call appends, and the last states up to it."""

    waiting: WaitingRequest[S]
    commits: tuple[SealedCommit, ...]
    done: Appended[S]
    moments: tuple[Moment[S], ...]

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
        """Return the size of the decision within an append call. Units: bytes."""
        return sum(len(commit.public) + len(commit.sealed) for commit in self.commits)

    def give(self) -> None:
        """Send the answer to the caller, now that the decision is durable."""
        self.waiting.answer(self.done)


class UnwrittenAnswer(Struct, Generic[S], frozen=True, kw_only=True):
    """An answer that appends nothing: a refusal, or the result of a command without events.

    It is valid once all commits decided before it are durable. If `unless_seen`, and an earlier request with the same
    idempotency key was accepted, the caller gets the earlier answer instead.
    """

    waiting: WaitingRequest[S]
    outcome: Appended[S] | Exception
    unless_seen: bool = False

    def give(self) -> None:
        """Send the answer to the caller."""
        if isinstance(self.outcome, Exception):
            self.waiting.refuse(self.outcome)
        else:
            self.waiting.answer(self.outcome)


class DuplicateRequest(Struct, Generic[S], frozen=True, kw_only=True):
    """A request with the idempotency key of a decision that is not durable yet: it gets the same answer."""

    waiting: WaitingRequest[S]
    draft: DraftedCommits[S]

    def give(self) -> None:
        """Send the caller the answer of the first request, whose decision is durable."""
        self.waiting.answer(replace(self.draft.done, replayed=True))


Outcome: TypeAlias = DraftedCommits[S] | UnwrittenAnswer[S] | DuplicateRequest[S]
