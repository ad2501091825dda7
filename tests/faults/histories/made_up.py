"""Artificial histories for tests of the checker: scripted ones, and random ones of a correct stream."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Final

from tests.faults.histories.checker import Promise, Verdict, judge
from tests.faults.histories.history import Act, Commit, End, History

STREAM: Final = "dice.table:1"


def head_of(version: int, *, lost: bool = False) -> str:
    """Return the head of the stream at a version.

    If `lost`, return the head of a commit that was lost and whose version was used again.
    """
    return f"{'lost' if lost else 'head'}-{version}"


class Script:
    """A history of one stream, written step by step; `log` is the stream's final log."""

    def __init__(self, *, commits: int = 0) -> None:
        """Start with an opening at version 1, and with commits of the writes `w2`, `w3` and so on in the log."""
        self.history = History()
        self.log = [Commit(1, 1, head_of(1))]
        for version in range(2, 2 + commits):
            self.log.append(Commit(version, version, head_of(version), f"w{version}"))

    def begin(self, act: Act, name: str = "", *, expected: int | None = None, after: int = 0) -> int:
        """Begin an operation that ends later or never; return its number."""
        stream = "" if act in {"sync", "crash"} else STREAM
        return self.history.invoke("ann", act, stream, name=name, expected=expected, after=after)

    def ok(self, op: int, version: int = 0, *, lost: bool = False) -> None:
        """Acknowledge the operation at a version."""
        self.history.end(End(op=op, outcome="ok", first=version, version=version, head=head_of(version, lost=lost)))

    def write(self, name: str, version: int, *, lost: bool = False) -> None:
        """Add a write that was acknowledged at a version."""
        self.ok(self.begin("write", name), version, lost=lost)

    def read(self, version: int, *, lost: bool = False) -> None:
        """Add a read of a version."""
        self.ok(self.begin("read"), version, lost=lost)

    def done(self, act: Act) -> None:
        """Add a sync or a crash with its end."""
        self.ok(self.begin(act))

    def sync(self, primary: str) -> None:
        """Add a primary's confirmation that its replicas have everything."""
        self.history.end(End(op=self.begin("sync"), outcome="ok", head=primary))

    def unknown(self, name: str) -> None:
        """Add a write that gets no response."""
        self.history.end(End(op=self.begin("write", name), outcome="unknown"))

    def verdict(self, promise: Promise = Promise()) -> Verdict:  # noqa: B008 it is frozen
        """Judge the history, and return the verdict."""
        return judge(self.history.entries, {STREAM: self.log}, promise)


def at_random(seed: int, operations: int) -> Script:
    """Return a random history of several clients of one correct stream.

    The operations overlap, and each takes effect between its beginning and its end.
    """
    random, script = Random(seed), Script()
    running: list[Callable[[], None]] = []
    while script.history.acknowledged < operations:
        if running and random.random() < 0.5:
            running.pop(random.randrange(len(running)))()
        else:
            running.append(random.choice((_writing, _reading))(script, random))
    return script


def _writing(script: Script, random: Random) -> Callable[[], None]:
    """Begin a write; return a function that ends it.

    The end acknowledges the write and makes sure that the log has it, or leaves its outcome unknown.
    """
    name = f"w{len(script.history.entries)}"
    op = script.begin("write", name)
    early = random.random() < 0.5
    if early:
        _apply(script, name)

    def end() -> None:
        if random.random() < 0.1:
            script.history.end(End(op=op, outcome="unknown"))
            return
        script.ok(op, _apply(script, name))

    return end


def _apply(script: Script, name: str) -> int:
    """Append a write to the log unless the log already has it; return its version."""
    found = next((commit for commit in script.log if commit.name == name), None)
    if found is None:
        version = script.log[-1].version + 1
        found = Commit(version, version, head_of(version), name)
        script.log.append(found)
    return found.version


def _reading(script: Script, random: Random) -> Callable[[], None]:
    """Begin a read that sees the stream as it is at the read's beginning or end; return a function that ends it."""
    op, seen = script.begin("read"), script.log[-1].version
    late = random.random() < 0.5
    return lambda: script.ok(op, script.log[-1].version if late else seen)
