"""Code that follows the primary: it keeps asking Sentinel which server is the primary, and leaves replaced servers.

Sentinel replaces a primary that does not respond. If the old primary was only slow, or could not reach the sentinels,
it still accepts writes. When it is reachable again, Sentinel makes it a replica after some ten seconds, and the writes
that it accepted until then are lost. A process that stayed connected would keep sending its writes to the old primary
for all that time.
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
"""Seconds between two queries to Sentinel.

After a failover, it takes about as long until all sentinels know the new primary.
"""


async def follow_primary(servers: Servers, stay_with: Callable[[Place], Place | None]) -> None:
    """Keep asking Sentinel which server is the primary, until the task is cancelled.

    `stay_with` disconnects from every other server, and returns the address of a server that it disconnected from.

    Rule:    AR-STORE-09
    """
    while True:
        await asyncio.sleep(FOLLOW_SECONDS)
        with contextlib.suppress(RedisError, OSError):
            primary = await servers.primary()
            left = None if primary is None else stay_with(primary)
            if primary is not None and left is not None:
                log.warning("primary_replaced", left="{}:{}".format(*left), found="{}:{}".format(*primary))
