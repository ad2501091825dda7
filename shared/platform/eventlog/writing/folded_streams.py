"""The folded streams of one game in one process, which are read from the log, cached, and kept up to date."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Sequence
from contextlib import suppress
from functools import lru_cache
from typing import Any, Final, Generic, TypeVar

import structlog
from msgspec.structs import replace

from shared.kernel.lasting import lasting_parts
from shared.kernel.record import split_of
from shared.platform.eventlog.asks import Appended, Bounds, Snapshot
from shared.platform.eventlog.log_meters import Meters
from shared.platform.eventlog.reading.folding import Folding, SnapshotUseless, Visit, ends_at
from shared.platform.eventlog.reading.pool_folding import weight
from shared.platform.eventlog.reading.snapshots import FACTOR, SEEN_FACTOR, SnapshotCache
from shared.platform.eventlog.reading.tails import COLD, LogEntry, Tail, TailReader
from shared.platform.eventlog.redis.connection import StoreConnection
from shared.platform.eventlog.refusals import StoreAway, StreamBroken, StreamErased, StreamUnknown, VersionUnknown
from shared.platform.eventlog.writing.appending import usual_form
from shared.platform.eventlog.writing.waiting import WaitingRequest
from shared.platform.processes import ProcessPool

S = TypeVar("S")

FOLDED_AT_ONCE: Final = 256
FOLDED_HERE: Final = 48 * 1024
"""Maximum number of bytes of commits that are folded on the event loop, in about 2 to 3 ms.

If there are more, a pool process folds them.
"""
log = structlog.get_logger("shared.platform.eventlog")


class Streams(Generic[S]):
    """A reader and a cache of folded streams. The cache holds only states whose commits are durable in the log."""

    def __init__(
        self,
        connection: StoreConnection,
        folding: Folding[S],
        *,
        bounds: Bounds,
        meters: Meters,
        pool: ProcessPool | None = None,
    ) -> None:
        """Set up an empty cache. If a `pool` is given, its processes fold long streams."""
        self.connection: Final = connection
        self.folding: Final = folding
        self.bounds: Final = bounds
        self.meters: Final = meters
        self.service: Final = folding.game.service
        self.tails: Final = TailReader(connection, bounds)
        self.append_form: Final = lru_cache(maxsize=bounds.cached)(self._append_form)
        self._pool: Final = pool
        self.stopped: Final[dict[str, str]] = {}
        factor = SEEN_FACTOR if lasting_parts(folding.game.view_type) else FACTOR
        self._cache: Final[SnapshotCache[S]] = SnapshotCache(
            most=bounds.cached, most_bytes=bounds.cached_bytes, factor=factor
        )  # fmt: skip
        self._snapped: dict[str, int] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    async def load(self, stream: str) -> Snapshot[S]:
        """Return the current state of a stream, after updating the cached state in one round trip.

        Refuses: StreamUnknown, StreamErased, StoreAway, StreamBroken, NewerRelease
        """
        snapshot = self.cached_snapshot(stream)
        self.meters.count_lookup(service=self.service, cached=snapshot is not None)
        if snapshot is None:
            snapshot = await self.cold(stream)
            self.keep(snapshot)
            return snapshot
        tail = await self.tails.tail(stream, snapshot.version)
        return await self.caught_up(stream, snapshot, tail)

    async def at(self, stream: str, version: int) -> Snapshot[S]:
        """Return the state of a stream at an earlier version.

        If that version is in the middle of a decision, return the state before the decision.

        Refuses: VersionUnknown, and all refusals of `load`
        """
        snapshot = self.cached_snapshot(stream)
        if snapshot is not None and snapshot.version == version:
            return snapshot
        return await self.cold(stream, until=version)

    # ---------------------------------------------------------------- folding

    async def caught_up(
        self, stream: str, snapshot: Snapshot[S], tail: Tail, visit: Visit[S] | None = None
    ) -> Snapshot[S]:
        """Fold a stream's newest entries onto a snapshot and cache the result. Call `visit` with each commit.

        Refuses: StreamUnknown, StreamErased, StoreAway, StreamBroken, NewerRelease
        """
        try:
            tail.check_exists()
        except StreamErased:
            self.forget(stream)
            raise
        except StreamUnknown:
            log.exception("stream_lost", stream=stream, seen=snapshot.version)
            self.forget(stream)
            raise
        if tail.version < snapshot.version:
            return await self._went_back(snapshot, tail, visit)
        try:
            snapshot = await self.fold_up(snapshot, tail, tail.version, visit)
        except StreamBroken:
            if not self.connection.may_go_back:
                raise
            return await self._went_back(snapshot, tail, visit)
        if snapshot.version == tail.version and snapshot.head != tail.head:
            return await self._went_back(snapshot, tail, visit)
        self.keep(snapshot)
        return snapshot

    async def cold(self, stream: str, *, until: int | None = None) -> Snapshot[S]:
        """Fold a stream up to `until`, or to its end, from its stored snapshot or from its beginning.

        Refuses: StreamUnknown, StreamErased, VersionUnknown, StoreAway, StreamBroken, NewerRelease
        """
        with suppress(SnapshotUseless):
            return await self._cold(stream, self.folding.schema, until)
        return await self._cold(stream, "", until)

    async def _cold(self, stream: str, schema: str, until: int | None) -> Snapshot[S]:
        tail = await self.tails.tail(stream, COLD, schema=schema, key=True)
        tail.check_exists()
        wanted = tail.version if until is None else until
        if wanted > tail.version:
            raise VersionUnknown(tail.version)
        if tail.snapshot_version > wanted:
            raise SnapshotUseless
        try:
            snapshot = await self.fold_up(self.folding.start(stream, tail), tail, wanted)
        except StreamBroken as error:
            if tail.snapshot is None:
                raise
            raise SnapshotUseless from error
        if snapshot.version == tail.version and snapshot.head != tail.head:
            if tail.snapshot is not None:  # versions that it covers may have been lost since
                raise SnapshotUseless
            raise StreamBroken(f"{stream}: the head of version {tail.version} is not the chain's")
        return snapshot

    async def fold_up(
        self, snapshot: Snapshot[S], tail: Tail, wanted: int, visit: Visit[S] | None = None
    ) -> Snapshot[S]:
        """Fold page after page, up to the last decision that ends at or before the `wanted` version.

        The method fetches the next page while it folds the current one, and lets other tasks run in between.

        Refuses: StreamErased (if the stream is erased meanwhile), StoreAway, StreamBroken, NewerRelease
        """
        stream, entries = snapshot.stream.id, tail.entries
        while entries:
            coming = asyncio.ensure_future(self.tails.more(stream, entries)) if entries[-1].version < wanted else None
            try:
                snapshot = await self._fold_page(snapshot, entries, wanted, visit)
                entries = [] if coming is None else await coming
            finally:
                if coming is not None:
                    coming.cancel()
            if coming is not None and not entries:
                (await self.tails.tail(stream, snapshot.version)).check_exists()
        return snapshot

    async def _fold_page(
        self, snapshot: Snapshot[S], entries: Sequence[LogEntry], wanted: int, visit: Visit[S] | None
    ) -> Snapshot[S]:
        due = [entry for entry in entries if entry.version <= wanted]
        while due and ends_at(due[-1]) > wanted:
            due.pop()
        snapshot = await self._recall_states(snapshot, due)
        self.meters.count_folded(service=self.service, commits=len(due))
        if self._pool is not None and visit is None and weight(due) > FOLDED_HERE:
            return await self.folding.follow_elsewhere(self._pool, snapshot, due)
        for start in range(0, len(due), FOLDED_AT_ONCE):
            if start:
                await asyncio.sleep(0)
            snapshot = self.folding.follow(snapshot, due[start : start + FOLDED_AT_ONCE], visit)
        return snapshot

    async def follow(self, snapshot: Snapshot[S], entries: Sequence[LogEntry], visit: Visit[S]) -> Snapshot[S]:
        """Fold a few entries onto a snapshot. Call `visit` with each commit.

        Refuses: StreamBroken, NewerRelease, and all refusals of `at`
        """
        return self.folding.follow(await self._recall_states(snapshot, entries), entries, visit)

    async def _recall_states(self, snapshot: Snapshot[S], entries: Sequence[LogEntry]) -> Snapshot[S]:
        """Load the earlier states that undos in these entries restore, and add them to the snapshot if it lacks them.

        Refuses: all refusals of `at`
        """
        missing = self.folding.lacking(snapshot, entries)
        if not missing:
            return snapshot
        found = [(to, (await self.at(snapshot.stream.id, to)).stream.game) for to in missing]
        return replace(snapshot, moments=(*found, *snapshot.moments))

    async def afresh(self, stream: str, visit: Visit[S] | None) -> Snapshot[S]:
        """Fold the current state of a stream from the log, without the cache. Call `visit` with each commit.

        Refuses: all refusals of `cold`
        """
        snapshot = await self.cold(stream)
        self.keep(snapshot)
        if visit is not None:
            before = self.folding.empty_stream(stream)
            tail = await self.tails.tail(stream, before.version)
            await self.fold_up(before, tail, snapshot.version, visit)
        return snapshot

    async def _went_back(self, snapshot: Snapshot[S], tail: Tail, visit: Visit[S] | None) -> Snapshot[S]:
        """Handle a store whose log has fewer commits than this process has read, or different ones.

        If the store may lose recent writes, fold the stream again. Otherwise the log is damaged, so stop writing to the
        stream.
        """
        stream = snapshot.stream.id
        self.forget(stream)
        said = (
            f"{stream}: version {snapshot.version} was read before; the store now has {tail.version} with another head"
        )
        if not self.connection.may_go_back:
            raise self.refuse_as_broken(stream, said)
        log.warning("stream_went_back", stream=stream, seen=snapshot.version, found=tail.version)
        return await self.afresh(stream, visit)

    async def replay(self, stream: str, first: int, last: int) -> Appended[S]:
        """Rebuild the response to an accepted request from the commits that the request wrote.

        Refuses: StoreAway, StreamBroken, StreamErased, NewerRelease
        """
        try:
            snapshot = await self.at(stream, last)
        except VersionUnknown:
            raise self._refusal_for_missing(stream, last) from None
        entries = await self._between(stream, first - 1, last, limit=1)
        split = split_of(entries[0].public)
        if split is not None:  # the record is stored with the last commit of the decision
            first = split.before + 1
            entries = await self._between(stream, split.before, last)
        if snapshot.version == last and snapshot.head != entries[-1].head:
            snapshot = await self._without_lost_commits(snapshot)
        events = tuple(event for entry in entries for event in self.folding.commit(stream, entry).events)
        return Appended(
            first=first, last=last, head=snapshot.head, events=events, stream_after=snapshot.stream, replayed=True
        )

    async def _without_lost_commits(self, snapshot: Snapshot[S]) -> Snapshot[S]:
        """Fold the state at a snapshot's version from the log, because a failover lost commits in the snapshot.

        Refuses: all refusals of `cold`
        """
        stream, version = snapshot.stream.id, snapshot.version
        log.warning("stream_went_back", stream=stream, seen=version, found=version)
        self.forget(stream)
        return await self._cold(stream, "", version)

    async def answer_again(self, stream: str, waiting: WaitingRequest[S], first: int, last: int) -> None:
        """Respond to a retried request with the earlier response, rebuilt from the commits `first` to `last`."""
        try:
            await self.answer_found(stream, waiting, await self.replay(stream, first, last))
        except Exception as error:  # noqa: BLE001 the waiting caller gets the error
            waiting.refuse(error)

    async def answer_found(self, stream: str, waiting: WaitingRequest[S], done: Appended[S]) -> None:
        """Respond to a request whose commits were found in the log, as soon as enough replicas have those commits."""
        try:
            await self.connection.confirm(self.connection.keys(stream))
            waiting.answer(done)
        except StoreAway as away:
            waiting.refuse(away)

    def _refusal_for_missing(self, stream: str, version: int) -> StoreAway | StreamBroken:
        """Return the refusal for commits that the store should have but lost, after a failover or because of damage."""
        said = f"{stream}: the store has a request's record for version {version}, and not the version itself"
        return StoreAway(said) if self.connection.may_go_back else StreamBroken(said)

    async def _between(self, stream: str, after: int, last: int, *, limit: int = 0) -> list[LogEntry]:
        """Read the entries after one version, up to and including another.

        Refuses: StreamErased, StreamUnknown, StoreAway, StreamBroken
        """
        tail = await self.tails.tail(stream, after, limit=limit)
        tail.check_exists()
        entries = tail.entries
        while not entries or entries[-1].version < last:
            more = await self.tails.more(stream, entries) if entries else []
            if not more:
                raise self._refusal_for_missing(stream, last)
            entries += more
        return [entry for entry in entries if entry.version <= last]

    async def page(self, stream: str, after: int, limit: int) -> tuple[Tail, list[LogEntry]]:
        """Read whole decisions after a version, until there are `limit` commits or a page of public bytes.

        The store ends its own pages after a number of bytes that includes encrypted ones. Readers must not see where
        those pages end, because that depends on the size of secrets.

        Refuses: StreamErased, StreamUnknown, StoreAway
        """
        tail = await self.tails.tail(stream, after, limit=limit)
        tail.check_exists()
        found: list[LogEntry] = []
        size, entries = 0, tail.entries
        while entries:
            for entry in entries:
                if entry.version > tail.version:
                    return tail, found
                found.append(entry)
                size += len(entry.public)
                full = len(found) >= limit or size >= self.bounds.page_bytes
                if full and ends_at(entry) == entry.version:
                    return tail, found
            entries = await self.tails.more(stream, entries) if found[-1].version < tail.version else []
        return tail, found

    # ---------------------------------------------------------------- the cache

    def cached_snapshot(self, stream: str) -> Snapshot[S] | None:
        """Return the cached snapshot of a stream; return None if it is not cached."""
        return self._cache.get(stream)

    def keep(self, snapshot: Snapshot[S]) -> None:
        """Cache a durable snapshot, unless the cache has a newer one. From time to time, also write it to the store.

        A snapshot in the middle of a decision is not a valid state of the stream, so it is never cached.
        """
        folded = snapshot.stream
        stream, version, trail = folded.id, folded.version, folded.trail
        if snapshot.ends_at or self._cache.version(stream) >= version:
            return
        for gone in self._cache.put(snapshot):
            self._snapped.pop(gone, None)
        if (trail and trail[-1].back) or version - self._snapped.get(stream, 0) > self.bounds.snapshot_every:
            self._snapped[stream] = version
            self.spawn(self._snap(snapshot))

    def forget(self, stream: str) -> None:
        """Drop a stream from the cache."""
        self._cache.pop(stream)
        self._snapped.pop(stream, None)

    async def _snap(self, snapshot: Snapshot[S]) -> None:
        """Write a snapshot to the store. Ignore a failure of the store, because the log works without snapshots."""
        keys = self.connection.keys(snapshot.stream.id)
        sealed = self.folding.sealed_snapshot(snapshot)
        try:
            await self.connection.call(
                "snap_1", (keys.meta, keys.snapshot), (snapshot.version, self.folding.schema, sealed)
            )
        except StoreAway:
            self._snapped.pop(snapshot.stream.id, None)

    # ---------------------------------------------------------------- background work

    def _append_form(self, stream: str) -> bytes:
        return usual_form(self.connection.keys(stream), stream, self.bounds)

    def refuse_as_broken(self, stream: str, said: str) -> StreamBroken:
        """Log that a stream is broken, refuse all further commands to it in this process, and return the refusal."""
        log.error("stream_broken", stream=stream, said=said)
        self.stopped[stream] = said
        self.forget(stream)
        return StreamBroken(said)

    def spawn(self, work: Coroutine[Any, Any, None]) -> None:
        """Run a coroutine in the background."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def finish(self) -> None:
        """Wait for all background work."""
        while self._tasks:
            await asyncio.wait(self._tasks)
