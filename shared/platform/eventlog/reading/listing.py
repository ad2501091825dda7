"""Lists of an app's streams. Each partition has an index, which the store updates in the same call as the streams.

An index entry is the stream's opening time and id, so that entries sort by age. The other facts that a list shows are
stored with the stream, and change in the same call as the log: when the stream is opened or closed, and when a seat is
added. Listing folds no stream.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any, Final

import msgspec
from msgspec import Struct
from msgspec.structs import astuple

from shared.kernel.jobs.state import JobState
from shared.kernel.messages import Role
from shared.kernel.stream import Stream
from shared.platform.eventlog.redis.connection import StoreConnection
from shared.platform.eventlog.redis.key_names import index_key, tag_of
from shared.platform.eventlog.redis.replies import ConnectionLost

TIME_DIGITS: Final = 15
LOOKED_AT: Final = 1000
"""Maximum number of streams that are read in each partition to fill one page.

Selective filters may yield short pages.
"""


class Listing(Struct, frozen=True, array_like=True):
    """The facts about a stream that lists show: whether it is simulated, a job's progress, and the roles of the seats.

    `players` names the computer player of each seat that has one. `fork` holds the fields of `ForkOf`, in order, if the
    stream is a fork. `names` maps seats to their display names. `title` is the game's own title, or empty. Entries
    that older releases wrote lack some of these fields.
    """

    simulated: bool
    progress: str
    seats: dict[str, Role]
    players: dict[str, str] = {}
    fork: tuple[str, int, str, bool, str | None] | None = None
    names: dict[str, str] = {}
    title: str = ""


class ListedStream(Struct, frozen=True, kw_only=True):
    """A stream in a list. Units: at in milliseconds UTC, when the stream was opened."""

    place: str
    id: str
    at: int
    version: int
    closed: bool
    listing: Listing


class ListPage(Struct, frozen=True):
    """A page of streams, newest first.

    `next` is the index entry after which the next page starts; it is None on the last page.
    """

    streams: tuple[ListedStream, ...]
    next: str | None


class Wanted(Struct, frozen=True, kw_only=True):
    """A filter for listed streams: by status, by a job's progress, by seat, and whether to list only forks.

    An empty string matches every stream.
    """

    status: str = ""
    progress: str = ""
    seat: str = ""
    forks: bool = False

    def texts(self, kind: str) -> list[str]:
        """Return the strings to search for: a stream of this kind matches if its stored facts contain all of them.

        No title or name contains such a string, because quotation marks in them are stored with a backslash.
        """
        asked = (
            (self.progress, f',"{self.progress}",{{'),
            (self.seat, f'"{self.seat}":'),
            (self.forks, f',["{kind}:'),  # in these facts, only what a fork began with is a list within the list
        )
        return [text for value, text in asked if value]


_encode: Final = msgspec.json.Encoder().encode
_decode: Final = msgspec.json.Decoder(Listing).decode


def place_of(stream: str, at: int) -> bytes:
    """Return the index entry of a stream. Units: at in milliseconds UTC, when the stream was opened."""
    return f"{at:0{TIME_DIGITS}}-{stream.partition(':')[2]}".encode()


def listing_of(stream: Stream[Any]) -> bytes:
    """Encode the facts that lists show about a stream."""
    progress = stream.game.status if isinstance(stream.game, JobState) else ""
    roles: dict[str, Role] = {seat: state.role for seat, state in stream.seats.items()}
    players = {seat: state.player for seat, state in stream.seats.items() if state.player}
    fork = None if stream.fork is None else astuple(stream.fork)
    names = {seat: state.name for seat, state in stream.seats.items() if state.name}
    title: str | None = getattr(stream.game, "title", None)
    return _encode(Listing(stream.simulated, progress, roles, players, fork, names, title or ""))


async def list_streams(  # noqa: PLR0913 every parameter of a page
    connection: StoreConnection, kind: str, tenant: str, *, wanted: Wanted, before: str = "", limit: int
) -> ListPage:  # fmt: skip
    """List an app's streams of one game, newest first, starting after the index entry `before`.

    Refuses: StoreAway
    """
    asked = (before, limit + 1, LOOKED_AT)
    pages = await asyncio.gather(
        *(
            _part(
                connection, index_key(part, kind, tenant), (*asked, f"{tag_of(part)}:m:{kind}:", *_filter(wanted, kind))
            )
            for part in range(connection.partitions)
        )
    )
    return _merge(pages, limit)


def _filter(wanted: Wanted, kind: str) -> Sequence[str]:
    return (wanted.status, *wanted.texts(kind))


async def _part(connection: StoreConnection, index: bytes, args: Sequence[str | int]) -> Sequence[Any]:
    """Read index entries of one partition. Retry once, because the first call after a restart of the store fails.

    Refuses: StoreAway
    """
    try:
        page: Sequence[Any] = await connection.call("list_1", (index,), args)
    except ConnectionLost:
        page = await connection.call("list_1", (index,), args)
    return page


def _merge(pages: Sequence[Sequence[Any]], limit: int) -> ListPage:
    """Merge the entries of all partitions, newest first.

    If a partition has unread entries, the page ends at the last entry that was read from it. Older entries of the
    other partitions wait for the next page.
    """
    floor = max(looked for looked, _ in pages)
    found = sorted((raw for _, part in pages for raw in part if raw[0] >= floor), reverse=True)
    taken = tuple(_decode_entry(*raw) for raw in found[:limit])
    if len(found) > limit:
        return ListPage(taken, taken[-1].place)
    return ListPage(taken, floor.decode() or None)


def _decode_entry(place: bytes, version: bytes, status: bytes, listing: bytes) -> ListedStream:
    at, _, name = place.decode().partition("-")
    return ListedStream(
        place=place.decode(), id=name, at=int(at), version=int(version), closed=status == b"closed",
        listing=_decode(listing),
    )  # fmt: skip
