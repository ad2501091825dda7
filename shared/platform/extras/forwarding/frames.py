"""The protocol between the server processes of one machine, over a private unix-domain socket.

A frame consists of a length (four bytes), a number (eight bytes; both big-endian), and a message in MessagePack. The
process that sends a request chooses the number, and the response has the same number. Any number of requests may be
open at once.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from struct import Struct as Layout
from typing import Final, TypeAlias, cast

import msgspec
from msgspec import Struct

Header: TypeAlias = tuple[bytes, bytes]
HEAD: Final = Layout(">IQ")


class Request(Struct, frozen=True, kw_only=True, tag=True):
    """A forwarded HTTP request, with its body."""

    method: str
    path: str
    raw_path: bytes
    query_string: bytes
    headers: list[Header]
    body: bytes
    http_version: str
    scheme: str
    client: tuple[str, int] | None
    server: tuple[str, int | None] | None


class Answer(Struct, frozen=True, tag=True):
    """The HTTP response to a forwarded request, with its body."""

    status: int
    headers: list[Header]
    body: bytes


class HowAreYou(Struct, frozen=True, tag=True):
    """A health check of another process. It also makes that process save its metrics."""


class Well(Struct, frozen=True, tag=True):
    """The response to a health check: the process is running, and has saved its metrics."""


class Leaving(Struct, frozen=True, tag=True):
    """A notice that the sending process is stopping. It accepts no new requests, but still responds to earlier ones."""


Message: TypeAlias = Request | Answer | HowAreYou | Well | Leaving
_encode: Final = msgspec.msgpack.Encoder().encode
_decode: Final = msgspec.msgpack.Decoder(Message).decode


class Wire(asyncio.Protocol):
    """One end of a connection between two processes, which sends and receives frames."""

    def __init__(self, heard: Callable[[Wire, int, Message], None]) -> None:
        """Set up the end of a connection.

        It calls `heard` with itself and with the number and content of each message.
        """
        self._heard: Final = heard
        self._transport: asyncio.Transport | None = None
        self._unread = bytearray()
        self._owed = 0
        self.finished: Final[asyncio.Future[None]] = asyncio.get_running_loop().create_future()
        """A future that is done when the other process sends no more requests.

        Its earlier requests may still be open.
        """
        self.closed: Final[asyncio.Future[None]] = asyncio.get_running_loop().create_future()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Store the transport of the new connection. asyncio calls this method."""
        self._transport = cast("asyncio.Transport", transport)

    def data_received(self, data: bytes) -> None:
        """Decode every complete frame, and pass its message to `heard`."""
        self._unread += data
        unread, at = self._unread, 0
        while len(unread) - at >= HEAD.size:
            length, number = HEAD.unpack_from(unread, at)
            end = at + HEAD.size + length
            if len(unread) < end:
                break
            self._heard(self, number, _decode(memoryview(unread)[at + HEAD.size : end]))
            at = end
        self._unread = unread[at:]

    def eof_received(self) -> bool:
        """Note that the other process sends nothing more.

        Return whether to keep the connection for its open requests.
        """
        _settle(self.finished)
        return self._owed > 0

    def owe(self) -> None:
        """Count a request that this process still has to respond to."""
        self._owed += 1

    def pay(self, number: int, answer: Message) -> None:
        """Send the response to a request.

        If no other request is open and the other process sends no more requests, close the connection.
        """
        self.post(number, answer)
        self._owed -= 1
        if not self._owed and self.finished.done() and self._transport is not None:
            self._transport.close()

    def connection_lost(self, exc: Exception | None) -> None:  # noqa: ARG002 asyncio's signature
        """Mark the connection as closed. asyncio calls this method."""
        self._transport = None
        _settle(self.finished)
        _settle(self.closed)

    def post(self, number: int, message: Message) -> bool:
        """Send a message; return False if the connection is closed."""
        if self._transport is None or self._transport.is_closing():
            return False
        body = _encode(message)
        self._transport.write(HEAD.pack(len(body), number) + body)
        return True

    def finish(self) -> None:
        """Announce that this process sends nothing more on this connection."""
        if self._transport is not None and not self._transport.is_closing():
            self._transport.write_eof()

    def abort(self) -> None:
        """Close the connection at once."""
        if self._transport is not None:
            self._transport.abort()


def _settle(future: asyncio.Future[None]) -> None:
    if not future.done():
        future.set_result(None)
