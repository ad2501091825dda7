"""The outermost layer: it gives each request an id and a time limit, logs and counts it, and adds response headers."""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import Awaitable
from os import urandom
from typing import Any, Final

from litestar.enums import ScopeType
from litestar.types import ASGIApp, HTTPResponseStartEvent, HTTPScope, Message, Receive, Scope, Send

from shared.platform import logs
from shared.platform.http.edge.connections import ENDED
from shared.platform.http.edge.headers import headers_by_name
from shared.platform.http.edge.time_limit import TimeLimit, too_long
from shared.platform.http.edge.unclear import unclear
from shared.platform.http.faults import fault_reply
from shared.platform.logs.request_lines import request_log
from shared.platform.metrics import Metrics

REQUEST_ID: Final = re.compile(rb"^[A-Za-z0-9._-]{1,64}$")
ID_BYTES: Final = 8
REQUEST_SECONDS: Final = 30.0
QUIET: Final = ("/health/", "/metrics")
CALLER_GONE: Final = 499
"""The status counted and logged for a caller that disconnected before the response began."""


class Edge:
    """The outermost ASGI layer. It reads only the scope of a request and the start of its response."""

    def __init__(self, app: ASGIApp, metrics: Metrics, *, seconds: float = REQUEST_SECONDS) -> None:
        """Wrap an app, and count its requests in these metrics.

        Units: `seconds` is the time limit of a request
        """
        self.app, self.metrics, self._tell = app, metrics, request_log("shared.platform.http")
        self.limit = TimeLimit(seconds)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one request."""
        if scope["type"] != ScopeType.HTTP:
            await self.app(scope, receive, send)
            return
        begun = time.perf_counter()
        state: dict[str, Any] = scope.setdefault("state", {})
        request_id = state["request_id"] = _request_id(headers_by_name(scope).get(b"x-request-id"))
        ids = logs.begin(request=request_id)
        status, timed = 0, self.limit.begin(receive, begun)  # status 0: no response has begun

        def answer(message: Message) -> Awaitable[None]:
            nonlocal status
            if message["type"] == "http.response.start":
                self.limit.end(timed)
                status = CALLER_GONE if timed.gone else message["status"]
                _add_headers(message, request_id, state)
            return send(message)

        wrong = unclear(scope)
        app = self.app if wrong is None else fault_reply(scope, wrong)
        try:
            await app(scope, timed.receive, answer)
        except asyncio.CancelledError:
            if not timed.take_over():
                raise
            await fault_reply(scope, too_long(scope))(scope, receive, answer)
        finally:
            if not status:
                self.limit.end(timed)
            self._record(scope, state.get(ENDED, status or 500), time.perf_counter() - begun)
            logs.end(ids)

    def _record(self, scope: HTTPScope, status: int, seconds: float) -> None:
        method, path = str(scope["method"]), scope["path"]
        route = scope.get("path_template") or "unknown"
        self.metrics.count_request(route=route, method=method, status=status, seconds=seconds)
        if not path.startswith(QUIET):
            self._tell(method, path, status, round(seconds * 1000, 2))


def _request_id(sent: bytes | None) -> str:
    """Return the request id that the caller sent if it is well-formed, otherwise a new one."""
    return urandom(ID_BYTES).hex() if sent is None or REQUEST_ID.match(sent) is None else sent.decode()


def _add_headers(message: HTTPResponseStartEvent, request_id: str, state: dict[str, Any]) -> None:
    headers = [*message.get("headers", ()), (b"x-request-id", request_id.encode())]
    if not state.get("kept"):
        headers.append((b"cache-control", b"no-store"))
    verdict = state.get("verdict")
    if verdict is not None and verdict.allowed:
        headers += verdict.allowance
    message["headers"] = headers
