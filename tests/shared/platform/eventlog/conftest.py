"""Fixtures: a link to the shared test server, and unique stream names."""

import secrets
from collections.abc import AsyncIterator

import pytest

from shared.platform.embedded_store.store import EmbeddedStore
from shared.platform.eventlog import StoreConnection
from tests.support.logs import ToyLog, toy_log
from tests.support.toy import STREAM


@pytest.fixture
async def connection(store: EmbeddedStore) -> AsyncIterator[StoreConnection]:
    """Connect to the server that all tests share."""
    connection = await StoreConnection.open(store.url, durability="relaxed")
    yield connection
    await connection.close()


@pytest.fixture
async def log(connection: StoreConnection) -> AsyncIterator[ToyLog]:
    """Make a log of the toy game, as one replica has it."""
    log = toy_log(connection)
    yield log
    await log.close()


@pytest.fixture
def name() -> str:
    """Return a stream name that no other test uses."""
    return STREAM + secrets.token_hex(8)


@pytest.fixture
def store_url(store: EmbeddedStore) -> str:
    """Return the shared server's address, for tests that open their own link."""
    return store.url
