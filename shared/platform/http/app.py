"""The app: the routes of the served games, and the objects that all requests of one process share."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from functools import partial
from typing import Any, Final

from litestar import Litestar, Response
from litestar.openapi.config import OpenAPIConfig
from litestar.types import ControllerRouterHandler
from prometheus_client import start_http_server
from redis.asyncio import Redis
from redis.exceptions import ResponseError

from shared.kernel.game import Game
from shared.platform.access import Authenticator, KnownKeys, SeatTokens
from shared.platform.addresses import client_of
from shared.platform.eventlog import Bounds, CannotStart
from shared.platform.feed import Feed
from shared.platform.http.documents.documents import Documents
from shared.platform.http.documents.operations import live, metrics, ready
from shared.platform.http.documents.overview import overview_of
from shared.platform.http.documents.rules import rules_of
from shared.platform.http.edge.browsers import cors_of
from shared.platform.http.edge.readiness import Readiness
from shared.platform.http.extending import AppExtra, Beside, extra_of
from shared.platform.http.faults import answer_fault
from shared.platform.http.hosting import AppContext, GameHost
from shared.platform.http.jobs.job_routes import job_routes_of
from shared.platform.http.kept import MOST_BYTES, KeptAnswers
from shared.platform.http.requests import AnyRequest, check_query
from shared.platform.http.services import Service
from shared.platform.http.slots import Slots
from shared.platform.http.streams.cause_routes import CauseRoutes
from shared.platform.http.streams.chances_routes import chances_routes_of
from shared.platform.http.streams.digest_routes import digest_routes_of
from shared.platform.http.streams.fork_routes import fork_routes_of
from shared.platform.http.streams.seat_routes import seat_routes_of
from shared.platform.http.streams.stream_routes import routes_of
from shared.platform.limits import Limiter, Policy
from shared.platform.metrics import Metrics
from shared.platform.processes import PoolRefusal, ProcessPool, pool_of
from shared.platform.processes.ending import cancel_fully
from shared.platform.processes.nursery import HERE
from shared.platform.queue import JobMeters, address_of, broker_of, connect_to_store, wait_for_store
from shared.platform.ruleset import release, ruleset_of
from shared.platform.seal import Keys
from shared.platform.settings import ServerSettings
from shared.platform.tracing import Tracing, log_maker, tracing_of

_READY: Final[dict[tuple[object, ...], Litestar]] = {}
"""The apps that `prepare_app` has built, and that no server of this process has taken."""


def prepare_app(
    services: Sequence[Service], settings: ServerSettings, *, pages: Sequence[ControllerRouterHandler],
    extras: Sequence[str],
) -> Litestar:  # fmt: skip
    """Build an app with its routes, so that servers that are forked from this process do not build them again.

    Building the routes takes two thirds of the processor time of a server's start. Each forked process has a copy of
    the prepared app, and `make_app` uses it only once.
    """
    app = _READY[_kind_of(services, settings, pages, extras)] = _routed_app(services, settings, pages, extras)
    return app


def make_app(  # noqa: PLR0913 each argument by its name
    services: Sequence[Service], settings: ServerSettings, *, store: str, beside: Sequence[Beside] = (),
    pages: Sequence[ControllerRouterHandler] = (), extras: Sequence[str] = (), first: bool = True,
) -> Litestar:  # fmt: skip
    """Build the app, which connects to the store when it starts and disconnects when it stops.

    `beside` are background tasks. `pages` are routes for people; the contract leaves them out. `extras` names modules
    that have an `EXTRA` (see `extending`). `first` is true in the first or only server process of the port; that
    process serves the metrics if they have a port of their own.
    """
    meters, stopping = Metrics(), asyncio.Event()
    app = _READY.pop(_kind_of(services, settings, pages, extras), None) or _routed_app(
        services, settings, pages, extras
    )
    added = [extra_of(name) for name in extras]
    app.state.gather = partial(_context, settings, store=store, meters=meters, stopping=stopping)
    app.state.beside = [*beside, *(extra.background for extra in added)]
    app.state.metrics_at = (settings.metrics_port if first else None, settings.metrics_host)
    _hold(app, settings, meters, stopping)
    for extra in added:
        extra.prepare(app, settings)
    app.state.job_meters = _job_meters(services, settings, store=store, meters=meters)
    return app


def _kind_of(
    services: Sequence[Service], settings: ServerSettings, pages: Sequence[ControllerRouterHandler],
    extras: Sequence[str],
) -> tuple[object, ...]:  # fmt: skip
    """Return the values that determine the routes of an app: two apps with equal values have the same routes."""
    games = [id(game) for one in services for game in one.games]
    return (*games, settings.cors_origins, settings.body_bytes, *map(id, pages), *extras)


def _routed_app(
    services: Sequence[Service], settings: ServerSettings, pages: Sequence[ControllerRouterHandler],
    extras: Sequence[str],
) -> Litestar:  # fmt: skip
    """Build an app with its routes. Everything else that depends on the settings is added before the app starts."""
    added = [extra_of(name) for name in extras]
    documents = Documents([one.name for one in services], extras)
    return Litestar(
        route_handlers=[*_probes_and_extras(added), *overview_of(services), *pages, *_service_routes(services)],
        lifespan=[
            lambda app: _run_app(app, services, app.state.gather, app.state.beside),
            lambda app: _serve_metrics_apart(app.state.metrics_at, app.state.metrics),
        ],
        before_request=_before(documents),
        exception_handlers={Exception: answer_fault},
        openapi_config=OpenAPIConfig(
            title="Arbiter",
            version=release(),
            path="/schema",
            render_plugins=documents.plugins,
            create_examples=False,
        ),
        cors_config=cors_of(settings.cors_origins),
        request_max_body_size=settings.body_bytes,
        logging_config=None,
    )


def _probes_and_extras(added: Sequence[AppExtra]) -> list[ControllerRouterHandler]:
    """Return the routes of the probes, the metrics, the chains of causes and the extras."""
    return [live, ready, metrics, CauseRoutes, *(route for extra in added for route in extra.routes)]


def _service_routes(services: Sequence[Service]) -> Iterator[ControllerRouterHandler]:
    """Yield the routes of each service: its streams, rules, own routes and jobs."""
    for one in services:
        yield from (
            routes_of(one.game),
            chances_routes_of(one.game),
            *seat_routes_of(one.game),
            digest_routes_of(one.game),
            fork_routes_of(one.game),
            rules_of(one.game),
            *one.routes,
        )
        if one.jobs is not None:
            yield job_routes_of(one.jobs)


def _hold(app: Litestar, settings: ServerSettings, meters: Metrics, stopping: asyncio.Event) -> None:
    """Put the objects that the routes and the server need into the app's state, before the app starts."""
    app.state.metrics, app.state.stopping, app.state.siblings = meters, stopping, None
    app.state.metrics_apart, app.state.pool_warm = settings.metrics_port is not None, settings.pool_warm == "yes"
    app.state.tracing = tracing_of(settings)


def _before(documents: Documents) -> Callable[[AnyRequest], Awaitable[Response[Any] | None]]:
    """Return a function that checks each request, and answers requests for documents and OPTIONS requests."""

    async def before(request: AnyRequest) -> Response[Any] | None:
        await check_query(request)
        return _methods(request) if request.method == "OPTIONS" else await documents.answer(request)

    return before


def _methods(request: AnyRequest) -> Response[None]:
    """Answer an OPTIONS request with all methods of its path.

    Litestar's own response would name the methods of only one handler.
    """
    route = next(each for each in request.app.routes if request.route_handler in getattr(each, "route_handlers", ()))
    allowed = ", ".join(sorted(getattr(route, "methods", ())))
    return Response(None, status_code=204, media_type="text/plain", headers={"Allow": allowed})


def _job_meters(services: Sequence[Service], settings: ServerSettings, *, store: str, meters: Metrics) -> JobMeters:
    """Register the metrics of the job queue, in addition to the metrics of this process."""
    names = [one.name for one in services if one.jobs is not None]
    clocked = [one.name for one in services if one.game.asks_the_clock]
    found = JobMeters(names, store=store, broker=address_of(broker_of(settings, store)), clocked=clocked)
    meters.registry.register(found)
    return found


@asynccontextmanager
async def _run_app(
    app: Litestar, services: Sequence[Service], gathered: Callable[[AsyncExitStack], Awaitable[AppContext]],
    beside: Sequence[Beside],
) -> AsyncIterator[None]:  # fmt: skip
    """Open everything that requests need before the first request, and close it after the last."""
    async with AsyncExitStack() as stack:
        context = await _wait_unless_stopped(partial(_gather, stack, gathered), app.state.stopping)
        app.state.readiness = Readiness(context.connection, seen=lambda up: context.metrics.record_store(up=up))
        app.state.authenticator, app.state.redis = context.authenticator, context.redis
        app.state.durability_asserted, app.state.pool = context.connection.durability_asserted, context.pool
        tracing: Tracing | None = app.state.tracing
        if tracing is not None:
            stack.callback(tracing.close)
        hosts = [_host(stack, one.game, context, tracing, ruleset=ruleset_of(one.name)) for one in services]
        hosts += [
            _host(stack, one.jobs.game, context, tracing, ruleset=one.jobs.ruleset) for one in services if one.jobs
        ]
        app.state.hosts = {host.game.name: host for host in hosts}
        _beside(stack, app.state.job_meters.watch())
        if app.state.pool_warm and HERE.nursery is None:  # a forked process is warm
            _beside(stack, _warm_pool(context.pool, [one.game.name for one in services]))
        for one in services:
            for work in one.background:
                _beside(stack, work(app.state.hosts[one.game.name]))
        for also in beside:
            _beside(stack, also(app))
        yield
        context.stopping.set()


async def _wait_unless_stopped(
    work: Callable[[], Awaitable[AppContext]], stopping: asyncio.Event
) -> AppContext:  # fmt: skip
    """Call `work`, retry it while the store is unreachable, and return its result.

    Rule:    AR-SERVER-07
    Refuses: CannotStart, also if the service is stopped first
    """
    waiting, stopped = asyncio.ensure_future(wait_for_store(work)), asyncio.ensure_future(stopping.wait())
    try:
        await asyncio.wait((waiting, stopped), return_when=asyncio.FIRST_COMPLETED)
        if not waiting.done():
            raise CannotStart("the service was stopped while it waited for the store")
        return waiting.result()
    finally:
        await cancel_fully(stopped)
        await cancel_fully(waiting)


async def _gather(
    stack: AsyncExitStack, gathered: Callable[[AsyncExitStack], Awaitable[AppContext]]
) -> AppContext:  # fmt: skip
    """Open the objects that requests share; the stack closes them later.

    If opening one fails, close the others at once.
    """
    async with AsyncExitStack() as opened:
        context = await gathered(opened)
        stack.push_async_callback(opened.pop_all().aclose)
    return context


@asynccontextmanager
async def _serve_metrics_apart(at: tuple[int | None, str], meters: Metrics) -> AsyncIterator[None]:
    """Serve the metrics on a separate port of a host if one is set. Reading that port needs no key."""
    port, host = at
    if port is None:
        yield
        return
    server, thread = start_http_server(port, addr=host, registry=meters.registry)
    try:
        yield
    finally:
        await asyncio.to_thread(server.shutdown)
        server.server_close()
        thread.join()


async def _warm_pool(pool: ProcessPool, games: Sequence[str]) -> None:
    """Start one process of the pool before the first request needs it. The others start when they are needed."""
    with suppress(PoolRefusal):
        await pool.run("shared.platform.http.pool_work:preload", games)


async def _context(
    settings: ServerSettings, stack: AsyncExitStack, *, store: str, meters: Metrics, stopping: asyncio.Event
) -> AppContext:  # fmt: skip
    connection = await connect_to_store(settings, store)
    stack.push_async_callback(connection.close)
    redis = client_of(store, socket_timeout=settings.answer_seconds, socket_connect_timeout=settings.answer_seconds)
    stack.push_async_callback(redis.aclose)
    keys = await connection.open_keys(settings.keys_at)
    limiter = Limiter(redis)
    with suppress(ResponseError):  # the store accepts no writes; the limiter loads the script with its first call
        await limiter.load()
    pool, bounds = pool_of(settings), _bounds(settings)
    stack.push_async_callback(pool.close)
    return AppContext(
        pool=pool,
        authenticator=_authenticator(settings, redis, keys),
        limiter=limiter,
        strangers=_strangers(settings),
        metrics=meters,
        keys=keys,
        feed=await stack.enter_async_context(Feed(connection)),
        connection=connection,
        redis=redis,
        stopping=stopping,
        subscribers=_slots(settings),
        bounds=bounds,
        kept=KeptAnswers(most_bytes=min(MOST_BYTES, bounds.cached_bytes)),
    )


def _strangers(settings: ServerSettings) -> Policy | None:
    """Return the rate limit of a client address that sends no credential; None if reading needs a credential."""
    return Policy(quota=settings.stranger_quota, window=settings.rate_window) if settings.stranger_quota else None


def _slots(settings: ServerSettings) -> Slots:
    return Slots(most=settings.subscribers, tenant=settings.tenant_subscribers, seat=settings.seat_subscribers)


def _bounds(settings: ServerSettings) -> Bounds:
    kept = settings.cached_megabytes * 1024 * 1024
    return Bounds(
        deadline=settings.append_seconds, cached=settings.cached_streams, cached_bytes=kept,
        digests=settings.state_digests,
    )  # fmt: skip


def _authenticator(settings: ServerSettings, redis: Redis, keys: Keys) -> Authenticator:
    policy = Policy(quota=settings.rate_quota, window=settings.rate_window)
    known = KnownKeys(redis, ttl=settings.key_seconds, policy=policy, capacity=settings.cached_keys)
    tokens = SeatTokens(keys, days=settings.token_days, policy=policy, capacity=settings.cached_tokens)
    return Authenticator(known, tokens)


def _host(
    stack: AsyncExitStack, game: Game[Any], context: AppContext, tracing: Tracing | None, *, ruleset: str
) -> GameHost[Any]:  # fmt: skip
    log = log_maker(tracing)(
        context.connection, game, context.keys.sealer, ruleset=ruleset, bounds=context.bounds,
        meters=context.metrics, pool=context.pool,
    )  # fmt: skip
    stack.push_async_callback(log.close)
    return GameHost(game, log=log, context=context)


def _beside(stack: AsyncExitStack, work: Any) -> None:  # noqa: ANN401 a coroutine
    """Run a coroutine in the background until the app stops."""
    task = asyncio.get_running_loop().create_task(work)
    stack.push_async_callback(cancel_fully, task)
