"""A nursery is a child process that imports modules once, and then forks processes that need them, on request.

The nursery has one thread, no event loop and no connection, and it draws no random number. The process that requests
a fork adopts the new process: it is then the new process's parent, reads its exit status and sends it signals as if
it had started it. Python, OpenSSL and uuid reseed after a fork; all processes of a nursery share the seed of `hash`.
"""

from __future__ import annotations

import atexit
import ctypes
import fcntl
import gc
import importlib
import os
import signal
import socket
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final, NoReturn

import msgspec
from msgspec import Struct

PR_SET_CHILD_SUBREAPER: Final = 36
ARG_START: Final = 45
"""The index of the command line's address among the fields of /proc/PID/stat that come after the name."""
STANDARD: Final = (0, 1, 2)
LONGEST: Final = 1 << 20
MOST_FILES: Final = 250
LARGEST_STATUS: Final = 0xFF
FREE: Final = 200
"""A descriptor number. Inherited files are first moved above it, and then to their final descriptors."""
ANSWER_SECONDS: Final = 120.0
"""How long to wait for the nursery to fork a process.

The first fork waits until the imports are done. Units: seconds
"""
IGNORED: Final = (signal.SIGINT, signal.SIGTERM)
"""The signals that the nursery ignores.

They reach the whole process group, but only the nursery's parent decides when the nursery ends.
"""


class NurseryGone(OSError):
    """The nursery has ended or cannot fork the process, so the caller must execute the process instead."""


class Start(Struct, frozen=True):
    """A request to fork a process, which then calls the function `entry` (`module:function`) with `words`.

    `shown` is the command line that `ps` shows for the process. `files` are the descriptors under which the process
    gets the files that are sent with this request.
    """

    entry: str
    words: Sequence[str]
    shown: Sequence[str]
    environment: Mapping[str, str]
    files: Sequence[int] = STANDARD
    new_session: bool = True


class Nursery:
    """The connection from a process to its nursery."""

    def __init__(self, line: socket.socket, pid: int | None = None) -> None:
        """Set up the connection over a socket. If `pid` is given, `close` ends this process."""
        line.settimeout(ANSWER_SECONDS)
        self._line, self.pid, self._lock = line, pid, threading.Lock()

    def start(self, start: Start, files: Sequence[int]) -> int:
        """Ask the nursery to fork a process, and return its id. The new process becomes a child of this process.

        Refuses: NurseryGone
        """
        with self._lock:
            adopt_orphans(yes=True)
            try:
                socket.send_fds(self._line, [msgspec.json.encode(start)], files)
                answer = self._line.recv(LONGEST)
            except OSError as error:
                raise NurseryGone(str(error)) from error
            finally:
                adopt_orphans(yes=False)
        if not answer:
            raise NurseryGone("it has ended")
        return int(answer)

    def close(self) -> None:
        """End the nursery. The processes that it forked keep running."""
        self._line.close()
        if self.pid is not None:
            with suppress(ProcessLookupError):
                os.kill(self.pid, signal.SIGKILL)  # it may still be importing, and has no state to save
            with suppress(ChildProcessError):
                os.waitpid(self.pid, 0)


class Here:
    """The nursery of this process, if it has one, and whether a nursery forked this process."""

    nursery: Nursery | None = None
    forked: bool = False


HERE: Final = Here()


def forks_safely() -> bool:
    """Return whether this process can fork safely now. That needs Linux and a process with a single thread.

    macOS's own libraries do not work after a fork, and only Linux lets a process adopt another's children.
    """
    if sys.platform != "linux":
        return False
    try:
        os.close(os.pidfd_open(os.getpid()))  # some containers forbid it
        return len([*Path("/proc/self/task").iterdir()]) == 1
    except OSError:
        return False


@contextmanager
def nursery(prepare: Callable[[], None]) -> Iterator[None]:
    """Run the block with a nursery for this process, if the process can fork safely.

    `prepare` runs in the nursery and imports what the processes need. A process that the nursery forks also runs and
    exits inside this function, without entering the block.
    """
    if HERE.nursery is not None or not forks_safely():
        yield
        return
    opened = _open(prepare)
    HERE.nursery = opened
    try:
        yield
    finally:
        HERE.nursery = None
        opened.close()


def adopt_orphans(*, yes: bool) -> None:
    """Make this process the parent of orphaned descendants; with `yes=False`, no longer do so."""
    if ctypes.CDLL(None, use_errno=True).prctl(PR_SET_CHILD_SUBREAPER, int(yes), 0, 0, 0):
        raise NurseryGone(os.strerror(ctypes.get_errno()))


# ------------------------------------------------------------------ in the nursery


def _open(prepare: Callable[[], None]) -> Nursery:
    """Fork a nursery, and return the connection to it."""
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    for stream in (sys.stdout, sys.stderr):
        stream.flush()  # buffered text would be written twice
    _freeze()
    pid = os.fork()
    if pid == 0:
        ours.close()
        os.setsid()
        _tend(theirs, prepare)
    theirs.close()
    return Nursery(ours, pid)


def _tend(line: socket.socket, prepare: Callable[[], None]) -> NoReturn:
    """Run the nursery. In each process that it forks, call the requested function and exit."""
    _leave_files()
    show_words(("arbiter", "nursery"))
    start = fork_on_request(line, prepare)
    HERE.nursery, HERE.forked = None, True
    become(start)


def _leave_files() -> None:
    """Close all files that this process inherited, except standard error."""
    null = os.open(os.devnull, os.O_RDWR)
    for number in (0, 1):
        os.dup2(null, number)
    os.close(null)
    for number in map(int, os.listdir("/proc/self/fd")):  # noqa: PTH208 names
        with suppress(OSError):
            if number not in STANDARD and os.get_inheritable(number):
                os.close(number)


def fork_on_request(line: socket.socket, prepare: Callable[[], None]) -> Start:
    """Fork a process for each request until the connection closes.

    Only the forked processes return from this function.
    """
    before = {number: signal.signal(number, signal.SIG_IGN) for number in IGNORED}
    gc.disable()  # imported objects are never freed, so collecting would only cost time
    prepare()
    gc.enable()
    if not forks_safely():
        os._exit(1)
    _freeze()
    while True:
        body, files, *_ = socket.recv_fds(line, LONGEST, MOST_FILES)
        if not body:
            os._exit(0)
        start = msgspec.json.decode(body, type=Start)
        pid = _fork_for_parent(new_session=start.new_session)
        if pid == 0:
            line.close()
            _take(files, start.files)
            for number, action in before.items():
                signal.signal(number, action)
            return start
        for file in files:
            os.close(file)
        with suppress(OSError):  # the requester has ended; the next read from the connection ends this loop
            line.send(str(pid).encode())


def _freeze() -> None:
    """Exempt all objects from garbage collection before a fork.

    A later collection would copy each memory page that parent and child share.
    """
    gc.collect()
    gc.freeze()


def _fork_for_parent(*, new_session: bool) -> int:
    """Fork a child for the requesting process: an intermediate process exits, and the requester adopts the orphan.

    Return the child's id; in the child itself, return 0 as soon as it is adopted.
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
        os.read(gate, 1)  # wait until the other end is closed
        os.close(gate)
        return 0
    os.waitpid(between, 0)
    child = int(os.read(reader, 32))
    for file in (reader, writer, gate, latch):
        os.close(file)
    return child


def _take(files: Sequence[int], numbers: Sequence[int]) -> None:
    """Move each inherited file to the descriptor at which the new process expects it."""
    high = [fcntl.fcntl(file, fcntl.F_DUPFD_CLOEXEC, FREE) for file in files]
    for file in files:
        os.close(file)
    for file, number in zip(high, numbers, strict=True):
        os.dup2(file, number)
        os.close(file)
    sys.stdin = open(0, encoding=sys.stdin.encoding if sys.stdin else None, closefd=False)  # noqa: SIM115 a number


def show_words(words: Sequence[str]) -> None:
    """Overwrite this process's command line with these words, so that `ps` shows them.

    Words that do not fit are cut.
    """
    facts = Path("/proc/self/stat").read_text("ascii").rpartition(")")[2].split()
    begin, end = int(facts[ARG_START]), int(facts[ARG_START + 1])
    text = "\0".join(words).encode()[: end - begin - 1]
    ctypes.memmove(begin, text.ljust(end - begin, b"\0"), end - begin)


def become(start: Start) -> NoReturn:
    """Become the requested process: take over the environment in the request, and call the function that it names."""
    os.environ.clear()
    os.environ.update(start.environment)
    time.tzset()
    sys.argv = [*start.shown]
    show_words(start.shown)
    module, _, function = start.entry.partition(":")
    try:
        getattr(importlib.import_module(module), function)([*start.words])
    except SystemExit as end:
        if isinstance(end.code, str):
            raise  # Python prints it
        _end(end.code or 0)
    _end(0)


def _end(status: int) -> NoReturn:
    """End this process with an exit status: wait for threads, call exit handlers, collect garbage, and flush output.

    Python's usual exit would then also free all modules. A forked process shares their memory with its siblings, and
    would copy each page before it frees the objects in the page. That takes 0.1 seconds of processor time;
    `multiprocessing` avoids it in the same way.
    """
    threading._shutdown()  # type: ignore[attr-defined] # noqa: SLF001 it has no public name
    atexit._run_exitfuncs()  # noqa: SLF001 it has no public name
    gc.collect()
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError, ValueError):
            stream.flush()
    os._exit(status & LARGEST_STATUS)
