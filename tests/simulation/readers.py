"""Readers of event streams (SSE). Each follows one table, and resumes after the last event that it received."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from contextlib import suppress
from typing import Any, Final, NamedTuple

import httptools

from tests.simulation.boot import HOST, ports
from tests.simulation.plan import SERVERS
from tests.simulation.world import Process

SILENCE: Final = 20.0
"""The time without any bytes after which a reader reconnects; the server sends a ping every 15 seconds."""
HEAD: Final = 10.0
PAUSE: Final = 0.3
EVENT_END: Final = b"\n\n"


class Received(NamedTuple):
    """A received event: its id, which is a version, and its whole text."""

    version: int
    text: bytes


class Body(asyncio.Protocol):
    """The response to one request for an event stream."""

    def __init__(self, request: bytes) -> None:
        """Prepare for the response to a request that will be sent once the connection is open."""
        self.status: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        self.parts: asyncio.Queue[bytes | None] = asyncio.Queue()
        self._request, self._parser = request, httptools.HttpResponseParser(self)
        self.transport: Any = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Send the request."""
        self.transport = transport
        self.transport.write(self._request)

    def data_received(self, data: bytes) -> None:
        """Receive a part of the response."""
        self._parser.feed_data(data)

    def connection_lost(self, exc: Exception | None) -> None:
        """Mark the response as ended."""
        if not self.status.done():
            self.status.set_exception(ConnectionResetError(str(exc)))
        self.parts.put_nowait(None)

    def on_headers_complete(self) -> None:
        """Pass the status to the reader."""
        if not self.status.done():
            self.status.set_result(self._parser.get_status_code())

    def on_body(self, body: bytes) -> None:
        """Pass a part of the body to the reader."""
        self.parts.put_nowait(body)

    def on_message_complete(self) -> None:
        """Mark the response as ended."""
        self.parts.put_nowait(None)


class Reader:
    """A reader that follows a table until the run ends."""

    def __init__(self, process: Process, key: str, table: str) -> None:
        """Create a reader of a table in a simulated process. Its key is an app's key, or a seat's token."""
        self.received: Final[list[Received]] = []
        self.refused: Final[list[str]] = []
        self.table: Final = table
        self._process, self._key = process, key

    @property
    def version(self) -> int:
        """Return the version of the last event that the reader received."""
        return self.received[-1].version if self.received else 0

    async def follow(self) -> None:
        """Read for ever, from any server, and reconnect after each break."""
        random = self._process.random
        while True:
            with suppress(TimeoutError, OSError):
                await self._read_from(random.choice(ports(SERVERS)))
            await asyncio.sleep(random.uniform(0.01, PAUSE))

    async def _read_from(self, port: int) -> None:
        loop = asyncio.get_running_loop()
        _, body = await loop.create_connection(lambda: Body(self._request()), HOST, port)
        try:
            async with asyncio.timeout(HEAD):
                status = await body.status
            if status == 200:
                await self._take_events(body)
            elif status < 500:
                self.refused.append(f"a reader of {self.table} was refused by {status}")
        finally:
            body.transport.close()

    async def _take_events(self, body: Body) -> None:
        waiting = b""
        while True:
            async with asyncio.timeout(SILENCE):
                part = await body.parts.get()
            if part is None:
                return
            *whole, waiting = (waiting + part).split(EVENT_END)
            self.received.extend(Received(_id_of(text), text) for text in whole if text.startswith(b"id: "))

    def _request(self) -> bytes:
        lines = [
            f"GET /dice/v1/tables/{self.table}/events HTTP/1.1", "host: arbiter", f"authorization: Bearer {self._key}",
            "accept: text/event-stream", f"last-event-id: {self.version}",
        ]  # fmt: skip
        return "\r\n".join(lines).encode() + b"\r\n\r\n"


def _id_of(text: bytes) -> int:
    return int(text.partition(b"\n")[0].removeprefix(b"id: "))


def reader_violations(readers: Sequence[Reader]) -> list[str]:
    """Return each error of the readers: a gap, a repeated event, or two readers that received different events.

    The values of secret parts may differ, because some readers may not read them.
    """
    found = []
    same: dict[tuple[str, int], str] = {}
    for number, reader in enumerate(readers):
        found += reader.refused
        versions = [event.version for event in reader.received]
        if versions != list(range(1, len(versions) + 1)):
            found.append(f"reader-{number} of {reader.table} received {versions}")
        found += [
            f"reader-{number} has another event {event.version} of {reader.table} than an earlier reader"
            for event in reader.received
            if same.setdefault((reader.table, event.version), (public := _public(event.text))) != public
        ]
    return found


def _public(text: bytes) -> str:
    """Return an event without the values of its secret parts."""
    head, _, data = text.partition(b"\ndata: ")
    return f"{head.decode()} {json.loads(data, object_hook=_without_value)}"


def _without_value(part: dict[str, Any]) -> dict[str, Any]:
    """Remove the value from a secret part."""
    return {"audience": part["audience"]} if "audience" in part else part
