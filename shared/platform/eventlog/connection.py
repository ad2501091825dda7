"""The connection to the store: its pipe, the function library, and the checks at the start."""

from __future__ import annotations

import asyncio
import math
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, Final, Self

from redis.asyncio.connection import AbstractConnection, ConnectionPool
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import ResponseError

from shared.platform.eventlog.asks import Durability
from shared.platform.eventlog.keys import PARTITIONS, StreamKeys
from shared.platform.eventlog.pipe import Pipe, RedisCommand, Word
from shared.platform.eventlog.refusals import CannotStart, StoreAway
from shared.platform.eventlog.replies import LibraryMissing

LIBRARY: Final = "arbiter_1"
KEYS_REMEMBERED: Final = 4096
SOURCE: Final = Path(__file__).with_name("library.lua").read_text("utf-8")


class StoreConnection:
    """One process's connection to the store that holds the logs."""

    def __init__(self, url: str, *, durability: Durability, answer_within: float, copies: int) -> None:
        """Prepare connections; none is made yet. Use `open`."""
        self.durability: Final = durability
        self.partitions = 1
        self._url = url
        self._answer_within = answer_within
        self._copies = copies
        self._pipe = Pipe(self.raw_connection, answer_within=answer_within, refused=self._heal_if_missing)
        self._healing: asyncio.Task[None] | None = None
        self._keys: Final = lru_cache(maxsize=KEYS_REMEMBERED)(StreamKeys)

    @classmethod
    async def open(
        cls,
        url: str,
        *,
        durability: Durability = "durable",
        partitions: int = 1,
        answer_within: float = 1.5,
        copies: int = 1,
    ) -> Self:
        """Link to a store, and see that it is what the log needs.

        Units:   answer_within in seconds; copies are replicas that must confirm a write (`replicated` only)
        Refuses: CannotStart, StoreAway
        """
        connection = cls(url, durability=durability, answer_within=answer_within, copies=copies)
        connection.partitions = partitions
        try:
            await connection._prepare()
        except BaseException:
            await connection.close()
            raise
        return connection

    def raw_connection(self) -> AbstractConnection:
        """Make a connection of one's own without a time limit, for reads that block."""
        pool = ConnectionPool.from_url(
            self._url, protocol=2, decode_responses=False, retry=Retry(NoBackoff(), 0), driver_info=None,
            socket_timeout=None, socket_connect_timeout=self._answer_within,
        )  # fmt: skip
        made: AbstractConnection = pool.make_connection()  # type: ignore[no-untyped-call]
        return made

    def keys(self, stream: str) -> StreamKeys:
        """Name the keys of a stream."""
        return self._keys(stream, self.partitions)

    def call(
        self, function: str, keys: Sequence[bytes], args: Sequence[Word], *, writes: bool = False
    ) -> asyncio.Future[Any]:
        """Call a function of the library; calls of the same turn share a round trip."""
        return self._pipe.call("FCALL", function, len(keys), *keys, *args, writes=writes)

    def send(self, *command: Word) -> asyncio.Future[Any]:
        """Send a plain command; commands of the same turn share a round trip."""
        return self._pipe.call(*command)

    @property
    def away_for(self) -> float:
        """Return for how long the store has not answered. Units: seconds."""
        return self._pipe.away_for

    async def close(self) -> None:
        """Let what is in flight finish, and close every connection."""
        if self._healing is not None:
            await asyncio.wait([self._healing])
        await self._pipe.close()

    # ---------------------------------------------------------------- the start

    async def _prepare(self) -> None:
        await self._check_durability()
        await self._agree_on_partitions()
        await self._load_library()
        if self.durability == "replicated":
            pipe = Pipe(
                self.raw_connection,
                answer_within=self._answer_within,
                confirm=await self._confirmation(),
                copies=self._copies,
                refused=self._heal_if_missing,
            )
            await self._pipe.close()
            self._pipe = pipe

    async def _check_durability(self) -> None:
        """Hold that the server keeps what it says it keeps."""
        if self.durability == "relaxed":
            return
        wanted = {"appendonly": "yes", "appendfsync": "always", "maxmemory-policy": "noeviction"}
        for name, value in wanted.items():
            found = await self._configured(name)
            if found != value:
                raise CannotStart(
                    f"durability {self.durability!r} needs `{name} {value}` in the store's configuration, which has "
                    f"{found!r}; change it there, or choose the durability `relaxed`"
                )

    async def _configured(self, name: str) -> str:
        try:
            found = await self.send("CONFIG", "GET", name)
        except ResponseError as error:
            raise CannotStart(
                f"the store does not let us read its configuration ({error}), so that the durability "
                f"{self.durability!r} cannot be checked; allow CONFIG GET, or choose `relaxed`"
            ) from error
        return found[1].decode() if found else "nothing"

    async def _agree_on_partitions(self) -> None:
        await self.send("SET", PARTITIONS, self.partitions, "NX")
        found = int(await self.send("GET", PARTITIONS))
        if found != self.partitions:
            raise CannotStart(
                f"this store was begun with {found} partitions and is now opened with {self.partitions}; "
                f"every stream would be looked for in the wrong place. Set the number to {found}"
            )

    async def _load_library(self) -> None:
        """Load the library, unless the server has just this text of it."""
        try:
            found = await self.send("FUNCTION", "LIST", "LIBRARYNAME", LIBRARY, "WITHCODE")
        except ResponseError as error:
            raise CannotStart(
                f"the store has no functions ({error}); Redis or Valkey 7.0 or newer is needed"
            ) from error
        if found and SOURCE.encode() in found[0]:
            return
        await self.send("FUNCTION", "LOAD", "REPLACE", SOURCE)

    async def _confirmation(self) -> RedisCommand:
        """Choose the command that waits for replicas: WAITAOF where the server has it, else WAIT."""
        known = await self.send("COMMAND", "INFO", "WAITAOF")
        milliseconds = math.floor(self._answer_within * 500)
        if known and known[0]:
            return ("WAITAOF", 1, self._copies, milliseconds)
        return ("WAIT", self._copies, milliseconds)

    # ---------------------------------------------------------------- a store that was emptied or replaced

    def _heal_if_missing(self, refusal: StoreAway) -> None:
        if not isinstance(refusal, LibraryMissing):
            return
        if self._healing is None or self._healing.done():
            self._healing = asyncio.get_running_loop().create_task(self._heal())

    async def _heal(self) -> None:
        try:
            await self._agree_on_partitions()
            await self._load_library()
        except (CannotStart, StoreAway, ResponseError):
            return  # the next call finds the same and tries again
