"""Connections with time limits: callers must send heads and bodies in time, and must read responses in time.

Uvicorn only limits how long a connection may be idle between requests. Here, the head and the body of a request each
have a time limit (408), a head has a maximum size (431), a caller that does not read its response is disconnected, and
the number of connections from one address may be limited.
"""

from __future__ import annotations

import asyncio
from asyncio import TimerHandle
from collections import Counter
from collections.abc import Awaitable
from typing import Any, Final, cast

from litestar.types import Receive, Scope, Send
from msgspec import Struct
from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol, RequestResponseCycle

from shared.platform.http.edge.unclear import doubtful_path
from shared.platform.http.problems import RETRY_AFTER, HttpProblem, bad_request, problem_bytes

HEAD, BODY = "head", "body"
ENDED: Final = "ended"
"""Key under which a request's state holds the status with which this module ended the connection."""
PROBLEM: Final = b"application/problem+json"
LF, CR = b"\n\r"
ACTED_ON: Final = frozenset({b"connection", b"transfer-encoding"})
"""Response headers that uvicorn handles itself."""
LINGER: Final = 2.0
"""Seconds for which a connection that ends early still takes bytes, so that the caller can read why it ended."""


class ConnectionTimeouts(Struct, frozen=True, kw_only=True):
    """Time limits and other limits of connections. Units: seconds; bytes; connections from one address."""

    head: float
    body: float
    unread: float
    head_bytes: int
    peer: int


def protocol_of(timeouts: ConnectionTimeouts) -> type[HttpToolsProtocol]:
    """Return the protocol class with which a server handles its connections."""
    peers: Counter[str] = Counter()
    return type("Connection", (Connection,), {"timeouts": timeouts, "peers": peers})


class Answer:
    """The response to one request, sent if possible with head and body in one write.

    Each write wakes the reader and costs the system more than its bytes do. Some responses are sent piece by piece, as
    uvicorn does: those without a stated length, those that may take long, and those without a body.
    """

    __slots__ = ("_cycle", "_head", "_pass_on", "_size", "_start")

    def __init__(self, cycle: RequestResponseCycle) -> None:
        """Replace the `send` of uvicorn's request cycle with this object's `send`."""
        self._cycle: Final = cycle
        self._pass_on: Final[Any] = cycle.send
        self._start: Any = None
        self._head, self._size = b"", 0

    async def send(self, message: Any) -> None:  # noqa: ANN401 a message of ASGI
        """Send one message of the app. This is the ASGI interface."""
        begins = message["type"] == "http.response.start"
        if begins and self._waits(message):
            return
        start, self._start = self._start, None
        if start is None or begins:
            await self._pass_on(message)
        elif message.get("more_body") or len(message["body"]) != self._size or self._cycle.flow.write_paused:
            await self._pass_on(start)
            await self._pass_on(message)
        else:
            self._finish(message["body"])

    def _waits(self, start: Any) -> bool:  # noqa: ANN401 a message of ASGI
        """Hold back the head of a response if its body is certain to follow; return whether the head is held back."""
        cycle = self._cycle
        if cycle.response_started or cycle.access_log or cycle.scope["method"] == "HEAD":
            return False
        headers = [*cycle.default_headers, *start["headers"]]
        by_name = dict(headers)
        size, values = int(by_name.get(b"content-length", 0)), b"".join(by_name.values())
        breaks = LF in values or CR in values
        if not size or breaks or len(by_name) < len(headers) or not ACTED_ON.isdisjoint(by_name):
            return False
        end = b"\r\n\r\n" if cycle.keep_alive else b"\r\nconnection: close\r\n\r\n"
        self._head = STATUS_LINE[start["status"]] + b"\r\n".join(map(b": ".join, headers)) + end
        self._start, self._size = start, size
        return True

    def _finish(self, body: bytes) -> None:
        """Write the head and the body together, and finish uvicorn's request cycle."""
        cycle = self._cycle
        if cycle.disconnected:
            return
        cycle.transport.write(self._head + body)
        cycle.waiting_for_100_continue = False
        cycle.response_started = cycle.response_complete = True
        cycle.message_event.set()
        if not cycle.keep_alive:
            cycle.transport.close()
        cycle.on_response()


class Connection(HttpToolsProtocol):
    """One connection from a caller."""

    timeouts: ConnectionTimeouts
    peers: Counter[str]

    def __init__(self, *words: Any, **more: Any) -> None:  # noqa: ANN401 uvicorn's signature
        """Set up the connection without a timer."""
        super().__init__(*words, **more)
        self._timer: TimerHandle | None = None
        self._unread: TimerHandle | None = None
        self._idle: TimerHandle | None = None
        self._idle_since: float | None = None
        self._head_bytes = 0
        self._awaited: str | None = None
        self._messages = 0
        self._begun = False
        self._lingers = False
        self._peer = ""

    # ---------------------------------------------------------------- the connection

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Accept a connection, unless its address already has too many."""
        super().connection_made(transport)
        self._peer = self.client[0] if self.client else ""
        self.peers[self._peer] += 1
        if self.peers[self._peer] > self.timeouts.peer:
            why = "this address has too many open connections; close one first"
            self._end_with(HttpProblem(429, "too-many-connections", why, headers={RETRY_AFTER: "5"}))
            self.transport.close()  # at once: a connection that lingers would still count
            return
        self._awaited = HEAD
        self._wait()

    def connection_lost(self, exc: Exception | None) -> None:
        """Release everything that a lost connection used."""
        self._stop_waiting()
        self._stop_unread()
        if self._idle is not None:
            self._idle.cancel()
        self.peers[self._peer] -= 1
        if not self.peers[self._peer]:
            del self.peers[self._peer]
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Parse incoming bytes, and start the timer of an incomplete head or body.

        A head that is too long gets a 431.
        """
        if self._is_ending():
            return
        self._idle_since = None
        if self._awaited is not BODY:
            self._head_bytes += len(data)
        awaited, messages = self._awaited, self._messages
        HttpToolsProtocol.data_received(self, data)
        if self._is_ending():
            return
        is_complete = self._awaited is None and self._timer is None  # the usual request arrives in one piece
        if not is_complete and (self._awaited is not awaited or self._messages != messages):
            self._wait()
        if self._awaited is not BODY and self._head_bytes > self.timeouts.head_bytes:
            self._end_with(
                HttpProblem(431, "head-too-large", "the headers of the request are too large: send shorter ones")
            )

    # ---------------------------------------------------------------- a request

    def on_message_begin(self) -> None:
        """Start the timer for the rest of the head."""
        HttpToolsProtocol.on_message_begin(self)  # five times a request: `super()` takes three times as long
        self._begun = True
        self._awaited = HEAD
        self._messages += 1

    def on_headers_complete(self) -> None:
        """Start the timer for the body.

        Leave an ambiguous path unparsed, so that the outermost layer (`edge`) refuses it.
        """
        self._head_bytes = 0
        self._awaited = BODY
        path = doubtful_path(self.url)
        if path is None:
            HttpToolsProtocol.on_headers_complete(self)
            return
        self.url = b"/"
        HttpToolsProtocol.on_headers_complete(self)
        self.scope["raw_path"], self.scope["path"] = path, path.decode("latin-1")

    def on_message_complete(self) -> None:
        """Stop the timer. The timer for the next head starts with its first byte."""
        self._begun = False
        self._awaited = None
        HttpToolsProtocol.on_message_complete(self)

    def _wait(self) -> None:
        """Start the timer of an incomplete head or body, once all bytes received so far are parsed."""
        self._stop_waiting()
        if self._awaited is not None:
            seconds = self.timeouts.head if self._awaited is HEAD else self.timeouts.body
            self._timer = self.loop.call_later(seconds, self._too_slow, self._awaited)

    def _stop_waiting(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _too_slow(self, what: str) -> None:
        self._timer = None
        if self.flow.read_paused:  # this side has paused reading
            self._timer = self.loop.call_later(self.timeouts.body, self._too_slow, what)
        elif what == HEAD and not self._begun:
            self.transport.close()  # no request has begun
        else:
            self._end_with(HttpProblem(408, "request-timeout", f"the {what} of the request did not arrive in time"))

    # ---------------------------------------------------------------- answering

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: Any) -> None:  # noqa: ANN401 uvicorn's signature
        """Start the task in which the app answers.

        This avoids the reference cycle of uvicorn's own method, which only the garbage collector could free.
        """

        def answering(scope: Scope, receive: Receive, _: Send) -> Awaitable[None]:
            return cast("Awaitable[None]", app(scope, receive, Answer(cycle).send))

        HttpToolsProtocol._start_asgi_task(self, cycle, answering)  # type: ignore[arg-type]  # noqa: SLF001 its own

    def on_response_complete(self) -> None:
        """Finish a request as uvicorn does, but with one idle timer for the whole connection."""
        if self.pipeline or self.transport.is_closing():
            super().on_response_complete()
            return
        self.server_state.total_requests += 1
        self.flow.resume_reading()
        self._idle_since = self.loop.time()
        if self._idle is None:
            self._idle = self.loop.call_at(self._idle_since + self.timeout_keep_alive, self._look_whether_idle)

    def _look_whether_idle(self) -> None:
        """Close the connection if it was idle for too long.

        Otherwise check again when its idle time can first exceed the limit.
        """
        self._idle = None
        if self._idle_since is None:  # a request or its response is in flight
            return
        until = self._idle_since + self.timeout_keep_alive
        if self.loop.time() < until:
            self._idle = self.loop.call_at(until, self._look_whether_idle)
        else:
            self.timeout_keep_alive_handler()

    def pause_writing(self) -> None:
        """Start the timer for a caller that has stopped reading its response."""
        super().pause_writing()
        self._unread = self.loop.call_later(self.timeouts.unread, self._cut_off)

    def resume_writing(self) -> None:
        """Stop the timer, because the caller reads again."""
        self._stop_unread()
        super().resume_writing()

    def _stop_unread(self) -> None:
        if self._unread is not None:
            self._unread.cancel()
            self._unread = None

    def _cut_off(self) -> None:
        self._unread = None
        self.transport.abort()

    # ---------------------------------------------------------------- closing

    def send_400_response(self, msg: str) -> None:
        """Send a 400 response to bytes that are not HTTP, or to a body that is not encoded as its head states."""
        self._end_with(bad_request(msg))

    def _end_with(self, problem: HttpProblem) -> None:
        """Send a problem if no response has begun, and end the connection.

        A task that awaits more of the request gets an error.

        If there is a request, it is counted and logged with the problem's status.
        """
        if self._is_ending():
            return
        cycle = cast("RequestResponseCycle | None", self.cycle)  # None before the first request
        answering = cycle is not None and cycle.response_started and not cycle.response_complete
        if not answering:
            self.transport.write(_answer(problem))
        self._stop_waiting()
        if cycle is not None and not cycle.response_complete:
            if not answering:
                cycle.scope.setdefault("state", {})[ENDED] = problem.problem.status
            cycle.disconnected = True
            cycle.message_event.set()
        self._linger()

    def _is_ending(self) -> bool:
        """Return whether the connection is closed, or closes as soon as the caller has read why."""
        return self._lingers or self.transport.is_closing()

    def _linger(self) -> None:
        """Close the connection when the caller does, or after `LINGER` seconds; ignore what it still sends (RFC 9112).

        If the server closed at once, a caller that is still sending would get a reset and could lose the response.
        """
        if not self.transport.can_write_eof():
            self.transport.close()
            return
        self._lingers = True
        self.transport.write_eof()
        self._timer = self.loop.call_later(LINGER, self.transport.close)


def _answer(problem: HttpProblem) -> bytes:
    """Encode a problem as an HTTP response that closes the connection."""
    body, status = problem_bytes(problem.problem), problem.problem
    lines = [
        b"HTTP/1.1 %d %s" % (status.status, status.title.encode()),
        b"content-type: " + PROBLEM,
        b"content-length: %d" % len(body),
        b"connection: close",
    ]
    lines += [f"{name}: {value}".lower().encode() for name, value in problem.headers.items()]
    return b"\r\n".join(lines) + b"\r\n\r\n" + body
