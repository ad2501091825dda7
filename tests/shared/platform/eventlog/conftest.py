"""A link to the shared test server, and a stream name nobody else uses."""

import secrets
from collections.abc import AsyncIterator

import pytest

from shared.platform.embedded_store.store import EmbeddedStore
from shared.platform.eventlog import StoreConnection
from tests.support.logs import ToyLog, toy_log
from tests.support.toy import STREAM


@pytest.fixture
async def connection(store: EmbeddedStore) -> AsyncIterator[StoreConnection]:
    """Link to the server all tests share."""
    connection = await StoreConnection.open(store.url, durability="relaxed")
    yield connection
    await connection.close()


@pytest.fixture
async def log(connection: StoreConnection) -> AsyncIterator[ToyLog]:
    """Hold a log of the toy game, as one replica does."""
    log = toy_log(connection)
    yield log
    await log.close()


@pytest.fixture
def name() -> str:
    """Name a stream that no other test uses."""
    return STREAM + secrets.token_hex(8)


@pytest.fixture
def store_url(store: EmbeddedStore) -> str:
    """Name the server all tests share, for tests that open their own link."""
    return store.url
