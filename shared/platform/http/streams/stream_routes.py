"""The routes of every stream, the same for each game.

A route decodes the request, calls the log, and encodes the response. The game's judges decide which commands are
allowed, its views define what a seat sees, and `callers` decides who may call.
"""

from __future__ import annotations

import secrets
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import aclosing, nullcontext
from typing import Annotated, Any, ClassVar

import msgspec
from litestar import Controller, Response, get, post
from litestar.params import PathParameter, QueryParameter
from litestar.response import Stream as StreamingResponse

from shared.kernel.game import Game
from shared.kernel.legal import Wanted
from shared.kernel.messages import COMMAND_KINDS, Command, CommandKind
from shared.kernel.stream import Stream, acting_seat
from shared.platform import eventlog
from shared.platform.access import NoCredential, Stranger
from shared.platform.eventlog import Ask, Snapshot, StaleVersion, StreamErased, StreamUnknown
from shared.platform.http.answers import JSON, EventPage, Opened, Reply, SeatToken, encode
from shared.platform.http.callers import Caller, caller_of, reader_of
from shared.platform.http.commands import opening
from shared.platform.http.commands.commands import (
    answer_command,
    ask_for,
    conditions_of,
    enter_stream,
    headers_after,
    streams_path,
    view_after,
)
from shared.platform.http.commands.dry_run import try_out
from shared.platform.http.etags import has_version
from shared.platform.http.hosting import GameHost
from shared.platform.http.pacing import paced
from shared.platform.http.problems import bad_request
from shared.platform.http.requests import (
    AnyRequest,
    choose_format,
    flag_param,
    id_from,
    idempotency_key,
    last_event,
    number_param,
    read_body,
    stream_id,
    wants_minimal,
)
from shared.platform.http.streams import lists, specs
from shared.platform.http.streams.lists import CursorQuery, ListQuery, MostQuery, SeatQuery, StatusQuery
from shared.platform.http.streams.sse import check_place, event_stream

PAGE = 100
MOST = 1000

IdPath = Annotated[str, PathParameter(description="the id of the stream")]
AtQuery = Annotated[
    str | None, QueryParameter(name="at", description="a past version to return instead of the current one")
]
AfterQuery = Annotated[str | None, QueryParameter(name="after", description="return the events after this version")]
LimitQuery = Annotated[
    str | None,
    QueryParameter(
        name="limit", description="maximum number of commits in a page, up to 1000; long commits make a page shorter"
    ),
]
CommandQuery = Annotated[str | None, QueryParameter(name="command", description="return only commands of this type")]
KindQuery = Annotated[
    str | None,
    QueryParameter(name="kind", description="return only commands of these kinds, separated by commas"),
]
DryRunQuery = Annotated[
    str | None,
    QueryParameter(
        name="dry_run", description="true: return the events that the command would cause, without carrying it out"
    ),
]


class StreamRoutes(Controller):
    """The routes for streams of one kind."""

    game: ClassVar[Game[Any]]

    @post("/", opt={"spec": specs.opening_spec})
    async def open_stream(self, request: AnyRequest) -> Response[bytes]:
        """Create a stream.

        The server commits to a seed and opens the stream. Every seat gets a token.
        """
        host = host_of(request, self.game)
        caller = await caller_of(request, host)
        tenant = caller.as_app().tenant
        command = await read_body(request, host.opening)
        key = idempotency_key(request)
        new = fresh_id() if key is None else id_from(caller.by, host.game.kind, key)
        ask = ask_of(request, caller, command)
        size = len(await request.body())
        done = await opening.submit_opening(host, host.game.stream_name(new), tenant, ask, size=size)
        return opened_reply(host, caller, new, done)

    @get("/", opt={"spec": lists.STREAMS, "query": ("cursor", "limit", "status", "seat")})
    async def list_streams(  # noqa: PLR0917 Litestar reads the query from here, and passes each by its name
        self, request: AnyRequest, cursor: CursorQuery = None, limit: MostQuery = None, status: StatusQuery = None,
        seat: SeatQuery = None,
    ) -> Response[bytes]:  # fmt: skip
        """List streams.

        Returns the streams of this app in pages, newest first.
        """
        host = host_of(request, self.game)
        query = ListQuery(cursor=cursor, limit=limit, status=status, seat=seat)
        return await lists.list_streams_of(request, host, query)

    @get("/{id:str}", opt={"spec": specs.look_spec, "query": ("at",)})
    async def look(self, request: AnyRequest, id: IdPath, at: AtQuery = None) -> Response[bytes]:  # noqa: A002
        """Get a stream.

        Returns the stream as this seat sees it, now or at a past version.
        """
        host, caller, name = await enter_to_read(request, self.game, id)
        version = number_param(at, name="at")
        now = await load_for(host, caller, name)
        snapshot = now if version is None else await host.log.at(name, version)
        seat = caller.sees()
        if has_version(request, snapshot.version):
            return Response(b"", status_code=304, headers=_etag(snapshot))
        return Reply(await host.look(snapshot, seat), headers=_etag(snapshot))

    @post("/{id:str}/commands", status_code=200, opt={"spec": specs.command_spec, "query": ("dry_run",)})
    async def send_command(
        self, request: AnyRequest, id: IdPath, dry_run: DryRunQuery = None  # noqa: A002
    ) -> Response[bytes]:  # fmt: skip
        """Send a command.

        The command is accepted and its events are returned, or it is refused with the rule that forbids it.
        """
        host, caller, name = await enter(request, self.game, id)
        body = await read_body(request, host.asking)
        minimal = wants_minimal(request)
        conditions = conditions_of(request)
        if flag_param(dry_run, name="dry_run"):
            ask = ask_for(caller, body.command, conditions, faces=body.faces)
            return await _dry_run(host, caller, name, ask)
        return await answer_command(host, caller, name, body, conditions=conditions, minimal=minimal)

    @get("/{id:str}/legal", opt={"spec": specs.legal_spec, "query": ("command", "kind")})
    async def legal(
        self, request: AnyRequest, id: IdPath, command: CommandQuery = None, kind: KindQuery = None  # noqa: A002
    ) -> Response[bytes]:  # fmt: skip
        """List legal commands.

        Returns the seats that the game waits for, the commands that this seat may send now, and why it may not send
        others. `command` limits the response to one command; `kind` to commands of these kinds, such as
        `kind=move,answer`.

        If the list is long, it may be shortened, but it has at least one entry for each command that may be sent.
        `more` names commands with further legal bodies or values of fields that are not listed. `command` returns all
        entries of one command.

        For an app's key that names a seat, this lists what the seat's own token may send. The key may send more as that
        seat: the commands of the game master and of the app, which are listed for a game master's seat.
        """
        host, caller, name = await enter(request, self.game, id)
        wanted = Wanted(command=known_command(host, command), kinds=known_kinds(kind), brief=command is None)
        snapshot = await load_for(host, caller, name)
        seat = caller.acts_as()
        acting_seat(snapshot.stream, seat, named=caller.names_seat)
        present = host.at_present(snapshot)
        if present is snapshot and has_version(request, snapshot.version):
            return Response(b"", status_code=304, headers=_etag(snapshot))
        return Reply(await host.legal(present, seat, wanted), headers=_etag(snapshot))

    @get("/{id:str}/events", opt={"spec": specs.events_spec, "query": ("after", "limit")})
    async def events(
        self, request: AnyRequest, id: IdPath, after: AfterQuery = None, limit: LimitQuery = None  # noqa: A002
    ) -> Response[Any]:  # fmt: skip
        """List or stream events.

        Returns events as pages, as a live stream (SSE), or as verbatim records to verify (NDJSON).
        """
        host, caller, name = await enter_to_read(request, self.game, id)
        form = choose_format(request, offered=("json", "sse", "ndjson"))
        named, resumed = number_param(after, name="after"), last_event(request)
        since = named or 0 if resumed is None else resumed
        count = number_param(limit, name="limit", least=1, most=MOST)
        if form == "sse" and isinstance(caller.credential, Stranger):
            raise NoCredential
        snapshot = await load_for(host, caller, name)
        check_place(snapshot, since)
        if form == "sse":
            return event_stream(host, caller, name=name, after=since)
        if form == "ndjson":
            return await export_of(host, caller, snapshot)
        return await page_of(host, caller, snapshot, after=since, limit=count or PAGE)

    @get("/{id:str}/audit", opt={"spec": specs.AUDIT})
    async def audit(self, request: AnyRequest, id: IdPath) -> Response[bytes]:  # noqa: A002
        """Audit a stream.

        Checks the log as thoroughly as this caller's copy of it allows.
        """
        host, caller, name = await enter(request, self.game, id)
        snapshot = await load_for(host, caller, name)
        return Reply(await host.audit(snapshot, caller.sees()), headers=_etag(snapshot))

    @get("/{id:str}/receipt", opt={"spec": specs.RECEIPT})
    async def receipt(self, request: AnyRequest, id: IdPath) -> Response[bytes]:  # noqa: A002
        """Get a signed receipt.

        Returns the signed version and head. With this receipt, a caller can prove later that the history was changed.
        """
        host, caller, name = await enter_to_read(request, self.game, id)
        snapshot = await load_for(host, caller, name)
        return _answer(host.sign(snapshot), headers=_etag(snapshot))


def routes_of(game: Game[Any]) -> type[StreamRoutes]:
    """Build the routes of a game's streams."""
    facts = {
        "path": streams_path(game),
        "game": game,
        "tags": [game.service],
        "opt": {"game": game},
        "__doc__": game.documentation.about,
    }
    return type(f"{game.kind.title()}Routes", (StreamRoutes,), facts)


def known_command(host: GameHost[Any], command: str | None) -> str | None:
    """Check that the game has a command of this name, and return the name; None if none was given.

    Refuses: 400
    """
    if command is not None and command not in host.commands:
        choice = ", ".join(host.commands)
        raise bad_request(f"no command is called {command!r}; there are {choice}", field="command")
    return command


def known_kinds(text: str | None) -> tuple[CommandKind, ...]:
    """Return the kinds of commands in a string that is separated by commas; all kinds if there is no string.

    Rule:    AR-KIND-01
    Refuses: 400
    """
    named = COMMAND_KINDS if text is None else text.split(",")
    if unknown := [kind for kind in named if kind not in COMMAND_KINDS]:
        choice = ", ".join(COMMAND_KINDS)
        raise bad_request(f"no kind of command is called {unknown[0]!r}; there are {choice}", field="kind")
    return tuple(kind for kind in COMMAND_KINDS if kind in named)


def host_of(request: AnyRequest, game: Game[Any]) -> GameHost[Any]:
    """Return the host of a game in this process."""
    host: GameHost[Any] = request.app.state.hosts[game.name]
    return host


def fresh_id() -> str:
    """Return a new random id that nobody can guess."""
    return secrets.token_hex(13)


async def enter(request: AnyRequest, game: Game[Any], text: str) -> tuple[GameHost[Any], Caller, str]:
    """Authenticate a request to a stream: return the host, the caller, and the stream's name."""
    host = host_of(request, game)
    caller = await caller_of(request, host)
    return host, caller, enter_stream(game, caller, stream_id(text))


async def enter_to_read(request: AnyRequest, game: Game[Any], text: str) -> tuple[GameHost[Any], Caller, str]:
    """Authenticate a request as `enter` does, but allow a caller without a credential, whom `load_for` checks."""
    host = host_of(request, game)
    caller = await reader_of(request, host)
    return host, caller, enter_stream(game, caller, stream_id(text))


async def load_for(host: GameHost[Any], caller: Caller, name: str) -> Snapshot[Any]:
    """Load a stream if the caller may read it. If the request names a seat, check that the stream has this seat.

    Without a credential, only closed streams with an open log are readable. For any other stream, a caller without a
    credential gets the same refusal, whether the stream exists or not.

    Rule:    AR-LINK-01, AR-SEAT-01
    Refuses: all refusals of loading; a stream that the credential may not read; SeatUnknown; NoCredential
    """
    if not isinstance(caller.credential, Stranger):
        snapshot: Snapshot[Any] = await host.log.load(name)
        caller.authorise(snapshot.stream)
        if caller.asked is not None:
            acting_seat(snapshot.stream, caller.asked)
        return snapshot
    try:
        snapshot = await host.log.load(name)
    except (StreamUnknown, StreamErased):
        raise NoCredential from None
    if not host.is_open(snapshot.stream):
        raise NoCredential
    return snapshot


def ask_of(request: AnyRequest, caller: Caller, command: Command) -> Ask:
    """Build the message that submits a request's command to the log, with its permission check and its conditions.

    Refuses: 400
    """
    return ask_for(caller, command, conditions_of(request))


# ---------------------------------------------------------------- answers


def _answer(
    answer: object, *, status: int = 200, headers: dict[str, str] | None = None, media: str = JSON
) -> Response[bytes]:  # fmt: skip
    return Reply(encode(answer), status=status, media=media, headers=headers)


def _etag(snapshot: Snapshot[Any]) -> dict[str, str]:
    return {"ETag": f'"{snapshot.version}"', "Vary": "Authorization, Arbiter-Seat"}


def seat_token(host: GameHost[Any], stream: Stream[Any], seat: str) -> SeatToken:
    """Issue a token for a seat."""
    state = stream.seats[seat]
    issued = host.context.authenticator.tokens.issue(stream.id, seat, state.epoch)
    return SeatToken(seat=seat, role=state.role, token=issued.text, expires=issued.expires)


def opened_reply(host: GameHost[Any], caller: Caller, new: str, done: eventlog.Appended[Any]) -> Response[bytes]:
    """Build the response to opening a stream: the new stream, and a token for each of its seats."""
    stream = done.stream_after
    answer = Opened(
        id=new,
        stream=stream.id,
        version=done.last,
        head=done.head.hex(),
        seats=tuple(seat_token(host, stream, seat) for seat in stream.seats),
        view=view_after(host, done, caller.sees()),
    )
    place = f"/{host.game.service}/v1/{host.game.plural}/{new}"
    return _answer(answer, status=201, headers=headers_after(done) | {"Location": place})


async def _dry_run(host: GameHost[Any], caller: Caller, name: str, ask: Ask) -> Response[bytes]:
    """Build the response to a dry run. Check the same conditions as for the command: the version and the cause.

    If hidden facts may decide whether the command draws, the time of the response is rounded up.

    Rule:    AR-CAUSE-09, AR-ODDS-08
    Refuses: StaleVersion, CauseUnknown
    """
    snapshot = await host.log.load(name)
    caller.authorise(snapshot.stream)
    if ask.expected is not None and not snapshot.stream.is_meant_for(ask.expected):
        raise StaleVersion(snapshot.version, snapshot.head)
    if ask.origin is not None and (unknown := (await host.log.join(ask)).unfounded) is not None:
        raise unknown
    hides = host.game.secrecy.hides_causes_of_draws(snapshot.stream.game)
    async with paced(caller) if hides else nullcontext():
        return _answer(await try_out(host, snapshot, ask), headers=_etag(snapshot))


async def page_of(
    host: GameHost[Any], caller: Caller, snapshot: Snapshot[Any], *, after: int, limit: int
) -> Response[bytes]:  # fmt: skip
    """Build the response with a page of events."""
    seat, stream = caller.sees(), snapshot.stream
    page = await host.log.read(stream.id, after=after, limit=limit)
    shown = await host.events_for(page.commits, stream, seat)
    items: tuple[Any, ...] = tuple(msgspec.Raw(text) for version, _, text in shown if version > after)
    last = page.commits[-1].version if page.commits else after
    more = last if page.commits and last < page.version else None
    return _answer(EventPage(items=items, next=more))


async def export_of(host: GameHost[Any], caller: Caller, snapshot: Snapshot[Any]) -> StreamingResponse:
    """Build the response with the whole log, unchanged, page by page as it is read.

    The first page is read before the response begins, so that an early error becomes a problem response. A later error
    closes the connection, so that no reader takes a partial log for a complete one.
    """
    pages = host.export(snapshot, caller.sees())
    first = await anext(pages)
    return StreamingResponse(_pages(first, pages), media_type="application/x-ndjson", headers=_etag(snapshot))


async def _pages(first: bytes, others: AsyncGenerator[bytes, None]) -> AsyncIterator[bytes]:
    """Yield pages in order. Each page is read only after the previous one was sent."""
    async with aclosing(others):
        yield first
        async for page in others:
            yield page
