"""The checks of `arbiter doctor` on the queue, the dispatcher, the workers and the clocks."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator
from typing import Final

from celery import Celery
from kombu.exceptions import OperationalError
from redis.exceptions import RedisError

from services.gateway.operations.doctor.finding import Finding, fault, fine, warning
from services.gateway.operations.doctor.store import unreachable
from services.gateway.processes.dispatch import LEASE
from services.gateway.processes.worker import served_clocks, served_jobs
from shared.platform.addresses import blocking_client_of, client_of
from shared.platform.queue import QueueMisconfigured, address_of, broker_of, clock_queue, own_job_queue, queue_app
from shared.platform.settings import ServerSettings

SERVICE: Final = re.compile("[.@]")
"""The character after the service's name in the name of a queue."""
ANSWER_SECONDS: Final = 2.0
"""Seconds to wait for the workers to say which queues they serve."""


def examine_processes(settings: ServerSettings, url: str) -> Iterator[Finding]:
    """Check the queue of a store, and which processes serve it."""
    try:
        broker, app = broker_of(settings, url), queue_app(settings, url)
    except QueueMisconfigured as error:
        yield fault("queue", str(error), "correct the setting")
        return
    try:
        with blocking_client_of(address_of(broker), socket_timeout=settings.answer_seconds) as redis:
            redis.ping()
        yield fine("queue", "it can be reached")
        served = _queues_served(app)
    except (RedisError, OperationalError, OSError, ValueError) as error:
        yield unreachable("queue", address_of(broker), error)
        return
    yield from examine_queues(served, led=asyncio.run(_is_led(settings, url)))


def _queues_served(app: Celery) -> set[str]:
    """Return the names of the queues from which at least one process takes tasks."""
    said = app.control.inspect(timeout=ANSWER_SECONDS).active_queues() or {}
    return {queue["name"] for queues in said.values() for queue in queues}


async def _is_led(settings: ServerSettings, url: str) -> bool | None:
    """Return whether a dispatcher has the lease, or None if the store does not answer."""
    try:
        async with client_of(url, socket_timeout=settings.answer_seconds) as redis:
            return bool(await redis.exists(LEASE))
    except (RedisError, OSError):
        return None


def examine_queues(served: set[str], *, led: bool | None) -> Iterator[Finding]:
    """Report each kind of work that no process does: sending tasks, playing jobs, and sending timed commands."""
    jobs = {own_job_queue(one.service) for one in served_jobs()}
    steps = {clock_queue(one.game.service) for one in served_clocks()}
    if led is False:
        yield warning(
            "dispatcher", "none is active: jobs, due steps and webhooks wait",
            "start `arbiter dispatcher` (`arbiter up` and `arbiter serve --dispatcher` have one)",
        )  # fmt: skip
    elif led:
        yield fine("dispatcher", "one is active")
    yield _examine_role("worker", jobs, served, "jobs wait")
    yield _examine_role("clock", steps, served, "deadlines, seasons and players of the house wait")


def _examine_role(role: str, wanted: set[str], served: set[str], otherwise: str) -> Finding:
    missing = sorted(SERVICE.split(one)[0] for one in wanted - served)
    if not missing:
        return fine(role, f"every service has a {role}")
    return warning(role, f"none answers for {', '.join(missing)}: {otherwise}", f"start `arbiter {role}`")
