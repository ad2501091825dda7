"""`arbiter erase`: erases one whole stream permanently, and names its forks."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any, Final

from services.gateway.processes.up import store_of
from services.gateway.served import reader_for
from shared.platform.embedded_store.rewrite import FilesKept, rewrite_files
from shared.platform.eventlog import EventLog, Wanted
from shared.platform.extras.archive.archive_files import Archive
from shared.platform.queue import open_store
from shared.platform.ruleset import ruleset_of
from shared.platform.settings import ServerSettings

ELSEWHERE = " It is or was archived, and its file is not at {path}: remove it where it is, or call again there."
FORKS = " These forks of it, and forks of those, still hold what it was when they began: {names}."
REPLICAS = " {number} replicas have files of their own: have each of them run BGREWRITEAOF as well."
PAGE: Final = 100


def erase(settings: ServerSettings, stream: str) -> str:
    """Erase a stream and remove its data from the store's files; return a description of its tombstone and its forks.

    Rule:    AR-ARCH-07, AR-FORK-10
    Refuses: LookupError; FilesKept if the stream was erased but the files were not rewritten yet (a retry continues);
             all refusals of the log
    """
    reader = reader_for(stream)
    if reader is None:
        raise LookupError(f"{stream} belongs to no service here")

    async def erase_stream(url: str) -> str:
        async with open_store(settings, url) as (connection, keys):
            log = EventLog(connection, reader.game, keys.sealer, ruleset=ruleset_of(stream.partition(".")[0]))
            tenant = await log.tenant_of(stream)
            stone = await log.erase(stream)
            forks = [fork async for fork in _forks_of(log, tenant, stream)]
        kept = f"{stream} is erased; its tombstone keeps version {stone.version} and head {stone.head.hex()}."
        if forks:
            kept += FORKS.format(names=", ".join(forks))
        if stone.file_elsewhere:
            kept += ELSEWHERE.format(path=Archive(settings.archive_at).path_of(stream))
        try:
            replicas = await rewrite_files(url)
        except FilesKept as why:
            raise FilesKept(f"{kept} The store's files may still hold what was in it: {why}") from why
        if stone.file_elsewhere:
            raise FilesKept(kept)
        return kept + (REPLICAS.format(number=replicas) if replicas else "")

    with store_of(settings) as url:
        return asyncio.run(erase_stream(url))


async def _forks_of(log: EventLog[Any], tenant: str, stream: str) -> AsyncIterator[str]:
    """Yield the forks of a stream and their forks, newest first. `tenant` is "" if the stream was erased before."""
    place: str | None = "" if tenant else None
    while place is not None:
        page = await log.list(tenant, wanted=Wanted(fork_of=stream), before=place, limit=PAGE)
        for fork in page.streams:
            name = log.game.stream_name(fork.id)
            yield name
            async for further in _forks_of(log, tenant, name):
                yield further
        place = page.next
