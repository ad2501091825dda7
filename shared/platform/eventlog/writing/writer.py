"""Write one stream from this process with group commit: one call appends all commits decided since the last call.

The writer keeps two states. *Durable* is the state that the store has confirmed; *ahead* is the state after all decided
commits. The writer decides a request on *ahead* as it arrives, even while an append is in flight; commits decided
meanwhile go into the next call. A call writes all its commits or none. If it fails, the writer drops *ahead* and
decides every unanswered request again, until its deadline. It sends no response before the commits that the response
depends on are durable. A task runs only to read the stream, to confirm a refusal, or to find out why an append failed.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from itertools import accumulate
from typing import Any, Final, Generic, TypeVar, cast

import structlog

from shared.kernel.replay import Commit
from shared.kernel.stream import Stream
from shared.platform.eventlog.reading.tails import ERASED, LogEntry, RememberedAnswer, entry_of
from shared.platform.eventlog.redis.replies import Unanswered, Unreplicated, WritesRefused
from shared.platform.eventlog.redis.wire import TakeReply, pass_to
from shared.platform.eventlog.refusals import (
    KeyReused,
    LogRefusal,
    StoreAway,
    StreamBroken,
    StreamBusy,
    StreamErased,
    StreamUnknown,
)
from shared.platform.eventlog.writing.appending import append_words, cut, is_all_drafts, names_of
from shared.platform.eventlog.writing.folded_streams import Streams
from shared.platform.eventlog.writing.judging import Judge
from shared.platform.eventlog.writing.unknown_outcomes import settled_by
from shared.platform.eventlog.writing.waiting import DraftedCommits, Outcome, UnwrittenAnswer, WaitingRequest
from shared.platform.eventlog.writing.writer_states import APPENDING, READY, RESOLVING, UNREAD, WriterState
from shared.platform.processes import PoolRefusal

S = TypeVar("S")
log = structlog.get_logger("shared.platform.eventlog")

FIRST_PAUSE: Final = 0.02
LONGEST_PAUSE: Final = 0.2
WRITTEN: Final = b"OK"


class StreamWriter(Generic[S]):
    """The writer of one stream, which exists while requests for the stream are waiting."""

    def __init__(self, streams: Streams[S], judge: Judge[S], stream: str, writers: dict[str, StreamWriter[S]]) -> None:
        """Create the writer of a stream. `writers` holds all writers that have work."""
        snapshot = streams.cached_snapshot(stream)
        self._streams: Final = streams
        self._judge: Final = judge
        self._all: Final = writers
        self._id: Final = stream
        self._keys: Final = streams.connection.keys(stream)
        self._queue: deque[WaitingRequest[S]] = deque()
        self._flight: list[Outcome[S]] = []
        self._drafts: list[DraftedCommits[S]] = []
        self._next: list[Outcome[S]] = []
        self._named: dict[str, DraftedCommits[S]] = {}
        self._state: WriterState = UNREAD if snapshot is None else READY
        self._ahead = self._durable = snapshot or streams.folding.empty_stream(stream)
        self._pause, self._begun = FIRST_PAUSE, 0.0
        self._last: StoreAway | None = None  # why the last call failed
        self._replied: asyncio.Future[None] | None = None  # what `in_flight` waits for
        self._loop: Final = asyncio.get_running_loop()
        streams.meters.count_lookup(service=streams.service, cached=snapshot is not None)

    # ---------------------------------------------------------------- accepting requests

    def offer(self, waiting: WaitingRequest[S]) -> None:
        """Accept a request. Decide it at once if the stream's state is known, otherwise after reading the stream.

        Refuses: StreamBusy
        """
        if len(self._queue) + len(self._next) + len(self._flight) >= self._streams.bounds.queue:
            raise StreamBusy
        if self._state.knows_stream and not self._queue:
            self._accept(waiting)
        else:
            self._queue.append(waiting)
        self._continue()

    async def in_flight(self) -> None:
        """Wait for the store's reply to the append in flight, if there is one."""
        if self._state is APPENDING:
            self._replied = self._replied or self._loop.create_future()
            await self._replied

    def _accept(self, waiting: WaitingRequest[S]) -> None:
        """Decide a request on the state ahead of the log, and advance that state; skip finished requests."""
        if waiting.future.done() or waiting.replaying:
            return
        duplicate = self._named.get(waiting.name) if waiting.name else None
        outcome = self._judge.judge(waiting, self._ahead, duplicate)
        self._next.append(outcome)
        if type(outcome) is DraftedCommits:
            self._ahead = outcome.snapshot
            if waiting.name:
                self._named[waiting.name] = outcome

    # ---------------------------------------------------------------- the normal case

    def _continue(self) -> None:
        """Start the next step unless one is in progress: append commits, start the task, or finish."""
        if not self._state.is_idle:
            return
        if not (self._next or self._queue):
            self._all.pop(self._id, None)
        elif self._needs_the_task():
            self._start_task(None)
        else:
            self._send()

    def _send(self) -> None:
        """Append as many decided commits as fit into one call. Call this only if all waiting outcomes have commits."""
        try:
            self._flight, self._next = cut(self._next, self._streams.bounds)
            self._drafts = cast("list[DraftedCommits[S]]", self._flight)
            self._append(self._take_reply)
        except Exception as error:  # noqa: BLE001 every waiting caller gets the error
            self._fail(error)
            self._continue()
        else:
            self._state = APPENDING

    def _take_reply(self, reply: Any) -> None:  # noqa: ANN401 the store's reply, or the error that replaces it
        """Handle the store's reply to an append: respond to the callers or, if the append failed, start the task."""
        self._state = READY
        if self._replied is not None:
            self._replied.set_result(None)
            self._replied = None
        if isinstance(reply, Exception) or reply[0] != WRITTEN:
            self._start_task(reply)
            return
        try:
            self._advance_durable()
        except Exception as error:  # noqa: BLE001 every waiting caller gets the error
            self._fail(error)
        self._continue()

    def _needs_the_task(self) -> bool:
        return bool(self._queue) or not is_all_drafts(self._next)

    # ---------------------------------------------------------------- the task

    def _start_task(self, reply: Any) -> None:  # noqa: ANN401 the store's reply, or the error that replaces it
        """Start the task for work other than appends. If `reply` to an append is given, the task handles it first."""
        self._state = self._state.with_task()
        self._streams.spawn(self._run_task(reply))

    async def _run_task(self, reply: Any) -> None:  # noqa: ANN401 the store's reply, or the error that replaces it
        """Run the task until only appends are left to do, or no request waits."""
        try:
            await self._try_turn(reply)
            while self._flight or self._needs_the_task():
                await self._try_turn(None)
        except BaseException:
            self._all.pop(self._id, None)
            raise
        self._state = self._state.without_task()
        self._continue()

    async def _try_turn(self, reply: Any) -> None:  # noqa: ANN401 the store's reply, or the error that replaces it
        try:
            await self._turn(reply)
        except StoreAway as away:
            self._streams.meters.count_store_away(service=self._streams.service)
            await self._try_later(away)
        except Exception as error:  # noqa: BLE001 every waiting caller gets the error
            self._fail(error)

    async def _turn(self, reply: Any) -> None:  # noqa: ANN401 the store's reply, or the error that replaces it
        if isinstance(reply, Exception):
            raise reply
        if reply is not None:
            await self._act_on(reply)
            return
        if not self._state.knows_stream:
            await self._read_stream()
        while self._queue:
            self._accept(self._queue.popleft())
        if not self._needs_the_task():
            return
        self._fill_flight()
        if self._drafts:
            sent: asyncio.Future[Any] = self._loop.create_future()
            self._append(partial(pass_to, sent))
            await self._act_on(await sent)
        else:
            await self._send_without_append()

    # ---------------------------------------------------------------- appends

    def _fill_flight(self) -> None:
        """Choose the outcomes for the next call. Those with commits also go into `_drafts`."""
        self._flight, self._next = cut(self._next, self._streams.bounds)
        self._drafts = [outcome for outcome in self._flight if type(outcome) is DraftedCommits]

    def _append(self, take: TakeReply) -> None:
        """Append the commits of the chosen outcomes in one call. Call `take` with the store's reply or an error."""
        streams = self._streams
        self._begun = self._loop.time()
        form, seals, bounds = streams.append_form(self._id), streams.folding.seals, streams.bounds
        words = append_words(form, self._keys, self._durable, self._drafts, seals=seals, bounds=bounds)
        streams.connection.send_then(take, *words)

    async def _act_on(self, reply: Sequence[Any]) -> None:
        """Act on the store's reply to an append: advance, replay responses, follow other replicas, or start over."""
        code = reply[0]
        if code == WRITTEN:
            self._advance_durable()
            if self._flight:
                await self._send_verdicts(await self._look_up_records())
        elif code == b"SEEN":
            self._replay_seen(self._drafts, reply[4])
        elif code == b"WRONG":
            await self._follow_others(int(reply[1]), [entry_of(raw) for raw in reply[4]])
        elif code == b"ERASED":
            raise StreamErased(int(reply[1]), reply[2])
        else:
            await self._handle_contradiction(code.decode(), int(reply[1]))

    def _advance_durable(self) -> None:
        """Advance the durable state and send the responses in order; hold back responses that need a look-up first."""
        streams, drafts = self._streams, self._drafts
        seconds, commits = self._loop.time() - self._begun, sum([len(draft.commits) for draft in drafts])
        streams.meters.count_append(service=streams.service, seconds=seconds, commits=commits)
        self._durable = drafts[-1].snapshot
        self._pause = FIRST_PAUSE
        streams.keep(self._durable)
        flight, self._flight = self._flight, []
        for outcome in flight:
            if type(outcome) is UnwrittenAnswer and outcome.unless_seen:
                self._flight.append(outcome)
                continue
            self._named.pop(outcome.waiting.name, None)
            outcome.give()

    def _replay_seen(self, drafts: Sequence[DraftedCommits[S]], known: Sequence[Sequence[bytes]]) -> None:
        """Replay the responses to requests that the log accepted earlier, and decide the other requests again.

        `known` has one entry for each commit. The record of a request is stored with the last commit of its decision.
        """
        lasts = accumulate(len(draft.commits) for draft in drafts)
        for draft, (code, *versions) in zip(drafts, (known[last - 1] for last in lasts), strict=True):
            if code == b"DUP":
                self._replay(draft.waiting, int(versions[0]), int(versions[1]))
            elif code == b"MISMATCH":
                draft.waiting.refuse(KeyReused())
        self._start_over()

    async def _follow_others(self, version: int, missing: Sequence[LogEntry]) -> None:
        """Fold commits that another replica appended first, and decide the waiting commands again."""
        self._streams.meters.count_conflict(service=self._streams.service)
        if version < self._durable.version or not missing or not self._durable.version:
            self._start_over(reread=True)  # read it again, with the stream's own key
            return
        self._streams.meters.count_folded(service=self._streams.service, commits=len(missing))
        try:
            self._durable = await self._streams.follow(self._durable, missing, self._settle_unknown)
        except StreamBroken:
            self._start_over(reread=True)  # reading again detects a history that was cut and continued
            return
        self._streams.keep(self._durable)
        self._start_over(reread=self._durable.version != version)
        self._expire()

    async def _handle_contradiction(self, code: str, version: int) -> None:
        """Handle a store whose log differs from ours: start over if it may lose writes, otherwise stop writing."""
        said = f"{self._id}: {code} at version {version}; version {self._durable.version} was read before"
        if code == "FORKED" and self._streams.connection.may_go_back:
            log.warning("stream_forked", stream=self._id, said=said)
            self._streams.forget(self._id)
            self._durable = self._streams.folding.empty_stream(self._id)
            self._start_over(reread=True)
            return
        raise self._streams.refuse_as_broken(self._id, said)

    # ---------------------------------------------------------------- results that append nothing

    async def _send_without_append(self) -> None:
        """Send refusals and results that append nothing, once a read has confirmed that the stream is unchanged."""
        names = names_of(self._flight)
        tail = await self._streams.tails.tail(self._id, self._durable.version, names=names)
        if tail.status == ERASED:
            raise StreamErased(tail.version, tail.head)
        if (tail.version, tail.head) == (self._durable.version, self._durable.head):
            await self._send_verdicts(dict(zip(names, tail.seen, strict=True)))
        else:
            await self._follow_others(tail.version, tail.entries)

    async def _look_up_records(self) -> dict[str, RememberedAnswer | None]:
        """Look up whether the log accepted earlier requests with the idempotency keys of the chosen outcomes."""
        names = names_of(self._flight)
        tail = await self._streams.tails.tail(self._id, self._durable.version, names=names, limit=1)
        return dict(zip(names, tail.seen, strict=True))

    async def _send_verdicts(self, seen: dict[str, RememberedAnswer | None]) -> None:
        flight, self._flight = self._flight, []
        self._pause = FIRST_PAUSE
        for outcome in flight:
            waiting = outcome.waiting
            before = seen.get(waiting.name) if waiting.name else None
            if before is None or waiting.ask.idempotency is None:
                outcome.give()
            elif before.fingerprint != waiting.ask.idempotency.fingerprint:
                waiting.refuse(KeyReused())
            else:
                self._replay(waiting, before.first, before.last)

    def _replay(self, waiting: WaitingRequest[S], first: int, last: int) -> None:
        """Rebuild an earlier response in the background, so that other requests for the stream need not wait."""
        waiting.replaying = True
        self._streams.spawn(self._streams.answer_again(self._id, waiting, first, last))

    # ---------------------------------------------------------------- reading the stream

    async def _read_stream(self) -> None:
        """Bring the durable state up to date with the log. A stream that does not exist yet counts as empty.

        Refuses: StreamErased, StoreAway, StreamBroken, NewerRelease
        """
        visit = self._settle_unknown if any(waiting.outcome_unknown for waiting in self._queue) else None
        if self._durable.version > 0:
            tail = await self._streams.tails.tail(self._id, self._durable.version)
            self._durable = await self._streams.caught_up(self._id, self._durable, tail, visit)
        else:
            with suppress(StreamUnknown):
                self._durable = await self._streams.afresh(self._id, visit)
        self._ahead = self._durable
        self._state = RESOLVING

    def _settle_unknown(self, entry: LogEntry, commit: Commit, stream: Stream[S]) -> None:
        """Respond to the waiting requests with unknown outcomes whose decision ends with this commit."""
        held = (outcome.waiting for outcome in (*self._flight, *self._next))
        unknown = [waiting for waiting in (*self._queue, *held) if waiting.outcome_unknown]
        for waiting, done in settled_by(unknown, entry, commit, stream):
            waiting.replaying = True
            self._streams.spawn(self._streams.answer_found(self._id, waiting, done))

    # ---------------------------------------------------------------- failures

    def _start_over(self, *, reread: bool = False) -> None:
        """Drop the state ahead of the log, and return every unanswered request to the queue, in order."""
        held = [outcome.waiting for outcome in (*self._flight, *self._next)]
        again = [waiting for waiting in (*held, *self._queue) if not (waiting.future.done() or waiting.replaying)]
        self._queue = deque(again)
        self._flight, self._next = [], []
        self._named.clear()
        self._ahead = self._durable
        if reread:
            self._state = self._state.as_outdated()

    async def _try_later(self, away: StoreAway) -> None:
        """Handle an unreachable store: mark outcomes as unknown, pause, and let the writer read the stream again."""
        self._last = away
        for waiting in (outcome.waiting for outcome in self._flight):
            if isinstance(away, Unreplicated):
                waiting.refuse(away)
            elif isinstance(away, WritesRefused):
                waiting.give_up(away)
            elif isinstance(away, Unanswered):
                waiting.outcome_unknown = True
        self._start_over(reread=True)
        if self._streams.connection.away_for(self._keys) > self._streams.bounds.deadline:
            self._refuse_all(away)
        self._expire()
        if self._queue:
            await asyncio.sleep(self._pause)
            self._pause = min(self._pause * 2, LONGEST_PAUSE)

    def _expire(self) -> None:
        """Refuse the queued requests whose deadline has passed."""
        now = self._loop.time()
        for waiting in self._queue:
            if waiting.deadline < now:
                waiting.give_up(self._last)
        self._queue = deque(waiting for waiting in self._queue if not waiting.future.done())

    def _fail(self, error: Exception) -> None:
        """Refuse every waiting request because of an error that a retry cannot solve."""
        if not isinstance(error, LogRefusal | PoolRefusal):
            log.error("writer_failed", stream=self._id, exc_info=error)
        self._streams.forget(self._id)
        self._start_over()
        self._refuse_all(error)

    def _refuse_all(self, error: Exception) -> None:
        for waiting in self._queue:
            waiting.refuse(error)
        self._queue.clear()
        self._state = self._state.as_outdated()
