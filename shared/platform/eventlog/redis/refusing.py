"""Logs the errors that the store's servers return: each kind of error once, and again after some time."""

from __future__ import annotations

import time
from typing import Final

import structlog

from shared.platform.eventlog.redis.replies import Elsewhere, KeysMoving, LibraryMissing, away_of
from shared.platform.eventlog.refusals import StoreAway, StoreRefuses

log = structlog.get_logger("shared.platform.eventlog")

AGAIN_SECONDS: Final = 30.0
USUAL: Final = (Elsewhere, KeysMoving, LibraryMissing)
"""Errors that the connection handles at once, without a log line."""
MOST: Final = 64


class RefusalLog:
    """A log of errors that leaves out those it has logged recently."""

    def __init__(self) -> None:
        """Set up the log without any logged error."""
        self._logged: dict[str, float] = {}

    def note(self, refusal: StoreAway) -> None:
        """Log an error that the store returned, unless the same error was logged a short time ago."""
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
"""The errors that this process has logged, shared by its pipes and redis-py's clients."""
