"""The other server processes behind the same port: links to them, and a listener for the requests that they forward."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from typing import Final

from litestar.types import ASGIApp

from shared.platform.extras.forwarding.link import Link
from shared.platform.extras.forwarding.listener import Listener
from shared.platform.processes.place import Place

ANSWER_SECONDS: Final = 1.0
"""Seconds to wait for another process to save its metrics. After that, the metrics it saved earlier are used."""


class Siblings:
    """The other server processes that share a port with this process."""

    def __init__(self, place: Place, app: ASGIApp, *, keep: Callable[[], object]) -> None:
        """Set this process's number and sockets. `app` responds to forwarded requests, and `keep` saves the metrics."""
        others = [number for number in range(place.servers) if number != place.number]
        self.of: Final = place.servers
        self.links: Final[Mapping[int, Link]] = {number: Link(place.socket(number)) for number in others}
        self._listener: Final = Listener(app, place.socket(place.number), keep=keep)
        self._keeping: list[asyncio.Task[None]] = []

    @property
    def up(self) -> int:
        """Return the number of running processes, including this one."""
        return 1 + sum(link.up for link in self.links.values())

    async def open(self, tasks: set[asyncio.Task[None]]) -> None:
        """Start the listener, and connect to the other processes. The server waits for the `tasks` before it stops."""
        loop = asyncio.get_running_loop()
        self._keeping = [loop.create_task(link.keep()) for link in self.links.values()]
        await self._listener.open(tasks)

    def leave(self) -> None:
        """Ask the other processes to forward nothing more to this process.

        This process still responds to the requests that they have sent already.
        """
        self._listener.leave()

    async def close(self) -> None:
        """Disconnect from the other processes, and close the listener."""
        for task in self._keeping:
            task.cancel()
        await asyncio.gather(*self._keeping, return_exceptions=True)
        self._listener.close()

    def runs(self, number: int) -> bool:
        """Return whether the process with this number is running."""
        return self.links[number].up

    async def look(self) -> None:
        """Make the other processes save their metrics.

        If one of them does not respond in time, the metrics that it saved earlier are used.
        """
        await asyncio.gather(*(link.look(ANSWER_SECONDS) for link in self.links.values()))
