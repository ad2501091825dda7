"""The interface through which the log reports its metrics."""

from __future__ import annotations

from typing import Protocol


class Meters(Protocol):
    """Receives measurements from the log. Each method must be quick and must not raise."""

    def appended(self, *, service: str, seconds: float, commits: int) -> None:
        """Count an append call that became durable with this many commits."""

    def conflicted(self, *, service: str) -> None:
        """Count an append that another replica preceded; its commands are decided again."""

    def looked_up(self, *, service: str, cached: bool) -> None:
        """Count a request for a stream, and whether the stream was in the cache."""

    def folded(self, *, service: str, commits: int) -> None:
        """Count the commits that were folded to bring a stream up to date."""

    def store_away(self, *, service: str) -> None:
        """Count a call to the store that failed or had no answer in time."""


class NoMeters:
    """Ignores all measurements."""

    def appended(self, *, service: str, seconds: float, commits: int) -> None:
        """Ignore the measurement."""

    def conflicted(self, *, service: str) -> None:
        """Ignore the measurement."""

    def looked_up(self, *, service: str, cached: bool) -> None:
        """Ignore the measurement."""

    def folded(self, *, service: str, commits: int) -> None:
        """Ignore the measurement."""

    def store_away(self, *, service: str) -> None:
        """Ignore the measurement."""
