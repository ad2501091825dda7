"""Code that adds streams to the lists of their apps if they are missing there, such as streams of an older release."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Mapping, Sequence
from typing import Any, Final

import structlog
from msgspec import Struct

from shared.platform.eventlog.log import EventLog
from shared.platform.eventlog.redis.connection import StoreConnection
from shared.platform.eventlog.redis.scanning import stream_of, stream_pages
from shared.platform.eventlog.refusals import StoreAway, StreamErased, StreamUnknown

log = structlog.get_logger("shared.platform.eventlog")

TRIES: Final = 5


class Indexed(Struct, frozen=True, kw_only=True):
    """The result of indexing: the number of streams added to lists, and for each failed stream the reason."""

    listed: int
    unreadable: dict[str, str]


async def index_streams(
    connection: StoreConnection, store: str, logs: Mapping[str, EventLog[Any]], *, everything: bool = False
) -> Indexed:  # fmt: skip
    """Add the streams of these logs that are missing in the lists.

    With `everything`, update the entries of all streams.

    The function folds one stream at a time. It deletes list entries that are left of erased streams.

    Rule:    AR-LIST-03, AR-LIST-04
    Refuses: StoreAway, redis.RedisError
    """
    listed, unreadable = 0, dict[str, str]()
    async for stream in _names_to_list(connection, store, everything=everything):
        kept = logs.get(stream.partition(":")[0])
        if kept is None:
            continue
        try:
            listed += await _relist(kept, stream)
        except StoreAway:
            raise
        except Exception as error:  # noqa: BLE001 one bad stream must not stop the others
            unreadable[stream] = str(error) or type(error).__name__
    return Indexed(listed=listed, unreadable=unreadable)


async def _relist(kept: EventLog[Any], stream: str) -> bool:
    """Update the list entry of a stream; if the stream changes meanwhile, try again.

    Return False if the stream is gone.
    """
    try:
        for _ in range(TRIES):
            if await kept.relist(stream):
                return True
    except (StreamErased, StreamUnknown):
        return False
    raise TimeoutError("it changes all the time; run the command again to list it")


async def _names_to_list(connection: StoreConnection, store: str, *, everything: bool) -> AsyncIterator[str]:
    """Yield the names of all streams, or only of those without a list entry."""
    async for metas in stream_pages(store):
        for stream in await _to_list(connection, metas, everything=everything):
            yield stream


async def _to_list(connection: StoreConnection, metas: Sequence[Any], *, everything: bool) -> list[str]:
    """Return those of the given streams that need a list entry. Each partition is queried with one call."""
    parts: dict[bytes, list[bytes]] = {}
    for meta in metas:
        parts.setdefault(meta.partition(b"}")[0], []).append(meta)
    wanted = "all" if everything else ""
    found = await asyncio.gather(*(connection.call("unlisted_1", part, (wanted,)) for part in parts.values()))
    return [stream_of(meta) for part in found for meta in part]
