"""An analysis: a job about a stored stream. Its trials start from past versions of that stream.

The stream must be closed, unless the game lets a seat request this analysis of a running stream; the analysis then uses
only what the seat knows.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Generic, TypeAlias, TypeVar

from msgspec import Struct, UnsetType

from shared.kernel.jobs.kind import JobKind
from shared.kernel.jobs.refusals import NotOverYet, RequestUnclear, TooLongToAnalyse
from shared.kernel.jobs.simulation import Simulation
from shared.kernel.jobs.survey import Survey, surveys_of
from shared.kernel.jobs.tally import Value
from shared.kernel.messages import Seat
from shared.kernel.replay import Commit
from shared.kernel.stream import Stream, StreamClosed

S = TypeVar("S")
R = TypeVar("R")

Past: TypeAlias = Sequence[Commit]
"""All commits of a stream so far, with their secret parts."""


@dataclass(frozen=True, kw_only=True, eq=False)
class SeatHelp(Generic[S, R]):
    """The functions that let a seat analyse a stream that is still running.

    `seat` returns the seat whose knowledge a request may use. `check` refuses a request that the stream does not allow
    now. Neither that refusal nor the results of `complete`, `prepare` and `measured` may depend on anything hidden from
    the seat.
    """

    seat: Callable[[R], Seat | None]
    check: Callable[[R, Stream[S]], None]


def _no_rivals(_: object) -> Sequence[str]:
    """Return no names: the job compares no measures, and plays all its trials."""
    return ()


@dataclass(frozen=True, kw_only=True, eq=False)
class Analysis(JobKind[S, R]):
    """A kind of job that plays on from past versions of a stored stream.

    `stream` returns the id of that stream. `complete` fills in the fields that a request leaves out, so that the job's
    measures depend on the request alone. `prepare` folds the past once for all trials, and `measured` plays a trial
    from the prepared state with a seed and measures it. A trial has no stream of its own. `rivals` names the shares
    (measures that are 0 or 1) among which the job finds the best. With `help`, a seat may also request the analysis of
    a running stream.
    """

    stream: Callable[[R], str]
    complete: Callable[[R, Past], R]
    prepare: Callable[[R, Past], Any]
    measured: Callable[[Any, bytes], Mapping[str, Value]]
    rivals: Callable[[R], Sequence[str]] = _no_rivals
    help: SeatHelp[S, R] | None = None


MOST_VERSIONS: Final = 20_000
"""The maximum number of versions in an analysed stream. Each process that plays trials folds all of them."""
PlayedKind: TypeAlias = Simulation[Any, Any] | Analysis[Any, Any]
"""A kind of job that plays its trials: a simulation or an analysis."""
AnyKind: TypeAlias = PlayedKind | Survey[Any, Any]


def still_runs(past: Past) -> bool:
    """Whether a stream with these commits is still running."""
    return not any(isinstance(event, StreamClosed) for commit in past[-1:] for event in commit.events)


def check_stream(stream: Stream[Any], analysis: str, help: SeatHelp[Any, R] | None, request: R) -> None:  # noqa: A002
    """Check that a stream can be analysed.

    It must be short enough, and either be over or allow this analysis (`help`) while it is running.

    Rule:    AR-JOB-13, AR-JOB-15
    Refuses: NotOverYet, TooLongToAnalyse, and the game's refusals
    """
    if not stream.closed and help is None:
        raise NotOverYet(needs="a stream that is over", has="one that still runs", field=analysis)
    if not stream.closed and help is not None:
        help.check(request, stream)
    if stream.version > MOST_VERSIONS:
        raise TooLongToAnalyse(needs=MOST_VERSIONS, has=stream.version, field=analysis)


class JobKinds(Struct, frozen=True):
    """A game's kinds of jobs: its simulation, its analyses by name, and the surveys that every game has."""

    simulation: Simulation[Any, Any]
    analyses: Mapping[str, Analysis[Any, Any]] = {}

    @property
    def service(self) -> str:
        """The name of the service."""
        return self.simulation.service

    @property
    def surveys(self) -> Mapping[str, Survey[Any, Any]]:
        """The surveys by name."""
        return surveys_of(self.simulation.game)

    @property
    def examples(self) -> Mapping[str, Any]:
        """The examples of all kinds by name."""
        kinds = (self.simulation, *self.analyses.values(), *self.surveys.values())
        return {name: body for kind in kinds for name, body in kind.examples.items()}

    def kind_named(self, analysis: str | UnsetType) -> AnyKind:
        """Return the analysis or survey with this name; without a name, return the simulation.

        Rule:    AR-JOB-01
        Refuses: RequestUnclear
        """
        if isinstance(analysis, UnsetType):
            return self.simulation
        named: Mapping[str, AnyKind] = {**self.analyses, **self.surveys}
        if analysis not in named:
            raise RequestUnclear(needs=tuple(named), has=analysis, field="analysis")
        return named[analysis]
