"""Rewrites of the store's files on disk, so that they no longer contain data that was removed from the store."""

from __future__ import annotations

import asyncio
from typing import Any, Final

from redis.asyncio import Redis
from redis.exceptions import RedisError

from shared.platform.addresses import each_primary

POLL_SECONDS: Final = 0.05


class FilesKept(Exception):
    """The store could not rewrite its files, so they may still contain removed data. The message gives the reason."""


async def rewrite_files(store: str) -> int:
    """Rewrite the append-only file and the snapshot of each primary, and return the number of connected replicas.

    The function returns when the old files are gone. An earlier rewrite does not count, because its file may contain
    the removed data.

    Refuses: FilesKept
    """
    try:
        async with each_primary(store, decode_responses=True) as primaries:
            return sum([await _rewritten(redis) for redis in primaries])
    except (RedisError, OSError) as error:
        raise FilesKept(str(error) or type(error).__name__) from error


async def _rewritten(redis: Redis) -> int:
    """Rewrite the files of one primary, and return the number of its connected replicas. Refuses: FilesKept."""
    if (await _persistence(redis))["aof_enabled"]:
        await _rewrite_log(redis)
    if await _keeps_snapshots(redis):
        await rewrite_snapshot(redis)
    return int((await redis.info("replication"))["connected_slaves"])


async def _rewrite_log(redis: Redis) -> None:
    """Make a server rewrite its append-only file, and wait until it has finished. Refuses: FilesKept."""
    before = int((await idle(redis))["aof_rewrites"])
    await redis.bgrewriteaof()
    after = await idle(redis)
    if after["aof_last_bgrewrite_status"] != "ok" or int(after["aof_rewrites"]) <= before:
        raise FilesKept("the store could not write its append-only file anew; its own log says why")


async def rewrite_snapshot(redis: Redis) -> None:
    """Make the store write a snapshot of its current data into its folder. The client must be set to decode replies.

    Refuses: FilesKept
    """
    before = int((await idle(redis))["rdb_saves"])
    await redis.bgsave()
    after = await idle(redis)
    if after["rdb_last_bgsave_status"] != "ok" or int(after["rdb_saves"]) <= before:
        raise FilesKept("the store could not write its snapshot anew; its own log says why")


async def _keeps_snapshots(redis: Redis) -> bool:
    """Return whether the store saves snapshots automatically. If the store hides its configuration, return True."""
    try:
        return bool((await redis.config_get("save")).get("save", "?"))
    except RedisError:
        return True


async def idle(redis: Redis) -> dict[str, Any]:
    """Wait until the store is not rewriting any file and has no rewrite scheduled, and return its status.

    There is no time limit.
    """
    while True:
        found = await _persistence(redis)
        if not (found["aof_rewrite_in_progress"] or found["aof_rewrite_scheduled"] or found["rdb_bgsave_in_progress"]):
            return found
        await asyncio.sleep(POLL_SECONDS)


async def _persistence(redis: Redis) -> dict[str, Any]:
    found: dict[str, Any] = await redis.info("persistence")
    return found
