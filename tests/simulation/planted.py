"""Bugs that are planted on purpose, one at a time, to prove that simulated runs find them."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Callable
from copy import copy
from typing import Any, Final, TypeAlias

from msgspec.structs import replace

from services.gateway.processes import webhooks
from shared.kernel.game import Game
from shared.platform import feed as feeds
from shared.platform.eventlog import now_ms
from shared.platform.eventlog.reading.tails import TailReader
from shared.platform.eventlog.redis import checks, confirming
from shared.platform.eventlog.redis.checks import SOURCE
from shared.platform.eventlog.redis.replies import Unreplicated
from shared.platform.eventlog.seals import StreamSeals
from shared.platform.eventlog.writing import folded_streams, writer
from shared.platform.extras.archive.archiving import StreamArchiver
from shared.platform.http.pool_work import records
from shared.platform.http.streams import broadcast, sse
from shared.platform.queue import due_streams
from tests.simulation import store_process
from tests.simulation.pins import replace_names
from tests.simulation.scene import Scene

MOMENT: Final = 0.005
Plant: TypeAlias = Callable[[Scene], None]
BUGS: Final[dict[str, Plant]] = {}
BUGS_WITH_REPLICA: Final[dict[str, Plant]] = {}
"""The bugs that only a store with a replica shows, with the durability `replicated`."""


def bug(plant: Plant) -> Plant:
    """Register a bug under the name of its function."""
    BUGS[plant.__name__.replace("_", "-")] = plant
    return plant


def bug_with_replica(plant: Plant) -> Plant:
    """Register a bug of a store with a replica under the name of its function."""
    BUGS_WITH_REPLICA[plant.__name__.replace("_", "-")] = plant
    return plant


def _replace_in_library(scene: Scene, *changes: tuple[str, str]) -> None:
    """Change the event log's Lua library in the store.

    Change it in the servers too, because they would otherwise load the correct library again.
    """
    changed = SOURCE
    for before, after in changes:
        if changed.count(before) != 1:
            raise LookupError(before)
        changed = changed.replace(before, after)
    scene.store.load_library(changed)
    replace_names(checks, SOURCE=changed)


# ---------------------------------------------------------------- writing


@bug
def answered_before_it_is_written(_: Scene) -> None:
    """Plant a bug: the writer responds when it sends an append, before the store has replied."""
    send = writer.StreamWriter._send

    def early(self: Any) -> None:  # noqa: ANN401 a writer
        send(self)
        for outcome in self._flight:
            outcome.give()

    replace_names(writer.StreamWriter, _send=early)


@bug
def answered_before_it_is_synced(_: Scene) -> None:
    """Plant a bug: the store replies before its writes are on disk, as with `appendfsync everysec`."""
    replace_names(store_process.StoreProcess, answer=lambda _, session: session.send())


@bug
def versions_not_checked(scene: Scene) -> None:
    """Plant a bug: the store appends without comparing its version and head with those that the call expects."""
    _replace_in_library(
        scene,
        ("if args[1] ~= version or status == 'closed' then", "if status == 'closed' then"),
        ("if args[2] ~= head then", "if false then"),
        ("if newest ~= version then", "if false then"),
    )


@bug
def requests_not_remembered(scene: Scene) -> None:
    """Plant a bug: the store does not check whether it already has a request."""
    _replace_in_library(scene, ("local known = seen_before(keys, args, n)", "local known = false"))


@bug
def records_not_written(scene: Scene) -> None:
    """Plant a bug: the store writes no idempotency records."""
    line = "redis.call('SET', keys[4 + which], args[at + 7] .. ' ' .. from .. ' ' .. last, 'EX', args[6])"
    _replace_in_library(scene, (line, ""))


@bug
def unknown_outcomes_forgotten(scene: Scene) -> None:
    """Plant a bug: the log decides a request again after an append got no reply.

    It does not look for the first attempt.
    """
    replace_names(writer, settled_by=lambda *_: ())
    requests_not_remembered(scene)


@bug
def unknown_outcomes_taken_for_written(_: Scene) -> None:
    """Plant a bug: after an append got no reply, the log reports it as written before it knows the outcome."""
    try_later = writer.StreamWriter._try_later

    async def settle(self: Any, away: Any) -> None:  # noqa: ANN401 a writer, and why the store is away
        for outcome in self._flight:
            outcome.give()
        await try_later(self, away)

    replace_names(writer.StreamWriter, _try_later=settle)


# ---------------------------------------------------------------- states


@bug
def snapshots_of_later_versions(_: Scene) -> None:
    """Plant a bug: the cache stores a state that was decided but not yet written."""
    accept = writer.StreamWriter._accept

    def keep_ahead(self: Any, waiting: Any) -> None:  # noqa: ANN401 a writer and a request
        accept(self, waiting)
        self._streams.keep(self._ahead)

    replace_names(writer.StreamWriter, _accept=keep_ahead)


@bug
def reads_from_the_cache_alone(_: Scene) -> None:
    """Plant a bug: a read returns the cached state without asking the store whether that state is current."""
    load = folded_streams.Streams.load

    async def stale(self: Any, stream: str) -> Any:  # noqa: ANN401 folded streams and a snapshot
        cached = self.cached_snapshot(stream)
        return await load(self, stream) if cached is None else cached

    replace_names(folded_streams.Streams, load=stale)


# ---------------------------------------------------------------- event streams


@bug
def feed_goes_on_at_the_newest(_: Scene) -> None:
    """Plant a bug: after a lost connection the feed resumes at its newest entry.

    Subscribers miss the earlier entries.
    """

    async def find_place(self: Any, reader: Any) -> None:  # noqa: ANN401 the feed and its reader
        for partition in reader.partitions:
            self._at[partition] = await self.newest(partition)

    replace_names(feeds.Feed, _find_place=find_place)


@bug
def wake_ups_lost(_: Scene) -> None:
    """Plant a bug: a watch that starts to wait drops a notification that arrived just before that."""

    async def following(self: Any, within: float | None = None) -> int | None:  # noqa: ANN401 a watch
        while self._newest <= self._given:
            await asyncio.sleep(MOMENT)
            self._changed.clear()
            try:
                async with asyncio.timeout(within):
                    await self._changed.wait()
            except TimeoutError:
                return None
        self._given = self._newest
        return int(self._newest)

    replace_names(feeds.Watch, next=following)


@bug
def events_sent_twice(_: Scene) -> None:
    """Plant a bug: a reader that resumes after an event gets that event again."""
    new_events: Callable[..., Any] = vars(sse)["_new_events"]
    replace_names(sse, _new_events=lambda host, caller, name, since: new_events(host, caller, name, max(0, since - 1)))


@bug
def events_left_out(_: Scene) -> None:
    """Plant a bug: a reader that is further behind than the batches in memory gets only these batches."""

    def after(self: Any, version: int, seat: str | None) -> bytes | None:  # noqa: ANN401 a broadcast
        if self.stream is None:
            return None
        found = [batch.frames_for(seat) for batch in self.batches if batch.last > version]
        return None if None in found else b"".join(frames.after(version) for frames in found)

    replace_names(broadcast.Broadcast, after=after)


# ---------------------------------------------------------------- secrets


@bug
def sealed_parts_of_later_commits_sent_to_all(_: Scene) -> None:
    """Plant a bug: if the first commit of a batch has no secret part, all seats get the batch as the app reads it."""
    encode = broadcast.Broadcast._encode_for_audiences

    async def encode_once(self: Any, commits: Any, stream: Any, last: int) -> Any:  # noqa: ANN401 as the broadcast has it
        if commits[0].record.parts:
            return await encode(self, commits, stream, last)
        frames = broadcast.frames_of(await self._host.events_for(commits, stream, None))
        return broadcast.Batch(self.version, last, {broadcast.EVERYONE: frames}, len(frames.text))

    replace_names(broadcast.Broadcast, _encode_for_audiences=encode_once)


@bug
def seeds_sent_in_webhooks(_: Scene) -> None:
    """Plant a bug: webhook messages take a commit whose parts are for nobody, such as a seed, for a public one."""
    show: Callable[..., Any] = vars(webhooks)["shown_events"]

    def show_seeds(reader: Any, stream: str, commits: Any, seat: str | None, *, opened: bool) -> Any:  # noqa: ANN401
        parts = [part for record, _ in records(commits) for part in record.parts]
        return show(reader, stream, commits, seat, opened=opened or not any(part.audience for part in parts))

    replace_names(webhooks, shown_events=show_seeds)


@bug
def snapshots_not_sealed(_: Scene) -> None:
    """Plant a bug: snapshots, which contain the seed, are stored as they are."""
    replace_names(
        StreamSeals, seal_snapshot=lambda _, __, ___, snapshot: snapshot, open_snapshot=lambda _, __, ___, kept: kept
    )


# ---------------------------------------------------------------- the clock


@bug
def steps_not_held_to_what_is_due(_: Scene) -> None:
    """Plant a bug: the clock takes a step without checking that it is due.

    A step whose outcome is unknown, or that two clocks take, is then taken twice.
    """
    replace_names(Game, _hold_to_due=lambda *_: None)


@bug
def holds_of_dead_clocks_kept(_: Scene) -> None:
    """Plant a bug: the lease of a dead clock never expires."""

    async def waiting(self: Any) -> list[str]:  # noqa: ANN401 the streams of a service
        found = [stream for stream, _ in await self._until(self._due, now_ms())]
        held = await self._send("ZMSCORE", self._held, *found) if found else []
        return [stream for stream, until in zip(found, held, strict=True) if until is None]

    replace_names(due_streams.DueStreams, list_waiting=waiting)


# ---------------------------------------------------------------- the archive


@bug
def let_go_before_the_file_is_published(_: Scene) -> None:
    """Plant a bug: the store removes a stream before its archive file has its final name.

    A crash in between loses the stream.
    """

    async def archive(self: Any, stream: str, audit: Any) -> Any:  # noqa: ANN401 an archiver and its audit
        before = await self.read_standing(stream)
        if before.stub is not None:
            return before.stub
        draft = await self.write(stream)
        stub = await asyncio.to_thread(self.hold, stream, draft, before, audit)
        await self.let_go(stream, before, stub)
        await asyncio.to_thread(self._archive.publish, stream, draft)
        return stub

    replace_names(StreamArchiver, archive=archive)


@bug
def leftovers_of_a_restore_kept(_: Scene) -> None:
    """Plant a bug: restoring a stream continues with the leftovers of an earlier attempt."""

    async def write_beside(self: Any, stream: str, stub: Any) -> None:  # noqa: ANN401 an archiver and a stub
        send, beside = self._connection.send, self._connection.keys(stream).coming_back
        async for page in self._archive.pages(stream, stub):
            await asyncio.gather(*(send("XADD", beside, entry, *fields) for entry, fields in page))

    replace_names(StreamArchiver, write_temporary=write_beside)


@bug
def streams_that_come_back_read_as_empty(_: Scene) -> None:
    """Plant a bug: a reader that finds neither a log nor a stub during a restore does not look again."""
    tail, look = TailReader.tail, TailReader._tail

    async def look_once(self: Any, stream: str, after: int, **more: Any) -> Any:  # noqa: ANN401 a reader and a tail
        reader, looks = copy(self), itertools.count()

        async def find(*words: Any, **rest: Any) -> Any:  # noqa: ANN401 as the reader has it
            first, answer = next(looks) == 0, await look(self, *words, **rest)
            return answer if first else replace(answer, entries=[])

        reader._tail = find
        return await tail(reader, stream, after, **more)

    replace_names(TailReader, tail=look_once)


# ---------------------------------------------------------------- a replica


@bug_with_replica
def copies_not_waited_for(_: Scene) -> None:
    """Plant a bug: a write is acknowledged before the replica has it."""
    replace_names(confirming.Confirming, with_confirmation=lambda _, calls: calls)


@bug_with_replica
def missing_copies_ignored(_: Scene) -> None:
    """Plant a bug: a write is acknowledged although the replica has not confirmed it in time."""
    instead: Callable[..., Any] = vars(confirming)["_Confirmation"]._instead

    def only_errors(self: Any, reply: object) -> Any:  # noqa: ANN401 a confirmation, and the error that the writes get
        found = instead(self, reply)
        return None if isinstance(found, Unreplicated) else found

    replace_names(vars(confirming)["_Confirmation"], _instead=only_errors)


@bug_with_replica
def retries_answered_with_lost_commits(_: Scene) -> None:
    """Plant a bug: a server answers a retry with a state that it remembers, though a failover has lost its commits."""

    async def remembered(_: Any, snapshot: Any) -> Any:  # noqa: ANN401 folded streams and a snapshot
        return snapshot

    replace_names(folded_streams.Streams, _without_lost_commits=remembered)


# ---------------------------------------------------------------- starting


@bug
def starts_without_patience(_: Scene) -> None:
    """Plant a bug: a server whose store is unreachable at the start gives up at once."""
    from shared.platform.http import app

    replace_names(app, wait_for_store=lambda work: work())
