"""The receiver of requests that other server processes forward.

It treats them as if they had arrived at its own port.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any, Final, cast

import structlog
from litestar.types import ASGIApp, HTTPScope
from litestar.types import Message as AsgiMessage

from shared.platform.extras.forwarding.frames import Answer, Header, HowAreYou, Leaving, Message, Request, Well, Wire

log = structlog.get_logger("shared.platform.forwarding")

FAULT: Final = b"Internal Server Error"


class Listener:
    """A unix-domain socket that accepts forwarded requests, and responds to each of them in a task of its own."""

    def __init__(self, app: ASGIApp, path: Path, *, keep: Callable[[], object]) -> None:
        """Set up the socket at this path.

        `app` responds to its requests, and `keep` saves the metrics of this process.
        """
        self._app, self._path, self._keep = app, path, keep
        self._server: asyncio.AbstractServer | None = None
        self._wires: dict[Wire, None] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    async def open(self, tasks: set[asyncio.Task[None]]) -> None:
        """Start listening. Each request's task is added to `tasks`, for which the server waits before it stops."""
        self._tasks = tasks
        self._path.unlink(missing_ok=True)
        self._server = await asyncio.get_running_loop().create_unix_server(self._wire, str(self._path))

    def leave(self) -> None:
        """Accept no new connections. Each existing connection ends after the response to its last request."""
        if self._server is not None:
            self._server.close()
        for wire in self._wires:
            wire.post(0, Leaving())
            self._spawn(_wait_until_finished(wire))

    def close(self) -> None:
        """Close the remaining connections at once."""
        if self._server is not None:
            self._server.close()
        for wire in list(self._wires):
            wire.abort()
        self._path.unlink(missing_ok=True)

    def _wire(self) -> Wire:
        wire = Wire(self._take_message)
        self._wires[wire] = None
        wire.closed.add_done_callback(lambda _: self._wires.pop(wire, None))
        return wire

    def _take_message(self, wire: Wire, number: int, message: Message) -> None:
        if isinstance(message, Request):
            wire.owe()
            self._spawn(self._serve(wire, number, message))
        elif isinstance(message, HowAreYou):
            self._keep()
            wire.post(number, Well())

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _serve(self, wire: Wire, number: int, request: Request) -> None:
        exchange = Exchange(request)
        try:
            await self._app(exchange.scope, exchange.receive, exchange.send)
        except Exception:
            log.exception("unforeseen", path=request.path)
        wire.pay(number, exchange.answer())


async def _wait_until_finished(wire: Wire) -> None:
    await wire.finished


class Exchange:
    """One forwarded request, which an ASGI app can receive and respond to."""

    def __init__(self, request: Request) -> None:
        """Wrap a forwarded request."""
        self._request: Final = request
        self._read = False
        self._status = 0
        self._headers: list[Header] = []
        self._body: list[bytes] = []
        self._whole: Final = asyncio.Event()

    @property
    def scope(self) -> HTTPScope:
        """Return the scope that an HTTP server would build for the request."""
        asked = self._request
        scope: Any = {
            "type": "http", "asgi": {"version": "3.0", "spec_version": "2.3"}, "http_version": asked.http_version,
            "server": asked.server, "client": asked.client, "scheme": asked.scheme, "root_path": "",
            "method": asked.method, "path": asked.path, "raw_path": asked.raw_path,
            "query_string": asked.query_string, "headers": asked.headers, "state": {},
        }  # fmt: skip
        return cast("HTTPScope", scope)  # as a server builds it; the app adds the rest

    async def receive(self) -> Any:  # noqa: ANN401 messages of ASGI
        """Return the whole body at once. If the app calls this again, wait until the response is complete."""
        if not self._read:
            self._read = True
            return {"type": "http.request", "body": self._request.body, "more_body": False}
        await self._whole.wait()
        return {"type": "http.disconnect"}

    async def send(self, message: AsgiMessage) -> None:
        """Collect a part of the app's response."""
        if message["type"] == "http.response.start":
            self._status, self._headers = message["status"], list(message.get("headers", ()))
        elif message["type"] == "http.response.body":
            self._body.append(message.get("body", b""))
            if not message.get("more_body", False):
                self._whole.set()

    def answer(self) -> Answer:
        """Return the collected response, or a 500 response if the app did not send a complete one."""
        if self._whole.is_set():
            return Answer(self._status, self._headers, b"".join(self._body))
        headers = [(b"content-type", b"text/plain; charset=utf-8"), (b"content-length", b"%d" % len(FAULT))]
        return Answer(500, headers, FAULT)
