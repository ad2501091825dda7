"""An installation whose broker is separate from its store, and jobs that run on it."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from services.gateway.processes.running import Running
from shared.platform.embedded_store.store import EmbeddedStore
from tests.support.disturbed_jobs import PATIENT, Asking, Job, calculates, left_of
from tests.support.jobs import app_of, installation


@pytest.fixture
def broker(tmp_path: Path) -> Iterator[EmbeddedStore]:
    """Run a broker separate from the event log, so that a test can kill it alone."""
    with EmbeddedStore(tmp_path / "broker", durability="everysec") as running:
        yield running


@pytest.fixture
def server(tmp_path: Path, broker: EmbeddedStore) -> Iterator[Running]:
    """Run a server with a separate broker."""
    with installation(tmp_path / "installation", ARBITER_BROKER_URL=broker.broker_url, **PATIENT) as server:
        idle = left_of(server.folder)
        yield server
        assert [pid for pid in left_of(server.folder) if not calculates(pid)] == [
            pid for pid in idle if not calculates(pid)
        ]


@pytest.fixture
def ask(server: Running) -> Iterator[Asking]:
    """Return a function that requests a job with the key of a new app."""
    with ExitStack() as stack:
        yield lambda body: Job(stack.enter_context(app_of(server, f"app-{secrets.token_hex(4)}")), body)
