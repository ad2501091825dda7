"""`arbiter up`: start a store and every service on this machine, and create a key. It needs only a data folder."""

from __future__ import annotations

import asyncio
import webbrowser
from collections.abc import MutableMapping
from pathlib import Path
from typing import Final

from msgspec.structs import replace
from rich.console import Console

from services.gateway.processes.nursery import SERVERS, WORKERS, with_nursery
from services.gateway.processes.servers import run_servers
from services.gateway.processes.supervisor import supervise
from shared.platform.access import MadeKey, make_key
from shared.platform.addresses import client_of
from shared.platform.embedded_store.store_of_settings import listening_at, own_store
from shared.platform.embedded_store.store_watch import StoreWatch, check_store
from shared.platform.http.edge.browsers import LOOPBACK
from shared.platform.settings import PREFIX, ServerSettings

TENANT: Final = "local"


def fresh_key(store: str, *, tenant: str = TENANT, label: str = "made at start") -> MadeKey:
    """Create an API key for an app."""

    async def make() -> MadeKey:
        async with client_of(store) as redis:
            return await make_key(redis, tenant=tenant, label=label)

    return asyncio.run(make())


def be_brief(environment: MutableMapping[str, str]) -> None:
    """Make this process and its children log only failures, in one line each.

    The variables `ARBITER_LOG_LEVEL` and `ARBITER_LOG_FORMAT` take precedence if they are set.
    """
    environment.setdefault(f"{PREFIX}LOG_LEVEL", "warning")
    environment.setdefault(f"{PREFIX}LOG_FORMAT", "brief")


def up(settings: ServerSettings, console: Console, *, opens: bool = False) -> None:
    """Run the servers, a dispatcher, a worker and a clock until Ctrl-C. With `opens`, open a browser."""
    settings = replace(settings, cors_origins=settings.cors_origins or LOOPBACK)
    settings.data_folder.mkdir(parents=True, exist_ok=True)
    with with_nursery(SERVERS, WORKERS, settings=settings), own_store(settings) as own:
        store = listening_at(settings, own)
        check_store(settings, store)
        key = fresh_key(store)
        watch = StoreWatch(own)

        def ready(port: int) -> None:
            page = f"http://{settings.host}:{port}/#/?key={key.text}"
            console.print(welcome(page, key.text, settings.data_folder), highlight=False, soft_wrap=True)
            watch.begin()
            if opens and not webbrowser.open(page):
                console.print("No browser can be opened here: open the address above in one.")

        with supervise(settings, store), watch:
            run_servers(settings, store=store, ready=ready)
        watch.hold()
    console.print("stopped; the games are kept in", str(settings.data_folder), highlight=False)


def welcome(page: str, key: str, folder: Path) -> str:
    """Return the three lines to show at the start: the page with its key, the key for programs, and how to stop."""
    return (
        f"Arbiter is up. Open [bold]{page}[/bold] in a browser: the address contains your key.\n"
        f"For programs: export ARBITER_KEY={key} (a first roll is in README.md)\n"
        f"Ctrl-C stops it; games are kept in {folder}."
    )
