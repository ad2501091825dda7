"""Runs plans, each in a process that is forked from one image with all modules loaded and all caches warm."""

from __future__ import annotations

import gc
import os
import time
import traceback
from collections.abc import Iterable, Iterator
from typing import Final

import msgspec
from msgspec.structs import replace

from tests.simulation import boot, logged, pins, workers
from tests.simulation.jobs import Job
from tests.simulation.plan import Plan, plan_of
from tests.simulation.planted import BUGS, BUGS_WITH_REPLICA
from tests.simulation.playing import Result, play
from tests.simulation.scene import Scene

PIECE: Final = 1 << 16
WARMING: Final = 0
WARMING_ASKS: Final = 12
SPARES: Final = (3, 3, 1)
"""How many servers are built for each server number before the runs: one to start with, and some for restarts."""


class Image:
    """A scene that is ready, in a process with warm modules, so that the caches are the same for each run."""

    def __init__(self) -> None:
        """Run once without faults to learn the job's result, and build the scene."""
        gc.disable()
        boot.prepare()
        workers.prepare()
        logged.collect()
        calm = Scene(WARMING)
        play(calm, Plan(seed=WARMING, asks=plan_of(WARMING).asks[:WARMING_ASKS], faults=(), job=True, shelf=True))
        Job.expected = calm.job.task.result()
        for number, count in enumerate(SPARES):
            boot.make_spare_servers(number, count)
        self._scene = Scene(WARMING)
        pins.Pinned.source = None
        gc.freeze()

    def run(self, plan: Plan, *, traced: bool = False, bug: str | None = None) -> Result:
        """Run a plan in a forked process, possibly with a planted bug."""
        reading, writing = os.pipe()
        child = os.fork()
        if child == 0:
            os.close(reading)
            self._play_and_exit(plan, writing, traced=traced, bug=bug)
        os.close(writing)
        with os.fdopen(reading, "rb") as answers:
            said = answers.read()
        os.waitpid(child, 0)
        return msgspec.json.decode(said, type=Result)

    def _play_and_exit(self, plan: Plan, writing: int, *, traced: bool, bug: str | None) -> None:
        begun = time.process_time()
        pins.Pinned.source = self._scene.world
        try:
            if bug is not None:
                (BUGS | BUGS_WITH_REPLICA)[bug](self._scene)
            result = play(self._scene, plan, traced=traced)
        except BaseException as error:  # noqa: BLE001 the parent process reports it
            text = "".join(traceback.format_exception(error)[-3:])
            result = Result(seed=plan.seed, violations=[f"the simulation failed: {text}"])
        said = msgspec.json.encode(replace(result, processor=time.process_time() - begun))
        with os.fdopen(writing, "wb") as answers:
            answers.write(said)
        os._exit(0)

    def run_seeds(self, seeds: Iterable[int]) -> Iterator[tuple[Plan, Result]]:
        """Run the plans of seeds; yield each plan with its result."""
        for seed in seeds:
            plan = plan_of(seed)
            yield plan, self.run(plan)
