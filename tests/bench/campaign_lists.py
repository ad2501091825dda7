"""The cost of building a game master's list of legal commands in each campaign, in CPU instructions.

`python -m tests.bench.campaign_lists GAME` builds the lists for several recorded states, once for each line that it
reads from standard input.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import Iterator
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any, Final

from shared.kernel.audit import lines_of
from shared.kernel.audit.lines import read_chain
from shared.kernel.audit.report import Findings
from shared.kernel.legal import Wanted
from shared.kernel.stream import Memory, Stream
from shared.platform.http.pool_work import timed_legal
from shared.platform.processes.games import reader_of

from .counting import Counter
from .load import ROOT
from .rows import Row, row

CAMPAIGNS: Final = ("bones", "rpg_boundless", "rpg_specialist_pool", "rpg_specialist_total")
APART: Final = 40
"""The number of commits between two states for which lists are built."""
MOST: Final = 10
BRIEF: Final = Wanted(brief=True)


def rows() -> list[Row]:
    """Count the instructions for each campaign's lists, in a process that has built every list once before.

    Refuses: CannotCount
    """
    return [_count(game) for game in CAMPAIGNS]


def _count(game: str) -> Row:
    with tempfile.TemporaryDirectory() as folder:
        counter = Counter(Path(folder) / "out")
        program = (*counter.under, sys.executable, "-m", "tests.bench.campaign_lists", game)
        with subprocess.Popen(program, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=ROOT) as process:
            made = int(_ask(process))
            figure = counter.count(process.pid, partial(_ask, process)) / made / 1000
            process.communicate()
    return row(f"{game}: a game master's list, instructions", "k", [figure], note=f"{made} states of golden logs")


def _ask(process: subprocess.Popen[str]) -> str:
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write("\n")
    process.stdin.flush()
    return process.stdout.readline()


# ---------------------------------------------------------------- the work


def states_of(game: str) -> Iterator[Stream[Any]]:
    """Yield the states of a game's golden logs while their streams are open."""
    reader = reader_of(f"{game}.campaign")
    for log in sorted((ROOT / "tests" / game / "golden").glob("*.ndjson")):
        lines = read_chain(lines_of(log.read_bytes()), Findings())
        stream: Stream[Any] = Stream(id=lines[0].record.stream, game=reader.game.initial)
        memory: Memory[Any] = Memory()
        for line in lines:
            stream = reader.fold_commit(stream, reader.commit(line.public, line.opened), memory)
            memory.note_after(stream)
            if stream.opened and not stream.closed and "gm" in stream.seats:
                yield stream


def main() -> None:
    """Build all lists for each line read, and print their number."""
    name = sys.argv[1]
    game, states = reader_of(f"{name}.campaign").game, list(islice(states_of(name), APART // 2, APART * MOST, APART))
    for _ in sys.stdin:
        for stream in states:
            timed_legal(game, stream, "gm", "gm", wanted=BRIEF)
        sys.stdout.write(f"{len(states)}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
