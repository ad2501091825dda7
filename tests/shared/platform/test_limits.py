"""The rate limit: it holds across all replicas, needs no round trip during a lease, and works even without a store."""

import asyncio
import secrets
import time
from collections.abc import AsyncIterator
from typing import Any, Final

import pytest
from redis.asyncio import Redis

from shared.platform.embedded_store.store import EmbeddedStore
from shared.platform.limits import DEFAULT_POLICY, LIBRARY, Limiter, Policy, RateVerdict

PATIENCE: Final = 60.0


class Clock:
    """A clock whose time the test sets."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        """Return the time that the test has set."""
        return self.now


@pytest.fixture
async def redis(store: EmbeddedStore) -> AsyncIterator[Redis]:
    """Connect to a real store."""
    async with Redis.from_url(store.url) as client:
        yield client


@pytest.fixture
async def nobody() -> AsyncIterator[Redis]:
    """Return a client of a socket on which no server listens."""
    async with Redis.from_url("unix:///nonexistent/valkey.sock") as client:
        yield client


def limiter_of(redis: Redis, **options: Any) -> Limiter:  # noqa: ANN401 the limiter's options
    """Return a limiter that waits so long for the store's replies that no test fails on a slow machine."""
    return Limiter(redis, answer_within=PATIENCE, **options)


def fresh_key() -> str:
    """Return a key that no other test uses."""
    return secrets.token_hex(8)


async def hammer(limiter: Limiter, key: str, policy: Policy, times: int) -> int:
    """Make this number of calls one after another; return how many were allowed."""
    return sum([(await limiter.allow(key, policy)).allowed for _ in range(times)])


# ------------------------------------------------------------------ one replica


async def test_a_burst_of_the_quota_passes_and_the_next_call_is_refused(redis: Redis) -> None:
    """A new key may use its whole quota at once; the next call is refused, with the time to retry."""
    limiter, policy, key = limiter_of(redis), Policy(quota=40, window=3600), fresh_key()
    assert await hammer(limiter, key, policy, 40) == 40
    verdict = await limiter.allow(key, policy)
    assert (verdict.allowed, verdict.remaining, verdict.retry_after) == (False, 0, 90)


async def test_no_round_trip_is_made_while_tokens_are_leased(redis: Redis) -> None:
    """After the first call with the default policy, the process decides 99 more calls without asking the store."""
    clock = Clock()
    limiter, key = limiter_of(redis, clock=clock), fresh_key()
    assert limiter.take(key, DEFAULT_POLICY, clock.now) is None
    first = await limiter.refill(key, DEFAULT_POLICY)
    judged = [limiter.take(key, DEFAULT_POLICY, clock.now) for _ in range(100)]
    assert first.remaining == 19_999
    assert [verdict is not None and verdict.allowed for verdict in judged] == [True] * 99 + [False]
    assert judged[99] is None


async def test_a_lease_lapses(redis: Redis) -> None:
    """Leased tokens can be used only until the lease ends."""
    clock = Clock()
    limiter, key = limiter_of(redis, clock=clock), fresh_key()
    await limiter.allow(key)
    assert limiter.take(key, DEFAULT_POLICY, clock.now + 0.99) is not None
    assert limiter.take(key, DEFAULT_POLICY, clock.now + 1.0) is None


async def test_an_empty_bucket_is_cached(redis: Redis) -> None:
    """After a refusal, the limiter refuses further calls without a round trip until the retry time."""
    clock = Clock()
    limiter, policy, key = limiter_of(redis, clock=clock), Policy(quota=1, window=60), fresh_key()
    assert await hammer(limiter, key, policy, 2) == 1
    refused = limiter.take(key, policy, clock.now + 30)
    assert refused == RateVerdict(allowed=False, policy=policy, retry_after=30)
    assert limiter.take(key, policy, clock.now + 60) is None


async def test_tokens_flow_back_in_on_the_clock_of_the_store(redis: Redis) -> None:
    """Half a window after a bucket was emptied, half of the quota is available again."""
    limiter, policy, key = limiter_of(redis), Policy(quota=20, window=3600), fresh_key()
    assert await hammer(limiter, key, policy, 21) == 20
    await redis.hset(f"arbiter:limit:{key}", "at", str(time.time_ns() // 1000 - 1_800_000_000))
    assert await hammer(limiter_of(redis), key, policy, 20) == 10


async def test_keys_do_not_share_a_bucket(redis: Redis) -> None:
    """A burst of calls with one key does not affect another key."""
    limiter, policy = limiter_of(redis), Policy(quota=1, window=60)
    assert [await hammer(limiter, fresh_key(), policy, 2) for _ in range(3)] == [1, 1, 1]


async def test_concurrent_callers_share_round_trips(redis: Redis) -> None:
    """A hundred concurrent calls share one lease, so they need only one round trip to the store."""
    limiter, key = limiter_of(redis), fresh_key()
    verdicts = await asyncio.gather(*(limiter.allow(key) for _ in range(100)))
    assert all(verdict.allowed for verdict in verdicts)
    assert float(await redis.hget(f"arbiter:limit:{key}", "tokens") or 0) == 19_900


async def test_evicted_keys_start_a_new_lease(redis: Redis) -> None:
    """If a key is evicted from the cache, its bucket in the store is kept, and the next call takes a new lease."""
    limiter, policy = limiter_of(redis, capacity=2), Policy(quota=3, window=3600)
    keys = [fresh_key() for _ in range(5)]
    passed = [await hammer(limiter, key, policy, 2) for key in keys * 2]
    assert passed == [2] * 5 + [1] * 5
    assert len(limiter._leases) == 2


# ------------------------------------------------------------------ several replicas


async def test_many_replicas_together_never_pass_more_than_the_policy(redis: Redis) -> None:
    """If five replicas use one key for a while, they allow no more calls than the bucket and its refill permit."""
    policy, key = Policy(quota=2000, window=10), fresh_key()
    replicas = [Limiter(redis, answer_within=1.0) for _ in range(5)]
    begun = time.monotonic()
    granted = 0
    while granted <= policy.quota or time.monotonic() - begun < 0.5:
        granted += sum(await asyncio.gather(*(hammer(replica, key, policy, 200) for replica in replicas)))
    spent = time.monotonic() - begun
    most = policy.quota * (1 + (spent + policy.life) / policy.window)
    assert policy.quota < granted <= most


async def test_replicas_that_start_together_share_one_burst(redis: Redis) -> None:
    """Replicas that start together allow exactly the quota in total, because a window of an hour refills nothing."""
    policy, key = Policy(quota=100, window=3600), fresh_key()
    replicas = [limiter_of(redis) for _ in range(8)]
    assert sum(await asyncio.gather(*(hammer(replica, key, policy, 50) for replica in replicas))) == 100


# ------------------------------------------------------------------ the store


async def test_a_store_that_lost_our_function_gets_it_again(redis: Redis) -> None:
    """If the store has lost the limiter's function, the limiter loads it again."""
    limiter, policy = limiter_of(redis), Policy(quota=1, window=3600)
    await limiter.load()
    await redis.function_delete(LIBRARY)
    assert await hammer(limiter, fresh_key(), policy, 3) == 1


async def test_a_full_bucket_is_not_stored(redis: Redis) -> None:
    """A bucket expires from the store when it would be full again."""
    limiter, key = limiter_of(redis), fresh_key()
    await limiter.allow(key, Policy(quota=5, window=7))
    assert 7000 < await redis.pttl(f"arbiter:limit:{key}") <= 8000


async def test_without_a_store_a_bounded_number_passes(nobody: Redis) -> None:
    """Without a store, each replica allows the calls that a lease refills, and refuses others until the lease ends."""
    clock = Clock()
    limiter, policy = Limiter(nobody, clock=clock), Policy(quota=100, window=10)
    assert await hammer(limiter, "k", policy, 50) == 10
    assert (await limiter.allow("k", policy)).retry_after == 1
    clock.now += 1
    assert await hammer(limiter, "k", policy, 50) == 10


async def test_without_a_store_even_the_smallest_policy_lets_one_pass(nobody: Redis) -> None:
    """Without a store, even the smallest policy allows at least one call."""
    assert await hammer(Limiter(nobody, clock=Clock()), "k", Policy(quota=1, window=3600), 5) == 1


async def test_a_store_that_does_not_answer_is_not_waited_for() -> None:
    """If the store hangs, the limiter allows a call after a short time limit."""

    async def silent(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Read the request and never reply."""
        await reader.read()
        writer.close()

    server = await asyncio.start_server(silent, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    async with server, Redis.from_url(f"redis://127.0.0.1:{port}") as client:
        verdict = await Limiter(client, answer_within=0.05).allow("k")
    assert verdict.allowed


# ------------------------------------------------------------------ policies and headers


def test_an_allowed_call_reports_the_remaining_quota() -> None:
    """The headers of an allowed call follow the IETF draft: quota, window, remaining calls, seconds to the reset."""
    assert RateVerdict(allowed=True, policy=DEFAULT_POLICY, remaining=15_000).headers == {
        "RateLimit-Policy": '"default";q=20000;w=10',
        "RateLimit": '"default";r=15000;t=3',
    }


def test_a_refused_call_says_when_to_retry() -> None:
    """The headers of a refused call contain Retry-After in whole seconds, at least one."""
    assert RateVerdict(allowed=False, policy=Policy(quota=10, window=1), retry_after=1).headers == {
        "RateLimit-Policy": '"default";q=10;w=1',
        "RateLimit": '"default";r=0;t=1',
        "Retry-After": "1",
    }


@pytest.mark.parametrize(
    ("policy", "life", "flow", "block"),
    [
        (DEFAULT_POLICY, 1.0, 2000, 100),
        (Policy(quota=1, window=1), 0.1, 1, 1),
        (Policy(quota=1000, window=60), 1.0, 16, 1),
        (Policy(quota=1_000_000, window=3600), 1.0, 277, 13),
        (Policy(quota=200, window=1), 0.1, 20, 1),
    ],
)
def test_blocks_follow_from_the_policy(policy: Policy, life: float, flow: int, block: int) -> None:
    """A block of leased tokens is a twentieth of what refills during a lease, and at least one token."""
    assert (policy.life, policy.flow, policy.block) == (life, flow, block)


@pytest.mark.parametrize(("quota", "window"), [(0, 1), (1, 0), (1_000_001, 1), (1, 3601)])
def test_impossible_policies_are_refused(quota: int, window: int) -> None:
    """A policy outside the allowed limits raises an error."""
    with pytest.raises(ValueError, match="a rate policy allows"):
        Policy(quota=quota, window=window)
