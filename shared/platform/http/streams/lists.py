"""Lists of an app's streams and jobs, newest first."""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal, get_args

from litestar.params import QueryParameter
from msgspec import UNSET, Struct, UnsetType

from shared.kernel.game import Game
from shared.kernel.jobs.state import JobStatus
from shared.kernel.stream import ForkOf
from shared.platform.contract import ID_SCHEMA, ContractLink, RouteSpec
from shared.platform.eventlog import ListedStream, ListPage, Wanted
from shared.platform.http.answers import Reply, SeatView, encode
from shared.platform.http.callers import caller_of
from shared.platform.http.hosting import GameHost
from shared.platform.http.problems import bad_request
from shared.platform.http.requests import CURSOR_PATTERN, AnyRequest, cursor_param, is_id, number_param

PAGE: Final = 50
MOST: Final = 100
StreamStatus = Literal["open", "closed"]
OF_JOBS: Final = get_args(JobStatus)
OF_STREAMS: Final = get_args(StreamStatus)
VARIES: Final = {"Vary": "Authorization, Arbiter-Seat"}

CursorQuery = Annotated[
    str | None, QueryParameter(name="cursor", description="the `next` of a page: return the page after it"),
]  # fmt: skip
MostQuery = Annotated[
    str | None,
    QueryParameter(
        name="limit",
        description="maximum number of items in a page; a filtered page may hold fewer, even none",
    ),
]
StatusQuery = Annotated[str | None, QueryParameter(name="status", description="return only items with this status")]
SeatQuery = Annotated[str | None, QueryParameter(name="seat", description="return only streams that have this seat")]


class StreamItem(Struct, frozen=True, kw_only=True):
    """A stream of the app: its status, its opening time, its seats, its title if it has one, and the origin of a fork.

    Units: `at` in milliseconds UTC
    """

    id: str
    stream: str
    version: int
    status: StreamStatus
    at: int
    simulated: bool
    seats: tuple[SeatView, ...]
    title: str | UnsetType = UNSET
    fork: ForkOf | UnsetType = UNSET


class StreamPage(Struct, frozen=True, kw_only=True):
    """A page of the app's streams, newest first; `next` is the cursor of the next page, null on the last one."""

    items: tuple[StreamItem, ...]
    next: str | None


class JobItem(Struct, frozen=True, kw_only=True):
    """A job of the app: its progress, and when it was created. Units: `at` in milliseconds UTC."""

    id: str
    stream: str
    version: int
    status: JobStatus
    at: int


class JobPage(Struct, frozen=True, kw_only=True):
    """A page of the app's jobs, newest first; `next` is the cursor of the next page, null on the last one."""

    items: tuple[JobItem, ...]
    next: str | None


def _spec(page: type[Struct], *, lists: str, looks: str, statuses: tuple[str, ...], about: str) -> RouteSpec:
    return RouteSpec(
        gives=page, about=about, problems=(403,),
        queries={
            "limit": {"type": "integer", "minimum": 1, "maximum": MOST, "default": PAGE},
            "cursor": {"type": "string", "pattern": CURSOR_PATTERN},
            "status": {"type": "string", "enum": list(statuses)},
            "seat": ID_SCHEMA,
        },
        links={
            "look": ContractLink(to=looks, parameters={"id": "$response.body#/items/0/id"}, about="get the newest"),
            "next": ContractLink(to=lists, parameters={"cursor": "$response.body#/next"}, about="get the next page"),
        },
    )  # fmt: skip


STREAMS: Final = _spec(
    StreamPage, lists="list_streams", looks="look", statuses=OF_STREAMS, about="Streams of this app, newest first."
)  # fmt: skip
JOBS: Final = _spec(
    JobPage, lists="list_jobs", looks="look_at_job", statuses=OF_JOBS, about="Jobs of this app, newest first."
)  # fmt: skip


class ListQuery(Struct, frozen=True, kw_only=True):
    """The query parameters of a list request, before parsing."""

    cursor: str | None
    limit: str | None
    status: str | None
    seat: str | None = None


async def list_streams_of(request: AnyRequest, host: GameHost[Any], query: ListQuery) -> Reply:
    """Send a page of an app's streams.

    Rule:    AR-LIST-01, AR-LIST-02, AR-LIST-05
    Refuses: 403 for a seat's token; 400
    """
    tenant = (await caller_of(request, host)).as_app().tenant
    wanted = Wanted(status=_one_of(query.status, OF_STREAMS), seat=_seat_in(query.seat))
    page = await _page(host, tenant, wanted, query)
    items = tuple(_stream_item(host.game, each) for each in page.streams)
    return Reply(encode(StreamPage(items=items, next=page.next)), headers=VARIES)


async def list_jobs_of(request: AnyRequest, host: GameHost[Any], query: ListQuery) -> Reply:
    """Send a page of an app's jobs.

    Rule:    AR-LIST-01, AR-LIST-02, AR-LIST-05
    Refuses: 403 for a seat's token; 400
    """
    tenant = (await caller_of(request, host)).as_app().tenant
    wanted = Wanted(progress=_one_of(query.status, OF_JOBS))
    page = await _page(host, tenant, wanted, query)
    items = tuple(_job_item(host.game, each) for each in page.streams)
    return Reply(encode(JobPage(items=items, next=page.next)), headers=VARIES)


async def _page(host: GameHost[Any], tenant: str, wanted: Wanted, query: ListQuery) -> ListPage:
    """Parse the cursor and limit of a query, and read one page of a list. Refuses: 400; all refusals of the log."""
    most = number_param(query.limit, name="limit", least=1, most=MOST) or PAGE
    return await host.log.list(tenant, wanted=wanted, before=cursor_param(query.cursor, name="cursor"), limit=most)


def _one_of(text: str | None, known: tuple[str, ...]) -> str:
    """Parse a query parameter that must be one of the known words; "" if it was not sent.

    Refuses: 400
    """
    if text is not None and text not in known:
        raise bad_request(f"an unknown status; send one of {', '.join(known)}", field="status")
    return text or ""


def _seat_in(text: str | None) -> str:
    """Parse the seat in a query; "" if it was not sent.

    Refuses: 400
    """
    if text is not None and not is_id(text):
        raise bad_request("a seat is lower-case letters, digits, _ and -; at most 64", field="seat")
    return text or ""


def _stream_item(game: Game[Any], listed: ListedStream) -> StreamItem:
    facts = listed.listing
    seats = tuple(
        SeatView(seat=seat, role=role, name=facts.names.get(seat, UNSET), player=facts.players.get(seat, UNSET))
        for seat, role in facts.seats.items()
    )
    return StreamItem(
        id=listed.id, stream=game.stream_name(listed.id), version=listed.version,
        status="closed" if listed.closed else "open", at=listed.at, simulated=listed.listing.simulated, seats=seats,
        title=facts.title or UNSET, fork=UNSET if facts.fork is None else _fork_of(*facts.fork),
    )  # fmt: skip


def _fork_of(stream: str, version: int, head: str, dealt: bool, seat: str | None) -> ForkOf:  # noqa: FBT001, PLR0917 the stored fields
    return ForkOf(stream=stream, version=version, head=head, dealt=dealt, seat=seat)


def _job_item(game: Game[Any], listed: ListedStream) -> JobItem:
    return JobItem(
        id=listed.id, stream=game.stream_name(listed.id), version=listed.version,
        status=_job_status(listed.listing.progress), at=listed.at,
    )  # fmt: skip


def _job_status(progress: str) -> JobStatus:
    return next(known for known in OF_JOBS if known == progress)
