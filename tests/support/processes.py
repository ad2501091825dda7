"""Facts about processes from the operating system."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path


def children_of(pid: int) -> list[int]:
    """List the child processes of all threads of a process; none if the process is gone."""
    found: list[int] = []
    for path in Path(f"/proc/{pid}/task").glob("*/children"):
        with suppress(OSError):
            found += [int(word) for word in path.read_text("ascii").split()]
    return found


def words_of(pid: int) -> list[str]:
    """Return the command line of a process; empty if it is gone."""
    with suppress(OSError):
        return Path(f"/proc/{pid}/cmdline").read_text("utf-8").rstrip("\0").split("\0")
    return []


def owner_of(pids: Iterable[int], *, calling: int) -> int | None:
    """Return which of these processes has a connection to the port `calling` of 127.0.0.1; None if none has."""
    lines = [line.split() for line in Path("/proc/net/tcp").read_text("ascii").splitlines()[1:]]
    called = {f"socket:[{line[9]}]" for line in lines if line[2] == f"0100007F:{calling:04X}"}
    return next((pid for pid in pids if called & set(_open_files(pid))), None)


def _open_files(pid: int) -> Iterator[str]:
    for path in Path(f"/proc/{pid}/fd").glob("*"):
        with suppress(OSError):
            yield str(path.readlink())
