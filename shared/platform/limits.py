"""Rate limits: each caller has one token bucket, which all replicas share. Each replica leases blocks of its tokens.

The bucket holds at most `quota` tokens and regains `quota` tokens in each window. The store keeps it and provides
the clock. A replica leases a block of tokens and spends them without asking the store again. A block is a twentieth
of the tokens that the bucket regains during the life of a lease. Unspent tokens of an expired lease are lost.
Therefore, in any span of T seconds, all replicas together admit at most

    quota * (1 + (T + life) / window)        life = a tenth of the window, at most a second

calls of one caller. In one window these are the `quota` calls for the tokens that the bucket regains, and a burst of
`quota * (1 + life / window)` calls.

If the store is unreachable, the limiter still admits a bounded number of calls: in the life of each lease, each
replica admits `quota * life / window` calls (at least one), without a burst, and then asks the store again.
"""

from __future__ import annotations

import asyncio
import math
import time
from collections import OrderedDict
from collections.abc import Callable
from contextlib import suppress
from functools import lru_cache
from typing import Any, Final

from msgspec import Struct
from redis.asyncio import Redis
from redis.exceptions import RedisError, ResponseError

LIBRARY: Final = "arbiter_limits_1"
FUNCTION: Final = "arbiter_lease_1"
LEASES_A_LIFE: Final = 20
LIFE_SHARE: Final = 10
LONGEST_LIFE: Final = 1.0
ANSWER_SECONDS: Final = 0.25
MICRO: Final = 1_000_000
MOST_CALLS: Final = 1_000_000
LONGEST_WINDOW: Final = 3600
CODE: Final = f"""#!lua name={LIBRARY}
-- KEYS bucket; ARGV quota, window in seconds, tokens wanted
-- gives tokens granted, whole tokens left, microseconds until there is one to grant
local function lease(keys, args)
  local quota, window, want = tonumber(args[1]), tonumber(args[2]), tonumber(args[3])
  local clock = redis.call('TIME')
  local now = tonumber(clock[1]) * 1000000 + tonumber(clock[2])
  local kept = redis.call('HMGET', keys[1], 'tokens', 'at')
  local tokens, at = tonumber(kept[1] or quota), tonumber(kept[2] or now)
  local flow = quota / (window * 1000000)
  tokens = math.min(quota, tokens + math.max(0, now - at) * flow)
  local granted = math.floor(math.min(want, tokens))
  tokens = tokens - granted
  redis.call('HSET', keys[1], 'tokens', string.format('%.9f', tokens), 'at', string.format('%.0f', now))
  redis.call('PEXPIRE', keys[1], window * 1000 + 1000)
  return {{granted, math.floor(tokens), math.ceil(math.max(0, 1 - tokens) / flow)}}
end
redis.register_function('{FUNCTION}', lease)
"""


class Policy(Struct, frozen=True, kw_only=True):
    """A rate limit: `quota` calls in a `window` of seconds."""

    quota: int = 20_000
    window: int = 10

    def __post_init__(self) -> None:
        """Check that the quota and the window are within the bounds in which the calculation is exact."""
        if not (1 <= self.quota <= MOST_CALLS and 1 <= self.window <= LONGEST_WINDOW):
            raise ValueError(f"a rate policy allows 1 to {MOST_CALLS} calls in 1 to {LONGEST_WINDOW} seconds")

    @property
    def life(self) -> float:
        """Return how long a lease is valid. Units: seconds."""
        return min(LONGEST_LIFE, self.window / LIFE_SHARE)

    @property
    def flow(self) -> int:
        """Return the number of tokens that the bucket regains while a lease is valid; at least one."""
        return max(1, int(self.quota * self.life / self.window))

    @property
    def block(self) -> int:
        """Return the number of tokens in a lease.

        A small quota leases one token at a time, so that no tokens expire unused.
        """
        return max(1, self.flow // LEASES_A_LIFE)


DEFAULT_POLICY: Final = Policy()


class RateVerdict(Struct, frozen=True, kw_only=True):
    """Whether a call is admitted, how many more calls the limit allows, and how long a refused caller must wait."""

    allowed: bool
    policy: Policy
    remaining: int = 0
    retry_after: int = 0

    @property
    def allowance(self) -> tuple[tuple[bytes, bytes], ...]:
        """Return the rate limit headers: the policy and the remaining quota."""
        policy, remaining = self.policy, self.remaining
        quota, window = policy.quota, policy.window
        full = max(self.retry_after, -((remaining - quota) * window // quota))
        return _policy_header(quota, window), (b"ratelimit", b'"default";r=%d;t=%d' % (remaining, full))

    @property
    def headers(self) -> dict[str, str]:
        """Return the response headers: policy, remaining quota, and after a refusal the seconds to wait.

        Source: draft-ietf-httpapi-ratelimit-headers
        """
        policy, left = (text.decode() for _, text in self.allowance)
        found = {"RateLimit-Policy": policy, "RateLimit": left}
        if not self.allowed:
            found["Retry-After"] = str(self.retry_after)
        return found


@lru_cache(maxsize=64)
def _policy_header(quota: int, window: int) -> tuple[bytes, bytes]:
    return b"ratelimit-policy", b'"default";q=%d;w=%d' % (quota, window)


class _Lease:
    """The leased tokens of one caller: their number, their expiry, and the time until which the bucket is empty."""

    __slots__ = ("alone", "behind", "dry_until", "lapses", "left", "policy")

    def __init__(self, policy: Policy) -> None:
        self.policy = policy
        self.left = 0
        self.behind = policy.quota
        self.lapses = 0.0
        self.dry_until = 0.0
        self.alone = asyncio.Lock()

    def take(self, now: float) -> RateVerdict | None:
        """Spend a leased token, or refuse the call while the bucket is known to be empty.

        Return None if the store has to be asked.
        """
        if self.left > 0 and now < self.lapses:
            return self._spend()
        return self._refuse(now) if now < self.dry_until else None

    def grant(self, now: float, answer: tuple[int, int, int]) -> RateVerdict:
        """Accept a new lease from the store, and judge one call.

        The lease expires here earlier than in the store, because its life starts when the request to the store is
        sent.
        """
        self.left, self.behind, wait = answer
        self.lapses = now + self.policy.life
        self.dry_until = 0.0 if self.left else now + wait / MICRO
        return self._spend() if self.left else self._refuse(now)

    def grant_alone(self, now: float) -> RateVerdict:
        """Judge one call while the store is unreachable.

        The first call gets a lease of as many tokens as the bucket regains in the life of a lease. When they are
        spent, calls are refused until that lease expires.
        """
        self.left, self.behind = self.policy.flow, 0
        self.lapses = self.dry_until = now + self.policy.life
        return self._spend()

    def _spend(self) -> RateVerdict:
        self.left -= 1
        return RateVerdict(allowed=True, policy=self.policy, remaining=self.left + self.behind)

    def _refuse(self, now: float) -> RateVerdict:
        return RateVerdict(allowed=False, policy=self.policy, retry_after=max(1, math.ceil(self.dry_until - now)))


class Limiter:
    """The rate limiter of one replica. `take` needs no call to the store; `refill` makes one for each block."""

    def __init__(
        self,
        store: Redis,
        *,
        capacity: int = 10_000,
        answer_within: float = ANSWER_SECONDS,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Set up the rate limiter, with token buckets in this store.

        If there are more than `capacity` callers, the least recently used one is dropped with its lease.

        Units: answer_within in seconds, the time limit of the store's replies, which is at most the life of a lease
        """
        self._store: Final = store
        self._answer_within: Final = answer_within
        self._clock: Final = clock
        self._capacity: Final = capacity
        self._leases: Final[OrderedDict[str, _Lease]] = OrderedDict()

    async def load(self) -> None:
        """Load the rate limit function into the store.

        Loading it again is safe, and restores it if the store has lost it.
        """
        await self._store.function_load(CODE, replace=True)

    async def allow(self, key: str, policy: Policy = DEFAULT_POLICY) -> RateVerdict:
        """Judge one call of a caller against a rate policy. Ask the store if necessary."""
        return self.take(key, policy) or await self.refill(key, policy)

    def take(self, key: str, policy: Policy, now: float | None = None) -> RateVerdict | None:
        """Judge one call from the local lease; return None if the lease has to be refilled from the store."""
        return self._lease(key, policy).take(self._clock() if now is None else now)

    async def refill(self, key: str, policy: Policy) -> RateVerdict:
        """Lease a block of tokens from the store, and judge one call.

        Concurrent calls share one request to the store.
        """
        lease = self._lease(key, policy)
        async with lease.alone:
            if (verdict := lease.take(now := self._clock())) is not None:
                return verdict
            try:
                return lease.grant(now, await self._ask(key, policy, want=policy.block))
            except (RedisError, OSError, TimeoutError):
                return lease.grant_alone(now)

    async def give_back(self, key: str, policy: Policy) -> None:
        """Put the token of one call back into the bucket, for a call that must not count.

        The bucket never holds more than `quota` tokens.
        """
        lease = self._lease(key, policy)
        async with lease.alone:
            with suppress(RedisError, OSError, TimeoutError):
                await self._ask(key, policy, want=-1)
                lease.dry_until = 0.0

    def _lease(self, key: str, policy: Policy) -> _Lease:
        lease = self._leases.get(key)
        if lease is None or (lease.policy is not policy and lease.policy != policy):
            return self._new_lease(key, policy)
        self._leases.move_to_end(key)
        return lease

    def _new_lease(self, key: str, policy: Policy) -> _Lease:
        lease = self._leases[key] = _Lease(policy)
        self._leases.move_to_end(key)
        if len(self._leases) > self._capacity:
            self._leases.popitem(last=False)
        return lease

    async def _ask(self, key: str, policy: Policy, *, want: int) -> tuple[int, int, int]:
        async with asyncio.timeout(min(self._answer_within, policy.life)):
            try:
                return await self._call(key, policy, want)
            except ResponseError as error:
                if "function not found" not in str(error).lower():
                    raise
            await self.load()
            return await self._call(key, policy, want)

    async def _call(self, key: str, policy: Policy, want: int) -> tuple[int, int, int]:
        answer: list[Any] = await self._store.fcall(
            FUNCTION, 1, f"arbiter:limit:{key}", policy.quota, policy.window, want
        )
        granted, left, wait = answer
        return int(granted), int(left), int(wait)
