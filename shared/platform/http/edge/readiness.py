"""The readiness probe, which tries a write to the store at most once a second."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Final, Literal, TypeAlias

import structlog

from shared.platform.eventlog import LogRefusal, StoreConnection, StoreRefuses

log = structlog.get_logger("shared.platform.http")

Verdict: TypeAlias = Literal["ready", "refuses", "away"]
BELIEVED_SECONDS: Final = 1.0
"""Seconds for which a successful write is trusted. A failure is reported only to the requests that waited for it."""


class Readiness:
    """A test of whether the store accepts a write, shared by all requests that arrive at the same time."""

    def __init__(self, connection: StoreConnection, *, seen: Callable[[bool], None]) -> None:
        """Test writes on this connection. `seen` is called with each result, to record it in the metrics."""
        self._connection: Final = connection
        self._seen: Final = seen
        self._until = 0.0
        self._trying: asyncio.Task[Verdict] | None = None
        self._last: Verdict = "ready"

    async def verdict(self) -> Verdict:
        """Return "ready" if the store accepts a write, otherwise the reason why not.

        Rule:    AR-STORE-04
        """
        loop = asyncio.get_running_loop()
        if loop.time() < self._until:
            return "ready"
        if self._trying is None or self._trying.done():
            self._trying = loop.create_task(self._try_write())
        return await asyncio.shield(self._trying)

    async def _try_write(self) -> Verdict:
        try:
            await self._connection.try_a_write()
        except LogRefusal as refusal:
            self._record_change("refuses" if isinstance(refusal, StoreRefuses) else "away", str(refusal))
            return self._last
        self._until = asyncio.get_running_loop().time() + BELIEVED_SECONDS
        self._record_change("ready", "")
        return "ready"

    def _record_change(self, now: Verdict, report: str) -> None:
        """Record the result in the metrics, and log a change of readiness."""
        self._seen(now == "ready")
        if now != self._last:
            (log.info if now == "ready" else log.error)("readiness_changed", now=now, said=report)
        self._last = now
