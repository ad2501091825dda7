"""`arbiter erase`: one whole stream, for ever."""

from __future__ import annotations

import asyncio

from shared.eventlog import EventLog, Link
from shared.ruleset import ruleset_of
from shared.seal import Keys
from shared.settings import Settings

from .app import reader_for
from .up import store_of


def erase(settings: Settings, stream: str) -> str:
    """Erase a stream and say what its tombstone keeps."""
    reader = reader_for(stream)
    if reader is None:
        return f"no service here has streams like {stream}"

    async def erased(url: str) -> str:
        link = await Link.open(url, durability=settings.durability, partitions=settings.partitions)
        log = EventLog(
            link, reader.decider, Keys.open(settings.keys_at).sealer, ruleset=ruleset_of(stream.partition(".")[0])
        )
        stone = await log.erase(stream)
        await link.close()
        return f"{stream} is erased; its tombstone keeps version {stone.version} and head {stone.head.hex()}"

    with store_of(settings) as url:
        return asyncio.run(erased(url))
