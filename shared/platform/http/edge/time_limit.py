"""A time limit for whole requests: after it, the caller gets a response that says that the request took too long.

Time counts while the service works: from the arrival of the request until the response begins. The time spent waiting
for the caller is limited separately (see `connections`). Event streams begin at once and have no limit.

The limit leaves no work half done: the server drops a command that is not decided yet, and a command already on its way
to the log is written as a whole or not at all. The response says that the server does not know which of the two
happened.
"""

from __future__ import annotations

import asyncio
import time
from typing import Any, Final

from litestar.types import Receive, Scope
from msgspec import Struct

from shared.platform.http.problems import RETRY_AFTER, HttpProblem

LOOKS: Final = 8
"""Number of checks within the time limit. A request may exceed its limit by the time between two checks."""
READING: Final = frozenset({"GET", "HEAD", "OPTIONS"})
LATER: Final = {RETRY_AFTER: "5"}
READ: Final = "the answer took too long; send the request again later"
OPEN: Final = (
    "the request took too long, and its outcome is unknown: send the same request again, with the same Idempotency-Key"
)


class TimedRequest(Struct, eq=False):
    """A request in progress: the task that answers it, and when it started.

    `gone` is set when the caller disconnects.

    Units: `since` in seconds of `time.perf_counter`
    """

    next_part: Receive
    task: asyncio.Task[Any] | None
    since: float
    arriving: bool = False
    expired: bool = False
    gone: bool = False

    async def receive(self) -> Any:  # noqa: ANN401 a message of ASGI
        """Receive a part of the request. The clock stops while the caller sends, and starts again with each part."""
        self.arriving = True
        message = await self.next_part()
        self.arriving, self.since = False, time.perf_counter()
        self.gone = message["type"] == "http.disconnect"
        return message

    def expire(self) -> None:
        """Cancel the task that answers this request."""
        if self.task is not None:
            self.expired = self.task.cancel()

    def take_over(self) -> bool:
        """Return whether the time limit, and not a shutdown, cancelled the task.

        If so, the task must send the response itself.
        """
        if self.expired and self.task is not None:
            self.task.uncancel()
        return self.expired


class TimeLimit:
    """The time limit of requests; one timer cancels the requests of the process that take too long."""

    def __init__(self, seconds: float) -> None:
        """Set the time limit of a request, in seconds."""
        self._seconds: Final = seconds
        self._running: Final[dict[TimedRequest, None]] = {}
        self._looking = False

    def begin(self, receive: Receive, since: float) -> TimedRequest:
        """Start the clock of a request that the current task answers."""
        request = TimedRequest(receive, asyncio.current_task(), since)
        self._running[request] = None
        if not self._looking:
            self._look_later()
        return request

    def end(self, request: TimedRequest) -> None:
        """Stop the clock of a request, because its response has begun."""
        self._running.pop(request, None)

    def _look_later(self) -> None:
        self._looking = True
        asyncio.get_running_loop().call_later(self._seconds / LOOKS, self._look)

    def _look(self) -> None:
        """Cancel the requests whose time is up."""
        before = time.perf_counter() - self._seconds
        for request in [one for one in self._running if one.since < before and not one.arriving]:
            self._running.pop(request, None)
            request.expire()
        self._looking = False
        if self._running:
            self._look_later()


def too_long(scope: Scope) -> HttpProblem:
    """Build the 503 response to a request that took too long. Unless the request only reads, its outcome is unknown."""
    return HttpProblem(503, "took-too-long", READ if scope.get("method") in READING else OPEN, headers=LATER)
