"""The store as a process of the world: connections, blocked readers, and a journal that it reads after a restart.

As in the real store with `appendfsync always`, the store executes the commands that arrived together, syncs their
writes, and only then replies. So a crash can lose only writes that were executed and not acknowledged.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import hiredis

from tests.simulation.network import Listener, Transport
from tests.simulation.store.keyspace import Store
from tests.simulation.store.model import COMMANDS
from tests.simulation.store.streams import Blocked, entries_after
from tests.simulation.store.values import NO_ARRAY, OK, Error, Reply, encode
from tests.simulation.world import EPOCH, SKEW

if TYPE_CHECKING:
    from tests.simulation.world import World

NAME: Final = "store"
ADDRESS: Final = "/simulated/store.sock"
SYNC_SECONDS: Final = 0.0003
MICROSECONDS: Final = 1_000_000
HELLO: Final = {
    b"server": b"valkey", b"version": b"8.0.0", b"id": 1, b"mode": b"standalone", b"role": b"master", b"modules": [],
}  # fmt: skip
READS: Final = frozenset(
    b"PING CLIENT CONFIG TIME INFO COMMAND SCAN EXISTS PTTL GET HGET HMGET HGETALL HVALS HLEN HEXISTS SMEMBERS "
    b"SISMEMBER LLEN ZSCORE ZMSCORE ZCARD ZRANGEBYSCORE ZRANGE XRANGE XREVRANGE XLEN XREAD".split()
)


WAITING: Final = object()
"""The reply to a command that is answered later, when the replica has confirmed what was written."""


class Executed(NamedTuple):
    """A command in the journal, and when it was executed.

    Units: `at` in microseconds by the store's clock, `now` in seconds of simulated time.
    """

    database: int
    words: list[bytes]
    at: int
    now: float


class StoreProcess:
    """The store, which can die and restart."""

    loop = None

    def __init__(self, world: World) -> None:
        """Create the store with an empty journal."""
        self.name, self.world, self.alive = NAME, world, False
        self.random: Final = world.stream(NAME)
        self.skew = self.random.uniform(-SKEW, SKEW)
        self.ends: list[Any] = []
        self.stalls_for = 0.0
        self.journal: list[Executed] = []
        self.lost: list[Executed] = []
        """The writes that the store had executed, and that a new primary lacks."""
        self._synced = 0
        self._replayed_at: int | None = None
        self._waiting: list[tuple[Session, Blocked]] = []
        self._answering: dict[Session, None] = {}
        self._syncing = False
        self.store: Store
        self.start()

    @property
    def address(self) -> object:
        """Return where the store listens."""
        return ADDRESS

    def _microseconds(self) -> int:
        if self._replayed_at is not None:
            return self._replayed_at
        return int((self.world.now + EPOCH + self.skew) * MICROSECONDS)

    # ---------------------------------------------------------------- life

    def start(self) -> None:
        """Read the journal, and start to listen."""
        self.store = Store(self._microseconds)
        for written in self.journal:
            self._replayed_at = written.at
            self.store.execute(written.words, written.database)
        self._replayed_at = None
        self.store.scripts.cached.clear()
        self.store.touched.clear()
        self._synced = len(self.journal)
        self.alive = True
        Listener(self.world, self, lambda: Session(self), self.address)

    def die(self, keeps: float) -> None:
        """Die, and keep a share of the writes that are not synced."""
        kept = self._synced + round(keeps * (len(self.journal) - self._synced))
        self.world.note("store died", kept, len(self.journal))
        del self.journal[kept:]
        self.alive = False
        self.world.listeners.pop(self.address, None)
        self._syncing = False
        self._waiting.clear()
        self._answering.clear()
        for end in list(self.ends):
            end.die(quietly=False)

    # ---------------------------------------------------------------- commands

    def execute(self, session: Session, words: list[bytes]) -> Reply:
        """Execute a command, and append it to the journal if it may have changed something."""
        self.store.database = session.database
        if words[0].upper() not in READS and words[0].upper() in COMMANDS:
            self.journal.append(Executed(session.database, words, self._microseconds(), self.world.now))
            session.written = len(self.journal)
        return self.store.execute(words, session.database)

    def load_library(self, source: str) -> None:
        """Load a library, as a server does when it starts."""
        words = [b"FUNCTION", b"LOAD", b"REPLACE", source.encode()]
        self.journal.append(Executed(0, words, self._microseconds(), self.world.now))
        self.store.execute(words)

    def block(self, session: Session, blocked: Blocked) -> None:
        """Block a reader until entries arrive or its time is up."""
        self._waiting.append((session, blocked))
        if blocked.until < math.inf:
            delay = max(0.0, (blocked.until - self.store.milliseconds) / 1000)
            self.world.at(delay, lambda: self._unblock(session, blocked))

    def wake(self) -> None:
        """Reply to the readers whose streams have changed."""
        touched = self.store.touched
        if touched:
            self.store.touched = set()
            for session, blocked in list(self._waiting):
                if any((session.database, key) in touched for key in blocked.keys):
                    self._unblock(session, blocked)

    def _unblock(self, session: Session, blocked: Blocked) -> None:
        if (session, blocked) in self._waiting:
            self._waiting.remove((session, blocked))
            self.store.database = session.database
            session.unblock(entries_after(self.store, blocked.keys, blocked.after, blocked.count) or NO_ARRAY)

    def wait_for_copies(self, _session: Session, _words: list[bytes]) -> Reply:
        """Reply that no replica has what a session has written."""
        return 0

    def forget(self, session: Session) -> None:
        """Remove a connection that has ended."""
        self._waiting = [(one, blocked) for one, blocked in self._waiting if one is not session]
        self._answering.pop(session, None)

    # ---------------------------------------------------------------- answers

    def answer(self, session: Session) -> None:
        """Send the replies of a session, once all writes are synced."""
        self._answering[session] = None
        if self._syncing:
            return
        if len(self.journal) == self._synced and not self.stalls_for:
            self._send()
            return
        self._syncing = True
        delay, self.stalls_for = self.random.random() * SYNC_SECONDS + self.stalls_for, 0.0
        life = self.store
        self.world.at(delay, lambda: self._sync(life))

    def _sync(self, life: Store) -> None:
        if self.alive and life is self.store:
            self._syncing = False
            self._synced = len(self.journal)
            self._send()

    def _send(self) -> None:
        sessions, self._answering = self._answering, {}
        for session in sessions:
            session.send()


class Session:
    """One connection to the store."""

    def __init__(self, process: StoreProcess) -> None:
        """Open a session in database 0, with version 2 of the protocol."""
        self.database = 0
        self.written = 0
        """The length of the journal after this session's last write."""
        self._process, self._third, self._blocked = process, False, False
        self._queue: list[list[bytes]] = []
        self._out: list[bytes] = []
        self._reader = hiredis.Reader(notEnoughData=Ellipsis)
        self._transport: Transport | None = None

    def connection_made(self, transport: Transport) -> None:
        """Store the transport."""
        self._transport = transport

    def connection_lost(self, _error: Exception | None) -> None:
        """End the session, and stop waiting for entries."""
        self._process.forget(self)

    def data_received(self, data: bytes) -> None:
        """Execute the commands that have arrived completely, in order."""
        self._reader.feed(data)
        while (words := self._reader.gets()) is not Ellipsis:
            self._queue.append(words)
        self._go_on()

    def _go_on(self) -> None:
        while self._queue and not self._blocked:
            reply = self._execute(self._queue.pop(0))
            if reply is WAITING:
                self._blocked = True
            elif isinstance(reply, Blocked):
                self._blocked = True
                self._process.block(self, reply)
            else:
                self._out.append(encode(reply, third=self._third))
            self._process.wake()
        if self._out:
            self._process.answer(self)

    def _execute(self, words: list[bytes]) -> Reply:
        match words[0].upper():
            case b"HELLO":
                self._third = words[1:2] == [b"3"]
                return {**HELLO, b"proto": 3 if self._third else 2}
            case b"SELECT":
                self.database = int(words[1])
                return OK
            case b"AUTH":
                return Error("ERR the simulated store has no passwords")
            case b"WAIT" | b"WAITAOF":
                return self._process.wait_for_copies(self, words)
            case _:
                return self._process.execute(self, words)

    def unblock(self, reply: Reply) -> None:
        """Reply to the blocked reader, and continue with the reader's next commands."""
        self._blocked = False
        self._out.append(encode(reply, third=self._third))
        self._go_on()

    def send(self) -> None:
        """Send the pending replies."""
        out, self._out = self._out, []
        if self._transport is not None:
            self._transport.write(b"".join(out))
