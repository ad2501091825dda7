"""The cost of a match's legal list compared with a command: counted instructions if requested, else processor time.

Each time it reads a line, `python -m tests.bench.lists lists` builds all lists, and `… commands` decides all commands.
callgrind counts the instructions of that work.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Final, NamedTuple

from services.tcg.game import match as match_game
from services.tcg.playing.position import act
from services.tcg.state.match import Match
from shared.kernel.chance import SeedTape
from shared.kernel.context import Intent
from shared.kernel.legal import legal
from shared.kernel.messages import Command, Seat
from shared.kernel.stream import Stream
from shared.kernel.stream.state import SeatState
from tests.tcg.policy import pick

from .counting import CannotCount, Counter, hold_countable
from .matches import DIGEST, chooser, open_match
from .rows import Bar, Row, row, skip
from .turns import in_turn

EVERY: Final = 10
"""The number of decisions between one list and the next."""
MATCHES: Final = 2
NAME: Final = "tcg: a legal list"
PEER: Final = "a command"
AS_COMMANDS: Final = Bar("at most", 20.0)
TURNS: Final = 4


class Moment(NamedTuple):
    """A match before a decision, the seat that has to decide, and the command that the seat sends."""

    stream: Stream[Match]
    seat: Seat
    command: Command


def rows(*, rounds: int, count: bool) -> list[Row]:
    """Measure every row."""
    if count:
        try:
            hold_countable()
            return [_count()]
        except CannotCount as why:
            return [skip(f"{NAME}, instructions", "k", str(why), peer=PEER), _time(rounds)]
    return [_time(rounds)]


def _time(rounds: int) -> Row:
    found = moments()
    taken = in_turn({name: partial(_time_of, work, found) for name, work in WORK.items()}, TURNS * rounds)
    return row(
        f"{NAME}, processor time", "µs", taken["lists"], peer=PEER, theirs=taken["commands"], bar=AS_COMMANDS,
        note=f"{len(found)} moments of {MATCHES} random matches",
    )  # fmt: skip


def _time_of(work: Callable[[Sequence[Moment]], None], found: Sequence[Moment]) -> float:
    begun = time.process_time()
    work(found)
    return (time.process_time() - begun) / len(found) * 1e6


def _count() -> Row:
    with tempfile.TemporaryDirectory() as folder:
        lists, commands = (_instructions(Path(folder, name), name) for name in WORK)
    return row(
        f"{NAME}, instructions", "k", [lists], peer=PEER, theirs=[commands], bar=AS_COMMANDS,
        note=f"moments of {MATCHES} random matches",
    )  # fmt: skip


def _instructions(folder: Path, name: str) -> float:
    """Return the instructions per list or per command, after each was done once before. Units: thousands."""
    counter = Counter(folder)
    program = (*counter.under, sys.executable, "-m", "tests.bench.lists", name)
    with subprocess.Popen(program, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        count = int(_ask(process))
        found = counter.count(process.pid, partial(_ask, process))
        process.communicate()
    return found / count / 1000


def _ask(process: subprocess.Popen[str]) -> str:
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write("\n")
    process.stdin.flush()
    return process.stdout.readline()


# ---------------------------------------------------------------- the work


def moments() -> list[Moment]:
    """Return moments of random matches of the two starter decks."""
    found: list[Moment] = []
    for number in range(MATCHES):
        game, choose, count = open_match(number), chooser(number), 0
        while not game.over:
            seat = next(iter(game.state.decisions))
            state, command = game.state.mutable_copy(), pick(game, seat, choose)
            if count % EVERY == 0:
                seats = dict.fromkeys(game.state.order, SeatState("player"))
                stream = Stream(id="tcg.match:one", game=state, opened=True, seats=seats)
                found.append(Moment(stream, seat, command))
            count += 1
            game.events.clear()
            act(game, seat, command)
    return found


def _lists(found: Sequence[Moment]) -> None:
    for stream, seat, _ in found:
        legal(match_game, stream, seat, "player")


def _commands(found: Sequence[Moment]) -> None:
    for stream, seat, command in found:
        intent = Intent(id="x", seat=seat, role="player", at=0, by=f"seat:{seat}@0", command=command)
        match_game.decide(intent, stream.game, SeedTape(seed=DIGEST, digest=DIGEST, version=1))


WORK: Final[Mapping[str, Callable[[Sequence[Moment]], None]]] = {"lists": _lists, "commands": _commands}


def main(name: str) -> None:
    """Build all lists or decide all commands each time a line is read, and print their number."""
    found = moments()
    for _ in sys.stdin:
        WORK[name](found)
        print(len(found), flush=True)


if __name__ == "__main__":
    main(sys.argv[1])
