"""A table that ends during a run and is then archived and restored repeatedly, while a visitor reads it.

The *archivist* is the process that archives and restores it; the *visitor* is the process that reads it.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import shutil
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, Final

from redis.exceptions import RedisError

from services.gateway.operations import archive as archive_work
from shared.platform.eventlog import LogRefusal
from shared.platform.eventlog.refusals import NotArchived
from tests.simulation.boot import STORE, ports, settings
from tests.simulation.callers import Caller
from tests.simulation.checks import KIND, PARTITION
from tests.simulation.history import Asked
from tests.simulation.plan import HIDDEN, SERVERS
from tests.simulation.scene import TABLE, Scene
from tests.simulation.store.keyspace import Store
from tests.simulation.store.values import Hash, Stream
from tests.simulation.world import Process

TABLES: Final = "/dice/v1/tables"
ARCHIVIST: Final = "archivist-0"
ROLLS: Final = 9
"""The number of rolls on the table, large enough that the table has a snapshot."""
MOST_MOVES: Final = 7
LOOK: Final = 0.05
PAUSE: Final = 0.3
BETWEEN: Final = 0.4
FIRST: Final = 2.0
"""The latest time of the first archiving. Units: seconds.

An archive file that is published early would hide that a later file is missing.
"""
ROLL: Final = {"type": "Roll", "rolls": [{"what": {"throw": "Notation", "text": HIDDEN}}], "secret": True}
CLOSE: Final = {"type": "Close", "reason": "over"}


class Shelf:
    """The archived table of a run, with its archivist and its visitor."""

    def __init__(self, scene: Scene) -> None:
        """Empty the folder of archived tables, and start the archivist and the visitor."""
        self._scene, self._world = scene, scene.world
        self._folder: Final[Path] = settings().archive_at
        shutil.rmtree(self._folder, ignore_errors=True)
        self.table = ""
        self.moves = 0
        self.wanted: Final = 2 + scene.world.stream("shelf").randrange(MOST_MOVES - 1)
        """How many times the table is moved, into its archive file or back.

        If the number is odd, the table is in the file at the end.
        """
        self.before: Sequence[Any] = ()
        """The entries of the table's log when it was closed."""
        self.tokens: Sequence[str] = ()
        """The tokens that the visitor was given."""
        self.asked: Final[list[Asked]] = []
        self._first: Mapping[str, bytes] = {}
        """The responses to the first reads, before the table was archived."""
        self._wrong: Final[list[str]] = []
        visitor = Process(self._world, "visitor")
        self._caller: Final = Caller(visitor, scene.key, ports(SERVERS))
        self.task: Final[asyncio.Task[None]] = visitor.spawn(self._visit())
        self.restart()

    def restart(self) -> None:
        """Start or restart the archivist."""
        self.process = Process(self._world, ARCHIVIST)
        self.process.main = self.process.spawn(self._move_often(self.process))

    # ---------------------------------------------------------------- the visitor

    async def _visit(self) -> None:
        """Roll on the table and close it; read it as long as it is archived and restored, and once afterwards."""
        opened = await self._caller.insist("POST", TABLES, TABLE, {"idempotency-key": "shelf"})
        table = opened.json["id"]
        self.tokens = [seat["token"] for seat in opened.json["seats"]]
        for number, command in enumerate([ROLL] * ROLLS + [CLOSE]):
            headers = {"idempotency-key": f"shelf-{number}", "arbiter-seat": "gm"}
            if command is CLOSE:
                self.asked.append(Asked(self._world.now, table, None))
            answer = await self._caller.insist("POST", f"{TABLES}/{table}/commands", {"command": command}, headers)
            if answer.status != 200:
                self._wrong.append(f"the table to archive answers {answer.status}: {answer.body[:200]!r}")
        self._first = await self._read(table)
        self.before = rows_of(self._scene.store.store, table)
        self.table = table
        while self.moves < self.wanted:
            await self._compare()
            await asyncio.sleep(LOOK)
        await self._compare()

    async def _read(self, table: str) -> Mapping[str, bytes]:
        """Read the state and the log, each from any server."""
        found = {}
        for path in ("", "/events", "/audit"):
            answer = await self._caller.insist("GET", f"{TABLES}/{table}{path}")
            found[path] = answer.body
            if answer.status != 200:
                self._wrong.append(f"the archived table{path} is answered {answer.status}: {answer.body[:200]!r}")
        return found

    async def _compare(self) -> None:
        now = await self._read(self.table)
        self._wrong.extend(
            f"the archived table{path} is not as before" for path in now if now[path] != self._first[path]
        )

    # ---------------------------------------------------------------- the archivist

    async def _move_often(self, process: Process) -> None:
        """Archive and restore the table as often as this run requires, with retries, as an operator would."""
        while not self.table:  # noqa: ASYNC110 processes share no event
            await asyncio.sleep(LOOK)
        if self.moves == 0:
            await asyncio.sleep(process.random.uniform(0.0, FIRST))
        while self.moves < self.wanted:
            try:
                await archive_work._open_archiver(settings(), STORE, partial(self._move, self.moves))
            except (LogRefusal, RedisError, OSError) as error:
                self._world.note("not moved", type(error).__name__)
                await asyncio.sleep(process.random.uniform(0.01, PAUSE))
                continue
            self.moves += 1
            self._world.note("moved", self.moves)
            await asyncio.sleep(process.random.uniform(0.0, BETWEEN))

    async def _move(self, number: int, _connection: object, archiver: Any) -> None:  # noqa: ANN401 as the gateway has it
        stream = f"{KIND}:{self.table}"
        if number % 2 == 0:
            await archiver.archive(stream, partial(archive_work._audit, stream))
            return
        try:
            await archiver.bring_back(stream)
        except NotArchived:  # it was brought back, and the answer was lost
            self._world.note("is back")

    # ---------------------------------------------------------------- what has to hold

    @property
    def stream(self) -> str:
        """Return the id of the table's stream."""
        return f"{KIND}:{self.table}"

    @property
    def done(self) -> bool:
        """Return whether both processes have finished."""
        return self.task.done() and self.moves >= self.wanted

    def violations(self) -> Iterator[str]:
        """Yield each error: a read that differs, a table that is complete nowhere, or one that was never archived."""
        if not self.task.done():
            yield f"the visitor waits for ever, after {self.moves} of {self.wanted} moves"
        elif self.task.exception() is not None:
            yield f"the visitor: {self.task.exception()!r}"
        if self.process.alive and self.process.main.done() and self.process.main.exception() is not None:
            yield f"the archivist: {self.process.main.exception()!r}"
        yield from self._wrong
        if self.done:
            yield from self._place_violations(self._scene.store.store)

    def _place_violations(self, store: Store) -> Iterator[str]:
        store.database = 0
        meta = store.find(meta_key(self.table), Hash) or Hash()
        files = [path for path in self._folder.rglob("*") if path.is_file()]
        if [path.name for path in files] != [f"{KIND}.{self.table}.ndjson"]:
            yield f"the folder of archived tables has {[path.name for path in files]}"
        if store.find(f"{PARTITION}:b:{KIND}:{self.table}".encode(), Stream) is not None:
            yield "what was put beside the table is left"
        if self.wanted % 2 == 0:
            if b"a" in meta or rows_of(store, self.table) != self.before:
                yield "the table that was brought back is not in the store as it was"
            return
        stub = json.loads(meta.get(b"a", b"{}"))
        data = files[0].read_bytes() if files else b""
        if rows_of(store, self.table) or stub.get("sha256") != hashlib.sha256(data).hexdigest():
            yield "the archived table is not in its file alone"
        if (stub.get("bytes"), stub.get("commits")) != (len(data), len(self.before)):
            yield f"the stub says {stub}, the file has {len(data)} bytes, and the table had {len(self.before)} commits"

    def fresh_violations(self, number: int, seconds: float) -> Iterator[str]:
        """Yield each difference in the responses of a server with an empty cache."""
        for path, before in self._first.items():
            answer = self._scene.read(number, f"{self.table}{path}", seconds)
            if (answer.status, answer.body) != (200, before):
                yield f"a fresh server answers {answer.status} for the archived table{path}, or other bytes"


def meta_key(table: str) -> bytes:
    """Return the key of a table's metadata."""
    return f"{PARTITION}:m:{KIND}:{table}".encode()


def rows_of(store: Store, table: str) -> Sequence[Any]:
    """Return the entries of a table's log in the store, with all their bytes."""
    store.database = 0
    found = store.find(f"{PARTITION}:e:{KIND}:{table}".encode(), Stream)
    return [] if found is None else [(at, tuple(found.rows[at])) for at in found.ids]
