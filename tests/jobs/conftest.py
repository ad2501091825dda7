"""Fixtures for the tests of jobs and clocks."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from shared.platform.embedded_store.store import EmbeddedStore
from shared.platform.eventlog import StoreConnection
from shared.platform.queue import clock
from tests.jobs.clocks import Works


@pytest.fixture
async def works(
    durable_store: EmbeddedStore, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[Works]:  # fmt: skip
    """Serve the clock on the test's own store, with time slices that are too long to end during a test."""
    monkeypatch.setattr(clock, "SLICE_SECONDS", 3600)
    connection = await StoreConnection.open(durable_store.url)
    yield Works(connection, tmp_path)
    await connection.close()
