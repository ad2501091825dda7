"""`arbiter erase`: erase one whole stream permanently, and name the streams that still contain parts of it."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any, Final

from services.gateway.readers import reader_for
from shared.platform.access import list_keys
from shared.platform.addresses import client_of
from shared.platform.embedded_store.rewrite import FilesKept, rewrite_files
from shared.platform.embedded_store.store_of_settings import store_of
from shared.platform.eventlog import (
    ArchiveAway,
    EventLog,
    KeyNotHeld,
    NewerRelease,
    StreamBroken,
    StreamErased,
    StreamUnknown,
    Wanted,
    was_of,
)
from shared.platform.extras.archive.archive_files import Archive
from shared.platform.queue import open_store
from shared.platform.ruleset import ruleset_of
from shared.platform.settings import ServerSettings

ELSEWHERE = " It is or was archived, and its file is not at {path}: remove it where it is, or call again there."
FORKS = " These forks of it, and forks of those, still hold what it was when they began: {names}."
BORROWERS = " These streams rolled its dice, and keep what they rolled; they can roll no more of them: {names}."
BORROWERS_UNKNOWN = " Its log cannot be read, so the streams that rolled its dice cannot be named."
REPLICAS = " {number} replicas have files of their own: have each of them run BGREWRITEAOF as well."
PAGE: Final = 100


def erase(settings: ServerSettings, stream: str) -> str:
    """Erase a stream, and remove its data from the store's files. Return a message about the data that remains.

    Rule:    AR-ARCH-07, AR-FORK-10, AR-FORK-11
    Refuses: LookupError; FilesKept if the stream was erased but the files were not rewritten yet (a retry continues);
             all refusals of the log
    """
    reader = reader_for(stream)
    if reader is None:
        raise LookupError(f"{stream} belongs to no service here")

    async def erase_stream(url: str) -> str:
        async with open_store(settings, url) as (connection, keys):
            log = EventLog(connection, reader.game, keys.sealer, ruleset=ruleset_of(stream.partition(".")[0]))
            tenant = await log.tenant_of(stream) or await _owner_of_erased(log, url, stream)
            borrowers = await _borrowers_of(log, stream)
            forks = await _forks_of(log, tenant, stream) if tenant else ()
            stone = await log.erase(stream)
        kept = f"{stream} is erased; its tombstone keeps version {stone.version} and head {stone.head.hex()}."
        kept += borrowers
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


async def _owner_of_erased(log: EventLog[Any], url: str, stream: str) -> str:
    """Return the app that owned an erased stream, as its tombstone record confirms; "" if no app with a key did.

    Rule:    AR-FORK-10
    Refuses: StoreAway
    """
    try:
        await log.load(stream)
    except StreamErased as erased:
        async with client_of(url) as redis:
            tenants = {entry.tenant for entry in await list_keys(redis)}
        return next((tenant for tenant in tenants if was_of(erased, tenant)), "")
    except (StreamUnknown, StreamBroken, KeyNotHeld, NewerRelease, ArchiveAway):
        pass
    return ""


async def _borrowers_of(log: EventLog[Any], stream: str) -> str:
    """Return a sentence that names the streams that rolled dice of this table, or "" if there are none.

    Refuses: StoreAway
    """
    try:
        lent = (await log.load(stream)).stream.lent
    except (StreamUnknown, StreamErased):
        return ""
    except (StreamBroken, KeyNotHeld, NewerRelease, ArchiveAway):
        return BORROWERS_UNKNOWN if log.game.deciding.lends_dice else ""
    return BORROWERS.format(names=", ".join(sorted(lent))) if lent else ""


async def _forks_of(log: EventLog[Any], tenant: str, stream: str) -> Sequence[str]:
    """Return the forks of a stream and the forks of these forks, newest first. The app's list of streams is read once.

    Refuses: StoreAway
    """
    forks: dict[str, list[str]] = {}
    place: str | None = ""
    while place is not None:
        page = await log.list(tenant, wanted=Wanted(forks=True), before=place, limit=PAGE)
        for fork in page.streams:
            if fork.listing.fork is not None:
                forks.setdefault(fork.listing.fork[0], []).append(log.game.stream_name(fork.id))
        place = page.next
    found, left = list[str](), forks.get(stream, [])[::-1]
    while left:
        found.append(left.pop())
        left += forks.get(found[-1], [])[::-1]
    return found
