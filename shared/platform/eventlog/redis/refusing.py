"""What the servers of the store refuse, in the log of this process: once for each cause, and again while it lasts."""

from __future__ import annotations

import time
from typing import Final

import structlog

from shared.platform.eventlog.redis.replies import Elsewhere, KeysMoving, LibraryMissing, away_of
from shared.platform.eventlog.refusals import StoreAway, StoreRefuses

log = structlog.get_logger("shared.platform.eventlog")

AGAIN_SECONDS: Final = 30.0
USUAL: Final = (Elsewhere, KeysMoving, LibraryMissing)
"""What is seen to by itself, at once."""
MOST: Final = 64


class RefusalLog:
    """Remembers what was logged lately."""

    def __init__(self) -> None:
        """Start with nothing logged."""
        self._logged: dict[str, float] = {}

    def note(self, refusal: StoreAway) -> None:
        """Log why the store refuses something, unless it was logged a moment ago."""
        said, now = str(refusal), time.monotonic()
        if not isinstance(refusal, StoreRefuses) or isinstance(refusal, USUAL):
            return
        if now - self._logged.get(said, -AGAIN_SECONDS) < AGAIN_SECONDS:
            return
        if len(self._logged) >= MOST:
            self._logged.clear()
        self._logged[said] = now
        log.error("store_refuses", cause=type(refusal).__name__, said=said)


def noted(error: Exception) -> StoreAway:
    """Return what an error of redis-py's own client means, and log it where the store refuses something."""
    refusal = away_of(error)
    NOTED.note(refusal)
    return refusal


NOTED: Final = RefusalLog()
"""What this process has logged: its pipes and redis-py's clients meet the same servers."""
