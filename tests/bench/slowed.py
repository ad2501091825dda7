"""`arbiter` that does by the clock as little beside a command as it does where it is not counted.

It leases from the rate limit every second, asks for a key again after some, and looks at the broker and at the feed in
between. Thousands of commands share what that costs; under callgrind, which leaves room for some tens in a second,
each would pay for what fifty pay for together.
"""

from __future__ import annotations

import time
from typing import Any, Final

import litestar
import redis.asyncio
import uvicorn

SLOWER: Final = 50
"""How much longer a command takes under callgrind, about."""
WITH_THE_TIME_AS_IT_IS: Final = litestar, redis.asyncio, uvicorn

quick = time.monotonic
time.monotonic = lambda: quick() / SLOWER
import shared.platform.access  # noqa: E402, F401 it takes the clock that is there now, and so do the limits

time.monotonic = quick
from services.gateway.cli import main  # noqa: E402 last, since it imports them too
from shared.platform import feed  # noqa: E402
from shared.platform.queue import job_meters as meters  # noqa: E402


def slow_down() -> None:
    """Look at the broker and at the feed as seldom."""
    constants: Any = feed, meters
    constants[0].IDLE *= SLOWER
    constants[1].EVERY_SECONDS *= SLOWER


if __name__ == "__main__":
    slow_down()
    main()
