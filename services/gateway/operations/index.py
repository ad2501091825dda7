"""`arbiter index`: rebuild the list entry of every stream."""

from __future__ import annotations

import asyncio
from typing import Any

from services.gateway.served import SERVICES
from shared.platform.embedded_store.store_of_settings import store_of
from shared.platform.eventlog import EventLog, StoreConnection
from shared.platform.eventlog.indexing import Indexed, index_streams
from shared.platform.queue import open_store
from shared.platform.ruleset import ruleset_of
from shared.platform.seal import Keys
from shared.platform.settings import ServerSettings


def index(settings: ServerSettings) -> Indexed:
    """Update the list entry of every stream in the store.

    Refuses: all refusals of the log, redis.RedisError
    """

    async def list_streams(url: str) -> Indexed:
        async with open_store(settings, url) as (connection, keys):
            return await index_streams(connection, url, logs_of(keys, connection), everything=True)

    with store_of(settings) as url:
        return asyncio.run(list_streams(url))


def logs_of(keys: Keys, connection: StoreConnection) -> dict[str, EventLog[Any]]:
    """Return the event log for each kind of stream, including jobs."""
    ruled = [(one.game, ruleset_of(one.name)) for one in SERVICES]
    ruled += [(one.jobs.game, one.jobs.ruleset) for one in SERVICES if one.jobs]
    return {game.name: EventLog(connection, game, keys.sealer, ruleset=ruleset) for game, ruleset in ruled}
