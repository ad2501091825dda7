"""Who may request and read a job: an app, or, for an analysis of a running stream, the seat that asked for it.

A seat must not learn anything that is hidden from it. So a seat may request analyses only for itself. A job that it may
not read looks like one that does not exist, and the time after which a seat gets a response is rounded up.
"""

from __future__ import annotations

from msgspec import Struct

from shared.kernel.jobs.analysis import Analysis, check_stream
from shared.kernel.jobs.chunk import request_of
from shared.kernel.jobs.commands import RequestJob
from shared.kernel.jobs.state import JobState
from shared.platform.access import SeatCredential
from shared.platform.eventlog import Snapshot, StreamUnknown
from shared.platform.http.callers import Caller
from shared.platform.http.jobs.job_game import JobGame
from shared.platform.http.pool_work import Raw
from shared.platform.http.problems import HttpProblem
from shared.platform.http.requests import AnyRequest, stream_id
from shared.platform.http.streams.stream_routes import host_of


class Subject(Struct, frozen=True):
    """The subject of a job: the app that the job belongs to, and the commits of the stream that it analyses, if any."""

    tenant: str
    past: Raw = ()


async def subject_of(request: AnyRequest, game: JobGame, caller: Caller, command: RequestJob) -> Subject:
    """Return the subject of a job, if the caller may request the job.

    Rule:    AR-JOB-13, AR-JOB-15
    Refuses: RequestUnclear, NotOverYet, TooLongToAnalyse, StreamUnknown, StreamErased, Denied; all refusals of the
             game; 403 for a seat's token where an app's key is needed
    """
    kind = game.kinds.kind_named(command.analysis)
    if not isinstance(kind, Analysis):
        return Subject(caller.as_app().tenant)
    asked = request_of(kind, command.simulate)
    name = game.played.stream_name(stream_id(kind.stream(asked)))
    caller.enter(name)
    played = host_of(request, game.played)
    snapshot = await played.log.load(name)
    caller.authorise(snapshot.stream)
    if kind.help is None or snapshot.stream.closed:
        caller.as_app()
    check_stream(snapshot.stream, str(command.analysis), kind.help, asked)
    if kind.help is not None and isinstance(caller.credential, SeatCredential):
        _check_own_seat(caller.credential, kind.help.seat(asked))
    return Subject(snapshot.stream.tenant, [commit async for page in played.commits(snapshot) for commit in page])


def _check_own_seat(credential: SeatCredential, seat: str | None) -> None:
    if seat != credential.seat:
        raise HttpProblem(
            403, "another-seat", "this token may ask only about its own seat: name it", needs=credential.seat, has=seat
        )  # fmt: skip


def recorded_as(caller: Caller) -> str:
    """Return the name under which a job's log records a caller.

    A seat's name gets a prefix, because the seat belongs to the analysed stream and not to the job.
    """
    return f"for:{caller.by}" if isinstance(caller.credential, SeatCredential) else caller.by


async def readable_job(request: AnyRequest, game: JobGame, caller: Caller, text: str) -> Snapshot[JobState]:
    """Return a job that the caller may read.

    Rule:    AR-JOB-15
    Refuses: StreamUnknown, StreamErased, Denied
    """
    snapshot = await host_of(request, game.game).log.load(game.game.stream_name(stream_id(text)))
    if not isinstance(caller.credential, SeatCredential):
        caller.authorise(snapshot.stream)
        return snapshot
    if not _is_about(game, snapshot.stream.game, caller.credential):
        raise StreamUnknown
    caller.authorise((await host_of(request, game.played).log.load(caller.credential.stream)).stream)
    return snapshot


def _is_about(game: JobGame, job: JobState, credential: SeatCredential) -> bool:
    """Return whether a job is an analysis of the credential's own stream for the credential's own seat."""
    kind = game.kinds.kind_named(job.request.analysis)
    if not isinstance(kind, Analysis) or kind.help is None:
        return False
    asked = request_of(kind, job.request.simulate)
    stream = game.played.stream_name(kind.stream(asked))
    return (stream, kind.help.seat(asked)) == (credential.stream, credential.seat)
