"""Instructions of one command, view and list of each service, compared with the figures in this file.

For each line of its input, `python -m tests.bench.services GAME` works on the golden logs. `commands` audits the logs:
it reads, decides and records each command again. `views` shows the last state of each log to a seat. `lists` builds
that seat's legal list in the middle of each log.
"""

from __future__ import annotations

import gc
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Any, Final

from services.gateway.games import GAMES
from services.gateway.readers import reader_for
from shared.kernel.audit import audit, lines_of
from shared.kernel.audit.lines import AuditLine, read_chain
from shared.kernel.audit.report import Findings
from shared.kernel.legal import Wanted, legal
from shared.kernel.stream import Stream
from shared.platform.http.answers import encode, view_of

from .counting import CannotCount, Counter, hold_countable
from .load import ROOT
from .rows import Bar, Row, row, skip

LOGS: Final = 2
KEPT_HERE: Final = "kept figure"
AS_KEPT: Final = Bar("at most", 1.1)
UNIT: Final = "k"
BRIEF: Final = Wanted(brief=True)
WORK: Final = {"commands": "a command, audited", "views": "a view", "lists": "a list"}
KEPT: Final[Mapping[tuple[str, str], float]] = {
    ("bones", "commands"): 1211,
    ("bones", "lists"): 31627,
    ("bones", "views"): 471,
    ("dice", "commands"): 1462,
    ("dice", "lists"): 2601,
    ("dice", "views"): 101,
    ("rpg_boundless", "commands"): 781,
    ("rpg_boundless", "lists"): 17552,
    ("rpg_boundless", "views"): 635,
    ("rpg_specialist_pool", "commands"): 924,
    ("rpg_specialist_pool", "lists"): 10096,
    ("rpg_specialist_pool", "views"): 337,
    ("rpg_specialist_total", "commands"): 963,
    ("rpg_specialist_total", "lists"): 17248,
    ("rpg_specialist_total", "views"): 1498,
    ("tcg", "commands"): 1686,
    ("tcg", "lists"): 5057,
    ("tcg", "views"): 826,
}
"""The recorded figures: thousands of instructions on Python 3.11.

A change that alters a figure must update it here.
"""


def rows(*, count: bool) -> list[Row]:
    """Measure every row."""
    if not count:
        return [skip("instructions of each service", UNIT, "only counted: make bench COUNT=1")]
    try:
        hold_countable()
    except CannotCount as why:
        return [skip("instructions of each service", UNIT, str(why))]
    return [one for game in GAMES for one in _count(game)]


def _count(game: str) -> list[Row]:
    """Count the instructions of each kind of work of a game in one process, after each was done once."""
    with tempfile.TemporaryDirectory() as folder:
        counter = Counter(Path(folder) / "out")
        program = (*counter.under, sys.executable, "-m", "tests.bench.services", game)
        with subprocess.Popen(program, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=ROOT) as process:
            found = {work: _instructions(counter, process, work) for work in WORK}
            process.communicate()
    return [_row(game, work, figure) for work, figure in found.items()]


def _instructions(counter: Counter, process: subprocess.Popen[str], work: str) -> float:
    """Return the instructions per command, view or list. Units: thousands."""
    pieces = int(_ask(process, work))
    return counter.count(process.pid, partial(_ask, process, work)) / pieces / 1000


def _ask(process: subprocess.Popen[str], work: str) -> str:
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(f"{work}\n")
    process.stdin.flush()
    return process.stdout.readline()


def _row(game: str, work: str, figure: float) -> Row:
    kept, name = KEPT.get((game, work)), f"{game}: {WORK[work]}, instructions"
    if kept is None:
        return row(name, UNIT, [figure], note="no figure is kept yet")
    return row(name, UNIT, [figure], peer=KEPT_HERE, theirs=[kept], bar=AS_KEPT, note=f"{LOGS} golden logs")


# ---------------------------------------------------------------- the work


def logs_of(game: str) -> list[bytes]:
    """Return the first few golden logs of a game, in order of their names."""
    return [log.read_bytes() for log in sorted((ROOT / "tests" / game / "golden").glob("*.ndjson"))[:LOGS]]


def audit_all(logs: list[bytes]) -> int:
    """Audit some logs; return the number of their commands."""
    reports = [audit(lines_of(log), reader_for=reader_for) for log in logs]
    return sum(report.commits for report in reports)


def state_of(log: bytes, share: float = 1) -> tuple[AuditLine, Stream[Any], Any]:
    """Return the last line of the first `share` of a log, the stream after that line, and its game."""
    whole = read_chain(lines_of(log), Findings())
    lines = whole[: int(len(whole) * share)]
    name = lines[0].record.stream
    reader = reader_for(name)
    assert reader is not None
    empty = Stream(id=name, game=reader.game.initial)
    return lines[-1], reader.fold(empty, [(line.public, line.opened) for line in lines]), reader.game


def show_all(states: list[tuple[AuditLine, Stream[Any], Any]]) -> int:
    """Show each state to its first seat as JSON; return the number of states."""
    for line, stream, game in states:
        seat = next(iter(stream.seats))
        encode(view_of(game, stream, line.head, seat=seat, shown=game.view(stream.game, seat)))
    return len(states)


def list_all(states: list[tuple[AuditLine, Stream[Any], Any]]) -> int:
    """List the legal commands of each stream's first seat; return the number of lists."""
    for _, stream, game in states:
        seat = next(iter(stream.seats))
        legal(game, stream, seat, stream.seats[seat].role, wanted=BRIEF)
    return len(states)


def main() -> None:
    """Do the work that each input line names, and print the number of its commands, views or lists.

    The garbage collector is off, because one of its full runs can cost as much as all the commands.
    """
    gc.disable()
    logs = logs_of(sys.argv[1])
    work: dict[str, Callable[[], int]] = {
        "commands": partial(audit_all, logs),
        "views": partial(show_all, [state_of(log) for log in logs]),
        "lists": partial(list_all, [state_of(log, 0.5) for log in logs]),
    }
    for line in sys.stdin:
        sys.stdout.write(f"{work[line.strip()]()}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
