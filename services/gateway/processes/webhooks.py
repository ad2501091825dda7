"""Build the sender of webhooks, which reads only the public part of all services' logs.

The sentences in its messages use only these public parts.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

import msgspec
import structlog
from cachetools import LRUCache
from msgspec import Struct
from msgspec.structs import replace
from redis.asyncio import Redis

from services.page.sentences.logs import Speaker
from shared.kernel.replay import FromTheFuture, ImpossibleHistory, log_reader_of
from shared.platform.access import KeysOutOfReach, is_revoked
from shared.platform.eventlog import EventLog, NewerRelease, StoreAway, StreamBroken, StreamUnknown
from shared.platform.extras.webhooks.delivering import Pace, Parts, PublicCommit, PublicLog
from shared.platform.extras.webhooks.endpoints import Endpoints
from shared.platform.extras.webhooks.outbox import Outbox
from shared.platform.extras.webhooks.posting import Poster
from shared.platform.extras.webhooks.sending import WebhookSender
from shared.platform.feed import Feed
from shared.platform.http.hosting import SHOWN_HERE
from shared.platform.http.pool_work import SHOWN, raw, shown_events
from shared.platform.processes import ProcessPool
from shared.platform.seal import Sealer
from shared.platform.settings import ServerSettings

log = structlog.get_logger("shared.platform.webhooks")

NOBODY: Final = ""
"""A seat name that no stream has. A reader with this name sees only what is public."""
READ_AT_ONCE: Final = 16
REMEMBERED: Final = 1_000
"""Number of streams whose names are cached. For any other stream, they are read again from its first commit."""
_shown: Final = msgspec.msgpack.Decoder(tuple[tuple[int, str, bytes], ...])


class PublicEvents:
    """A reader of the public part of all services' logs, for open and closed streams."""

    def __init__(self, logs: Iterable[EventLog[Any]], pool: ProcessPool) -> None:
        """Set up the reader for these logs. The pool encodes large commits."""
        self._logs: Final[Mapping[str, EventLog[Any]]] = {one.game.name: one for one in logs}
        self._readers: Final = {name: log_reader_of(one.game) for name, one in self._logs.items()}
        self._pool: Final = pool

    async def tenant_of(self, stream: str) -> str:
        """Return the app that owns a stream, or "" if the stream is unknown. Refuses: StoreAway."""
        log = self._logs.get(stream.partition(":")[0])
        return "" if log is None else await log.tenant_of(stream)

    async def commits(self, stream: str, after: int, last: int) -> Sequence[PublicCommit]:
        """Return the commits after one version, up to and including another, in order.

        Rule:    AR-HOOK-02
        Refuses: all refusals of reading the log; PoolRefusal
        """
        kind = stream.partition(":")[0]
        if kind not in self._logs:
            raise StreamUnknown
        page = await self._logs[kind].read(stream, after, limit=READ_AT_ONCE)
        found: list[PublicCommit] = []
        for stored in page.commits:
            if after < stored.version <= last:
                handed = raw(stored.record, stored.head)
                found.append(PublicCommit(stored.version, await self._events(kind, stream, handed)))
        return found

    async def _events(
        self, kind: str, stream: str, commit: tuple[bytes, bytes, bytes]
    ) -> Sequence[tuple[str, bytes]]:  # fmt: skip
        """Encode the public view of a commit's events. A pool process encodes large commits."""
        try:
            if sum(map(len, commit)) <= SHOWN_HERE:
                shown: Iterable[tuple[int, str, bytes]] = shown_events(
                    self._readers[kind], stream, [commit], NOBODY, opened=False
                )
                return [(name, event) for _, name, event in shown]
            packed = await self._pool.run(SHOWN, kind, stream, [commit], NOBODY, False)
        except FromTheFuture as error:
            raise NewerRelease from error
        except ImpossibleHistory as error:
            raise StreamBroken(str(error)) from error
        return [(name, event) for _, name, event in _shown.decode(packed)]


# ---------------------------------------------------------------- sentences


class _Sent(Struct, frozen=True):
    """The part of an event that a sentence needs: its content."""

    data: Mapping[str, Any]


_event: Final = msgspec.json.Decoder(_Sent).decode


class _Spoken:
    """The names that a stream's events have introduced up to a version."""

    def __init__(self, stream: str) -> None:
        """Start with version 0 of the stream and no names."""
        self.speaker: Final = Speaker(stream)
        self.version = 0
        self.lock: Final = asyncio.Lock()

    def learn(self, commit: PublicCommit) -> None:
        """Learn the names in a commit. Skip events that were learned before."""
        for version, (_, event) in numbered(commit):
            if version > self.version:
                self.speaker.learn(_event(event).data, version)
                self.version = version


class PublicTexts:
    """A writer of sentences that describe the events of streams. It reads only what everyone may read."""

    def __init__(self, public: PublicLog) -> None:
        """Set up the sentences for the public parts of logs."""
        self._public: Final = public
        self._spoken: Final[LRUCache[str, _Spoken]] = LRUCache(REMEMBERED)

    async def add_to(self, stream: str, commit: PublicCommit) -> PublicCommit:
        """Return a commit in which each event has a `text`, a sentence that describes the event.

        Rule:    AR-SHOW-05
        Refuses: all refusals of reading the log; PoolRefusal
        """
        spoken = self._spoken.setdefault(stream, _Spoken(stream))
        async with spoken.lock:
            await self._catch_up(stream, spoken, commit.version - len(commit.events))
            spoken.learn(commit)
            events = [(kind, _with_text(spoken, event, version)) for version, (kind, event) in numbered(commit)]
        return replace(commit, events=events)

    async def _catch_up(self, stream: str, spoken: _Spoken, before: int) -> None:
        """Learn the names in all commits before a version."""
        while spoken.version < before:
            commits = await self._public.commits(stream, spoken.version, before)
            if not commits:
                return
            for commit in commits:
                spoken.learn(commit)


def numbered(commit: PublicCommit) -> enumerate[tuple[str, bytes]]:
    """Return the events of a commit with their versions."""
    return enumerate(commit.events, commit.version - len(commit.events) + 1)


def _with_text(spoken: _Spoken, event: bytes, version: int) -> bytes:
    """Return an event, as JSON, with its sentence. If no sentence can be built, return the event unchanged."""
    try:
        text = spoken.speaker.say(_event(event).data, version)
    except (LookupError, TypeError, ValueError, AttributeError):  # no delivery waits for a sentence
        log.exception("webhook_text_failed", version=version)
        return event
    return event[:-1] + b',"text":' + msgspec.json.encode(text) + b"}"


# ---------------------------------------------------------------- the sender


def poster_of(settings: ServerSettings) -> Poster:
    """Return the object that sends deliveries, with the configured limits."""
    return Poster(seconds=settings.webhooks_seconds, private=settings.webhooks_private == "yes")


def sender_of(  # noqa: PLR0913 each argument by its name
    settings: ServerSettings, logs: Sequence[EventLog[Any]], *, feed: Feed, redis: Redis, sealer: Sealer,
    pool: ProcessPool, poster: Poster,
) -> WebhookSender:  # fmt: skip
    """Return the object that delivers to the webhooks of all apps."""

    async def has_been_revoked(key: str) -> bool:
        try:
            return await is_revoked(redis, key)
        except KeysOutOfReach as error:
            raise StoreAway from error

    public = PublicEvents(logs, pool)
    parts = Parts(
        endpoints=Endpoints(redis, sealer),
        outbox=Outbox(redis),
        log=public,
        texts=PublicTexts(public),
        poster=poster,
        pace=Pace(settings.webhooks_pauses, settings.webhooks_at_once),
        revoked=has_been_revoked,
    )
    return WebhookSender(feed, parts, partitions=logs[0].connection.partitions, owners=settings.cached_owners)
