"""Code that rewinds a store to an earlier moment: it removes all later commits and everything derived from them.

Use this only on a store that nothing else uses, such as one just restored from a backup. An interrupted rewind leaves
some streams cut and others whole; delete such a store and restore it again.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from typing import Any, Final

import msgspec
from msgspec import Struct

from shared.platform.eventlog.archived_streams import RawEntry, stub_in
from shared.platform.eventlog.reading.listing import place_of
from shared.platform.eventlog.reading.tails import ERASED, entry_of
from shared.platform.eventlog.reading.tombstone import Opened, opened_in
from shared.platform.eventlog.redis.connection import StoreConnection
from shared.platform.eventlog.redis.key_names import checkpoint_key, counter_key, feed_key, index_key
from shared.platform.eventlog.redis.scanning import stream_names
from shared.platform.eventlog.refusals import ArchiveAway

PAGE: Final = 500


class Point(Struct, frozen=True, kw_only=True):
    """The moment to which a store is rewound. Commits with exactly this time are kept.

    `versions` names some streams and the last version of each to keep; the time does not matter for these streams.

    Units:    at in milliseconds UTC
    """

    at: int
    versions: Mapping[str, int] = {}


class Dropped(Struct, frozen=True):
    """A commit to remove: its version, and the name of its idempotency record if it has one."""

    version: int
    record: bytes | None


class Cut(Struct, frozen=True, kw_only=True):
    """A stream to cut: the last version to keep (0: none), the commits to remove, and whether it is archived."""

    stream: str
    version: int
    head: bytes
    dropped: Sequence[Dropped]
    opened: Opened
    archived: bool


class Rewind(Struct, frozen=True, kw_only=True):
    """The plan of a rewind: the number of streams that stay whole, and the streams to cut.

    `oldest` is the time when the oldest stream to cut was opened; None if no stream is cut. Units: milliseconds UTC
    """

    whole: int
    cuts: Sequence[Cut]
    oldest: int | None

    @property
    def removed(self) -> int:
        """Return the number of streams that are removed entirely."""
        return sum(not cut.version for cut in self.cuts)


# ---------------------------------------------------------------- planning


async def plan_rewind(connection: StoreConnection, store: str, point: Point) -> Rewind:
    """Find the streams that have commits after a moment, and return the plan. Change nothing.

    Refuses: ArchiveAway, StoreAway, redis.RedisError
    """
    whole, cuts = 0, list[Cut]()
    for stream in sorted({name async for name in stream_names(store)}):
        version, status, stub = await connection.send("HMGET", connection.keys(stream).meta, "v", "st", "a")
        if status == ERASED:
            continue
        cut = await _cut_of(connection, stream, point, archived=stub is not None)
        if cut.dropped:
            cuts.append(cut)
        else:
            whole += bool(int(version))
    return Rewind(whole=whole, cuts=cuts, oldest=min((cut.opened.at for cut in cuts), default=None))


async def _cut_of(connection: StoreConnection, stream: str, point: Point, *, archived: bool) -> Cut:
    """Plan the cut of one stream, by reading it backwards until the first commit that is kept."""
    dropped, opened = list[Dropped](), Opened()
    async for raw in newest_first(connection, stream):
        entry = entry_of(raw)
        if not _is_after(point, stream, entry.version, entry.public):
            return Cut(
                stream=stream, version=entry.version, head=entry.head, dropped=dropped, opened=opened, archived=archived
            )
        dropped.append(Dropped(entry.version, raw[1][-1] if raw[1][-2] == b"i" else None))
        opened = opened_in([entry])
    return Cut(stream=stream, version=0, head=b"", dropped=dropped, opened=opened, archived=archived)


async def newest_first(connection: StoreConnection, stream: str) -> AsyncIterator[RawEntry]:
    """Yield the commits of a stream from the newest to the oldest, from the store or from its archive file.

    Refuses: ArchiveAway, StoreAway
    """
    keys = connection.keys(stream)
    stub = stub_in(await connection.send("HGET", keys.meta, "a"))
    if stub is None:
        before = "+"
        while page := await connection.send("XREVRANGE", keys.events, before, "-", "COUNT", PAGE):
            for entry in page:
                yield entry
            before = f"({page[-1][0].decode()}"
        return
    if connection.archive is None:
        raise ArchiveAway(f"{stream} is archived, and there is no archive folder", stub.tenant)
    pages = [page async for page in connection.archive.pages(stream, stub)]
    for page in reversed(pages):
        for entry in reversed(page):
            yield entry


class _Asked(Struct):
    at: int


class _Commit(Struct):
    intent: _Asked


def time_of(public: bytes) -> int:
    """Read the time of a commit from its public bytes. Units: milliseconds UTC. Refuses: msgspec.MsgspecError."""
    return msgspec.json.decode(public, type=_Commit).intent.at


def _is_after(point: Point, stream: str, version: int, public: bytes) -> bool:
    kept = point.versions.get(stream)
    return time_of(public) > point.at if kept is None else version > kept


# ---------------------------------------------------------------- carrying out a plan


async def rewind(
    connection: StoreConnection, plan: Rewind, bring_back: Callable[[str], Awaitable[object]]
) -> None:  # fmt: skip
    """Remove the commits that a plan lists, with their idempotency records, snapshots, list entries and feed entries.

    `bring_back` restores an archived stream into the store. Streams that are cut lose their list entries, so the caller
    must index them afterwards.

    Rule:    AR-BACKUP-02
    Refuses: all refusals of `bring_back`, StoreAway
    """
    for cut in plan.cuts:
        if cut.archived:
            await bring_back(cut.stream)
        await _drop_records(connection, cut)
        await (_shorten(connection, cut) if cut.version else _remove(connection, cut))
    kept = {cut.stream: cut.version for cut in plan.cuts}
    for partition in range(connection.partitions):
        await _rewind_feed(connection, partition, kept)


async def _drop_records(connection: StoreConnection, cut: Cut) -> None:
    prefix = connection.keys(cut.stream).idempotency
    records = [prefix + each.record for each in cut.dropped if each.record is not None]
    for place in range(0, len(records), PAGE):
        await connection.send("UNLINK", *records[place : place + PAGE])


async def _remove(connection: StoreConnection, cut: Cut) -> None:
    """Remove a stream that was opened after the moment to which the store is rewound."""
    keys, kind = connection.keys(cut.stream), cut.stream.partition(":")[0]
    place = place_of(cut.stream, cut.opened.at)
    await connection.send("UNLINK", keys.events, keys.meta, keys.snapshot, keys.coming_back)
    await connection.send("ZREM", index_key(keys.partition, kind, cut.opened.tenant), place)


async def _shorten(connection: StoreConnection, cut: Cut) -> None:
    """Remove the last commits of a stream. A closed stream is open afterwards.

    The function rewrites the commits that stay, because a Redis stream accepts no entry with the id of a deleted one.
    """
    keys, send, after = connection.keys(cut.stream), connection.send, "-"
    await send("UNLINK", keys.coming_back)
    while page := await send("XRANGE", keys.events, after, f"{cut.version}-0", "COUNT", PAGE):
        await asyncio.gather(*(send("XADD", keys.coming_back, entry, *fields) for entry, fields in page))
        after = f"({page[-1][0].decode()}"
    await send("RENAME", keys.coming_back, keys.events)
    await send("HSET", keys.meta, "v", cut.version, "h", cut.head, "st", "open")
    await send("HDEL", keys.meta, "l")
    if int(await send("HGET", keys.snapshot, "v") or 0) > cut.version:
        await send("UNLINK", keys.snapshot)


async def _rewind_feed(connection: StoreConnection, partition: int, kept: Mapping[str, int]) -> None:
    """Remove the feed entries that point to removed commits.

    The function renumbers the remaining entries without gaps, and the newest number stays the same. A later entry
    therefore never reuses a number, and each consumer still gets every entry that it has not handled.
    """
    send, feed = connection.send, feed_key(partition)
    newest = int(await send("GET", counter_key(partition)) or 0)
    pointers = [found async for found in _kept_pointers(connection, feed, kept)]
    for consumer, number in await _checkpoints(connection, partition):
        ahead = sum(pointer[0] > number for pointer in pointers)
        await send("HSET", checkpoint_key(partition), consumer, newest - ahead)
    await send("UNLINK", feed)
    first = newest - len(pointers) + 1
    for place in range(0, len(pointers), PAGE):
        page = enumerate(pointers[place : place + PAGE], first + place)
        await asyncio.gather(*(send("XADD", feed, f"{number}-0", *fields) for number, (_, fields) in page))


async def _kept_pointers(
    connection: StoreConnection, feed: bytes, kept: Mapping[str, int]
) -> AsyncIterator[tuple[int, Sequence[Any]]]:  # fmt: skip
    """Yield the number and the fields of each feed entry that points to commits that are kept.

    If an entry also points to removed commits, its range of versions is shortened.
    """
    after = "-"
    while page := await connection.send("XRANGE", feed, after, "+", "COUNT", PAGE):
        for name, (_, stream, _, first, _, last, *head) in page:
            end = min(int(last), kept.get(stream.decode(), int(last)))
            if end >= int(first):
                fields = ("s", stream, "a", first, "z", end, *(head if end == int(last) else ()))
                yield int(name.partition(b"-")[0]), fields
        after = f"({page[-1][0].decode()}"


async def _checkpoints(connection: StoreConnection, partition: int) -> list[tuple[bytes, int]]:
    found = await connection.send("HGETALL", checkpoint_key(partition))
    pairs = found.items() if isinstance(found, dict) else zip(found[::2], found[1::2], strict=True)
    return [(consumer, int(number)) for consumer, number in pairs]
