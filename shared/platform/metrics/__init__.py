"""The metrics of a process, for Prometheus. The number of different label values is limited.

Labels never contain a caller's text: routes are templates, and commands have the games' own names. They do not
reveal failed attempts either: a refused command is counted without its name or rule, because the log does not show
it. When a label has more values than expected, all further values count as `other`.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from http import HTTPMethod
from pathlib import Path
from typing import Final

from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, generate_latest

from shared.kernel.refusals import Refusal
from shared.platform.metrics.collecting import PlainCollector
from shared.platform.metrics.families import VALUE, Family
from shared.platform.metrics.shared_files import SharedFiles

OTHER: Final = "other"
STALE: Final = 412
LATENCIES: Final = (0.0005, 0.001, 0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)
LENGTHS: Final = (0, 1, 2, 5, 10, 50, 200, 1000, 5000, 20_000)
MOST: Final = {"service": 32, "command": 512, "outcome": 16, "route": 256}
IN_THE_LOG: Final = frozenset({"ok", "replay"})
"""Outcomes of commands that every reader of the stream can see."""
METHODS: Final = frozenset(str(method) for method in HTTPMethod)
STATUSES: Final = frozenset(str(status) for status in range(100, 600))


def outcome_of(error: Exception | None, *, replayed: bool = False) -> str:
    """Return the label for the outcome of a command: ok, replay, refused, stale or error."""
    if error is None:
        return "replay" if replayed else "ok"
    if isinstance(error, Refusal):
        return "refused"
    return "stale" if getattr(error, "status", 0) == STALE else "error"


class Metrics:
    """The counts of one process's work, as plain numbers.

    Objects of the Prometheus library are created only for a scrape.

    If several processes share a port, each of them returns the numbers of all when it is scraped. Counters,
    histograms and resource use are added up; the store counts as up only if all processes reach it. The counts of
    processes that have ended are kept.
    """

    def __init__(self) -> None:
        """Set up the metrics in their own registry, so that two apps in one process have separate counts."""
        self.registry: Final = CollectorRegistry()
        self._seen: dict[str, set[str]] = {label: set() for label in MOST}
        self._count_commands()
        self._count_the_log()
        self._count_http()
        families = (
            self._commands, self._appends, self._commits, self._conflicts, self._hits, self._misses, self._folds,
            self._aways, self._store_up, self._requests, self._limited, self._subscribers,
        )  # fmt: skip
        for family in families:
            family.bound = self._bound_value
        self._collector: Final = PlainCollector(families)
        self.registry.register(self._collector)

    def _count_commands(self) -> None:
        about = "Commands by outcome: ok, replay, refused, stale, error; the last three without their names"
        self._commands = _counter("commands", about, "service", "command", "outcome")

    def _count_the_log(self) -> None:
        self._appends = _histogram("append_seconds", "Time until an append was durable", LATENCIES, "service")
        self._commits = _counter("commits", "Commits appended", "service")
        self._conflicts = _counter("conflicts", "Appends that lost to another replica", "service")
        self._hits = _counter("cache_hits", "Streams found in the cache", "service")
        self._misses = _counter("cache_misses", "Streams not found in the cache", "service")
        self._folds = _histogram("fold_commits", "Commits folded to bring a stream up to date", LENGTHS, "service")
        self._aways = _counter("store_failures", "Calls that failed in the store or got no answer in time", "service")
        self._store_up = _gauge("store_up", "Whether the store accepted the last write", lowest=True)
        self._up = self._store_up.rows[()]

    def _count_http(self) -> None:
        about = "Requests by route, method and status, and the time until their answer was complete"
        self._requests = _histogram("http_request_seconds", about, LATENCIES, "route", "method", "status")
        self._limited = _counter("rate_limit_refusals", "Requests refused by the rate limit")
        self._subscribers = _gauge("sse_subscribers", "Subscribers connected now")

    # ------------------------------------------------------------- commands and requests

    def count_command(self, *, service: str, command: str, outcome: str) -> None:
        """Count a command that got a response. `outcome` is a result of `outcome_of`."""
        command = command if outcome in IN_THE_LOG else OTHER
        self._commands.rows[service, command, outcome][VALUE] += 1

    def count_request(self, *, route: str, method: str, status: int, seconds: float) -> None:
        """Count a request that got a response. `route` is the template of its path, never the path itself."""
        self._requests.observe(self._requests.rows[route, method, str(status)], seconds)

    def count_limited(self) -> None:
        """Count a request that the rate limit refused."""
        self._limited.rows[()][VALUE] += 1

    @contextlib.contextmanager
    def count_subscriber(self) -> Iterator[None]:
        """Count one more open event stream until the end of the block."""
        self._subscribers.rows[()][VALUE] += 1
        try:
            yield
        finally:
            self._subscribers.rows[()][VALUE] -= 1

    # ------------------------------------------------------------- the event log

    def count_append(self, *, service: str, seconds: float, commits: int) -> None:
        """Count an append call that became durable, and the number of commits in it."""
        labels = (service,)
        self._appends.observe(self._appends.rows[labels], seconds)
        self._commits.rows[labels][VALUE] += commits
        self._up[VALUE] = 1

    def count_conflict(self, *, service: str) -> None:
        """Count an append that failed because another replica appended first. The server decides its commands again."""
        self._conflicts.rows[service,][VALUE] += 1

    def count_lookup(self, *, service: str, cached: bool) -> None:
        """Count a lookup of a stream, and whether the stream was in the cache."""
        (self._hits if cached else self._misses).rows[service,][VALUE] += 1

    def count_folded(self, *, service: str, commits: int) -> None:
        """Count the commits that were folded to bring a stream up to date."""
        self._folds.observe(self._folds.rows[service,], commits)

    def count_store_away(self, *, service: str) -> None:
        """Count a call to the store that failed or got no reply in time."""
        self._aways.rows[service,][VALUE] += 1
        self._up[VALUE] = 0

    def record_store(self, *, up: bool) -> None:
        """Record whether the store accepted the latest test write."""
        self._up[VALUE] = int(up)

    # ------------------------------------------------------------- reporting

    def render(self) -> tuple[bytes, str]:
        """Return all metrics in the Prometheus text format, and the content type."""
        return generate_latest(self.registry), CONTENT_TYPE_LATEST

    def share(self, folder: Path, *, number: int, of: int) -> SharedFiles:
        """From now on, return the metrics of several processes at every scrape.

        Each process saves its own metrics in a file of `folder`. This process is number `number` of `of` processes.
        """
        return SharedFiles(self._collector, folder, number=number, of=of)

    def _bound_value(self, label: str, value: str) -> str:
        """Return the value to count for a label. Once a label has too many values, `other` replaces new ones."""
        if label == "method":
            return value if value in METHODS else OTHER
        if label == "status":
            return value if value in STATUSES else OTHER
        seen = self._seen[label]
        if value in seen:
            return value
        if len(seen) >= MOST[label]:
            return OTHER
        seen.add(value)
        return value


def _counter(name: str, about: str, *labels: str) -> Family:
    return Family(f"arbiter_{name}", about, *labels)


def _gauge(name: str, about: str, *, lowest: bool = False) -> Family:
    return Family(f"arbiter_{name}", about, kind="gauge", lowest=lowest)


def _histogram(name: str, about: str, bounds: tuple[float, ...], *labels: str) -> Family:
    return Family(f"arbiter_{name}", about, *labels, kind="histogram", bounds=bounds)
