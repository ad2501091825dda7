"""`arbiter worker` and `arbiter dispatcher`: those who do the jobs, and those who hand them out."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Mapping, Sequence
from contextlib import AsyncExitStack, suppress
from typing import Any

import stamina
import structlog
from celery import Celery
from celery.signals import worker_process_init
from redis import Redis
from redis.asyncio import Redis as AsyncRedis
from redis.asyncio.lock import Lock
from redis.exceptions import RedisError

from services.gateway.dispatch import Dispatcher, Queue, lease_of
from shared.kernel.jobs.simulation import Simulation
from shared.platform import logs
from shared.platform.eventlog import CannotStart, EventLog, LogRefusal, StoreConnection
from shared.platform.feed import Feed
from shared.platform.http.job_game import JobGame
from shared.platform.queue import address_of, broker_of, queue_app, send_chunks
from shared.platform.queue.work import register
from shared.platform.ruleset import simulation_ruleset_of
from shared.platform.seal import Keys
from shared.platform.settings import ServerSettings

from .app import chosen
from .lifeline import hold_lifeline, hold_parent

log = structlog.get_logger("gateway")


def served_jobs(service: str | None = None) -> Sequence[JobGame]:
    """Return the jobs of a service, or of all.

    Refuses: LookupError
    """
    found = [one.jobs for one in chosen(service) if one.jobs is not None]
    if not found:
        raise LookupError(f"{service} cannot be simulated")
    return found


def worker_app(settings: ServerSettings, store: str, service: str | None = None) -> Celery:
    """Make the Celery app with the tasks of a service, or of all."""
    app = queue_app(settings, store)
    simulations: Mapping[str, Simulation[Any, Any]] = {one.service: one.simulation for one in served_jobs(service)}
    register(app, settings, store, simulations)
    return app


def work(settings: ServerSettings, store: str, *, service: str | None = None, lifeline: bool = False) -> None:
    """Work on chunks until told to stop: SIGTERM finishes those at hand, SIGQUIT gives them back."""
    logs.configure(level=settings.log_level, form=settings.log_format)
    app = worker_app(settings, store, service)
    queues = ",".join(one.service for one in served_jobs(service))
    worker = os.getpid()
    worker_process_init.connect(lambda **_: hold_parent(worker), weak=False)
    if lifeline:
        hold_lifeline()
    app.worker_main(
        [
            "--quiet", "worker", "--pool", "prefork", "--concurrency", str(settings.workers), "--queues", queues,
            "--hostname", f"arbiter-{os.getpid()}@%h", "--without-gossip", "--without-mingle", "--loglevel", "WARNING",
        ]
    )  # fmt: skip


def dispatch(settings: ServerSettings, store: str, *, lifeline: bool = False) -> None:
    """Dispatch until told to stop."""
    logs.configure(level=settings.log_level, form=settings.log_format)
    if lifeline:
        hold_lifeline()
    asyncio.run(_dispatch(settings, store))


async def _dispatch(settings: ServerSettings, store: str) -> None:
    stopping = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGQUIT):
        loop.add_signal_handler(number, stopping.set)
    leading = loop.create_task(_leading(settings, store))
    waiting = loop.create_task(stopping.wait())
    await asyncio.wait({leading, waiting}, return_when=asyncio.FIRST_COMPLETED)
    for task in (leading, waiting):
        task.cancel()
    with suppress(asyncio.CancelledError):
        await leading


async def _leading(settings: ServerSettings, store: str) -> None:
    async with AsyncExitStack() as stack:
        connection = await _connection(settings, store)
        stack.push_async_callback(connection.close)
        feed = await stack.enter_async_context(Feed(connection))
        redis = await stack.enter_async_context(AsyncRedis.from_url(store, socket_timeout=settings.answer_seconds))
        dispatcher = _dispatcher(settings, store, connection, feed, lease=lease_of(redis))
        try:
            await dispatcher.run()
        finally:
            with suppress(LogRefusal, RedisError, OSError):
                await dispatcher.stop()


async def _connection(settings: ServerSettings, store: str) -> StoreConnection:
    """Link to the store, however long it is away.

    Refuses: CannotStart
    """
    patient = stamina.AsyncRetryingCaller(attempts=None, timeout=None, wait_initial=1.0)
    return await patient(
        _is_away, StoreConnection.open, store, durability=settings.durability, partitions=settings.partitions,
        answer_within=settings.answer_seconds, copies=settings.copies,
    )  # fmt: skip


def _is_away(error: Exception) -> bool:
    return isinstance(error, (LogRefusal, OSError)) and not isinstance(error, CannotStart)


def _dispatcher(
    settings: ServerSettings, store: str, connection: StoreConnection, feed: Feed, *, lease: Lock
) -> Dispatcher:
    sealer = Keys.open(settings.keys_at).sealer
    jobs_logs = {
        one.game.name: EventLog(connection, one.game, sealer, ruleset=simulation_ruleset_of(one.service))
        for one in served_jobs()
    }
    app = queue_app(settings, store)
    broker = Redis.from_url(address_of(broker_of(settings, store)), socket_timeout=settings.answer_seconds)
    queue = Queue(
        send=lambda job, chunks: send_chunks(app, job, chunks),
        depth=lambda service: int(broker.llen(service)),
        window=settings.job_window,
        stall=settings.job_stall_seconds,
        ahead=settings.job_ahead,
    )
    return Dispatcher(jobs_logs, feed=feed, queue=queue, lease=lease)
