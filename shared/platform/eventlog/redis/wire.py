"""Wires. A wire is one open connection to a server, which replies to calls in the order in which the wire sent them."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Sequence
from typing import Any, Final, Protocol, TypeAlias

import hiredis
from msgspec import Struct
from redis.asyncio.connection import AbstractConnection, DefaultParser
from redis.exceptions import BusyLoadingError, ResponseError

from shared.platform.eventlog.redis.replies import ConnectionLost, NotPrimary, Unanswered, refusal_of
from shared.platform.eventlog.refusals import StoreAway

MOST_UNANSWERED: Final = 512
NOT_YET: Final = object()


TakeReply: TypeAlias = Callable[[Any], None]
"""A function that takes the reply to a call, or the error that replaces it. It raises nothing."""


class Call(Struct, eq=False):
    """An encoded command of a caller, the function that takes its reply, and whether the command writes."""

    packed: bytes
    answer: TakeReply
    writes: bool
    sent_at: float = 0.0


def pass_to(future: asyncio.Future[Any], reply: object) -> None:
    """Pass a reply or an error to a caller's future, unless the caller no longer waits."""
    if future.done():
        return
    if isinstance(reply, Exception):
        future.set_exception(reply)
    else:
        future.set_result(reply)


class Outgoing(Protocol):
    """An encoded command that a wire sends: a caller's command, or a command that the pipe itself adds."""

    packed: bytes
    sent_at: float

    def answer(self, reply: object, /) -> None:
        """Handle the server's reply, or the error that replaces it."""
        ...


class Owner(Protocol):
    """The user of a wire, usually a pipe. The wire calls its methods."""

    def on_replies(self) -> None:
        """Handle the arrival of replies, which makes room for more calls."""
        ...

    def has_room(self) -> None:
        """Handle the event that the send buffer has room again."""
        ...

    def on_refusal(self, refusal: StoreAway, /) -> None:
        """Handle an error that the server returned."""
        ...

    def on_broken(self, wire: Wire, *, unanswered: bool) -> None:
        """Handle a broken wire. All its unanswered calls have failed already."""
        ...


class Wire(asyncio.Protocol):
    """One open connection, which sends calls in order and matches replies to them.

    It disconnects if a reply is late.
    """

    def __init__(self, connection: AbstractConnection, owner: Owner, answer_within: float) -> None:
        """Take over the transport of a connection that redis-py has opened.

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
        writer, connection._reader, connection._writer = connection._writer, None, None  # noqa: SLF001 redis-py has no public method for this
        if writer is None or writer.transport.is_closing():
            raise ConnectionLost("the connection broke as soon as it was made")
        self._writer = writer  # keep the writer alive: its destructor closes the transport
        self._transport = writer.transport
        self._transport.set_protocol(self)

    # ---------------------------------------------------------------- sending

    @property
    def room(self) -> int:
        """Return the number of calls that the wire may still send now."""
        return 0 if self._paused or self._leaving else MOST_UNANSWERED - len(self._unanswered)

    @property
    def idle(self) -> bool:
        """Return whether every call on this connection has its reply."""
        return not self._unanswered

    def send(self, calls: Sequence[Outgoing]) -> None:
        """Send these calls in one write."""
        now = self._loop.time()
        for call in calls:
            call.sent_at = now
        self._unanswered.extend(calls)
        if self._timer is None:
            self._timer = self._loop.call_at(now + self._answer_within, self._watch)
        self._transport.writelines([call.packed for call in calls])

    def pause_writing(self) -> None:
        """Stop sending while the server is not reading. asyncio calls this method."""
        self._paused = True

    def resume_writing(self) -> None:
        """Continue sending when the server reads again. asyncio calls this method."""
        self._paused = False
        self._owner.has_room()

    # ---------------------------------------------------------------- replies

    def data_received(self, data: bytes) -> None:
        """Parse incoming bytes, and deliver each complete reply."""
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
        self._owner.on_replies()

    def _deliver(self, reply: object) -> None:
        """Pass a reply to the oldest unanswered call.

        Refuses: ConnectionLost
        """
        if not self._unanswered:
            raise ConnectionLost("the server sent an answer without a call")
        self._unanswered.popleft().answer(reply)
        if isinstance(reply, StoreAway):
            self._handle_error(reply)

    def _handle_error(self, refusal: StoreAway) -> None:
        """Disconnect if an error that the server returned affects the whole connection, not only one call.

        Refuses: ConnectionLost
        """
        if isinstance(refusal, ConnectionLost):
            raise refusal
        if isinstance(refusal, NotPrimary):  # a new connection finds the primary
            self._leaving = True
        self._owner.on_refusal(refusal)

    def _watch(self) -> None:
        """Disconnect if the oldest call has waited too long for its reply; otherwise check again at its deadline."""
        self._timer = None
        if not self._unanswered:
            return
        due = self._unanswered[0].sent_at + self._answer_within
        if self._loop.time() < due:
            self._timer = self._loop.call_at(due, self._watch)
        else:
            self.break_off(Unanswered(f"no answer within {self._answer_within} s"))

    # ---------------------------------------------------------------- closing

    def break_off(self, error: StoreAway) -> None:
        """Disconnect. Every unanswered call fails with this error."""
        self._transport.abort()
        self._end(error)

    def connection_lost(self, exc: Exception | None) -> None:
        """Fail every unanswered call."""
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
        self._owner.on_broken(self, unanswered=bool(unanswered))

    async def close(self) -> None:
        """Disconnect, and wait until the server closes its end, but no longer than the time limit of a reply."""
        self._transport.close()
        await asyncio.wait([self._gone], timeout=self._answer_within)
        self._transport.abort()


def _error_of(said: str) -> StoreAway:
    """Convert a server's error message to an exception of `replies`.

    An error that concerns no single call becomes ConnectionLost, because it ends the connection.
    """
    error = DefaultParser.parse_error(said)  # type: ignore[no-untyped-call]
    return refusal_of(error) if isinstance(error, ResponseError | BusyLoadingError) else ConnectionLost(said)
