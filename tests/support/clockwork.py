"""Runs the clock and the dispatcher of the toy game `bells`, in the test's own process or in separate ones.

`python -m tests.support.clockwork clock` and `… dispatcher` work like the same commands of `arbiter`, for this game.
`tests/support/bells.py` explains towers, bells, clocks and dispatchers.
"""

from __future__ import annotations

import asyncio
import os
import sys
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final, TypeVar

from services.gateway.processes.supervisor import SupervisedProcess
from services.gateway.processes.worker import WorkerTasks, dispatch_for, work_on
from shared.kernel.messages import Command
from shared.platform.embedded_store.store import EmbeddedStore
from shared.platform.eventlog import Appended, Ask, EventLog, StoreConnection
from shared.platform.queue import ClockGame
from shared.platform.seal import Keys
from shared.platform.settings import read_settings
from tests.support.bells import BELLS, OPENING, OpenTower, TowerState

RULESET: Final = "bells 1"
CLOCKS: Final = (ClockGame(BELLS, RULESET),)
TOWER: Final = "bells.tower:"
WITHIN: Final = 240.0

P = TypeVar("P", bound=SupervisedProcess)
TowerLog = EventLog[TowerState]


class ClockProcess(SupervisedProcess):
    """A clock process or dispatcher process of the toy game."""

    module = "tests.support.clockwork"


@contextmanager
def served(folder: Path, store: EmbeddedStore, *roles: str, **environment: str) -> Iterator[list[ClockProcess]]:
    """Run a clock process or a dispatcher process of the toy game for each of these roles."""
    variables = environment_of(folder, store) | environment
    with supervised(ClockProcess, folder / "clock.log", [(role,) for role in roles], variables) as members:
        yield members


@contextmanager
def supervised(
    kind: type[P], log: Path, words: Sequence[tuple[str, ...]], variables: Mapping[str, str]
) -> Iterator[list[P]]:
    """Run supervised processes with these command lines, and end all of them at the same time."""
    with log.open("ab") as out:
        members = [kind(each, variables, out) for each in words]
        try:
            yield members
        finally:
            enders = [threading.Thread(target=member.end) for member in members]
            for ender in enders:
                ender.start()
            for ender in enders:
                ender.join()


def environment_of(folder: Path, store: EmbeddedStore) -> dict[str, str]:
    """Return the environment variables that name the store and the folder of keys."""
    own = {name: value for name, value in os.environ.items() if not name.startswith("ARBITER_")}
    return own | {
        "ARBITER_REDIS_URL": store.url, "ARBITER_DATA_FOLDER": str(folder), "ARBITER_DURABILITY": "relaxed",
        "ARBITER_CLOCK_SECONDS": "0.3", "ARBITER_LOG_FORMAT": "json",
    }  # fmt: skip


def tower_log(connection: StoreConnection, folder: Path) -> TowerLog:
    """Return the event log of the toy game, with the keys in a folder."""
    return EventLog(connection, BELLS, Keys.open(folder / "keys.json").sealer, ruleset=RULESET)


async def open_tower(log: TowerLog, name: str, opening: OpenTower = OPENING) -> str:
    """Open a stream of the toy game, a tower, and return the stream's name."""
    await log.open(TOWER + name, "tenant", Ask(command=opening, seat="gm", by="key:app"))
    return TOWER + name


async def send_command(log: TowerLog, stream: str, command: Command) -> Appended[TowerState]:
    """Send a command to a tower, as the game master."""
    return await log.submit(stream, Ask(command=command, seat="gm", by="key:app"))


async def state_of(log: TowerLog, stream: str) -> TowerState:
    """Return the state of a tower's stream."""
    return (await log.load(stream)).stream.game


async def rung(log: TowerLog, stream: str, times: int) -> TowerState:
    """Wait until the bell has struck this many times in total; return the tower's state."""
    until = time.monotonic() + WITHIN
    while (state := await state_of(log, stream)).struck < times:
        assert time.monotonic() < until, f"it does not come to that: {state}"
        await asyncio.sleep(0.02)
    return state


def main(role: str) -> None:
    """Run the toy game's clock process, or its dispatcher process."""
    settings = read_settings(os.environ)
    store = settings.redis_url or ""
    if role == "clock":
        work_on(WorkerTasks(clocks=CLOCKS), settings, store, role="clock", lifeline=True)
    else:
        dispatch_for(CLOCKS, settings, store, lifeline=True)


if __name__ == "__main__":
    main(sys.argv[1])
