"""The stored webhooks of all apps, and the status of each webhook.

arbiter:{webhooks}:of:<tenant>     a hash with the webhooks of an app, by id
arbiter:{webhooks}:tenants         the apps that have webhooks
arbiter:{webhooks}:version         the number of changes to webhooks, from which the sender detects a change
arbiter:{webhooks}:counts          metrics of all webhooks (see `delivery_meters`)
arbiter:{webhooks}:standing:<id>   the status of a webhook: its last delivery, consecutive failures, the next retry
arbiter:{webhooks}:queue:<id>, arbiter:{webhooks}:spans:<id>   pending deliveries (see `outbox`)

All these keys have the same hash tag, so that one call can change several of them. Secrets are encrypted, so that the
store cannot read them.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Awaitable, Mapping, Sequence
from typing import Any, Final, Literal, TypeAlias, cast

import msgspec
from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import replace
from redis.asyncio import Redis
from redis.exceptions import RedisError

from shared.platform.eventlog import now_ms
from shared.platform.eventlog.redis.refusing import note_error
from shared.platform.extras.webhooks.signing import new_secret
from shared.platform.feed import Position
from shared.platform.seal import Sealer

CONSUMER: Final = "webhooks"
"""The name under which the sender of webhooks reads the feed.

The name is registered as a consumer with the first webhook; from then on the feed keeps each entry until it is read.
"""
PREFIX: Final = "arbiter:{webhooks}:"
TENANTS: Final = f"{PREFIX}tenants"
VERSION: Final = f"{PREFIX}version"
COUNTS: Final = f"{PREFIX}counts"
ID_BYTES: Final = 13
DIGEST_BYTES: Final = 6
OVERLAP_MS: Final = 86_400_000
"""Milliseconds during which deliveries are signed with a replaced secret in addition to the new secret."""
MOST_SECRETS: Final = 3

ParkedFor: TypeAlias = Literal["failures", "gone", "key-revoked"]

ADD: Final = """
if redis.call('HLEN', KEYS[1]) >= tonumber(ARGV[1]) then
  return 0
end
redis.call('HSET', KEYS[1], ARGV[2], ARGV[3])
redis.call('SADD', KEYS[2], ARGV[4])
redis.call('INCR', KEYS[3])
return 1
"""
CHANGE: Final = """
if redis.call('HGET', KEYS[1], ARGV[1]) ~= ARGV[2] then
  return 0
end
redis.call('HSET', KEYS[1], ARGV[1], ARGV[3])
if KEYS[3] then
  redis.call('SET', KEYS[3], ARGV[4])
end
redis.call('INCR', KEYS[2])
return 1
"""
"""A script that changes a webhook only if nobody has changed it since it was read.

If the call has a third key, the script also changes the webhook's status.
"""
REMOVE: Final = """
if redis.call('HDEL', KEYS[1], ARGV[1]) == 0 then
  return 0
end
if redis.call('EXISTS', KEYS[1]) == 0 then
  redis.call('SREM', KEYS[2], ARGV[2])
end
redis.call('DEL', KEYS[4], KEYS[5], KEYS[6])
redis.call('INCR', KEYS[3])
return 1
"""


class SealedSecret(Struct, frozen=True):
    """An encrypted signing secret, and the time until which it is used; 0 means for ever. Units: milliseconds UTC."""

    sealed: bytes
    until: int = 0


class Endpoint(Struct, frozen=True, kw_only=True):
    """A webhook: its URL, and the streams and events that it receives.

    `by` is the id of the API key that owns the webhook; when this key is revoked, deliveries end. `since` holds, for
    each partition, the number of the feed entry that was the newest when the webhook was created. `marks` holds a
    digest of each of these entries' marks (see `feed`); webhooks of older releases have none. `text` is true if each
    delivered event also has a sentence that describes it. A false `text` is not stored, so that webhooks of older
    releases keep their bytes.

    Units: at in milliseconds UTC
    """

    id: str
    tenant: str
    by: str
    url: str
    at: int
    since: tuple[int, ...]
    marks: tuple[int, ...] = ()
    secrets: tuple[SealedSecret, ...]
    kinds: tuple[str, ...] = ()
    types: tuple[str, ...] = ()
    stream: str | None = None
    description: str = ""
    text: bool | UnsetType = UNSET

    @property
    def place(self) -> str:
        """Return the cursor of this webhook in its app's list, which is sorted by age."""
        return f"{self.at:015}-{self.id}"

    def wants(self, stream: str) -> bool:
        """Return whether the webhook receives the events of this stream.

        The caller has checked that the webhook and the stream belong to the same app.
        """
        kind = stream.partition(":")[0]
        return (not self.kinds or kind in self.kinds) and self.stream in (None, stream)

    def wants_event(self, kind: str) -> bool:
        """Return whether the webhook receives events of this type."""
        return not self.types or kind in self.types


class Delivered(Struct, frozen=True, kw_only=True):
    """The last delivered event, and when it was delivered. Units: at in milliseconds UTC."""

    stream: str
    version: int
    at: int


class Parked(Struct, frozen=True, kw_only=True):
    """When and why deliveries were suspended. Units: since in milliseconds UTC."""

    since: int
    why: ParkedFor


class Standing(Struct, frozen=True, kw_only=True):
    """The status of a webhook.

    `status` is the status code of the last response; `error` says why there was no response.

    `failing` is the stream whose delivery failed last; it is delivered before all other streams.

    Units: next_try in milliseconds UTC; 0 if no retry is scheduled
    """

    failures: int = 0
    failing: str = ""
    next_try: int = 0
    parked: Parked | None = None
    delivered: Delivered | None = None
    status: int = 0
    error: str = ""


_endpoint: Final = msgspec.json.Decoder(Endpoint).decode
_standing: Final = msgspec.json.Decoder(Standing).decode
encode: Final = msgspec.json.Encoder().encode


class Endpoints:
    """The webhooks of all apps in the store. Every method may refuse with StoreAway."""

    def __init__(self, redis: Redis, sealer: Sealer) -> None:
        """Set up access to the webhooks in a store. `sealer` encrypts and decrypts their secrets."""
        self._redis: Final = redis
        self._sealer: Final = sealer
        self._add: Final = redis.register_script(ADD)
        self._change: Final = redis.register_script(CHANGE)
        self._remove: Final = redis.register_script(REMOVE)

    # ---------------------------------------------------------------- the webhooks of one app

    def build(self, **fields: Any) -> tuple[Endpoint, str]:  # noqa: ANN401 fields of an endpoint
        """Create a webhook with these fields, and its secret. Return both without storing them."""
        name, secret = secrets.token_hex(ID_BYTES), new_secret()
        return Endpoint(id=name, at=now_ms(), secrets=(self._seal(name, secret),), **fields), secret

    async def add(self, endpoint: Endpoint, *, most: int) -> bool:
        """Store a webhook. Return False if its app already has `most` webhooks."""
        keys = (of(endpoint.tenant), TENANTS, VERSION)
        return bool(await ask(self._add(keys, (most, endpoint.id, encode(endpoint), endpoint.tenant))))

    async def find(self, tenant: str, name: str) -> Endpoint | None:
        """Return the webhook of an app with this id; return None if there is none."""
        raw = await ask(self._redis.hget(of(tenant), name))
        return None if raw is None else _endpoint(raw)

    async def of_app(self, tenant: str) -> list[Endpoint]:
        """Return all webhooks of an app, newest first."""
        found = map(_endpoint, (await ask(self._redis.hgetall(of(tenant)))).values())
        return sorted(found, key=lambda one: one.place, reverse=True)

    async def standing(self, name: str) -> Standing:
        """Return the status of a webhook."""
        raw = await ask(self._redis.get(standing_key(name)))
        return Standing() if raw is None else _standing(raw)

    async def waiting(self, name: str) -> int:
        """Return the number of streams that have pending deliveries to a webhook."""
        return int(await ask(self._redis.zcard(queue_key(name))))

    async def resume(self, before: Endpoint, *, by: str) -> bool:
        """Resume a webhook, and make the API key `by` its owner. Return False if the webhook was changed meanwhile."""
        keys = (of(before.tenant), VERSION, standing_key(before.id))
        standing = replace(await self.standing(before.id), failures=0, next_try=0, parked=None)
        args = (before.id, encode(before), encode(replace(before, by=by)), encode(standing))
        return bool(await ask(self._change(keys, args)))

    async def rotate(self, before: Endpoint) -> tuple[Endpoint, str] | None:
        """Set a new secret for a webhook; return the changed webhook and the secret.

        The old secret is used for one more day.

        Return None if the webhook was changed meanwhile.
        """
        secret, now = new_secret(), now_ms()
        older = [replace(one, until=one.until or now + OVERLAP_MS) for one in before.secrets]
        kept = [one for one in older if one.until > now][: MOST_SECRETS - 1]
        after = replace(before, secrets=(self._seal(before.id, secret), *kept))
        args = (before.id, encode(before), encode(after))
        return (after, secret) if await ask(self._change((of(before.tenant), VERSION), args)) else None

    async def remove(self, tenant: str, name: str) -> bool:
        """Delete a webhook with its pending deliveries; return whether it existed."""
        keys = (of(tenant), TENANTS, VERSION, standing_key(name), queue_key(name), spans_key(name))
        return bool(await ask(self._remove(keys, (name, tenant))))

    # ---------------------------------------------------------------- the webhooks of all apps

    async def version(self) -> int:
        """Return a number that grows with every change of a webhook."""
        return int(await ask(self._redis.get(VERSION)) or 0)

    async def every(self) -> list[Endpoint]:
        """Return all webhooks of all apps."""
        tenants = sorted(name.decode() for name in await ask(self._redis.smembers(TENANTS)))
        return [one for tenant in tenants for one in await self.of_app(tenant)]

    async def store_counts(self, state: Mapping[str, int]) -> None:
        """Store the current metrics of all webhooks."""
        counts: dict[Any, Any] = dict(state)
        await ask(self._redis.hset(COUNTS, mapping=counts))

    def secrets_now(self, endpoint: Endpoint) -> Sequence[str]:
        """Return the secrets with which deliveries are signed now, newest first.

        Refuses: all errors of decrypting
        """
        now = now_ms()
        valid = [one.sealed for one in endpoint.secrets if one.until == 0 or one.until > now]
        return [self._sealer.open(sealed, _context(endpoint.id)).decode() for sealed in valid]

    def _seal(self, name: str, secret: str) -> SealedSecret:
        return SealedSecret(self._sealer.seal(secret.encode(), _context(name)))


def beginning_after(newest: Sequence[Position]) -> dict[str, tuple[int, ...]]:
    """Return the fields of a webhook that starts after these feed positions, one position for each partition."""
    return {"since": tuple(one.number for one in newest), "marks": tuple(digest_of(one.mark) for one in newest)}


def digest_of(mark: bytes) -> int:
    """Return a digest of a feed entry's mark; return 0 for an unknown mark."""
    return int.from_bytes(hashlib.sha256(mark).digest()[:DIGEST_BYTES]) if mark else 0


def of(tenant: str) -> str:
    """Return the store's key for an app's webhooks."""
    return f"{PREFIX}of:{tenant}"


def standing_key(name: str) -> str:
    """Return the store's key for a webhook's status."""
    return f"{PREFIX}standing:{name}"


def queue_key(name: str) -> str:
    """Return the store's key for the streams with pending deliveries, sorted by waiting time."""
    return f"{PREFIX}queue:{name}"


def spans_key(name: str) -> str:
    """Return the store's key for the versions that are pending in each stream of a webhook."""
    return f"{PREFIX}spans:{name}"


def _context(name: str) -> bytes:
    return b"webhook:" + name.encode()


async def ask(reply: object) -> Any:  # noqa: ANN401  redis-py types one method for its sync and async clients
    """Await a reply of the store, and convert redis-py's errors to StoreAway.

    Refuses: StoreAway
    """
    try:
        return await cast("Awaitable[Any]", reply)
    except (RedisError, OSError) as error:
        raise note_error(error) from error
