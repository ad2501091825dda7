"""`arbiter` with slower timers, so that under callgrind they add no more to a command than they normally do.

The server leases from the rate limit every second, refreshes a key every few seconds, and polls the broker and
the feed. Normally thousands of commands share that cost. callgrind allows only some tens of commands per
second, so each would bear fifty times its normal share.
"""

from __future__ import annotations

import time
from typing import Any, Final

import litestar
import redis.asyncio
import uvicorn

SLOWER: Final = 50
"""The approximate factor by which callgrind slows a command."""
WITH_THE_TIME_AS_IT_IS: Final = litestar, redis.asyncio, uvicorn

quick = time.monotonic
time.monotonic = lambda: quick() / SLOWER
import shared.platform.access  # noqa: E402, F401 it takes the current clock, and so do the limits

time.monotonic = quick
from services.gateway.cli import main  # noqa: E402 last, because it imports them too
from shared.platform import feed  # noqa: E402
from shared.platform.queue import job_meters as meters  # noqa: E402


def slow_down() -> None:
    """Make the polling of the broker and the feed slower by the factor `SLOWER`."""
    constants: Any = feed, meters
    constants[0].IDLE *= SLOWER
    constants[1].EVERY_SECONDS *= SLOWER


if __name__ == "__main__":
    slow_down()
    main()
