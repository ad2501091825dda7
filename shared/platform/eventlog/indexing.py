"""Streams that no list has yet, found and listed: those of a release that knew of no lists, and what it changed."""

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
    """How many streams were listed, and those that could not be, with why."""

    listed: int
    unreadable: dict[str, str]


async def index_streams(
    connection: StoreConnection, store: str, logs: Mapping[str, EventLog[Any]], *, everything: bool = False
) -> Indexed:  # fmt: skip
    """List the streams of these logs, by their names, that are in no list; with `everything` each, as it is now.

    One is folded at a time, and what an erased one may have left of its list is removed.
    Rule:    AR-LIST-03, AR-LIST-04
    Refuses: StoreAway, redis.RedisError
    """
    listed, unreadable = 0, dict[str, str]()
    async for stream in _unlisted(connection, store, everything=everything):
        kept = logs.get(stream.partition(":")[0])
        if kept is None:
            continue
        try:
            listed += await _relisted(kept, stream)
        except StoreAway:
            raise
        except Exception as error:  # noqa: BLE001 whatever is wrong with a stream, the others are listed
            unreadable[stream] = str(error) or type(error).__name__
    return Indexed(listed=listed, unreadable=unreadable)


async def _relisted(kept: EventLog[Any], stream: str) -> bool:
    """List a stream as it is; where it moves on meanwhile, once more."""
    try:
        for _ in range(TRIES):
            if await kept.relist(stream):
                return True
    except (StreamErased, StreamUnknown):
        return False
    raise TimeoutError("it moves on all the time; it is listed the next time")


async def _unlisted(connection: StoreConnection, store: str, *, everything: bool) -> AsyncIterator[str]:
    """Name the streams that are to be listed."""
    async for metas in stream_pages(store):
        for stream in await _to_list(connection, metas, everything=everything):
            yield stream


async def _to_list(connection: StoreConnection, metas: Sequence[Any], *, everything: bool) -> list[str]:
    """Name those of some streams that are to be listed: in one call for all of a partition, since few ever are."""
    parts: dict[bytes, list[bytes]] = {}
    for meta in metas:
        parts.setdefault(meta.partition(b"}")[0], []).append(meta)
    wanted = "all" if everything else ""
    found = await asyncio.gather(*(connection.call("unlisted_1", part, (wanted,)) for part in parts.values()))
    return [stream_of(meta) for part in found for meta in part]
