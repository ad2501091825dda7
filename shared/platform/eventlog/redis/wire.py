"""One connection to a server, as calls pass over it: they leave in order, and their answers come in the same order."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Sequence
from typing import Any, Final, Protocol

import hiredis
from redis.asyncio.connection import AbstractConnection, DefaultParser
from redis.exceptions import BusyLoadingError, ResponseError

from shared.platform.eventlog.redis.replies import ConnectionLost, NotPrimary, Unanswered, refusal_of
from shared.platform.eventlog.refusals import StoreAway

MOST_UNANSWERED: Final = 512
NOT_YET: Final = object()


class Call:
    """A packed command, and who waits for its answer."""

    __slots__ = ("future", "packed", "sent_at", "writes")

    def __init__(self, packed: bytes, future: asyncio.Future[Any], *, writes: bool) -> None:
        """Take the command, where its answer goes, and whether it writes."""
        self.packed, self.future, self.writes = packed, future, writes
        self.sent_at = 0.0

    def answer(self, reply: object) -> None:
        """Deliver an answer, or the error that comes instead, unless nobody waits for it any more."""
        if self.future.done():
            return
        if isinstance(reply, Exception):
            self.future.set_exception(reply)
        else:
            self.future.set_result(reply)


class Outgoing(Protocol):
    """What goes over a wire and takes an answer: a call, or something that stands for one."""

    packed: bytes
    sent_at: float

    def answer(self, reply: object) -> None:
        """Take the answer, or the error that comes instead."""
        ...


class Owner(Protocol):
    """Who put the calls on a wire."""

    def answered(self) -> None:
        """Answers have come: there is room for more calls."""
        ...

    def has_room(self) -> None:
        """The wire takes more calls, where it did not before."""
        ...

    def refused(self, refusal: StoreAway, /) -> None:
        """The server answered a call with an error."""
        ...

    def lost(self, wire: Wire, *, unanswered: bool) -> None:
        """The wire is broken, and whoever was still unanswered has been told."""
        ...


class Wire(asyncio.Protocol):
    """The transport of a connection, from when it is set up to when it breaks."""

    def __init__(self, connection: AbstractConnection, owner: Owner, answer_within: float) -> None:
        """Take over the transport of a connection that redis-py has set up; redis-py has it no more.

        Refuses: ConnectionLost
        """
        self._loop = asyncio.get_running_loop()
        self._owner = owner
        self._answer_within = answer_within
        self._unanswered: deque[Outgoing] = deque()
        self._timer: asyncio.TimerHandle | None = None
        self._paused = False
        self._leaving = False
        self._gone: asyncio.Future[None] = self._loop.create_future()
        self._reader = hiredis.Reader(protocolError=ConnectionLost, replyError=_error_of, notEnoughData=NOT_YET)
        writer, connection._reader, connection._writer = connection._writer, None, None  # noqa: SLF001 there is no public way
        if writer is None or writer.transport.is_closing():
            raise ConnectionLost("the connection broke as soon as it was made")
        self._writer = writer  # kept for as long as the transport: it closes that when it goes
        self._transport = writer.transport
        self._transport.set_protocol(self)

    # ---------------------------------------------------------------- calls leave

    @property
    def room(self) -> int:
        """Return how many calls may be sent now."""
        return 0 if self._paused or self._leaving else MOST_UNANSWERED - len(self._unanswered)

    @property
    def idle(self) -> bool:
        """Whether every call has its answer."""
        return not self._unanswered

    def send(self, calls: Sequence[Outgoing]) -> None:
        """Send calls together."""
        now = self._loop.time()
        for call in calls:
            call.sent_at = now
        self._unanswered.extend(calls)
        if self._timer is None:
            self._timer = self._loop.call_at(now + self._answer_within, self._watch)
        self._transport.writelines([call.packed for call in calls])

    def pause_writing(self) -> None:
        """Hold back what is not sent yet: the server takes no more."""
        self._paused = True

    def resume_writing(self) -> None:
        """Go on sending."""
        self._paused = False
        self._owner.has_room()

    # ---------------------------------------------------------------- answers come

    def data_received(self, data: bytes) -> None:
        """Deliver every answer that is whole."""
        gets = self._reader.gets
        try:
            self._reader.feed(data)
            while (reply := gets()) is not NOT_YET:
                self._deliver(reply)
        except ConnectionLost as error:
            self.break_off(error)
            return
        if self._leaving and not self._unanswered:
            self._transport.close()
        self._owner.answered()

    def _deliver(self, reply: object) -> None:
        """Hand an answer to the oldest call that has none.

        Refuses: ConnectionLost
        """
        if not self._unanswered:
            raise ConnectionLost("the server answered what nobody had asked")
        self._unanswered.popleft().answer(reply)
        if isinstance(reply, StoreAway):
            self._refused(reply)

    def _refused(self, refusal: StoreAway) -> None:
        """Heed what an error says of the whole connection.

        Refuses: ConnectionLost
        """
        if isinstance(refusal, ConnectionLost):
            raise refusal
        if isinstance(refusal, NotPrimary):  # whoever connects anew finds the primary
            self._leaving = True
        self._owner.refused(refusal)

    def _watch(self) -> None:
        """Break off where the oldest call has waited for too long; else look again when it will have."""
        self._timer = None
        if not self._unanswered:
            return
        due = self._unanswered[0].sent_at + self._answer_within
        if self._loop.time() < due:
            self._timer = self._loop.call_at(due, self._watch)
        else:
            self.break_off(Unanswered(f"no answer within {self._answer_within} s"))

    # ---------------------------------------------------------------- the end

    def break_off(self, error: StoreAway) -> None:
        """Hang up; every call without an answer gets this error, and none a later answer."""
        self._transport.abort()
        self._end(error)

    def connection_lost(self, exc: Exception | None) -> None:
        """Tell every call without an answer that none will come."""
        self._end(ConnectionLost(str(exc or "the server closed the connection")))
        if not self._gone.done():
            self._gone.set_result(None)

    def _end(self, error: StoreAway) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        unanswered, self._unanswered = self._unanswered, deque()
        for call in unanswered:
            call.answer(error)
        self._owner.lost(self, unanswered=bool(unanswered))

    async def close(self) -> None:
        """Hang up, and wait until the other side has noticed, but no longer than for an answer."""
        self._transport.close()
        await asyncio.wait([self._gone], timeout=self._answer_within)
        self._transport.abort()


def _error_of(said: str) -> StoreAway:
    """Return what an error of the server means; one that is not about the call itself ends the connection."""
    error = DefaultParser.parse_error(said)  # type: ignore[no-untyped-call]
    return refusal_of(error) if isinstance(error, ResponseError | BusyLoadingError) else ConnectionLost(said)
