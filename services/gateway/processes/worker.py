"""`arbiter worker`, `arbiter clock` and `arbiter dispatcher`: play jobs, send timed commands, and distribute work."""

from __future__ import annotations

import asyncio
import os
import signal
import warnings
from collections.abc import Sequence
from contextlib import AsyncExitStack, suppress
from functools import partial
from typing import Any, Final, Literal, TypeAlias

import structlog
from celery import Celery
from celery.signals import worker_process_init, worker_ready
from celery.worker import state as celery_state
from msgspec import Struct
from msgspec.structs import replace
from redis.asyncio.lock import Lock
from redis.exceptions import RedisError

from services.gateway import compiled
from services.gateway.games import services_named
from services.gateway.processes.alive import show_life, show_life_of
from services.gateway.processes.dispatch import Dispatcher, Queue, UnderLease, lease_of
from services.gateway.processes.due import DueWatcher
from services.gateway.processes.lifeline import hold_lifeline, hold_parent
from shared.kernel.jobs.state import JobState
from shared.platform import logs
from shared.platform.addresses import blocking_client_of, client_of
from shared.platform.eventlog import EventLog, LogRefusal, check_keys
from shared.platform.feed import Feed
from shared.platform.http.jobs.job_game import JobGame, jobs_of
from shared.platform.processes import pool_of
from shared.platform.processes.ending import cancel_fully
from shared.platform.processes.games import game_of
from shared.platform.queue import (
    ClockGame,
    address_of,
    broker_of,
    clock_queue,
    connect_to_store,
    own_job_queue,
    queue_app,
    send_chunks,
    send_clock,
    wait_for_store,
)
from shared.platform.queue.caches import cache_bounds
from shared.platform.queue.clock import register_clock
from shared.platform.queue.work import register
from shared.platform.ruleset import ruleset_of, simulation_ruleset_of
from shared.platform.settings import ServerSettings

log = structlog.get_logger("gateway")

Role: TypeAlias = Literal["worker", "clock"]
ENDING_SECONDS: Final = 10.0
"""Seconds that the dispatcher has to end before it is cancelled again."""


def served_jobs(service: str | None = None) -> Sequence[JobGame]:
    """Return the simulation jobs of one service, or of all services.

    Refuses: LookupError
    """
    return [jobs for jobs in map(jobs_of, services_named(service)) if jobs is not None]


def served_clocks(service: str | None = None) -> Sequence[ClockGame]:
    """Return the games with timed commands or computer players, of one service or of all services.

    Refuses: LookupError
    """
    games = map(game_of, services_named(service))
    return [ClockGame(game, ruleset_of(game.service)) for game in games if game.asks_the_clock or game.house.players]


class WorkerTasks(Struct, frozen=True, kw_only=True):
    """The tasks of a worker process: the jobs, the clock, or both, of some services.

    A process should have both only if a timed command may wait until a chunk is finished.
    """

    jobs: Sequence[JobGame] = ()
    clocks: Sequence[ClockGame] = ()

    @property
    def queues(self) -> str:
        """Return the names of the queues that the process serves, separated by commas as Celery expects."""
        jobs = [own_job_queue(one.service) for one in self.jobs]
        return ",".join(jobs + [clock_queue(one.game.service) for one in self.clocks])

    def app(self, settings: ServerSettings, store: str) -> Celery:
        """Build the Celery app with these tasks."""
        app = queue_app(settings, store)
        register(app, settings, store, {one.service: one.kinds for one in self.jobs})
        register_clock(app, settings, store, self.clocks)
        return app


def work(settings: ServerSettings, store: str, *, service: str | None = None, lifeline: bool = False) -> None:
    """Play jobs until a signal. SIGTERM finishes the current chunks, and SIGQUIT gives them back to the queue.

    Refuses: LookupError
    """
    tasks = WorkerTasks(jobs=served_jobs(service))
    if not tasks.queues:
        raise LookupError(f"{service} has no jobs: it cannot be simulated")
    work_on(tasks, settings, store, role="worker", lifeline=lifeline)


def serve_clock(settings: ServerSettings, store: str, *, service: str | None = None, lifeline: bool = False) -> None:
    """Send timed commands until a signal. Other processes play the jobs, so that no command waits for a chunk.

    Rule:    AR-CLOCK-06
    Refuses: LookupError
    """
    tasks = WorkerTasks(clocks=served_clocks(service))
    if not tasks.queues:
        raise LookupError(f"{service} does not use the clock")
    work_on(tasks, settings, store, role="clock", lifeline=lifeline)


def work_on(
    tasks: WorkerTasks, settings: ServerSettings, store: str, *, role: Role, lifeline: bool = False
) -> None:  # fmt: skip
    """Work on these tasks until a signal stops the process."""
    logs.configure(level=settings.log_level, form=settings.log_format)
    log.info("rules", compiled=compiled.describe())
    app = tasks.app(settings, store)
    show_life_of(app, settings.alive_folder, role)
    processes = settings.workers if role == "worker" else settings.clock_workers
    worker = os.getpid()
    worker_process_init.connect(lambda **_: hold_parent(worker), weak=False)
    if lifeline:
        worker_ready.connect(lambda **_: _end_in_silence(), weak=False)
        hold_lifeline()
    asyncio.run(_keys_held(settings, store))
    words = [
        "--quiet", "worker", "--pool", "prefork", "--concurrency", str(processes), "--queues", tasks.queues,
        "--hostname", f"arbiter-{os.getpid()}@%h", "--without-gossip", "--without-mingle", "--loglevel", "WARNING",
    ]  # fmt: skip
    warnings.filterwarnings("ignore", message="You're running the worker with superuser")
    # The ignored warning concerns tasks in pickle; ours are JSON.
    app.worker_main(words)


def _end_in_silence() -> None:
    """On SIGTERM and SIGINT, finish as Celery does, but without its messages on the parent's terminal."""

    def finish(*_: object) -> None:
        celery_state.should_stop = os.EX_OK  # type: ignore[assignment]  # Celery's own type is of its first value

    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, finish)


def dispatch(settings: ServerSettings, store: str, *, lifeline: bool = False) -> None:
    """Run the dispatcher until a signal."""
    dispatch_for(served_clocks(), settings, store, lifeline=lifeline)


def dispatch_for(
    clocks: Sequence[ClockGame], settings: ServerSettings, store: str, *, lifeline: bool = False
) -> None:  # fmt: skip
    """Run the dispatcher until a signal, for the jobs of all services and the clocks of these games."""
    logs.configure(level=settings.log_level, form=settings.log_format)
    if lifeline:
        hold_lifeline()
    asyncio.run(_dispatch(clocks, settings, store))


async def _dispatch(clocks: Sequence[ClockGame], settings: ServerSettings, store: str) -> None:
    stopping = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGQUIT):
        loop.add_signal_handler(number, stopping.set)
    leading = loop.create_task(_lead(clocks, settings, store))
    waiting = loop.create_task(stopping.wait())
    living = loop.create_task(show_life(settings.alive_folder, "dispatcher"))
    await asyncio.wait({leading, waiting}, return_when=asyncio.FIRST_COMPLETED)
    for task in (leading, waiting, living):
        await cancel_fully(task, again=ENDING_SECONDS)
    with suppress(asyncio.CancelledError):
        await leading


async def _lead(clocks: Sequence[ClockGame], settings: ServerSettings, store: str) -> None:
    """Work while this process has the lease. At each step of the start, wait while the store is unreachable.

    Rule:    AR-SERVER-07
    Refuses: CannotStart
    """
    from services.gateway.processes.webhooks import poster_of, sender_of

    async with AsyncExitStack() as stack:
        connection = await wait_for_store(partial(connect_to_store, settings, store))
        stack.push_async_callback(connection.close)
        feed = await wait_for_store(partial(stack.enter_async_context, Feed(connection)))
        client = client_of(store, socket_timeout=settings.answer_seconds)
        redis = await wait_for_store(partial(stack.enter_async_context, client))
        sealer = (await wait_for_store(partial(connection.open_keys, settings.keys_at))).sealer
        log_of = partial(EventLog[Any], connection, sealer=sealer, bounds=cache_bounds(settings))
        jobs = [log_of(game=one.game, ruleset=simulation_ruleset_of(one.service)) for one in served_jobs()]
        due = [one.log(connection, sealer, bounds=cache_bounds(settings)) for one in clocks]
        games = [log_of(game=game_of(name), ruleset=ruleset_of(name)) for name in services_named(None)]
        poster, pool = poster_of(settings), pool_of(replace(settings, pool_workers=1))
        stack.push_async_callback(poster.close)
        stack.push_async_callback(pool.close)
        sender = sender_of(
            settings, [*games, *jobs], feed=feed, redis=redis, sealer=sealer, pool=pool, poster=poster
        )  # fmt: skip
        lease = lease_of(redis)
        await _run(dispatcher_of(settings, store, jobs, due, feed=feed, lease=lease, beside=(sender,)))


async def _run(dispatcher: Dispatcher) -> None:
    try:
        await dispatcher.run()
    finally:
        with suppress(LogRefusal, RedisError, OSError):
            await dispatcher.stop()


async def _keys_held(settings: ServerSettings, store: str) -> None:
    """Check that the key file belongs to the store before the process takes work. Retry while the store is unreachable.

    Rule:    AR-KEY-01
    Refuses: CannotStart
    """
    await wait_for_store(partial(check_keys, partial(connect_to_store, settings, store), settings.keys_at))


def dispatcher_of(  # noqa: PLR0913 wiring, written once
    settings: ServerSettings, store: str, jobs: Sequence[EventLog[JobState]], due: Sequence[EventLog[Any]], *,
    feed: Feed, lease: Lock, beside: Sequence[UnderLease] = (),
) -> Dispatcher:  # fmt: skip
    """Return a dispatcher for these jobs, which also finds the timed commands of games that use the clock.

    `beside` is other work under the same lease.
    """
    app = queue_app(settings, store)
    broker = blocking_client_of(address_of(broker_of(settings, store)), socket_timeout=settings.answer_seconds)
    queue = Queue(
        send=partial(send_chunks, app),
        depth=lambda queue: int(broker.llen(queue)),
        window=settings.job_window,
        stall=settings.job_stall_seconds,
        ahead=settings.job_ahead,
    )
    send = partial(send_clock, app)
    watchers = [DueWatcher(due, feed=feed, send=send, every=settings.clock_seconds)] if due else []
    return Dispatcher(
        {one.game.name: one for one in jobs}, feed=feed, queue=queue, lease=lease, beside=[*watchers, *beside]
    )
