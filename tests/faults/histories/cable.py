"""A proxy between two processes, in a separate thread, called a *cable* in these tests.

A test can cut the cable, drop the responses on it, or delay them. `tc netem` needs a kernel module that many
machines lack; a proxy needs nothing.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from tests.support.relay import Relay

LATE: Final = 64
"""How many bytes of a response still pass after responses are held back, so that the client gets part of one."""


class Cable:
    """A proxy that passes everything on unless a test disturbs it. Any thread may call its methods."""

    def __init__(self, loop: asyncio.AbstractEventLoop, relay: Relay) -> None:
        """Create a proxy that runs on this event loop."""
        self._loop, self._relay = loop, relay

    @property
    def port(self) -> int:
        """Return the port to which clients connect."""
        return self._relay.port

    def cut(self) -> None:
        """Disconnect all clients at once; they may connect again."""
        self._do(self._cut)

    def hold_back(self) -> None:
        """Pass requests on, but hold back responses from the middle of one onwards."""
        self._do(lambda: self._relay.stop_after(LATE))

    def let_through(self) -> None:
        """Pass on the responses that were held back, and all later ones."""
        self._do(self._relay.let_through)

    def _cut(self) -> None:
        self._relay.cut()
        self._relay.let_through()

    def _do(self, act: Callable[[], None]) -> None:
        async def done() -> None:
            act()

        asyncio.run_coroutine_threadsafe(done(), self._loop).result()


@contextmanager
def cable_to(server: Path | int) -> Iterator[Cable]:
    """Run a proxy to a server's socket or port during the block."""
    ready, over, found = threading.Event(), asyncio.Event(), list[Cable]()

    async def run() -> None:
        async with Relay(server) as relay:
            found.append(Cable(asyncio.get_running_loop(), relay))
            ready.set()
            await over.wait()

    thread = threading.Thread(target=asyncio.run, args=(run(),))
    thread.start()
    ready.wait()
    try:
        yield found[0]
    finally:
        found[0]._loop.call_soon_threadsafe(over.set)
        thread.join()
