"""A background task of the server that adds missing streams to the lists of their apps."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Any, Final

import structlog
from litestar import Litestar
from redis.exceptions import RedisError

from shared.platform.eventlog import EventLog, LogRefusal, StoreConnection
from shared.platform.eventlog.indexing import index_streams
from shared.platform.http.extending import Beside

log = structlog.get_logger("gateway")

LEASE: Final = "arbiter:index:"
"""The prefix of a service's lock in the store. The lock limits all servers together to one search an hour."""
EACH_SECONDS: Final = 3600
LOOK_SECONDS: Final = 60.0


def index_beside(store: str) -> Beside:
    """Return a background task that adds missing streams to lists at the start, and then every hour.

    The task runs again because a server of an older release, which has no lists, may open streams at the same time.
    """

    async def keep_index(app: Litestar) -> None:
        hosts = app.state.hosts
        logs: dict[str, EventLog[Any]] = {name: host.log for name, host in hosts.items()}
        while True:
            await list_unlisted(next(iter(logs.values())).connection, store, logs)
            await asyncio.sleep(LOOK_SECONDS)

    return keep_index


async def list_unlisted(connection: StoreConnection, store: str, logs: Mapping[str, EventLog[Any]]) -> None:
    """Find streams that are in no list and add them, unless another process did so within the last hour."""
    lease = LEASE + ",".join(sorted({log.game.service for log in logs.values()}))
    try:
        if await connection.send("SET", lease, "", "NX", "EX", EACH_SECONDS) is None:
            return
        found = await index_streams(connection, store, logs)
    except (LogRefusal, RedisError, OSError) as error:
        log.warning("index_interrupted", said=str(error) or type(error).__name__)
        return
    if found.listed or found.unreadable:
        log.info("streams_listed", listed=found.listed, unreadable=len(found.unreadable))
