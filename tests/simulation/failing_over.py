"""A store with a replica and sentinels: writes reach the replica a little later, and it may take the primary's place.

The new primary has a place of its own, which the sentinels name. It has the writes that had reached the replica; the
others are lost. The old primary does not come back as a primary.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

import hiredis

from tests.simulation.network import Listener, Transport
from tests.simulation.store.values import OK, Error, Reply, encode
from tests.simulation.store_process import HELLO, WAITING, Session, StoreProcess

if TYPE_CHECKING:
    from tests.simulation.world import World

PRIMARY: Final = "primary"
SENTINEL: Final = ("sentinel.example", 26379)
PLACES: Final = (("store-a.example", 6379), ("store-b.example", 6379))
MOST_LAG: Final = 0.02
"""The longest time from a write on the primary's disk until it is on the replica's disk. Units: seconds."""


class ReplicatedStore(StoreProcess):
    """A primary and its replica, which has the beginning of the primary's journal."""

    def __init__(self, world: World) -> None:
        """Create a store whose journal is empty, and its sentinel."""
        self.fallen = 0
        """How many primaries have been replaced."""
        self._copied = 0
        self._held_until = 0.0
        self._confirming: list[tuple[Session, int, bytes]] = []
        super().__init__(world)
        Sentinel(world, self)

    @property
    def address(self) -> tuple[str, int]:
        """Return where the primary is."""
        return PLACES[self.fallen % len(PLACES)]

    # ---------------------------------------------------------------- the replica

    def hold_back(self, seconds: float) -> None:
        """Let no write reach the replica for some seconds."""
        self._held_until = self.world.now + seconds

    def _send(self) -> None:
        super()._send()
        self._copy_later(len(self.journal))

    def _copy_later(self, length: int) -> None:
        life, lag = self.store, self.random.random() * MOST_LAG
        self.world.at(max(lag, self._held_until - self.world.now), lambda: self._copy(life, length))

    def _copy(self, life: Any, length: int) -> None:  # noqa: ANN401 the state of the store since its start
        if not self.alive or life is not self.store:
            return
        self._copied = max(self._copied, length)
        for waiting in [one for one in self._confirming if one[1] <= self._copied]:
            self._confirm(*waiting, copies=1)

    def _confirm(self, session: Session, length: int, name: bytes, *, copies: int) -> None:
        if (session, length, name) in self._confirming:
            self._confirming.remove((session, length, name))
            session.unblock([1, copies] if name == b"WAITAOF" else copies)

    def wait_for_copies(self, session: Session, words: list[bytes]) -> Reply:
        """Wait until what a session has written is on the replica's disk, or until the time of the command is over."""
        name, length = words[0].upper(), session.written
        waiting = (session, length, name)
        self._confirming.append(waiting)
        seconds = 0.0 if length <= self._copied else int(words[-1]) / 1000
        copies = 1 if length <= self._copied else 0
        self.world.at(seconds, lambda: self._confirm(*waiting, copies=copies))
        return WAITING

    def forget(self, session: Session) -> None:
        """Remove a connection that has ended."""
        self._confirming = [one for one in self._confirming if one[0] is not session]
        super().forget(session)

    # ---------------------------------------------------------------- life

    def start(self) -> None:
        """Start the primary at its place. Its replica gets what it lacks."""
        super().start()
        self._copied = min(self._copied, len(self.journal))
        self._copy_later(len(self.journal))

    def die(self, keeps: float) -> None:
        """Die, and come back at the same place."""
        super().die(keeps)
        self._confirming.clear()

    def fail_over(self) -> None:
        """Die, so that the replica becomes the primary."""
        self.die(0.0)
        kept = min(self._copied, len(self.journal))
        self.lost += self.journal[kept:]
        del self.journal[kept:]
        self._synced = kept
        self.fallen += 1
        self.world.note("failed over", kept, len(self.lost))


class Sentinel:
    """A process that names the primary. It never dies, as three of them would not."""

    name, loop, alive = "sentinel", None, True

    def __init__(self, world: World, store: ReplicatedStore) -> None:
        """Start to listen."""
        self.ends: list[Any] = []
        Listener(world, self, lambda: _Asked(store), SENTINEL)


class _Asked:
    """One connection to the sentinel."""

    def __init__(self, store: ReplicatedStore) -> None:
        self._store, self._third = store, False
        self._reader = hiredis.Reader(notEnoughData=Ellipsis)
        self._transport: Transport | None = None

    def connection_made(self, transport: Transport) -> None:
        self._transport = transport

    def connection_lost(self, _error: Exception | None) -> None:
        pass

    def data_received(self, data: bytes) -> None:
        self._reader.feed(data)
        while (words := self._reader.gets()) is not Ellipsis:
            reply = self._answer([word.upper() for word in words])
            if self._transport is not None:
                self._transport.write(encode(reply, third=self._third))

    def _answer(self, words: list[bytes]) -> Reply:
        match words[:2]:
            case [b"HELLO", *version]:
                self._third = version == [b"3"]
                return {**HELLO, b"proto": 3 if self._third else 2}
            case [b"SENTINEL", b"MASTERS"]:
                return [_state(PRIMARY, self._store.address, "master")]
            case [b"SENTINEL", _]:
                other = PLACES[(self._store.fallen + 1) % len(PLACES)]
                return [_state("replica", other, "slave,s_down")]  # it answers no reader
            case [b"CLIENT" | b"PING", *_]:
                return OK
            case _:
                return Error("ERR unknown command")


def _state(name: str, address: tuple[str, int], flags: str) -> Mapping[bytes, bytes]:
    """Return what a sentinel says of a server."""
    host, port = address
    facts = {"name": name, "ip": host, "port": port, "flags": flags, "num-other-sentinels": 2}
    return {key.encode(): str(value).encode() for key, value in facts.items()}
