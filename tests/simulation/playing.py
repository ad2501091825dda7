"""Runs a plan in a scene, and reports the violations."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from tests.simulation import pins
from tests.simulation.checks import log_of, view_violations, violations
from tests.simulation.faults import heal, schedule
from tests.simulation.history import History
from tests.simulation.hooks import has_all, hook_violations
from tests.simulation.jobs import Job
from tests.simulation.leaks import leak_violations
from tests.simulation.logged import LOGGED, errors_in
from tests.simulation.plan import Plan
from tests.simulation.players import Player
from tests.simulation.readers import Reader, reader_violations
from tests.simulation.scene import Scene
from tests.simulation.shelf import Shelf

PATIENCE: Final = 240.0
"""How long a caller may retry. Units: seconds of simulated time."""
AUDITED: Final = ("proven", "nothing wrong found")
"""The audit verdicts that pass. The seed of an open table is secret, so an audit cannot check its draws yet."""
CALM: Final = 40.0
"""How long the services may take to recover after the last fault. Units: seconds of simulated time."""


class Result(Struct, frozen=True, kw_only=True):
    """The result of a run. Units: seconds of simulated time; for `processor`, seconds of real processor time."""

    seed: int
    violations: Sequence[str] = ()
    acknowledged: int = 0
    deaths: int = 0
    callbacks: int = 0
    seconds: float = 0.0
    digest: int = 0
    processor: float = 0.0
    trace: Sequence[str] = ()


def play(scene: Scene, plan: Plan, *, traced: bool = False) -> Result:
    """Run a plan, and check everything that must be true afterwards."""
    world, history = scene.world, History()
    world.reseed(plan.seed, scene.store)
    world.trace = [] if traced else None
    begun, before = world.now, len(world.dead)
    scene.supervise()
    schedule(scene, plan.faults)
    job = scene.job = Job(scene) if plan.job else None
    shelf = scene.shelf = Shelf(scene) if plan.shelf else None
    readers = [
        Reader(process, key, table) for process, (key, table) in zip(scene.readers, scene.read_with(), strict=True)
    ]
    for process, reader in zip(scene.readers, readers, strict=True):
        process.main = process.spawn(reader.follow())
    tasks = [
        process.spawn(
            Player(scene, process, number, history).ask_all([ask for ask in plan.asks if ask.caller == number])
        )
        for number, process in enumerate(scene.callers)
    ]
    answered = world.run(PATIENCE, lambda: all(task.done() for task in tasks))
    found = [f"caller-{number} waits for ever" for number, task in enumerate(tasks) if not task.done()]
    found += [f"caller: {task.exception()!r}" for task in tasks if task.done() and task.exception() is not None]
    heal(scene)
    if answered and job is not None:
        world.run(PATIENCE, lambda: job.task.done() and job.tower.task.done())
        found += [*job.violations(), *job.tower.violations(scene.store.store)]
    if answered and shelf is not None:
        world.run(PATIENCE, lambda: shelf.done)
        found += shelf.violations()
    if answered:
        found += _calm_violations(scene, history, readers)
    found += scene.ended
    lines = LOGGED.take()
    found += [f"logged: {line}" for line in errors_in(lines)]
    asked = [*history.asked, *(shelf.asked if shelf is not None else ())]
    found += leak_violations(scene, asked, lines)
    return Result(
        seed=plan.seed, violations=found, acknowledged=len(history.acknowledged), deaths=len(world.dead) - before,
        callbacks=world.callbacks, seconds=round(world.now - begun, 6), digest=world.digest,
        trace=tuple(world.trace or ()),
    )  # fmt: skip


def _calm_violations(scene: Scene, history: History, readers: Sequence[Reader]) -> list[str]:
    """Wait until every process runs; check the store, and the views of all servers and of a newly started one."""
    world = scene.world
    if not world.run(CALM, lambda: scene.store.alive and scene.all_serve()):
        return ["the servers do not come back"]
    fresh = scene.start_fresh_server()
    found = []
    for number in scene.servers:
        for table in scene.tables:
            try:
                answer = scene.read(number, table, CALM)
            except TimeoutError:
                found.append(f"server-{number} does not answer")
                continue
            found += view_violations(f"server-{number}", table, answer, log_of(scene.store.store, table))
    found += _audits(scene, fresh)
    if scene.shelf is not None and scene.shelf.done:
        found += scene.shelf.fresh_violations(fresh, CALM)
    store = scene.store.store
    ends = {table: log_of(store, table).version for table in scene.tables}
    if not world.run(CALM, lambda: all(reader.version >= ends[reader.table] for reader in readers)):
        late = [reader for reader in readers if reader.version < ends[reader.table]]
        found += [f"a reader of {one.table} waits at {one.version} of {ends[one.table]}" for one in late]
    if scene.job is not None:
        logs = {table: log_of(store, table) for table in scene.tables}
        world.run(CALM, lambda: has_all(scene.receiver, logs, scene.begun))
        found += hook_violations(scene.receiver, logs, scene.begun)
    return [
        *violations(store, scene.tables, history, _lost(scene, history)),
        *_reader_violations(scene, readers),
        *found,
    ]


def _lost(scene: Scene, history: History) -> set[str]:
    """Return the heads of acknowledged rolls that a failover lost, and was allowed to lose: not with `replicated`."""
    if pins.Chosen.durability != "durable":
        return set()
    heads = [one.head for one in history.acknowledged.values()]
    return {
        head for head in heads for each in scene.store.lost if any(bytes.fromhex(head) in word for word in each.words)
    }


def _reader_violations(scene: Scene, readers: Sequence[Reader]) -> list[str]:
    """Return the errors of the readers. They may have read commits that a failover lost."""
    return [] if scene.store.lost else reader_violations(readers)


def _audits(scene: Scene, fresh: int) -> list[str]:
    """Audit every table on a newly started server: the chain, the draws and the decisions."""
    found = []
    for table in scene.tables:
        answer = scene.read(fresh, f"{table}/audit", CALM)
        if answer.status != 200 or answer.json["conclusion"] not in AUDITED:
            found.append(f"the audit of {table}: {answer.status} {answer.body[:300]!r}")
    return found
