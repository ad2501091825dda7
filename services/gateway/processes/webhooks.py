"""The builder of the object that sends webhooks, which reads the public part of all services' logs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

import msgspec
from redis.asyncio import Redis

from shared.kernel.replay import FromTheFuture, ImpossibleHistory, log_reader_of
from shared.platform.access import KeysOutOfReach, is_revoked
from shared.platform.eventlog import EventLog, NewerRelease, StoreAway, StreamBroken, StreamUnknown
from shared.platform.extras.webhooks.delivering import Pace, Parts, PublicCommit
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

NOBODY: Final = ""
"""A seat name that no stream has. A reader with this name sees only what is public."""
READ_AT_ONCE: Final = 16
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

    parts = Parts(
        endpoints=Endpoints(redis, sealer),
        outbox=Outbox(redis),
        log=PublicEvents(logs, pool),
        poster=poster,
        pace=Pace(settings.webhooks_pauses, settings.webhooks_at_once),
        revoked=has_been_revoked,
    )
    return WebhookSender(feed, parts, partitions=logs[0].connection.partitions)
