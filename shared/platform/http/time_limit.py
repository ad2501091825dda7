"""A time limit for a whole request: whoever waits for an answer gets one, if only that it took too long.

The time runs while the service works: from when the request has arrived until its answer begins. What the caller takes
has limits of its own (`connections`: 408 for a body that does not arrive, an end for an answer that is not read), and
event streams begin at once and go on.

Nothing is half done: a command that is not yet decided is dropped, one that is on its way to the log gets there whole
or not at all. Which of them it was is not known here, and the answer says so.
"""

from __future__ import annotations

import asyncio
import time
from typing import Any, Final

from litestar.types import Receive, Scope

from .problems import RETRY_AFTER, HttpProblem

LOOKS: Final = 8
"""How often it is looked during a limit's time: a request may take so much of it longer."""
READING: Final = frozenset({"GET", "HEAD", "OPTIONS"})
LATER: Final = {RETRY_AFTER: "5"}
READ: Final = "the answer took longer than a request may; send the request again later"
OPEN: Final = (
    "this took longer than a request may; it may or may not have happened: send the same request again, with the same "
    "Idempotency-Key"
)


class TimedRequest:
    """A request that is being answered, by which task, and since when; `gone`: its caller has hung up.

    Units: seconds of `time.perf_counter`
    """

    __slots__ = ("_receive", "_task", "arriving", "expired", "gone", "since")

    def __init__(self, receive: Receive, since: float) -> None:
        """Begin; the current task answers."""
        self._receive = receive
        self._task = asyncio.current_task()
        self.since = since
        self.arriving = False
        self.expired = False
        self.gone = False

    async def receive(self) -> Any:  # noqa: ANN401 a message of ASGI
        """Receive a part of the request; the time begins anew with it, and stands still while it is awaited."""
        self.arriving = True
        message = await self._receive()
        self.arriving, self.since = False, time.perf_counter()
        self.gone = message["type"] == "http.disconnect"
        return message

    def expire(self) -> None:
        """Cancel the work on it."""
        if self._task is not None:
            self.expired = self._task.cancel()

    def take_over(self) -> bool:
        """Return whether it was cancelled for its time, and not since the service stops; then it can be answered."""
        if self.expired and self._task is not None:
            self._task.uncancel()
        return self.expired


class TimeLimit:
    """Ends requests of one process that take too long."""

    def __init__(self, seconds: float) -> None:
        """Take how long a request may take."""
        self._seconds: Final = seconds
        self._running: Final[set[TimedRequest]] = set()
        self._looking = False

    def begin(self, receive: Receive, since: float) -> TimedRequest:
        """Begin the time of a request, which the current task answers."""
        request = TimedRequest(receive, since)
        self._running.add(request)
        if not self._looking:
            self._look_later()
        return request

    def end(self, request: TimedRequest) -> None:
        """End the time of a request: its answer has begun."""
        self._running.discard(request)

    def _look_later(self) -> None:
        self._looking = True
        asyncio.get_running_loop().call_later(self._seconds / LOOKS, self._look)

    def _look(self) -> None:
        """Cancel what has taken too long."""
        before = time.perf_counter() - self._seconds
        for request in [one for one in self._running if one.since < before and not one.arriving]:
            self._running.discard(request)
            request.expire()
        self._looking = False
        if self._running:
            self._look_later()


def too_long(scope: Scope) -> HttpProblem:
    """503: it took too long; of what does not only read the outcome is open."""
    return HttpProblem(503, "took-too-long", READ if scope.get("method") in READING else OPEN, headers=LATER)
