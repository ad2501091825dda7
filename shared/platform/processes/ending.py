"""Cancel tasks of the event loop reliably."""

from __future__ import annotations

import asyncio
from typing import Any, Final

AGAIN_SECONDS: Final = 1.0
"""Seconds to wait for a cancelled task to end, before it is cancelled again."""


async def cancel_fully(task: asyncio.Task[Any], *, again: float | None = None) -> None:
    """Cancel a task until it has ended.

    Cancelling once may not be enough, because a library may swallow the cancellation.

    redis-py does this on Python 3.11 while it sends a command: `asyncio.wait_for` returns the result if it arrives
    in the same turn of the event loop as the cancellation.

    Rule:    AR-SERVER-09
    Units:   `again` in seconds, by default `AGAIN_SECONDS`; a task that needs longer to end is cancelled again
    """
    seconds = AGAIN_SECONDS if again is None else again
    while not task.done():
        task.cancel()
        await asyncio.wait([task], timeout=seconds)
