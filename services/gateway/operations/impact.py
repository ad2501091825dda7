"""`arbiter impact`: show what the rules of this release, or other settings, would have changed in stored games.

Streams come from exported files, or else from the store with its archive. The commands of each stream are decided
again, in several processes if requested. The report does not depend on the number of processes.
"""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from contextlib import nullcontext
from multiprocessing import get_context
from pathlib import Path
from typing import Any, Final

from msgspec import Struct
from rich.console import Console
from rich.table import Table

from services.gateway.readers import reader_for, ruleset_for
from services.gateway.served import SERVICES
from shared.kernel.audit import lines_of
from shared.kernel.audit.lines import read_chain
from shared.kernel.audit.report import Findings
from shared.kernel.impact import Change, Impact, RecordedCommit, Row, StreamImpact, impact_of, summarize
from shared.kernel.record import export_line
from shared.platform.embedded_store.store_of_settings import store_of
from shared.platform.eventlog import EventLog, LogRefusal, StoreAway, StreamErased, StreamUnknown, now_ms
from shared.platform.eventlog.redis.scanning import stream_names
from shared.platform.eventlog.seals import StreamSeals
from shared.platform.extras.archive.archive_form import exports_in
from shared.platform.queue import open_store
from shared.platform.seal import Keys
from shared.platform.settings import ServerSettings

WAITING: Final = 4
"""Number of streams that wait for each process, so that no process is idle and few streams are in memory."""
KINDS: Final = {
    "refused": "is refused now: {what}",
    "event": "gives {what} instead",
    "missing": "no longer gives {what}",
    "draws": "draws otherwise ({what}), so that it cannot be compared",
    "fault": "fails: {what}",
}


class CannotBeRead(ValueError):
    """Raised when a file is not a game's export or archived stream that this release can read. The message says why."""


class ImpactRequest(Struct, frozen=True, kw_only=True):
    """The streams whose commands are decided again, and the settings that apply to them.

    `files` are exports or archived streams. Without files, streams are read from the store: the named ones, or else all
    streams of `game`, all with a commit since a certain time, or a sample of these.

    Units: milliseconds
    """

    files: Sequence[Path] = ()
    key_file: Path | None = None
    streams: Sequence[str] = ()
    game: str | None = None
    since: int | None = None
    sample: int | None = None
    change: Change = Change()
    processes: int = 1
    fixtures: Path | None = None


class _Log(Struct, frozen=True):
    """A stream whose commands are decided again: its name, its commits, and the lines of its public export.

    For a stream from the store whose log is not public, there are no lines, so that no fixture reveals its secrets.
    """

    stream: str
    commits: tuple[RecordedCommit, ...]
    lines: tuple[bytes, ...]


def impact(
    settings: Callable[[], ServerSettings], asked: ImpactRequest, report: Callable[[str], None] = lambda _: None
) -> Impact:  # fmt: skip
    """Decide stored commands again. Call `report` with the name of each stream when it is done.

    Refuses: CannotBeRead; UnknownSetting; LookupError for a stream that no service here has; all refusals of the store
    """
    with _pool(asked.processes) as pool:
        deciding = _Deciding(pool, asked, report)
        if asked.files:
            for log in _logs_in(asked.files, asked.key_file):
                deciding.take(log)
        else:
            here = settings()
            with store_of(here) as url:
                asyncio.run(_decide_store(here, url, asked, deciding))
        return summarize(deciding.finish())


def _pool(processes: int) -> Any:  # noqa: ANN401 an executor, or a context of None
    return nullcontext() if processes == 1 else ProcessPoolExecutor(processes, mp_context=get_context("forkserver"))


class _Deciding:
    """A helper that decides the commands of logs again, in this process or in others, and collects the results."""

    def __init__(self, pool: Executor | None, asked: ImpactRequest, report: Callable[[str], None]) -> None:
        self._pool, self._asked, self._report = pool, asked, report
        self._waiting: list[tuple[_Log, Future[StreamImpact]]] = []
        self._found: list[StreamImpact] = []

    def take(self, log: _Log) -> None:
        """Decide the commands of a log, either at once or as soon as a process of the pool is free."""
        if self._pool is None:
            self._keep(log, _decide(log.stream, log.commits, self._asked.change))
            return
        self._waiting.append((log, self._pool.submit(_decide, log.stream, log.commits, self._asked.change)))
        if len(self._waiting) > WAITING * self._asked.processes:
            self._collect_first()

    def note(self, found: StreamImpact) -> None:
        """Keep the result of a stream of which no command can be decided again."""
        self._found.append(found)

    def finish(self) -> list[StreamImpact]:
        """Wait for all logs, and return their results."""
        while self._waiting:
            self._collect_first()
        return self._found

    def _collect_first(self) -> None:
        log, future = self._waiting.pop(0)
        self._keep(log, future.result())

    def _keep(self, log: _Log, found: StreamImpact) -> None:
        self._found.append(found)
        self._report(log.stream)
        if self._asked.fixtures is not None and found.differences and log.lines:
            _write_fixture(self._asked.fixtures, log)


def _decide(stream: str, commits: Iterable[RecordedCommit], change: Change) -> StreamImpact:
    """Decide the commands of a stream again, with changed rules or settings.

    Refuses: LookupError, UnknownSetting
    """
    reader = reader_for(stream)
    if reader is None:
        raise LookupError(f"{stream} belongs to no service here")
    return impact_of(reader, stream, commits, change)


def _write_fixture(folder: Path, log: _Log) -> None:
    """Write a stream as a golden log, which is an export that `arbiter verify` and `arbiter impact` can read."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{log.stream.replace(':', '-')}.ndjson").write_bytes(b"".join(line + b"\n" for line in log.lines))


# ---------------------------------------------------------------- from files


def _logs_in(files: Sequence[Path], key_file: Path | None) -> Iterator[_Log]:
    """Read exports and archived streams. For a folder, read the `.ndjson` files in it.

    Refuses: CannotBeRead
    """
    open_parts = None if key_file is None else StreamSeals(Keys(key_file).sealer).open_parts
    for file in _each_file(files):
        try:
            lines = exports_in(lines_of(file.read_bytes()), open_parts)
        except (ValueError, LookupError) as error:
            raise CannotBeRead(f"{file}: its secrets do not open: {error}") from error
        findings = Findings()
        entries = read_chain(lines, findings)
        if findings.first is not None:
            raise CannotBeRead(f"{file}, line {findings.first.line}: {findings.first.why}")
        stream = entries[0].record.stream
        if ruleset_for(stream) is None:
            raise CannotBeRead(f"{file}: {stream} belongs to no service here")
        yield _Log(stream, tuple(RecordedCommit(entry.public, entry.opened) for entry in entries), tuple(lines))


def _each_file(files: Sequence[Path]) -> Iterator[Path]:
    for file in files:
        yield from sorted(file.glob("**/*.ndjson")) if file.is_dir() else (file,)


# ---------------------------------------------------------------- from the store


async def _decide_store(settings: ServerSettings, url: str, asked: ImpactRequest, deciding: _Deciding) -> None:
    """Read the requested streams from the store, and decide the commands of each again.

    Refuses: LookupError, all refusals of the log
    """
    async with open_store(settings, url) as (connection, keys):
        logs = {one.game.name: EventLog(connection, one.game, keys.sealer, ruleset="") for one in SERVICES}
        for stream in asked.streams or await _choose_streams(url, asked, logs.keys()):
            log = logs.get(stream.partition(":")[0])
            if log is None:
                raise LookupError(f"{stream} belongs to no service here; there are {', '.join(sorted(logs))}")
            read = await _read(log, stream, asked)
            if isinstance(read, StreamImpact):
                deciding.note(read)
            elif read is not None:
                deciding.take(read)


async def _choose_streams(url: str, asked: ImpactRequest, kinds: Iterable[str]) -> list[str]:
    """Return the names of all streams of the requested kinds, or of a sample of them that is the same each time."""
    wanted = tuple(f"{kind}:" for kind in kinds if asked.game is None or kind.partition(".")[0] == asked.game)
    names = {name async for name in stream_names(url)}
    chosen = sorted(name for name in names if name.startswith(wanted))
    if asked.sample is None:
        return chosen
    return sorted(sorted(chosen, key=lambda name: hashlib.sha256(name.encode()).digest())[: asked.sample])


async def _read(log: EventLog[Any], stream: str, asked: ImpactRequest) -> _Log | StreamImpact | None:
    """Read a whole stream. Return a result that says why if it cannot be read, and None if its last commit is too old.

    An erased stream matters only if the request names it. The lines of an export are encoded only if fixtures are
    requested and everyone may read the log.

    Rule:    AR-IMPACT-04
    Refuses: StoreAway
    """
    try:
        now = (await log.load(stream)).stream
        if asked.since is not None and now.at < now_ms() - asked.since:
            return None
        commits = [stored async for page in log.commits(stream, now.version, limit=1000) for stored in page]
    except StoreAway:
        raise
    except (StreamUnknown, StreamErased) as gone:
        return _not_decided(stream, gone) if stream in asked.streams else None
    except LogRefusal as refusal:
        return _not_decided(stream, refusal)
    shown = asked.fixtures is not None and now.closed and log.game.secrecy.opens_log_when_closed(now.game)
    lines = [export_line(stored.record, stored.head, None, opened=True) for stored in commits] if shown else []
    recorded = (RecordedCommit(one.record.public, tuple(part.data for part in one.record.parts)) for one in commits)
    return _Log(stream, tuple(recorded), tuple(lines))


def _not_decided(stream: str, refusal: LogRefusal) -> StreamImpact:
    """Return the result of a stream that cannot be read."""
    return StreamImpact(stream=stream, decisions=0, same=0, echoes=0, differences=(), stopped=refusal.says)


# ---------------------------------------------------------------- printing


def print_impact(found: Impact, console: Console) -> None:
    """Print a table of the differences, the most frequent first, and then the totals."""
    if found.rows:
        table = Table(title="Decisions that would come out otherwise", title_justify="left")
        for column in ("decisions", "streams", "what", "fields", "rules", "first"):
            table.add_column(column, overflow="fold")
        for row in found.rows:
            table.add_row(
                str(row.decisions), str(row.streams), _sentence_of(row), ", ".join(row.fields),
                ", ".join(row.rules), f"{row.first_stream} after version {row.first_version}",
            )  # fmt: skip
        console.print(table)
    for stream, why in found.stopped.items():
        console.print(f"{stream} was not decided to its end: {why}", style="yellow", highlight=False, soft_wrap=True)
    console.print(
        f"{found.streams} streams, {found.decisions} decisions: {found.same} the same, {found.differ} otherwise, "
        f"{found.echoes} echoes of these",
        highlight=False, soft_wrap=True,
    )  # fmt: skip


def _sentence_of(row: Row) -> str:
    return KINDS[row.kind].format(what=row.what)
