"""A survey: a job that reads an app's stored streams.

Each stream is a trial; the findings in all streams are added up.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, reduce
from typing import Annotated, Any, Final, TypeVar

from msgspec import Meta, Struct

from shared.kernel.game import Game
from shared.kernel.impact import Change, RecordedCommit, UnknownSetting, check_settings, impact_of, summarize
from shared.kernel.jobs.findings import Findings, join_findings
from shared.kernel.jobs.kind import JobKind
from shared.kernel.jobs.refusals import SettingUnknown
from shared.kernel.jobs.tally import ChunkResult
from shared.kernel.messages import MAX_NUMBER, Id, Line
from shared.kernel.replay import log_reader_of

S = TypeVar("S")
R = TypeVar("R")

IMPACT: Final = "impact"
MOST_STREAMS: Final = 500
MOST_VERSIONS: Final = 10_000
"""The maximum number of versions of a stream that a survey reads. The findings name streams that are longer."""
DECISION_MICROSECONDS: Final = 1_000
TOO_LONG: Final = f"after version {MOST_VERSIONS}: a job reads no further"


class SurveyedStream(Struct, frozen=True, kw_only=True):
    """A stream that a survey reads up to a version.

    `closed`: the stream was closed at that version, so its log may be open to all.
    """

    stream: Line
    version: Annotated[int, Meta(ge=1, le=MAX_NUMBER)]
    closed: bool


class SurveyedLog(Struct, frozen=True):
    """The commits of a stream that a survey reads, with the secret parts that the app may read."""

    stream: str
    version: int
    commits: Iterable[RecordedCommit]


@dataclass(frozen=True, kw_only=True, eq=False)
class Survey(JobKind[S, R]):
    """A kind of job that reads stored streams.

    The findings in a stream depend only on the request and the stream's log. `streams` returns the ids of the streams
    that a request names; if it names none, the survey reads the app's newest streams.
    """

    streams: Callable[[R], tuple[str, ...]]
    read: Callable[[R, SurveyedLog], Findings]


class ImpactRequest(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Find out what this release's rules, or other settings, would have changed in stored streams.

    Every stored command is decided again with its recorded draws. `settings` replace those of the streams, such as
    `{"critical": {"count": "exactly"}}`. Without `streams`, the job reads the app's newest streams, `trials` of them.
    It reads at most 500 streams, and no simulated ones. In each stream it stops at the first decision with a part that
    the app may not read.
    """

    settings: dict[str, Any] = {}
    streams: Annotated[tuple[Id, ...], Meta(max_length=50)] = ()


def read_chunk(survey: Survey[S, R], request: R, logs: Iterator[SurveyedLog]) -> ChunkResult:
    """Read the streams of a chunk, and return its result. Every machine gets the same result for the same logs."""
    found = [survey.read(request, log) for log in logs]
    return ChunkResult(trials=len(found), ours={}, findings=reduce(join_findings, found))


@cache
def surveys_of(game: Game[S]) -> Mapping[str, Survey[S, Any]]:
    """Return a game's surveys by name. The only survey finds out what other rules would have changed."""

    def check(request: ImpactRequest) -> None:
        try:
            check_settings(game, Change(request.settings))
        except UnknownSetting as error:
            raise SettingUnknown(needs="settings of this game", has=str(error), field=f"{IMPACT}.settings") from None

    def read(request: ImpactRequest, log: SurveyedLog) -> Findings:
        return impact_in(game, request, log)

    return {
        IMPACT: Survey(
            game=game, request=ImpactRequest, check=check, cost=lambda _: DECISION_MICROSECONDS,
            measures=lambda _: {}, examples={"what would today's rules have changed?": {IMPACT: {}, "trials": 100}},
            streams=lambda request: request.streams, read=read,
        )
    }  # fmt: skip


def impact_in(game: Game[S], request: ImpactRequest, log: SurveyedLog) -> Findings:
    """Decide a stream's commands again, and return counts and the decisions with a different outcome.

    Rule:    AR-IMPACT-05
    """
    found = impact_of(log_reader_of(game), log.stream, log.commits, Change(request.settings))
    summary = summarize([found])
    why = found.stopped or (TOO_LONG if log.version >= MOST_VERSIONS else "")
    counts = {
        "streams": 1, "decisions": summary.decisions, "same": summary.same, "echoes": summary.echoes,
        "stopped": int(bool(why)),
    }  # fmt: skip
    return join_findings(
        Findings(counts=counts), Findings(counts={}, rows=summary.rows, stopped={log.stream: why} if why else {})
    )
