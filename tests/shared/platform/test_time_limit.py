"""The time limit of requests: the response to a request that takes too long names the time limit.

The time in which a caller sends its request does not count.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from typing import Any, Final, cast

import msgspec
import pytest
from litestar.types import ASGIApp, Receive, Scope, Send

from shared.platform.http.edge.edge import Edge
from shared.platform.metrics import Metrics

LIMIT: Final = 0.1
FOREVER: Final = 60.0


class Server:
    """A server that sends a request to an app behind the time limit, and stores the response."""

    def __init__(self, app: Any) -> None:  # noqa: ANN401 an app
        """Put the app behind the time limit."""
        self.metrics = Metrics()
        self.edge = Edge(cast("ASGIApp", app), self.metrics, seconds=LIMIT)
        self.messages: list[dict[str, Any]] = []

    async def ask(self, method: str = "POST", *, body: Sequence[tuple[float, bytes]] = ((0.0, b""),)) -> None:
        """Send a request whose body arrives in parts, each after a pause of this many seconds."""
        parts = self._parts(body)

        async def receive() -> Any:  # noqa: ANN401 a message
            return await anext(parts)

        async def send(message: Any) -> None:  # noqa: ANN401 a message
            self.messages.append(message)

        scope = {"type": "http", "http_version": "1.1", "method": method, "path": "/toy/v1/games", "headers": []}
        await self.edge(cast("Scope", scope), cast("Receive", receive), cast("Send", send))

    async def _parts(self, body: Sequence[tuple[float, bytes]]) -> AsyncIterator[dict[str, Any]]:
        for place, (seconds, part) in enumerate(body, 1):
            await asyncio.sleep(seconds)
            yield {"type": "http.request", "body": part, "more_body": place < len(body)}

    @property
    def status(self) -> int:
        """Return the status of the response."""
        return int(self.messages[0]["status"])


async def respond_in_parts(send: Send, *pauses: float) -> None:
    """Respond in parts, one after each pause."""
    await send(cast("Any", {"type": "http.response.start", "status": 200, "headers": []}))
    for pause in pauses:
        await asyncio.sleep(pause)
        await send(cast("Any", {"type": "http.response.body", "body": b"x", "more_body": True}))
    await send(cast("Any", {"type": "http.response.body", "body": b"", "more_body": False}))


async def hangs(*_: object) -> None:
    """Never respond."""
    await asyncio.sleep(FOREVER)


@pytest.mark.rule("AR-SERVER-03")
@pytest.mark.parametrize(
    ("method", "says"), [("POST", "its outcome is unknown"), ("GET", "send the request again later")]
)
async def test_a_request_that_takes_too_long_is_answered(method: str, says: str) -> None:
    """A request that takes too long gets a 503 response with a reason and `Retry-After`, and is counted as such.

    The task can then serve another request.
    """
    server = Server(hangs)
    await server.ask(method)
    headers = {name.decode(): value.decode() for name, value in server.messages[0]["headers"]}
    problem = msgspec.json.decode(server.messages[1]["body"])
    task = asyncio.current_task()

    assert (503, "urn:arbiter:took-too-long") == (server.status, problem["type"])
    assert says in problem["detail"]
    assert int(headers["retry-after"]) > 0
    assert problem["instance"].endswith(headers["x-request-id"])
    assert 'status="503"} 1.0' in server.metrics.render()[0].decode()
    assert task is not None
    assert 0 == task.cancelling()


@pytest.mark.rule("AR-SERVER-03")
async def test_an_answer_that_has_begun_goes_on() -> None:
    """A response that has started, such as an event stream, may last far longer than the limit."""

    async def streams(_: Scope, __: Receive, send: Send) -> None:
        await respond_in_parts(send, *[LIMIT] * 3)

    server = Server(streams)
    await server.ask("GET")

    assert (200, 5) == (server.status, len(server.messages))


async def test_the_caller_s_own_time_does_not_count() -> None:
    """A request body may take longer to arrive than the limit for the response, because it has a limit of its own."""

    async def reads(_: Scope, receive: Receive, send: Send) -> None:
        while cast("Any", await receive())["more_body"]:
            pass
        await respond_in_parts(send)

    server = Server(reads)
    await server.ask(body=[(LIMIT * 1.5, b"a"), (LIMIT * 1.5, b"b")])

    assert 200 == server.status


async def test_a_stopping_service_cancels_requests_without_a_503() -> None:
    """A request that is cancelled because the service stops is not reported as too slow."""
    server = Server(hangs)
    work = asyncio.ensure_future(server.ask())
    await asyncio.sleep(0)
    work.cancel()
    await asyncio.wait([work])

    assert (True, []) == (work.cancelled(), server.messages)
