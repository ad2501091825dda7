"""The routes of simulation jobs, the same for each game that can be simulated.

The server validates a request and records it in the log, from which the workers read it. The id of a job is derived
from the app, the rules, the request and the seed, so that the same request finds the same job again.
"""

from __future__ import annotations

import secrets
from collections.abc import AsyncGenerator
from contextlib import suppress
from typing import Any, ClassVar, Final

import msgspec
from litestar import Controller, Response, get, post
from msgspec import Struct

from shared.kernel.jobs.commands import CancelJob, RequestJob
from shared.kernel.jobs.report import Progress, progress_of
from shared.kernel.jobs.state import JobState
from shared.kernel.messages import canonical
from shared.kernel.refusals import StreamIsOver
from shared.platform.access.denials import Denied
from shared.platform.contract import CAUSES, ContractLink, RouteSpec
from shared.platform.eventlog import (
    Ask,
    Origin,
    Snapshot,
    StoreAway,
    StreamErased,
    StreamExists,
    StreamOpening,
    StreamUnknown,
)
from shared.platform.http.answers import JSON, encode
from shared.platform.http.callers import Caller, caller_of
from shared.platform.http.etags import has_version
from shared.platform.http.hosting import GameHost
from shared.platform.http.jobs.job_access import readable_job, recorded_as, subject_of
from shared.platform.http.jobs.job_game import (
    REHEARSED,
    JobAnswer,
    JobGame,
    TrialAnswer,
    TrialBody,
    body_type,
    command_of,
    job_answer,
)
from shared.platform.http.jobs.job_streams import with_streams
from shared.platform.http.jobs.job_trials import open_trial, trial_path
from shared.platform.http.pacing import paced
from shared.platform.http.problems import RETRY_AFTER
from shared.platform.http.requests import (
    AnyRequest,
    choose_format,
    id_from,
    last_event,
    number_param,
    origin_asked,
    read_body,
    stream_id,
)
from shared.platform.http.streams import lists
from shared.platform.http.streams.broadcast import wait_for_news
from shared.platform.http.streams.lists import CursorQuery, ListQuery, MostQuery, StatusQuery
from shared.platform.http.streams.specs import event_page_type
from shared.platform.http.streams.sse import CHECK_SECONDS, ENDS, RETRY_MS, answer_with_stream, check_place, subscribe
from shared.platform.http.streams.stream_routes import PAGE, AfterQuery, IdPath, export_of, fresh_id, host_of, page_of
from shared.platform.queue import record_progress

GENERATIONS: Final = 1000
KEY_BYTES: Final = 32
POLLED: Final = {RETRY_AFTER: "1"}
"""The suggested pause between two requests for a job's progress. Asking sooner returns nothing new."""
SAME: Final = {"id": "$request.path.id"}
NEW: Final = {"id": "$response.body#/id"}
_trial: Final = msgspec.json.Decoder(TrialBody)
_request: Final = msgspec.json.Decoder(RequestJob)


def _request_job(game: JobGame) -> RouteSpec:
    return RouteSpec(
        takes=body_type(game), gives=JobAnswer, status=202, about="The job was accepted and is queued.", headers=CAUSES,
        also={200: "The same request was made before and its job is done; this is its recorded result."},
        problems=(403, 409, 410, 413, 415),
        sends=("ETag", "Location", RETRY_AFTER), examples=game.kinds.examples,
        links={
            "look": ContractLink(to="look_at_job", parameters=NEW, about="get the job's progress and results"),
            "watch": ContractLink(to="job_events", parameters=NEW, about="stream the job's progress"),
            "cancel": ContractLink(to="cancel_job", parameters=NEW, about="cancel the job"),
        },
    )  # fmt: skip


def _events(game: JobGame) -> RouteSpec:
    return RouteSpec(
        gives=event_page_type(game.game), media={"text/event-stream": Progress, "application/x-ndjson": None},
        about="As a stream (SSE): the progress after every chunk, in the `data` of messages named "
        f"`progress`. Otherwise: the job's events. {ENDS}",
        problems=(403, 406, 410), headers=("Last-Event-ID",),
    )  # fmt: skip


LOOK: Final = RouteSpec(
    gives=JobAnswer, about="The job, and its results so far.", problems=(403, 410), headers=("If-None-Match",),
    sends=("ETag",), also={304: "The job has not changed since."},
)  # fmt: skip
CANCEL: Final = RouteSpec(
    gives=JobAnswer, about="The cancelled job.", problems=(403, 409, 410), headers=CAUSES, sends=("ETag",)
)
TRIAL: Final = RouteSpec(
    takes=TrialBody, gives=TrialAnswer, status=201, about="The trial, replayed as a stream of its own.",
    problems=(403, 409, 410, 413, 415), sends=("ETag", "Location"), examples={"the first": {"chunk": 0, "trial": 0}},
)  # fmt: skip


class JobRoutes(Controller):
    """The routes of one game's jobs."""

    game: ClassVar[JobGame]

    @post("/", status_code=202, opt={"spec": _request_job})
    async def request_job(self, request: AnyRequest) -> Response[bytes]:
        """Create a job.

        The same request with the same seed finds the same job, and returns its recorded result once it is done. A
        seat's token may ask for an analysis of its running stream, if the stream's settings allow it.
        """
        host = host_of(request, self.game.game)
        caller = await caller_of(request, host)
        async with paced(caller):
            body = await read_body(request, msgspec.json.Decoder(body_type(self.game)))
            command = command_of(self.game, body)
            about = await subject_of(request, self.game, caller, command)
            command = await with_streams(request, self.game, caller, command)
            completed = await host.context.pool.run(REHEARSED, self.game.service, encode(command), about.past)
            origin = caller.in_causes(origin_asked(request))
            requester = Requester(by=recorded_as(caller), tenant=about.tenant, origin=origin)
            snapshot = await _find_or_create_job(host, requester, _request.decode(completed))
        headers = {"Location": f"/{self.game.service}/v1/jobs/{snapshot.stream.id.rpartition(':')[2]}"}
        if snapshot.stream.game.status != "running":
            return _answer(self.game, host, snapshot, headers=headers)
        return _answer(self.game, host, snapshot, status=202, headers=headers | POLLED)

    @get("/", opt={"spec": lists.JOBS, "query": ("cursor", "limit", "status")})
    async def list_jobs(
        self, request: AnyRequest, cursor: CursorQuery = None, limit: MostQuery = None, status: StatusQuery = None
    ) -> Response[bytes]:  # fmt: skip
        """List jobs.

        Returns the jobs of this app in pages, newest first.
        """
        host = host_of(request, self.game.game)
        return await lists.list_jobs_of(request, host, ListQuery(cursor=cursor, limit=limit, status=status))

    @get("/{id:str}", opt={"spec": LOOK})
    async def look_at_job(self, request: AnyRequest, id: IdPath) -> Response[bytes]:  # noqa: A002
        """Get a job.

        Returns the job's progress, and its results so far. With a seat's token, only the analyses of its stream for
        this seat can be read.
        """
        host = host_of(request, self.game.game)
        caller = await caller_of(request, host)
        async with paced(caller):
            snapshot = await readable_job(request, self.game, caller, id)
        if has_version(request, snapshot.version):
            return Response(b"", status_code=304, headers={"ETag": f'"{snapshot.version}"'})
        return _answer(self.game, host, snapshot)

    @post("/{id:str}/cancellation", status_code=200, opt={"spec": CANCEL})
    async def cancel_job(self, request: AnyRequest, id: IdPath) -> Response[bytes]:  # noqa: A002
        """Cancel a job.

        Workers stop within seconds. Results so far stay readable. With a seat's token, only the analyses of its stream
        for this seat can be cancelled.
        """
        host = host_of(request, self.game.game)
        caller = await caller_of(request, host)
        async with paced(caller):
            snapshot = await readable_job(request, self.game, caller, id)
            name = snapshot.stream.id
            if snapshot.stream.game.status != "cancelled":
                origin = caller.in_causes(origin_asked(request))
                ask = Ask(command=CancelJob(), seat="gm", by=recorded_as(caller), id=fresh_id(), origin=origin)
                await host.log.submit(name, ask)
                snapshot = await host.log.load(name)
        return _answer(self.game, host, snapshot)

    @get("/{id:str}/events", opt={"spec": _events, "query": ("after",)})
    async def job_events(self, request: AnyRequest, id: IdPath, after: AfterQuery = None) -> Response[Any]:  # noqa: A002
        """List or stream a job's events.

        Returns the job's progress live (SSE), or its events as pages, or as records to verify (NDJSON).
        """
        host, caller, snapshot = await _find(request, self.game, id)
        form = choose_format(request, offered=("json", "sse", "ndjson"))
        named, resumed = number_param(after, name="after"), last_event(request)
        since = named or 0 if resumed is None else resumed
        check_place(snapshot, since)
        if form == "sse":
            name = snapshot.stream.id
            events = _progress(self.game, host, caller, name, since=since)
            return answer_with_stream(host, caller, name, events)
        if form == "ndjson":
            return await export_of(host, caller, snapshot)
        return await page_of(host, caller, snapshot, after=since, limit=PAGE)

    @post("/{id:str}/trials", opt={"spec": TRIAL})
    async def open_trial(self, request: AnyRequest, id: IdPath) -> Response[bytes]:  # noqa: A002
        """Replay a trial of a job.

        The trial becomes a stream of its own, marked as simulated, that can be read and audited.
        """
        _, caller, snapshot = await _find(request, self.game, id)
        body = await read_body(request, _trial)
        played = host_of(request, self.game.played)
        answer = await open_trial(self.game, played, caller, job=snapshot.stream, body=body)
        headers = {"Location": trial_path(self.game, answer.id), "ETag": f'"{answer.version}"'}
        return Response(encode(answer), status_code=201, media_type=JSON, headers=headers)


def job_routes_of(game: JobGame) -> type[JobRoutes]:
    """Build the routes of a game's jobs."""
    facts = {
        "path": f"/{game.service}/v1/jobs",
        "game": game,
        "tags": ["jobs"],
        "opt": {"game": game},
        "__doc__": game.game.documentation.about,
    }
    return type(f"{game.service.title()}JobRoutes", (JobRoutes,), facts)


async def _enter(request: AnyRequest, game: JobGame) -> tuple[GameHost[JobState], Caller]:
    """Authenticate a request, and return its game host and caller.

    A seat token is refused, because jobs belong to apps.
    """
    host = host_of(request, game.game)
    caller = await caller_of(request, host)
    caller.as_app()
    return host, caller


async def _find(request: AnyRequest, game: JobGame, text: str) -> tuple[GameHost[JobState], Caller, Snapshot[JobState]]:
    host, caller = await _enter(request, game)
    snapshot = await host.log.load(game.game.stream_name(stream_id(text)))
    caller.authorise(snapshot.stream)
    return host, caller, snapshot


class Requester(Struct, frozen=True):
    """The sender of a job request: the credential, the app that the job belongs to, and the causes that it states."""

    by: str
    tenant: str
    origin: Origin | None


async def _find_or_create_job(
    host: GameHost[JobState], requester: Requester, command: RequestJob
) -> Snapshot[JobState]:  # fmt: skip
    """Return the job of this request; create one if there is none, or if the earlier one failed or was cancelled.

    Rule:    AR-JOB-12
    """
    content = (requester.tenant, command.ruleset, canonical(command).decode())
    for generation in range(GENERATIONS):
        name = host.game.stream_name(id_from(*content, str(generation)))
        try:
            snapshot = await _known_or_opened(host, requester, name, command)
        except StreamErased:
            continue
        if snapshot.stream.game.status in ("running", "completed"):
            return snapshot
    raise StreamIsOver(needs=f"at most {GENERATIONS} attempts", has="more")


async def _known_or_opened(
    host: GameHost[JobState], requester: Requester, name: str, command: RequestJob
) -> Snapshot[JobState]:  # fmt: skip
    try:
        return await host.log.load(name)
    except StreamUnknown:
        await record_progress(host.context.connection, name, host.now())
    ask = Ask(command=command, seat="gm", by=requester.by, id=fresh_id(), origin=requester.origin)
    opening = StreamOpening(tenant=requester.tenant, simulated=False, key=secrets.token_bytes(KEY_BYTES))
    with suppress(StreamExists):  # the opening asks for no digests: a job is no game
        await host.log.open(name, requester.tenant, ask, opening=opening)
    return await host.log.load(name)


def _answer(
    game: JobGame, host: GameHost[JobState], snapshot: Snapshot[JobState], *, status: int = 200,
    headers: dict[str, str] | None = None,
) -> Response[bytes]:  # fmt: skip
    answer = job_answer(game, snapshot.stream, snapshot.head, now=host.now())
    etag = {"ETag": f'"{snapshot.version}"'}
    return Response(encode(answer), status_code=status, media_type=JSON, headers=etag | (headers or {}))


# ---------------------------------------------------------------- event streams


async def _progress(
    game: JobGame, host: GameHost[JobState], caller: Caller, name: str, *, since: int
) -> AsyncGenerator[bytes, None]:  # fmt: skip
    """Yield the progress of a job after each chunk, until the job is over."""
    yield b"retry: %d\n\n" % RETRY_MS
    with subscribe(host, caller, name) as there, host.context.feed.watch(name) as watch:
        while there and not host.context.stopping.is_set():
            snapshot = await _now(host, caller, name)
            if isinstance(snapshot, Denied):
                return
            if snapshot is not None and snapshot.version > since:
                since = snapshot.version
                yield _event(
                    since, progress_of(snapshot.stream.game, game.measures(snapshot.stream.game), now=host.now())
                )
            if snapshot is not None and snapshot.stream.closed:
                return
            if not await wait_for_news(host, watch.next(CHECK_SECONDS)):
                yield b""


async def _now(host: GameHost[JobState], caller: Caller, name: str) -> Snapshot[JobState] | Denied | None:
    """Return the current state of a job.

    Return None if the store is unreachable, and an error if the caller may no longer see the job.
    """
    try:
        snapshot = await host.log.load(name)
        caller.authorise(snapshot.stream)
    except StoreAway:
        return None
    except Denied as denied:
        return denied
    return snapshot


def _event(version: int, progress: Progress) -> bytes:
    return b"id: %d\nevent: progress\ndata: %s\n\n" % (version, encode(progress))
