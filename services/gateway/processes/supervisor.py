"""A supervisor of child processes. It starts them, restarts those that die, and ends them when this process ends."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, ClassVar, Final, Self

import structlog

from shared.platform.processes.forked import ForkedProcess, fork_process
from shared.platform.settings import PREFIX, ServerSettings

log = structlog.get_logger("gateway")

LOOK_SECONDS: Final = 0.25
FINISHING: Final = ((signal.SIGTERM, 8.0), (signal.SIGQUIT, 8.0))
"""Signals that ask a process to end, and the seconds to wait after each.

On SIGTERM the process finishes its current work. On SIGQUIT it gives the work back.
"""
PAUSES: Final = (1.0,)
STEADY_SECONDS: Final = 60.0
"""Seconds after which a restarted process counts as healthy, so that its next pause is again the shortest one."""
PROGRAM: Final = "services.gateway.cli"
ROLES: Final = ("dispatcher", "worker", "clock")


class SupervisedProcess:
    """One child process, in its own process group, so that its own children end with it."""

    module: ClassVar[str] = PROGRAM

    def __init__(  # noqa: PLR0913 each argument by its name
        self, words: Sequence[str], environment: Mapping[str, str], out: IO[bytes] | None = None, *,
        fds: Sequence[int] = (), finishing: Sequence[tuple[int, float]] = FINISHING, pauses: Sequence[float] = PAUSES,
        frozen_seconds: float | None = None,
    ) -> None:  # fmt: skip
        """Start the process with this command line, environment, output and inherited files.

        `finishing` holds the signals that ask it to end, with the seconds to wait after each. `pauses` are the delays
        before its restarts, in order. `frozen_seconds` is how long it may be suspended before it is replaced. None
        means no limit.
        """
        self._words, self._environment, self._out = words, environment, out
        self._fds, self._finishing, self._pauses = fds, finishing, pauses
        self._begun, self._deaths = 0.0, 0
        self._frozen_seconds: Final = frozen_seconds
        self._stopped_since: float | None = None
        self.process = self._start()

    def _start(self) -> subprocess.Popen[bytes] | ForkedProcess:
        self._begun = time.monotonic()
        return (self._fork() if self.module == PROGRAM else None) or self._execute()

    def _fork(self) -> ForkedProcess | None:
        """Fork the process from this process's nursery. Return None if there is no nursery."""
        words = (*self._words, "--lifeline")
        return fork_process(f"{PROGRAM}:main", words, self._environment, out=self._out, fds=self._fds)

    def _execute(self) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-m", self.module, *self._words, "--lifeline"]
        return subprocess.Popen(  # noqa: S603 our own command line
            command, stdin=subprocess.PIPE, stdout=self._out, stderr=self._out, env=dict(self._environment),
            start_new_session=True, pass_fds=self._fds,
        )  # fmt: skip

    @property
    def pid(self) -> int:
        """Return the id of the process."""
        return self.process.pid

    def revive(self) -> bool:
        """Restart the process if it has ended and the pause is over. Return whether it was restarted."""
        lived = time.monotonic() - self._begun
        if self.process.poll() is None:
            self._deaths = self._deaths if lived < STEADY_SECONDS else 0
            self._end_if_frozen()
            return False
        if lived < self._pauses[min(self._deaths, len(self._pauses) - 1)]:
            return False
        self._deaths += 1
        self._sweep_up()
        self.process = self._start()
        return True

    def is_stopped(self) -> bool:
        """Return whether a signal (SIGSTOP, SIGTSTP) has suspended the process and none has resumed it."""
        if not hasattr(os, "waitid"):  # macOS, before Python 3.13
            return False
        with suppress(ChildProcessError):
            return os.waitid(os.P_PID, self.pid, os.WSTOPPED | os.WNOHANG | os.WNOWAIT) is not None
        return False

    def _end_if_frozen(self) -> None:
        """Kill the process if it was suspended for too long, so that the next check restarts it."""
        if self._frozen_seconds is None or not self.is_stopped():
            self._stopped_since = None
            return
        now = time.monotonic()
        self._stopped_since = self._stopped_since or now
        if now - self._stopped_since > self._frozen_seconds:
            log.warning("frozen_process_ended", pid=self.pid)
            self._stopped_since = None
            self.process.kill()

    def end(self) -> None:
        """Ask the process to finish, then to stop, and then kill it. Finally, kill the children that it left behind."""
        for number, seconds in self._finishing:
            if self.process.poll() is None:
                self.process.send_signal(number)
            with suppress(subprocess.TimeoutExpired):
                self.process.wait(seconds)
                break
        self._sweep_up()
        self.process.wait()

    def _sweep_up(self) -> None:
        """Kill the remaining processes of the group, and close the pipe that keeps them running."""
        with suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        if self.process.stdin is not None:
            self.process.stdin.close()


class Supervisor:
    """A supervisor that keeps a dispatcher, a worker and a clock running, or only some of these.

    The processes end at the end of the supervisor's `with` block.
    """

    def __init__(
        self, environment: Mapping[str, str], *, out: IO[bytes] | None = None, revive: bool = True,
        roles: Sequence[str] = ROLES,
    ) -> None:  # fmt: skip
        """Set the environment and output of the processes, whether to restart dead ones, and which roles to run."""
        self._environment, self._out, self._revive, self._roles = environment, out, revive, roles
        self._over = threading.Event()
        self._watch = threading.Thread(target=self._watch_members, name="supervisor", daemon=True)
        self.members: list[SupervisedProcess] = []

    def __enter__(self) -> Self:
        """Start the processes and, if requested, the checks for dead ones."""
        self.members = self.start_all()
        if self._revive:
            self.begin()
        return self

    def begin(self) -> None:
        """Start checking for dead processes, and restart them."""
        self._watch.start()

    def start_all(self) -> list[SupervisedProcess]:
        """Start the processes."""
        return [SupervisedProcess((role,), self._environment, self._out) for role in self._roles]

    def __exit__(self, *_: object) -> None:
        """End all processes at the same time."""
        self._over.set()
        if self._watch.is_alive():
            self._watch.join()
        enders = [threading.Thread(target=member.end) for member in self.members]
        for ender in enders:
            ender.start()
        for ender in enders:
            ender.join()

    def member(self, role: str) -> SupervisedProcess:
        """Return the process that has a role."""
        return self.members[self._roles.index(role)]

    def _watch_members(self) -> None:
        """Restart processes that have died, until the supervisor ends."""
        while not self._over.wait(LOOK_SECONDS):
            for member in self.members:
                try:
                    if member.revive():
                        log.warning("started_again", pid=member.pid)
                except OSError as error:  # such as too many processes or open files; a later check tries again
                    log.error("process_not_started", said=str(error))  # noqa: TRY400 the message is enough


@contextmanager
def supervise(settings: ServerSettings, store: str, roles: Sequence[str] = ROLES) -> Iterator[Supervisor]:
    """Yield a supervisor that runs processes of these roles on a store, with the settings of this process."""
    with Supervisor(environment_of(settings, store), roles=roles) as supervisor:
        yield supervisor


def environment_of(settings: ServerSettings, store: str) -> dict[str, str]:
    """Return this process's environment, with the store, the data folder and the allowed origins set."""
    return {
        **os.environ,
        f"{PREFIX}REDIS_URL": store,
        f"{PREFIX}DATA_FOLDER": str(Path(settings.data_folder).absolute()),
        f"{PREFIX}CORS_ORIGINS": settings.cors_origins or "",
    }
