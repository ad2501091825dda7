"""The owner of an erased stream.

The tombstone is the record that stays when a stream is erased. It has a mark that shows whether a given app was the
owner, but does not reveal who the owner was.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Final

import msgspec
from msgspec import Struct

from shared.platform.eventlog.reading.tails import LogEntry
from shared.platform.eventlog.refusals import StreamErased

MARK_BYTES: Final = 16


class _Opened(Struct):
    tenant: str = ""


class _Asked(Struct):
    at: int


class _First(Struct):
    events: tuple[_Opened, ...]
    intent: _Asked


class Opened(Struct, frozen=True):
    """The owner and the opening time of a stream; "" and 0 if the stream is unreadable. Units: milliseconds UTC."""

    tenant: str = ""
    at: int = 0


def mark_of(stream: str, tenant: str) -> bytes:
    """Return the mark that confirms an app as the owner of a stream. One app has a different mark for each stream."""
    return hashlib.sha256(f"{stream}\x00{tenant}".encode()).hexdigest()[: 2 * MARK_BYTES].encode()


def was_of(erased: StreamErased, tenant: str) -> bool:
    """Return whether an erased stream belonged to an app.

    If the tombstone has no mark, return False for every app.
    """
    return erased.mark == mark_of(erased.stream, tenant)


def opened_in(entries: Sequence[LogEntry]) -> Opened:
    """Read the owner and the opening time from a stream's first commit, even if later commits are damaged.

    This folds nothing, so that even an unreadable stream can be erased.
    """
    try:
        first = msgspec.json.decode(entries[0].public, type=_First)
    except (IndexError, msgspec.MsgspecError):
        return Opened()
    return Opened(next((event.tenant for event in first.events if event.tenant), ""), first.intent.at)
