"""Chains of causes: this module finds the chain that a request's stated cause belongs to, and lists a chain's commits.

A chain of causes consists of commits, in any streams, of which each caused the next; a correlation id names the chain.
Each partition has one index for each chain, which lists the chain's commits in that partition. The store updates the
index in the same call as the streams. An index entry is a commit's time, stream and version. Reading a cause or listing
a chain folds no stream and needs no game's rules, so any process can do it for all services.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Sequence
from typing import Any, Final

import msgspec
from cachetools import LRUCache
from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import replace

from shared.kernel.causes import CORRELATED, STREAM_PATTERN, Cause, Chain, chain_in, correlation_from
from shared.kernel.messages import END, Role
from shared.kernel.record import Split
from shared.platform import logs
from shared.platform.eventlog.archived_streams import ArchiveStub, stub_in
from shared.platform.eventlog.asks import Ask, Origin
from shared.platform.eventlog.reading.tails import ERASED, LogEntry, TailReader
from shared.platform.eventlog.reading.tombstone import opened_in
from shared.platform.eventlog.redis.key_names import chain_key
from shared.platform.eventlog.refusals import CauseUnknown

DIGITS: Final = 15
MOST_LINKS: Final = 4096
"""Maximum number of commits that one partition lists for a chain."""
KEPT_SECONDS: Final = 90 * 86_400
"""Seconds after a chain's last commit during which the chain is listed.

The commits themselves keep its name for ever.
"""
REMEMBERED: Final = 10_000
"""Maximum number of streams whose owner is cached."""
_STREAM: Final = STREAM_PATTERN.removeprefix("^").removesuffix(END)
PLACE_PATTERN: Final = rf"^[0-9]{{{DIGITS}}}-{_STREAM}@[0-9]{{{DIGITS}}}{END}"
_place: Final = re.compile(PLACE_PATTERN)


class CausedCommit(Struct, frozen=True, kw_only=True):
    """A commit in a chain of causes: its stream and versions, its sender, command and time, its events and its cause.

    Units: at in milliseconds UTC
    """

    stream: str
    first: int
    version: int
    at: int
    seat: str
    role: Role
    command: str
    events: tuple[str, ...]
    cause: Cause | None


class ChainPage(Struct, frozen=True):
    """A page of a chain's commits, oldest first.

    `next` is the index entry after which the next page starts; it is None on the last page.
    """

    commits: tuple[CausedCommit, ...]
    next: str | None


def place_in_chain(stream: str, at: int, version: int) -> bytes:
    """Return the index entry of a commit. `version` is the stream's version after the commit.

    Units: at in milliseconds UTC.
    """
    return f"{at:0{DIGITS}}-{stream}@{version:0{DIGITS}}".encode()


def is_place(text: str) -> bool:
    """Return whether a string has the form of an index entry."""
    return _place.fullmatch(text) is not None


class Chains:
    """A reader for the chains of causes of all services."""

    def __init__(self, tails: TailReader) -> None:
        """Set up the reader; it reads streams through `tails`."""
        self._tails: Final = tails
        self._connection: Final = tails.connection
        self._owners: Final[LRUCache[str, str]] = LRUCache(REMEMBERED)

    # ---------------------------------------------------------------- causes that a request states

    async def join(self, ask: Ask, origin: Origin) -> Ask:
        """Return a command together with the chain that its stated cause belongs to.

        If the caller may not name that cause, the refusal is set as `unfounded`, so that a retried request still gets
        the response to the first request.

        Rule:    AR-CAUSE-01, AR-CAUSE-02
        Refuses: StoreAway, ArchiveAway
        """
        correlation, cause = origin.correlation, origin.cause
        if cause is not None:
            try:
                inherited = await self._correlation_at(cause, origin)
            except CauseUnknown as unknown:
                return replace(ask, origin=None, unfounded=unknown)
            correlation = correlation or inherited or origin.trace or correlation_from(cause)
        chain = Chain(correlation=correlation or origin.trace, cause=UNSET if cause is None else cause)
        logs.note(correlation=chain.correlation, cause=None if cause is None else cause.event)
        return replace(ask, origin=None, chain=chain)

    async def _correlation_at(self, cause: Cause, origin: Origin) -> str:
        """Return the correlation id of the commit that contains the cause, an event.

        Return an empty string if the commit belongs to no chain, or if the caller has named a correlation id of its
        own.

        Refuses: CauseUnknown
        """
        if origin.stream not in {"", cause.stream}:
            raise CauseUnknown
        version, status, archived = await self._standing(cause.stream)
        if status in {None, ERASED} or cause.version > version:
            raise CauseUnknown
        if not origin.stream and await self._owner(cause.stream, stub_in(archived)) != origin.tenant:
            raise CauseUnknown
        if origin.correlation:
            return ""
        chain = await self.after(cause.stream, cause.version)
        return "" if chain is None else chain.correlation

    async def _standing(self, stream: str) -> tuple[int, bytes | None, bytes | None]:
        """Return a stream's version, its status, and the stub of its archive file if it has one. Refuses: StoreAway."""
        meta = self._connection.keys(stream).meta
        version, status, archived = await self._tails.send("HMGET", meta, "v", "st", "a")
        return int(version or 0), status, archived

    async def _owner(self, stream: str, stub: ArchiveStub | None) -> str:
        """Return the app that owns a stream. The owner never changes, so it is cached."""
        owner = self._owners.get(stream)
        if owner is None:
            entries = () if stub is not None else (await self._tails.tail(stream, 0, limit=1)).entries
            owner = self._owners[stream] = opened_in(entries).tenant if stub is None else stub.tenant
        return owner

    async def after(self, stream: str, version: int) -> Chain | None:
        """Return the chain for a request that an event caused; None if the event belongs to no chain.

        Refuses: StoreAway, ArchiveAway
        """
        tail = await self._tails.tail(stream, version - 1, limit=1)
        chain = chain_in(tail.entries[0].public) if tail.entries else None
        return None if chain is None else chain.after(stream, version)

    async def forget(self, tenant: str, entries: Sequence[LogEntry]) -> None:
        """Remove commits of an app's streams from the indexes of their chains. Refuses: StoreAway."""
        for entry in entries:
            read = _read(entry.public) if CORRELATED in entry.public else None
            if read is None or read.intent.correlation is UNSET:
                continue
            key = chain_key(self._connection.keys(read.stream).partition, tenant, read.intent.correlation)
            await self._tails.send("ZREM", key, place_in_chain(read.stream, read.intent.at, entry.version))

    # ---------------------------------------------------------------- listing

    async def page(
        self, tenant: str, correlation: str, *, stream: str = "", after: str = "", limit: int
    ) -> ChainPage:  # fmt: skip
        """List a chain's commits in all streams of an app, or in one stream, oldest first.

        `after` is the index entry after which the list starts.

        Rule:    AR-CAUSE-04, AR-CAUSE-05
        Refuses: StoreAway, ArchiveAway
        """
        places = await self._places(tenant, correlation, stream=stream, after=after, limit=limit + 1)
        found = await asyncio.gather(*(self._commit(place, correlation) for place in places[:limit]))
        commits = tuple(commit for commit in found if commit is not None)
        return ChainPage(commits, places[limit - 1] if len(places) > limit else None)

    async def _places(self, tenant: str, correlation: str, *, stream: str, after: str, limit: int) -> list[str]:
        partitions: Sequence[int] = range(self._connection.partitions)
        most = limit
        if stream:
            partitions, most = (self._connection.keys(stream).partition,), MOST_LINKS
        begin = f"({after}" if after else "-"
        parts = await asyncio.gather(
            *(
                self._tails.send(
                    "ZRANGE", chain_key(part, tenant, correlation), begin, "+", "BYLEX", "LIMIT", 0, most
                )
                for part in partitions
            )
        )  # fmt: skip
        places = sorted(place.decode() for part in parts for place in part)
        return [place for place in places if not stream or _stream_at(place)[0] == stream][:limit]

    async def _commit(self, place: str, correlation: str) -> CausedCommit | None:
        """Read the commit that an index entry names; return None if it no longer exists or belongs to another chain."""
        stream, version = _stream_at(place)
        tail = await self._tails.tail(stream, version - 1, limit=1)
        if not tail.entries or tail.entries[0].version != version:
            return None
        return _commit_in(tail.entries[0].public, correlation)


def _stream_at(place: str) -> tuple[str, int]:
    """Return the stream and the version that an index entry names."""
    stream, _, version = place[DIGITS + 1 :].rpartition("@")
    return stream, int(version)


class _Named(Struct, frozen=True):
    type: str


class _Sent(Struct, frozen=True):
    at: int
    seat: str
    role: Role
    command: _Named
    correlation: str | UnsetType = UNSET
    cause: Cause | UnsetType = UNSET


class _Read(Struct, frozen=True):
    stream: str
    version: int
    intent: _Sent
    events: tuple[_Named, ...]
    split: Split | None = None


_read: Final = msgspec.json.Decoder(_Read).decode


def _commit_in(public: bytes, correlation: str) -> CausedCommit | None:
    """Decode the first commit of a decision; return None if the decision belongs to another chain."""
    read = _read(public)
    sent: Any = read.intent
    if sent.correlation != correlation:
        return None
    return CausedCommit(
        stream=read.stream, first=read.version - len(read.events) + 1,
        version=read.version if read.split is None else read.split.after, at=sent.at, seat=sent.seat, role=sent.role,
        command=sent.command.type, events=tuple([event.type for event in read.events]),
        cause=None if sent.cause is UNSET else sent.cause,
    )  # fmt: skip
