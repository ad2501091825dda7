"""The interface through which the log reports its metrics."""

from __future__ import annotations

from typing import Protocol


class Meters(Protocol):
    """Receives measurements from the log. Each method must be quick and must not raise."""

    def count_append(self, *, service: str, seconds: float, commits: int) -> None:
        """Count an append call that became durable with this many commits."""

    def count_conflict(self, *, service: str) -> None:
        """Count an append that another replica preceded; its commands are decided again."""

    def count_lookup(self, *, service: str, cached: bool) -> None:
        """Count a request for a stream, and whether the stream was in the cache."""

    def count_folded(self, *, service: str, commits: int) -> None:
        """Count the commits that were folded to bring a stream up to date."""

    def count_store_away(self, *, service: str) -> None:
        """Count a call to the store that failed or had no answer in time."""


class NoMeters:
    """Ignores all measurements."""

    def count_append(self, *, service: str, seconds: float, commits: int) -> None:
        """Ignore the measurement."""

    def count_conflict(self, *, service: str) -> None:
        """Ignore the measurement."""

    def count_lookup(self, *, service: str, cached: bool) -> None:
        """Ignore the measurement."""

    def count_folded(self, *, service: str, commits: int) -> None:
        """Ignore the measurement."""

    def count_store_away(self, *, service: str) -> None:
        """Ignore the measurement."""
