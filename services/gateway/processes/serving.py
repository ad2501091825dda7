"""`arbiter serve`: run the server processes of a port and, on request, a dispatcher."""

from __future__ import annotations

from contextlib import nullcontext

from services.gateway.processes.lifeline import hold_lifeline
from services.gateway.processes.nursery import SERVERS, WORKERS, with_nursery
from services.gateway.processes.servers import cores, run_servers
from services.gateway.processes.supervisor import supervise
from shared.platform.embedded_store.store_watch import check_store
from shared.platform.settings import ServerSettings


def serve(
    settings: ServerSettings, store: str, *, service: str | None, dispatcher: bool, lifeline: bool
) -> None:  # fmt: skip
    """Serve until a signal or, with `lifeline`, until standard input closes. Refuses: all refusals of `check_store`."""
    several = (settings.servers or cores()) > 1
    groups = (SERVERS, WORKERS) if dispatcher else (SERVERS,)
    forking = with_nursery(*groups, service=service, settings=settings) if several else nullcontext()
    with forking:  # before the first thread
        if lifeline:
            hold_lifeline()
        check_store(settings, store)
        with supervise(settings, store, ("dispatcher",)) if dispatcher else nullcontext():
            run_servers(settings, store=store, service=service)
