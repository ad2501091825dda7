"""All checks of a deployment, in the order in which an operator would do them."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Mapping

from services.gateway.operations.doctor.finding import Finding, fault, fine
from services.gateway.operations.doctor.machine import examine_machine, examine_settings
from services.gateway.operations.doctor.processes import examine_processes
from services.gateway.operations.doctor.store import examine_store
from shared.platform.embedded_store.store import StoreError, find_server, store_that_runs


def examine(environment: Mapping[str, str]) -> Iterator[Finding]:
    """Examine a deployment, given the environment of its processes. Yield each result as soon as it is known."""
    settings, found = examine_settings(environment)
    yield from found
    yield from examine_machine(settings)
    url = settings.redis_url or store_that_runs(settings.data_folder / "store")
    if url is None:
        yield _examine_program()
        return
    yield from asyncio.run(examine_store(settings, url))
    yield from examine_processes(settings, url)


def _examine_program() -> Finding:
    """Check that this machine has a program that can run the embedded store, which is not running at the moment."""
    try:
        return fine("store", f"it does not run; `arbiter up` starts it, with {find_server()}")
    except StoreError as error:
        return fault("store", "there is no program for it", str(error))
