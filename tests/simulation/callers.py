"""HTTP callers that retry each request, on any server, until a response arrives."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

import httptools

from tests.simulation.boot import HOST
from tests.simulation.world import Process

WITHIN: Final = 4.0
AGAIN: Final = frozenset({429, 500, 502, 503, 504})
SHORT_PAUSE: Final = 0.3
PAUSE: Final = 0.5


class NoAnswer(Exception):
    """A request never got a response."""


class Answer(NamedTuple):
    """The response to a request."""

    status: int
    headers: Mapping[bytes, bytes]
    body: bytes

    @property
    def json(self) -> Any:  # noqa: ANN401 JSON of any form
        """Decode the body."""
        return json.loads(self.body)


class Line(asyncio.Protocol):
    """A connection to a server that carries one request at a time."""

    def __init__(self) -> None:
        """Start without a pending request."""
        self.answer: asyncio.Future[Answer] | None = None
        self.transport: Any = None
        self._expect()

    def _expect(self) -> None:
        self._parser = httptools.HttpResponseParser(self)
        self._headers: dict[bytes, bytes] = {}
        self._body: list[bytes] = []

    def ask(self, data: bytes) -> asyncio.Future[Answer]:
        """Send a request; return the future of its response."""
        self._expect()
        self.answer = asyncio.get_running_loop().create_future()
        self.transport.write(data)
        return self.answer

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Store the transport."""
        self.transport = transport

    def data_received(self, data: bytes) -> None:
        """Receive a part of the response."""
        self._parser.feed_data(data)

    def connection_lost(self, exc: Exception | None) -> None:
        """Fail the pending request, if there is one."""
        if self.answer is not None and not self.answer.done():
            self.answer.set_exception(ConnectionResetError(str(exc)))

    # ---------------------------------------------------------------- what the parser calls

    def on_header(self, name: bytes, value: bytes) -> None:
        """Store a header."""
        self._headers[name.lower()] = value

    def on_body(self, body: bytes) -> None:
        """Store a part of the body."""
        self._body.append(body)

    def on_message_complete(self) -> None:
        """Resolve the caller's future with the response."""
        if self.answer is not None and not self.answer.done():
            self.answer.set_result(Answer(self._parser.get_status_code(), self._headers, b"".join(self._body)))


class Caller:
    """A caller with a key, who knows the ports of the servers."""

    def __init__(self, process: Process, key: str, ports: Sequence[int]) -> None:
        """Create a caller in a simulated process. Its key is an app's key, or a seat's token."""
        self._process, self._key, self._ports = process, key, ports
        self._line: Line | None = None
        self._port = 0

    async def insist(
        self, method: str, path: str, body: object = None, headers: Mapping[str, str] | None = None
    ) -> Answer:  # fmt: skip
        """Retry a request until its response has a status that does not call for another retry."""
        random = self._process.random
        while True:
            try:
                answer = await self._once(random.choice(self._ports), self._request(method, path, body, headers))
            except (TimeoutError, OSError):
                await asyncio.sleep(random.uniform(0.01, SHORT_PAUSE))
                continue
            if answer.status not in AGAIN:
                return answer
            await asyncio.sleep(random.uniform(0.05, PAUSE))

    async def _once(self, port: int, data: bytes) -> Answer:
        if self._line is None or self._port != port or self._line.transport.is_closing():
            if self._line is not None:
                self._line.transport.close()
            _, self._line = await asyncio.get_running_loop().create_connection(Line, HOST, port)
            self._port = port
        line = self._line
        try:
            async with asyncio.timeout(WITHIN):
                return await line.ask(data)
        except (TimeoutError, OSError):
            line.transport.close()
            self._line = None
            raise

    def _request(self, method: str, path: str, body: object, headers: Mapping[str, str] | None) -> bytes:
        """Return the bytes of a request."""
        data = b"" if body is None else json.dumps(body).encode()
        length = f"content-length: {len(data)}"
        lines = [
            f"{method} {path} HTTP/1.1", "host: arbiter", f"authorization: Bearer {self._key}", length,
            *(["content-type: application/json"] if data else []),
            *(f"{name}: {value}" for name, value in (headers or {}).items()),
        ]  # fmt: skip
        return "\r\n".join(lines).encode() + b"\r\n\r\n" + data
