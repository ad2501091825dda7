"""Choose the chunk (a batch of a job's trials) that the dispatcher sends next, fairly among tenants and their jobs.

The dispatcher, which feeds the workers' queue, keeps waiting chunks here, because that queue is first in, first out.
It sends only a few chunks ahead of time. It chooses the tenant with the fewest chunks in flight, and then that
tenant's job with the fewest in flight. If several are equal, it chooses the one that was served longest ago. This
module is pure.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final


class _Job:
    """A job: its waiting chunks, its chunks in flight, and when it was last served."""

    def __init__(self, tenant: str) -> None:
        self.tenant = tenant
        self.waiting: list[int] = []
        self.on_their_way: set[int] = set()
        self.served = 0


class FairWindow:
    """The jobs of one queue, with their waiting chunks and their chunks in flight."""

    def __init__(self) -> None:
        """Set up the window. It has no jobs yet."""
        self._jobs: Final[dict[str, _Job]] = {}
        self._served: Final[dict[str, int]] = {}
        self._turn = 0

    def offer(self, tenant: str, job: str, missing: Iterable[int]) -> None:
        """Set the chunks of a job that are still missing.

        Missing chunks that are in flight are not sent again. Waiting chunks that are no longer missing are dropped.
        """
        known = self._jobs.get(job)
        if known is None:
            known = self._jobs[job] = _Job(tenant)
        wanted = list(missing)
        known.on_their_way &= set(wanted)
        known.waiting = [chunk for chunk in wanted if chunk not in known.on_their_way]

    def send_again(self, job: str) -> None:
        """Treat all chunks of a job that are in flight as lost, so that they are sent again."""
        if job in self._jobs:
            self._jobs[job].on_their_way.clear()

    def forget(self, job: str) -> None:
        """Remove a job that has ended."""
        known = self._jobs.pop(job, None)
        if known is not None and all(each.tenant != known.tenant for each in self._jobs.values()):
            self._served.pop(known.tenant, None)

    def on_their_way(self, job: str) -> frozenset[int]:
        """Return the chunks of a job that are in flight: sent but not done."""
        known = self._jobs.get(job)
        return frozenset() if known is None else frozenset(known.on_their_way)

    @property
    def waiting(self) -> bool:
        """Return whether any chunk is waiting to be sent."""
        return any(job.waiting for job in self._jobs.values())

    def next(self) -> tuple[str, int] | None:
        """Choose the job and the chunk to send next, and count the chunk as in flight.

        Return None if no chunk is waiting.
        """
        waiting = [(name, job) for name, job in self._jobs.items() if job.waiting]
        if not waiting:
            return None
        loads = self._loads()
        name, job = min(
            waiting,
            key=lambda pair: (
                loads[pair[1].tenant], self._served.get(pair[1].tenant, 0),
                len(pair[1].on_their_way), pair[1].served,
            ),
        )  # fmt: skip
        chunk = job.waiting.pop(0)
        job.on_their_way.add(chunk)
        self._turn += 1
        job.served = self._served[job.tenant] = self._turn
        return name, chunk

    def give_back(self, job: str, chunk: int) -> None:
        """Put a chunk back among the waiting chunks, because it could not be sent."""
        known = self._jobs.get(job)
        if known is not None and chunk in known.on_their_way:
            known.on_their_way.discard(chunk)
            known.waiting.insert(0, chunk)

    def _loads(self) -> dict[str, int]:
        """Return the number of chunks in flight for each tenant."""
        loads: dict[str, int] = {}
        for job in self._jobs.values():
            loads[job.tenant] = loads.get(job.tenant, 0) + len(job.on_their_way)
        return loads
