"""The decisions when to retry a call and how to resume an event stream, without any I/O."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator
from typing import Final, Generic, TypeVar

import httpx
import msgspec

from .calls import Call
from .errors import ArbiterError, NotUnderstood, Refused, Unreachable, refusal_of

A = TypeVar("A")
E = TypeVar("E")
LATER: Final = frozenset({429, 502, 503, 504})
"""The response statuses after which the same request may succeed later."""
HOPELESS: Final = (httpx.UnsupportedProtocol, httpx.LocalProtocolError, httpx.DecodingError, httpx.TooManyRedirects)
"""The errors that no retry can fix."""
SHORTEST: Final = 0.1
LONGEST: Final = 5.0
"""The first and the longest pause before a retry, in seconds."""
SILENCE: Final = 60.0
"""The number of seconds without messages after which an event stream counts as dead.

A server sends a ping every 15 seconds.
"""


class Patience:
    """The limits of retries: how long the client retries a failing call, and how long it waits before each attempt."""

    def __init__(self, seconds: float) -> None:
        """Start the clock. `seconds` is the time limit for all attempts together."""
        self._seconds = seconds
        self.renew()

    def renew(self) -> None:
        """Restart the clock and the pauses after a success."""
        self._pause = SHORTEST
        self._until = time.monotonic() + self._seconds

    def pause(self, error: ArbiterError) -> float:
        """Return the seconds to wait before the next attempt.

        The pauses grow, with some randomness, and are never shorter than the server asks for.

        Refuses: the error itself (the wait would exceed the time limit)
        """
        asked = error.retry_after if isinstance(error, Refused) and error.retry_after is not None else 0.0
        wait = max(asked, self._pause * random.uniform(0.5, 1.0))  # noqa: S311 the number is no secret
        self._pause = min(self._pause * 2, LONGEST)
        if time.monotonic() + wait > self._until:
            raise error
        return wait


UNREADABLE: Final = (ValueError, TypeError, AttributeError, LookupError, RecursionError, msgspec.MsgspecError)
"""The errors that can occur when a response that is not from Arbiter is read."""
LONGEST_NUMBER: Final = 16
"""The maximum number of digits in a version."""


def understood(read: Callable[[A], E], answer: A) -> E:
    """Decode a response with the function `read`, and return the result.

    Refuses: NotUnderstood (the response cannot be read)
    """
    try:
        return read(answer)
    except UNREADABLE as error:
        raise NotUnderstood(
            f"the response has a form that this release of the client does not know: {error}"
        ) from error


def connection_lost(path: str, error: httpx.RequestError) -> Unreachable:
    """Return the error for a response that did not arrive.

    The error omits h11's message about an invalid header, since that message would contain the key.
    """
    said = "" if isinstance(error, httpx.LocalProtocolError) else f": {error}"
    return Unreachable(f"{path}: {type(error).__name__}{said}")


class Exchange(Generic[A]):
    """One call, and the state of its attempts."""

    def __init__(self, call: Call[A], seconds: float) -> None:
        """Set up the exchange for a call, with the number of seconds during which the client may retry it."""
        self.call, self._patience = call, Patience(seconds)
        self.answer: A

    def settle(self, outcome: httpx.Response | httpx.RequestError) -> float | None:
        """Handle the result of an attempt. Return None if the call is done, or else the seconds until the next attempt.

        Refuses: ArbiterError (a retry would not help, is not safe, or would take too long)
        """
        if isinstance(outcome, httpx.RequestError):
            away = connection_lost(f"{self.call.method} {self.call.path}", outcome)
            if isinstance(outcome, HOPELESS) or not (self.call.again or isinstance(outcome, httpx.ConnectError)):
                raise away from (None if isinstance(outcome, httpx.LocalProtocolError) else outcome)
            return self._patience.pause(away)
        if outcome.is_success:
            self.answer = understood(self.call.read, outcome.content)
            return None
        refused = refusal_of(outcome.status_code, outcome.headers, outcome.content)
        if outcome.status_code not in LATER or not (
            self.call.again or outcome.status_code == httpx.codes.TOO_MANY_REQUESTS
        ):
            raise refused
        return self._patience.pause(refused)


class Following(Generic[E]):
    """A reader of server-sent events, which resumes the stream after a lost connection.

    `call` decodes a message, or returns None if the message's type is unknown. `ends` tests whether a message is the
    last one.
    """

    def __init__(self, call: Call[E | None], *, after: int, ends: Callable[[E], bool], seconds: float) -> None:
        """Start after a version. The reader gives up if new connections deliver no message for `seconds`."""
        self.call, self.place, self.over = call, after, False
        self._ends, self._patience, self._rest = ends, Patience(seconds), b""
        self._id, self._data = after, b""

    @property
    def headers(self) -> dict[str, str]:
        """Return the headers of the next request. They contain the version after which to resume."""
        return {**self.call.headers, **({"Last-Event-ID": str(self.place)} if self.place else {})}

    def begin(self) -> None:
        """Begin to read a new response, and drop an incomplete message from the previous one."""
        self._rest, self._data, self._id = b"", b"", self.place

    def feed(self, chunk: bytes) -> Iterator[E]:
        """Parse the next bytes of the response, and yield the messages that are complete."""
        self._patience.renew()
        *lines, self._rest = (self._rest + chunk).split(b"\n")
        for line in lines:
            found = self._line(line.removesuffix(b"\r"))
            if found is not None:
                self.over = understood(self._ends, found)
                yield found
                if self.over:
                    return

    def _line(self, line: bytes) -> E | None:
        name, _, value = line.partition(b":")
        value = value.removeprefix(b" ")
        if name == b"id" and value.isdigit() and len(value) <= LONGEST_NUMBER:
            self._id = int(value)
        elif name == b"data":
            self._data += value
        elif not line and self._data:
            data, self._data, self.place = self._data, b"", self._id
            return understood(self.call.read, data)
        return None

    def pause(self, outcome: httpx.Response | httpx.RequestError | None) -> float:
        """Handle the end of a response, and return the seconds until the next request.

        Refuses: ArbiterError (a retry would not help, or would take too long)
        """
        if isinstance(outcome, httpx.Response):
            refused = refusal_of(outcome.status_code, outcome.headers, outcome.content)
            if outcome.status_code not in LATER:
                raise refused
            return self._patience.pause(refused)
        stopped = Unreachable(f"{self.call.path}: the events stopped")
        if outcome is not None:
            stopped = connection_lost(f"{self.call.path}: the events stopped", outcome)
        if isinstance(outcome, HOPELESS):
            raise stopped
        return self._patience.pause(stopped)
