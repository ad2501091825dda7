"""API keys: `ak_<key id>_<secret>`, each created for one app. The store keeps only a digest of the secret.

    arbiter:key:<key id>    digest (SHA-256 of the secret), tenant, label, created; quota and window if the key has
                            its own rate policy; revoked if the key has been revoked
    arbiter:keys            the ids of all keys

The secret is 24 random bytes, so its digest needs no salt. It is shown once, when the key is created.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
import time
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Final, cast

import msgspec
from cachetools import LRUCache
from msgspec import Struct
from redis.asyncio import Redis
from redis.exceptions import RedisError

from shared.kernel.messages import Id, Line
from shared.platform.access.credentials import AppKey, Believed, KeyText
from shared.platform.access.denials import KeyNotValid, KeyRevoked, KeysOutOfReach
from shared.platform.eventlog import now_ms
from shared.platform.limits import DEFAULT_POLICY, Policy

INDEX: Final = "arbiter:keys"
SECRET_BYTES: Final = 24
ID_BYTES: Final = 6


class StoredKey(Struct, frozen=True, kw_only=True):
    """An API key as the store keeps it.

    Units:   created and revoked in milliseconds UTC
    """

    digest: str
    tenant: Id
    label: Line
    created: int
    quota: int | None = None
    window: int | None = None
    revoked: int | None = None

    def __post_init__(self) -> None:
        """Check that the rate policy is valid."""
        _ = self.policy

    @property
    def policy(self) -> Policy | None:
        """Return the key's own rate policy, if it has one."""
        return None if self.quota is None or self.window is None else Policy(quota=self.quota, window=self.window)


class KeyEntry(Struct, frozen=True, kw_only=True):
    """An API key in the list that its owner reads: everything except the secret."""

    key_id: str
    tenant: str
    label: str
    policy: Policy | None
    created: int
    revoked: int | None = None


class MadeKey(Struct, frozen=True, kw_only=True):
    """A newly created API key. `text` contains the only copy of the secret; no repr shows it."""

    entry: KeyEntry
    text: str

    def __repr__(self) -> str:
        """Show the public entry of the key, never the secret."""
        return f"MadeKey({self.entry!r})"

    def __rich_repr__(self) -> list[tuple[str, Any]]:
        """Show the public entry of the key when the library rich prints it."""
        return [("entry", self.entry)]


def _at(key_id: str) -> str:
    return f"arbiter:key:{key_id}"


def _digest(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()


# ------------------------------------------------------------------ creating and revoking


async def make_key(store: Redis, *, tenant: str, label: str, policy: Policy | None = None) -> MadeKey:
    """Create a key for an app. Without a `policy`, the key uses the default rate policy.

    Refuses: msgspec.ValidationError if the tenant or the label has an invalid form
    """
    key_id, secret = secrets.token_hex(ID_BYTES), secrets.token_hex(SECRET_BYTES)
    form: dict[Any, Any] = {"tenant": tenant, "label": label, "digest": _digest(secret)}
    form |= {"created": now_ms()} | ({} if policy is None else msgspec.structs.asdict(policy))
    kept = msgspec.convert(form, StoredKey)
    await _answer(store.sadd(INDEX, key_id))
    await _answer(store.hset(_at(key_id), mapping=form))
    return MadeKey(entry=_entry(key_id, kept), text=f"ak_{key_id}_{secret}")


async def revoke_key(store: Redis, key_id: str) -> bool:
    """Revoke a key, and return whether the key exists.

    Replicas refuse it within seconds; revoking it again changes nothing.
    """
    if not await _answer(store.exists(_at(key_id))):
        return False
    await _answer(store.hsetnx(_at(key_id), "revoked", str(now_ms())))
    return True


async def is_revoked(store: Redis, key_id: str) -> bool:
    """Return whether a key is revoked, as the store records it.

    Refuses: KeysOutOfReach
    """
    try:
        return (await _answer(store.hget(_at(key_id), "revoked"))) is not None
    except (RedisError, OSError):
        raise KeysOutOfReach from None


async def list_keys(store: Redis, *, tenant: str | None = None) -> list[KeyEntry]:
    """List the keys of one app, or of all apps, including revoked keys; the oldest key comes first."""
    names = sorted(_text(name) for name in await _answer(store.smembers(INDEX)))
    found = [(name, await _read_key(store, name)) for name in names]
    entries = [_entry(name, kept) for name, kept in found if kept is not None and tenant in {None, kept.tenant}]
    return sorted(entries, key=lambda entry: entry.created)


async def _read_key(store: Redis, key_id: str) -> StoredKey | None:
    fields: Mapping[Any, Any] = await _answer(store.hgetall(_at(key_id)))
    if not fields:
        return None
    form = {_text(name): _text(value) for name, value in fields.items()}
    return msgspec.convert(form, StoredKey, strict=False)


def _entry(key_id: str, kept: StoredKey) -> KeyEntry:
    return KeyEntry(
        key_id=key_id,
        tenant=kept.tenant,
        label=kept.label,
        policy=kept.policy,
        created=kept.created,
        revoked=kept.revoked,
    )


def _text(value: bytes | str) -> str:
    return value.decode() if isinstance(value, bytes) else value


async def _answer(reply: object) -> Any:  # noqa: ANN401  redis-py types one method for its sync and async clients
    return await cast("Awaitable[Any]", reply)


# ------------------------------------------------------------------ looking up keys


class _Known(Struct, frozen=True):
    digest: str
    credential: AppKey
    revoked: bool
    until: float


class KnownKeys:
    """A cache of the API keys that this replica saw recently.

    For `ttl` seconds the cache trusts a key without asking the store, so every replica refuses a revoked key after at
    most `ttl` seconds. While the store is unreachable, cached keys stay valid, because no revocation can be recorded
    either.
    """

    def __init__(
        self, store: Redis, *, ttl: float = 10.0, policy: Policy = DEFAULT_POLICY, capacity: int = 10_000,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:  # fmt: skip
        """Set up an empty cache for at most `capacity` keys. Beyond that, the least recently used key is dropped.

        `policy` applies to keys that have no rate policy of their own.

        Units: ttl in seconds
        """
        self._store: Final = store
        self._ttl: Final = ttl
        self._policy: Final = policy
        self._clock: Final = clock
        self._known: Final[LRUCache[str, _Known]] = LRUCache(capacity)

    def recall(self, sent: KeyText) -> Believed | None:
        """Return the app of a cached key, or None if the store has to be asked.

        Refuses: KeyNotValid, KeyRevoked
        """
        known = self._known.get(sent.key_id)
        if known is None or self._clock() >= known.until:
            return None
        return Believed(credential=_accept_key(sent, known), clock=self._clock, until=known.until)

    async def find(self, sent: KeyText) -> AppKey:
        """Return the app to which an API key belongs, from the cache or from the store.

        Refuses: KeyNotValid, KeyRevoked, KeysOutOfReach
        """
        known = self._known.get(sent.key_id)
        if known is None or self._clock() >= known.until:
            known = await self._look_up(sent.key_id)
        return _accept_key(sent, known)

    async def _look_up(self, key_id: str) -> _Known:
        try:
            kept = await _read_key(self._store, key_id)
        except (RedisError, OSError, TimeoutError):
            if (known := self._known.get(key_id)) is not None:
                return known
            raise KeysOutOfReach from None
        except msgspec.ValidationError:
            kept = None
        if kept is None:
            self._known.pop(key_id, None)
            raise KeyNotValid
        return self._learn(key_id, kept)

    def _learn(self, key_id: str, kept: StoredKey) -> _Known:
        credential = AppKey(tenant=kept.tenant, key_id=key_id, policy=kept.policy or self._policy)
        known = _Known(kept.digest, credential, kept.revoked is not None, self._clock() + self._ttl)
        self._known[key_id] = known
        return known


def _accept_key(sent: KeyText, known: _Known) -> AppKey:
    """Check the secret of a key that a caller sent, and return the key's app.

    Only a caller with the right secret learns that a key was revoked.
    """
    if not hmac.compare_digest(_digest(sent.secret), known.digest):
        raise KeyNotValid
    if known.revoked:
        raise KeyRevoked
    return known.credential
