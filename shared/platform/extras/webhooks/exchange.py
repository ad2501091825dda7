"""One HTTP exchange with a receiver that may be hostile: send a request, and read the head of the response.

The limits on bytes and reads apply to the socket, below TLS and the HTTP parser. A response therefore cannot take more
than its share of the event loop, even if it comes in many small pieces. The body of a response is never read: the
connection is closed after the head.
"""

from __future__ import annotations

import asyncio
import socket
import ssl
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import partial
from typing import Final, Protocol, TypeVar

import h11

from shared.platform.extras.webhooks.public_addresses import Target

PIECE: Final = 4096
HANDSHAKE_BYTES: Final = 64 * 1024
"""Maximum number of bytes that are read in a TLS handshake; enough for a few long certificate chains."""
ANSWER_BYTES: Final = 16 * 1024
"""Maximum number of bytes that are read from the socket for a response's head."""
RECORD: Final = 16 * 1024
"""Maximum bytes of a TLS record."""
MOST_READS: Final = 128
"""Maximum number of reads in an exchange. A receiver that sends its response byte by byte is cut off."""
MOST_INTERIM: Final = 3
"""Maximum number of interim responses (1xx) before the final response."""
T = TypeVar("T")


class AnswerTooLong(Exception):
    """Raised when a receiver sends more bytes, pieces or interim responses than allowed."""


class Wire(Protocol):
    """A connection to a receiver, either plain or encrypted by TLS."""

    async def read(self) -> bytes:
        """Return some bytes; return b"" if the receiver has closed the connection."""
        ...

    async def write(self, data: bytes) -> None:
        """Send bytes to the receiver."""
        ...


class CountedSocket:
    """A connected socket with limits on the number of bytes and reads."""

    def __init__(self, connected: socket.socket, *, most: int) -> None:
        """Wrap a connected socket, from which at most this number of bytes is read."""
        self._socket: Final = connected
        self.left = most
        self._reads = 0

    async def read(self) -> bytes:
        """Return some bytes; return b"" if the receiver has closed the connection.

        Refuses: AnswerTooLong, OSError
        """
        if self._reads >= MOST_READS or self.left <= 0:
            raise AnswerTooLong
        self._reads += 1
        data = await asyncio.get_running_loop().sock_recv(self._socket, min(PIECE, self.left))
        self.left -= len(data)
        return data

    async def write(self, data: bytes) -> None:
        """Send bytes to the receiver.

        Refuses: OSError
        """
        await asyncio.get_running_loop().sock_sendall(self._socket, data)


class TlsWire:
    """A TLS connection over a counted socket."""

    def __init__(self, raw: CountedSocket, context: ssl.SSLContext, host: str) -> None:
        """Set up TLS on a connected socket.

        `context` holds the trusted certificates, and `host` is the name that the receiver's certificate must have.
        """
        self._raw: Final = raw
        self._received, self._to_send = ssl.MemoryBIO(), ssl.MemoryBIO()
        self._tls: Final = context.wrap_bio(self._received, self._to_send, server_hostname=host)

    async def handshake(self) -> None:
        """Perform the TLS handshake, and check the certificate.

        Refuses: ssl.SSLError, AnswerTooLong, OSError
        """
        await self._perform(self._tls.do_handshake)

    async def read(self) -> bytes:
        """Return some decrypted bytes; return b"" if the receiver has closed the connection.

        Refuses: ssl.SSLError, AnswerTooLong, OSError
        """
        try:
            return await self._perform(lambda: self._tls.read(PIECE))
        except ssl.SSLZeroReturnError:
            return b""

    async def write(self, data: bytes) -> None:
        """Encrypt bytes, and send them to the receiver.

        Refuses: ssl.SSLError, AnswerTooLong, OSError
        """
        for start in range(0, len(data), RECORD):
            await self._perform(partial(self._tls.write, data[start : start + RECORD]))

    async def _perform(self, step: Callable[[], T]) -> T:
        """Perform a TLS operation; exchange data with the receiver while TLS requires it."""
        while True:
            try:
                result = step()
            except ssl.SSLWantReadError:
                await self._flush()
                if data := await self._raw.read():
                    self._received.write(data)
                else:
                    self._received.write_eof()
                continue
            await self._flush()
            return result

    async def _flush(self) -> None:
        if self._to_send.pending:
            await self._raw.write(self._to_send.read())


async def exchange(
    connected: socket.socket, target: Target, lines: Mapping[str, str], body: bytes, *, context: ssl.SSLContext | None
) -> h11.Response:  # fmt: skip
    """Send a POST request over a connected socket, and return the head of the response. With a `context`, use TLS.

    Refuses: AnswerTooLong, h11.ProtocolError, OSError
    """
    raw = CountedSocket(connected, most=HANDSHAKE_BYTES)
    wire: Wire = raw
    if context is not None:
        wire = tls = TlsWire(raw, context, target.host)
        await tls.handshake()
    raw.left = ANSWER_BYTES
    parser = h11.Connection(h11.CLIENT, max_incomplete_event_size=ANSWER_BYTES)
    with suppress(
        ConnectionError
    ):  # the receiver may respond and close before it has read everything; otherwise reading fails too
        await wire.write(_request(parser, target, lines, body))
    return await _head(wire, parser)


def _request(parser: h11.Connection, target: Target, lines: Mapping[str, str], body: bytes) -> bytes:
    """Encode an HTTP request as bytes."""
    headers = {"Host": target.authority, "Content-Length": str(len(body)), "Connection": "close", **lines}
    request = h11.Request(method="POST", target=target.path, headers=list(headers.items()))
    parts = [parser.send(each) for each in (request, h11.Data(data=body), h11.EndOfMessage())]
    return b"".join(filter(None, parts))


async def _head(wire: Wire, parser: h11.Connection) -> h11.Response:
    """Read until the head of the final response is complete, and return it.

    Refuses: AnswerTooLong, h11.RemoteProtocolError, OSError
    """
    interim = 0
    while interim <= MOST_INTERIM:
        event = parser.next_event()
        if event is h11.NEED_DATA:
            parser.receive_data(await wire.read())
        elif isinstance(event, h11.Response):
            return event
        else:
            interim += 1
    raise AnswerTooLong
