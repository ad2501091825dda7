"""Fixtures for the tests of the event log: a connection to the shared test server, and unique stream names."""

import secrets
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from shared.platform.embedded_store.store import EmbeddedStore
from shared.platform.eventlog import StoreConnection
from shared.platform.extras.archive.archive_files import Archive
from shared.platform.extras.archive.archiving import StreamArchiver
from tests.shared.platform.eventlog.archives import Here
from tests.support.logs import SEALER, ToyLog, toy_log
from tests.support.toy import STREAM


@pytest.fixture
async def connection(store: EmbeddedStore) -> AsyncIterator[StoreConnection]:
    """Connect to the server that all tests share."""
    connection = await StoreConnection.open(store.url, durability="relaxed")
    yield connection
    await connection.close()


@pytest.fixture
async def log(connection: StoreConnection) -> AsyncIterator[ToyLog]:
    """Create a log of the toy game, as each replica has one."""
    log = toy_log(connection)
    yield log
    await log.close()


@pytest.fixture
def name() -> str:
    """Return a stream name that no other test uses."""
    return STREAM + secrets.token_hex(8)


@pytest.fixture
def store_url(store: EmbeddedStore) -> str:
    """Return the shared server's address, for tests that open their own connection."""
    return store.url


@pytest.fixture
async def here(store_url: str, tmp_path: Path, name: str) -> AsyncIterator[Here]:
    """Connect to the shared server with a folder for archived streams."""
    connection = await StoreConnection.open(store_url, durability="relaxed", archive=tmp_path / "archive")
    assert isinstance(connection.archive, Archive)
    yield Here(name, connection, StreamArchiver(connection, SEALER, connection.archive), toy_log(connection))
    await connection.close()
