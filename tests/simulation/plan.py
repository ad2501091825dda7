"""The plan of a run, drawn from its seed before the run begins: the callers' requests, and the faults.

A plan is a list, so a failing run can be shrunk: the same plan is run with fewer entries. What an entry does in detail
depends on the random numbers of its process or connection.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Final, TypeAlias

from msgspec import Struct

from tests.simulation import pins

CALLERS: Final = 4
"""The callers: the app, which acts as the game master, the players `ann` and `bob`, and a stranger with another app's
key.
"""
STRANGER: Final = 3
READERS: Final = 3
DISPATCHERS: Final = 2
WORKERS: Final = 2
CLOCKS: Final = 2
SERVERS: Final = 2
TABLES: Final = 2
ASKS: Final = 48
SECONDS: Final = 2.5
"""The period after the start of the callers in which faults begin. Units: seconds."""
MOST_FAULTS: Final = 14
MOST_LAG: Final = 4.0
"""The longest time for which writes do not reach the replica, longer than a server waits for it. Units: seconds."""
JOB_SECONDS: Final = 8.0
JOB_PROCESSES: Final = ("dispatcher-0", "dispatcher-1", "worker-0", "worker-1", "clock-0", "clock-1")
HIDDEN: Final = "3d1000000"
"""The dice of a secret roll. Two faces beside each other are found nowhere else, so that they can be searched for."""
KINDS_OF_ASKS: Final = {"roll": 11, "hide": 2, "show": 1, "turn": 1, "again": 1, "read": 3}
"""The kinds of actions, each with its weight."""
PARTS: Final = ("", "", "/events", "log", "/audit", "/legal", "/digest")
"""What a caller reads of a table: the path after the table's id, or the log as an export."""
CALM: Final = 0.1
"""The share of seeds whose plan has no fault."""
JOBS: Final = 0.25
"""The share of seeds whose plan has a job, and a tower with a bell (see `tower.py`)."""
SHELVES: Final = 0.3
"""The share of seeds whose plan has a table that is archived and restored."""
SHELF_SECONDS: Final = 3.0
MOST_SHELF_FAULTS: Final = 6


# ---------------------------------------------------------------- faults


class Fault(Struct, frozen=True, kw_only=True, tag=True, repr_omit_defaults=True):
    """A fault to inject, and its time. Units: seconds after the callers start."""

    at: float


class OnLink(Fault, frozen=True, kw_only=True):
    """A fault in the next bytes, or in the next connection, from one process to another."""

    link: str


class Cut(OnLink, frozen=True, kw_only=True):
    """A fault that breaks the connection after some of the bytes."""

    part: float


class Late(OnLink, frozen=True, kw_only=True):
    """A fault that delays the bytes and all bytes after them."""

    seconds: float


class Silence(OnLink, frozen=True, kw_only=True):
    """A fault that leaves the connection half open: no more bytes arrive, and neither end notices."""


class Double(OnLink, frozen=True, kw_only=True):
    """A fault that delivers the request a second time, over another connection."""


class Refuse(OnLink, frozen=True, kw_only=True):
    """A fault that refuses the next connection."""


class Crash(Fault, frozen=True, kw_only=True):
    """A fault that kills a process after some more callbacks, and restarts it later."""

    process: str
    callbacks: int
    quiet: bool
    down: float


class Stall(Fault, frozen=True, kw_only=True):
    """A fault that makes the next callback of a process take a long time."""

    process: str
    seconds: float


class Jump(Fault, frozen=True, kw_only=True):
    """A fault that makes the wall clock of a process jump."""

    process: str
    seconds: float


class StoreRestart(Fault, frozen=True, kw_only=True):
    """A fault that kills and restarts the store, which keeps only a share of its unsynced writes."""

    keeps: float
    down: float


class Failover(Fault, frozen=True, kw_only=True):
    """A fault that kills the primary, whose replica takes its place; no write reaches the replica some time before."""

    lag: float
    down: float


AnyFault: TypeAlias = Cut | Late | Silence | Double | Refuse | Crash | Stall | Jump | StoreRestart | Failover


# ---------------------------------------------------------------- callers


class Ask(Struct, frozen=True, kw_only=True):
    """A caller's action. Units: seconds of pause before the action.

    kind: `roll` (in public), `hide` (a secret roll), `show` (reveal an own secret roll), `again` (resend an earlier
    roll), `turn` (the app rotates the seed, the players read), or `read`. part: what a `read` returns.
    """

    name: str
    caller: int
    kind: str
    table: int
    pause: float
    part: str = ""


class Plan(Struct, frozen=True, kw_only=True):
    """All inputs of a run, apart from the random numbers of its seed."""

    seed: int
    asks: tuple[Ask, ...]
    faults: tuple[AnyFault, ...]
    job: bool = False
    shelf: bool = False


def plan_of(seed: int) -> Plan:
    """Draw the plan of a seed."""
    draw = random.Random(f"plan {seed}")
    asks = tuple(_ask(draw, f"roll-{number}") for number in range(ASKS))
    count = 0 if draw.random() < CALM else draw.randrange(1, MOST_FAULTS + 1)
    faults = [_fault(draw) for _ in range(count)]
    if job := draw.random() < JOBS:
        faults += [_job_fault(draw) for _ in range(draw.randrange(count + 1))]
    if shelf := draw.random() < SHELVES:
        faults += [_shelf_fault(draw) for _ in range(draw.randrange(MOST_SHELF_FAULTS + 1) if count else 0)]
    if pins.Chosen.durability:
        faults, job, shelf = [*faults[:count], *(_failover(draw) for _ in range(draw.randrange(1, 4)))], False, False
    return Plan(seed=seed, asks=asks, faults=tuple(sorted(faults, key=lambda fault: fault.at)), job=job, shelf=shelf)


def _ask(draw: random.Random, name: str) -> Ask:
    caller = draw.choices(range(CALLERS), (4, 4, 4, 1))[0]
    kind = draw.choices(tuple(KINDS_OF_ASKS), tuple(KINDS_OF_ASKS.values()))[0]
    return Ask(
        name=name,
        caller=caller,
        kind="read" if caller == STRANGER else kind,
        table=draw.randrange(TABLES),
        pause=round(draw.expovariate(8), 4),
        part=draw.choice(PARTS),
    )


def _fault(draw: random.Random) -> AnyFault:
    at = round(draw.uniform(0, SECONDS), 4)
    kinds, weights = zip(*KINDS, strict=True)
    made: Callable[[random.Random, float], AnyFault] = draw.choices(kinds, weights)[0]
    return made(draw, at)


def _job_fault(draw: random.Random) -> AnyFault:
    """Draw a fault of a process that works on a job, or of its connection to the store."""
    at, name = round(draw.uniform(0, JOB_SECONDS), 4), draw.choice(JOB_PROCESSES)
    links = [f"{name}>store", f"store>{name}"]
    if name.startswith("dispatcher"):
        links += [f"{name}>receiver", f"receiver>{name}"]
    link = draw.choice(links)
    made: tuple[AnyFault, ...] = (
        _crash(draw, at, name),
        Stall(at=at, process=name, seconds=_seconds(draw, 0.5, 12)),
        Cut(at=at, link=link, part=draw.choice((0.0, 0.5, 1.0))),
        Late(at=at, link=link, seconds=_seconds(draw, 0.05, 6)),
        Silence(at=at, link=link),
    )
    return draw.choices(made, (4, 2, 2, 2, 1))[0]


def _shelf_fault(draw: random.Random) -> AnyFault:
    """Draw a fault of the process that archives a table, or of its connection to the store."""
    at, name = round(draw.uniform(0, SHELF_SECONDS), 4), "archivist-0"
    link = draw.choice((f"{name}>store", f"store>{name}"))
    made: tuple[AnyFault, ...] = (
        _crash(draw, at, name),
        Stall(at=at, process=name, seconds=_seconds(draw, 0.1, 3)),
        Cut(at=at, link=link, part=draw.choice((0.0, 0.5, 1.0))),
        Late(at=at, link=link, seconds=_seconds(draw, 0.05, 2)),
    )
    return draw.choices(made, (6, 1, 3, 1))[0]


def _failover(draw: random.Random) -> Failover:
    lag = _seconds(draw, 0, draw.choice((0.3, MOST_LAG)))
    return Failover(at=round(draw.uniform(0, SECONDS), 4), lag=lag, down=_seconds(draw, 0.05, 3))


def _crash(draw: random.Random, at: float, name: str) -> Crash:
    callbacks, down = draw.randrange(1, 120), _seconds(draw, 0.2, 2)
    return Crash(at=at, process=name, callbacks=callbacks, quiet=draw.random() < 0.3, down=down)


def _link(draw: random.Random) -> str:
    server = f"server-{draw.randrange(SERVERS)}"
    clients = (f"caller-{draw.randrange(CALLERS)}", f"reader-{draw.randrange(READERS)}")
    other = draw.choice(("store", "store", "store", *clients))
    return f"{server}>{other}" if draw.random() < 0.5 else f"{other}>{server}"


def _asking_link(draw: random.Random) -> str:
    return f"caller-{draw.randrange(CALLERS)}>server-{draw.randrange(SERVERS)}"


def _server(draw: random.Random) -> str:
    return f"server-{draw.randrange(SERVERS)}"


def _seconds(draw: random.Random, least: float, most: float) -> float:
    return round(draw.uniform(least, most), 4)


KINDS: Final[Sequence[tuple[Callable[[random.Random, float], AnyFault], int]]] = (
    (lambda draw, at: Cut(at=at, link=_link(draw), part=draw.choice((0.0, 0.0, 0.5, 1.0))), 8),
    (lambda draw, at: Late(at=at, link=_link(draw), seconds=_seconds(draw, 0.05, 3)), 4),
    (lambda draw, at: Silence(at=at, link=_link(draw)), 2),
    (lambda draw, at: Double(at=at, link=_asking_link(draw)), 3),
    (lambda draw, at: Refuse(at=at, link=draw.choice((f"{_server(draw)}>store", _asking_link(draw)))), 2),
    (lambda draw, at: _crash(draw, at, _server(draw)), 6),
    (lambda draw, at: Stall(at=at, process=draw.choice((_server(draw), "store")), seconds=_seconds(draw, 0.1, 3)), 3),
    (lambda draw, at: Jump(at=at, process=draw.choice((_server(draw), "store")), seconds=_seconds(draw, -20, 20)), 2),
    (lambda draw, at: StoreRestart(at=at, keeps=draw.choice((0.0, 0.5, 1.0)), down=_seconds(draw, 0.05, 2)), 3),
)  # fmt: skip
"""The kinds of faults, each with its weight."""
