"""Checks at startup: the store's servers sync their writes to disk, and have the log's function library."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final

import structlog
from redis.exceptions import ResponseError

from shared.platform.eventlog.asks import Durability
from shared.platform.eventlog.redis.pipe import Pipe
from shared.platform.eventlog.refusals import CannotStart

log = structlog.get_logger("shared.platform.eventlog")

LIBRARY: Final = "arbiter_1"
SOURCE: Final = Path(__file__).with_name("library.lua").read_text("utf-8")
DURABLE: Final = {"appendonly": "yes", "appendfsync": "always", "maxmemory-policy": "noeviction"}


async def durability_checked(servers: Iterable[Pipe], durability: Durability, *, asserted: bool) -> bool:
    """Check that every server syncs each write and never evicts data; return whether all servers showed their settings.

    `asserted` means that the operator vouches for servers that hide their settings.

    Refuses: CannotStart, StoreAway
    """
    if durability == "relaxed":
        return True
    confirmed = True
    for server in servers:
        for name, wanted in DURABLE.items():
            found = await _setting_of(server, name)
            if found is None and not asserted:
                raise CannotStart(
                    f"the store does not allow reading `{name}` of its configuration, so the durability "
                    f"{durability!r} cannot be checked; allow CONFIG GET, or choose `relaxed`, or, if you know that "
                    "every write is on disk before it is answered, set ARBITER_DURABILITY_ASSERTED=yes"
                )
            if found not in {None, wanted}:
                raise CannotStart(
                    f"durability {durability!r} needs `{name} {wanted}` in the store's configuration, which has "
                    f"{found!r}; change it there, or choose the durability `relaxed`"
                )
            confirmed = confirmed and found is not None
    if not confirmed:
        log.warning(
            "durability_asserted", said="the store does not reveal its configuration; its operator vouches for it"
        )
    return confirmed


async def _setting_of(server: Pipe, name: str) -> str | None:
    """Return the value of a server's setting; return None if the server hides its settings."""
    try:
        found = await server.call("CONFIG", "GET", name)
    except ResponseError:
        return None
    return found[1].decode() if found else None


async def load_library(server: Pipe) -> None:
    """Load the log's function library into a server, unless the server already has this version.

    Refuses: CannotStart, StoreAway
    """
    try:
        found: list[Any] = await server.call("FUNCTION", "LIST", "LIBRARYNAME", LIBRARY, "WITHCODE")
    except ResponseError as error:
        raise CannotStart(f"the store has no functions ({error}); Redis or Valkey 7.0 or newer is needed") from error
    if found and SOURCE.encode() in found[0]:
        return
    await server.call("FUNCTION", "LOAD", "REPLACE", SOURCE)
