"""Whose an erased stream was: a mark that its tombstone keeps, which tells nothing to who does not know the answer."""

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
    """Whose a stream is, and when it was opened; empty and 0 where that cannot be read. Units: milliseconds UTC."""

    tenant: str = ""
    at: int = 0


def mark_of(stream: str, tenant: str) -> bytes:
    """Mark a stream as a tenant's. The same tenant has another mark on each stream."""
    return hashlib.sha256(f"{stream}\x00{tenant}".encode()).hexdigest()[: 2 * MARK_BYTES].encode()


def was_of(erased: StreamErased, tenant: str) -> bool:
    """Return whether an erased stream was a tenant's. Nobody's are those erased before tombstones kept a mark."""
    return erased.mark == mark_of(erased.stream, tenant)


def opened_in(entries: Sequence[LogEntry]) -> Opened:
    """Read from the first commit of a stream whose it is and when it was opened, be the rest as broken as it may.

    Nothing is folded for it: what cannot be read any more can be erased all the same.
    """
    try:
        first = msgspec.json.decode(entries[0].public, type=_First)
    except (IndexError, msgspec.MsgspecError):
        return Opened()
    return Opened(next((event.tenant for event in first.events if event.tenant), ""), first.intent.at)
