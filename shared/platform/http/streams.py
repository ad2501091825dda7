"""The routes every stream has, made the same way for each game from its decider.

A route decodes, calls the log, and encodes. What may be asked stands in the game's `decide`; what may be seen, in its
views; who may ask, in `callers`.
"""

from __future__ import annotations

import asyncio
import secrets
from typing import Annotated, Any, ClassVar

import msgspec
from litestar import Controller, Response, get, post
from litestar.params import PathParameter, QueryParameter

from shared.kernel.game import Game
from shared.kernel.messages import Command
from shared.kernel.refusals import SeatUnknown
from shared.kernel.stream import OpenSeat, RotateToken, Stream, fingerprint
from shared.platform import eventlog, logs
from shared.platform.eventlog import Ask, Idempotency, StaleVersion, Standing
from shared.platform.metrics import outcome_of

from . import opening, told
from .answers import (
    JSON,
    Done,
    EventPage,
    LegalAnswer,
    Opened,
    Reply,
    SeatToken,
    StreamView,
    encode,
    shown_to,
    view_of,
)
from .callers import Caller, caller_of
from .desk import Desk
from .dry_run import try_out
from .problems import malformed
from .requests import (
    AnyRequest,
    accepted,
    digest_of,
    idempotency_key,
    known_form,
    last_event,
    number,
    read_body,
    stream_id,
    truth,
    version_in,
    wants_minimal,
    written,
)
from .sse import event_stream

PAGE = 100
MOST = 1000

IdPath = Annotated[str, PathParameter(description="the id of the stream")]
SeatPath = Annotated[str, PathParameter(description="the seat")]
AtQuery = Annotated[str | None, QueryParameter(name="at", description="a version: the moment of the past to look at")]
AfterQuery = Annotated[str | None, QueryParameter(name="after", description="a version: read the events after it")]
LimitQuery = Annotated[
    str | None, QueryParameter(name="limit", description="how many commits a page holds, at most 1000")
]
CommandQuery = Annotated[
    str | None, QueryParameter(name="command", description="the type of a command: list nothing else")
]
DryRunQuery = Annotated[str | None, QueryParameter(name="dry_run", description="true: only tell what it would lead to")]


class StreamRoutes(Controller):
    """The routes of one kind of stream."""

    game: ClassVar[Game[Any]]

    @post("/", opt={"told": told.open_stream})
    async def open_stream(self, request: AnyRequest) -> Response[bytes]:
        """Open a stream: its seed is committed to, and every seat gets a token."""
        desk = desk_of(request, self.game)
        caller = await caller_of(request, desk)
        tenant = caller.as_app().tenant
        command = await read_body(request, desk.opening)
        key = idempotency_key(request)
        new = fresh_id() if key is None else digest_of(caller.by, desk.game.kind, key)[:26]
        ask = ask_of(request, caller, command)
        size = len(await request.body())
        done = await opening.open_stream(desk, desk.game.stream_name(new), tenant, ask, size=size)
        return _opened(desk, caller, new, done)

    @get("/{id:str}", opt={"told": told.look, "query": ("at",)})
    async def look(self, request: AnyRequest, id: IdPath, at: AtQuery = None) -> Response[bytes]:  # noqa: A002
        """Look at a stream as this seat may see it, now or at any version of the past."""
        desk, caller, name = await _enter(request, self.game, id)
        version = number(at, name="at")
        now = await desk.log.load(name)
        caller.authorise(now.stream)
        standing = now if version is None else await desk.log.at(name, version)
        seat = caller.sees()
        if version_in(request, "If-None-Match") == standing.version:
            return Response(b"", status_code=304, headers=_etag(standing))
        return _answer(_view(desk, standing, seat), headers=_etag(standing))

    @post("/{id:str}/commands", status_code=200, opt={"told": told.send_command, "query": ("dry_run",)})
    async def send_command(
        self, request: AnyRequest, id: IdPath, dry_run: DryRunQuery = None  # noqa: A002
    ) -> Response[bytes]:  # fmt: skip
        """Send a command: it is refused with its rule, or carried out and its events returned."""
        desk, caller, name = await _enter(request, self.game, id)
        body = await read_body(request, desk.asking)
        minimal = wants_minimal(request)
        ask = ask_of(request, caller, body.command, faces=body.faces)
        if truth(dry_run, name="dry_run"):
            return await _dry_run(desk, caller, name, ask)
        done = await carry_out(desk, name, ask)
        return _done(desk, caller, done, minimal=minimal)

    @get("/{id:str}/legal", opt={"told": told.legal, "query": ("command",)})
    async def legal(
        self, request: AnyRequest, id: IdPath, command: CommandQuery = None  # noqa: A002
    ) -> Response[bytes]:  # fmt: skip
        """Read what this seat may send now, and what it may not and why; with `command`, of that command only."""
        desk, caller, name = await _enter(request, self.game, id)
        hold_known(desk, command)
        standing = await desk.log.load(name)
        caller.authorise(standing.stream)
        seat = caller.acts_as()
        state = standing.stream.seats.get(seat)
        if state is None:
            raise SeatUnknown(needs="a seat of this stream", has=seat)
        legal: Any = await desk.legal(standing.stream, seat, state.role, command)
        answer = LegalAnswer(stream=name, version=standing.version, seat=seat, legal=legal)
        return _answer(answer, headers=_etag(standing))

    @get("/{id:str}/events", opt={"told": told.EVENTS, "query": ("after", "limit")})
    async def events(
        self, request: AnyRequest, id: IdPath, after: AfterQuery = None, limit: LimitQuery = None  # noqa: A002
    ) -> Response[Any]:  # fmt: skip
        """Read the events: as pages, as a stream that goes on (SSE), or as verbatim records to verify (NDJSON)."""
        desk, caller, name = await _enter(request, self.game, id)
        form = accepted(request, offered=("json", "sse", "ndjson"))
        named, resumed = number(after, name="after"), last_event(request)
        since = named or 0 if resumed is None else resumed
        standing = await desk.log.load(name)
        caller.authorise(standing.stream)
        if form == "sse":
            return event_stream(desk, caller, name=name, after=since)
        if form == "ndjson":
            return await export_of(desk, caller, standing)
        count = number(limit, name="limit", least=1, most=MOST)
        return await page_of(desk, caller, standing, after=since, limit=count or PAGE)

    @get("/{id:str}/audit", opt={"told": told.AUDIT})
    async def audit(self, request: AnyRequest, id: IdPath) -> Response[bytes]:  # noqa: A002
        """Audit the stream on all levels that this caller's copy allows."""
        desk, caller, name = await _enter(request, self.game, id)
        standing = await desk.log.load(name)
        caller.authorise(standing.stream)
        return Reply(await desk.audit(standing, caller.sees()), headers=_etag(standing))

    @get("/{id:str}/receipt", opt={"told": told.RECEIPT})
    async def receipt(self, request: AnyRequest, id: IdPath) -> Response[bytes]:  # noqa: A002
        """Get the version and head, signed: whoever holds it will notice if this past is ever changed."""
        desk, caller, name = await _enter(request, self.game, id)
        standing = await desk.log.load(name)
        caller.authorise(standing.stream)
        return _answer(desk.sign(standing), headers=_etag(standing))

    @post("/{id:str}/seats", opt={"told": told.ADD_SEAT})
    async def add_seat(self, request: AnyRequest, id: IdPath) -> Response[bytes]:  # noqa: A002
        """Add a seat and get its token."""
        desk, caller, name = await _enter(request, self.game, id)
        body = await read_body(request, desk.seating)
        command = OpenSeat(seat=body.seat, role=body.role)
        ask = ask_of(request, caller, command)
        done = await carry_out(desk, name, ask)
        return _token(desk, done, body.seat, status=201)

    @post("/{id:str}/seats/{seat:str}/token", opt={"told": told.ROTATE_TOKEN})
    async def rotate_token(self, request: AnyRequest, id: IdPath, seat: SeatPath) -> Response[bytes]:  # noqa: A002
        """Make a seat's tokens void and get a new one."""
        desk, caller, name = await _enter(request, self.game, id)
        ask = ask_of(request, caller, RotateToken(seat=known_form(seat, what="seat")))
        done = await carry_out(desk, name, ask)
        return _token(desk, done, seat, status=201)


def routes_of(game: Game[Any]) -> type[StreamRoutes]:
    """Make the routes of a game's streams."""
    facts = {
        "path": f"/{game.service}/v1/{game.plural}",
        "game": game,
        "tags": [game.service],
        "opt": {"game": game},
        "__doc__": game.about,
    }
    return type(f"{game.kind.title()}Routes", (StreamRoutes,), facts)


def hold_known(desk: Desk[Any], command: str | None) -> None:
    """Refuse a command that the game does not have.

    Refuses: 400
    """
    if command is not None and command not in desk.commands:
        choice = ", ".join(desk.commands)
        raise malformed(f"no command is called {command!r}; there are {choice}", field="command")


def desk_of(request: AnyRequest, game: Game[Any]) -> Desk[Any]:
    """Give the desk at which a game's requests are met in this process."""
    desk: Desk[Any] = request.app.state.desks[game.name]
    return desk


def fresh_id() -> str:
    """Make an id that nobody can guess."""
    return secrets.token_hex(13)


async def _enter(request: AnyRequest, game: Game[Any], text: str) -> tuple[Desk[Any], Caller, str]:
    """Begin every request to a stream alike: who calls, and which stream is meant."""
    desk = desk_of(request, game)
    caller = await caller_of(request, desk)
    name = game.stream_name(stream_id(text))
    logs.note(stream=name)
    caller.enter(name)
    return desk, caller, name


def ask_of(request: AnyRequest, caller: Caller, command: Command, *, faces: tuple[int, ...] | None = None) -> Ask:
    """Make of a request what the log is asked: who acts, by what right, once per key, and on which version.

    Refuses: 400
    """
    key = idempotency_key(request)
    seat = caller.acts_as()
    new = secrets.token_hex(16)
    logs.note(command=new)
    return Ask(
        id=new,
        command=command,
        seat=seat,
        by=caller.by,
        faces=faces,
        idempotency=Idempotency(key=key, fingerprint=written(fingerprint, command, faces, seat)) if key else None,
        expected=version_in(request, "If-Match"),
        authorise=caller.authorise,
    )


async def carry_out(desk: Desk[Any], name: str, ask: Ask) -> eventlog.Done[Any]:
    """Put an ask to the log and count what became of it."""
    kind = type(ask.command).__name__
    for _ in desk.game.prepare(ask.command) if desk.game.prepare else ():
        await asyncio.sleep(0)
    try:
        done: eventlog.Done[Any] = await desk.log.submit(name, ask)
    except Exception as error:
        desk.meters.answered(service=desk.game.service, command=kind, outcome=outcome_of(error))
        raise
    logs.note(version=done.last)
    outcome = outcome_of(None, replayed=done.replayed)
    desk.meters.answered(service=desk.game.service, command=kind, outcome=outcome)
    return done


# ---------------------------------------------------------------- answers


def _answer(
    answer: object, *, status: int = 200, headers: dict[str, str] | None = None, media: str = JSON
) -> Response[bytes]:  # fmt: skip
    return Reply(encode(answer), status=status, media=media, headers=headers)


def _etag(standing: Standing[Any]) -> dict[str, str]:
    return {"ETag": f'"{standing.version}"', "Vary": "Authorization, Arbiter-Seat"}


def headers_after(done: eventlog.Done[Any]) -> dict[str, str]:
    """Give the headers of what was carried out: the version after it, and whether an earlier request did it."""
    headers = {"ETag": f'"{done.last}"'}
    return headers | {"Idempotency-Replayed": "true"} if done.replayed else headers


def _view(desk: Desk[Any], standing: Standing[Any], seat: str | None) -> StreamView:
    return view_of(standing.stream, standing.head, desk.game.view(standing.stream.game, seat))


def _view_after(desk: Desk[Any], done: eventlog.Done[Any], seat: str | None) -> StreamView:
    stream = done.stream_after
    return view_of(stream, done.head, desk.game.view(stream.game, seat))


def _seat_token(desk: Desk[Any], stream: Stream[Any], seat: str) -> SeatToken:
    state = stream.seats[seat]
    tokens = desk.tools.door.tokens
    token = tokens.issue(stream.id, seat, state.epoch)
    return SeatToken(seat=seat, role=state.role, token=token, expires=tokens.read(token).exp)


def _opened(desk: Desk[Any], caller: Caller, new: str, done: eventlog.Done[Any]) -> Response[bytes]:
    stream = done.stream_after
    answer = Opened(
        id=new,
        stream=stream.id,
        version=done.last,
        head=done.head.hex(),
        seats=tuple(_seat_token(desk, stream, seat) for seat in stream.seats),
        view=_view_after(desk, done, caller.sees()),
    )
    place = f"/{desk.game.service}/v1/{desk.game.plural}/{new}"
    return _answer(answer, status=201, headers=headers_after(done) | {"Location": place})


def _token(desk: Desk[Any], done: eventlog.Done[Any], seat: str, *, status: int) -> Response[bytes]:
    return _answer(_seat_token(desk, done.stream_after, seat), status=status, headers=headers_after(done))


def _done(desk: Desk[Any], caller: Caller, done: eventlog.Done[Any], *, minimal: bool) -> Response[bytes]:
    stream = done.stream_after
    seat = caller.sees()
    answer = Done(
        stream=stream.id,
        first=done.first,
        version=done.last,
        head=done.head.hex(),
        events=tuple(shown_to(event, seat, opened=desk.opened(stream)) for event in done.events),
        view=msgspec.UNSET if minimal else _view_after(desk, done, seat),
    )
    return _answer(answer, headers=headers_after(done))


async def _dry_run(desk: Desk[Any], caller: Caller, name: str, ask: Ask) -> Response[bytes]:
    standing = await desk.log.load(name)
    caller.authorise(standing.stream)
    if ask.expected not in (None, standing.version):
        raise StaleVersion(standing.version, standing.head)
    return _answer(await try_out(desk, standing, ask), headers=_etag(standing))


async def page_of(
    desk: Desk[Any], caller: Caller, standing: Standing[Any], *, after: int, limit: int
) -> Response[bytes]:  # fmt: skip
    """Answer with a page of events."""
    seat, stream = caller.sees(), standing.stream
    page = await desk.log.read(stream.id, after=after, limit=limit)
    shown = await desk.shown(page.commits, stream, seat)
    items: tuple[Any, ...] = tuple(msgspec.Raw(text) for version, _, text in shown if version > after)
    last = page.commits[-1].version if page.commits else after
    more = last if page.commits and last < page.version else None
    return _answer(EventPage(items=items, next=more))


async def export_of(desk: Desk[Any], caller: Caller, standing: Standing[Any]) -> Response[bytes]:
    """Answer with the whole log, verbatim."""
    body = await desk.export(standing, caller.sees())
    return Response(body, media_type="application/x-ndjson", headers=_etag(standing))
