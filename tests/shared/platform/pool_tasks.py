"""Tasks that tests run in the pool of processes."""

from __future__ import annotations

import os

from shared.kernel.refusals import TooCostly
from shared.platform.processes import Limits, ProcessPool


def who() -> bytes:
    """Return this process's id."""
    return b"%d" % os.getpid()


def refuse(cost: int) -> bytes:
    """Raise a refusal."""
    raise TooCostly(needs=5, has=cost)


def fail_strangely() -> bytes:
    """Raise an error that another process cannot unpickle."""
    raise ValueError(lambda: None)


def spin() -> bytes:
    """Use the processor for ever."""
    while True:
        pass


def swell() -> bytes:
    """Allocate more memory than the limit allows."""
    return bytes(2 * 1024 * 1024 * 1024)


async def spin_in_a_pool(here: str) -> None:
    """Start a pool process, print its id, and keep it busy for ever."""
    pool = ProcessPool(Limits(workers=1))
    print(int(await pool.run(f"{here}:who")), flush=True)  # noqa: T201 read by the test
    await pool.run(f"{here}:spin")
