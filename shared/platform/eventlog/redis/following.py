"""Following the primary that Sentinel names.

Sentinel replaces a primary that does not answer it. One that was only slow, or cut off from the sentinels, still takes
writes: Sentinel makes it a replica some ten seconds after it is heard of again, and what it took until then is lost. A
process that keeps its connection would write there all that time, so it asks Sentinel again and again.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable
from typing import Final

import structlog
from redis.exceptions import RedisError

from shared.platform.eventlog.redis.servers import Place, Servers

log = structlog.get_logger("shared.platform.eventlog")

FOLLOW_SECONDS: Final = 1.0
"""Seconds between two questions to Sentinel: about as long as Sentinel takes to name a new primary everywhere."""


async def follow_primary(servers: Servers, stay_with: Callable[[Place], Place | None]) -> None:
    """Ask for ever which server is the primary. `stay_with` leaves every other server, and returns the one it left.

    Rule:    AR-STORE-09
    """
    while True:
        await asyncio.sleep(FOLLOW_SECONDS)
        with contextlib.suppress(RedisError, OSError):
            primary = await servers.primary()
            left = None if primary is None else stay_with(primary)
            if primary is not None and left is not None:
                log.warning("primary_replaced", left="{}:{}".format(*left), found="{}:{}".format(*primary))
