"""Several server processes on one port. They start and end together, and a process that dies is restarted."""

from __future__ import annotations

import os
import select
import signal
import socket
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Final

import structlog
from msgspec.structs import replace

from services.gateway.processes.lifeline import hold_lifeline
from services.gateway.processes.listening import PORT_IS_SHARED, bind_all, close, reserve_port
from services.gateway.processes.nursery import nursery_of_a_fork
from services.gateway.processes.supervisor import SupervisedProcess, Supervisor, environment_of
from shared.platform import logs
from shared.platform.embedded_store.sockets import private_folder
from shared.platform.eventlog import CannotStart
from shared.platform.processes.place import Place
from shared.platform.settings import PREFIX, ServerSettings

log = structlog.get_logger("gateway")

LOOK_SECONDS: Final = 0.05
PAUSES: Final = (0.0, 1.0, 2.0, 4.0, 8.0)
"""Minimum seconds between a start of a server and its next restart.

The pause grows after each failure up to the last value, and restarts never stop.
"""
FROZEN_SECONDS: Final = 3.0
"""Seconds for which a server may be suspended before it is replaced.

A suspended server must be replaced because it still receives its share of connections.
"""
LAST_SECONDS: Final = 5.0
"""Seconds that a server has to end after it has answered its last requests."""
LONGEST_NAME: Final = "999.sock"
CPU_LIMIT: Final = Path("/sys/fs/cgroup/cpu.max")
SHARED_OUT: Final = (
    "peer_connections", "subscribers", "tenant_subscribers", "seat_subscribers", "pool_workers", "pool_queue",
    "pool_share", "cached_streams", "cached_megabytes",
)  # fmt: skip
"""The settings that limit all server processes together. Each process gets a share of them."""


def cores() -> int:
    """Return how many processors this process may use within the limit of its container, at least 1."""
    found = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    with suppress(OSError, ValueError):  # no such limit
        quota, period = CPU_LIMIT.read_text("ascii").split()
        found = min(found, max(1, int(quota) // int(period)))
    return found


def share_of(settings: ServerSettings, servers: int) -> ServerSettings:
    """Return the settings for one of several servers. Limits for all of them are divided and rounded up."""
    shares: dict[str, Any] = {name: -(-getattr(settings, name) // servers) for name in SHARED_OUT}
    return replace(settings, **shares)


def run_servers(
    settings: ServerSettings, *, store: str, service: str | None = None, ready: Callable[[int], None] | None = None
) -> None:
    """Serve until a stop signal, with the configured number of processes. A single server runs in this process.

    The function calls `ready` with the port when all processes serve.

    Refuses: CannotStart
    """
    servers = settings.servers or cores()
    if servers == 1:
        _serve_here(settings, store=store, service=service, ready=ready)
        return
    logs.configure(level=settings.log_level, form=settings.log_format)
    with _door(settings) as sockets, private_folder(LONGEST_NAME) as folder, stop_signals() as over:
        port = sockets[0].getsockname()[1]
        words = ("--service", service) if service else ()
        environment = environment_of(settings, store) | {f"{PREFIX}PORT": str(port)}
        group = Servers(environment, words, settings=settings, servers=servers, folder=folder, sockets=sockets)
        with group:
            if group.await_ready(over) and ready is not None:
                ready(port)
            over.wait()


class Servers(Supervisor):
    """The server processes of one port. This process starts, restarts and ends them."""

    def __init__(  # noqa: PLR0913 each argument by its name
        self, environment: Mapping[str, str], words: Sequence[str], *, settings: ServerSettings, servers: int,
        folder: Path, sockets: Sequence[socket.socket],
    ) -> None:  # fmt: skip
        """Set the environment and arguments of the processes, the folder of their sockets, and the port's sockets."""
        super().__init__(environment, revive=False)
        self._settings, self._more, self._folder = settings, words, folder
        self._places: Final = [Place(number, servers, folder) for number in range(servers)]
        self._fds: Final = () if PORT_IS_SHARED else tuple(one.fileno() for one in sockets)

    def start_all(self) -> list[SupervisedProcess]:
        """Start all processes at once."""
        ends = ((signal.SIGTERM, self._settings.shutdown_seconds + LAST_SECONDS),)
        inherited = [word for fd in self._fds for word in ("--fd", str(fd))]
        return [
            SupervisedProcess(
                ("server", str(one.number), str(one.servers), str(one.folder), *inherited, *self._more),
                self._environment, fds=self._fds, finishing=ends, pauses=PAUSES, frozen_seconds=FROZEN_SECONDS,
            )
            for one in self._places
        ]  # fmt: skip

    def await_ready(self, over: StopSign) -> bool:
        """Wait until all processes serve, and restart those that die from then on.

        Return False if a stop signal comes first.

        Refuses: CannotStart if a process ends before it serves
        """
        waiting = [place.socket(place.number) for place in self._places]
        while waiting:
            if over.wait(LOOK_SECONDS):
                return False
            for member in self.members:
                if member.process.poll() is not None:
                    raise CannotStart(f"a server process ended with status {member.process.returncode}; see above")
            waiting = [path for path in waiting if not _listens(path)]
        self.begin()
        return True


def serve_one(  # noqa: PLR0913 what its command line contains
    settings: ServerSettings, *, store: str, place: Place, service: str | None, fds: Sequence[int], lifeline: bool
) -> None:
    """Run as one of several servers, until a signal ends it."""
    with nursery_of_a_fork():  # before the first thread
        if lifeline:
            hold_lifeline()
        inherited = [socket.socket(fileno=fd) for fd in fds]
        sockets = inherited or bind_all(settings.host, settings.port, shared=True)
        own = share_of(settings, place.servers)
        _serve_here(own, store=store, service=service, place=place, sockets=sockets)


def _serve_here(settings: ServerSettings, *, store: str, **more: Any) -> None:  # noqa: ANN401 as `serve` has it
    """Serve in this process. The services are imported only here, because the supervisor does not need them."""
    from services.gateway.app import serve
    from services.gateway.processes.index_beside import index_beside

    serve(settings, store=store, beside=[index_beside(store)], **more)


@contextmanager
def _door(settings: ServerSettings) -> Iterator[list[socket.socket]]:
    """Reserve the port for the server processes until the end of the block, and yield its sockets.

    Refuses: CannotStart
    """
    try:
        sockets = reserve_port(settings.host, settings.port)
    except OSError as error:
        raise CannotStart(f"cannot listen on {settings.host}, port {settings.port}: {error.strerror}") from error
    try:
        yield sockets
    finally:
        close(sockets)


class StopSign:
    """A flag that asks the process to stop. Signal handlers may set it at any moment, so it uses a pipe and no lock."""

    def __init__(self) -> None:
        """Open the pipe behind the flag."""
        self._read, self._write = os.pipe()

    def set(self) -> None:
        """Set the flag."""
        os.write(self._write, b".")

    def wait(self, seconds: float | None = None) -> bool:
        """Wait until the flag is set, but at most for this number of seconds. Return whether it is set."""
        return bool(select.select([self._read], [], [], seconds)[0])

    def close(self) -> None:
        """Close the pipe."""
        os.close(self._read)
        os.close(self._write)


@contextmanager
def stop_signals() -> Iterator[StopSign]:
    """Yield a flag that Ctrl-C and SIGTERM set, until the end of the block."""
    over, numbers = StopSign(), (signal.SIGINT, signal.SIGTERM)
    before = {number: signal.signal(number, lambda *_: over.set()) for number in numbers}
    try:
        yield over
    finally:
        for number, action in before.items():
            signal.signal(number, action)
        over.close()


def _listens(path: Path) -> bool:
    with socket.socket(socket.AF_UNIX) as line, suppress(OSError):
        line.connect(str(path))
        return True
    return False
