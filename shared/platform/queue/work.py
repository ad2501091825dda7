"""A worker process: it takes a chunk (a batch of a job's trials), plays the trials, and appends the results to the log.

The process computes in its main thread and uses the store in another thread, so that it notices during a computation
when the job is cancelled.
"""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Mapping
from contextlib import suppress
from functools import lru_cache
from typing import Any, Final

import structlog
from celery import Celery
from celery.exceptions import SoftTimeLimitExceeded
from msgspec import Struct

from shared.kernel.causes import Chain
from shared.kernel.jobs.analysis import Analysis, JobKinds, Past, PlayedKind
from shared.kernel.jobs.chunk import Chunk, ChunkStopped, Variant, request_of, run_chunk, variant_of, variant_on
from shared.kernel.jobs.commands import CompleteChunk, FailJob
from shared.kernel.jobs.game import job_of
from shared.kernel.jobs.judgement import digest_of_result
from shared.kernel.jobs.refusals import StreamGone
from shared.kernel.jobs.state import JobState
from shared.kernel.jobs.survey import Survey, read_chunk
from shared.kernel.jobs.tally import ChunkResult
from shared.kernel.messages import Command
from shared.kernel.refusals import Refusal, StreamIsOver
from shared.kernel.replay import log_reader_of
from shared.platform.eventlog import Ask, EventLog, LogRefusal, StoreConnection, StreamErased, StreamUnknown
from shared.platform.queue.broker_link import retry_while_away
from shared.platform.queue.caches import cache_bounds
from shared.platform.queue.celery_app import soft_limit, task_name, traced_link
from shared.platform.queue.job_meters import count_chunk, count_event
from shared.platform.queue.surveyed import SurveyReader
from shared.platform.ruleset import ruleset_of, simulation_ruleset_of
from shared.platform.settings import ServerSettings
from shared.platform.tracing import log_maker, tracing_of

log = structlog.get_logger("shared.platform.queue")

LOOK_SECONDS: Final = 1.0
TRIES_KEPT: Final = 86_400
REASON: Final = 200


class ChunkTask(Struct, frozen=True):
    """A chunk of a job that a worker has to play."""

    job: str
    chunk: int

    @property
    def service(self) -> str:
        """Return the name of the job's service."""
        return self.job.partition(".")[0]

    @property
    def id(self) -> str:
        """Return the id of the command that reports this chunk."""
        return f"{self.job}:{self.chunk}"

    @property
    def tries(self) -> str:
        """Return the store's key that counts the attempts at this chunk."""
        return f"arbiter:jobs:tries:{self.id}"

    @property
    def slow(self) -> str:
        """Return the store's key that counts the job's chunks that took too long since one of them was done."""
        return f"arbiter:jobs:slow:{self.job}"


class _Logs(Struct, frozen=True):
    """The logs of each service's jobs, and the logs of the streams that analyses and surveys read."""

    jobs: Mapping[str, EventLog[JobState]]
    played: Mapping[str, EventLog[Any]]


class ChunkWorker:
    """The worker that plays chunks of jobs in one process, and reports their results."""

    def __init__(self, settings: ServerSettings, store: str, kinds: Mapping[str, JobKinds]) -> None:
        """Connect to the store. `kinds` contains the kinds of jobs of each service."""
        self._settings: Final = settings
        self._kinds: Final = kinds
        self._tracing: Final = tracing_of(settings, "-worker")
        self._link: Final = traced_link(settings, store, self._opened_logs, self._tracing)
        self._thread: Final = self._link.thread
        self._connection: Final = self._link.connection
        self._logs: Final = self._link.made.jobs
        self._played: Final = self._link.made.played
        self._ready: tuple[str, tuple[Variant[Any], ...]] = ("", ())

    async def _opened_logs(self, connection: StoreConnection) -> _Logs:
        sealer = (await retry_while_away(lambda: connection.open_keys(self._settings.keys_at))).sealer
        make, bounds = log_maker(self._tracing), cache_bounds(self._settings)
        return _Logs(
            jobs={
                service: make(connection, job_of(kinds), sealer, ruleset=simulation_ruleset_of(service), bounds=bounds)
                for service, kinds in self._kinds.items()
            },
            played={
                service: EventLog(
                    connection, kinds.simulation.game, sealer, ruleset=ruleset_of(service), bounds=bounds
                )
                for service, kinds in self._kinds.items()
            },
        )  # fmt: skip

    def simulate(self, job: str, chunk: int) -> str:
        """Play a chunk if it is still needed, and report its result. Return the outcome in one or two words."""
        task = ChunkTask(job, chunk)
        state = self._thread.call(self._job_if_needed(task))
        if state is None:
            return "not wanted"
        tries = self._thread.call(self._count_attempt(task.tries))
        if tries > self._settings.job_attempts:
            return self._abandon(task)
        if state.request.ruleset != self._logs[task.service].ruleset:
            return "other rules"
        begun, began = time.perf_counter(), time.time_ns()
        try:
            result = self._play(task, state)
        except ChunkStopped:
            return "stopped"
        except (Refusal, SoftTimeLimitExceeded) as error:
            return self._unfinished(task, tries, error)
        said = self.report(job, chunk, result)
        self._thread.call(self._count_chunk(task, seconds=time.perf_counter() - begun, trials=result.trials))
        if self._tracing is not None:
            facts: dict[str, str | int] = {"stream": job, "chunk": chunk, "trials": result.trials, "outcome": said}
            with suppress(LogRefusal):  # the result is in the log, whether or not its span can be recorded
                self._tracing.record("chunk", self._thread.call(chain_of(self._logs[task.service], job)), began, facts)
        return said

    def close(self) -> None:
        """Disconnect from the store."""
        self._link.close()

    def play(self, job: str, chunk: int) -> ChunkResult:
        """Play the trials of a chunk, even if its result is no longer needed."""
        task = ChunkTask(job, chunk)
        snapshot = self._thread.call(self._logs[task.service].load(job))
        return self._play(task, snapshot.stream.game)

    def report(self, job: str, chunk: int, result: ChunkResult) -> str:
        """Append the result of a chunk. Return `done`, or `disputed` if the log already has another result."""
        return self._thread.call(self._append_result(ChunkTask(job, chunk), result))

    # ---------------------------------------------------------------- before a chunk

    async def _job_if_needed(self, task: ChunkTask) -> JobState | None:
        """Return the job if this chunk is still needed; otherwise None."""
        try:
            snapshot = await retry_while_away(lambda: self._logs[task.service].load(task.job))
        except (StreamUnknown, StreamErased):
            return None
        state = snapshot.stream.game
        return None if state.status != "running" or task.chunk in state.digests else state

    async def _count_attempt(self, key: str) -> int:
        """Count an attempt under a key of the store, and return the number of attempts so far."""
        tries = int(await retry_while_away(lambda: self._connection.send("INCR", key)))
        await retry_while_away(lambda: self._connection.send("EXPIRE", key, TRIES_KEPT))
        return tries

    def _abandon(self, task: ChunkTask) -> str:
        """Fail the job, because too many attempts at this chunk have ended their worker."""
        self._thread.call(retry_while_away(lambda: count_event(self._connection, task.service, "parked")))
        return self._given_up(task, f"chunk {task.chunk} was begun {self._settings.job_attempts} times, to no end")

    def _unfinished(self, task: ChunkTask, tries: int, error: Refusal | SoftTimeLimitExceeded) -> str:
        """Fail a job with a refused trial. A chunk that took too long is left to another attempt.

        The job also fails if that was the chunk's last attempt, or if too many chunks in a row take too long. Their
        limit is a chunk's number of attempts times the number of processes, because one cause may slow them all down.

        Rule: AR-JOB-19
        """
        if isinstance(error, Refusal):
            return self._given_up(task, f"a trial of chunk {task.chunk} was refused: {type(error).__name__}")
        slow, most = self._thread.call(self._count_attempt(task.slow)), self._settings.job_attempts
        seconds = soft_limit(self._settings)
        if slow >= most * self._settings.workers:
            reason = f"{slow} chunks in a row took more than {seconds} seconds: its trials are too long"
            return self._given_up(task, reason)
        if tries >= most:
            reason = f"chunk {task.chunk} took more than {seconds} seconds at attempt {tries} of {most}"
            return self._given_up(task, f"{reason}: its trials are too long")
        log.warning("chunk_too_slow", stream=task.job, chunk=task.chunk, slow=slow, tries=tries)
        return "too slow"

    def _given_up(self, task: ChunkTask, reason: str) -> str:
        log.error("job_given_up", stream=task.job, said=reason)
        logs = self._logs[task.service]
        self._thread.call(retry_while_away(lambda: fail_job(logs, task.job, reason)))
        return "given up"

    # ---------------------------------------------------------------- playing a chunk

    def _play(self, task: ChunkTask, state: JobState) -> ChunkResult:
        ask = state.request
        kind = self._kinds[task.service].kind_named(ask.analysis)
        if not isinstance(kind, Survey) and self._ready[0] != task.job:
            self._ready = (task.job, self._variants(kind, task, state))
        unwanted = threading.Event()
        end = self._thread.beside(self._look(task, unwanted))
        try:
            if isinstance(kind, Survey):
                reader = SurveyReader(self._thread, self._played[task.service], lambda: not unwanted.is_set())
                return read_chunk(kind, request_of(kind, ask.simulate), reader.logs(state.streams_of(task.chunk)))
            piece = Chunk(
                job_seed=bytes.fromhex(ask.seed), number=task.chunk, trials=state.trials_of(task.chunk)
            )  # fmt: skip
            return run_chunk(kind, self._ready[1], piece, wanted=lambda: not unwanted.is_set())
        finally:
            end()

    def _variants(self, kind: PlayedKind, task: ChunkTask, state: JobState) -> tuple[Variant[Any], ...]:
        """Return the variants of a job. They are prepared once for all of its chunks that this process plays.

        Rule:    AR-JOB-13
        Refuses: StreamGone
        """
        ask = state.request
        if isinstance(kind, Analysis):
            name = kind.game.stream_name(kind.stream(request_of(kind, ask.simulate)))
            try:
                past = self._thread.call(retry_while_away(lambda: past_of(self._played[task.service], name)))
            except (StreamUnknown, StreamErased):
                raise StreamGone(needs="a stored stream", has=name) from None
            return (variant_on(kind, ask.simulate, past),)
        asked = [ask.simulate] if ask.against is None else [ask.simulate, ask.against]
        return tuple(variant_of(kind, each) for each in asked)

    async def _look(self, task: ChunkTask, unwanted: threading.Event) -> None:
        """Check every second whether the chunk is still needed, and set `unwanted` when it is not."""
        while not unwanted.is_set():
            await asyncio.sleep(LOOK_SECONDS)
            with suppress(LogRefusal):
                if await self._job_if_needed(task) is None:
                    unwanted.set()

    # ---------------------------------------------------------------- after a chunk

    async def _append_result(self, task: ChunkTask, result: ChunkResult) -> str:
        """Append the chunk's result under the command id `job:chunk`, and check that the log has exactly this result.

        Because of this id, a retry finds an append whose response was lost. It may also find the result of another
        worker, which is why the results are compared.
        """
        job, chunk, digest, logs = task.job, task.chunk, digest_of_result(result), self._logs[task.service]
        command = CompleteChunk(chunk=chunk, result=result)
        try:
            chain = await retry_while_away(lambda: chain_of(logs, job))
            done = await retry_while_away(lambda: logs.submit(job, _by_the_clock(command, task.id, chain)))
            state = done.stream_after.game
            if state.digests.get(chunk) != digest and state.status == "running":
                again = _by_the_clock(command, f"{task.id}:again", chain)
                state = (await retry_while_away(lambda: logs.submit(job, again))).stream_after.game
        except StreamIsOver:
            state = (await retry_while_away(lambda: logs.load(job))).stream.game
        if state.digests.get(chunk, digest) == digest:
            return "done"
        log.error("chunk_disputed", stream=job, chunk=chunk, known=state.digests[chunk], other=digest)
        await retry_while_away(lambda: count_event(self._connection, task.service, "disputed"))
        return "disputed"

    async def _count_chunk(self, task: ChunkTask, *, seconds: float, trials: int) -> None:
        """Count the chunk in the metrics, and reset its number of attempts. Errors are ignored."""
        with suppress(LogRefusal):
            await count_chunk(self._connection, task.service, seconds=seconds, trials=trials)
            await self._connection.send("DEL", task.tries, task.slow)


async def past_of(log: EventLog[Any], name: str) -> Past:
    """Return all commits of a stream, decoded.

    Refuses: StreamUnknown, StreamErased, StoreAway
    """
    reader, pages = log_reader_of(log.game), log.commits(name, (await log.load(name)).version)
    return [reader.commit_of(stored.record) async for page in pages for stored in page]


def register(app: Celery, settings: ServerSettings, store: str, kinds: Mapping[str, JobKinds]) -> None:
    """Register a Celery task for each service. A process creates its worker when its first chunk arrives."""
    worker = lru_cache(maxsize=1)(lambda: ChunkWorker(settings, store, kinds))

    def simulate_chunk(*, job: str, chunk: int, **_: object) -> str:
        return worker().simulate(job, chunk)

    for service in kinds:
        app.task(name=task_name(service))(simulate_chunk)


async def fail_job(log: EventLog[JobState], job: str, reason: str) -> None:
    """Fail a job that cannot be completed, unless it is already over.

    Refuses: StoreAway
    """
    ask = _by_the_clock(FailJob(reason=reason[:REASON]), "", await chain_of(log, job))
    with suppress(StreamIsOver):
        await log.submit(job, ask)


async def chain_of(log: EventLog[JobState], job: str) -> Chain | None:
    """Return the chain of causes for commands that follow from a job's opening, or None if the opening has no chain.

    Rule:    AR-CAUSE-03
    Refuses: StoreAway
    """
    return await log.chains.after(job, 1)


def _by_the_clock(command: Command, id: str, chain: Chain | None) -> Ask:  # noqa: A002 it is an id
    return Ask(command=command, seat="clock", by="clock", role="clock", id=id, chain=chain)
