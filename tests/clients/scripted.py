"""A scripted server for tests of the Python client, with no socket and no clock."""

from __future__ import annotations

import asyncio
from typing import Any, Final

import httpx

from arbiter_client import Arbiter, AsyncArbiter
from arbiter_client.types import dice

ADDRESS: Final = "http://arbiter.test"
DONE: Final[dict[str, Any]] = {"stream": "dice.table:t", "first": 4, "version": 4, "head": "00", "events": []}
ROLL: Final = dice.Close()


class Scripted:
    """A server that gives responses from a script, and records the requests."""

    def __init__(self, *answers: httpx.Response | httpx.TransportError) -> None:
        """Set the responses, which are given in this order; the last one is repeated for ever."""
        self.answers, self.asked = list(answers), list[httpx.Request]()

    def __call__(self, request: httpx.Request) -> httpx.Response:
        """Record the request, and return the next response."""
        self.asked.append(request)
        answer = self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]
        if isinstance(answer, httpx.TransportError):
            raise answer
        return httpx.Response(answer.status_code, headers=answer.headers, content=answer.content)

    async def later(self, request: httpx.Request) -> httpx.Response:
        """Return the next response to an asynchronous caller."""
        return self(request)

    def send(self, *, seconds: float = 30.0, asynchronous: bool = False) -> Any:  # noqa: ANN401 as the client has it
        """Send a roll to the stream with the synchronous or the asynchronous client."""
        if not asynchronous:
            with Arbiter(ADDRESS, "ak_x", seconds=seconds, transport=httpx.MockTransport(self)) as arbiter:
                return arbiter.dice.table("t").send(ROLL)

        async def send_now() -> dice.DiceDone:
            """Send the command."""
            transport = httpx.MockTransport(self.later)
            async with AsyncArbiter(ADDRESS, "ak_x", seconds=seconds, transport=transport) as arbiter:
                return await arbiter.dice.table("t").send(ROLL)

        return asyncio.run(send_now())


def done() -> httpx.Response:
    """Return the response to a successful command."""
    return httpx.Response(200, json=DONE)


def problem(status: int, kind: str = "about", **facts: Any) -> httpx.Response:  # noqa: ANN401 fields of a problem
    """Return a problem response with these facts."""
    headers = {"Retry-After": "0"} if status in {429, 503} else {}
    form = {"type": f"urn:arbiter:{kind}", "title": "No", "status": status, **facts}
    return httpx.Response(status, json=form, headers=headers)
