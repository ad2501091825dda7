"""Commands a second over HTTP, beside the floor, boardgame.io and `eventsourcing`.

Ours is one roll of 1d20+5 a command with `Prefer: return=minimal` (version, head and events without the view), each on
the next of 200 tables: authenticated, counted against a rate limit, logged, decided, drawn provably, chained, and on
disk (fsync always) before the answer. The floor decides nothing. boardgame.io keeps its matches in memory and its round
trips are tic-tac-toe moves; the opening of each match counts as one too.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Final

from msgspec import Struct

from .load import Answered, Load, put, request
from .ours import ROLL, TABLES, Ours, serving
from .peers.boardgame import Boardgame, NotHere, playing
from .peers.echo import Samples, echoing
from .peers.eventsourced import Walks, on_sqlite
from .rows import Bar, Row, row, skipped
from .turns import cpu_seconds, in_turn, rate

Run = Callable[[], Answered]
MANY: Final = 32
WARM: Final = 0.5
FLOOR: Final = "echo + append"
GAME: Final = "boardgame.io"
LOADED: Final = 20
"""How many events the peer's aggregate has when it is loaded."""


class Echo(Struct, frozen=True):
    """A running echo."""

    port: int
    pid: int

    def put(self, *, connections: int, seconds: float, warm: float) -> Answered:
        """Send it our requests."""
        requests = tuple(
            request("POST", f"/dice/v1/tables/{number:026x}/commands", body=ROLL, Prefer="return=minimal")
            for number in range(TABLES)
        )
        return put(
            Load(
                port=self.port, requests=requests, connections=connections, seconds=seconds, warm=warm,
                expect=b'"DiceRolled"',
            )
        )  # fmt: skip


class Field(Struct, frozen=True, kw_only=True):
    """Who takes part: our server durable and relaxed, the echo without and with an append, the peer if it is here."""

    ours: Ours
    relaxed: Ours
    echo: Echo
    floor: Echo
    game: Boardgame | None
    absent: str = ""


def rows(*, seconds: float, rounds: int) -> list[Row]:
    """Measure."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        field = _gathered(stack, folder)
        found = _many(field, seconds=seconds, rounds=rounds)
        for connections in (1, 8):
            found += _few(field, connections, seconds=seconds, rounds=rounds)
        found += _cost(field, seconds)
        return found + _beside_sqlite(field, folder, seconds=seconds, rounds=rounds)


def _gathered(stack: ExitStack, folder: Path) -> Field:
    ours = stack.enter_context(serving(folder / "durable", "durable"))
    relaxed = stack.enter_context(serving(folder / "relaxed", "relaxed"))
    answer, record = ours.samples()
    samples = Samples(answer=answer, record=record)
    echo = Echo(*stack.enter_context(echoing(samples, None)))
    floor = Echo(*stack.enter_context(echoing(samples, ours.server.store.url)))
    try:
        game, absent = stack.enter_context(playing()), ""
    except NotHere as why:
        game, absent = None, str(why)
    return Field(ours=ours, relaxed=relaxed, echo=echo, floor=floor, game=game, absent=absent)


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
        row(name, unit, ours, peer=FLOOR, theirs=rates[FLOOR], bar=Bar("at least", 0.5, aim=True)),
        row(name, unit, ours, peer="echo alone", theirs=rates["echo"]),
    ]
    if field.game is None:
        found.append(skipped(name, unit, field.absent, peer=GAME))
    else:
        bar, version = Bar("at least", 2), f"in memory, {field.game.version}"
        found.append(row(name, unit, ours, peer=GAME, theirs=rates[GAME], bar=bar, note=f"{version}; aim 3"))
        found.append(row(f"p99, {MANY} connections", "ms", _p99(taken["ours"]), peer=GAME, theirs=_p99(taken[GAME])))
    bar = Bar("at most", 25, of="ours")
    hot = row("commands, one hot table", unit, rates["hot"], peer="ours, spread", theirs=ours, bar=Bar("at least", 0.5))
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
    bar = Bar("at most", 2) if connections == 1 else None
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


# ---------------------------------------------------------------- processor time, and the library


def _cost(field: Field, seconds: float) -> list[Row]:
    """Return the server process's own processor time a command: the figure that other work disturbs least."""
    spent: dict[str, list[float]] = {}
    everybody: dict[str, Ours | Echo | Boardgame | None] = {"ours": field.ours, FLOOR: field.floor, GAME: field.game}
    for name, one in everybody.items():
        before = None if one is None else cpu_seconds(one.pid)
        if one is None or before is None:
            continue
        done = one.put(connections=MANY, seconds=seconds, warm=0)
        spent[name] = [((cpu_seconds(one.pid) or 0) - before) / done.all_good * 1e6]
    name, unit = "processor time of the server", "µs a command"
    return [row(name, unit, spent["ours"], peer=peer, theirs=spent[peer]) for peer in (FLOOR, GAME) if peer in spent]


def _beside_sqlite(field: Field, folder: Path, *, seconds: float, rounds: int) -> list[Row]:
    """The library loads a short aggregate, decides and saves, in process and without HTTP; ours is the whole server."""
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
    """Hold that no request of any run failed."""
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
