"""The server's writes: a response's head and body are sent in one write.

If the body may not follow at once, the server sends the head without waiting.
"""

import asyncio
import gc
import weakref
from collections.abc import Sequence
from typing import Any

import pytest
import uvicorn
from litestar.types import Message, Receive, Scope, Send
from uvicorn.server import ServerState

from shared.platform.http.edge.connections import ConnectionTimeouts, protocol_of

PATIENT = ConnectionTimeouts(head=60, body=60, unread=60, head_bytes=65_536, peer=10)
LENGTH = (b"content-length", b"4")


class Written(asyncio.Transport):
    """A transport that records the written bytes."""

    def __init__(self) -> None:
        """Create a transport that has recorded no bytes."""
        super().__init__()
        self.writes: list[bytes] = []
        self.closed = False

    def get_extra_info(self, name: str, default: object = None) -> object:
        """Return the same address, whichever end of the connection is requested."""
        return ("127.0.0.1", 1) if name in ("peername", "sockname") else default

    def write(self, data: bytes | bytearray | memoryview) -> None:
        """Record the bytes."""
        assert not self.closed
        self.writes.append(bytes(data))

    def is_closing(self) -> bool:
        """Return whether the transport is closed."""
        return self.closed

    def close(self) -> None:
        """Mark the transport as closed."""
        self.closed = True

    def pause_reading(self) -> None:
        """Do nothing."""

    def resume_reading(self) -> None:
        """Do nothing."""

    def set_protocol(self, protocol: asyncio.BaseProtocol) -> None:
        """Do nothing."""


def connect(*messages: Message) -> tuple[Any, Written]:
    """Return a connection that sends the given messages in response to each request, and its transport."""

    async def app(scope: Scope, receive: Receive, send: Send) -> None:  # noqa: ARG001 the form of ASGI
        for message in messages:
            await send(message)

    config = uvicorn.Config(app, access_log=False, log_config=None, server_header=False, date_header=False)
    config.load()
    transport = Written()
    connection: Any = protocol_of(PATIENT)(config=config, server_state=ServerState(), app_state={})
    connection.connection_made(transport)
    return connection, transport


async def send_repeatedly(asked: bytes, *messages: Message, times: int = 1) -> tuple[Sequence[bytes], bool]:
    """Send the same request several times; return the writes, and whether a timer is still running."""
    connection, transport = connect(*messages)
    for _ in range(times):
        connection.data_received(asked)
        for _ in range(5):
            await asyncio.sleep(0)
    left = connection._timer is not None
    connection.connection_lost(None)
    return transport.writes, left


def start_of_response(*headers: tuple[bytes, bytes]) -> Message:
    """Return the message that starts a response with these headers."""
    return {"type": "http.response.start", "status": 200, "headers": list(headers)}


def body(data: bytes, *, more: bool = False) -> Message:
    """Return the message of one piece of a body."""
    return {"type": "http.response.body", "body": data, "more_body": more}


GET = b"GET / HTTP/1.1\r\nHost: x\r\n\r\n"


async def test_an_answer_leaves_in_one_write() -> None:
    """The server writes a response's head and its body of known length together.

    The same applies to the second request on a connection.
    """
    found, _ = await send_repeatedly(GET, start_of_response(LENGTH), body(b"done"), times=2)
    assert [write.count(b"HTTP/1.1 200") for write in found] == [1, 1]
    assert {write.rpartition(b"\r\n")[2] for write in found} == {b"done"}


async def test_an_answered_request_leaves_nothing_to_the_garbage_collector() -> None:
    """The server releases a request's objects when the next request starts, without the garbage collector.

    With thousands of requests per second, garbage collection would stall the server.
    """
    connection, _ = connect(start_of_response(LENGTH), body(b"done"))
    gc.disable()
    try:
        requests = []
        for _ in range(3):
            connection.data_received(GET)
            requests.append(weakref.ref(connection.cycle))
            for _ in range(5):
                await asyncio.sleep(0)
        alive = [request() is not None for request in requests]
    finally:
        gc.enable()
    connection.connection_lost(None)

    assert alive == [False, False, True]


@pytest.mark.parametrize(
    ("asked", "messages", "writes"),
    [
        (GET, (start_of_response(), body(b"a", more=True), body(b"b")), 3),
        (GET, (start_of_response((b"content-length", b"0")), body(b"")), 2),
        (b"HEAD" + GET[3:], (start_of_response(LENGTH), body(b"done")), 1),
    ],
    ids=["streamed", "empty", "asked for the head alone"],
)
async def test_no_head_waits_for_a_body_that_may_not_come(
    asked: bytes, messages: tuple[Message, ...], writes: int
) -> None:
    """The server sends the head at once if the body is streamed or empty, and in responses to HEAD."""
    found, _ = await send_repeatedly(asked, *messages)
    assert len(found) == writes
    assert found[0].startswith(b"HTTP/1.1 200")


async def test_an_answer_without_its_body_is_a_fault() -> None:
    """If the app ends without sending a body, the caller gets a 500, because the server has not sent the head yet."""
    found, _ = await send_repeatedly(GET, start_of_response(LENGTH))
    assert found[0].startswith(b"HTTP/1.1 500")


@pytest.mark.parametrize("value", [b"a\r\nb: c", b"a\nb: c", b"a\rb"])
async def test_response_with_a_line_end_in_a_header_is_not_sent(value: bytes) -> None:
    """A response with a line break in a header is not sent, because callers could use it to inject headers."""
    found, _ = await send_repeatedly(GET, start_of_response(LENGTH, (b"x", value)), body(b"done"))
    assert not found


async def test_an_idle_connection_is_closed() -> None:
    """The server closes a connection that has been idle for too long, but never one with a request in progress."""
    connection, transport = connect(start_of_response(LENGTH), body(b"done"))
    found = []
    for asked, idle in ((GET, 0.0), (GET[:9], 9.0), (GET[9:], 0.0), (None, 9.0)):
        if asked is not None:
            connection.data_received(asked)
        for _ in range(5):
            await asyncio.sleep(0)
        if connection._idle_since is not None:
            connection._idle_since -= idle
        connection._look_whether_idle()
        found.append(transport.closed)
    connection.connection_lost(None)
    assert found == [False, False, False, True]


async def test_a_closing_connection_has_the_header_close() -> None:
    """If a request asks to close the connection, its response has `Connection: close`."""
    found, _ = await send_repeatedly(GET[:-2] + b"Connection: close\r\n\r\n", start_of_response(LENGTH), body(b"done"))
    assert len(found) == 1
    assert b"\r\nconnection: close\r\n" in found[0]


@pytest.mark.parametrize(
    ("asked", "waits"),
    [(GET, False), (GET[:9], True), (b"POST" + GET[3:-2] + b"Content-Length: 9\r\n\r\nhalf", True)],
    ids=["whole", "half a head", "half a body"],
)
async def test_only_an_incomplete_request_starts_a_timer(asked: bytes, *, waits: bool) -> None:
    """An incomplete request starts a timer; a request that arrives in one piece does not."""
    _, waiting = await send_repeatedly(asked, start_of_response(LENGTH), body(b"done"))
    assert waiting == waits
