"""The network between processes.

The bytes of a connection stay in order. They may arrive late, in parts, incomplete or never.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, Final

from tests.simulation.plan import Cut, Double, Late, Refuse, Silence

if TYPE_CHECKING:
    from tests.simulation.world import Process, World

RATE: Final = 1 / 0.0004
"""The rate of the exponential distribution of travel times. Units: 1/second."""
SPLIT_SHARE: Final = 0.02
END: Final = b""
"""The mark that arrives when the other end has closed the connection."""


async def connect(process: Process, factory: Callable[[], Any], address: object) -> tuple[Transport, Any]:
    """Connect a process to an address. Refuses: ConnectionRefusedError."""
    world = process.world
    await asyncio.sleep(process.random.expovariate(RATE))
    listener = world.listeners.get(address)
    if listener is None:
        raise ConnectionRefusedError(111, "nothing listens there")
    link = f"{process.name}>{listener.process.name}"
    if take(world, link, Refuse) is not None:
        raise ConnectionRefusedError(111, "refused")
    protocol = factory()
    here = _connect(world, process, listener, link)
    here.protocol = protocol
    protocol.connection_made(here)
    return here, protocol


def _connect(world: World, process: Process, listener: Listener, link: str) -> Transport:
    """Return one end of a new connection; the listener gets the other end."""
    world.links[link] = world.links.get(link, 0) + 1
    back = f"{listener.process.name}>{process.name}"
    here = Transport(world, process, link, world.links[link])
    here.peer = there = Transport(world, listener.process, back, world.links[link])
    there.peer = here
    listener.accept(there)
    return here


def take(world: World, link: str, *kinds: type) -> Any:  # noqa: ANN401 a fault
    """Remove and return a link's first fault that is of one of these kinds, or None."""
    waiting = world.faults.get(link, [])
    for fault in waiting:
        if isinstance(fault, kinds):
            waiting.remove(fault)
            world.note("fault", link, fault)
            return fault
    return None


class Listener:
    """A process that accepts connections at an address."""

    family = 2

    def __init__(self, world: World, process: Any, factory: Callable[[], Any], address: object) -> None:  # noqa: ANN401 a process or a store
        """Start to listen."""
        self.process, self.address, self.sockets = process, address, [self]
        self._world, self._factory = world, factory
        world.listeners[address] = self

    def getsockname(self) -> object:
        """Return the address."""
        return self.address

    def accept(self, transport: Transport) -> None:
        """Create the protocol of a new connection, and deliver the bytes that arrived earlier."""

        def make() -> None:
            transport.protocol = self._factory()
            transport.protocol.connection_made(transport)
            early, transport.early = transport.early, []
            for data in early:
                transport.deliver(data)

        transport.call(make)

    def close(self) -> None:
        """Stop listening."""
        if self._world.listeners.get(self.address) is self:
            del self._world.listeners[self.address]

    async def wait_closed(self) -> None:
        """Return at once."""


class Transport(asyncio.Transport):
    """One end of a connection."""

    peer: Transport

    def __init__(self, world: World, process: Any, link: str, number: int) -> None:  # noqa: ANN401 a process or a store
        """Open one end of a connection, with its own random numbers."""
        super().__init__({"peername": ("127.0.0.1", 1), "sockname": ("127.0.0.1", 2), "socket": None})
        self.process, self.link = process, link
        self.early: list[bytes] = []
        self.lost = False
        self.silent = False
        """Whether the connection is half open, so that no more bytes arrive and neither end learns of it."""
        self._world, self._random = world, world.stream(f"connection {link} {number}")
        self._closing = False
        self._last = 0.0
        self._travelling: deque[bytes] = deque()
        """Bytes that were sent and have not arrived.

        They arrive in order, even if rounding swaps their times.
        """
        self.protocol: Any = None
        process.ends.append(self)

    # ---------------------------------------------------------------- asyncio's interface

    def set_protocol(self, protocol: Any) -> None:  # noqa: ANN401 asyncio's
        """Replace the protocol."""
        self.protocol = protocol

    def get_protocol(self) -> Any:  # noqa: ANN401 asyncio's
        """Return the protocol."""
        return self.protocol

    def is_closing(self) -> bool:
        """Return whether this end is closed or is closing."""
        return self._closing

    def is_reading(self) -> bool:
        """Return True, because the transport always delivers bytes."""
        return True

    def pause_reading(self) -> None:
        """Do nothing: the transport still delivers bytes."""

    def resume_reading(self) -> None:
        """Do nothing."""

    def can_write_eof(self) -> bool:
        """Return False, because one direction cannot be closed alone."""
        return False

    def get_write_buffer_size(self) -> int:
        """Return 0, because no bytes are ever unsent."""
        return 0

    def get_write_buffer_limits(self) -> tuple[int, int]:
        """Return the limits for unsent bytes."""
        return (0, 65536)

    def set_write_buffer_limits(self, high: int | None = None, low: int | None = None) -> None:
        """Do nothing."""

    def writelines(self, list_of_data: Iterable[Any]) -> None:
        """Send bytes."""
        self.write(b"".join(list_of_data))

    def write(self, data: Any) -> None:  # noqa: ANN401 asyncio's
        """Send bytes, or apply the next fault of this link to them."""
        if self._closing or not data:
            return
        sent = bytes(data)
        match take(self._world, self.link, Cut, Late, Silence, Double):
            case Cut(part=part):
                self._post(sent[: int(len(sent) * part)])
                self._break()
                return
            case Late(seconds=seconds):
                self._last = max(self._last, self._world.now + seconds)
            case Silence():
                self.silent = self.peer.silent = True
            case Double():
                self._send_again(sent)
            case _:
                pass
        if len(sent) > 1 and self._random.random() < SPLIT_SHARE:
            at = self._random.randrange(1, len(sent))
            self._post(sent[:at])
            sent = sent[at:]
        self._post(sent)

    def close(self) -> None:
        """Close the connection."""
        if not self._closing:
            self._closing = True
            self._post(END)
            self.call(lambda: self._lose(None))

    def abort(self) -> None:
        """Close the connection."""
        self.close()

    # ---------------------------------------------------------------- what the network does

    def _post(self, data: bytes) -> None:
        world = self._world
        self._last = max(self._last, world.now + self._random.expovariate(RATE))
        self._travelling.append(data)
        world.sent.append((world.now, self, data))
        world.at(self._last - world.now, lambda: self.peer.arrive(self._travelling.popleft()))

    def _send_again(self, data: bytes) -> None:
        """Send bytes a second time over a separate connection, like a proxy that retries a request."""
        listener = next((one for one in self._world.listeners.values() if one.process is self.peer.process), None)
        if listener is not None:
            ghost = _connect(self._world, self.process, listener, f"{self.link} again")
            ghost.protocol = asyncio.Protocol()
            ghost._post(data)

    def arrive(self, data: bytes) -> None:
        """Receive bytes. If the process is dead, reset the connection."""
        if not self.process.alive:
            self.peer.reset()
        elif not self.lost and not self.silent:
            self._world.note("bytes", self.link, data)
            self.call(lambda: self.deliver(data))

    def call(self, work: Callable[[], None]) -> None:
        """Call a function in the process at this end."""
        if self.process.loop is None:
            work()
        else:
            self.process.loop.call_soon(work)

    def deliver(self, data: bytes) -> None:
        """Pass bytes to the protocol."""
        if self.lost:
            return
        if self.protocol is None:
            self.early.append(data)
        elif data == END:
            self._lose(None)
        elif not self._closing:
            self.protocol.data_received(data)

    def _lose(self, error: Exception | None) -> None:
        if self.lost:
            return
        self.lost = self._closing = True
        self._leave()
        if self.protocol is not None:
            self.protocol.connection_lost(error)

    def _leave(self) -> None:
        if self in self.process.ends:
            self.process.ends.remove(self)

    def _break(self) -> None:
        """Break the connection for both ends."""
        self._closing = True
        self._post(END)
        self.reset()

    def reset(self) -> None:
        """Lose the connection because the other end is gone."""
        if self.process.alive and not self.lost:
            self.call(lambda: self._lose(ConnectionResetError(104, "reset")))

    def reseed(self, seed: int) -> None:
        """Start new random numbers for the run of a seed."""
        self._random.seed(f"{seed}/connection {self.link} of the image")

    def die(self, *, quietly: bool) -> None:
        """End together with the process. If `quietly`, the other end notices only when it sends bytes."""
        self.lost = self._closing = True
        self._leave()
        if not quietly:
            self._post(END)
