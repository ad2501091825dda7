"""The index of open jobs by the time of their last progress.

The dispatcher, which sends jobs to workers, uses this index to find stalled jobs.

arbiter:jobs:open    open jobs by the time of their last progress, in milliseconds UTC
"""

from __future__ import annotations

from typing import Final

from shared.platform.eventlog import StoreConnection

OPEN: Final = "arbiter:jobs:open"


async def record_progress(connection: StoreConnection, job: str, at: int) -> None:
    """Record when an open job last made progress. A new job is recorded before it is opened, so that no job is lost.

    Refuses: StoreAway
    """
    await connection.send("ZADD", OPEN, at, job)


async def remove_job(connection: StoreConnection, job: str) -> None:
    """Remove a job that has ended from the index.

    Refuses: StoreAway
    """
    await connection.send("ZREM", OPEN, job)


async def find_stalled(connection: StoreConnection, before: int) -> list[tuple[str, int]]:
    """Return the jobs that have made no progress since a time, each with the time of its last progress.

    Refuses: StoreAway
    """
    raw = await connection.send("ZRANGEBYSCORE", OPEN, 0, before, "WITHSCORES")
    return [(name.decode(), int(float(score))) for name, score in zip(raw[::2], raw[1::2], strict=True)]
