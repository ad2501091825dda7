"""Instructions of an undo, a fork, the impact of changed rules and a digest, each beside the work that it contains.

For each line of its input, `python -m tests.bench.past GAME` does the work that the line names, and prints how
often. `settled` decides the commands of decoded golden logs again, one after another, and `impact` does so from their
records; `digests` digests the last state of each log. For Boundless, `moved` decides and records a move, and `undone`
undoes it; `folded` folds a campaign of 2,000 events, and `forked` folds and forks it.

The logs are the two largest golden logs of a game. All the work is done several times before any is counted, because
Python makes code faster that runs often.
"""

from __future__ import annotations

import gc
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from operator import attrgetter
from pathlib import Path
from typing import Any, Final

import msgspec
from msgspec import Struct

from services.gateway.games import GAMES
from services.gateway.readers import reader_for
from services.rpg_boundless.chapters.fortune import AskFortune
from services.rpg_boundless.game import campaign
from shared.kernel.audit import lines_of
from shared.kernel.audit.lines import read_chain
from shared.kernel.audit.report import Findings
from shared.kernel.chance import RecordedDraw
from shared.kernel.context import Intent
from shared.kernel.decided import before_opening, decisions_of, intent_of
from shared.kernel.digests import digest_for
from shared.kernel.game import SeatAsk
from shared.kernel.impact import RecordedCommit, impact_of
from shared.kernel.messages import Command
from shared.kernel.recorded_tape import RecordedTape, by_audience
from shared.kernel.replay import LogReader, open_draws
from shared.kernel.stream import (
    Memory,
    OpenFork,
    ProposeUndo,
    RecordForm,
    Stream,
    carry_out,
    hold_faces,
    open_fork,
    settle,
    start_in,
    tape_for,
)  # fmt: skip
from shared.platform.http.fork_work import ForkAsked, decide_fork

from .counting import CannotCount, Counter, hold_countable
from .histories import History
from .load import ROOT
from .rows import Bar, Row, row, skip
from .services import LOGS, state_of

EVENTS: Final = 2_000
WARM_UPS: Final = 5
"""How often all the work is done before any is counted."""
TIMES: Final = 100
UNIT: Final = "k"
SEED: Final = b"\x07" * 32
FORM: Final = RecordForm(ruleset="arbiter 0.1.0 0123456789abcdef", key=b"k" * 32)
BOUNDLESS: Final = "rpg_boundless"
SEATS: Final = (SeatAsk(seat="gm", role="gm"), SeatAsk(seat="ann"))
MADE: Final = {
    "type": "CreateCharacter", "name": "Ash", "points": {"strength": 2, "dexterity": 1, "willpower": 1},
    "items": [{"name": "sword", "weapon": {"damage": 3}}, {"name": "rope"}, {"name": "lamp"}], "keepsake": "coin",
}  # fmt: skip
TAKEN: Final = {"type": "TakeItem", "item": {"name": "bread"}}
ASKED: Final = {"type": "AskFortune", "question": "is it raining", "odds": {"likelihood": "even"}}


class Pair(Struct, frozen=True):
    """A row: our work and the work that it is compared with, in one process, with their names and perhaps a bar."""

    ours: str
    theirs: str
    says: str
    peer: str
    bar: Bar | None = None


def pairs_of(game: str) -> tuple[Pair, ...]:
    """Return the rows that belong to a game."""
    slow = game == "tcg"
    found = [
        Pair("impact", "settled", "the impact on a command", "settling it alone", Bar("at most", 2 if slow else 1.2)),
        Pair("digests", "settled", "a digest of the whole state", "settling a command"),
    ]
    if game == BOUNDLESS:
        found += [
            Pair("undone", "moved", "an undo, decided and recorded", "the move", Bar("at most", 1.2)),
            Pair("forked", "folded", f"a fork of {EVENTS:,} events", "folding them", Bar("at most", 1.2)),
        ]
    return tuple(found)


def rows(*, count: bool) -> list[Row]:
    """Measure every row."""
    if not count:
        return [skip("instructions of undo, forks, impact, digests", UNIT, "only counted: make bench COUNT=1")]
    try:
        hold_countable()
    except CannotCount as why:
        return [skip("instructions of undo, forks, impact, digests", UNIT, str(why))]
    return [one for game in GAMES for one in _count(game)]


def _count(game: str) -> list[Row]:
    """Count the instructions of each kind of work of a game in one process, after all was done several times."""
    pairs, figures = pairs_of(game), dict[str, float]()
    with tempfile.TemporaryDirectory() as folder:
        counter = Counter(Path(folder) / "out")
        program = (*counter.under, sys.executable, "-m", "tests.bench.past", game)
        with subprocess.Popen(program, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=ROOT) as process:
            works = [*dict.fromkeys(work for pair in pairs for work in (pair.ours, pair.theirs))]
            pieces = {work: int(_ask(process, work)) for _ in range(WARM_UPS) for work in works}
            for work in works:
                figures[work] = counter.count(process.pid, partial(_ask, process, work)) / pieces[work] / 1000
            process.communicate()
    return [
        row(f"{game}: {pair.says}, instructions", UNIT, [figures[pair.ours]], peer=pair.peer,
            theirs=[figures[pair.theirs]], bar=pair.bar)
        for pair in pairs
    ]  # fmt: skip


def _ask(process: subprocess.Popen[str], work: str) -> str:
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(f"{work}\n")
    process.stdin.flush()
    return process.stdout.readline()


# ---------------------------------------------------------------- settling and impact


def largest_logs_of(game: str) -> list[bytes]:
    """Return the two largest golden logs of a game, the largest first."""
    logs = [log.read_bytes() for log in (ROOT / "tests" / game / "golden").glob("*.ndjson")]
    return sorted(logs, key=len, reverse=True)[:LOGS]


class Decided(Struct, frozen=True):
    """A decoded decision from a log: its intent and draws, and its events if it opens a fork."""

    intent: Intent
    draws: tuple[RecordedDraw, ...]
    events: tuple[Any, ...]


class Log(Struct, frozen=True):
    """A golden log: its reader, its commits, the stream before its opening, and its decisions."""

    reader: LogReader[Any]
    commits: tuple[RecordedCommit, ...]
    unopened: Stream[Any]
    decisions: tuple[Decided, ...]


def decode_log(text: bytes) -> Log:
    """Decode a golden log."""
    entries = read_chain(lines_of(text), Findings())
    name = entries[0].record.stream
    reader = reader_for(name)
    assert reader is not None
    stream: Stream[Any] = Stream(id=name, game=reader.game.initial)
    decisions: list[Decided] = []
    for decision in decisions_of(entries, attrgetter("goes_on")):
        first = decision[0]
        taken, _ = open_draws(first.record.draws, first.opened)
        intent = intent_of(reader, first.record.intent, first.opened, taken)
        opens_fork = isinstance(intent.command, OpenFork)
        events = [event for entry in decision for event in reader.commit(entry.public, entry.opened).events]
        decisions.append(Decided(intent, taken, tuple(events) if opens_fork else ()))
    recorded = tuple(RecordedCommit(entry.public, entry.opened) for entry in entries)
    return Log(reader, recorded, before_opening(stream, entries[0].record.events[0]), tuple(decisions))


def settle_all(logs: Sequence[Log]) -> int:
    """Decide the commands of decoded logs, each on the state after the one before; return their number.

    A live server and `arbiter impact` decide on such fresh states, whose derived values are not computed yet.
    """
    for log in logs:
        memory, stream = Memory[Any](), log.unopened
        for one in log.decisions:
            hold_faces(one.intent)
            tape = RecordedTape(by_audience(one.draws), lambda: SEED)
            if one.events:
                decided = open_fork(log.reader.game, stream, one.intent, tape, start=start_in(one.events))
            else:
                decided = settle(log.reader.game, stream, one.intent, tape, past=memory)
            stream = decided.after
            if stream.trail:
                memory.note_after(stream)
    return sum(len(log.decisions) for log in logs)


def judge_impact(logs: Sequence[Log]) -> int:
    """Decide each command under the current rules and compare the results; return the number of commands."""
    found = [impact_of(log.reader, log.unopened.id, log.commits) for log in logs]
    assert all(one.same == one.decisions for one in found)
    return sum(one.decisions for one in found)


def digest_all(states: Sequence[tuple[Any, Stream[Any], Any]]) -> int:
    """Digest each state; return the number of states."""
    for _, stream, game in states:
        digest_for(game, stream.game, None, opened=True)
    return len(states)


# ---------------------------------------------------------------- undo and forks


def command_of(form: Mapping[str, Any]) -> Command:
    """Decode a command of Boundless."""
    found: Command = msgspec.convert(form, LogReader(campaign).commands)
    return found


class Undoable:
    """A campaign in which ann has made a move, and the undo of that move."""

    def __init__(self) -> None:
        """Open the campaign, with a character, and make the move."""
        self.memory = Memory[Any]()
        self.stream: Stream[Any] = Stream(id="rpg_boundless.campaign:bench", game=campaign.initial, tenant="bench")
        self._send(campaign.opening(seats=SEATS), "gm")
        self._send(command_of(MADE), "ann")
        self.before, self.to = self.stream, self.stream.version
        hero = next(iter(self.stream.game.characters))
        self.move = command_of({**TAKEN, "character": hero})
        self._send(self.move, "ann")

    def _send(self, command: Command, seat: str) -> None:
        self.stream = self._decide(self.stream, command, seat)
        self.memory.note_after(self.stream)

    def _decide(self, stream: Stream[Any], command: Command, seat: str) -> Stream[Any]:
        """Decide a command and record it; return the stream after it."""
        intent = Intent(
            id=f"{stream.version}", seat=seat, role="gm" if seat == "gm" else "player", at=1_000 + stream.version,
            by=f"seat:{seat}@0", command=command,
        )  # fmt: skip
        tape = tape_for(stream, intent, lambda: SEED)
        return carry_out(campaign, stream, intent, tape, form=FORM, past=self.memory).settled.after

    def make_move(self) -> int:
        """Decide the move repeatedly; return the number of times."""
        for _ in range(TIMES):
            self._decide(self.before, self.move, "ann")
        return TIMES

    def undo(self) -> int:
        """Decide the undo repeatedly; return the number of times."""
        after = self.stream
        for _ in range(TIMES):
            after = self._decide(self.stream, ProposeUndo(to=self.to), "ann")
        assert after.game.characters == self.before.game.characters
        return TIMES


class Forkable:
    """A campaign of 2,000 events, at whose end a fork is opened."""

    def __init__(self) -> None:
        """Play the campaign."""
        asked = command_of(ASKED)
        assert isinstance(asked, AskFortune)
        self.history = History(campaign, campaign.opening(seats=SEATS), [])
        while self.history.events < EVENTS:
            self.history.play(asked)
        self.pack = msgspec.msgpack.Encoder().encode

    def fold(self) -> int:
        """Fold the campaign from its records; return 1, the number of folds."""
        self.history.replay()
        return 1

    def fork(self) -> int:
        """Fold the campaign and open a fork of it; return 1, the number of forks opened."""
        after = self.history.reader.fold(self.history.empty, self.history.records)
        command = OpenFork(stream=after.id, version=after.version, head="0" * 64)
        asked = ForkAsked(
            stream="rpg_boundless.campaign:fork", tenant="bench", id="fork", seat="gm", by="key:bench", at=after.at,
            seed=SEED, key=FORM.key, ruleset=FORM.ruleset, command=command, deals=False,
        )  # fmt: skip
        assert decide_fork(campaign.name, self.pack(after), (), self.pack(asked))
        return 1


def main() -> None:
    """Do the work that each input line names, and print how often it was done.

    The garbage collector is off, because one of its full runs can cost as much as all the commands.
    """
    gc.disable()
    game = sys.argv[1]
    texts = largest_logs_of(game)
    logs, states = [decode_log(text) for text in texts], [state_of(text) for text in texts]
    work: dict[str, Callable[[], int]] = {
        "settled": partial(settle_all, logs), "impact": partial(judge_impact, logs),
        "digests": partial(digest_all, states),
    }  # fmt: skip
    if game == BOUNDLESS:
        undoable, forkable = Undoable(), Forkable()
        work |= {
            "moved": undoable.make_move, "undone": undoable.undo, "folded": forkable.fold, "forked": forkable.fork,
        }  # fmt: skip
    for line in sys.stdin:
        sys.stdout.write(f"{work[line.strip()]()}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
