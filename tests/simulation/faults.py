"""Injects the faults of a run's plan, each at its planned time."""

from __future__ import annotations

from functools import partial

from tests.simulation.failing_over import ReplicatedStore
from tests.simulation.plan import AnyFault, Crash, Failover, Jump, OnLink, Stall, StoreRestart
from tests.simulation.scene import Scene
from tests.simulation.store_process import StoreProcess
from tests.simulation.world import Process


def schedule(scene: Scene, faults: tuple[AnyFault, ...]) -> None:
    """Schedule the faults of a plan, counting from now."""
    for fault in faults:
        scene.world.at(fault.at, partial(_happen, scene, fault))


def heal(scene: Scene) -> None:
    """Stop injecting faults for the rest of the run."""
    scene.healed = True
    scene.world.faults.clear()
    for process in scene.world.processes:
        process.dies_after = None


def _happen(scene: Scene, fault: AnyFault) -> None:
    scene.world.note("due", fault)
    match fault:
        case OnLink():
            scene.world.faults.setdefault(fault.link, []).append(fault)
        case Crash():
            _crash(scene, fault)
        case StoreRestart():
            _restart_store(scene, fault)
        case Failover():
            _fail_over(scene, fault)
        case Stall():
            _process(scene, fault.process).stalls_for = fault.seconds
        case Jump():
            _process(scene, fault.process).skew += fault.seconds


def _process(scene: Scene, name: str) -> Process | StoreProcess:
    return scene.store if name == scene.store.name else scene.process(name)


def _crash(scene: Scene, fault: Crash) -> None:
    """Kill a process after some callbacks, and restart it after a while."""
    process = scene.process(fault.process)
    process.dies_after, process.dies_quietly = fault.callbacks, fault.quiet

    def look() -> None:
        if process.alive:
            if process.dies_after is not None:
                scene.world.at(fault.down, look)
        elif scene.process(fault.process) is process:
            scene.world.at(fault.down, partial(scene.restart, fault.process))

    look()


def _restart_store(scene: Scene, fault: StoreRestart) -> None:
    if scene.store.alive:
        scene.store.die(fault.keeps)
        scene.world.at(fault.down, scene.store.start)


def _fail_over(scene: Scene, fault: Failover) -> None:
    """Hold writes back from the replica, and then let it take the primary's place, if the primary is still there."""
    store = scene.store
    if not isinstance(store, ReplicatedStore):
        return
    store.hold_back(fault.lag)

    def fall() -> None:
        if store.alive and not scene.healed:
            store.fail_over()
            scene.world.at(fault.down, store.start)

    scene.world.at(fault.lag, fall)
