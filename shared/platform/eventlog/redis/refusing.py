"""The log of errors that the store's servers return. Each kind of error is logged once, and again after some time."""

from __future__ import annotations

import time
from typing import Final

import structlog

from shared.platform.eventlog.redis.replies import Elsewhere, KeysMoving, LibraryMissing, away_of
from shared.platform.eventlog.refusals import StoreAway, StoreRefuses

log = structlog.get_logger("shared.platform.eventlog")

AGAIN_SECONDS: Final = 30.0
USUAL: Final = (Elsewhere, KeysMoving, LibraryMissing)
"""Errors that the connection resolves at once, and that are therefore not logged."""
MOST: Final = 64


class RefusalLog:
    """A log of errors that omits errors which it has logged recently."""

    def __init__(self) -> None:
        """Set up the log, with no errors logged yet."""
        self._logged: dict[str, float] = {}

    def note(self, refusal: StoreAway) -> None:
        """Log an error that the store returned, unless the same error was logged within the last 30 seconds."""
        said, now = str(refusal), time.monotonic()
        if not isinstance(refusal, StoreRefuses) or isinstance(refusal, USUAL):
            return
        if now - self._logged.get(said, -AGAIN_SECONDS) < AGAIN_SECONDS:
            return
        if len(self._logged) >= MOST:
            self._logged.clear()
        self._logged[said] = now
        log.error("store_refuses", cause=type(refusal).__name__, said=said)


def note_error(error: Exception) -> StoreAway:
    """Translate an error of redis-py's own client, and log it if the store rejected the call."""
    refusal = away_of(error)
    NOTED.note(refusal)
    return refusal


NOTED: Final = RefusalLog()
"""The errors that this process has logged. Its pipes and redis-py's clients share this log."""
