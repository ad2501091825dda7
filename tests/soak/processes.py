"""Samples of an installation's processes: memory, open files, threads and processor time, by role."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import Final

from msgspec import Struct

from tests.bench.turns import cpu_seconds
from tests.support.processes import children_of, words_of

ROLES: Final = ("server", "worker", "clock", "dispatcher", "pool", "nursery")
STORE: Final = ("valkey-server", "redis-server")
MB: Final = 1024
"""Kilobytes in a megabyte."""


class Use(Struct, kw_only=True):
    """What the processes of one role use together. Units: megabytes of memory, seconds of processor time.

    `memory` divides memory that processes share among them, so it rises when a process writes to a page that it shared
    since a fork, or when another process ends. `allocated` counts each page that a process has allocated or inherited,
    shared or not. It rises only when a process allocates more.
    """

    processes: int = 0
    memory: float = 0.0
    allocated: float = 0.0
    files: int = 0
    threads: int = 0
    processor: float = 0.0


def all_below(roots: Iterable[int]) -> list[int]:
    """List processes with all their descendants."""
    found = list(roots)
    for pid in found:
        found += children_of(pid)
    return found


def role_of(pid: int) -> str | None:
    """Return the role of a process, `store` for a store, or None for a process that is not measured."""
    words = " ".join(words_of(pid))
    if any(name in words for name in STORE) and not words.startswith("/bin/sh"):
        return "store"
    if words.startswith("arbiter "):
        return next((role for role in ROLES if words.split()[1] == role), None)
    return next((role for role in ROLES if f"services.gateway.cli {role}" in words), None)


def uses(roots: Iterable[int]) -> dict[str, Use]:
    """Return what each role uses now, among these processes and their descendants."""
    found = defaultdict[str, Use](Use)
    for pid in all_below(roots):
        role = role_of(pid)
        if role is not None:
            with suppress(OSError):
                _add(found[role], pid)
    return dict(found)


def _add(use: Use, pid: int) -> None:
    """Add a process. Refuses: OSError if it has just ended."""
    files, threads = len(list(Path(f"/proc/{pid}/fd").iterdir())), len(list(Path(f"/proc/{pid}/task").iterdir()))
    rollup = Path(f"/proc/{pid}/smaps_rollup").read_text("ascii")
    sizes = {name: int(rest.split()[0]) for name, _, rest in (line.partition(":") for line in rollup.splitlines()[1:])}
    use.processes += 1
    use.memory += sizes["Pss"] / MB
    use.allocated += (sizes["Anonymous"] + sizes["Swap"]) / MB
    use.files += files
    use.threads += threads
    use.processor += cpu_seconds(pid) or 0.0
