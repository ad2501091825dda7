"""The event log of one game: it opens streams, decides and appends commands, and reads state and history.

All state is computed from the log. A bounded cache of folded streams lets a typical command need one round trip: the
log decides it on the cached state, and the append call checks that this state is still current.
"""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import suppress
from functools import partial
from typing import Any, Final, Generic, TypeVar

import structlog

from shared.kernel.game import Game
from shared.kernel.record import NO_HEAD
from shared.kernel.stream import LentRoll, Moment, NeedsDice, NeedsPast, Stream
from shared.platform.eventlog.archived_streams import ArchiveStub, stub_in
from shared.platform.eventlog.asks import Appended, Ask, Bounds, Page, Snapshot, Stored
from shared.platform.eventlog.log_meters import Meters, NoMeters
from shared.platform.eventlog.reading.chains import Chains
from shared.platform.eventlog.reading.folding import Folding
from shared.platform.eventlog.reading.listing import ListPage, Wanted, list_streams, listing_of, place_of
from shared.platform.eventlog.reading.tails import entry_of
from shared.platform.eventlog.reading.tombstone import Opened, mark_of, opened_in
from shared.platform.eventlog.redis.connection import StoreConnection
from shared.platform.eventlog.redis.key_names import chains_prefix, index_key
from shared.platform.eventlog.refusals import ArchiveAway, KeyNotHeld, StreamBroken, StreamErased, StreamUnknown
from shared.platform.eventlog.seals import ByteSealer, StreamSeals
from shared.platform.eventlog.writing.borrowing import Borrowing
from shared.platform.eventlog.writing.folded_streams import Streams
from shared.platform.eventlog.writing.judging import Judge
from shared.platform.eventlog.writing.waiting import StreamOpening, WaitingRequest
from shared.platform.eventlog.writing.writer import StreamWriter
from shared.platform.processes import ProcessPool

S = TypeVar("S")
T = TypeVar("T")

KEY_BYTES: Final = 32
log = structlog.get_logger("shared.platform.eventlog")


def now_ms() -> int:
    """Return the current time. Units: UTC milliseconds."""
    return time.time_ns() // 1_000_000


def fresh() -> bytes:
    """Return 32 unpredictable random bytes."""
    return secrets.token_bytes(KEY_BYTES)


class EventLog(Generic[S]):
    """The streams of one game in one process. The logs of several games may share a connection to the store."""

    def __init__(  # noqa: PLR0913 it is called in one place
        self,
        connection: StoreConnection,
        game: Game[S],
        sealer: ByteSealer,
        *,
        ruleset: str,
        bounds: Bounds | None = None,
        clock: Callable[[], int] = now_ms,
        meters: Meters | None = None,
        pool: ProcessPool | None = None,
    ) -> None:
        """Create the log of a game.

        `ruleset` names the rules in force, and `clock` returns the time to record in commits.

        If a `pool` is given, its processes fold long streams.
        """

        def make(other: Game[Any], rules: str) -> EventLog[Any]:
            return EventLog(
                connection, other, sealer, ruleset=rules, bounds=bounds, clock=clock, meters=meters, pool=pool
            )  # fmt: skip

        seals = StreamSeals(sealer)
        folding = Folding(game, seals, ruleset)
        self.game: Final = game
        self.connection: Final = connection
        self.ruleset: Final = ruleset
        self._streams: Final = Streams(
            connection, folding, bounds=bounds or Bounds(), meters=meters or NoMeters(), pool=pool
        )  # fmt: skip
        self._judge: Final = Judge(game, seals, ruleset=ruleset, clock=clock, fresh=fresh)
        self._writers: dict[str, StreamWriter[S]] = {}
        self.chains: Final = Chains(self._streams.tails)
        self.luck: Final = Borrowing(self, self._judge, make, deadline=self._streams.bounds.deadline)

    @property
    def digests(self) -> int:
        """Return the number of commits after which a new stream records a digest of its state; 0 means never."""
        return self._streams.bounds.digests

    # ---------------------------------------------------------------- writing

    async def open(  # noqa: PLR0913 everything a stream starts with, by name
        self, stream: str, tenant: str, ask: Ask, *, simulated: bool = False, seed: bytes | None = None,
        opening: StreamOpening | None = None,
    ) -> Appended[S]:  # fmt: skip
        """Create a stream with the game's opening command.

        A caller that uses an idempotency key derives the stream's id from it, so that the same key means the same
        stream. `opening` holds the first commits if a pool process has decided them already (`DecidedCommits`). `seed`
        is allowed only for a simulated stream, which replays a trial of a simulation and is marked as simulated.
        Refuses: StreamExists, StreamErased (an id is never reused), and all refusals of `submit`
        """
        if seed is not None and not simulated:
            raise ValueError("only a simulated stream may have a given seed")
        if ask.origin is not None:
            ask = await self.join(ask)
        ask = await self.luck.hold_table(ask, tenant, stream)
        opening = opening or StreamOpening(
            tenant=tenant, simulated=simulated, key=fresh(), seed=seed, digests=0 if simulated else self.digests
        )  # fmt: skip
        return await self._with_owner(stream, self._offer(stream, ask, opening))

    async def submit(self, stream: str, ask: Ask) -> Appended[S]:
        """Decide a command and append its events.

        When this returns, the events are stored with the configured durability.

        Refuses: every refusal of the game and the kernel; SeatUnknown; StaleVersion, KeyReused, StreamUnknown,
                 StreamErased; StreamBusy, StoreAway, StreamBroken, NewerRelease; every exception of `ask.authorise`
        """
        if ask.origin is not None:
            ask = await self.join(ask)
        try:
            return await self._offer(stream, ask, None)
        except NeedsPast as needs:
            return await self._submit_with_past(stream, ask, needs.to)
        except NeedsDice:
            return await self.luck.submit(stream, ask, partial(self._offer, opening=None))
        except StreamErased as erased:
            await self._mark(stream, erased)
            raise
        except KeyNotHeld as lacking:
            await self._own(stream, lacking)
            raise

    async def join(self, ask: Ask) -> Ask:
        """Find the chain of causes that a command's stated cause belongs to; return the command with that chain.

        Refuses: StoreAway, ArchiveAway
        """
        return ask if ask.origin is None else await self.chains.join(ask, ask.origin)

    async def _submit_with_past(self, stream: str, ask: Ask, to: int) -> Appended[S]:
        """Submit an undo again, after loading the earlier state that it restores, because the cache lacks that state.

        Refuses: all refusals of `submit` and `at`
        """
        earlier = await self.at(stream, to)
        try:
            return await self._offer(stream, ask, None, moments=((to, earlier.stream.game),))
        except NeedsPast:  # another proposal was made meanwhile
            return await self.submit(stream, ask)

    def _offer(
        self, stream: str, ask: Ask, opening: StreamOpening | None, *, moments: tuple[Moment[S], ...] = (),
        rolls: Sequence[LentRoll] = (),
    ) -> asyncio.Future[Appended[S]]:  # fmt: skip
        """Pass a request to the writer of its stream; return the future of its response.

        Refuses: StreamBroken, StreamBusy
        """
        streams = self._streams
        if stream in streams.stopped:
            raise StreamBroken(streams.stopped[stream])
        loop = asyncio.get_running_loop()
        answer: asyncio.Future[Appended[S]] = loop.create_future()
        name = "" if ask.idempotency is None else ask.idempotency.name(ask.by)
        deadline = loop.time() + streams.bounds.deadline
        waiting = WaitingRequest(ask, opening, answer, deadline, ask.id, name, moments, rolls)
        writer = self._writers.get(stream)
        if writer is None:
            writer = self._writers[stream] = StreamWriter(streams, self._judge, stream, self._writers)
        writer.offer(waiting)
        return answer

    # ---------------------------------------------------------------- reading

    async def load(self, stream: str) -> Snapshot[S]:
        """Return the current state of a stream, after updating the cached state in one round trip.

        Refuses: StreamUnknown, StreamErased, StoreAway, StreamBroken, NewerRelease
        """
        return await self._with_owner(stream, self._streams.load(stream))

    async def at(self, stream: str, version: int) -> Snapshot[S]:
        """Return the state of a stream at an earlier version.

        If that version is in the middle of a decision, return the state before the decision.

        Refuses: VersionUnknown, and all refusals of `load`
        """
        return await self._with_owner(stream, self._streams.at(stream, version))

    async def read(self, stream: str, after: int = 0, limit: int = 100) -> Page:
        """Return one page of commits after a version, in order: about `limit` commits, or fewer if the page is full.

        A page holds whole decisions. Its length depends only on public bytes, so it reveals no secret. The log checks
        that the commits form an unbroken hash chain, and refuses commits that were changed in the store.

        Rule:    AR-STORE-08
        Refuses: StreamUnknown, StreamErased, StoreAway, StreamBroken
        """
        return await self._with_owner(stream, self._read(stream, after, limit))

    async def commits(
        self, stream: str, until: int, *, after: int = 0, limit: int = 100
    ) -> AsyncIterator[Sequence[Stored]]:  # fmt: skip
        """Yield the commits after one version, up to and including another, page by page.

        Refuses: all refusals of `read`; StreamBroken if the store lacks a commit
        """
        while after < until:
            page = await self.read(stream, after, limit)
            if not page.commits:
                raise StreamBroken(f"{stream}: the store holds nothing after version {after}")
            yield [stored for stored in page.commits if stored.version <= until]
            after = page.commits[-1].version

    async def news(self, stream: str, after: int, limit: int) -> tuple[Page, Snapshot[S]]:
        """Read commits as `read` does.

        Return the page of commits, and the stream's state after the last of them or at a later version.

        Refuses: all refusals of `read` and `load`
        """
        page = await self.read(stream, after, limit)
        snapshot = self._streams.cached_snapshot(stream)
        if snapshot is None or snapshot.version < (page.commits[-1].version if page.commits else after):
            snapshot = await self.load(stream)
        return page, snapshot

    def opens(self, stream: Stream[S]) -> bool:
        """Return whether every seat may read the whole log: the stream is closed, and its game opens closed logs."""
        return stream.closed and self.game.secrecy.opens_log_when_closed(stream.game)

    async def tenant_of(self, stream: str) -> str:
        """Return the app that owns a stream, without folding the stream.

        Return an empty string if the stream is erased, unknown or unreadable.

        Refuses: StoreAway
        """
        return (await self._opening_of(stream, await self._streams.tails.stub(stream))).tenant

    async def _read(self, stream: str, after: int, limit: int) -> Page:
        tail, entries = await self._streams.page(stream, after, limit)
        head: bytes | None = NO_HEAD
        if entries and after:
            head = await self._streams.tails.head_before(stream, entries[0].version)
        commits = tuple(self._streams.folding.read_stored(stream, entries, head))
        return Page(version=tail.version, head=tail.head, closed=tail.status == b"closed", commits=commits)

    # ---------------------------------------------------------------- listing

    async def list(self, tenant: str, *, wanted: Wanted, before: str = "", limit: int) -> ListPage:
        """List an app's streams, newest first, starting after the index entry `before`.

        Refuses: StoreAway
        """
        return await list_streams(
            self.connection, self.game.name, tenant, wanted=wanted, before=before, limit=limit
        )  # fmt: skip

    async def relist(self, stream: str) -> bool:
        """Update the list entry of a stream; return False if the stream changed meanwhile.

        Refuses: StreamUnknown, StreamErased, StoreAway, StreamBroken, NewerRelease
        """
        keys = self.connection.keys(stream)
        after = (await self._streams.cold(stream)).stream
        first = await self._streams.tails.tail(stream, 0, limit=1)
        place = place_of(stream, opened_in(first.entries).at)
        index = index_key(keys.partition, self.game.name, after.tenant)
        args = (after.version, place, listing_of(after))
        return bool(await self.connection.call("relist_1", (keys.meta, index), args, writes=True))

    # ---------------------------------------------------------------- closing

    async def erase(self, stream: str) -> StreamErased:
        """Erase a stream with its snapshot, idempotency records and archive file; return the record of the erasure.

        Calling this again for the same stream is harmless.

        Rule:    AR-ARCH-07
        Refuses: StreamUnknown, StoreAway, OSError (then everything except the file is erased)
        """
        keys, send = self.connection.keys(stream), self.connection.send
        archived, back = await send("HMGET", keys.meta, "a", "f")
        stub = stub_in(archived)
        opened = await self._opening_of(stream, stub)
        if stub is not None:
            await self._forget_asks(stream, stub)
        mark, index = mark_of(stream, opened.tenant), index_key(keys.partition, self.game.name, opened.tenant)
        version, head, status = await self.connection.call(
            "erase_4", (keys.events, keys.meta, keys.snapshot, index),
            (keys.idempotency, mark, place_of(stream, opened.at), chains_prefix(keys.partition, opened.tenant), stream),
            writes=True,
        )  # fmt: skip
        self._streams.forget(stream)
        self._streams.stopped.pop(stream, None)
        if status == b"none":
            raise StreamUnknown
        await send("UNLINK", keys.coming_back)
        removed = await self._remove_file(stream)
        return StreamErased(int(version), head, file_elsewhere=not removed and bool(archived or back))

    async def _opening_of(self, stream: str, stub: ArchiveStub | None) -> Opened:
        """Return the owner and the opening time of a stream, even if its archive file is missing."""
        if stub is not None:
            return Opened(stub.tenant, stub.at)
        return opened_in((await self._streams.tails.tail(stream, 0, limit=1)).entries)

    async def _forget_asks(self, stream: str, stub: ArchiveStub) -> None:
        """Delete the idempotency records of an archived stream, and its entries in the indexes of chains of causes.

        If the archive file is missing, nothing is deleted; the records expire by themselves.
        """
        prefix, archive = self.connection.keys(stream).idempotency, self.connection.archive
        if archive is None:
            return
        with suppress(ArchiveAway):
            async for page in archive.pages(stream, stub):
                names = [fields[-1] for _, fields in page if fields[-2] == b"i"]
                await asyncio.gather(*(self.connection.send("UNLINK", prefix + name) for name in names))
                await self.chains.forget(stub.tenant, [entry_of(raw) for raw in page])

    async def _remove_file(self, stream: str) -> bool:
        """Remove the archive file of a stream; return whether the file existed.

        Refuses: OSError
        """
        archive = self.connection.archive
        return archive is not None and await asyncio.to_thread(archive.remove, stream)

    async def _with_owner(self, stream: str, answer: Awaitable[T]) -> T:
        """Await the result of a call about a stream.

        If the stream is erased or cannot be decrypted, add its owner to the error.
        """
        try:
            return await answer
        except StreamErased as erased:
            await self._mark(stream, erased)
            raise
        except KeyNotHeld as lacking:
            await self._own(stream, lacking)
            raise

    async def _own(self, stream: str, lacking: KeyNotHeld) -> None:
        """Add the owner to the error about a stream that cannot be decrypted, and log which key is missing."""
        log.error("key_not_held", stream=stream, key=lacking.key)
        lacking.tenant = await self.tenant_of(stream)

    async def _mark(self, stream: str, erased: StreamErased) -> None:
        erased.stream = stream
        erased.mark = await self.connection.send("HGET", self.connection.keys(stream).meta, "o") or b""

    async def close(self) -> None:
        """Wait until every waiting command has a response. The connection stays open, because other logs may use it."""
        await self.luck.close()
        while self._writers:
            await self._streams.finish()
            for writer in tuple(self._writers.values()):
                await writer.in_flight()
        await self._streams.finish()
