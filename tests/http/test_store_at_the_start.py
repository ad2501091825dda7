"""A server whose store is unreachable while it starts."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import httpx
import pytest
import stamina
import uvicorn
from litestar import Litestar

from services.gateway.app import Server
from services.gateway.games import services_named
from shared.platform.embedded_store import store_watch
from shared.platform.embedded_store.store import EmbeddedStore
from shared.platform.embedded_store.store_watch import check_store
from shared.platform.eventlog import CannotStart
from shared.platform.eventlog.redis.checks import SOURCE
from shared.platform.http.app import make_app
from shared.platform.http.services import service_of
from shared.platform.settings import ServerSettings
from tests.support.relay import Relay

NOWHERE = "redis://127.0.0.1:1/0"
TRIES = 1_000_000
PAUSE = 0.05
DICE = [service_of(name) for name in services_named("dice")]


class Place(NamedTuple):
    """A store, and the folder of its key file."""

    store: EmbeddedStore
    folder: Path


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Place]:
    """Run a store that a server has already used, and return it with the folder of that server's key file."""
    folder = tmp_path_factory.mktemp("start")

    async def start(app: Litestar) -> None:
        async with app.lifespan():
            pass

    with EmbeddedStore(folder, durability="everysec") as store:
        asyncio.run(start(app_of(store.url, folder)))
        yield Place(store, folder)


@pytest.fixture(autouse=True)
def _no_pauses() -> Iterator[None]:
    """Retry without pauses, so that no test waits for the clock."""
    with stamina.set_testing(True, attempts=TRIES):
        yield


def app_of(store: str, folder: Path) -> Litestar:
    """Build the app of the service `dice` on a store."""
    settings = ServerSettings(data_folder=folder, durability="relaxed", redis_url=store, pool_warm="no")
    return make_app(DICE, settings, store=store)


async def ready(app: Litestar) -> int:
    """Return the status of the readiness probe."""
    transport = httpx.ASGITransport(app)  # type: ignore[arg-type]
    async with httpx.AsyncClient(transport=transport, base_url="http://arbiter") as client:
        return (await client.get("/health/ready")).status_code


async def cut_once(relay: Relay) -> None:
    """Cut the connections once, as soon as the relay holds bytes back."""
    await relay.stopped.wait()
    relay.cut()


@pytest.mark.rule("AR-SERVER-07")
@pytest.mark.parametrize("count", [0, 1, 60, 500, len(SOURCE), len(SOURCE) + 600])
async def test_a_server_waits_when_the_connection_breaks_while_it_starts(place: Place, count: int) -> None:
    """Wherever in the store's replies the connection breaks, the server connects again and starts to serve."""
    async with Relay(place.store.socket) as relay:
        relay.stop_after(count)
        cutting = asyncio.create_task(cut_once(relay))
        app = app_of(f"redis://127.0.0.1:{relay.port}/0", place.folder)
        async with app.lifespan():
            status = await ready(app)
        await cutting

    assert status == 200


@pytest.mark.rule("AR-SERVER-07")
@pytest.mark.parametrize("count", [0, 1, 60, 500, len(SOURCE)])
async def test_a_check_is_repeated_when_the_connection_breaks(place: Place, count: int) -> None:
    """Wherever in the store's replies the connection breaks, the check of `arbiter serve` connects again."""
    async with Relay(place.store.socket) as relay:
        relay.stop_after(count)
        cutting = asyncio.create_task(cut_once(relay))
        store = f"redis://127.0.0.1:{relay.port}/0"
        settings = ServerSettings(data_folder=place.folder, durability="relaxed", redis_url=store)
        await asyncio.to_thread(check_store, settings, store)
        await cutting

        assert relay.connections > 1


@pytest.mark.rule("AR-SERVER-07")
async def test_a_store_that_breaks_each_connection_ends_the_start(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After some checks, the start ends with the reason."""
    monkeypatch.setattr(store_watch, "BROKEN_PAUSES", (0.0, 0.0))
    async with await asyncio.start_server(lambda _, writer: writer.close(), "127.0.0.1", 0) as server:
        store = f"redis://127.0.0.1:{server.sockets[0].getsockname()[1]}/0"
        settings = ServerSettings(data_folder=place.folder, durability="relaxed", redis_url=store)
        with pytest.raises(CannotStart, match="cannot be used: "):
            await asyncio.to_thread(check_store, settings, store)


async def test_a_store_with_other_partitions_ends_the_start(place: Place) -> None:
    """The server refuses a store with another number of partitions at once, because that number never changes."""
    settings = ServerSettings(data_folder=place.folder, durability="relaxed", redis_url=place.store.url, partitions=7)
    app = make_app(DICE, settings, store=place.store.url)

    with pytest.RaisesGroup(pytest.RaisesExc(CannotStart, match="partitions"), flatten_subgroups=True):
        async with app.lifespan():
            pytest.fail("it started")


@pytest.mark.rule("AR-SERVER-07")
async def test_a_server_that_waits_for_the_store_can_be_stopped(tmp_path: Path) -> None:
    """A stop signal ends a server that waits for its store before it opens its port."""
    app = app_of(NOWHERE, tmp_path)
    server = Server(uvicorn.Config(app, log_config=None), app.state.stopping, None, None)
    asyncio.get_running_loop().call_later(PAUSE, server.handle_exit, signal.SIGTERM, None)
    await server._serve()

    assert (server.started, app.state.stopping.is_set()) == (False, True)
