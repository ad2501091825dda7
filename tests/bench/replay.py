"""Replay: decoding and folding events, and opening a long table with empty caches."""

from __future__ import annotations

import asyncio
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import msgspec
import uvloop

from services.dice.chapters.rolls import Roll, RollAsk
from services.dice.chapters.table import OpenTable
from services.dice.game import table
from services.dice.notation.notation import Notation
from shared.kernel.game import SeatAsk
from shared.platform.embedded_store.store import EmbeddedStore
from shared.platform.eventlog import Ask, EventLog, StoreConnection
from shared.platform.seal import Sealer

from .histories import History
from .peers.eventsourced import stored_table, stored_walk
from .rows import Bar, Row, row
from .turns import in_turn
from .walk import BEGIN, WALK, Step

EVENTS: Final = 2000
TOGETHER: Final = 10
SLICE: Final = 0.1
BAR: Final = Bar("at least", 20)
COLD_BAR: Final = Bar("at most", 2)
MANY_BAR: Final = Bar("at least", 50)
OPEN_TABLE: Final = OpenTable(seats=(SeatAsk(seat="gm", role="gm"), SeatAsk(seat="ann")))
ROLL: Final = Roll(rolls=(RollAsk(what=Notation(text="1d20+5"), purpose="attack"),))
SEALER: Final = Sealer({"bench": b"\x0b" * 32}, current="bench")
STREAM: Final = "dice.table:bench"
PEER: Final = "eventsourcing"
AS_JSON: Final = "fetch and decode as JSON"
A_PAGE: Final = 1000
PARTS: Final = "its mapper and mutate alone"


def rows(*, rounds: int) -> list[Row]:
    """Measure every row."""
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:  # as in our server
        return [*_folding(rounds), *runner.run(_opening(rounds))]


# ---------------------------------------------------------------- decode and fold


def _folding(rounds: int) -> list[Row]:
    walk = stored_walk(EVENTS)
    singly = History(WALK, BEGIN, [Step(by=number % 7) for number in range(EVENTS)])
    together = History(WALK, BEGIN, [Step(by=number % 7, times=TOGETHER) for number in range(EVENTS // TOGETHER)])
    dice = History(table, OPEN_TABLE, [ROLL] * EVENTS)
    rolls = stored_table(dice.events_of("DiceRolled"))
    contenders: dict[str, Callable[[], float]] = {
        "theirs": lambda: _best_rate(walk.whole, walk.events),
        "parts": lambda: _best_rate(walk.parts, walk.events),
        "their dice": lambda: _best_rate(rolls.whole, rolls.events),
        "singly": lambda: _best_rate(singly.replay, singly.events),
        "together": lambda: _best_rate(together.replay, together.events),
        "dice": lambda: _best_rate(dice.replay, dice.events),
    }
    taken = in_turn(contenders, rounds)
    many, one, unit = (
        f"decode + fold, walk, {TOGETHER} events a commit",
        "decode + fold, walk, 1 event a commit",
        "events/s",
    )
    same = "each event with its whole commit: intent, draws, versions"
    plain = "the same rolls on both sides, theirs as plain dictionaries"
    return [
        row(many, unit, taken["together"], peer=PEER, theirs=taken["theirs"], bar=MANY_BAR, note="replay in memory"),
        row(many, unit, taken["together"], peer=PARTS, theirs=taken["parts"]),
        row(one, unit, taken["singly"], peer=PEER, theirs=taken["theirs"], bar=BAR, note=same),
        row(one, unit, taken["singly"], peer=PARTS, theirs=taken["parts"]),
        row("decode + fold, dice, 1 roll a commit", unit, taken["dice"], peer=PEER, theirs=taken["their dice"], bar=BAR,
            note=plain),
    ]  # fmt: skip


def _best_rate(work: Callable[[], None], events: int) -> float:
    """Return the events per second of the fastest pass within a slice of time."""
    best, until = float("inf"), time.perf_counter() + SLICE
    while time.perf_counter() < until or best == float("inf"):
        begun = time.perf_counter()
        work()
        best = min(best, time.perf_counter() - begun)
    return events / best


# ---------------------------------------------------------------- a long table, cold


async def _opening(rounds: int) -> list[Row]:
    with tempfile.TemporaryDirectory() as folder, EmbeddedStore(Path(folder) / "store", durability="everysec") as store:
        connection = await StoreConnection.open(store.url, durability="relaxed")
        try:
            version = await _play(connection)
            cold, plain = list[float](), list[float]()
            for number in range(3 * rounds):
                cold.append(await _load(connection, f"no {number}", version))
                plain.append(await _decode_as_json(connection))
            await _load(connection, "bench", version)  # which writes a snapshot for the others
            snapped = [await _load(connection, "bench", version) for _ in range(3 * rounds)]
        finally:
            await connection.close()
    name = f"open a table of {EVENTS:,} events"
    return [
        row(f"{name}, cold", "ms", cold, peer=AS_JSON, theirs=plain, bar=COLD_BAR, note="fetch, chain, decode, fold"),
        row(f"{name}, from a snapshot", "ms", snapped, bar=Bar("at most", 3, of="ours")),
    ]


async def _decode_as_json(connection: StoreConnection) -> float:
    """Fetch the same commits page by page, and decode each as JSON, which is the least that any reader does.

    Units:   milliseconds
    """
    events, after, count = connection.keys(STREAM).events, b"-", 0
    begun = time.perf_counter()
    while page := await connection.send("XRANGE", events, after, "+", "COUNT", A_PAGE):
        for _, fields in page:
            msgspec.json.decode(fields[1])
        after, count = b"(" + page[-1][0], count + len(page)
    assert count > EVENTS
    return (time.perf_counter() - begun) * 1000


def _log(connection: StoreConnection, ruleset: str) -> EventLog[Any]:
    return EventLog(connection, table, SEALER, ruleset=ruleset)


async def _play(connection: StoreConnection) -> int:
    """Roll until the table has the intended number of events, one per commit; return its version."""
    log = _log(connection, "bench")
    await log.open(STREAM, "bench", Ask(command=OPEN_TABLE, seat="gm", by="key:bench"))
    done = None
    for _ in range(EVENTS // 50):
        asks = (log.submit(STREAM, Ask(command=ROLL, seat="gm", by="key:bench")) for _ in range(50))
        done = (await asyncio.gather(*asks))[-1]
    await log.close()
    assert done is not None
    return done.last


async def _load(connection: StoreConnection, ruleset: str, version: int) -> float:
    """Load the table with empty caches. `ruleset` decides whether its snapshot can be used.

    Units:   milliseconds
    """
    log = _log(connection, ruleset)
    begun = time.perf_counter()
    snapshot = await log.load(STREAM)
    taken = (time.perf_counter() - begun) * 1000
    assert snapshot.version == version
    assert snapshot.stream.game.rolls == EVENTS
    await log.close()
    return taken
