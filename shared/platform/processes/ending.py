"""Cancelling tasks of the event loop reliably."""

from __future__ import annotations

import asyncio
from typing import Any, Final

AGAIN_SECONDS: Final = 1.0
"""Seconds that a cancelled task may take to end before it is cancelled again."""


async def cancel_fully(task: asyncio.Task[Any]) -> None:
    """Cancel a task, repeatedly until it has ended: a library that handles an error may swallow a cancellation."""
    while not task.done():
        task.cancel()
        await asyncio.wait([task], timeout=AGAIN_SECONDS)
