"""The route that lists a chain of causes: the commits that share a correlation id, across streams and services."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Final

from litestar import Controller, Response, get
from litestar.params import PathParameter
from msgspec import Struct

from shared.kernel.causes import CORRELATION_PATTERN
from shared.platform.access import SeatCredential
from shared.platform.contract import ContractLink, RouteSpec
from shared.platform.eventlog import PLACE_PATTERN, CausedCommit, is_place
from shared.platform.http.answers import Reply, encode
from shared.platform.http.callers import Caller, caller_of
from shared.platform.http.hosting import GameHost
from shared.platform.http.problems import bad_request, not_found
from shared.platform.http.requests import AnyRequest, is_correlation, number_param
from shared.platform.http.streams.lists import MOST, PAGE, VARIES, CursorQuery, MostQuery

CorrelationPath = Annotated[str, PathParameter(description="the correlation id of the chain")]


class CausesPage(Struct, frozen=True, kw_only=True):
    """A page of the commits of a chain of causes, oldest first.

    `next` is the cursor of the next page, null on the last one.

    The causes form a tree: the parent of a commit is the commit that contains its `cause`, which is an event between
    the parent's `first` and `version`. A cause may be outside the chain, or on another page.
    """

    correlation: str
    items: tuple[CausedCommit, ...]
    next: str | None


CHAIN: Final = RouteSpec(
    gives=CausesPage, about="Commits of the chain, oldest first.",
    problems=(403, 410),
    queries={
        "correlation": {"type": "string", "pattern": CORRELATION_PATTERN},
        "limit": {"type": "integer", "minimum": 1, "maximum": MOST, "default": PAGE},
        "cursor": {"type": "string", "pattern": PLACE_PATTERN},
    },
    links={"next": ContractLink(
        to="causes", about="get the next page",
        parameters={"correlation": "$request.path.correlation", "cursor": "$response.body#/next"},
    )},
)  # fmt: skip


class CauseRoutes(Controller):
    """The route that lists a chain of causes, across the streams of all services."""

    path = "/arbiter/v1/causes"
    tags = ("causes",)

    @get("/{correlation:str}", opt={"spec": CHAIN, "query": ("cursor", "limit")})
    async def causes(
        self, request: AnyRequest, correlation: CorrelationPath, cursor: CursorQuery = None, limit: MostQuery = None
    ) -> Response[bytes]:  # fmt: skip
        """List a chain of causes.

        Returns the commits with this correlation id, and the cause of each, in pages, oldest first. An app's key reads
        the commits in all its streams, a seat's token those in its own stream. If the caller may read none, the list is
        empty. A chain is listed for 90 days after its last commit.
        """
        hosts: Mapping[str, GameHost[Any]] = request.app.state.hosts
        any_host = next(iter(hosts.values()))
        caller = await caller_of(request, any_host)
        if not is_correlation(correlation):
            raise not_found("chain of causes")
        if cursor is not None and not is_place(cursor):
            raise bad_request("this is not a cursor: send the `next` of a page", field="cursor")
        most = number_param(limit, name="limit", least=1, most=MOST) or PAGE
        tenant, stream = await _readable(caller, hosts)
        page = await any_host.log.chains.page(tenant, correlation, stream=stream, after=cursor or "", limit=most)
        return Reply(encode(CausesPage(correlation=correlation, items=page.commits, next=page.next)), headers=VARIES)


async def _readable(caller: Caller, hosts: Mapping[str, GameHost[Any]]) -> tuple[str, str]:
    """Return the app whose streams a caller may read and, for a caller with a seat token, its only stream.

    Rule:    AR-CAUSE-05
    Refuses: all refusals of loading the stream; a token that is no longer valid
    """
    credential = caller.credential
    if not isinstance(credential, SeatCredential):
        return caller.as_app().tenant, ""
    host = hosts.get(credential.stream.partition(":")[0])
    if host is None:
        raise not_found("stream")
    snapshot = await host.log.load(credential.stream)
    caller.authorise(snapshot.stream)
    return snapshot.stream.tenant, credential.stream
