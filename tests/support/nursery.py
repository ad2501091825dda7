"""Starts our own command line for tests by forking a process that has imported everything already.

A start of `arbiter serve` takes seconds of processor time, nearly all of it for imports; a fork takes milliseconds.
`install` replaces `subprocess.Popen`: where a test, or code that it calls, starts one of `MODULES` as `python -m`, the
nursery forks a process that runs the module. It is a real process: a child of the process that asked for it, with its
own id, session, files, environment and exit code. Everything else is executed as before, and so is a start that differs
from the nursery in more than its settings: another working directory, another variable of the environment.

The nursery has one thread, no event loop and no connection, and it draws no random number. Python, OpenSSL and uuid
reseed after a fork. What forked processes share and executed ones do not: the seed of `hash`. Tests of how a process
starts are marked `execs`.
"""

from __future__ import annotations

import atexit
import ctypes
import fcntl
import gc
import importlib
import inspect
import os
import runpy
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from pkgutil import iter_modules
from typing import Any, ClassVar, Final

import msgspec
from msgspec import Struct

ROOT: Final = Path(__file__).parents[2]
PROGRAM: Final = "services.gateway.cli"
MODULES: Final = frozenset({PROGRAM, "tests.support.past_the_front", "tests.support.killed_at", "tests.support.found"})
PACKAGE: Final = "services.gateway.processes"
IMPORTED: Final = (
    "services.gateway.app", "billiard.pool", "billiard.popen_fork", "celery.app.amqp", "celery.app.control",
    "celery.app.log", "celery.app.trace", "celery.apps.worker", "celery.backends.base", "celery.bin.celery",
    "celery.bin.worker", "celery.concurrency.prefork", "celery.events.state", "celery.fixups.django",
    "celery.worker.autoscale", "celery.worker.components", "celery.worker.consumer", "kombu.transport.redis",
    "uvicorn.lifespan.on", "uvicorn.loops.auto", "uvicorn.protocols.utils",
)  # fmt: skip
"""What the commands import when they run, with each module of the package."""
READ_AT_IMPORT: Final = ("services.gateway.terminal",)
"""Modules that read the environment when they are imported: each process imports them itself."""
MAY_DIFFER: Final = ("ARBITER_", "PYTEST_", "COLUMNS", "LINES")
"""Variables that are read when a command runs, by how their names begin."""
COMPILED: Final = "ARBITER_COMPILED"
"""The setting that decides what is imported: with it, every process is executed."""
PR_SET_CHILD_SUBREAPER: Final = 36
ARG_START: Final = 45
"""Where the address of the command line is among the facts of /proc/PID/stat that follow the name."""
ROOM: Final = 4000
"""How much longer the nursery's command line is than its own, so that any other one finds room."""
LONGEST: Final = 1 << 20
MOST_FILES: Final = 250
FREE: Final = 200
"""Inherited files are moved above this number, until each gets its own."""


class Start(Struct, frozen=True):
    """What a forked process becomes. `files`: the numbers that the sent files get in it."""

    module: str
    words: Sequence[str]
    environment: Mapping[str, str]
    files: Sequence[int]
    new_session: bool


EXECUTED: Final = subprocess.Popen
ARGUMENTS: Final = tuple(inspect.signature(EXECUTED._execute_child).parameters)[1:]  # type: ignore[attr-defined]


# ------------------------------------------------------------------ in the process that starts others


class Nursery:
    """The line to a nursery."""

    def __init__(self, line: socket.socket, environment: Mapping[str, str]) -> None:
        """Take the line, and the environment in which the nursery has imported everything."""
        self._line, self._lock = line, threading.Lock()
        self._fixed: Final = _fixed(environment)

    def serves(self, environment: Mapping[str, str]) -> bool:
        """Whether a process with this environment would have imported the same."""
        return COMPILED not in environment and _fixed(environment) == self._fixed

    def start(self, start: Start, files: Sequence[int]) -> int:
        """Have a process forked; return its id. It is a child of this process."""
        with self._lock:
            _adopt(orphans=True)
            try:
                socket.send_fds(self._line, [msgspec.json.encode(start)], files)
                return int(self._line.recv(LONGEST))
            finally:
                _adopt(orphans=False)

    def close(self) -> None:
        """End the nursery; the processes that it forked stay."""
        self._line.close()


def _fixed(environment: Mapping[str, str]) -> dict[str, str]:
    """Return the variables that must not differ."""
    return {name: value for name, value in environment.items() if not name.startswith(MAY_DIFFER)}


def _environment() -> dict[str, str]:
    """Return the environment that an executed process inherits: libraries may have changed it past `os.environ`."""
    lines = ctypes.POINTER(ctypes.c_char_p).in_dll(ctypes.CDLL(None), "environ")
    found: dict[str, str] = {}
    while (line := lines[len(found)]) is not None:
        name, _, value = os.fsdecode(line).partition("=")
        found[name] = value
    return found


def _adopt(*, orphans: bool) -> None:
    """Make this process the parent of its orphaned descendants, or no longer."""
    ctypes.CDLL(None, use_errno=True).prctl(PR_SET_CHILD_SUBREAPER, int(orphans), 0, 0, 0)


class ForkedPopen(subprocess.Popen[Any]):
    """Starts a process, by a fork of the nursery where that comes to the same."""

    nursery: ClassVar[Nursery | None] = None
    process: ClassVar[subprocess.Popen[bytes] | None] = None
    forks: ClassVar[bool] = True
    """False while a test runs that is about how processes start."""
    forked: ClassVar[int] = 0
    """The number of forked processes."""

    def _execute_child(self, *given: Any) -> None:  # noqa: ANN401 as subprocess has it
        asked = dict(zip(ARGUMENTS, given, strict=True))
        words, environment = asked["args"], asked["env"]
        environment = _environment() if environment is None else dict(environment)
        if not (self.forks and _is_ours(words) and _is_plain(asked) and _nursery().serves(environment)):
            super()._execute_child(*given)  # type: ignore[misc]
            return
        ours = [asked[name] for name in ("p2cread", "c2pwrite", "errwrite")]
        files = [number if fd == -1 else fd for number, fd in enumerate(ours)]
        passed = sorted(asked["pass_fds"])
        start = Start(words[2], words[3:], environment, [0, 1, 2, *passed], asked["start_new_session"])
        self.pid = _nursery().start(start, [*files, *passed])
        self._child_created = True
        ForkedPopen.forked += 1
        self._close_pipe_fds(  # type: ignore[attr-defined]
            *(asked[name] for name in ("p2cread", "p2cwrite", "c2pread", "c2pwrite", "errread", "errwrite"))
        )


def _is_ours(words: Any) -> bool:  # noqa: ANN401 as subprocess has it
    return (
        isinstance(words, (list, tuple))
        and all(isinstance(word, str) for word in words)
        and list(words[:2]) == [sys.executable, "-m"]
        and words[2] in MODULES
    )


def _is_plain(asked: Mapping[str, Any]) -> bool:
    """Whether nothing is asked of the process that the nursery does not do."""
    here = Path(asked["cwd"] or Path.cwd()) == ROOT == Path.cwd()
    unset = {"executable": None, "preexec_fn": None, "shell": False, "gid": None, "gids": None, "uid": None}
    more = {"umask": -1, "process_group": -1, "close_fds": True, "restore_signals": True}
    return here and all(asked[name] == value for name, value in (unset | more).items())


def _nursery() -> Nursery:
    """Return the nursery of this process, which is started when it is first needed."""
    if ForkedPopen.nursery is None:
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        code = f"from tests.support import nursery; nursery.main({theirs.fileno()})"
        environment = _environment()
        ForkedPopen.process = EXECUTED(
            [sys.executable, "-c", code, "-" * ROOM], cwd=ROOT, env=environment, pass_fds=[theirs.fileno()],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
        )  # fmt: skip
        theirs.close()
        ForkedPopen.nursery = Nursery(ours, environment)
    return ForkedPopen.nursery


def install() -> None:
    """Fork our own command line from now on, where this system can."""
    if sys.platform == "linux":
        subprocess.Popen = ForkedPopen  # type: ignore[misc]


@contextmanager
def executed() -> Iterator[None]:
    """Fork nothing while the block lasts."""
    before, ForkedPopen.forks = ForkedPopen.forks, False
    try:
        yield
    finally:
        ForkedPopen.forks = before


def uninstall() -> None:
    """End the nursery, if one was started."""
    subprocess.Popen = EXECUTED  # type: ignore[misc]
    if ForkedPopen.nursery is not None:
        ForkedPopen.nursery.close()
        ForkedPopen.nursery = None
    if ForkedPopen.process is not None:
        ForkedPopen.process.wait(10)
        ForkedPopen.process = None


# ------------------------------------------------------------------ in the nursery


def main(fd: int) -> None:
    """Import everything, and fork a process for each request, until the line is closed; then run what it became."""
    sys.path[0] = str(Path.cwd())  # as `python -m` has it
    environment = dict(os.environ)
    folder = importlib.import_module(PACKAGE).__path__
    for name in (*IMPORTED, *(f"{PACKAGE}.{one.name}" for one in iter_modules(folder))):
        importlib.import_module(name)
    assert not [name for name in READ_AT_IMPORT if name in sys.modules], "what reads the environment is imported late"
    assert 1 == len([*Path("/proc/self/task").iterdir()]), "a process with threads cannot be forked"
    gc.collect()
    gc.freeze()
    start = _forked(socket.socket(fileno=fd))
    _become(_with_nursery(start, environment) if _starts_others(start) else start)


def _starts_others(start: Start) -> bool:
    """Whether the command starts processes of our own beside it."""
    if start.words[:1] != ["serve"]:
        return start.words[:1] in (["up"], ["demo"])
    return start.environment.get("ARBITER_SERVERS") != "1" or bool({"--dispatcher", "--servers"} & {*start.words})


def _forked(line: socket.socket) -> Start:
    """Fork a process for each request. Return in each of them, with its standard files; the nursery never returns."""
    at_interrupt = signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches the whole group: who asked decides
    while True:
        body, files, *_ = socket.recv_fds(line, LONGEST, MOST_FILES)
        if not body:
            os._exit(0)
        start = msgspec.json.decode(body, type=Start)
        pid = _fork_for_parent(new_session=start.new_session)
        if pid == 0:
            line.close()
            _take(files, start.files)
            signal.signal(signal.SIGINT, at_interrupt)
            return start
        for file in files:
            os.close(file)
        line.send(str(pid).encode())


def _fork_for_parent(*, new_session: bool) -> int:
    """Fork a child of the process that asked: a process between them ends, and who asked adopts the orphan.

    Return its id; in the child 0, as soon as it is adopted.
    """
    (reader, writer), (gate, latch) = os.pipe(), os.pipe()
    between = os.fork()
    if between == 0:
        if os.fork():
            os._exit(0)
        if new_session:
            os.setsid()
        os.write(writer, str(os.getpid()).encode())
        for file in (reader, writer, latch):
            os.close(file)
        os.read(gate, 1)  # until it is closed
        os.close(gate)
        return 0
    os.waitpid(between, 0)
    child = int(os.read(reader, 32))
    for file in (reader, writer, gate, latch):
        os.close(file)
    return child


def _take(files: Sequence[int], numbers: Sequence[int]) -> None:
    """Give each inherited file its number; close it under any other."""
    high = [fcntl.fcntl(file, fcntl.F_DUPFD_CLOEXEC, FREE) for file in files]
    for file in files:
        os.close(file)
    for file, number in zip(high, numbers, strict=True):
        os.dup2(file, number)
        os.close(file)


def _with_nursery(start: Start, environment: Mapping[str, str]) -> Start:
    """Give this process a nursery of its own for the processes that it starts.

    Return what this process becomes; in each process forked later, what that one becomes.
    """
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    pid = os.fork()
    if pid == 0:
        ours.close()
        null = os.open(os.devnull, os.O_RDWR)
        for number in (0, 1, 2):
            os.dup2(null, number)
        return _forked(theirs)
    theirs.close()
    ForkedPopen.nursery = Nursery(ours, environment)
    atexit.register(_end, ForkedPopen.nursery, pid)
    install()
    return start


def _end(nursery: Nursery, pid: int) -> None:
    """End a nursery before the process that it belongs to."""
    nursery.close()
    with suppress(ChildProcessError):
        os.waitpid(pid, 0)


def _show(words: Sequence[str]) -> None:
    """Write the words over this process's command line, so that `ps` shows them."""
    facts = Path("/proc/self/stat").read_text("ascii").rpartition(")")[2].split()
    begin, end = int(facts[ARG_START]), int(facts[ARG_START + 1])
    text = "\0".join(words).encode()[: end - begin - 1]
    ctypes.memmove(begin, text.ljust(end - begin, b"\0"), end - begin)


def _become(start: Start) -> None:
    """Run a module as `python -m` does, in its own environment."""
    os.environ.clear()
    os.environ.update(start.environment)
    time.tzset()
    sys.argv = [start.module, *start.words]
    _show((sys.executable, "-m", *sys.argv))
    runpy.run_module(start.module, run_name="__main__", alter_sys=True)
