"""Objects for processes that the nursery (a child process that forks others) has started.

They have the methods of the processes of `subprocess`.
"""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import subprocess
import threading
import time
from collections.abc import Mapping, Sequence
from typing import IO, Final

import structlog

from shared.platform.processes.nursery import HERE, NurseryGone, Start

log = structlog.get_logger("shared.platform.processes")

PROGRAM: Final = "arbiter"
"""The first word in the command line of a forked process."""
SHORTEST_PAUSE: Final = 0.0005
LONGEST_PAUSE: Final = 0.05


class ForkedProcess:
    """A forked child process, with the methods of `subprocess.Popen` that a supervisor uses."""

    def __init__(self, pid: int, stdin: IO[bytes] | None = None) -> None:
        """Set up the object for the process with this id.

        `stdin` is the writing end of the process's standard input.
        """
        self.pid: Final = pid
        self.stdin: Final = stdin
        self.returncode: int | None = None
        self._lock: Final = threading.Lock()

    def poll(self) -> int | None:
        """Return the exit status, which is negative if a signal ended the process.

        Return None while the process is running.
        """
        with self._lock:
            if self.returncode is None:
                found, status = os.waitpid(self.pid, os.WNOHANG)
                self.returncode = os.waitstatus_to_exitcode(status) if found else None
            return self.returncode

    def wait(self, timeout: float | None = None) -> int:
        """Wait until the process ends, and return its exit status.

        Refuses: subprocess.TimeoutExpired
        """
        until, pause = None if timeout is None else time.monotonic() + timeout, SHORTEST_PAUSE
        while (code := self.poll()) is None:
            if timeout is not None and until is not None and time.monotonic() > until:
                raise subprocess.TimeoutExpired(str(self.pid), timeout)
            time.sleep(pause)
            pause = min(2 * pause, LONGEST_PAUSE)
        return code

    def send_signal(self, number: int) -> None:
        """Send a signal to the process, if it is running."""
        if self.poll() is None:
            os.kill(self.pid, number)

    def kill(self) -> None:
        """Kill the process, if it is running."""
        self.send_signal(signal.SIGKILL)


class ForkedWorker:
    """A forked process of the pool, with the methods of `asyncio.subprocess.Process` that the pool uses."""

    def __init__(self, pid: int, stdout: asyncio.StreamReader, stdin: asyncio.StreamWriter) -> None:
        """Set up the object for the process with this id, its output and its input."""
        self._process: Final = ForkedProcess(pid)
        self.stdout: Final = stdout
        self.stdin: Final = stdin

    @property
    def pid(self) -> int:
        """Return the process id."""
        return self._process.pid

    @property
    def returncode(self) -> int | None:
        """Return the exit status, or None while the process is running."""
        return self._process.poll()

    def kill(self) -> None:
        """Kill the process, if it is running."""
        self._process.kill()

    async def wait(self) -> int:
        """Wait until the process ends, and return its exit status."""
        loop = asyncio.get_running_loop()
        if self._process.poll() is None:
            ended, file = asyncio.Event(), os.pidfd_open(self.pid)
            loop.add_reader(file, ended.set)
            try:
                await ended.wait()
            finally:
                loop.remove_reader(file)
                os.close(file)
        self.stdin.close()
        return self._process.wait()


def fork_process(
    entry: str, words: Sequence[str], environment: Mapping[str, str], *, out: IO[bytes] | None, fds: Sequence[int]
) -> ForkedProcess | None:  # fmt: skip
    """Fork a process with a pipe to its standard input. Return None if this process has no nursery."""
    if HERE.nursery is None:
        return None
    read, write = os.pipe()
    files = [read, *((1, 2) if out is None else (out.fileno(), out.fileno())), *fds]
    pid = _fork(Start(entry, words, (PROGRAM, *words), environment, [0, 1, 2, *fds]), files)
    os.close(read)
    if pid is None:
        os.close(write)
        return None
    return ForkedProcess(pid, os.fdopen(write, "wb"))


async def fork_worker(entry: str, words: Sequence[str]) -> ForkedWorker | None:
    """Fork a process of the pool, with one socket for its input and output.

    Return None if this process has no nursery.
    """
    if HERE.nursery is None:
        return None
    ours, theirs = socket.socketpair()
    with theirs:
        pid = _fork(Start(entry, words, (PROGRAM, "pool"), dict(os.environ)), [theirs.fileno(), theirs.fileno(), 2])
    if pid is None:
        ours.close()
        return None
    return ForkedWorker(pid, *await asyncio.open_unix_connection(sock=ours))


def _fork(start: Start, files: Sequence[int]) -> int | None:
    """Ask the nursery to fork a process, and return the id of the new process.

    Return None if no nursery can do this; the caller then has to start the process in another way.
    """
    if HERE.nursery is None:
        return None
    try:
        return HERE.nursery.start(start, files)
    except NurseryGone as error:
        log.warning("nursery_gone", said=str(error))
        HERE.nursery = None
        return None
