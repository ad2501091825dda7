"""Replay a job's trial as a stored stream, with the same seed and therefore with the same draws."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import structlog
from msgspec import UnsetType

from shared.kernel.jobs.chunk import request_of
from shared.kernel.jobs.refusals import RulesHaveChanged, TrialHasNoStream, TrialNotCounted
from shared.kernel.jobs.report import seed_of
from shared.kernel.jobs.state import JobState
from shared.kernel.jobs.tally import amount
from shared.kernel.messages import Event
from shared.kernel.stream import Close, Stream
from shared.platform.eventlog import Ask, Snapshot, StaleVersion, StreamExists
from shared.platform.http.answers import view_of
from shared.platform.http.callers import Caller
from shared.platform.http.hosting import GameHost
from shared.platform.http.jobs.job_game import JobGame, TrialAnswer, TrialBody
from shared.platform.http.requests import id_from

log = structlog.get_logger("shared.platform.http")


async def open_trial(
    game: JobGame, host: GameHost[Any], caller: Caller, *, job: Stream[JobState], body: TrialBody
) -> TrialAnswer:  # fmt: skip
    """Replay a trial as a stored stream.

    A retried request finds the same stream, and continues the replay if it was interrupted.

    Rule:    AR-JOB-09, AR-JOB-11
    Refuses: TrialHasNoStream, TrialNotCounted, RulesHaveChanged
    """
    hold_openable(game, job.game, body)
    ask = job.game.request
    request = request_of(game.simulation, ask.simulate if body.variant == "ours" or not ask.against else ask.against)
    seed = seed_of(ask.seed, body.chunk, body.trial)
    new = id_from(job.id, str(body.chunk), str(body.trial), body.variant)
    name = game.played.stream_name(new)
    with suppress(StreamExists):
        chain = await host.log.chains.after(job.id, 1)
        opening = Ask(command=game.simulation.opening(request), seat="gm", by=caller.by, chain=chain)
        await host.log.open(name, caller.as_app().tenant, opening, simulated=True, seed=seed)
    snapshot = await _play_out(game, host, caller, name=name, request=request)
    shown = host.game.view(snapshot.stream.game, None)
    measured = game.simulation.measured(request, snapshot.stream, await _events(host, snapshot))
    return TrialAnswer(
        id=new, stream=name, version=snapshot.version, head=snapshot.head.hex(), seed=seed.hex(),
        measured={measure: amount(value) for measure, value in measured.items()},
        view=view_of(host.game, snapshot.stream, snapshot.head, seat=None, shown=shown),
    )  # fmt: skip


async def _events(host: GameHost[Any], snapshot: Snapshot[Any]) -> list[Event]:
    """Return all events of a stream."""
    pages = host.log.commits(snapshot.stream.id, snapshot.version)
    return [event async for page in pages for one in page for event in host.reader.commit_of(one.record).events]


def trial_path(game: JobGame, new: str) -> str:
    """Return the path of the stream that replays a trial."""
    return f"/{game.service}/v1/{game.played.plural}/{new}"


def hold_openable(game: JobGame, job: JobState, body: TrialBody) -> None:
    """Check that a trial belongs to a finished chunk of a simulation, and that the job's rules are still in force.

    Rule:    AR-JOB-09, AR-JOB-11, AR-JOB-13
    Refuses: TrialHasNoStream, TrialNotCounted, RulesHaveChanged
    """
    if not isinstance(job.request.analysis, UnsetType):
        raise TrialHasNoStream(needs="a simulation", has=job.request.analysis)
    if job.request.ruleset != game.ruleset:
        raise RulesHaveChanged(needs=job.request.ruleset, has=game.ruleset)
    if body.chunk >= job.done:
        raise TrialNotCounted(needs=f"a chunk below {job.done}", has=body.chunk, field="chunk")
    if body.trial >= job.trials_of(body.chunk):
        raise TrialNotCounted(needs=f"a trial below {job.trials_of(body.chunk)}", has=body.trial, field="trial")
    if body.variant == "theirs" and job.request.against is None:
        raise TrialNotCounted(needs="a comparison", has="one variant", field="variant")


async def _play_out(
    game: JobGame, host: GameHost[Any], caller: Caller, *, name: str, request: Any  # noqa: ANN401 the game's own
) -> Snapshot[Any]:  # fmt: skip
    """Send the moves that the simulation's policy chooses to the stream. Then close the stream, which reveals its seed.

    Each move states the version for which the policy chose it.
    """
    while True:
        snapshot = await host.log.load(name)
        stream = snapshot.stream
        if stream.closed:
            return snapshot
        move = game.simulation.policy(request, stream)
        seat, command = (next(iter(stream.seats)), Close(reason="the trial is over")) if move is None else (
            move.seat, move.command,
        )  # fmt: skip
        with suppress(StaleVersion):
            await host.log.submit(name, Ask(command=command, seat=seat, by=caller.by, expected=stream.version))
