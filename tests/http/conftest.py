"""The server that all HTTP tests of one process share.

With ARBITER_TEST_FRONT=off, commands bypass the front, which is the code that reads requests before the routes do.
"""

import os
from collections.abc import Iterator

import httpx
import pytest

from services.gateway.processes.running import PROGRAM, Running, running
from tests.support.distribution import is_within
from tests.support.http import Table, open_table
from tests.support.node_pack import Installed, compiler, installed_with_programs
from tests.support.wire_log import assert_log_is_clean

SERVED_BY = "tests.support.past_the_front" if os.environ.get("ARBITER_TEST_FRONT") == "off" else PROGRAM

UNHURRIED = {"ARBITER_APPEND_SECONDS": "60", "ARBITER_ANSWER_SECONDS": "60"}
"""Time limits long enough that no test fails on a busy machine; other tests cover the limits themselves."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark every test in this folder as one that needs a store."""
    for item in items:
        if is_within(item.nodeid, "tests/http"):
            item.add_marker(pytest.mark.store)


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """Run a store and a server.

    After all tests, assert that the log is well formed and contains no secret.
    """
    folder = tmp_path_factory.mktemp("arbiter")
    with running(folder, durability="relaxed", program=SERVED_BY, **UNHURRIED, ARBITER_KEY_SECONDS="0.1") as server:
        yield server
    assert_log_is_clean(server.log)


@pytest.fixture(scope="session")
def app(server: Running) -> Iterator[httpx.Client]:
    """Return a client with the app's key."""
    with server.client() as client:
        yield client


@pytest.fixture
def table(server: Running, app: httpx.Client) -> Table:
    """Open a table for a game master, two players and a spectator."""
    return open_table(server, app)


@pytest.fixture(scope="session")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Installed:
    """Install the packed TypeScript client, once for all of its tests."""
    missing = compiler()
    if missing:
        pytest.skip(missing)
    return installed_with_programs(tmp_path_factory.mktemp("typescript"))
