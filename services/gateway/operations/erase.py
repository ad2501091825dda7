"""`arbiter erase`: erases one whole stream permanently."""

from __future__ import annotations

import asyncio

from services.gateway.processes.up import store_of
from services.gateway.served import reader_for
from shared.platform.embedded_store.rewrite import FilesKept, rewrite_files
from shared.platform.eventlog import EventLog
from shared.platform.extras.archive.archive_files import Archive
from shared.platform.queue import open_store
from shared.platform.ruleset import ruleset_of
from shared.platform.settings import ServerSettings

ELSEWHERE = " It is or was archived, and its file is not at {path}: remove it where it is, or call again there."
REPLICAS = " {number} replicas have files of their own: have each of them run BGREWRITEAOF as well."


def erase(settings: ServerSettings, stream: str) -> str:
    """Erase a stream and remove its data from the store's files; return a description of its tombstone.

    Rule:    AR-ARCH-07
    Refuses: LookupError; FilesKept if the stream was erased but the files were not rewritten yet (a retry continues);
             all refusals of the log
    """
    reader = reader_for(stream)
    if reader is None:
        raise LookupError(f"{stream} belongs to no service here")

    async def erased(url: str) -> str:
        async with open_store(settings, url) as (connection, keys):
            log = EventLog(connection, reader.game, keys.sealer, ruleset=ruleset_of(stream.partition(".")[0]))
            stone = await log.erase(stream)
        kept = f"{stream} is erased; its tombstone keeps version {stone.version} and head {stone.head.hex()}."
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
        return asyncio.run(erased(url))
