"""A webhook receiver on loopback. It stores the messages and responds as the test demands."""

from __future__ import annotations

import json
import queue
import ssl
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Final

from msgspec import Struct
from standardwebhooks import Webhook

WAIT_SECONDS: Final = 60.0


class Message(Struct, frozen=True, kw_only=True):
    """A message as it arrived."""

    path: str
    headers: dict[str, str]
    body: bytes

    @property
    def id(self) -> str:
        """Return the id of the message."""
        return self.headers["webhook-id"]

    @property
    def events(self) -> list[dict[str, Any]]:
        """Return the events in the message."""
        found: list[dict[str, Any]] = json.loads(self.body)
        return found

    def verify(self, secret: str) -> list[dict[str, Any]]:
        """Return the message's events if its signature is valid, checked with the library that receivers use."""
        found: list[dict[str, Any]] = Webhook(secret).verify(self.body, self.headers)
        return found


class Receiver(ThreadingHTTPServer):
    """A receiver that accepts messages and responds with the first of `answers`, else with 204.

    Shape: answers: pairs of a status and headers
    """

    daemon_threads = True

    def __init__(self) -> None:
        """Listen on a free port of this machine."""
        super().__init__(("127.0.0.1", 0), _Handler)
        self.messages: queue.Queue[Message] = queue.Queue()
        self.answers: queue.Queue[tuple[int, dict[str, str]]] = queue.Queue()
        self.open = threading.Event()
        self.open.set()

    @property
    def port(self) -> int:
        """Return the port."""
        return int(self.server_address[1])

    @property
    def url(self) -> str:
        """Return the URL that accepts messages."""
        return f"http://127.0.0.1:{self.port}/hook"

    def handle_error(self, request: object, client_address: object) -> None:
        """Ignore connections that were cut."""

    def next(self) -> Message:
        """Wait for a message."""
        return self.messages.get(timeout=WAIT_SECONDS)

    def some(self, count: int) -> list[Message]:
        """Wait for this number of messages."""
        return [self.next() for _ in range(count)]

    def answer(self, *statuses: int, **headers: str) -> None:
        """Respond to the next messages with these statuses."""
        for status in statuses:
            self.answers.put((status, {name.replace("_", "-"): value for name, value in headers.items()}))


class _Handler(BaseHTTPRequestHandler):
    """A handler that stores a message and responds."""

    protocol_version = "HTTP/1.1"
    server: Receiver

    def do_POST(self) -> None:
        """Accept a message."""
        body = self.rfile.read(int(self.headers["Content-Length"]))
        headers = {name.lower(): value for name, value in self.headers.items()}
        self.server.messages.put(Message(path=self.path, headers=headers, body=body))
        self.server.open.wait(WAIT_SECONDS)
        status, more = (204, {}) if self.server.answers.empty() else self.server.answers.get()
        self.send_response(status)
        for name, value in {"Content-Length": "0", **more}.items():
            self.send_header(name, value)
        self.end_headers()

    def log_message(self, *_: object) -> None:
        """Discard the log line."""


@contextmanager
def receiving(context: ssl.SSLContext | None = None) -> Iterator[Receiver]:
    """Receive messages during the block, over TLS if there is a context."""
    with Receiver() as receiver:
        if context is not None:
            receiver.socket = context.wrap_socket(receiver.socket, server_side=True)
        thread = threading.Thread(target=receiver.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        try:
            yield receiver
        finally:
            receiver.open.set()
            receiver.shutdown()
            thread.join()
