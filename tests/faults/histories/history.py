"""The history of a run: the requests of each client and the responses, in the order in which they happened.

All clients are threads of one process and append to one list under one lock. The position in the list is the time: an
entry happened before every later entry, so no two clocks are ever compared.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from pathlib import Path
from typing import Final, Literal

import msgspec
from msgspec import Struct

Act = Literal["write", "repeat", "read", "tail", "sync", "crash"]
"""The kind of an operation: a write, its retry, a read of the state or of new events, a sync, or a crash.

`sync` waits until every earlier write is safe: on the store's disk, or on every replica of its primary. The `head`
of its end is then the name of that primary. `crash` stops the store and restarts it.
"""
Outcome = Literal["ok", "fail", "unknown"]
"""How an operation ended: `fail` is a refusal without effect, `unknown` means no conclusive response."""


class Invoke(Struct, frozen=True, kw_only=True, omit_defaults=True, tag="invoke"):
    """The beginning of an operation: a client sends a request.

    name: the write's name, as in the log's commit. expected: the version at which the write must be applied, if the
    request states one. after: the version after which the client reads events.
    """

    op: int
    client: str
    act: Act
    stream: str = ""
    name: str = ""
    expected: int | None = None
    after: int = 0


class End(Struct, frozen=True, kw_only=True, omit_defaults=True, tag="end"):
    """The end of an operation: a client gets a response, or gives up.

    first, version: the first and the last version of a write's events; a read has only `version`. seen: the versions,
    names and times of the events read, in order. status: the response's status, 0 if none arrived, -1 if the request
    could not be sent.
    """

    op: int
    outcome: Outcome
    first: int = 0
    version: int = 0
    head: str = ""
    seen: Sequence[tuple[int, str, int]] = ()
    status: int = 0


class Commit(Struct, frozen=True):
    """A commit in a stream's final log: the versions of its events, its head, its time, and the name of its write."""

    first: int
    version: int
    head: str
    name: str = ""
    at: int = 0


Entry = Invoke | End


class History:
    """The record of all operations, to which any client thread may append."""

    def __init__(self) -> None:
        """Create an empty history."""
        self.entries: Final[list[Entry]] = []
        self.acknowledged = 0
        """The number of acknowledged writes and reads; syncs and crashes do not count."""
        self._asked = 0
        self._changed: Final = threading.Condition()

    def invoke(
        self, client: str, act: Act, stream: str = "", *, name: str = "", expected: int | None = None, after: int = 0
    ) -> int:  # fmt: skip
        """Record a client's request; return the number of the operation."""
        with self._changed:
            self._asked += 1
            op = self._asked
            asked = Invoke(op=op, client=client, act=act, stream=stream, name=name, expected=expected, after=after)
            self.entries.append(asked)
            return op

    def end(self, end: End) -> None:
        """Record the end of an operation."""
        with self._changed:
            self.entries.append(end)
            self.acknowledged += end.outcome == "ok" and end.version > 0
            self._changed.notify_all()

    def wait(self, acknowledged: int, alive: threading.Event) -> None:
        """Wait until this many operations are acknowledged, or `alive` is cleared."""
        with self._changed:
            while self.acknowledged < acknowledged and alive.is_set():
                self._changed.wait(1)

    def save(self, file: Path) -> None:
        """Write the history to a file, one entry per line."""
        file.write_bytes(b"".join(msgspec.json.encode(entry) + b"\n" for entry in self.entries))


def load(file: Path) -> list[Entry]:
    """Read a history from its file."""
    return [msgspec.json.decode(line, type=Entry) for line in file.read_bytes().splitlines()]
