"""One server process among several: its links to the others, and its listener for their requests."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from typing import Final

from litestar.types import ASGIApp

from shared.platform.extras.forwarding.link import Link
from shared.platform.extras.forwarding.listener import Listener
from shared.platform.processes.place import Place

ANSWER_SECONDS: Final = 1.0
"""Seconds to wait for another process's metrics, before its last saved ones are used."""


class Siblings:
    """The other server processes of the port."""

    def __init__(self, place: Place, app: ASGIApp, *, keep: Callable[[], object]) -> None:
        """Take this process's place, the app that answers, and the function that saves its metrics."""
        others = [number for number in range(place.servers) if number != place.number]
        self.of: Final = place.servers
        self.links: Final[Mapping[int, Link]] = {number: Link(place.socket(number)) for number in others}
        self._listener: Final = Listener(app, place.socket(place.number), keep=keep)
        self._keeping: list[asyncio.Task[None]] = []

    @property
    def up(self) -> int:
        """Return how many processes run, this one included."""
        return 1 + sum(link.up for link in self.links.values())

    async def open(self, tasks: set[asyncio.Task[None]]) -> None:
        """Listen, and connect to the others. The server lets `tasks` finish before it stops."""
        loop = asyncio.get_running_loop()
        self._keeping = [loop.create_task(link.keep()) for link in self.links.values()]
        await self._listener.open(tasks)

    def leave(self) -> None:
        """Ask the others to send nothing more; requests already sent are still answered."""
        self._listener.leave()

    async def close(self) -> None:
        """Disconnect from the others."""
        for task in self._keeping:
            task.cancel()
        await asyncio.gather(*self._keeping, return_exceptions=True)
        self._listener.close()

    def runs(self, number: int) -> bool:
        """Whether another process runs."""
        return self.links[number].up

    async def look(self) -> None:
        """Ask the others to save their metrics; one that does not answer in time has saved them before."""
        await asyncio.gather(*(link.look(ANSWER_SECONDS) for link in self.links.values()))
