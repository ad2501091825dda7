"""Endpoints for operators: liveness, readiness and metrics."""

from __future__ import annotations

from typing import Final, Literal, Protocol

from litestar import Response, get
from msgspec import UNSET, Struct, UnsetType

from shared.platform.access import parse_authorization
from shared.platform.contract import RouteSpec
from shared.platform.http.answers import JSON, encode
from shared.platform.http.callers import Caller
from shared.platform.http.problems import HttpProblem
from shared.platform.http.requests import AnyRequest, plain_header


class ServersUp(Struct, frozen=True, kw_only=True):
    """The server processes that share the port: how many are configured, and how many are running."""

    up: int
    of: int


class Health(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The health of this process. `servers` is present if several processes share the port.

    `durability` is `asserted` if the store hides its configuration and its operator vouches that writes are durable.
    """

    status: Literal["alive", "ready"]
    servers: ServersUp | UnsetType = UNSET
    durability: Literal["asserted"] | UnsetType = UNSET


class OtherServers(Protocol):
    """The interface to the other server processes of the port that these endpoints use."""

    @property
    def up(self) -> int:
        """Return how many of the processes are running, including this one."""
        ...

    @property
    def of(self) -> int:
        """Return how many processes are configured, including this one."""
        ...

    async def look(self) -> None:
        """Make the other processes save their metrics."""
        ...


LIVE: Final = RouteSpec(gives=Health, about="The process is running.", secured=False)
READY: Final = RouteSpec(gives=Health, about="The event log accepts writes, so commands can be served.", secured=False)
WHY_NOT: Final = {
    "stopping": "the service is stopping",
    "away": "the event log cannot be reached",
    "refuses": "the event log accepts no writes; the log of this service names the cause",
}
METRICS: Final = RouteSpec(media={"text/plain": None}, about="The metrics.", problems=(403, 404))


@get("/health/live", tags=["operations"], opt={"spec": LIVE}, sync_to_thread=False)
def live() -> Response[bytes]:
    """Check liveness.

    Answers 200 as long as the process is running.
    """
    return Response(encode(Health(status="alive")), media_type=JSON)


@get("/health/ready", tags=["operations"], opt={"spec": READY})
async def ready(request: AnyRequest) -> Response[bytes]:
    """Check readiness.

    Answers 200 if commands can be served, 503 while the event log accepts no writes or the process is stopping.
    """
    state = request.app.state
    verdict = "stopping" if state.stopping.is_set() else await state.readiness.verdict()
    if verdict in WHY_NOT:
        raise HttpProblem(503, "not-ready", WHY_NOT[verdict])
    others: OtherServers | None = state.siblings
    servers = UNSET if others is None else ServersUp(up=others.up, of=others.of)
    durability: Literal["asserted"] | UnsetType = "asserted" if state.durability_asserted else UNSET
    return Response(encode(Health(status="ready", servers=servers, durability=durability)), media_type=JSON)


@get("/metrics", tags=["operations"], opt={"spec": METRICS})
async def metrics(request: AnyRequest) -> Response[bytes]:
    """Get the metrics.

    Returns the metrics in the format of Prometheus. The request needs an app's key. If the metrics have a port of
    their own, the response is 404.

    Refuses: 401; 403 for a seat's token; 404 if the metrics have a port of their own
    """
    state = request.app.state
    if state.metrics_apart:
        raise HttpProblem(404, "not-found", "this server has its metrics on another port: ask there")
    sent = parse_authorization(plain_header(request, "Authorization"))
    Caller(credential=await state.authenticator.believe(sent), sent=sent).as_app()
    others: OtherServers | None = state.siblings
    if others is not None:
        await others.look()
    body, kind = state.metrics.render()
    return Response(body, headers={"Content-Type": kind})
