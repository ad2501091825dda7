"""Starts our own command line for tests, by forking a process that has already imported everything.

`install` replaces `subprocess.Popen`. When a test, or code that it calls, starts one of `MODULES` as `python
-m`, a nursery like that of `arbiter up` (shared/platform/processes/nursery.py) forks a process that runs the
module. All other commands are executed as usual. A command is also executed if its working directory differs
from the nursery's, or if its environment differs in variables other than settings. Tests of how a process
starts have the mark `execs`.
"""

from __future__ import annotations

import atexit
import ctypes
import inspect
import os
import runpy
import socket
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext, suppress
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from typing import Any, ClassVar, Final

from services.gateway.processes.nursery import SERVERS, WORKERS, prepare
from shared.platform.processes.nursery import Nursery, Start, become, fork_on_request, nursery

ROOT: Final = Path(__file__).parents[2]
PROGRAM: Final = "services.gateway.cli"
MODULES: Final = frozenset(
    {
        PROGRAM, "tests.support.past_the_front", "tests.support.killed_at", "tests.support.found",
        "tests.support.killed_after_lending",
        "tests.faults.histories.planted", "tests.support.clockwork",
    }
)  # fmt: skip
PACKAGE: Final = "services.gateway.processes"
READ_AT_IMPORT: Final = ("services.gateway.terminal",)
"""Modules that read the environment when they are imported, so each forked process imports them itself."""
MAY_DIFFER: Final = ("ARBITER_", "PYTEST_", "COLUMNS", "LINES")
"""Prefixes of environment variables that are read only when a command runs."""
COMPILED: Final = "ARBITER_COMPILED"
"""The environment variable that decides which code is imported: if it is set, no process is forked."""
EXECUTED_POOL: Final = {"PYTEST_POOL": "executed"}
"""The setting for servers that must execute their pool's processes instead of forking them, as `arbiter serve` does."""
ROOM: Final = 4000
"""The extra length of the nursery's command line, so that a forked process can write its own, longer one over it."""
ENTRY: Final = "tests.support.nursery:run_module"

EXECUTED: Final = subprocess.Popen
ARGUMENTS: Final = tuple(inspect.signature(EXECUTED._execute_child).parameters)[1:]  # type: ignore[attr-defined]


# ------------------------------------------------------------------ in the process that starts others


def _serves(environment: Mapping[str, str]) -> bool:
    """Return whether a process with this environment would import the same code as the nursery."""
    _nursery()
    return COMPILED not in environment and ForkedPopen.fixed == _fixed_variables(environment)


def _fixed_variables(environment: Mapping[str, str]) -> dict[str, str]:
    """Return the environment variables that must equal the nursery's."""
    return {name: value for name, value in environment.items() if not name.startswith(MAY_DIFFER)}


def _environment() -> dict[str, str]:
    """Return the environment that an executed process inherits; libraries may have changed it without `os.environ`."""
    lines = ctypes.POINTER(ctypes.c_char_p).in_dll(ctypes.CDLL(None), "environ")
    found: dict[str, str] = {}
    while (line := lines[len(found)]) is not None:
        name, _, value = os.fsdecode(line).partition("=")
        found[name] = value
    return found


class ForkedPopen(subprocess.Popen[Any]):
    """A `Popen` that uses the nursery if a fork gives the same result as an execution."""

    nursery: ClassVar[Nursery | None] = None
    process: ClassVar[subprocess.Popen[bytes] | None] = None
    fixed: ClassVar[Mapping[str, str] | None] = None
    """The variables of the nursery's environment that a command's environment must not change."""
    forks: ClassVar[bool] = True
    """Whether processes may be forked: false during a test that is about how processes start."""
    forked: ClassVar[int] = 0
    """The number of forked processes."""

    def _execute_child(self, *given: Any) -> None:  # noqa: ANN401 as subprocess has it
        asked = dict(zip(ARGUMENTS, given, strict=True))
        words, environment = asked["args"], asked["env"]
        environment = _environment() if environment is None else dict(environment)
        if not (self.forks and _is_ours(words) and _is_plain(asked) and _serves(environment)):
            super()._execute_child(*given)  # type: ignore[misc]
            return
        ours = [asked[name] for name in ("p2cread", "c2pwrite", "errwrite")]
        files = [number if fd == -1 else fd for number, fd in enumerate(ours)]
        passed = sorted(asked["pass_fds"])
        start = Start(
            ENTRY, words[2:], words, environment, files=[0, 1, 2, *passed], new_session=asked["start_new_session"]
        )  # fmt: skip
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
    """Return whether the nursery supports these arguments of `Popen`."""
    here = Path(asked["cwd"] or Path.cwd()) == ROOT == Path.cwd()
    unset = {"executable": None, "preexec_fn": None, "shell": False, "gid": None, "gids": None, "uid": None}
    more = {"umask": -1, "process_group": -1, "close_fds": True, "restore_signals": True}
    return here and all(asked[name] == value for name, value in (unset | more).items())


def _nursery() -> Nursery:
    """Return the nursery of this process; the first call starts it."""
    if ForkedPopen.nursery is None:
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        code = f"from tests.support import nursery; nursery.main({theirs.fileno()})"
        environment = _environment()
        ForkedPopen.process = EXECUTED(
            [sys.executable, "-c", code, "-" * ROOM], cwd=ROOT, env=environment, pass_fds=[theirs.fileno()],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
        )  # fmt: skip
        theirs.close()
        ForkedPopen.nursery, ForkedPopen.fixed = Nursery(ours), _fixed_variables(environment)
    return ForkedPopen.nursery


def install() -> None:
    """From now on, start our own command line by forking, if this system supports it."""
    if sys.platform == "linux":
        subprocess.Popen = ForkedPopen  # type: ignore[misc]


@contextmanager
def executed() -> Iterator[None]:
    """Execute every process instead of forking it during the block."""
    before, ForkedPopen.forks = ForkedPopen.forks, False
    try:
        yield
    finally:
        ForkedPopen.forks = before


def uninstall() -> None:
    """End the nursery, if one has been started."""
    subprocess.Popen = EXECUTED  # type: ignore[misc]
    if ForkedPopen.nursery is not None:
        ForkedPopen.nursery.close()
        ForkedPopen.nursery = None
    if ForkedPopen.process is not None:
        ForkedPopen.process.wait(10)
        ForkedPopen.process = None


# ------------------------------------------------------------------ in the nursery


def main(fd: int) -> None:
    """Import everything, and fork a process for each request on a socket. Each forked process runs its command."""
    sys.path[0] = str(Path.cwd())  # as `python -m` has it
    environment = dict(os.environ)
    start = fork_on_request(socket.socket(fileno=fd), import_all)
    if start.words[1:2] == ["demo"]:  # it starts a server
        start = _with_nursery(start, environment)
    become(start)


def import_all() -> None:
    """Import the modules that every command needs."""
    folder = import_module(PACKAGE).__path__
    for one in iter_modules(folder):
        import_module(f"{PACKAGE}.{one.name}")
    prepare((SERVERS, WORKERS), None)
    assert not [name for name in READ_AT_IMPORT if name in sys.modules], "what reads the environment is imported late"


def run_module(words: Sequence[str]) -> None:
    """Run a module as `python -m` does. A server forks the processes of its pool, as under `arbiter up`."""
    sys.argv = [*words]
    forks_pool = words[1:2] == ["serve"] and not EXECUTED_POOL.keys() & os.environ.keys()
    with nursery(lambda: None) if forks_pool else nullcontext():
        runpy.run_module(words[0], run_name="__main__", alter_sys=True)


def _with_nursery(start: Start, environment: Mapping[str, str]) -> Start:
    """Give this process a nursery of its own for the processes that it starts.

    Return the command that this process has to run; in a process forked by the new nursery, return that process's
    command.
    """
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    pid = os.fork()
    if pid == 0:
        ours.close()
        null = os.open(os.devnull, os.O_RDWR)
        for number in (0, 1, 2):
            os.dup2(null, number)
        return fork_on_request(theirs, lambda: None)
    theirs.close()
    ForkedPopen.nursery, ForkedPopen.fixed = Nursery(ours), _fixed_variables(environment)
    atexit.register(_end, ForkedPopen.nursery, pid)
    install()
    return start


def _end(nursery: Nursery, pid: int) -> None:
    """Close a nursery and wait until its process has ended."""
    nursery.close()
    with suppress(ChildProcessError):
        os.waitpid(pid, 0)
