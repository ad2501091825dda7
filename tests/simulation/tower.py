"""A tower in a simulated run: a stream of the toy game `bells`, with timed steps.

A *ringer* process winds up its bell several times. Dispatcher processes find the strikes that are due, and clock
processes send them. `tests/support/bells.py` explains these words.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any, Final

from shared.platform.eventlog import Ask, Idempotency, now_ms
from shared.platform.queue import connect_to_store, wait_for_store
from tests.simulation.boot import STORE, settings
from tests.simulation.checks import PARTITION
from tests.simulation.plan import CLOCKS
from tests.simulation.store.keyspace import Store
from tests.simulation.store.values import Stream
from tests.simulation.workers import CLOCKED, ClockProcess
from tests.simulation.world import Process, World
from tests.support.bells import OPENING, Wind

STREAM: Final = "bells.tower:1"
ROUNDS: Final = 5
STRIKES: Final = 3
"""The number of strikes in a round, all due at the same time."""
SOONEST: Final = 0
LATEST: Final = 800
"""The longest time from winding up the bell until its strikes are due. Units: milliseconds."""
LOOK: Final = 0.3


def once(name: str) -> Idempotency:
    """Return an idempotency key, which is the same for every retry of the request."""
    return Idempotency(key=name, fingerprint=name)


class Tower:
    """The tower of a run, its clock processes, and the process that winds up the bell."""

    def __init__(self, world: World) -> None:
        """Start the clock processes and the ringer."""
        self._world: Final = world
        self._clocks = {number: ClockProcess(world, number) for number in range(CLOCKS)}
        self._ringer: Final = Process(world, "ringer")
        self.task: Final[asyncio.Task[None]] = self._ringer.spawn(self._ring())

    async def _ring(self) -> None:
        """In each round, wind up the bell and wait until it has struck."""
        connection = await wait_for_store(partial(connect_to_store, settings(), STORE))
        sealer = (await wait_for_store(partial(connection.open_keys, settings().keys_at))).sealer
        log = CLOCKED[0].log(connection, sealer)
        opening = Ask(command=OPENING, seat="gm", by="key:app", idempotency=once("open"))
        await wait_for_store(lambda: log.open(STREAM, "demo", opening))
        for number in range(1, ROUNDS + 1):
            wound = Wind(strikes=STRIKES, at=now_ms() + self._ringer.random.randrange(SOONEST, LATEST))
            ask = Ask(command=wound, seat="gm", by="key:app", idempotency=once(f"wind-{number}"))
            await wait_for_store(partial(log.submit, STREAM, ask))
            struck = 0
            while struck < STRIKES * number:
                await asyncio.sleep(LOOK)
                struck = (await wait_for_store(lambda: log.load(STREAM))).stream.game.struck
            self._world.note("struck", STRIKES * number)

    def process(self, number: int) -> Process:
        """Return the simulated process of a clock process, by the clock's number."""
        return self._clocks[number].process

    def restart(self, number: int) -> None:
        """Restart a clock process, by the clock's number."""
        self._clocks[number] = ClockProcess(self._world, number)

    def violations(self, store: Store) -> Iterator[str]:
        """Yield each error: a strike that is missing, doubled or too early, or a bell with strikes left."""
        if not self.task.done():
            yield "the bell is never wound down"
        elif self.task.exception() is not None:
            yield f"the ringer: {self.task.exception()!r}"
        struck, due = list[int](), 0
        for intent in _intents(store):
            command = intent["command"]
            if command["type"] == "Strike":
                struck.append(command["number"])
                if intent["at"] < due:
                    yield f"strike {command['number']} at {intent['at']}, and it is due at {due}"
            due = command.get("at", due)
        if struck != list(range(1, len(struck) + 1)):
            yield f"the bell struck {struck}"


def _intents(store: Store) -> Iterator[Mapping[str, Any]]:
    """Yield the commands recorded in the tower's log, in order."""
    store.database = 0
    events = store.find(f"{PARTITION}:e:{STREAM}".encode(), Stream) or Stream()
    for at in events.ids:
        row = events.rows[at]
        yield json.loads(dict(zip(row[::2], row[1::2], strict=True))[b"p"])["intent"]
