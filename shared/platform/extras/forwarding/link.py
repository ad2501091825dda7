"""A permanent link to another server process. It reconnects when that process restarts."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from itertools import count
from pathlib import Path
from typing import Final

from shared.platform.extras.forwarding.frames import HowAreYou, Leaving, Message, Wire

RETRY_SECONDS: Final = 0.05
BEAT_SECONDS: Final = 1.0
SILENCE_SECONDS: Final = 5.0
"""Seconds to wait for the response to a health check before the other process is considered gone."""


class NotSent(Exception):
    """Raised when the other process is down, so that nothing was sent to it."""


class Unanswered(Exception):
    """Raised when the other process ended before it responded, so that the outcome of the request is unknown."""


class Link:
    """The connection for sending requests to one other process, which may end and start again."""

    def __init__(self, path: Path) -> None:
        """Set up the link to the process that listens at the socket `path`. The link does not connect yet."""
        self._path: Final = path
        self._wire: Wire | None = None
        self._numbers: Final = count(1)
        self._asked: dict[int, asyncio.Future[Message]] = {}

    @property
    def up(self) -> bool:
        """Return whether the other process is running and accepts requests."""
        return self._wire is not None

    async def ask(self, message: Message) -> Message:
        """Send a message, and wait for its response without a time limit.

        Refuses: NotSent, Unanswered
        """
        wire = self._wire
        if wire is None:
            raise NotSent
        number = next(self._numbers)
        future: asyncio.Future[Message] = asyncio.get_running_loop().create_future()
        self._asked[number] = future
        try:
            if not wire.post(number, message):
                raise NotSent
            return await future
        finally:
            self._asked.pop(number, None)

    async def look(self, seconds: float) -> bool:
        """Send a health check; return whether the other process responded within this number of seconds."""
        try:
            async with asyncio.timeout(
                seconds
            ):  # Python 3.11's `wait_for` loses a cancellation that comes with the response
                await self.ask(HowAreYou())
        except (NotSent, Unanswered, TimeoutError):
            return False
        return True

    async def keep(self) -> None:
        """Keep the connection open: reconnect whenever it ends, until the task is cancelled."""
        loop = asyncio.get_running_loop()
        while True:
            with suppress(OSError):
                _, wire = await loop.create_unix_connection(lambda: Wire(self._take_message), str(self._path))
                wire.closed.add_done_callback(self._fail_waiting)
                self._wire = wire
                try:
                    await self._watch_connection(wire)
                finally:
                    self._wire = None
                    wire.abort()
            await asyncio.sleep(RETRY_SECONDS)

    async def _watch_connection(self, wire: Wire) -> None:
        """Wait until a connection ends, or until the other process no longer responds to health checks."""
        while self._wire is wire:
            if not await self.look(SILENCE_SECONDS):
                return
            await asyncio.wait([wire.closed], timeout=BEAT_SECONDS)
        await asyncio.wait([wire.closed])

    def _fail_waiting(self, _: object) -> None:
        """Fail every waiting request, because the connection has ended."""
        self._wire = None
        for future in self._asked.values():
            if not future.done():
                future.set_exception(Unanswered())

    def _take_message(self, wire: Wire, number: int, message: Message) -> None:
        if isinstance(message, Leaving):
            self._wire = None
            wire.finish()
            return
        future = self._asked.get(number)
        if future is not None and not future.done():
            future.set_result(message)
