"""The streams of an app, listed: an index beside each partition's streams, written with what it tells of.

The index has a place for each stream, its time of opening and its id, so that places sort by age. What is listed of a
stream besides its version and status stands with these, and changes in the same call as the log does: when it is
opened, when it ends, and when a seat is opened. Nothing is folded to list it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any, Final

import msgspec
from msgspec import Struct

from shared.kernel.jobs.state import JobState
from shared.kernel.messages import Role
from shared.kernel.stream import Stream
from shared.platform.eventlog.redis.connection import StoreConnection
from shared.platform.eventlog.redis.key_names import index_key, tag_of
from shared.platform.eventlog.redis.replies import ConnectionLost

TIME_DIGITS: Final = 15
LOOKED_AT: Final = 1000
"""How many streams of a partition are looked at for one page: where few are wanted of many, a page may hold fewer."""


class Listing(Struct, frozen=True, array_like=True):
    """What is listed of a stream: whether it is simulated, of a job how far it is, and the roles of the seats."""

    simulated: bool
    progress: str
    seats: dict[str, Role]


class ListedStream(Struct, frozen=True, kw_only=True):
    """A stream of an index. Units: at in milliseconds UTC, when it was opened."""

    place: str
    id: str
    at: int
    version: int
    closed: bool
    listing: Listing


class ListPage(Struct, frozen=True):
    """Some streams, newest first, and after which place the next page begins; None at the end."""

    streams: tuple[ListedStream, ...]
    next: str | None


class Wanted(Struct, frozen=True, kw_only=True):
    """Which streams are wanted: by status, by how far a job is, by a seat they have; "" is any."""

    status: str = ""
    progress: str = ""
    seat: str = ""

    def texts(self) -> list[str]:
        """Return the texts that what is listed of such a stream holds, and that of no other does."""
        asked = ((self.progress, f',"{self.progress}",{{'), (self.seat, f'"{self.seat}":'))
        return [text for value, text in asked if value]


_encode: Final = msgspec.json.Encoder().encode
_decode: Final = msgspec.json.Decoder(Listing).decode


def place_of(stream: str, at: int) -> bytes:
    """Return the place of a stream in its index. Units: at in milliseconds UTC, when it was opened."""
    return f"{at:0{TIME_DIGITS}}-{stream.partition(':')[2]}".encode()


def listing_of(stream: Stream[Any]) -> bytes:
    """Return what is listed of a stream."""
    progress = stream.game.status if isinstance(stream.game, JobState) else ""
    return _encode(Listing(stream.simulated, progress, {seat: state.role for seat, state in stream.seats.items()}))


async def list_streams(  # noqa: PLR0913 all that a page is asked by
    connection: StoreConnection, kind: str, tenant: str, *, wanted: Wanted, before: str = "", limit: int
) -> ListPage:  # fmt: skip
    """List the streams of a kind that an app has, newest first, from the place that comes after `before` on.

    Refuses: StoreAway
    """
    asked = (before, limit + 1, LOOKED_AT)
    pages = await asyncio.gather(
        *(
            _part(connection, index_key(part, kind, tenant), (*asked, f"{tag_of(part)}:m:{kind}:", *_filter(wanted)))
            for part in range(connection.partitions)
        )
    )
    return _merged(pages, limit)


def _filter(wanted: Wanted) -> Sequence[str]:
    return (wanted.status, *wanted.texts())


async def _part(connection: StoreConnection, index: bytes, args: Sequence[str | int]) -> Sequence[Any]:
    """Read from one partition; once more where the connection had broken, as it has after every restart of the store.

    Refuses: StoreAway
    """
    try:
        page: Sequence[Any] = await connection.call("list_1", (index,), args)
    except ConnectionLost:
        page = await connection.call("list_1", (index,), args)
    return page


def _merged(pages: Sequence[Sequence[Any]], limit: int) -> ListPage:
    """Merge what the partitions gave, down to where the least far of them has looked."""
    floor = max(looked for looked, _ in pages)
    found = sorted((raw for _, part in pages for raw in part if raw[0] >= floor), reverse=True)
    taken = tuple(_listed(*raw) for raw in found[:limit])
    if len(found) > limit:
        return ListPage(taken, taken[-1].place)
    return ListPage(taken, floor.decode() or None)


def _listed(place: bytes, version: bytes, status: bytes, listing: bytes) -> ListedStream:
    at, _, name = place.decode().partition("-")
    return ListedStream(
        place=place.decode(), id=name, at=int(at), version=int(version), closed=status == b"closed",
        listing=_decode(listing),
    )  # fmt: skip
