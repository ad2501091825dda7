"""Many open streams: the memory of the store for each, and whether their number slows the server."""

from __future__ import annotations

import asyncio
import random
import tempfile
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

import httpx
import uvloop
from msgspec import Struct
from redis import Redis

from services.dice.game import table
from services.gateway.processes.index_beside import LEASE
from services.gateway.processes.running import Running
from shared.platform.embedded_store.store import EmbeddedStore
from shared.platform.eventlog import Ask, Bounds, EventLog, StoreConnection
from shared.platform.feed import Feed
from shared.platform.ruleset import ruleset_of
from shared.platform.seal import Keys

from .load import at_share
from .replay import OPEN_TABLE, ROLL
from .rows import Bar, Row, row
from .turns import cpu_seconds, in_turn

STREAMS: Final = 2_000
"""The default number of streams, if there is no `--streams`: enough to show that the bench works."""
TENANT: Final = "demo"
PATIENCE: Final = 60.0
"""The seconds within which the store must reply.

On a machine that runs other work, the store can be suspended for longer than the server's own limits of 1.5 and
2 seconds, which would end the bench.
"""
PATIENT: Final = {"ARBITER_ANSWER_SECONDS": f"{PATIENCE:g}", "ARBITER_APPEND_SECONDS": f"{PATIENCE:g}"}
CONSTANT: Final = Bar("at most", 1.25)
"""The bar for figures that must not depend on the number of streams:

at most a quarter above those of an empty store.
"""
A_STREAM: Final = Bar("at most", 6_000, of="ours")
"""The bar for the store's memory per stream. Units: bytes."""
A_PAGE: Final = Bar("at most", 2)
OPENED_AT_ONCE: Final = 64
RATE: Final = 200
"""The number of rolls per second that a follower receives."""
LAG_SECONDS: Final = 10
WATCHED_SECONDS: Final = 5
"""How long a server is watched after its start, because of its background work. Units: seconds."""
LOOKS: Final = 300
PAGES: Final = 50
PAGE: Final = 100


class Visit(Struct, frozen=True, kw_only=True):
    """Measurements of a server started on a store. Units: seconds, milliseconds, bytes."""

    ready: float
    started: float
    resident: int
    first: float
    slowest: float
    spent: float
    cold: Sequence[float] = ()
    commands: Sequence[float] = ()
    pages: Sequence[float] = ()
    first_page: Sequence[float] = ()
    last_page: Sequence[float] = ()
    grown: int = 0


def rows(*, streams: int) -> list[Row]:
    """Measure on a store without streams, and on one with many."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        with EmbeddedStore(folder / "store") as store, Redis.from_url(store.url) as redis:
            server = Running(store, folder, PATIENT | {"ARBITER_RATE_QUOTA": "1000000"})
            empty = _visit(server, redis, [])
            before = int(redis.info("memory")["used_memory"])
            with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
                names, taken = runner.run(_open(store.url, folder, streams))
                each = (int(redis.info("memory")["used_memory"]) - before) / streams
                full = _visit(server, redis, names)
                lags = runner.run(_lags(store.url, folder, names))
            begun = time.perf_counter()
            store.restart()
            restarted = time.perf_counter() - begun
    return _rows_of(streams, empty, full, lags, each=each, rate=streams / taken, restarted=restarted)


# ---------------------------------------------------------------- many streams


async def _link(url: str, folder: Path) -> tuple[StoreConnection, EventLog[Any]]:
    connection = await StoreConnection.open(url, answer_within=PATIENCE)
    sealer, bounds = Keys.open(folder / "keys.json").sealer, Bounds(deadline=PATIENCE)
    return connection, EventLog(connection, table, sealer, ruleset=ruleset_of("dice"), bounds=bounds)


async def _open(url: str, folder: Path, streams: int) -> tuple[list[str], float]:
    """Open tables of two seats with one roll each; return their names and the seconds that this took."""
    connection, log = await _link(url, folder)
    names = [f"dice.table:{number:026x}" for number in range(streams)]
    coming = iter(names)

    async def work() -> None:
        for name in coming:
            await log.open(name, TENANT, Ask(command=OPEN_TABLE, seat="gm", by="key:bench"))
            await log.submit(name, Ask(command=ROLL, seat="gm", by="key:bench"))

    begun = time.perf_counter()
    await asyncio.gather(*(work() for _ in range(OPENED_AT_ONCE)))
    taken = time.perf_counter() - begun
    await log.close()
    await Feed(connection).trim()  # as a server does
    await connection.close()
    return names, taken


async def _lags(url: str, folder: Path, names: Sequence[str]) -> tuple[list[float], list[float]]:
    """Roll at a steady rate, each time on a new stream; return the delays of responses, and of events in the feed."""
    connection, log = await _link(url, folder)
    chosen = random.Random(1).sample(list(names), min(RATE * LAG_SECONDS, len(names)))
    sent: dict[str, float] = {}
    answered: list[float] = []
    followed: list[float] = []

    async def follow(feed: Feed) -> None:
        async for pointers in feed.pages("bench"):
            followed.extend([(time.perf_counter() - sent[pointer.stream]) * 1000 for pointer in pointers])
            if len(followed) == len(chosen):
                return

    async def roll(name: str, at: float) -> None:
        await asyncio.sleep(max(0.0, at - time.perf_counter()))
        sent[name] = time.perf_counter()
        await log.submit(name, Ask(command=ROLL, seat="gm", by="key:bench"))
        answered.append((time.perf_counter() - sent[name]) * 1000)

    async with Feed(connection) as feed:
        await feed.checkpoint("bench", await feed.newest())
        following = asyncio.ensure_future(follow(feed))
        begun = time.perf_counter() + 0.5
        await asyncio.gather(*(roll(name, begun + number / RATE) for number, name in enumerate(chosen)))
        await following
        await feed.dismiss("bench")
    await log.close()
    await connection.close()
    return answered, followed


# ---------------------------------------------------------------- a server on them


def _visit(server: Running, redis: Redis, names: Sequence[str]) -> Visit:
    """Start a server, use it, and return the measurements.

    Before the start, all leases are removed, so the server searches for unlisted streams as the first of several
    servers does.
    """
    for lease in redis.scan_iter(f"{LEASE}*"):
        redis.delete(lease)
    begun = time.perf_counter()
    server.start()
    ready, started = time.perf_counter() - begun, cpu_seconds(server.pid) or 0.0
    resident = _resident(server.pid)
    with server.client() as app:
        first = _ms(lambda: app.get("/dice/v1/tables", params={"limit": 1}))
        slowest = 0.0
        until = time.perf_counter() + WATCHED_SECONDS
        while time.perf_counter() < until:
            slowest = max(slowest, _ms(lambda: app.get("/health/live")))
            time.sleep(0.001)
        found = Visit(
            ready=ready, started=started, resident=resident, first=first, slowest=slowest,
            spent=(cpu_seconds(server.pid) or 0.0) - started, **_use(app, names, server.pid),
            grown=_resident(server.pid) - resident,
        )  # fmt: skip
    server.stop()
    return found


def _use(app: httpx.Client, names: Sequence[str], pid: int) -> dict[str, Any]:
    """Read streams, roll on others, and page through the list. Units: milliseconds."""
    if not names:
        return {}
    chosen = random.Random(2).sample(list(names), min(2 * LOOKS, len(names)))
    paths = [f"/dice/v1/tables/{name.partition(':')[2]}" for name in chosen]
    body = {"command": {"type": "Roll", "rolls": [{"what": {"throw": "Notation", "text": "1d20+5"}}]}}
    cold = [_ms(lambda path=path: app.get(path)) for path in paths[::2]]  # type: ignore[misc]
    commands = [_ms(lambda path=path: app.post(f"{path}/commands", json=body)) for path in paths[1::2]]  # type: ignore[misc]
    return {"cold": cold, "commands": commands, **_page(app, pid)}


def _page(app: httpx.Client, pid: int) -> dict[str, Any]:
    """Page through the whole list, then fetch its first and its last page many times, in turns."""
    pages, last = list[float](), dict[str, str]()
    while True:
        begun = time.perf_counter()
        page = app.get("/dice/v1/tables", params={"limit": PAGE, **last}).json()
        pages.append((time.perf_counter() - begun) * 1000)
        if page["next"] is None:
            break
        last = {"cursor": page["next"]}

    def time_of_page(cursor: dict[str, str]) -> float:
        """Return the server's processor time for one page. Units: milliseconds."""
        before = cpu_seconds(pid) or 0.0
        for _ in range(PAGES):
            app.get("/dice/v1/tables", params={"limit": PAGE, **cursor})
        return ((cpu_seconds(pid) or 0.0) - before) / PAGES * 1000

    found = in_turn({"first": lambda: time_of_page({}), "last": lambda: time_of_page(last)}, 3)
    return {"pages": pages, "first_page": found["first"], "last_page": found["last"]}


def _ms(call: Callable[[], httpx.Response]) -> float:
    begun = time.perf_counter()
    answer = call()
    taken = (time.perf_counter() - begun) * 1000
    assert answer.is_success, answer.text
    return taken


def _at(found: Sequence[float], share: float) -> float:
    """Return the value below which this share of the values lies."""
    return at_share(sorted(found), share)


def _resident(pid: int) -> int:
    """Return a process's resident memory, or 0 if /proc has no entry for it. Units: bytes."""
    with suppress(OSError):
        return int(Path(f"/proc/{pid}/statm").read_text("ascii").split()[1]) * 4096
    return 0


# ---------------------------------------------------------------- the rows


def _rows_of(
    streams: int, empty: Visit, full: Visit, lags: tuple[Sequence[float], Sequence[float]], *, each: float,
    rate: float, restarted: float,
) -> list[Row]:  # fmt: skip
    name, peer, mib = f"{streams:,} open streams", "none", 2**20
    answered, followed = lags
    return [
        row(f"store memory a stream, {name}", "bytes", [each], bar=A_STREAM,
            note="two seats, an opening and a roll; feed trimmed"),
        row(f"opened in one process, {name}", "streams/s", [rate], note="an opening and a roll each, durable"),
        row(f"start of the store, {name}", "s", [restarted], note="stop, and read its log"),
        row(f"start of a server, {name}", "s", [full.ready], peer=peer, theirs=[empty.ready]),
        row(f"processor time of that start, {name}", "s", [full.started], peer=peer, theirs=[empty.started],
            bar=CONSTANT),
        row(f"first answer, {name}", "ms", [full.first], peer=peer, theirs=[empty.first]),
        row(f"slowest answer after the start, {name}", "ms", [full.slowest], peer=peer, theirs=[empty.slowest],
            note=f"within {WATCHED_SECONDS} s, while streams are looked for that no list has"),
        row(f"processor time after the start, {name}", "s", [full.spent], peer=peer, theirs=[empty.spent]),
        row(f"resident memory of a server, {name}", "MiB", [full.resident / mib], peer=peer,
            theirs=[empty.resident / mib], bar=CONSTANT,
            note=f"and {full.grown / mib:.0f} more once {2 * LOOKS} were used"),
        row(f"look at a cold stream p50, {name}", "ms", [_at(full.cold, 0.5)]),
        row(f"command on a cold stream p50, {name}", "ms", [_at(full.commands, 0.5)]),
        row(f"a page of {PAGE} of the list p50, {name}", "ms", [_at(full.pages, 0.5)]),
        row(f"processor time of the list's last page, {name}", "ms", full.last_page, peer="its first page",
            theirs=full.first_page, bar=A_PAGE),
        *(
            row(f"append to follower p{share}, {name}", "ms", [_at(followed, share / 100)], peer="append to answer",
                theirs=[_at(answered, share / 100)], note=f"{RATE} commands/s, each on another cold stream")
            for share in (50, 99)
        ),
    ]  # fmt: skip
