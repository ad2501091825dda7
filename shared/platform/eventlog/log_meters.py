"""The interface through which the log reports its metrics."""

from __future__ import annotations

from typing import Protocol


class Meters(Protocol):
    """The receiver of the log's measurements. Each method must be quick and must not raise."""

    def count_append(self, *, service: str, seconds: float, commits: int) -> None:
        """Count one append call that became durable, with its duration in seconds and its number of commits."""

    def count_conflict(self, *, service: str) -> None:
        """Count one append that failed because another replica appended first; its commands are decided again."""

    def count_lookup(self, *, service: str, cached: bool) -> None:
        """Count one look-up of a stream, and whether the cache had the stream."""

    def count_folded(self, *, service: str, commits: int) -> None:
        """Count the commits that were folded to bring a stream up to date."""

    def count_store_away(self, *, service: str) -> None:
        """Count one call to the store that failed or timed out."""


class NoMeters:
    """A receiver of measurements that does nothing, for a log whose metrics nobody collects."""

    def count_append(self, *, service: str, seconds: float, commits: int) -> None:
        """Do nothing: no metrics are collected."""

    def count_conflict(self, *, service: str) -> None:
        """Do nothing: no metrics are collected."""

    def count_lookup(self, *, service: str, cached: bool) -> None:
        """Do nothing: no metrics are collected."""

    def count_folded(self, *, service: str, commits: int) -> None:
        """Do nothing: no metrics are collected."""

    def count_store_away(self, *, service: str) -> None:
        """Do nothing: no metrics are collected."""
