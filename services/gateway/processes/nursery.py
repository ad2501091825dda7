"""The modules that the nursery imports. The nursery is a process from which other processes are forked.

`arbiter up` and several servers on one port use a nursery (decision 0140).
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext
from functools import partial
from importlib import import_module
from typing import Final

from services.gateway.extras import EXTRAS, app_extras, draws_pictures
from shared.platform.processes.nursery import HERE, nursery
from shared.platform.settings import ServerSettings

SERVERS: Final = (
    "services.gateway.app", "services.gateway.processes.index_beside", "services.gateway.processes.servers",
    "shared.platform.http.pool_work", "shared.platform.processes.child", "anyio._backends._asyncio", "encodings.idna",
    "litestar.exceptions.responses", "litestar.middleware._internal.exceptions", "uvicorn.lifespan.on",
    "uvicorn.loops.auto", "uvicorn.loops.uvloop", "uvicorn.protocols.utils", "uvicorn.protocols.websockets.auto",
)  # fmt: skip
"""Modules that a server process imports at its start or later."""
WORKERS: Final = (
    "services.gateway.processes.webhooks", "services.gateway.processes.worker", "billiard.pool", "billiard.popen_fork",
    "billiard.synchronize",
    "celery.app.amqp", "celery.app.control", "celery.app.log", "celery.app.trace", "celery.apps.beat",
    "celery.apps.worker", "celery.backends.base", "celery.beat", "celery.bin.celery", "celery.bin.worker",
    "celery.concurrency.prefork", "celery.events.state", "celery.fixups.django", "celery.worker.autoscale",
    "celery.worker.components", "celery.worker.consumer", "celery.worker.consumer.delayed_delivery",
    "celery.worker.strategy", "kombu.transport.redis", "shared.platform.queue.patience",
)  # fmt: skip
"""Modules that the dispatcher, a worker and a clock import."""
OF_EXTRAS: Final = {
    "archive": "shared.platform.extras.archive.archive_files",
    "forwarding": "services.gateway.port_sharing",
    "front": "shared.platform.extras.front",
}
"""Modules that a server process imports for each extra."""


def with_nursery(
    *groups: Sequence[str], service: str | None = None, settings: ServerSettings | None = None
) -> AbstractContextManager[None]:
    """Run the block with a nursery that has imported these groups of modules.

    New processes are forked from the nursery. Servers with these settings, or with the defaults, start sooner.
    """
    return nursery(partial(prepare, groups, service, settings))


def nursery_of_a_fork() -> AbstractContextManager[None]:
    """Run the block with a nursery for the pool processes of a forked process.

    The forked process has already imported their modules.
    """
    return nursery(lambda: None) if HERE.forked else nullcontext()


def prepare(groups: Sequence[Sequence[str]], service: str | None, settings: ServerSettings | None = None) -> None:
    """Import the modules, and build the objects that each process would otherwise build and cache itself."""
    extras = [name for extra, name in OF_EXTRAS.items() if extra in EXTRAS]
    for name in (*(name for group in groups for name in group), *extras, *app_extras()):
        import_module(name)
    from services.gateway.app import services_for
    from services.page.serving import page_routes
    from shared.platform.eventlog import stream_codec
    from shared.platform.eventlog.reading.folding import schema_of, snapshot_codec
    from shared.platform.http.app import prepare_app
    from shared.platform.processes.games import reader_of
    from shared.platform.ruleset import ruleset_of

    services = services_for(service)
    for one in services:
        jobs = [] if one.jobs is None else [(one.jobs.game, one.jobs.ruleset)]
        for game, ruleset in ((one.game, ruleset_of(one.name)), *jobs):
            reader_of(game.name)
            stream_codec(game)
            snapshot_codec(game)
            schema_of(game, ruleset)
    prepare_app(
        services, settings or ServerSettings(), pages=page_routes(pictures=draws_pictures()), extras=app_extras()
    )
