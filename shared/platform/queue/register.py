"""Which jobs are open, by when they last moved, so that one that has been forgotten is found.

arbiter:jobs:open    open jobs by the time of their last progress, in milliseconds UTC
"""

from __future__ import annotations

from typing import Final

from shared.platform.eventlog import Link

OPEN: Final = "arbiter:jobs:open"


async def put_down(link: Link, job: str, at: int) -> None:
    """Put a job down as open and moving at a time; a new one before it is opened, so that none is forgotten.

    Refuses: StoreAway
    """
    await link.send("ZADD", OPEN, at, job)


async def strike(link: Link, job: str) -> None:
    """Strike a job that is over.

    Refuses: StoreAway
    """
    await link.send("ZREM", OPEN, job)


async def stalled(link: Link, before: int) -> list[tuple[str, int]]:
    """List the jobs that have not moved since a time, and when they did.

    Refuses: StoreAway
    """
    raw = await link.send("ZRANGEBYSCORE", OPEN, 0, before, "WITHSCORES")
    return [(name.decode(), int(float(score))) for name, score in zip(raw[::2], raw[1::2], strict=True)]
