"""`arbiter up`: starts a store and every service on this machine, and creates a key; it needs only a data folder."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final, Literal

from msgspec.structs import replace
from rich.console import Console

from services.gateway.processes.nursery import SERVERS, WORKERS, with_nursery
from services.gateway.processes.servers import run_servers
from services.gateway.processes.supervisor import supervise
from shared.platform.access import MadeKey, make_key
from shared.platform.addresses import client_of
from shared.platform.embedded_store.store import EmbeddedStore, store_that_runs
from shared.platform.embedded_store.store_watch import StoreWatch, check_address, check_store
from shared.platform.http.edge.browsers import LOOPBACK
from shared.platform.settings import ServerSettings

TENANT: Final = "local"


@contextmanager
def own_store(settings: ServerSettings) -> Iterator[EmbeddedStore | None]:
    """Run the embedded store for as long as the block lasts; None if the settings name an external one."""
    if settings.redis_url:
        yield None
        return
    durability: Literal["always", "everysec"] = "everysec" if settings.durability == "relaxed" else "always"
    with EmbeddedStore(settings.data_folder / "store", durability=durability) as store:
        yield store


@contextmanager
def store_of(settings: ServerSettings) -> Iterator[str]:
    """Return the store's address: the configured one, or else the embedded store's, which is started if necessary."""
    running = None if settings.redis_url else store_that_runs(settings.data_folder / "store")
    if running is not None:
        yield running
        return
    with own_store(settings) as own:
        yield listening_at(settings, own)


def listening_at(settings: ServerSettings, own: EmbeddedStore | None) -> str:
    """Return the address of the embedded store, or of the external one.

    Refuses: CannotStart
    """
    return check_address(settings.redis_url or "") if own is None else own.url


def fresh_key(store: str, *, tenant: str = TENANT, label: str = "made at start") -> MadeKey:
    """Create an API key."""

    async def make() -> MadeKey:
        async with client_of(store) as redis:
            return await make_key(redis, tenant=tenant, label=label)

    return asyncio.run(make())


def up(settings: ServerSettings, console: Console) -> None:
    """Run everything until Ctrl-C: the servers, a dispatcher, a worker and a clock."""
    settings = replace(settings, cors_origins=settings.cors_origins or LOOPBACK)
    settings.data_folder.mkdir(parents=True, exist_ok=True)
    with with_nursery(SERVERS, WORKERS), own_store(settings) as own:
        store = listening_at(settings, own)
        check_store(settings, store)
        key = fresh_key(store)
        watch = StoreWatch(own)

        def ready(port: int) -> None:
            console.print(welcome(f"http://{settings.host}:{port}", key.text), highlight=False, soft_wrap=True)
            watch.begin()

        with supervise(settings, store), watch:
            run_servers(settings, store=store, ready=ready)
        watch.hold()
    console.print("stopped; the games are kept in", str(settings.data_folder), highlight=False)


def welcome(address: str, key: str) -> str:
    """Return the text to show: the address of the server, and a first command to paste."""
    return f"""
Arbiter is up at [bold]{address}[/bold]   (contract: {address}/schema/openapi.json; Ctrl-C stops it)

  Open the page, with a key already filled in:  {address}/#/?key={key}

  export ARBITER_KEY={key}
  curl -s {address}/dice/v1/rolls -H "Authorization: Bearer $ARBITER_KEY" \\
       -H "Content-Type: application/json" -d '{{"rolls": [{{"what": {{"throw": "Notation", "text": "4d6kh3"}}}}]}}'
"""
