"""The simulation jobs of a game over HTTP: the types of their requests and responses, and how a request is checked."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Annotated, Any, Final, Literal

import msgspec
from msgspec import UNSET, Meta, Struct
from msgspec.structs import replace

from shared.kernel.game import Game, SeatAsk
from shared.kernel.jobs.analysis import Analysis, JobKinds, Past, still_runs
from shared.kernel.jobs.chunk import play_and_measure, request_of, variant_of
from shared.kernel.jobs.commands import Confidence, Precision, RequestJob
from shared.kernel.jobs.game import job_of
from shared.kernel.jobs.judgement import accept_job
from shared.kernel.jobs.kind import Kind
from shared.kernel.jobs.plan import MAX_CHUNKS, MAX_TRIALS, check_help
from shared.kernel.jobs.refusals import RequestUnclear
from shared.kernel.jobs.report import Progress, Request, Result, job_request, progress_of, result_of, seed_of
from shared.kernel.jobs.simulation import Simulation
from shared.kernel.jobs.state import JobState
from shared.kernel.jobs.survey import Survey
from shared.kernel.messages import MAX_NUMBER, Hex32, canonical
from shared.kernel.stream import Stream
from shared.platform.http.answers import StreamView
from shared.platform.http.pool_work import Raw, records
from shared.platform.processes.games import game_of, job_kinds_of, reader_of
from shared.platform.ruleset import simulation_ruleset_of

REHEARSED: Final = "shared.platform.http.jobs.job_game:rehearse_in_pool"
SEATS: Final = (SeatAsk(seat="gm", role="gm"),)


@dataclass(frozen=True, kw_only=True, eq=False)
class JobGame:
    """The jobs of a game. `game` handles the streams of the jobs, and `played` is the game that the jobs simulate."""

    game: Game[JobState]
    kinds: JobKinds
    played: Game[Any]

    @property
    def simulation(self) -> Simulation[Any, Any]:
        """Return the simulation that the jobs run."""
        return self.kinds.simulation

    @property
    def service(self) -> str:
        """Return the name of the service."""
        return self.game.service

    @property
    def ruleset(self) -> str:
        """Return the name and version of the rules under which trials are played."""
        return simulation_ruleset_of(self.service)

    def measures(self, state: JobState) -> Mapping[str, Kind]:
        """Return the measures that a job records: the kind of each measure, by name."""
        kind = self.kinds.kind_named(state.request.analysis)
        measures: Mapping[str, Kind] = kind.measures(request_of(kind, state.request.simulate))
        return measures


@cache
def jobs_of(service: str) -> JobGame | None:
    """Return the jobs of a game; None if it cannot be simulated."""
    kinds = job_kinds_of(service)
    return None if kinds is None else JobGame(game=job_of(kinds), kinds=kinds, played=game_of(service))


# ---------------------------------------------------------------- requests


@cache
def body_type(game: JobGame) -> Any:  # noqa: ANN401 a type that is built at run time
    """Return the body type of `POST …/jobs`."""
    request, analyses, surveys = game.simulation.request, game.kinds.analyses, game.kinds.surveys
    asked: list[Any] = [("simulate", request | None, None)]
    asked += [(name, one.request | None, None) for name, one in (*analyses.items(), *surveys.items())]
    about = "A request for a simulation. With `against`, it compares two variants on the same random seeds."
    if analyses:
        named = " or ".join(f"`{name}`" for name in analyses)
        about += f" It may instead ask for an analysis of a stream that is over: {named}."
        helping = [f"`{name}`" for name, one in analyses.items() if one.help]
        if helping:
            about += f" A seat may ask for {' or '.join(helping)} while its stream runs, if the settings allow it."
    about += (
        f" It may instead ask for a survey of the app's stored streams: {' or '.join(f'`{name}`' for name in surveys)}."
    )
    return msgspec.defstruct(
        f"{game.service.title().replace('_', '')}JobAsk",
        [
            *asked,
            ("trials", Annotated[int, Meta(ge=1, le=MAX_NUMBER, description=f"at most {MAX_TRIALS} trials")]),
            ("against", request | None, None),
            ("confidence", Confidence, 95),
            ("precision", Precision | None, None),
            ("seed", Hex32 | None, None),
        ],
        frozen=True, kw_only=True, forbid_unknown_fields=True,
        namespace={"__doc__": about},
    )  # fmt: skip


class TrialBody(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The trial to replay as a stream and, in a comparison, the variant that played it."""

    chunk: Annotated[int, Meta(ge=0, le=MAX_CHUNKS)]
    trial: Annotated[int, Meta(ge=0, le=MAX_TRIALS)]
    variant: Literal["ours", "theirs"] = "ours"


def command_of(game: JobGame, body: Any) -> RequestJob:  # noqa: ANN401 of the type above
    """Turn a request body into the command that opens a job. If the body has no seed, derive one from the request.

    Rule:    AR-JOB-01
    Refuses: RequestUnclear
    """
    kinds = ("simulate", *game.kinds.analyses, *game.kinds.surveys)
    named = [name for name in kinds if getattr(body, name) is not None]
    if len(named) != 1:
        raise RequestUnclear(needs=f"one of {', '.join(kinds)}", has=tuple(named))
    against = None if body.against is None else msgspec.to_builtins(body.against)
    simulate = msgspec.to_builtins(getattr(body, named[0]))
    analysis = UNSET if named[0] == "simulate" else named[0]
    asked = (simulate, against, body.trials, body.confidence, body.precision)
    seed = body.seed or hashlib.sha256(b"arbiter job" + canonical(asked)).hexdigest()
    return RequestJob(
        seats=SEATS, simulate=simulate, analysis=analysis, against=against, trials=body.trials,
        confidence=body.confidence, precision=body.precision, seed=seed, ruleset=game.ruleset,
    )  # fmt: skip


def rehearse(game: JobGame, command: RequestJob, past: Past) -> RequestJob:
    """Check a job before it is accepted: complete its request, check its limits, and play its first trial.

    No trial is played for an analysis, because its trials begin at positions that were already reached, and many moves
    take long. No trial is played for a survey either, because its trials are streams that were already played.

    Rule:    AR-JOB-01 to AR-JOB-05, AR-JOB-10, AR-JOB-13, AR-JOB-15, AR-JOB-17
    Refuses: all refusals of requesting the job, and of playing a trial
    """
    kind = game.kinds.kind_named(command.analysis)
    if isinstance(kind, Analysis):
        request = kind.complete(request_of(kind, command.simulate), past)
        command = replace(command, simulate=msgspec.to_builtins(request))
        accept_job(kind, command, 0)
        if still_runs(past):
            check_help(command.trials, kind.cost(request))
        return command
    accept_job(kind, command, 0)
    if isinstance(kind, Survey):
        return command
    for asked in (command.simulate, command.against):
        if asked is not None:
            play_and_measure(kind, variant_of(kind, asked), seed_of(command.seed, 0, 0))
    return command


def rehearse_in_pool(service: str, command: bytes, past: Raw) -> bytes:
    """Run `rehearse` in a process of the pool. `past` holds the commits of the stream that an analysis is about.

    Refuses: all refusals of requesting the job, and of playing a trial
    """
    game = jobs_of(service)
    if game is None:
        return command
    reader = reader_of(game.played.name)
    commits = [reader.commit_of(record) for record, _ in records(past)]
    return canonical(rehearse(game, msgspec.json.decode(command, type=RequestJob), commits))


# ---------------------------------------------------------------- answers


class JobAnswer(Struct, frozen=True, kw_only=True):
    """A job: its request, its progress, and the results of its finished chunks."""

    id: str
    stream: str
    version: int
    head: str
    request: Request
    progress: Progress
    result: Result | None


class TrialAnswer(Struct, frozen=True, kw_only=True):
    """A trial of a job, replayed as a stream that can be read and audited; it is marked as simulated."""

    id: str
    stream: str
    version: int
    head: str
    seed: str
    measured: dict[str, Any]
    view: StreamView


def job_answer(game: JobGame, stream: Stream[JobState], head: bytes, *, now: int) -> JobAnswer:
    """Return the response that describes a job. Units: `now` in milliseconds UTC."""
    state, measures = stream.game, game.measures(stream.game)
    return JobAnswer(
        id=stream.id.rpartition(":")[2], stream=stream.id, version=stream.version, head=head.hex(),
        request=job_request(state), progress=progress_of(state, measures, now=now), result=result_of(state, measures),
    )  # fmt: skip
