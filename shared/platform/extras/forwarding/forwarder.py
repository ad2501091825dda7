"""Forward a request that arrives at one of several server processes to the process that owns the request's stream."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, cast

from litestar.enums import ScopeType
from litestar.types import ASGIApp, HTTPScope, Receive, Scope, Send

from shared.platform.contract import PROBLEM_JSON
from shared.platform.extras.forwarding.affinity import Affinity
from shared.platform.extras.forwarding.frames import Answer, Request
from shared.platform.extras.forwarding.link import Link, NotSent, Unanswered
from shared.platform.http.problems import HttpProblem, problem_bytes

AWAY: Final = (
    "the server process of this stream ended before it answered; the command may or may not have happened: "
    "send the same request again, with the same Idempotency-Key"
)


class Forwarder:
    """An ASGI layer that forwards each request to the process that owns its stream, and returns the owner's response.

    The owner counts and logs the request. This layer reads the whole request before it forwards it, so that this
    process can respond if the owner is down. It sends a request a second time only if that is safe: the request only
    reads, or it has an idempotency key.

    Rule:    AR-SERVER-01, AR-SERVER-02
    """

    def __init__(
        self, app: ASGIApp, lost: ASGIApp, *, affinity: Affinity, links: Mapping[int, Link], most: int
    ) -> None:  # fmt: skip
        """Forward requests over `links`, by process number; `app` responds to the requests of this process.

        `lost` is an app that responds when the outcome of a request is unknown. `most` is the maximum size of a body in
        bytes.
        """
        self._app, self._lost, self._affinity = app, lost, affinity
        self._links, self._most = links, most

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Forward one request to its owner, or let the app of this process respond to it."""
        link = self._link_of(scope)
        if link is None or not link.up:
            await self._app(scope, receive, send)
            return
        request = cast("HTTPScope", scope)
        body = RequestBody(receive)
        if not await body.read(self._most):
            await self._app(scope, body.again, send)
            return
        try:
            answer = await link.ask(_as_message(request, body.whole))
        except NotSent:
            await self._app(scope, body.again, send)
        except Unanswered:
            await (self._app if _may_be_repeated(request) else self._lost)(scope, body.again, send)
        else:
            await _pass_on(cast("Answer", answer), send)

    def _link_of(self, scope: Scope) -> Link | None:
        """Return the link to the owner of a request; None if this process owns it, or if it has no owner."""
        if scope["type"] != ScopeType.HTTP:
            return None
        owner = self._affinity.owner(scope)
        return None if owner is None else self._links.get(owner)


class RequestBody:
    """The body of a request, which this layer has read, and which the app can read again."""

    def __init__(self, receive: Receive) -> None:
        """Set up the body; `receive` is the ASGI function that returns its messages."""
        self._receive: Final = receive
        self._messages: list[Any] = []
        self._given = 0

    async def read(self, most: int) -> bool:
        """Read the body; return False if it is too large or the caller disconnected first."""
        size = 0
        while True:
            message = await self._receive()
            self._messages.append(message)
            if message["type"] != "http.request":
                return False
            size += len(message.get("body", b""))
            if size > most:
                return False
            if not message.get("more_body", False):
                return True

    @property
    def whole(self) -> bytes:
        """Return the body in one piece."""
        return b"".join(message.get("body", b"") for message in self._messages)

    async def again(self) -> Any:  # noqa: ANN401 messages of ASGI
        """Return the next message to the app: first each message that was already received, then new messages."""
        if self._given < len(self._messages):
            self._given += 1
            return self._messages[self._given - 1]
        return await self._receive()


async def outcome_open(scope: Scope, _: Receive, send: Send) -> None:
    """Respond with 503, because the outcome of the request is unknown. This function is an ASGI app."""
    wrong = HttpProblem(503, "server-away", AWAY)
    state: Mapping[str, Any] = scope.get("state", {})
    wrong.problem.instance = f"urn:arbiter:request:{state.get('request_id', '')}"
    body = problem_bytes(wrong.problem)
    headers = [(b"content-type", PROBLEM_JSON.encode()), (b"content-length", b"%d" % len(body))]
    headers += [(name.lower().encode(), value.encode()) for name, value in wrong.headers.items()]
    await _pass_on(Answer(503, headers, body), send)


def _as_message(scope: HTTPScope, body: bytes) -> Request:
    return Request(
        method=scope["method"], path=scope["path"], raw_path=scope["raw_path"], query_string=scope["query_string"],
        headers=cast("Any", scope["headers"]), body=body, http_version=scope["http_version"], scheme=scope["scheme"],
        client=scope["client"], server=scope["server"],
    )  # fmt: skip


def _may_be_repeated(scope: HTTPScope) -> bool:
    """Return whether a request may be sent twice, because it only reads or has an idempotency key."""
    return scope["method"] == "GET" or any(name == b"idempotency-key" for name, _ in scope["headers"])


async def _pass_on(answer: Answer, send: Send) -> None:
    await send({"type": "http.response.start", "status": answer.status, "headers": answer.headers})
    await send({"type": "http.response.body", "body": answer.body, "more_body": False})
