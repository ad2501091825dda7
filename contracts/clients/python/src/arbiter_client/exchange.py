"""What happens between a call and its answer, without any I/O: when it is sent again, how a stream resumes."""

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
"""What tells that the same request may be answered later."""
HOPELESS: Final = (httpx.UnsupportedProtocol, httpx.LocalProtocolError, httpx.DecodingError, httpx.TooManyRedirects)
"""What fails the same way however often it is tried."""
SHORTEST: Final = 0.1
LONGEST: Final = 5.0
"""The first pause before a call is sent again, and the longest."""
SILENCE: Final = 60.0
"""A stream of events on which nothing comes for so many seconds is dead: a server pings every 15."""


class Patience:
    """How long to go on with something that fails, and the pause before each further attempt."""

    def __init__(self, seconds: float) -> None:
        """Begin. Units: seconds in all, from the first attempt."""
        self._seconds = seconds
        self.renew()

    def renew(self) -> None:
        """Begin anew: it went well for a while."""
        self._pause = SHORTEST
        self._until = time.monotonic() + self._seconds

    def pause(self, error: ArbiterError) -> float:
        """Return for how many seconds to wait; longer each time, a little at random, and as long as the server asks.

        Refuses: the error itself (the wait would take longer than the patience lasts)
        """
        asked = error.retry_after if isinstance(error, Refused) and error.retry_after is not None else 0.0
        wait = max(asked, self._pause * random.uniform(0.5, 1.0))  # noqa: S311 no secret
        self._pause = min(self._pause * 2, LONGEST)
        if time.monotonic() + wait > self._until:
            raise error
        return wait


UNREADABLE: Final = (ValueError, TypeError, AttributeError, LookupError, RecursionError, msgspec.MsgspecError)
"""What reading an answer may fail with that is no Arbiter's, whatever it is."""
LONGEST_NUMBER: Final = 16
"""The digits of a version, at most."""


def understood(read: Callable[[A], E], answer: A) -> E:
    """Read an answer.

    Refuses: NotUnderstood, whatever reading it fails with
    """
    try:
        return read(answer)
    except UNREADABLE as error:
        raise NotUnderstood(f"the answer has a form that this release of the client does not know: {error}") from error


def lost(path: str, error: httpx.RequestError) -> Unreachable:
    """Return what tells that no answer came. What h11 says of a header names the header's value, and is not told."""
    said = "" if isinstance(error, httpx.LocalProtocolError) else f": {error}"
    return Unreachable(f"{path}: {type(error).__name__}{said}")


class Exchange(Generic[A]):
    """One call until it is answered, in as many attempts as that takes."""

    def __init__(self, call: Call[A], seconds: float) -> None:
        """Take the call, and for how many seconds it may be tried."""
        self.call, self._patience = call, Patience(seconds)
        self.answer: A

    def settle(self, outcome: httpx.Response | httpx.RequestError) -> float | None:
        """Take what an attempt came to: None when `answer` is there, else the seconds until the next attempt.

        Refuses: ArbiterError (it is of no use to try again, or not safe, or there is no patience left)
        """
        if isinstance(outcome, httpx.RequestError):
            away = lost(f"{self.call.method} {self.call.path}", outcome)
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
    """A stream of server-sent events from a place on, which goes on where it was cut.

    `call` reads one message, or returns None for one that says nothing to this client; `ends` tells the last one.
    """

    def __init__(self, call: Call[E | None], *, after: int, ends: Callable[[E], bool], seconds: float) -> None:
        """Begin after a version; without any sign of life it is given up in so many seconds."""
        self.call, self.place, self.over = call, after, False
        self._ends, self._patience, self._rest = ends, Patience(seconds), b""
        self._id, self._data = after, b""

    @property
    def headers(self) -> dict[str, str]:
        """Return the headers of the next request: from where to go on."""
        return {**self.call.headers, **({"Last-Event-ID": str(self.place)} if self.place else {})}

    def begin(self) -> None:
        """Begin to read an answer: of one that was cut, what had come of a message does not count."""
        self._rest, self._data, self._id = b"", b"", self.place

    def feed(self, chunk: bytes) -> Iterator[E]:
        """Take some bytes of the answer; return what they bring."""
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
        """Take how an answer ended; return the seconds until the next request.

        Refuses: ArbiterError (it is of no use to ask again, or there is no patience left)
        """
        if isinstance(outcome, httpx.Response):
            refused = refusal_of(outcome.status_code, outcome.headers, outcome.content)
            if outcome.status_code not in LATER:
                raise refused
            return self._patience.pause(refused)
        stopped = Unreachable(f"{self.call.path}: the events stopped")
        if outcome is not None:
            stopped = lost(f"{self.call.path}: the events stopped", outcome)
        if isinstance(outcome, HOPELESS):
            raise stopped
        return self._patience.pause(stopped)
