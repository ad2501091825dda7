"""Read the logs for a survey job: each up to the version that the job names, with the secrets that the app may read.

Therefore the findings depend only on the job, even if commits are added to a stream while the job runs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final

from shared.kernel.impact import RecordedCommit
from shared.kernel.jobs.chunk import ChunkStopped
from shared.kernel.jobs.refusals import StreamGone
from shared.kernel.jobs.survey import SurveyedLog, SurveyedStream
from shared.kernel.messages import may_read
from shared.kernel.record import Record
from shared.platform.eventlog import EventLog, Page, StreamErased, StreamUnknown
from shared.platform.queue.broker_link import LoopThread, retry_while_away

PAGE: Final = 250


class SurveyReader:
    """A reader of one game's streams for a survey, used by a thread that computes."""

    def __init__(self, thread: LoopThread, log: EventLog[Any], wanted: Callable[[], bool]) -> None:
        """Set up a reader of `log`, which runs in the store's `thread`.

        `wanted` returns whether the result of the chunk is still needed.
        """
        self._thread: Final = thread
        self._log: Final = log
        self._wanted: Final = wanted

    def logs(self, streams: Iterable[SurveyedStream]) -> Iterator[SurveyedLog]:
        """Yield the log of each stream. Its commits are read page by page while the caller iterates over them.

        Rule:    AR-JOB-17
        Refuses: StreamGone; ChunkStopped if the chunk is no longer needed
        """
        for one in streams:
            yield SurveyedLog(one.stream, one.version, self._commits(one))

    def _commits(self, one: SurveyedStream) -> Iterator[RecordedCommit]:
        opened, after = self._is_open_to_all(one), 0
        while after < one.version:
            if not self._wanted():
                raise ChunkStopped
            page = self._page(one.stream, after)
            for stored in page.commits:
                if stored.version <= one.version:
                    yield _as_read(stored.record, opened=opened)
            after = page.commits[-1].version

    def _is_open_to_all(self, one: SurveyedStream) -> bool:
        """Return whether the stream is closed and everyone may read its whole log."""
        if not one.closed:
            return False
        try:
            snapshot = self._thread.call(retry_while_away(lambda: self._log.load(one.stream)))
        except (StreamUnknown, StreamErased):
            raise _stream_gone(one.stream) from None
        return self._log.game.secrecy.opens_log_when_closed(snapshot.stream.game)

    def _page(self, stream: str, after: int) -> Page:
        try:
            page = self._thread.call(retry_while_away(lambda: self._log.read(stream, after, PAGE)))
        except (StreamUnknown, StreamErased):
            raise _stream_gone(stream) from None
        if not page.commits:
            raise _stream_gone(stream)
        return page


def _stream_gone(stream: str) -> StreamGone:
    return StreamGone(needs="a stored stream", has=stream)


def _as_read(record: Record, *, opened: bool) -> RecordedCommit:
    """Return a commit, with only those secret parts that the app may read."""
    parts = (part.data if opened or may_read(part.audience, None) else None for part in record.parts)
    return RecordedCommit(record.public, tuple(parts))
