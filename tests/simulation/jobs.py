"""A simulation job in a run, with its dispatchers (one of which holds the lease), its workers and its caller.

Clock processes also run and ring the bell of a tower, as `tower.py` explains.
"""

from __future__ import annotations

import asyncio
import json
from typing import Any, Final

from tests.simulation.boot import ports
from tests.simulation.callers import Caller
from tests.simulation.plan import DISPATCHERS, SERVERS, WORKERS
from tests.simulation.scene import Scene
from tests.simulation.tower import Tower
from tests.simulation.workers import Current, Queue, Worker, start_dispatcher
from tests.simulation.world import Process

JOBS: Final = "/dice/v1/jobs"
REQUEST: Final = {
    "simulate": {"what": {"throw": "Notation", "text": "4d6kh3"}, "at_least": [15]}, "trials": 1_000, "seed": "ab" * 32,
}  # fmt: skip
LOOK: Final = 0.4


class Job:
    """The job of a run, and the processes that work on it."""

    expected: str | None = None
    """The result of the same job in a run without faults, or None if it is not known yet."""

    def __init__(self, scene: Scene) -> None:
        """Start the processes and the caller."""
        world = self._world = scene.world
        Current.queue = Queue(world)
        self._dispatchers = {number: start_dispatcher(world, number) for number in range(DISPATCHERS)}
        self._workers = {number: Worker(world, number) for number in range(WORKERS)}
        self.tower: Final = Tower(world)
        self._asking = Process(world, "asker")
        caller = Caller(self._asking, scene.key, ports(SERVERS))
        self.task: Final[asyncio.Task[str]] = self._asking.spawn(self._ask(caller))

    async def _ask(self, caller: Caller) -> str:
        """Request the job, wait until it is over, and return its status and result as JSON."""
        opened = await caller.insist("POST", JOBS, REQUEST, {"idempotency-key": "job"})
        path = f"{JOBS}/{opened.json['id']}"
        found = (await caller.insist("GET", path)).json
        while found["progress"]["status"] == "running":
            await asyncio.sleep(LOOK)
            found = (await caller.insist("GET", path)).json
        self._world.note("job", found["progress"]["status"])
        return json.dumps([found["progress"]["status"], found.get("result")])

    def process(self, name: str) -> Process:
        """Return a process of the job by its name."""
        role, _, number = name.partition("-")
        if role == "dispatcher":
            return self._dispatchers[int(number)]
        if role == "clock":
            return self.tower.process(int(number))
        return self._workers[int(number)].process

    def restart(self, name: str) -> None:
        """Restart a process of the job."""
        role, _, number = name.partition("-")
        if role == "dispatcher":
            self._dispatchers[int(number)] = start_dispatcher(self._world, int(number))
        elif role == "clock":
            self.tower.restart(int(number))
        else:
            self._workers[int(number)] = Worker(self._world, int(number))

    def violations(self) -> list[str]:
        """Return each error of the job: a wrong result, or a process that ended by itself."""
        found = [
            f"{process.name} ended by itself: {process.main!r}"
            for process in self._dispatchers.values()
            if process.alive and process.main.done()
        ]
        if not self.task.done():
            return [*found, "the job is never over"]
        result: Any = self.task.result()
        if Job.expected is not None and result != Job.expected:
            found.append(f"the job ends with {result}, and without faults with {Job.expected}")
        return found
