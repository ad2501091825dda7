"""Cancels tasks of the event loop reliably."""

from __future__ import annotations

import asyncio
from typing import Any, Final

AGAIN_SECONDS: Final = 1.0
"""Seconds to wait for a cancelled task to end, before it is cancelled again."""


async def cancel_fully(task: asyncio.Task[Any]) -> None:
    """Cancel a task until it has ended. Cancelling once may not be enough: a library may swallow the cancellation."""
    while not task.done():
        task.cancel()
        await asyncio.wait([task], timeout=AGAIN_SECONDS)
