"""`arbiter` with slower timers, so that under a counter they cost a command as little as they do normally.

Every second it leases from the rate limit, it refreshes a key after some seconds, and it polls the broker and the feed
meanwhile. Normally thousands of commands share that cost; under callgrind, which allows some tens per second,
each would carry what fifty carry together.
"""

from __future__ import annotations

import time
from typing import Any, Final

import litestar
import redis.asyncio
import uvicorn

SLOWER: Final = 50
"""How much longer a command takes under callgrind, approximately."""
WITH_THE_TIME_AS_IT_IS: Final = litestar, redis.asyncio, uvicorn

quick = time.monotonic
time.monotonic = lambda: quick() / SLOWER
import shared.platform.access  # noqa: E402, F401 it takes the current clock, and so do the limits

time.monotonic = quick
from services.gateway.cli import main  # noqa: E402 last, because it imports them too
from shared.platform import feed  # noqa: E402
from shared.platform.queue import job_meters as meters  # noqa: E402


def slow_down() -> None:
    """Poll the broker and the feed equally rarely."""
    constants: Any = feed, meters
    constants[0].IDLE *= SLOWER
    constants[1].EVERY_SECONDS *= SLOWER


if __name__ == "__main__":
    slow_down()
    main()
