"""Fixtures for the tests of access control: a real store, a key file, and clocks."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from redis.asyncio import Redis

from shared.platform.embedded_store.store import EmbeddedStore
from shared.platform.seal import Keys


class Clock:
    """A clock whose time the test sets."""

    def __init__(self, now: float = 1_800_000_000.0) -> None:
        self.now = now

    def __call__(self) -> float:
        """Return the time that the test has set."""
        return self.now


@pytest.fixture
def clock() -> Clock:
    """Return a stopped clock."""
    return Clock()


@pytest.fixture
def key_file(tmp_path: Path) -> Keys:
    """Create a key file."""
    return Keys.open(tmp_path / "keys.json")


@pytest.fixture
async def redis(store: EmbeddedStore) -> AsyncIterator[Redis]:
    """Connect to the real store."""
    async with Redis.from_url(store.url) as client:
        yield client


@pytest.fixture
async def own_redis(durable_store: EmbeddedStore) -> AsyncIterator[Redis]:
    """Connect to a real store that only this test uses, and may stop."""
    async with Redis.from_url(durable_store.url) as client:
        yield client
