"""Open the store for a command of `arbiter`: the configured store or, without one, the data folder's embedded store."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Literal

from shared.platform.embedded_store.store import EmbeddedStore, store_that_runs
from shared.platform.embedded_store.store_watch import check_address
from shared.platform.settings import ServerSettings


@contextmanager
def own_store(settings: ServerSettings) -> Iterator[EmbeddedStore | None]:
    """Run the embedded store until the end of the block. Yield None if `redis_url` names an external store."""
    if settings.redis_url:
        yield None
        return
    durability: Literal["always", "everysec"] = "everysec" if settings.durability == "relaxed" else "always"
    with EmbeddedStore(settings.data_folder / "store", durability=durability) as store:
        yield store


@contextmanager
def store_of(settings: ServerSettings) -> Iterator[str]:
    """Yield the address of the configured store, or else of the embedded store, which is started if necessary."""
    running = None if settings.redis_url else store_that_runs(settings.data_folder / "store")
    if running is not None:
        yield running
        return
    with own_store(settings) as own:
        yield listening_at(settings, own)


def listening_at(settings: ServerSettings, own: EmbeddedStore | None) -> str:
    """Return the address of the embedded store or, without one, of the external store.

    Refuses: CannotStart
    """
    return check_address(settings.redis_url or "") if own is None else own.url
