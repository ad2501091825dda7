"""API keys: created once, stored as digests, cached, and revoked everywhere within seconds."""

import asyncio
import secrets
from typing import Any

import msgspec
import pytest
from redis.asyncio import Redis

from shared.platform.access.api_keys import KnownKeys, MadeKey, list_keys, make_key, revoke_key
from shared.platform.access.credentials import AppKey, KeyText, parse_authorization
from shared.platform.access.denials import KeyNotValid, KeyRevoked, KeysOutOfReach
from shared.platform.embedded_store.store import EmbeddedStore
from shared.platform.limits import DEFAULT_POLICY, Policy
from tests.shared.platform.access.conftest import Clock

POLICY = Policy(quota=7, window=3)


async def fresh(redis: Redis, tenant: str = "acme") -> tuple[MadeKey, KeyText]:
    """Create a key; return it together with its parsed form, as the server reads it from a request."""
    made = await make_key(redis, tenant=tenant, label="a test", policy=POLICY)
    sent = parse_authorization(f"Bearer {made.text}")
    assert isinstance(sent, KeyText)
    return made, sent


async def test_a_new_key_is_found_with_its_tenant_and_policy(redis: Redis) -> None:
    """Looking up a new key returns the tenant and the policy that it was created with."""
    made, sent = await fresh(redis)
    found = await KnownKeys(redis).find(sent)
    assert found == AppKey(tenant="acme", key_id=made.entry.key_id, policy=POLICY)


async def test_a_key_without_a_policy_has_the_one_that_is_set_for_all(redis: Redis) -> None:
    """A key without a policy of its own follows the server's setting; a key with a policy does not."""
    made = await make_key(redis, tenant="acme", label="a test")
    sent = parse_authorization(f"Bearer {made.text}")
    assert isinstance(sent, KeyText)
    assert made.entry.policy is None
    assert (await KnownKeys(redis, policy=POLICY).find(sent)).policy == POLICY
    assert (await KnownKeys(redis).find(sent)).policy == DEFAULT_POLICY


async def test_the_secret_is_in_no_store_and_no_repr(redis: Redis) -> None:
    """The store contains only the digest of a key's secret, and no `repr` shows the secret."""
    made, sent = await fresh(redis)
    known = KnownKeys(redis)
    await known.find(sent)
    held = await redis.hgetall(f"arbiter:key:{made.entry.key_id}")
    assert sent.secret not in repr([held, made, sent, vars(known)])


async def test_another_secret_is_not_valid(redis: Redis) -> None:
    """A key's id is refused without the right secret, whether the key is cached or not."""
    _, sent = await fresh(redis)
    wrong = KeyText(sent.key_id, "0" * 48)
    known = KnownKeys(redis)
    for _ in range(2):
        with pytest.raises(KeyNotValid):
            await known.find(wrong)
    assert (await known.find(sent)).tenant == "acme"


async def test_an_unknown_key_is_not_valid(redis: Redis) -> None:
    """An unknown key gets the same error as a known key with a wrong secret."""
    with pytest.raises(KeyNotValid):
        await KnownKeys(redis).find(KeyText("nobody", "0" * 48))


@pytest.mark.parametrize("change", [{"quota": "many"}, {"quota": "0"}, {"tenant": "No Id"}, {"created": ""}])
async def test_a_damaged_key_in_the_store_is_not_valid(redis: Redis, change: dict[Any, Any]) -> None:
    """A damaged entry in the store leads to a refusal of the key, and never to a server error."""
    whole = {"digest": "x", "tenant": "acme", "label": "x", "created": "1", "quota": "1", "window": "1"}
    await redis.hset("arbiter:key:damaged", mapping=whole | change)
    with pytest.raises(KeyNotValid):
        await KnownKeys(redis).find(KeyText("damaged", "0" * 48))


async def test_a_cached_key_needs_no_call_of_the_store(redis: Redis, clock: Clock) -> None:
    """The server checks a cached key without a call to the store, until the key expires from the cache."""
    _, sent = await fresh(redis)
    known = KnownKeys(redis, ttl=10, clock=clock)
    assert known.recall(sent) is None
    found = await known.find(sent)
    clock.now += 9.9
    recalled = known.recall(sent)
    assert recalled is not None
    assert recalled.credential == found
    assert recalled.holds()
    clock.now += 0.1
    assert not recalled.holds()
    assert known.recall(sent) is None


async def test_a_revoked_key_is_refused_when_its_time_in_memory_is_over(redis: Redis, clock: Clock) -> None:
    """Every replica refuses a revoked key within the cache time. Only a caller with the right secret learns why."""
    made, sent = await fresh(redis)
    known = KnownKeys(redis, clock=clock)
    await known.find(sent)
    assert await revoke_key(redis, made.entry.key_id)
    clock.now += 10
    with pytest.raises(KeyRevoked):
        await known.find(sent)
    with pytest.raises(KeyNotValid):
        await known.find(KeyText(sent.key_id, "0" * 48))


async def test_revoking_twice_keeps_the_first_time(redis: Redis) -> None:
    """A second revocation does not change the time of the first, and revoking an unknown key does not create it."""
    made, _ = await fresh(redis)
    where = f"arbiter:key:{made.entry.key_id}"
    assert await revoke_key(redis, made.entry.key_id)
    first = await redis.hget(where, "revoked")
    assert await revoke_key(redis, made.entry.key_id)
    assert await redis.hget(where, "revoked") == first
    assert not await revoke_key(redis, "nobody")
    assert not await redis.exists("arbiter:key:nobody")


async def test_keys_are_listed_for_their_app(redis: Redis) -> None:
    """The list of an app's keys is sorted by age, oldest first. It includes revoked keys, but no other app's keys."""
    tenant = "t" + secrets.token_hex(6)
    made = [(await fresh(redis, tenant))[0].entry for _ in range(2)]
    await fresh(redis, "t" + secrets.token_hex(6))
    await revoke_key(redis, made[0].key_id)
    listed = await list_keys(redis, tenant=tenant)
    assert {entry.key_id: entry.revoked is not None for entry in listed} == {
        made[0].key_id: True,
        made[1].key_id: False,
    }
    assert [entry.created for entry in listed] == sorted(entry.created for entry in made)


@pytest.mark.parametrize(("tenant", "label"), [("No Spaces", "x"), ("a", ""), ("a", "two\nlines"), ("{a}", "x")])
async def test_unfit_names_make_no_key(redis: Redis, tenant: str, label: str) -> None:
    """A key is created only if its tenant is a valid id and its label is a single line of text."""
    with pytest.raises(msgspec.ValidationError):
        await make_key(redis, tenant=tenant, label=label)


async def test_the_cache_of_keys_is_bounded(redis: Redis) -> None:
    """If the cache is full, the least recently used key is dropped and is read from the store again."""
    sent = [(await fresh(redis))[1] for _ in range(3)]
    known = KnownKeys(redis, capacity=2)
    for one in sent:
        await known.find(one)
    assert [known.recall(one) is not None for one in sent] == [False, True, True]


async def test_cached_keys_are_accepted_while_the_store_is_away(
    own_redis: Redis, durable_store: EmbeddedStore, clock: Clock
) -> None:
    """Without the store, cached keys are accepted, and an unknown key gets 503 instead of 401.

    When the store is back, no process needs a restart.
    """
    (_, sent), (_, unseen) = await asyncio.gather(fresh(own_redis), fresh(own_redis))
    known = KnownKeys(own_redis, clock=clock)
    found = await known.find(sent)
    durable_store.stop()
    clock.now += 3600
    assert await known.find(sent) == found
    with pytest.raises(KeyNotValid):
        await known.find(KeyText(sent.key_id, "0" * 48))
    with pytest.raises(KeysOutOfReach):
        await known.find(unseen)
    durable_store.start()
    assert (await known.find(unseen)).tenant == "acme"
