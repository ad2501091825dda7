"""One server process among several: the links to the others, and what they ask of this one."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from typing import Final

from litestar.types import ASGIApp

from shared.platform.forwarding.link import Link
from shared.platform.forwarding.listener import Listener
from shared.platform.forwarding.place import Place

ANSWER_SECONDS: Final = 1.0
"""How long is waited for the measurements of another process, before those of a moment ago are taken."""


class Siblings:
    """The other server processes, as one of them sees them."""

    def __init__(self, place: Place, app: ASGIApp, *, keep: Callable[[], object]) -> None:
        """Take this process's place, the app that answers for it, and what keeps its measurements."""
        others = [number for number in range(place.servers) if number != place.number]
        self.of: Final = place.servers
        self.links: Final[Mapping[int, Link]] = {number: Link(place.socket(number)) for number in others}
        self._listener: Final = Listener(app, place.socket(place.number), keep=keep)
        self._keeping: list[asyncio.Task[None]] = []

    @property
    def up(self) -> int:
        """Return how many of the processes run, with this one."""
        return 1 + sum(link.up for link in self.links.values())

    async def open(self, tasks: set[asyncio.Task[None]]) -> None:
        """Listen, and look for the others. `tasks` are those that the server lets finish before it stops."""
        loop = asyncio.get_running_loop()
        self._keeping = [loop.create_task(link.keep()) for link in self.links.values()]
        await self._listener.open(tasks)

    def leave(self) -> None:
        """Tell the others to ask nothing more of this process; it still answers what they have asked."""
        self._listener.leave()

    async def close(self) -> None:
        """Let go of the others."""
        for task in self._keeping:
            task.cancel()
        await asyncio.gather(*self._keeping, return_exceptions=True)
        self._listener.close()

    def runs(self, number: int) -> bool:
        """Return whether another process runs."""
        return self.links[number].up

    async def look(self) -> None:
        """Let the others keep what they have measured; one that does not answer in time has kept it before."""
        await asyncio.gather(*(link.look(ANSWER_SECONDS) for link in self.links.values()))
