"""The streams that a survey job reads: those that the request names, or else the app's newest streams."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any, Final

from msgspec.structs import replace

from shared.kernel.jobs.chunk import request_of
from shared.kernel.jobs.commands import RequestJob
from shared.kernel.jobs.refusals import NothingToRead
from shared.kernel.jobs.survey import MOST_STREAMS, MOST_VERSIONS, Survey, SurveyedStream
from shared.platform.eventlog import Wanted
from shared.platform.http.callers import Caller
from shared.platform.http.hosting import GameHost
from shared.platform.http.jobs.job_game import JobGame
from shared.platform.http.requests import AnyRequest, stream_id
from shared.platform.http.streams.stream_routes import host_of

PAGE: Final = 100


async def with_streams(request: AnyRequest, game: JobGame, caller: Caller, command: RequestJob) -> RequestJob:
    """Return the command. If it requests a survey, add the streams to read, each at its current version.

    Rule:    AR-JOB-17
    Refuses: RequestUnclear, all refusals of the game, NothingToRead, StreamUnknown, StreamErased, Denied
    """
    kind = game.kinds.kind_named(command.analysis)
    if not isinstance(kind, Survey):
        return command
    named = kind.streams(request_of(kind, command.simulate))
    host = host_of(request, game.played)
    most = min(command.trials, MOST_STREAMS)
    found = _streams_by_id(host, caller, named[:most]) if named else _newest(host, caller.as_app().tenant, most)
    streams = tuple([one async for one in found])
    if not streams:
        raise NothingToRead(needs="a stored stream", has=0)
    return replace(command, streams=streams, trials=len(streams))


async def _streams_by_id(host: GameHost[Any], caller: Caller, ids: tuple[str, ...]) -> AsyncIterator[SurveyedStream]:
    for each in dict.fromkeys(ids):
        snapshot = await host.log.load(host.game.stream_name(stream_id(each)))
        caller.authorise(snapshot.stream)
        yield _part_to_survey(snapshot.stream.id, snapshot.version, closed=snapshot.stream.closed)


async def _newest(host: GameHost[Any], tenant: str, most: int) -> AsyncIterator[SurveyedStream]:
    """Yield the newest streams of an app, without those that are replayed simulations."""
    before: str | None = ""
    while before is not None and most > 0:
        page = await host.log.list(tenant, wanted=Wanted(), before=before, limit=PAGE)
        played = [one for one in page.streams if not one.listing.simulated][:most]
        for one in played:
            yield _part_to_survey(host.game.stream_name(one.id), one.version, closed=one.closed)
        before, most = page.next, most - len(played)


def _part_to_survey(stream: str, version: int, *, closed: bool) -> SurveyedStream:
    """Return the part of a stream that a survey reads.

    If the stream is longer than that part, it counts as not closed.
    """
    whole = version <= MOST_VERSIONS
    return SurveyedStream(stream=stream, version=min(version, MOST_VERSIONS), closed=closed and whole)
