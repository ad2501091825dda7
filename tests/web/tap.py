"""A proxy between a browser and the server that records every byte, and that a test can disconnect."""

from __future__ import annotations

import asyncio
import gzip
from collections.abc import Iterator
from types import TracebackType
from typing import Final, Self

import brotli
import h11
from msgspec import Struct

AT_ONCE: Final = 65536


class Answered(Struct, frozen=True):
    """A response as the browser got it: the request, and the decompressed body."""

    method: str
    target: str
    status: int
    kind: str
    body: bytes


class Connection:
    """The bytes of one connection, in both directions."""

    def __init__(self) -> None:
        """Create a record without bytes."""
        self.asked, self.answered = bytearray(), bytearray()

    def answers(self) -> Iterator[Answered]:
        """Yield the responses so far. The last one may be incomplete, such as an event stream."""
        if not self.answered:
            return  # for h11, empty bytes end a connection
        reader = h11.Connection(h11.CLIENT, max_incomplete_event_size=1 << 24)
        reader.receive_data(bytes(self.answered))
        for request in self.requests():
            reader.send(h11.Request(method=request.method, target=request.target, headers=request.headers))
            reader.send(h11.EndOfMessage())
            answer = _answer(reader, request)
            if answer is None:
                return
            yield answer
            if reader.our_state is not h11.DONE or reader.their_state is not h11.DONE:
                return
            reader.start_next_cycle()

    def requests(self) -> Iterator[h11.Request]:
        """Yield the requests so far."""
        reader = h11.Connection(h11.SERVER, max_incomplete_event_size=1 << 24)
        reader.receive_data(bytes(self.asked))
        while isinstance(event := reader.next_event(), h11.Request | h11.Data | h11.EndOfMessage):
            if isinstance(event, h11.Request):
                yield h11.Request(method=event.method, target=event.target, headers=[(b"host", b"tap")])
            elif isinstance(event, h11.EndOfMessage):
                reader.send(h11.Response(status_code=200, headers=[(b"content-length", b"0")]))
                reader.send(h11.EndOfMessage())
                if reader.our_state is not h11.DONE:
                    return
                reader.start_next_cycle()


def _answer(reader: h11.Connection, request: h11.Request) -> Answered | None:
    """Parse the next response; return None if there is none."""
    response, body = None, bytearray()
    while True:
        event = reader.next_event()
        if isinstance(event, h11.Response):
            response = event
        elif isinstance(event, h11.Data):
            body += event.data
        elif not isinstance(event, h11.InformationalResponse):
            break
    if response is None:
        return None
    headers = {name.decode(): value.decode() for name, value in response.headers}
    return Answered(
        request.method.decode(), request.target.decode(), response.status_code, headers.get("content-type", ""),
        _decompress(bytes(body), headers.get("content-encoding", "")),
    )  # fmt: skip


def _decompress(body: bytes, packed: str) -> bytes:
    """Return a decompressed body."""
    if not body:
        return body
    unpacked: bytes = {"gzip": gzip.decompress, "br": brotli.decompress, "": bytes}[packed](body)
    return unpacked


class Tap:
    """A proxy that listens at its own address, and forwards requests to the server."""

    def __init__(self, port: int) -> None:
        """Create a proxy to the server at this port."""
        self.connections: list[Connection] = []
        self._server = port
        self._writers: set[asyncio.StreamWriter] = set()
        self._tasks: set[asyncio.Task[None]] = set()

    async def __aenter__(self) -> Self:
        """Start listening."""
        self._listening = await asyncio.start_server(self._forward, "127.0.0.1", 0)
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Disconnect all clients."""
        self._listening.close()
        self.cut()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    @property
    def address(self) -> str:
        """Return the address that the browser calls."""
        return f"http://127.0.0.1:{self._listening.sockets[0].getsockname()[1]}"

    def cut(self) -> None:
        """Disconnect the browser. The proxy accepts its next connections again."""
        for writer in self._writers:
            writer.close()

    def answers(self) -> list[Answered]:
        """Return all responses that the browser has received so far."""
        return [answer for connection in self.connections for answer in connection.answers()]

    async def _forward(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        connection = Connection()
        self.connections.append(connection)
        try:
            answers, server = await asyncio.open_connection("127.0.0.1", self._server)
        except OSError:
            writer.close()
            return
        for task in (
            asyncio.create_task(self._pass_on(reader, server, connection.asked)),
            asyncio.create_task(self._pass_on(answers, writer, connection.answered)),
        ):
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _pass_on(self, source: asyncio.StreamReader, sink: asyncio.StreamWriter, kept: bytearray) -> None:
        self._writers.add(sink)
        try:
            while data := await source.read(AT_ONCE):
                kept += data
                sink.write(data)
                await sink.drain()
        except OSError:
            pass  # one side has hung up, so the other is closed too
        finally:
            self._writers.discard(sink)
            sink.close()
