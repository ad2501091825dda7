"""The app of this server, which serves all services behind one port, or only one of them."""

from __future__ import annotations

import asyncio
import gc
import signal
import socket
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from types import FrameType
from typing import TYPE_CHECKING, Any, Final

import structlog
import uvicorn
from litestar import Litestar
from litestar.types import ASGIApp
from msgspec.structs import replace

from services.gateway import compiled
from services.gateway.extras import EXTRAS, app_extras, draws_pictures
from services.gateway.games import services_named
from services.page.serving import page_routes
from shared.platform import logs
from shared.platform.http.app import make_app
from shared.platform.http.edge.browsers import compress_answers
from shared.platform.http.edge.connections import ConnectionTimeouts, protocol_of
from shared.platform.http.edge.edge import Edge
from shared.platform.http.edge.traced_requests import traced_requests
from shared.platform.http.extending import Beside
from shared.platform.http.services import Service, service_of
from shared.platform.processes.place import Place
from shared.platform.settings import ServerSettings

if TYPE_CHECKING:
    from shared.platform.extras.forwarding.siblings import Siblings

log = structlog.get_logger("gateway")

GC_THRESHOLDS: Final = (50_000, 50, 1000)


def services_for(name: str | None) -> Sequence[Service]:
    """Return all services, or only the service with this name. If a name is given, no other service is imported.

    Refuses: LookupError
    """
    return [service_of(one) for one in services_named(name)]


def serve(  # noqa: PLR0913 each argument by its name
    settings: ServerSettings, *, store: str, service: str | None = None, ready: Callable[[int], None] | None = None,
    beside: Sequence[Beside] = (), place: Place | None = None, sockets: list[socket.socket] | None = None,
) -> None:  # fmt: skip
    """Serve until a stop signal, then finish the requests that are in progress.

    The server calls `ready` with the port number once the port is open. `place` is the position of this process among
    several that listen on `sockets`.
    """
    logs.configure(level=settings.log_level, form=settings.log_format)
    log.info("rules", compiled=compiled.describe())
    services = services_for(service)
    first = place is None or place.number == 0
    app = make_app(
        services,
        replace(settings, redis_url=store),
        store=store,
        beside=beside,
        pages=page_routes(pictures=draws_pictures()),
        extras=app_extras(),
        first=first,
    )
    outermost: ASGIApp = Edge(
        compress_answers(_with_front(app, services, settings)), app.state.metrics, seconds=settings.request_seconds
    )
    if app.state.tracing is not None:
        outermost = traced_requests(outermost, app.state.tracing)
    if place is not None and "forwarding" in EXTRAS:
        from services.gateway.port_sharing import share_port

        outermost, app.state.siblings = share_port(outermost, app, place, services, body_bytes=settings.body_bytes)
    config = _config_of(outermost, settings)
    Server(config, app.state.stopping, ready, app.state.siblings).run(sockets)


def _config_of(app: ASGIApp, settings: ServerSettings) -> uvicorn.Config:
    """Return the configuration of uvicorn for an app."""
    return uvicorn.Config(
        app,
        host=settings.host,
        port=settings.port,
        http=protocol_of(timeouts_of(settings)),
        access_log=False,
        log_config=None,
        timeout_graceful_shutdown=int(settings.shutdown_seconds),
        server_header=False,
        proxy_headers=False,  # no code here uses the client's address
    )


def _with_front(app: Litestar, services: Sequence[Service], settings: ServerSettings) -> ASGIApp:
    """Wrap an app in `front`, the optional fast path for commands, if this process has registered it."""
    if "front" not in EXTRAS:
        return app
    from shared.platform.extras.front import Front

    return Front(app, [one.game for one in services], body_bytes=settings.body_bytes)


def timeouts_of(settings: ServerSettings) -> ConnectionTimeouts:
    """Return the time limits and other limits for a server's connections."""
    return ConnectionTimeouts(
        head=settings.header_seconds,
        body=settings.body_seconds,
        unread=settings.unread_seconds,
        head_bytes=settings.header_bytes,
        peer=settings.peer_connections,
    )


class Server(uvicorn.Server):
    """Uvicorn's server, which also reports when its port is open and when it stops, and tunes the garbage collector."""

    def __init__(
        self, config: uvicorn.Config, stopping: asyncio.Event, ready: Callable[[int], None] | None,
        siblings: Siblings | None,
    ) -> None:  # fmt: skip
        """Set up a server that sets `stopping` at shutdown and calls `ready` at startup.

        `siblings` are the other server processes of the port.
        """
        super().__init__(config)
        self._stopping, self._ready, self._siblings = stopping, ready, siblings

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Stop on Ctrl-C and SIGTERM.

        Uvicorn would raise the signals again, which would leave the embedded store running.
        """
        before = {number: signal.signal(number, self.handle_exit) for number in (signal.SIGINT, signal.SIGTERM)}
        try:
            yield
        finally:
            for number, action in before.items():
                signal.signal(number, action)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Stop serving. A server that is still waiting for the store stops waiting."""
        super().handle_exit(sig, frame)
        if not self.started:
            asyncio.get_running_loop().call_soon_threadsafe(self._stopping.set)

    async def shutdown(self, sockets: Any = None) -> None:  # noqa: ANN401 uvicorn's signature
        """End the event streams, which would otherwise never end, then finish the requests that are in progress."""
        self._stopping.set()
        if self._siblings is None:
            await super().shutdown(sockets)
            return
        self._siblings.leave()
        await super().shutdown(sockets)
        await self._siblings.close()

    async def startup(self, sockets: Any = None) -> None:  # noqa: ANN401 uvicorn's signature
        """Open the port, tune the garbage collector, and call `ready`."""
        try:
            await super().startup(sockets)
        except SystemExit:
            if self.should_exit:  # it was stopped while it waited for the store
                return
            raise
        gc.collect()
        gc.freeze()
        gc.set_threshold(*GC_THRESHOLDS)
        if self.started and self._siblings is not None:
            await self._siblings.open(self.server_state.tasks)
        if self.started and self._ready is not None:
            port = self.servers[0].sockets[0].getsockname()[1]
            self._ready(port)
