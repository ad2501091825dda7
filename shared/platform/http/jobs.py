"""The routes of jobs, made the same way for each game that can be simulated.

A request is validated before it is accepted and then only written down: whoever sends it to the workers reads it in
the log. The id of a job follows from the app, the rules, the request and the seed, so that the same request meets the
same job again.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import suppress
from typing import Any, ClassVar, Final

import msgspec
from litestar import Controller, Response, get, post

from shared.kernel.jobs.commands import CancelJob, RequestJob
from shared.kernel.jobs.report import Progress, progress_of
from shared.kernel.jobs.state import JobState
from shared.kernel.messages import canonical
from shared.kernel.refusals import StreamIsOver
from shared.platform.access.denials import Denied
from shared.platform.contract import Link, Told
from shared.platform.eventlog import Ask, Standing, StoreAway, StreamErased, StreamExists, StreamUnknown
from shared.platform.queue import put_down

from .answers import JSON, EventPage, encode
from .callers import Caller, caller_of
from .desk import Desk
from .job_game import REHEARSED, JobAnswer, JobGame, TrialAnswer, TrialBody, body_type, command_of, job_told
from .job_trials import open_trial, place_of
from .requests import AnyRequest, accepted, digest_of, number, plain_header, read_body, stream_id, version_in
from .sse import ENDS, PING_SECONDS, RETRY_MS, moved, streaming, subscribed
from .streams import PAGE, AfterQuery, IdPath, desk_of, export_of, fresh_id, page_of

GENERATIONS: Final = 1000
ID_DIGITS: Final = 26
SAME: Final = {"id": "$request.path.id"}
NEW: Final = {"id": "$response.body#/id"}
_trial: Final = msgspec.json.Decoder(TrialBody)


def _request_job(game: JobGame) -> Told:
    return Told(
        takes=body_type(game), gives=JobAnswer, status=202, about="Accepted; it will be worked on.",
        also={200: "The same was asked before and is done: the answer from the log."},
        problems=(403, 409, 413, 415), sends=("ETag", "Location"), examples=game.simulation.examples,
        links={
            "look": Link(to="look_at_job", parameters=NEW, about="how far it is"),
            "watch": Link(to="job_events", parameters=NEW, about="watch its progress"),
            "cancel": Link(to="cancel_job", parameters=NEW, about="end it"),
        },
    )  # fmt: skip


LOOK: Final = Told(
    gives=JobAnswer, about="The job, and what it has found so far.", problems=(403, 410), headers=("If-None-Match",),
    sends=("ETag",), also={304: "Nothing has changed."},
)  # fmt: skip
CANCEL: Final = Told(gives=JobAnswer, about="The job is cancelled.", problems=(403, 409, 410), sends=("ETag",))
EVENTS: Final = Told(
    gives=EventPage, media={"text/event-stream": None, "application/x-ndjson": None},
    about=f"As a stream (SSE) the progress, again with every chunk; else what has happened. {ENDS}",
    problems=(403, 406, 410), headers=("Last-Event-ID",),
)  # fmt: skip
TRIAL: Final = Told(
    takes=TrialBody, gives=TrialAnswer, status=201, about="The trial, as a stream of its own.",
    problems=(403, 409, 410, 413, 415), sends=("ETag", "Location"), examples={"the first": {"chunk": 0, "trial": 0}},
)  # fmt: skip


class JobRoutes(Controller):
    """The routes of one game's jobs."""

    game: ClassVar[JobGame]

    @post("/", status_code=202, opt={"told": _request_job})
    async def request_job(self, request: AnyRequest) -> Response[bytes]:
        """Ask for a simulation; the same request with the same seed is the same job, and answered from the log."""
        desk, caller = await _enter(request, self.game)
        body = await read_body(request, msgspec.json.Decoder(body_type(self.game)))
        command = command_of(self.game, body)
        await desk.tools.pool.run(REHEARSED, self.game.service, encode(command))
        standing = await _taken_on(desk, caller, command)
        status = 202 if standing.stream.game.status == "running" else 200
        place = f"/{self.game.service}/v1/jobs/{standing.stream.id.rpartition(':')[2]}"
        return _told(self.game, desk, standing, status=status, headers={"Location": place})

    @get("/{id:str}", opt={"told": LOOK})
    async def look_at_job(self, request: AnyRequest, id: IdPath) -> Response[bytes]:  # noqa: A002
        """Look how far a job is, and at what it has found so far."""
        desk, _, standing = await _found(request, self.game, id)
        if version_in(request, "If-None-Match") == standing.version:
            return Response(b"", status_code=304, headers={"ETag": f'"{standing.version}"'})
        return _told(self.game, desk, standing)

    @post("/{id:str}/cancellation", status_code=200, opt={"told": CANCEL})
    async def cancel_job(self, request: AnyRequest, id: IdPath) -> Response[bytes]:  # noqa: A002
        """Cancel a job; chunks that are being worked on stop within seconds. What it has found stays readable."""
        desk, caller, standing = await _found(request, self.game, id)
        name = standing.stream.id
        if standing.stream.game.status != "cancelled":
            ask = Ask(command=CancelJob(), seat="gm", by=caller.by, id=fresh_id(), authorise=caller.authorise)
            await desk.log.submit(name, ask)
            standing = await desk.log.load(name)
        return _told(self.game, desk, standing)

    @get("/{id:str}/events", opt={"told": EVENTS, "query": ("after",)})
    async def job_events(self, request: AnyRequest, id: IdPath, after: AfterQuery = None) -> Response[Any]:  # noqa: A002
        """Watch a job: its progress as it grows (SSE), or its events as pages or as records to verify (NDJSON)."""
        desk, caller, standing = await _found(request, self.game, id)
        form = accepted(request, offered=("json", "sse", "ndjson"))
        resumed = number(plain_header(request, "Last-Event-ID"), name="Last-Event-ID")
        since = number(after, name="after") or 0
        if form == "sse":
            name = standing.stream.id
            told = _progress(self.game, desk, caller, name, since=resumed or since)
            return streaming(desk, caller, name, told)
        if form == "ndjson":
            return await export_of(desk, caller, standing)
        return await page_of(desk, caller, standing, after=since, limit=PAGE)

    @post("/{id:str}/trials", opt={"told": TRIAL})
    async def open_trial(self, request: AnyRequest, id: IdPath) -> Response[bytes]:  # noqa: A002
        """Play a trial of the job again as a stream of its own, marked as simulated, to be replayed and audited."""
        _, caller, standing = await _found(request, self.game, id)
        body = await read_body(request, _trial)
        played = desk_of(request, self.game.played)
        answer = await open_trial(self.game, played, caller, job=standing.stream, body=body)
        headers = {"Location": place_of(self.game, answer.id), "ETag": f'"{answer.version}"'}
        return Response(encode(answer), status_code=201, media_type=JSON, headers=headers)


def job_routes_of(game: JobGame) -> type[JobRoutes]:
    """Make the routes of a game's jobs."""
    facts = {
        "path": f"/{game.service}/v1/jobs",
        "game": game,
        "tags": ["jobs"],
        "opt": {"game": game},
        "__doc__": game.game.about,
    }
    return type(f"{game.service.title()}JobRoutes", (JobRoutes,), facts)


async def _enter(request: AnyRequest, game: JobGame) -> tuple[Desk[JobState], Caller]:
    """Begin every request alike: jobs are an app's, and no seat has a part in them."""
    desk = desk_of(request, game.game)
    caller = await caller_of(request, desk)
    caller.as_app()
    return desk, caller


async def _found(request: AnyRequest, game: JobGame, text: str) -> tuple[Desk[JobState], Caller, Standing[JobState]]:
    desk, caller = await _enter(request, game)
    standing = await desk.log.load(game.game.stream_name(stream_id(text)))
    caller.authorise(standing.stream)
    return desk, caller, standing


async def _taken_on(desk: Desk[JobState], caller: Caller, command: RequestJob) -> Standing[JobState]:
    """Find the job of this request, or write it down; one that failed or was cancelled gives way to a new one.

    Rule:    AR-JOB-12
    """
    content = (caller.as_app().tenant, command.ruleset, canonical(command).decode())
    for generation in range(GENERATIONS):
        name = desk.game.stream_name(digest_of(*content, str(generation))[:ID_DIGITS])
        try:
            standing = await _known_or_opened(desk, caller, name, command)
        except StreamErased:
            continue
        if standing.stream.game.status in ("running", "completed"):
            return standing
    raise StreamIsOver(needs=f"at most {GENERATIONS} attempts", has="more")


async def _known_or_opened(
    desk: Desk[JobState], caller: Caller, name: str, command: RequestJob
) -> Standing[JobState]:  # fmt: skip
    try:
        return await desk.log.load(name)
    except StreamUnknown:
        await put_down(desk.tools.link, name, desk.now())
    ask = Ask(command=command, seat="gm", by=caller.by, id=fresh_id())
    with suppress(StreamExists):
        await desk.log.open(name, caller.as_app().tenant, ask)
    return await desk.log.load(name)


def _told(
    game: JobGame, desk: Desk[JobState], standing: Standing[JobState], *, status: int = 200,
    headers: dict[str, str] | None = None,
) -> Response[bytes]:  # fmt: skip
    answer = job_told(game, standing.stream, standing.head, now=desk.now())
    etag = {"ETag": f'"{standing.version}"'}
    return Response(encode(answer), status_code=status, media_type=JSON, headers=etag | (headers or {}))


# ---------------------------------------------------------------- watching


async def _progress(
    game: JobGame, desk: Desk[JobState], caller: Caller, name: str, *, since: int
) -> AsyncGenerator[bytes, None]:  # fmt: skip
    """Tell the progress with every chunk, until the job is over."""
    yield b"retry: %d\n\n" % RETRY_MS
    with subscribed(desk, caller, name) as watch:
        while watch is not None and not desk.tools.stopping.is_set():
            standing = await _now(desk, caller, name)
            if isinstance(standing, Denied):
                return
            if standing is not None and standing.version > since:
                since = standing.version
                yield _event(since, progress_of(standing.stream.game, game.kinds(standing.stream.game), now=desk.now()))
            if standing is not None and standing.stream.closed:
                return
            if not await moved(desk, watch.next(PING_SECONDS)):
                yield b": ping\n\n"


async def _now(desk: Desk[JobState], caller: Caller, name: str) -> Standing[JobState] | Denied | None:
    """Give the job as it stands, None while the store is away, or why this caller may not see it any more."""
    try:
        standing = await desk.log.load(name)
        caller.authorise(standing.stream)
    except StoreAway:
        return None
    except Denied as denied:
        return denied
    return standing


def _event(version: int, progress: Progress) -> bytes:
    return b"id: %d\nevent: progress\ndata: %s\n\n" % (version, encode(progress))
