"""Fair shares of the pool: the tenant whose task runs next, and the limit on tasks for each tenant.

A tenant is an app, or the service itself. Except for `tenant_now` and its setters, this module is pure.
"""

from __future__ import annotations

from collections import OrderedDict, deque
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Final, Generic, TypeVar

from shared.platform.processes.pool_refusals import QueueFull, ShareFull

T = TypeVar("T")

_tenant: ContextVar[str] = ContextVar("tenant", default="")


def tenant_now() -> str:
    """Return the tenant for which the current asyncio task works, or "" if it works for the service itself."""
    return _tenant.get()


def acting_for(tenant: str) -> None:
    """Set the tenant of the current asyncio task and of all tasks that it starts."""
    _tenant.set(tenant)


@contextmanager
def working_for(tenant: str) -> Iterator[None]:
    """Set the tenant of the current asyncio task until the end of the block."""
    token = _tenant.set(tenant)
    try:
        yield
    finally:
        _tenant.reset(token)


class _Share(Generic[T]):
    """The waiting and running items of one tenant."""

    def __init__(self) -> None:
        self.waiting: deque[tuple[T, int]] = deque()
        self.running = 0

    @property
    def held(self) -> int:
        return len(self.waiting) + self.running


class FairQueue(Generic[T]):
    """A bounded queue that serves tenants in turn, and the items of one tenant in the order of their arrival.

    A tenant has at most `share` items, waiting and running together, and at most `at_once` of them run, so that
    there is room for others. At most `most` items wait in total, with at most `most_bytes` bytes.
    """

    def __init__(self, *, most: int, share: int, at_once: int, most_bytes: int) -> None:
        """Set up an empty queue."""
        self._most: Final = most
        self._share: Final = share
        self._at_once: Final = at_once
        self._most_bytes: Final = most_bytes
        self._shares: OrderedDict[str, _Share[T]] = OrderedDict()
        self._waiting = 0
        self._bytes = 0

    def __len__(self) -> int:
        """Return the number of waiting items."""
        return self._waiting

    def put(self, tenant: str, item: T, *, size: int = 0) -> None:
        """Add a tenant's item to the queue. Units: size in bytes.

        Refuses: ShareFull, QueueFull
        """
        share = self._shares.get(tenant)
        if share is not None and share.held >= self._share:
            raise ShareFull
        if self._waiting >= self._most or (self._waiting and self._bytes + size > self._most_bytes):
            raise QueueFull
        if share is None:
            share = self._shares[tenant] = _Share()
        share.waiting.append((item, size))
        self._waiting += 1
        self._bytes += size

    def take(self) -> tuple[str, T] | None:
        """Take the next item and its tenant, and count the item as running. Return None if no waiting item may run."""
        for tenant, share in self._shares.items():
            if share.waiting and share.running < self._at_once:
                item, size = share.waiting.popleft()
                self._waiting -= 1
                self._bytes -= size
                share.running += 1
                self._shares.move_to_end(tenant)
                return tenant, item
        return None

    def done(self, tenant: str) -> None:
        """Count an item of a tenant as finished, so that another item may run."""
        share = self._shares[tenant]
        share.running -= 1
        if not share.held:
            del self._shares[tenant]

    def drop(self, tenant: str, item: T) -> bool:
        """Remove an item whose caller no longer waits. Return False if the item is no longer in the queue."""
        share = self._shares.get(tenant)
        for place, (each, size) in enumerate(share.waiting if share is not None else ()):
            if each is item and share is not None:
                del share.waiting[place]
                self._waiting -= 1
                self._bytes -= size
                if not share.held:
                    del self._shares[tenant]
                return True
        return False

    def drain(self) -> list[T]:
        """Remove and return all waiting items."""
        found = [item for share in self._shares.values() for item, _ in share.waiting]
        for tenant, share in list(self._shares.items()):
            share.waiting.clear()
            if not share.held:
                del self._shares[tenant]
        self._waiting = self._bytes = 0
        return found
