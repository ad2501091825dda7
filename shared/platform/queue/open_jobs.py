"""Which jobs are open, by when they last moved, so that one that has been forgotten is found.

arbiter:jobs:open    open jobs by the time of their last progress, in milliseconds UTC
"""

from __future__ import annotations

from typing import Final

from shared.platform.eventlog import StoreConnection

OPEN: Final = "arbiter:jobs:open"


async def record_progress(connection: StoreConnection, job: str, at: int) -> None:
    """Put a job down as open and moving at a time; a new one before it is opened, so that none is forgotten.

    Refuses: StoreAway
    """
    await connection.send("ZADD", OPEN, at, job)


async def remove_job(connection: StoreConnection, job: str) -> None:
    """Strike a job that is over.

    Refuses: StoreAway
    """
    await connection.send("ZREM", OPEN, job)


async def stalled(connection: StoreConnection, before: int) -> list[tuple[str, int]]:
    """List the jobs that have not moved since a time, and when they did.

    Refuses: StoreAway
    """
    raw = await connection.send("ZRANGEBYSCORE", OPEN, 0, before, "WITHSCORES")
    return [(name.decode(), int(float(score))) for name, score in zip(raw[::2], raw[1::2], strict=True)]
