"""Tasks that tests give to the pool."""

from __future__ import annotations

import os

from shared.kernel.refusals import TooCostly
from shared.platform.processes import Limits, ProcessPool


def who() -> bytes:
    """Return which process this is."""
    return b"%d" % os.getpid()


def refuse(cost: int) -> bytes:
    """Refuse."""
    raise TooCostly(needs=5, has=cost)


def fail_strangely() -> bytes:
    """Raise what no other process can read."""
    raise ValueError(lambda: None)


def spin() -> bytes:
    """Work without end."""
    while True:
        pass


def swell() -> bytes:
    """Want more memory than there is."""
    return bytes(2 * 1024 * 1024 * 1024)


async def spin_in_a_pool(here: str) -> None:
    """Start a process, tell its id, and keep it busy for ever."""
    pool = ProcessPool(Limits(workers=1))
    print(int(await pool.run(f"{here}:who")), flush=True)  # noqa: T201 for the test that started this
    await pool.run(f"{here}:spin")
