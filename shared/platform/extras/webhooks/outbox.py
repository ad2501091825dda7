"""The outbox of each webhook: the streams with pending deliveries, and for each stream the versions to deliver.

The events themselves stay in the log. A webhook that fails for days therefore needs only one entry for each stream,
however many events the stream gets. It misses no event, even if the feed drops old entries. Each call is atomic and may
be retried.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from msgspec import Struct
from redis.asyncio import Redis

from shared.platform.eventlog import now_ms
from shared.platform.extras.webhooks.endpoints import (
    COUNTS,
    Endpoint,
    Standing,
    ask,
    encode,
    of,
    queue_key,
    spans_key,
    standing_key,
)

NOTE: Final = """
if redis.call('HEXISTS', KEYS[1], ARGV[1]) == 0 then
  return 0
end
for i = 3, #ARGV, 3 do
  local known = redis.call('HGET', KEYS[3], ARGV[i])
  local from, upto = ARGV[i + 1], ARGV[i + 2]
  if known then
    local first, last = string.match(known, '^(%d+) (%d+)$')
    from = first
    if tonumber(last) > tonumber(upto) then
      upto = last
    end
  else
    redis.call('ZADD', KEYS[2], ARGV[2], ARGV[i])
  end
  redis.call('HSET', KEYS[3], ARGV[i], from .. ' ' .. upto)
end
return 1
"""
SETTLE: Final = """
if redis.call('HEXISTS', KEYS[1], ARGV[1]) == 0 then
  return 0
end
redis.call('SET', KEYS[4], ARGV[5])
redis.call('HINCRBY', KEYS[5], 'delivered', ARGV[6])
local known = redis.call('HGET', KEYS[3], ARGV[2])
local first, last = string.match(known or '', '^(%d+) (%d+)$')
if not first or tonumber(first) >= tonumber(ARGV[3]) then
  return 1
end
if tonumber(last) <= tonumber(ARGV[3]) then
  redis.call('HDEL', KEYS[3], ARGV[2])
  redis.call('ZREM', KEYS[2], ARGV[2])
else
  redis.call('HSET', KEYS[3], ARGV[2], ARGV[3] .. ' ' .. last)
  redis.call('ZADD', KEYS[2], ARGV[4], ARGV[2])
end
return 1
"""
STAND: Final = """
if redis.call('HEXISTS', KEYS[1], ARGV[1]) == 0 then
  return 0
end
redis.call('SET', KEYS[2], ARGV[2])
redis.call('HINCRBY', KEYS[3], 'failed', ARGV[3])
return 1
"""


class Span(Struct, frozen=True, kw_only=True):
    """A stream with pending commits: the commits after version `after`, up to version `last`.

    Units: at in milliseconds UTC, when the first of these commits became pending
    """

    stream: str
    after: int
    last: int
    at: int


class Outbox:
    """The pending deliveries of all webhooks. Every method may refuse with StoreAway."""

    def __init__(self, redis: Redis) -> None:
        """Set up access to the pending deliveries in a store."""
        self._redis: Final = redis
        self._note: Final = redis.register_script(NOTE)
        self._settle: Final = redis.register_script(SETTLE)
        self._stand: Final = redis.register_script(STAND)

    async def note(self, endpoint: Endpoint, spans: Mapping[str, tuple[int, int]]) -> None:
        """Add pending deliveries: for each stream a range of versions."""
        words = [word for stream, (after, last) in spans.items() for word in (stream, after, last)]
        await ask(self._note(_keys(endpoint), (endpoint.id, now_ms(), *words)))

    async def next(self, endpoint: Endpoint, limit: int) -> Sequence[Span]:
        """Return at most `limit` pending streams. The streams that have waited longest come first."""
        found = await ask(self._redis.zrange(queue_key(endpoint.id), 0, limit - 1, withscores=True))
        if not found:
            return ()
        spans = await ask(self._redis.hmget(spans_key(endpoint.id), [stream for stream, _ in found]))
        return [_span(stream, int(at), span) for (stream, at), span in zip(found, spans, strict=True) if span]

    async def of_stream(self, endpoint: Endpoint, stream: str) -> Sequence[Span]:
        """Return the pending versions of one stream; return an empty sequence if there are none."""
        span = await ask(self._redis.hget(spans_key(endpoint.id), stream))
        at = await ask(self._redis.zscore(queue_key(endpoint.id), stream))
        return () if span is None or at is None else (_span(stream.encode(), int(at), span),)

    async def settle(self, endpoint: Endpoint, span: Span, upto: int, standing: Standing, *, delivered: int) -> None:
        """Record that a stream was delivered up to a version, and store the webhook's status.

        If commits remain, the stream goes to the end of the queue.
        """
        keys = (*_keys(endpoint), standing_key(endpoint.id), COUNTS)
        await ask(self._settle(keys, (endpoint.id, span.stream, upto, now_ms(), encode(standing), delivered)))

    async def stand(self, endpoint: Endpoint, standing: Standing, *, failed: int = 0) -> None:
        """Store the status of a webhook."""
        keys = (of(endpoint.tenant), standing_key(endpoint.id), COUNTS)
        await ask(self._stand(keys, (endpoint.id, encode(standing), failed)))


def _keys(endpoint: Endpoint) -> tuple[str, str, str]:
    return of(endpoint.tenant), queue_key(endpoint.id), spans_key(endpoint.id)


def _span(stream: bytes, at: int, raw: bytes) -> Span:
    after, last = raw.split(b" ")
    return Span(stream=stream.decode(), after=int(after), last=int(last), at=at)
