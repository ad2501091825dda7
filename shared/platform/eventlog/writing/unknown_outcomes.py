"""Code that finds out which requests the log accepted, if the store did not reply to the append call."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, TypeVar

import msgspec
from msgspec import Struct

from shared.kernel.record import Split
from shared.kernel.replay import Commit
from shared.kernel.stream import Stream
from shared.platform.eventlog.asks import Appended
from shared.platform.eventlog.reading.tails import LogEntry
from shared.platform.eventlog.writing.waiting import WaitingRequest

S = TypeVar("S")


class _Id(Struct, frozen=True):
    id: str


class _Asked(Struct, frozen=True):
    intent: _Id
    events: list[msgspec.Raw]
    split: Split | None = None


class PlaceInDecision(Struct, frozen=True):
    """The position of a commit in its decision: whether it is the first, and whether it is the last."""

    begins: bool = True
    ends: bool = True


_asked: Final = msgspec.json.Decoder(_Asked)
WHOLE: Final = PlaceInDecision()


def place_in_decision(entry: LogEntry) -> tuple[str, PlaceInDecision]:
    """Return the id of the command that caused a stored commit, and the commit's position in that decision."""
    asked = _asked.decode(entry.public)
    if asked.split is None:
        return asked.intent.id, WHOLE
    begins = entry.version - len(asked.events) == asked.split.before
    name = asked.intent.id if begins else asked.intent.id.rpartition("/")[0]
    return name, PlaceInDecision(begins=begins, ends=entry.version == asked.split.after)


def settled_by(
    unknown: Sequence[WaitingRequest[S]], entry: LogEntry, commit: Commit, stream: Stream[S]
) -> Iterator[tuple[WaitingRequest[S], Appended[S]]]:
    """Yield the requests with unknown outcomes whose decision ends with this commit, each with its response.

    `stream` is the state after the commit.
    """
    found, place = place_in_decision(entry) if unknown else ("", WHOLE)
    for waiting in unknown:
        if waiting.id != found:
            continue
        waiting.found = commit.events if place.begins else waiting.found + commit.events
        if place.ends:
            first, events = commit.version - len(waiting.found) + 1, waiting.found
            yield (
                waiting,
                Appended(first=first, last=commit.version, head=entry.head, events=events, stream_after=stream),
            )
