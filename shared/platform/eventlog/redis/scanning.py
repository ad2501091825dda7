"""The search for all streams of a store, by scanning for the streams' meta keys (`m`, see `key_names`)."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from typing import Any, Final

from shared.platform.addresses import each_primary

AT_ONCE: Final = 500
METAS: Final = "{p*}:m:*"


async def stream_pages(store: str) -> AsyncIterator[Sequence[bytes]]:
    """Yield the meta keys of all streams in a store, in pages. A key may appear twice if keys are written meanwhile.

    Refuses: redis.RedisError
    """
    async with each_primary(store) as primaries:
        for redis in primaries:
            cursor, begun = 0, False
            while cursor or not begun:
                page: tuple[int, Any] = await redis.scan(cursor, match=METAS, count=AT_ONCE)
                cursor, begun = page[0], True
                yield page[1]


def stream_of(meta: bytes) -> str:
    """Return the name of the stream that has this meta key."""
    return meta.decode().partition(":m:")[2]


async def stream_names(store: str) -> AsyncIterator[str]:
    """Yield the name of every stream in a store. A name may appear twice if streams are written meanwhile.

    Refuses: redis.RedisError
    """
    async for metas in stream_pages(store):
        for meta in metas:
            yield stream_of(meta)
