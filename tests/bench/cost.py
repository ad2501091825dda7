"""The server's cost of a command: instructions if they are requested and can be counted, else processor time.

These figures come first in the table, because on a shared machine a wall-clock rate depends as much on other users as
on the server. Instructions are those in user space, and vary by a few percent between runs. Processor time is measured
in turns. While instructions are counted, our server has slower timers (`slowed`): under callgrind it handles few
commands per second, and each would otherwise bear more of the timers' work.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Final

from . import campaign_lists
from .counting import CannotCount, Counter, hold_countable
from .field import FLOOR, GAME, MANY, Echo, Field, gathered
from .load import Answered
from .ours import Ours, serving
from .peers.boardgame import Boardgame
from .peers.echo import Samples, echoing
from .rows import Bar, Row, row, skip
from .turns import cpu_seconds, in_turn

AS_THE_FLOOR: Final = Bar("at most", 1.0)
WITH_THE_VIEW: Final = Bar("at most", 1.6)
AS_THE_GAME: Final = Bar("at most", 0.8)
TURNS: Final = 2
"""The number of turns that each side has in a round."""
SECONDS: Final = 1.0
COUNTED: Final = 480
SLOWED: Final = "tests.bench.slowed"
WARM: Final = 1120
"""The number of rolls before counting. With the counted rolls, every table then has as many as a view shows."""


def rows(*, rounds: int, count: bool) -> list[Row]:
    """Measure every row."""
    if count:
        try:
            hold_countable()
            return [*_count(), *campaign_lists.rows()]
        except CannotCount as why:
            return [skip("instructions of the server", "k a command", str(why), peer=FLOOR), *_time(rounds)]
    return _time(rounds)


# ---------------------------------------------------------------- instructions


def _count() -> list[Row]:
    """Count the servers' instructions, one server after another. Other load on the machine does not matter."""
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        counter = Counter(folder / "ours")
        with serving(folder / "served", tables=MANY, under=counter.under, program=SLOWED) as ours:
            ours.put(connections=MANY, each=WARM // MANY)
            minimal = _instructions(counter, ours.pid, lambda each: ours.put(connections=MANY, each=each))
            ours.put(connections=MANY, each=1, whole=True)  # the first view of a table renders all its rolls as text
            whole = _instructions(counter, ours.pid, lambda each: ours.put(connections=MANY, each=each, whole=True))
            answer, record = ours.samples()
            samples, url = Samples(answer=answer, record=record), ours.server.store.url
            floor = _of_echo(folder / "floor", samples, url)
        echo = _of_echo(folder / "echo", samples, None)
    return [
        _row_of("minimal answer", minimal, floor, bar=AS_THE_FLOOR),
        _row_of("whole view", whole, floor, bar=WITH_THE_VIEW),
        _row_of("echo alone", echo, floor),
    ]


def _of_echo(folder: Path, samples: Samples, store: str | None) -> float:
    counter = Counter(folder)
    with echoing(samples, store, counter.under) as (port, pid):
        echo = Echo(port, pid)
        echo.put(connections=MANY, each=WARM // MANY)
        return _instructions(counter, pid, lambda each: echo.put(connections=MANY, each=each))


def _instructions(counter: Counter, pid: int, put: Callable[[int], object]) -> float:
    """Return the number of instructions per command. Units: thousands."""
    each = COUNTED // MANY
    return counter.count(pid, lambda: put(each)) / (each * MANY) / 1000


def _row_of(what: str, ours: float, floor: float, bar: Bar | None = None) -> Row:
    name = f"instructions of the server, {what}"
    return row(name, "k a command", [ours], peer=FLOOR, theirs=[floor], bar=bar, note=f"{MANY} connections")


# ---------------------------------------------------------------- processor time


def _time(rounds: int) -> list[Row]:
    name, unit = "processor time of the server", "µs a command"
    with tempfile.TemporaryDirectory() as folder, gathered(Path(folder)) as field:
        if cpu_seconds(field.ours.pid) is None:
            return [skip(name, unit, "this system has no /proc", peer=FLOOR)]
        found = in_turn(_contenders(field), TURNS * rounds)
        absent = field.absent
    ours, floor = found["ours"], (FLOOR, found[FLOOR])
    minimal = f"{name}, minimal answer"
    return [
        _row_of_medians(minimal, ours, floor, AS_THE_FLOOR),
        _row_of_medians(minimal, ours, (GAME, found[GAME]), AS_THE_GAME)
        if GAME in found
        else skip(minimal, unit, absent),
        _row_of_medians(f"{name}, whole view", found["whole"], floor, WITH_THE_VIEW),
        _row_of_medians(f"{name}, echo alone", found["echo"], floor),
    ]


def _contenders(field: Field) -> dict[str, Callable[[], float]]:
    found: dict[str, Callable[[], float]] = {
        "ours": lambda: _time_per_command(field.ours, field.ours.put),
        "whole": lambda: _time_per_command(field.ours, partial(field.ours.put, whole=True)),
        FLOOR: lambda: _time_per_command(field.floor, field.floor.put),
        "echo": lambda: _time_per_command(field.echo, field.echo.put),
    }
    if field.game is not None:
        game = field.game
        found[GAME] = lambda: _time_per_command(game, game.put)
    return found


def _time_per_command(one: Ours | Echo | Boardgame, put: Callable[..., Answered]) -> float:
    """Return the processor time per command of all the server's threads. Units: microseconds."""
    before = cpu_seconds(one.pid) or 0
    done = put(connections=MANY, seconds=SECONDS, warm=0)
    assert done.failed == 0, done.first_failure
    return ((cpu_seconds(one.pid) or 0) - before) / done.all_good * 1e6


def _row_of_medians(name: str, ours: list[float], other: tuple[str, list[float]], bar: Bar | None = None) -> Row:
    """Return a row with the median of each side. Its note has each side's minimum."""
    peer, theirs = other
    least = f"least {min(ours):.0f} beside {min(theirs):.0f}, ratio {min(ours) / min(theirs):.2f}"
    return row(name, "µs a command", ours, peer=peer, theirs=theirs, bar=bar, note=least)
