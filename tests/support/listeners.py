"""Subscribers of a stream: each receives events in a separate thread, as a seat or as the app."""

from __future__ import annotations

import threading
import time
from collections.abc import Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack
from typing import Any, Final

import httpx

from tests.support.http import SSE, Table, sse_events

PAUSE: Final = 0.02
"""Seconds before a listener connects again."""


class Listener:
    """A subscriber of a table in its own thread, as a seat or, if the seat is None, as the app."""

    def __init__(self, table: Table, seat: str | None, after: int) -> None:
        """Subscribe to the events after a version."""
        self.seat = seat
        self.begun = threading.Event()
        self._table, self._after = table, after
        self._events: list[dict[str, Any]] = []
        self._received = threading.Condition()

    def hear(self) -> list[dict[str, Any]]:
        """Receive events until the stream ends, and return all of them."""
        token = None if self.seat is None else self._table.tokens[self.seat]
        headers = SSE | {"Last-Event-ID": str(self._after)}
        with (
            self._table.server.client(token) as client,
            client.stream("GET", f"{self._table.path}/events", headers=headers) as answer,
        ):
            self.begun.set()
            for event in sse_events(answer):
                self._add(event)
        return self._events

    def _add(self, event: dict[str, Any]) -> None:
        with self._received:
            self._events.append(event)
            self._received.notify_all()

    def await_version(self, version: int) -> None:
        """Wait until the event of this version has arrived."""
        with self._received:
            assert self._received.wait_for(lambda: bool(self._events) and int(self._events[-1]["id"]) >= version, 120)


def heard_by(crowd: Sequence[Listener], stack: ExitStack) -> list[Future[list[dict[str, Any]]]]:
    """Start all listeners; return a future for each one's events."""
    pool = stack.enter_context(ThreadPoolExecutor(len(crowd)))
    coming = [pool.submit(listener.hear) for listener in crowd]
    assert all(listener.begun.wait(120) for listener in crowd)
    return coming


class PersistentListener(Listener):
    """A subscriber that reconnects after a server was killed, and resumes after the last event that it received."""

    def hear(self) -> list[dict[str, Any]]:
        """Receive events until the stream ends, over as many connections as necessary; return all of them."""
        token = None if self.seat is None else self._table.tokens[self.seat]
        with self._table.server.client(token) as client:
            while not self._hear_more(client):
                time.sleep(PAUSE)
        return self._events

    def _hear_more(self, client: httpx.Client) -> bool:
        """Add the events that arrive over one connection; return whether the stream has ended."""
        headers = SSE | {"Last-Event-ID": self._events[-1]["id"] if self._events else str(self._after)}
        try:
            with client.stream("GET", f"{self._table.path}/events", headers=headers) as answer:
                if answer.status_code == 503:
                    return False
                self.begun.set()
                for event in sse_events(answer):
                    self._add(event)
        except httpx.TransportError:
            return False
        return True
