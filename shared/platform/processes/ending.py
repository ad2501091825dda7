"""Tasks of this process that are to end."""

from __future__ import annotations

import asyncio
from typing import Any, Final

AGAIN_SECONDS: Final = 1.0
"""How long a task that was cancelled may take to end until it is cancelled again."""


async def ended(task: asyncio.Task[Any]) -> None:
    """Cancel a task until it has ended: a library that meets an error in that moment may lose a cancellation."""
    while not task.done():
        task.cancel()
        await asyncio.wait([task], timeout=AGAIN_SECONDS)
