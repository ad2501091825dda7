"""What operators look at: is it alive, is it ready, how does it do."""

from __future__ import annotations

from typing import Final, Literal, Protocol

from litestar import Response, get
from msgspec import UNSET, Struct, UnsetType

from shared.platform.access import parse_authorization
from shared.platform.contract import RouteSpec

from .answers import JSON, encode
from .callers import Caller
from .problems import HttpProblem
from .requests import AnyRequest, plain_header


class ServersUp(Struct, frozen=True, kw_only=True):
    """How many server processes share the port, and how many of them are up."""

    up: int
    of: int


class Health(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """How the process is; `servers`, where there are several.

    `durability` is `asserted` where the store does not tell that it keeps what it answers, and its operator vouches.
    """

    status: Literal["alive", "ready"]
    servers: ServersUp | UnsetType = UNSET
    durability: Literal["asserted"] | UnsetType = UNSET


class OtherServers(Protocol):
    """The other server processes that share the port."""

    @property
    def up(self) -> int:
        """Return how many run, with this one."""
        ...

    @property
    def of(self) -> int:
        """Return how many there should be, with this one."""
        ...

    async def look(self) -> None:
        """Hear what they have measured."""
        ...


LIVE: Final = RouteSpec(gives=Health, about="The process runs.", secured=False)
READY: Final = RouteSpec(gives=Health, about="Commands can be served: the event log takes writes.", secured=False)
WHY_NOT: Final = {
    "stopping": "the service is stopping",
    "away": "the event log cannot be reached",
    "refuses": "the event log takes no writes; the log of this service names the cause",
}
METRICS: Final = RouteSpec(media={"text/plain": None}, about="The measurements.", problems=(403, 404))


@get("/health/live", tags=["operations"], opt={"spec": LIVE}, sync_to_thread=False)
def live() -> Response[bytes]:
    """Answer, for as long as the process runs."""
    return Response(encode(Health(status="alive")), media_type=JSON)


@get("/health/ready", tags=["operations"], opt={"spec": READY})
async def ready(request: AnyRequest) -> Response[bytes]:
    """Return whether commands can be served: 503 while the event log takes no writes or the process is stopping."""
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
    """Return the measurements in the form Prometheus reads, to an app's key; if they have their own port, there.

    Refuses: 401, 403 for a seat's token, 404 where they have a port of their own
    """
    state = request.app.state
    if state.metrics_apart:
        raise HttpProblem(404, "not-found", "the measurements have a port of their own")
    sent = parse_authorization(plain_header(request, "Authorization"))
    Caller(credential=await state.authenticator.believe(sent), sent=sent).as_app()
    others: OtherServers | None = state.siblings
    if others is not None:
        await others.look()
    body, kind = state.metrics.render()
    return Response(body, headers={"Content-Type": kind})
