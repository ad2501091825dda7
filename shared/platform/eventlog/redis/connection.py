"""The connection of one process to the store. It checks the store, and calls the log's functions there."""

from __future__ import annotations

import asyncio
import contextlib
import math
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, Final, Self
from weakref import WeakSet

import structlog
from redis.asyncio.connection import AbstractConnection
from redis.crc import key_slot
from redis.exceptions import RedisError, ResponseError

from shared.platform.addresses import parse_address
from shared.platform.eventlog.archived_streams import ArchivedStreams
from shared.platform.eventlog.asks import Durability
from shared.platform.eventlog.redis.checks import durability_checked, load_library
from shared.platform.eventlog.redis.extra_links import NodePipes, archive_in, cluster_at
from shared.platform.eventlog.redis.following import follow_primary
from shared.platform.eventlog.redis.key_check import agree_on_keys, check_no_streams_without_keys
from shared.platform.eventlog.redis.key_names import PARTITIONS, StreamKeys, confirmation_key, feed_key
from shared.platform.eventlog.redis.pipe import Pipe, RedisCommand, Word
from shared.platform.eventlog.redis.refusing import NOTED
from shared.platform.eventlog.redis.replies import LibraryMissing
from shared.platform.eventlog.redis.scanning import AT_ONCE, METAS
from shared.platform.eventlog.redis.servers import Place, Servers, address_of
from shared.platform.eventlog.refusals import CannotStart, StoreAway
from shared.platform.processes.ending import cancel_fully
from shared.platform.seal import KeyFileBroken, Keys

log = structlog.get_logger("shared.platform.eventlog")

KEYS_REMEMBERED: Final = 4096
CONFIRM_SHARE: Final = 0.4
"""Share of a reply's time limit within which replicas must receive and sync a write."""


class StoreConnection:
    """One process's connection to the store that holds the logs: one server, a primary with Sentinel, or a cluster."""

    def __init__(
        self, url: str, *, durability: Durability, answer_within: float, copies: int, asserted: bool = False
    ) -> None:
        """Prepare the connection without connecting. Callers use `open` instead of this constructor."""
        self.durability: Final = durability
        self.durability_asserted = False
        self.partitions = 1
        self.archive: ArchivedStreams | None = None
        """Access to the files of archived streams, if this process has their folder."""
        self._url: Final = url
        self._address: Final = parse_address(url)
        self._answer_within = answer_within
        self._copies = copies
        self._asserted = asserted
        self._opened_with: Keys | None = None
        self._ready = False
        self._confirm: Sequence[RedisCommand] = ()
        self._servers: Final = Servers(self._address, connect_within=answer_within)
        self._healing: asyncio.Task[None] | None = None
        self._following: asyncio.Task[None] | None = None
        self._pipe = self._link()
        self._raw: Final[WeakSet[AbstractConnection]] = WeakSet()
        self._leaving: Final[set[asyncio.Task[None]]] = set()
        self._keys: Final = lru_cache(maxsize=KEYS_REMEMBERED)(StreamKeys)

    @classmethod
    async def open(  # noqa: PLR0913 what an operator may set
        cls,
        url: str,
        *,
        durability: Durability = "durable",
        partitions: int = 1,
        answer_within: float = 1.5,
        copies: int = 1,
        asserted: bool = False,
        archive: Path | None = None,
    ) -> Self:
        """Connect to a store, and check that it meets the requirements of the log.

        `copies` is the number of replicas that must confirm a write (durability `replicated` only). `asserted` means
        that the operator vouches for the durability of a store that hides its configuration. `archive` is the folder of
        archived streams.

        Units:   answer_within in seconds
        Refuses: CannotStart, StoreAway
        """
        connection = cls(url, durability=durability, answer_within=answer_within, copies=copies, asserted=asserted)
        connection.partitions = partitions
        connection.archive = archive_in(archive)
        try:
            await connection._prepare()
        except BaseException:
            await connection.close()
            raise
        connection._ready = True
        connection._follow()
        return connection

    def _link(self) -> Pipe | NodePipes:
        """Build the pipes to the servers. Each pipe connects at its first call."""
        if self._address.kind == "cluster":
            return cluster_at(self._address, self._pipe_to, answer_within=self._answer_within)
        return self._pipe_to(None)

    def _pipe_to(self, place: Place | None) -> Pipe:
        return Pipe(
            lambda: self._servers.connection(place), answer_within=self._answer_within, confirm=self._confirm,
            copies=self._copies, refused=self._note_refusal,
        )  # fmt: skip

    def raw_connection(self, partition: int = 0) -> AbstractConnection:
        """Open a separate connection to the server of a partition, for blocking reads without a time limit.

        Refuses: StoreAway
        """
        if isinstance(self._pipe, Pipe):
            made = self._servers.connection()
            self._raw.add(made)
            return made
        place = self._pipe.place_of(key_slot(feed_key(partition)))
        if place is None:
            raise StoreAway(f"no node of the cluster has partition {partition}")
        return self._servers.connection(place)

    def raw_connection_to(self, place: Place) -> AbstractConnection:
        """Open a separate connection to the server at this address."""
        return self._servers.connection(place)

    @property
    def read_together(self) -> Sequence[Sequence[int]]:
        """Return groups of partitions, so that one call can read the feeds of a group. In a cluster, each is alone."""
        every = range(self.partitions)
        return [every] if isinstance(self._pipe, Pipe) else [[each] for each in every]

    async def look_again(self) -> None:
        """Discover the nodes of a cluster again.

        Other kinds of stores look up the address for every new connection anyway.
        """
        if not isinstance(self._pipe, Pipe):
            await self._pipe.look_again()

    def keys(self, stream: str) -> StreamKeys:
        """Return the names of the keys that the store uses for a stream."""
        return self._keys(stream, self.partitions)

    def call(
        self, function: str, keys: Sequence[bytes], args: Sequence[Word], *, writes: bool = False
    ) -> asyncio.Future[Any]:
        """Call a function of the log's library. All calls made in one turn of the event loop share a round trip."""
        return self._pipe.call("FCALL", function, len(keys), *keys, *args, writes=writes)

    def send(self, *command: Word, writes: bool = False) -> asyncio.Future[Any]:
        """Send a command with exactly one key. All commands of one turn of the event loop share a round trip."""
        return self._pipe.call(*command, writes=writes)

    def send_then(self, take: Callable[[Any], None], *command: Word) -> None:
        """Send a command that writes, as `send` does, and call `take` with its reply or error."""
        self._pipe.call_then(take, *command, writes=True)

    async def confirm(self, keys: StreamKeys) -> None:
        """Wait until enough replicas have all data that the primary now has for a stream.

        Rule:    AR-STORE-02
        Refuses: StoreAway
        """
        if self.durability == "replicated":
            await self._pipe.call("SET", confirmation_key(keys.partition), "", writes=True)

    # ---------------------------------------------------------------- the key file

    async def open_keys(self, path: Path) -> Keys:
        """Open the key file and check that it belongs to this store; create it if the store is new.

        Refuses: CannotStart, StoreAway
        """
        try:
            if not await asyncio.to_thread(path.exists):
                await check_no_streams_without_keys(self, path)
            keys = await asyncio.to_thread(Keys.open, path)
        except (KeyFileBroken, OSError) as error:
            raise CannotStart(f"the key file {path} cannot be used: {error}") from error
        await agree_on_keys(self, keys.sealer, path)
        self._opened_with = keys
        return keys

    async def sealed_keys(self) -> AsyncIterator[Sequence[tuple[bytes, bytes]]]:
        """Yield the encrypted keys of all streams in pages, each with its stream's meta key.

        A meta key is the store's key for the facts about a stream (`m`, see `key_names`). A stream may appear twice.

        Refuses: StoreAway
        """
        for pipe in await self._primaries():
            cursor = b""
            while cursor != b"0":
                cursor, metas = await pipe.call("SCAN", cursor or b"0", "MATCH", METAS, "COUNT", AT_ONCE)
                sealed = await asyncio.gather(*(self.send("HGET", meta, "k") for meta in metas))
                if page := [(meta, one) for meta, one in zip(metas, sealed, strict=True) if one]:
                    yield page

    async def try_a_write(self) -> None:
        """Write an empty value on each server that may hold streams.

        The check fails only if no server accepts the write.

        Rule:    AR-STORE-04
        Refuses: StoreAway
        """
        pipes = self._writers()
        answers = await asyncio.gather(
            *(pipe.call("SET", confirmation_key(partition), "", writes=True) for pipe, partition in pipes.items()),
            return_exceptions=True,
        )
        refused = [answer for answer in answers if isinstance(answer, BaseException)]
        if len(refused) == len(answers):
            await self.look_again()
            raise refused[0] if refused else StoreAway("no node of the cluster is known")

    def _writers(self) -> dict[Pipe, int]:
        """Return the servers to which the log writes, each with the number of one of its partitions."""
        if isinstance(self._pipe, Pipe):
            return {self._pipe: 0}
        known = ((self._pipe.pipe_of(key_slot(confirmation_key(each))), each) for each in range(self.partitions))
        return {pipe: partition for pipe, partition in known if pipe is not None}

    def away_for(self, keys: StreamKeys) -> float:
        """Return how long the server of a stream has been unresponsive. Units: seconds."""
        if isinstance(self._pipe, Pipe):
            return self._pipe.away_for
        return self._pipe.away_for(key_slot(keys.events))

    @property
    def fails_over(self) -> bool:
        """Return whether a replica may replace the primary even if it lacks some of the primary's writes.

        A write is safe once all replicas that may replace the primary have confirmed it; other writes may be lost.
        """
        return self._address.kind != "server"

    @property
    def may_go_back(self) -> bool:
        """Return whether this store may lose a stream's latest commits without being damaged, as after a failover."""
        return self.durability == "relaxed" or self.fails_over

    async def close(self) -> None:
        """Wait for the calls in flight, and close every connection."""
        if self._following is not None:
            await cancel_fully(self._following)
        if self._healing is not None:
            await asyncio.wait([self._healing])
        await self._pipe.close()
        await self._servers.close()

    # ---------------------------------------------------------------- checks at the start

    async def _prepare(self) -> None:
        primaries = await self._primaries()
        confirmed = await durability_checked(primaries, self.durability, asserted=self._asserted)
        confirmed = await self._check_replicas() and confirmed
        self.durability_asserted = not confirmed
        await self._agree_on_partitions()
        await self._load_library()
        if self.fails_over and self.durability == "durable":
            log.warning(
                "failover_may_lose", said="a new primary may lack the last writes; the durability `replicated` waits"
            )
        if self.durability == "replicated":
            self._confirm = await self._confirmation(primaries[0])
            before, self._pipe = self._pipe, self._link()
            await self._primaries()
            await before.close()

    async def _primaries(self) -> Sequence[Pipe]:
        return [self._pipe] if isinstance(self._pipe, Pipe) else await self._pipe.primaries()

    async def _check_replicas(self) -> bool:
        """Check that the reachable replicas sync writes as the primary does, because any of them may take over.

        Refuses: CannotStart
        """
        if not isinstance(self._pipe, Pipe):
            return await self._check_answering(self._pipe.replicas())
        try:
            places = await self._servers.replicas()
        except RedisError as error:
            raise StoreAway(str(error)) from error
        pipes = [self._pipe_to(place) for place in places]
        try:
            return await self._check_answering(pipes)
        finally:
            await asyncio.gather(*(pipe.close() for pipe in pipes))

    async def _check_answering(self, pipes: Sequence[Pipe]) -> bool:
        confirmed = True
        for pipe in pipes:
            try:
                confirmed = await durability_checked([pipe], self.durability, asserted=self._asserted) and confirmed
            except StoreAway as away:
                log.warning("replica_not_checked", said=str(away))
        return confirmed

    async def _agree_on_partitions(self) -> None:
        found = await self.send("GET", PARTITIONS)
        if found is None:
            await self.send("SET", PARTITIONS, self.partitions, "NX")
            found = await self.send("GET", PARTITIONS)
        if int(found) != self.partitions:
            raise CannotStart(
                f"this store was created with {int(found)} partitions, but {self.partitions} are set, so every stream "
                f"would be looked for in the wrong place. Set the number to {int(found)}"
            )

    async def _load_library(self) -> None:
        for pipe in await self._primaries():
            await load_library(pipe)

    async def _confirmation(self, server: Pipe) -> Sequence[RedisCommand]:
        """Return the commands that wait for replicas: WAIT, and then WAITAOF if the server has that command.

        WAITAOF alone may find that a replica has received a write but not synced it; it then returns only a second
        later.
        """
        known = await server.call("COMMAND", "INFO", "WAITAOF")
        milliseconds = math.floor(self._answer_within * CONFIRM_SHARE * 1000)
        wait: RedisCommand = ("WAIT", self._copies, milliseconds)
        return [wait, ("WAITAOF", 1, self._copies, milliseconds)] if known and known[0] else [wait]

    # ---------------------------------------------------------------- a store that was flushed or replaced

    def _follow(self) -> None:
        """Start the task that disconnects from a server once it is no longer the primary.

        A cluster needs no such task, because its nodes report a new primary by themselves.
        """
        if self.fails_over and isinstance(self._pipe, Pipe):
            self._following = asyncio.get_running_loop().create_task(follow_primary(self._servers, self._stay_with))

    def _stay_with(self, place: Place) -> Place | None:
        """Disconnect from every server except `place`.

        Return the address of a disconnected server; None if there was none.
        """
        left = None
        for one in list(self._raw):
            found = address_of(one)
            if one.is_connected and found != place:
                left = found
                task = asyncio.get_running_loop().create_task(_leave(one))
                self._leaving.add(task)
                task.add_done_callback(self._leaving.discard)
        return self._pipe.stay_with(place) or left if isinstance(self._pipe, Pipe) else left

    def _note_refusal(self, refusal: StoreAway) -> None:
        """Log an error that a server returned. If the server lacks the log's library, load it.

        Do nothing before `open` has finished.
        """
        if self._ready:
            NOTED.note(refusal)
        if not isinstance(refusal, LibraryMissing):
            return
        if self._healing is None or self._healing.done():
            self._healing = asyncio.get_running_loop().create_task(self._heal())

    async def _heal(self) -> None:
        try:
            await self._agree_on_partitions()
            if self._opened_with is not None:
                await agree_on_keys(self, self._opened_with.sealer, self._opened_with.path)
            await self._load_library()
        except CannotStart as error:
            log.error("store_is_another", said=str(error))  # noqa: TRY400 the message is enough
        except (StoreAway, ResponseError):
            return  # the next call fails in the same way and tries again


async def _leave(connection: AbstractConnection) -> None:
    """Close a connection at once, so that a caller that waits for a reply on it gets an error."""
    with contextlib.suppress(RedisError, OSError):
        await connection.disconnect(nowait=True)


async def check_keys(connect: Callable[[], Awaitable[StoreConnection]], keys_at: Path) -> None:
    """Check that a key file belongs to a store: connect, open the key file, and disconnect.

    Rule:    AR-KEY-01
    Refuses: CannotStart, StoreAway
    """
    connection = await connect()
    try:
        await connection.open_keys(keys_at)
    finally:
        await connection.close()
