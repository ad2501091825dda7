"""Commands per second over HTTP, compared with a server that decides nothing, boardgame.io and `eventsourcing`.

Our command is one roll of 1d20+5 with `Prefer: return=minimal`: the response has version, head and events, but no view.
The rolls go to 200 tables in turn. Before the response, the command is authenticated, counted against a rate limit,
logged, decided, drawn provably, chained, and on disk (fsync always). The server that decides nothing is called the
*floor*. boardgame.io keeps its matches in memory; its round trips are tic-tac-toe moves, and the opening of each match.
The rates depend on wall-clock time, so their bars are only aims: `cost` measures what a command costs the server.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

from .field import FLOOR, GAME, MANY, WARM, Field, gathered
from .load import Answered
from .ours import TABLES
from .peers.eventsourced import Walks, on_sqlite
from .rows import Bar, Row, row, skip
from .turns import in_turn, rate

Run = Callable[[], Answered]
AT_MOST: Final = {1: 1.3, 8: 1.2}
"""The most time that a command may take relative to the floor, for each number of connections.

The figures are medians.
"""
LOADED: Final = 20
"""The number of events in the aggregate that the peer loads."""


def rows(*, seconds: float, rounds: int) -> list[Row]:
    """Measure every row."""
    with tempfile.TemporaryDirectory() as place, gathered(Path(place)) as field:
        found = _many(field, seconds=seconds, rounds=rounds)
        for connections in (1, 8):
            found += _few(field, connections, seconds=seconds, rounds=rounds)
        return found + _beside_sqlite(field, Path(place), seconds=seconds, rounds=rounds)


# ---------------------------------------------------------------- 32 connections


def _many(field: Field, *, seconds: float, rounds: int) -> list[Row]:
    contenders: dict[str, Run] = {
        "ours": lambda: field.ours.put(connections=MANY, seconds=seconds, warm=WARM),
        "hot": lambda: field.ours.put(connections=MANY, seconds=seconds, warm=WARM, tables=1),
        FLOOR: lambda: field.floor.put(connections=MANY, seconds=seconds, warm=WARM),
        "echo": lambda: field.echo.put(connections=MANY, seconds=seconds, warm=WARM),
        "relaxed": lambda: field.relaxed.put(connections=MANY, seconds=seconds, warm=WARM),
        "whole": lambda: field.ours.put(connections=MANY, seconds=seconds, warm=WARM, whole=True),
    }
    if field.game is not None:
        game = field.game
        contenders[GAME] = lambda: game.put(connections=MANY, seconds=seconds, warm=WARM)
    taken = in_turn(contenders, rounds)
    return _told_of_many(field, {name: _sound(name, runs) for name, runs in taken.items()})


def _told_of_many(field: Field, taken: dict[str, list[Answered]]) -> list[Row]:
    name, unit = f"commands, {MANY} connections, spread", "1/s"
    rates = {who: [run.rate for run in runs] for who, runs in taken.items()}
    ours = rates["ours"]
    found = [
        row(name, unit, ours, peer=FLOOR, theirs=rates[FLOOR], bar=Bar("at least", 0.8, aim=True)),
        row(name, unit, ours, peer="echo alone", theirs=rates["echo"]),
    ]
    if field.game is None:
        found.append(skip(name, unit, field.absent, peer=GAME))
    else:
        bar, version = Bar("at least", 1.0, aim=True), f"in memory, {field.game.version}"
        found.append(row(name, unit, ours, peer=GAME, theirs=rates[GAME], bar=bar, note=version))
        found.append(row(f"p99, {MANY} connections", "ms", _p99(taken["ours"]), peer=GAME, theirs=_p99(taken[GAME])))
    bar = Bar("at most", 25, of="ours")
    hot = row(
        "commands, one hot table",
        unit,
        rates["hot"],
        peer="ours, spread",
        theirs=ours,
        bar=Bar("at least", 1.0, aim=True),
    )
    return [
        *found,
        row(f"p99, {MANY} connections", "ms", _p99(taken["ours"]), peer=FLOOR, theirs=_p99(taken[FLOOR]), bar=bar),
        row(f"p50, {MANY} connections", "ms", _p50(taken["ours"]), peer=FLOOR, theirs=_p50(taken[FLOOR])),
        hot,
        row("p99, one hot table", "ms", _p99(taken["hot"]), peer="ours, spread", theirs=_p99(taken["ours"])),
        row(f"commands, {MANY} connections, relaxed", unit, rates["relaxed"], peer="ours, durable", theirs=ours),
        row(f"p99, {MANY} connections, relaxed", "ms", _p99(taken["relaxed"])),
        row("commands with the whole view", unit, rates["whole"], peer="ours, minimal", theirs=ours),
    ]


# ---------------------------------------------------------------- one connection and eight


def _few(field: Field, connections: int, *, seconds: float, rounds: int) -> list[Row]:
    contenders: dict[str, Run] = {
        "ours": lambda: field.ours.put(connections=connections, seconds=seconds, warm=WARM),
        FLOOR: lambda: field.floor.put(connections=connections, seconds=seconds, warm=WARM),
        "relaxed": lambda: field.relaxed.put(connections=connections, seconds=seconds, warm=WARM),
    }
    if field.game is not None:
        game = field.game
        contenders[GAME] = lambda: game.put(connections=connections, seconds=seconds, warm=WARM)
    taken = {name: _sound(name, runs) for name, runs in in_turn(contenders, rounds).items()}
    ours, floor = taken["ours"], taken[FLOOR]
    said = "1 connection" if connections == 1 else f"{connections} connections"
    bar = Bar("at most", AT_MOST[connections])
    found = [
        row(f"commands, {said}", "1/s", _rates(ours), peer=FLOOR, theirs=_rates(floor)),
        row(f"p50, {said}", "ms", _p50(ours), peer=FLOOR, theirs=_p50(floor), bar=bar),
        row(f"p99, {said}", "ms", _p99(ours), peer=FLOOR, theirs=_p99(floor)),
        row(f"commands, {said}, relaxed", "1/s", _rates(taken["relaxed"]), peer="ours, durable", theirs=_rates(ours)),
        row(f"p50, {said}, relaxed", "ms", _p50(taken["relaxed"])),
        row(f"p99, {said}, relaxed", "ms", _p99(taken["relaxed"])),
    ]
    if field.game is not None:
        found.append(row(f"commands, {said}", "1/s", _rates(ours), peer=GAME, theirs=_rates(taken[GAME])))
        found.append(row(f"p50, {said}", "ms", _p50(ours), peer=GAME, theirs=_p50(taken[GAME])))
    return found


# ---------------------------------------------------------------- the library


def _beside_sqlite(field: Field, folder: Path, *, seconds: float, rounds: int) -> list[Row]:
    """Compare our whole server with the library on SQLite, which loads a short aggregate, decides and saves."""
    walks = Walks(env=on_sqlite(folder))
    walk = walks.begin(LOADED - 1)
    fresh = [walks.begin(LOADED - 1) for _ in range(TABLES)]
    steps = iter(fresh * 1_000)

    def step() -> None:
        assert walks.step(next(steps), by=1) >= LOADED

    assert walks.step(walk, by=1) == LOADED
    contenders: dict[str, Callable[[], float]] = {
        "ours": lambda: _sound("ours", [field.ours.put(connections=MANY, seconds=seconds, warm=WARM)])[0].rate,
        "sqlite": lambda: rate(step, seconds / 2),
    }
    taken = in_turn(contenders, rounds)
    note = "theirs in process, no HTTP"
    return [row("commands", "1/s", taken["ours"], peer="eventsourcing on SQLite", theirs=taken["sqlite"], note=note)]


def _sound(name: str, runs: list[Answered]) -> list[Answered]:
    """Return the runs; assert that no request in them failed."""
    for run in runs:
        assert run.failed == 0, f"{name}: {run.failed} failed, the first with {run.first_failure}"
        assert run.counted > 0, f"{name}: nothing was answered"
    return runs


def _rates(runs: Sequence[Answered]) -> list[float]:
    return [run.rate for run in runs]


def _p50(runs: Sequence[Answered]) -> list[float]:
    return [run.p50 for run in runs]


def _p99(runs: Sequence[Answered]) -> list[float]:
    return [run.p99 for run in runs]
