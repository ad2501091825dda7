"""The metrics of the log, as an interface."""

from __future__ import annotations

from typing import Protocol


class Meters(Protocol):
    """Takes measurements; each call must be quick and must not raise."""

    def appended(self, *, service: str, seconds: float, commits: int) -> None:
        """An append call became durable with this many commits."""

    def conflicted(self, *, service: str) -> None:
        """Another replica was first; the commits were decided again."""

    def looked_up(self, *, service: str, cached: bool) -> None:
        """A stream was requested, and was or was not in the cache."""

    def folded(self, *, service: str, commits: int) -> None:
        """This many commits were folded to bring a stream up to date."""

    def store_away(self, *, service: str) -> None:
        """A call to the store failed or was not answered in time."""


class NoMeters:
    """Measures nothing."""

    def appended(self, *, service: str, seconds: float, commits: int) -> None:
        """Pass."""

    def conflicted(self, *, service: str) -> None:
        """Pass."""

    def looked_up(self, *, service: str, cached: bool) -> None:
        """Pass."""

    def folded(self, *, service: str, commits: int) -> None:
        """Pass."""

    def store_away(self, *, service: str) -> None:
        """Pass."""
