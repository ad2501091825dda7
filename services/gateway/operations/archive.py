"""`arbiter archive` and `arbiter unarchive`: move closed streams to files, and back."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from functools import partial
from typing import Any, TypeVar

import msgspec
from msgspec import Struct

from services.gateway.readers import reader_for, ruleset_for
from shared.kernel.audit import Report, audit
from shared.platform.embedded_store.store_of_settings import store_of
from shared.platform.eventlog import LogRefusal, StoreAway, StoreConnection, now_ms
from shared.platform.eventlog.redis.scanning import stream_of, stream_pages
from shared.platform.extras.archive.archive_files import Archive
from shared.platform.extras.archive.archiving import StreamArchiver
from shared.platform.queue import open_store
from shared.platform.settings import ServerSettings

T = TypeVar("T")


class ArchiveRequest(Struct, frozen=True, kw_only=True):
    """The streams to archive: the named ones, or else all that were closed long enough ago. `dry_run` only lists them.

    Units: ended_for in milliseconds
    """

    streams: Sequence[str] = ()
    ended_for: int = 0
    dry_run: bool = False


class Moved(Struct, frozen=True, kw_only=True):
    """The result of archiving: the streams that were (or would be) moved, and why each other stream was not."""

    done: Sequence[str]
    stay: dict[str, str]


def archive(settings: ServerSettings, asked: ArchiveRequest, report: Callable[[str], None] = lambda _: None) -> Moved:
    """Move closed streams to files. Call `report` for each stream that was (or would be) moved.

    Refuses: all refusals of the store
    """

    async def move(connection: StoreConnection, archiver: StreamArchiver) -> Moved:
        done, stay = list[str](), dict[str, str]()
        async for stream in _streams_of(connection, url, asked):
            try:
                if not asked.dry_run:
                    await archiver.archive(stream, partial(_audit, stream))
            except StoreAway:
                raise
            except (LogRefusal, OSError, LookupError) as error:
                stay[stream] = _message_of(error)
            else:
                report(stream)
                done.append(stream)
        return Moved(done=done, stay=stay)

    with store_of(settings) as url:
        return asyncio.run(_open_archiver(settings, url, move))


def unarchive(settings: ServerSettings, stream: str) -> int:
    """Restore an archived stream into the store, and return the number of its commits.

    Refuses: LookupError, all refusals of the log
    """

    async def bring_back(_: StoreConnection, archiver: StreamArchiver) -> int:
        return (await archiver.bring_back(stream)).commits

    if reader_for(stream) is None:
        raise LookupError(f"{stream} belongs to no service here")
    with store_of(settings) as url:
        return asyncio.run(_open_archiver(settings, url, bring_back))


async def _open_archiver(
    settings: ServerSettings, url: str, work: Callable[[StoreConnection, StreamArchiver], Awaitable[T]]
) -> T:  # fmt: skip
    async with open_store(settings, url) as (connection, keys):
        return await work(connection, StreamArchiver(connection, keys.sealer, Archive(settings.archive_at)))


def _message_of(error: Exception) -> str:
    return str(error) or (error.says if isinstance(error, LogRefusal) else type(error).__name__)


def _audit(stream: str, lines: Sequence[bytes]) -> Report:
    """Audit the export of a stream as `arbiter verify` does.

    Refuses: LookupError
    """
    ruleset = ruleset_for(stream)
    if ruleset is None:
        raise LookupError("the stream belongs to no service here")
    return audit(lines, reader_for=reader_for, ruleset=ruleset)


# ---------------------------------------------------------------- choosing streams


async def _streams_of(connection: StoreConnection, store: str, asked: ArchiveRequest) -> AsyncIterator[str]:
    """Yield the requested streams.

    If no streams are named, yield all that were closed long enough ago and are in the store.
    """
    if asked.streams:
        for stream in asked.streams:
            yield stream
        return
    until = now_ms() - asked.ended_for
    async for metas in stream_pages(store):
        for stream in await _closed_by(connection, metas, until):
            yield stream


async def _closed_by(connection: StoreConnection, metas: Sequence[Any], until: int) -> list[str]:
    """Return those of the given streams that were closed before a time and are not archived yet."""
    send = connection.send
    found = await asyncio.gather(*(send("HMGET", meta, "st", "a") for meta in metas))
    names = [
        stream_of(meta)
        for meta, (status, stub) in zip(metas, found, strict=True)
        if status == b"closed" and stub is None
    ]
    lasts = await asyncio.gather(
        *(send("XREVRANGE", connection.keys(name).events, "+", "-", "COUNT", 1) for name in names)
    )
    return [name for name, last in zip(names, lasts, strict=True) if _at(last) <= until]


class _Asked(Struct):
    at: int


class _Commit(Struct):
    intent: _Asked


def _at(last: Sequence[Any]) -> int:
    """Return the time of a stream's last commit, or 0 if it is unreadable, so that archiving reports the fault."""
    try:
        return msgspec.json.decode(last[0][1][1], type=_Commit).intent.at
    except (IndexError, msgspec.MsgspecError):
        return 0
