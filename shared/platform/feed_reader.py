"""Read the entries of feeds as they are appended, on a separate connection to the store."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from msgspec import Struct
from redis.asyncio.connection import AbstractConnection
from redis.exceptions import AskError, MovedError, RedisError

from shared.platform.eventlog.redis.connection import StoreConnection
from shared.platform.eventlog.redis.key_names import counter_key, feed_key

BLOCK_MS: Final = 5_000
PAGE: Final = 1_000
GRACE_SECONDS: Final = 5.0


class Pointer(Struct, frozen=True, kw_only=True):
    """An entry of the feed, which says that these versions of this stream were appended.

    `number` counts the appends of a partition. `mark` holds the fields of the entry as the store has them; no other
    append has the same fields.
    """

    number: int
    stream: str
    first: int
    last: int
    mark: bytes = b""


class Position(NamedTuple):
    """A position in a partition's feed: the number of an entry, and the mark of that entry or b"" if it is unknown."""

    number: int
    mark: bytes = b""


def pointer_of(raw: list[Any]) -> Pointer:
    """Decode a feed entry: `[number-0, [s, stream, a, first, z, last, h, beginning of the head]]`.

    Older releases wrote no head.
    """
    fields = raw[1]
    number = int(raw[0].partition(b"-")[0])
    return Pointer(
        number=number, stream=fields[1].decode(), first=int(fields[3]), last=int(fields[5]), mark=b" ".join(fields)
    )


def position_of(pointer: Pointer) -> Position:
    """Return the position of a feed entry."""
    return Position(pointer.number, pointer.mark)


class FeedReader:
    """A connection that waits for new feed entries: of all partitions of a server, or of one partition of a cluster."""

    def __init__(self, connection: StoreConnection, partitions: Sequence[int]) -> None:
        """Set up the reader for these partitions, which must all be on one server."""
        self.partitions = partitions
        self._connection = connection
        self._line: AbstractConnection | None = None
        self._asking = False
        self._keys = [feed_key(partition) for partition in partitions]

    async def connect(self) -> bool:
        """Connect if there is no connection.

        Return whether the connection is new; a new one may lead to another server.

        A server that accepts the connection but does not respond counts as unreachable.

        Rule:    AR-STORE-15
        Refuses: StoreAway, redis.RedisError, OSError
        """
        if self._line is None:
            self._line = self._connection.raw_connection(self.partitions[0])
        elif self._line.is_connected:
            return False
        async with asyncio.timeout(GRACE_SECONDS):
            await self._line.connect()  # type: ignore[no-untyped-call]
        return True

    async def end_unless_kept(self, partition: int, position: Position) -> Position | None:
        """Return None if the server still has a position; otherwise return the position of the feed's newest entry.

        Refuses: redis.RedisError, OSError
        """
        at = f"{position.number}-0"
        found = await self._ask("XRANGE", feed_key(partition), at, at)
        newest = int(await self._ask("GET", counter_key(partition)) or 0)
        marked = found and position.mark
        if position.number <= newest and not (marked and pointer_of(found[0]).mark != position.mark):
            return None
        last = await self._ask("XREVRANGE", feed_key(partition), "+", "-", "COUNT", 1)
        return position_of(pointer_of(last[0])) if last else Position(newest)

    async def read(self, at: Mapping[int, int]) -> list[tuple[int, list[Any]]]:
        """Wait a few seconds at most for entries after these numbers, and return each partition with its new entries.

        Call `connect` first.

        Refuses: redis.RedisError, OSError
        """
        places = [f"{at[partition]}-0" for partition in self.partitions]
        reply = await self._ask("XREAD", "BLOCK", BLOCK_MS, "COUNT", PAGE, "STREAMS", *self._keys, *places) or []
        by_key = dict(zip(self._keys, self.partitions, strict=True))
        return [(by_key[key], entries) for key, entries in reply]

    async def _ask(self, *command: str | bytes | int) -> Any:  # noqa: ANN401 what the server answers
        line = self._line
        if line is None:
            raise ConnectionError("the feed's reader is not connected")
        if self._asking:
            await line.send_command("ASKING")
            await line.read_response()
        await line.send_command(*command)
        async with asyncio.timeout(BLOCK_MS / 1000 + GRACE_SECONDS):
            return await line.read_response()

    async def recover(self, error: Exception) -> None:
        """Close the connection after an error.

        The next read connects again, to the server that has the partition at that time.
        """
        await self.hang_up()
        self._asking = isinstance(error, AskError) and not isinstance(error, MovedError)
        if isinstance(error, AskError) and self._asking:
            self._line = self._connection.raw_connection_to((error.host, error.port))
        else:
            await self._connection.look_again()

    async def hang_up(self) -> None:
        """Close the connection."""
        if self._line is not None:
            with contextlib.suppress(RedisError, OSError):
                await self._line.disconnect()
            self._line = None
