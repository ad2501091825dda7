"""Whose commit is this? Asked only where an append got no answer."""

from __future__ import annotations

from typing import Final

import msgspec
from msgspec import Struct

from shared.kernel.record import Split
from shared.platform.eventlog.tails import LogEntry


class _Id(Struct, frozen=True):
    id: str


class _Asked(Struct, frozen=True):
    intent: _Id
    events: list[msgspec.Raw]
    split: Split | None = None


class PlaceInDecision(Struct, frozen=True):
    """Where a commit stands in its decision: whether it begins it, and whether it ends it."""

    begins: bool = True
    ends: bool = True


_asked: Final = msgspec.json.Decoder(_Asked)
WHOLE: Final = PlaceInDecision()


def place_in_decision(entry: LogEntry) -> tuple[str, PlaceInDecision]:
    """Return the id of the command that a stored commit answers, and the commit's place in the decision."""
    asked = _asked.decode(entry.public)
    if asked.split is None:
        return asked.intent.id, WHOLE
    begins = entry.version - len(asked.events) == asked.split.before
    name = asked.intent.id if begins else asked.intent.id.rpartition("/")[0]
    return name, PlaceInDecision(begins=begins, ends=entry.version == asked.split.after)
