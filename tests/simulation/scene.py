"""A simulated world in which the services run and are ready: the state in which each run begins."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any, Final

from tests.simulation import pins
from tests.simulation.boot import make_a_key, ports, serves, start_server
from tests.simulation.callers import Answer, Caller
from tests.simulation.checks import KIND, log_of
from tests.simulation.failing_over import ReplicatedStore
from tests.simulation.hooks import URL, Receiver
from tests.simulation.plan import CALLERS, READERS, SERVERS, TABLES
from tests.simulation.store_process import StoreProcess
from tests.simulation.world import Process, World

START_SECONDS: Final = 30.0
SOON: Final = 0.5
"""The time after which a supervisor restarts a process that ended by itself. Units: seconds."""
TABLE: Final = {"type": "OpenTable", "seats": [{"seat": "gm", "role": "gm"}]}
SEATS: Final = ("gm", "ann", "bob")
"""The seats of a table on which callers play. Each is the seat of the caller with its number."""
READING: Final[Sequence[tuple[str | None, int]]] = (("ann", 0), (None, 1), ("bob", 0))
"""The seat of each reader, or None for the app, and the place of its table."""
SHARED: Final = {
    **TABLE,
    "seats": [{"seat": seat, "role": "player" if place else "gm"} for place, seat in enumerate(SEATS)],
}


class Scene:
    """The world, its store, its servers and its callers."""

    def __init__(self, seed: int) -> None:
        """Start all processes, with no faults injected, and open the tables."""
        self.world: Final = World(seed)
        pins.Pinned.source = self.world
        self.store: Final = ReplicatedStore(self.world) if pins.Chosen.durability else StoreProcess(self.world)
        self.callers: Final = [Process(self.world, f"caller-{number}") for number in range(CALLERS)]
        self.readers: Final = [Process(self.world, f"reader-{number}") for number in range(READERS)]
        self.key = self.wait_for(self.callers[0], make_a_key("demo"))
        self.other_key: Final[str] = self.wait_for(self.callers[0], make_a_key("other"))
        self.servers: Final = {number: start_server(self.world, number) for number in range(SERVERS)}
        self.job: Any = None
        """The job of this run, or None."""
        self.shelf: Any = None
        """The table of this run that is archived and restored, or None."""
        self.healed = False
        """Whether no fault begins any more."""
        self.ended: Final[list[str]] = []
        """The servers that ended by themselves."""
        self.world.run(START_SECONDS, self.all_serve)
        opening = Caller(self.callers[0], self.key, ports(SERVERS))
        opened = [
            self.wait_for(self.callers[0], opening.insist("POST", "/dice/v1/tables", SHARED)).json
            for _ in range(TABLES)
        ]
        self.tables: Final[list[str]] = [one["id"] for one in opened]
        self.tokens: Final = {(one["id"], each["seat"]): each["token"] for one in opened for each in one["seats"]}
        """The token of each table's seat."""
        self.receiver: Final = Receiver(Process(self.world, "receiver"))
        self.begun: Final = {table: log_of(self.store.store, table).version for table in self.tables}
        """The version that each table had when the webhook was registered."""
        hook = {"url": URL, "kinds": [KIND]}
        self.hook_secret: Final[str] = self.wait_for(
            self.callers[0], opening.insist("POST", "/arbiter/v1/webhooks", hook, {"idempotency-key": "hook"})
        ).json["secret"]

    def read_with(self) -> Sequence[tuple[str, str]]:
        """Return the key or the token of each reader, and its table."""
        return [
            (self.key if seat is None else self.tokens[self.tables[place], seat], self.tables[place])
            for seat, place in READING
        ]

    def all_serve(self) -> bool:
        """Return whether every server has opened its port."""
        return all(serves(self.world, number) for number in self.servers)

    def wait_for(self, process: Process, work: Any, seconds: float = START_SECONDS) -> Any:  # noqa: ANN401 a coroutine
        """Run a coroutine in a process, and return its result. Refuses: TimeoutError."""
        task = process.spawn(work)
        if not self.world.run(seconds, task.done):
            raise TimeoutError
        return task.result()

    def process(self, name: str) -> Process:
        """Return a process by its name."""
        if self._moves_the_shelf(name):
            archivist: Process = self.shelf.process
            return archivist
        if name.startswith("server") or self.job is None:
            return self.servers[int(name.partition("-")[2])]
        found: Process = self.job.process(name)
        return found

    def _moves_the_shelf(self, name: str) -> bool:
        return self.shelf is not None and name == self.shelf.process.name

    def restart(self, name: str) -> None:
        """Restart a dead process."""
        if self.process(name).alive:
            return
        if name.startswith("server"):
            number = int(name.partition("-")[2])
            self.servers[number] = start_server(self.world, number)
        elif self._moves_the_shelf(name):
            self.shelf.restart()
        elif self.job is not None:
            self.job.restart(name)

    def supervise(self) -> None:
        """From now on, restart each server that ends by itself."""
        for process in self.servers.values():
            if process.exit_status is not None:
                self.ended.append(f"{process.name} ended by itself with status {process.exit_status}")
                process.exit_status = None
                self.world.at(SOON, partial(self.restart, process.name))
        self.world.at(SOON, self.supervise)

    def read(self, number: int, path: str, seconds: float) -> Answer:
        """Read a path of a table from one server. Refuses: TimeoutError."""
        caller = Caller(self.callers[0], self.key, [ports(number + 1)[-1]])
        found: Answer = self.wait_for(self.callers[0], caller.insist("GET", f"/dice/v1/tables/{path}"), seconds)
        return found

    def start_fresh_server(self) -> int:
        """Start another server, which has an empty cache; return its number."""
        number = SERVERS
        self.servers[number] = start_server(self.world, number)
        self.world.run(START_SECONDS, lambda: serves(self.world, number))
        return number
