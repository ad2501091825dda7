"""What is measured, for Prometheus. One registry a process; every set of labels is bounded.

Labels never carry what a caller chose: routes are templates, commands are the games' own names. Nor do they tell what
somebody tried: a command that came to nothing counts without its rule and without its name, since no log holds it.
Should more values of a label turn up than there can rightly be, the rest count as `other`.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from http import HTTPMethod
from typing import Any, Final, TypeVar

from prometheus_client import (
    CONTENT_TYPE_LATEST,
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    ProcessCollector,
    generate_latest,
)

from shared.kernel.refusals import Refusal

M = TypeVar("M", Counter, Histogram)
OTHER: Final = "other"
STALE: Final = 412
LATENCIES: Final = (0.0005, 0.001, 0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)
LENGTHS: Final = (0, 1, 2, 5, 10, 50, 200, 1000, 5000, 20_000)
MOST: Final = {"service": 32, "command": 512, "outcome": 16, "route": 256}
IN_THE_LOG: Final = frozenset({"ok", "replay"})
"""How commands end that everybody on their stream hears of."""
METHODS: Final = frozenset(str(method) for method in HTTPMethod)


def outcome_of(error: Exception | None, *, replayed: bool = False) -> str:
    """Name how a command ended: ok, replay, refused, stale or error."""
    if error is None:
        return "replay" if replayed else "ok"
    if isinstance(error, Refusal):
        return "refused"
    return "stale" if getattr(error, "status", 0) == STALE else "error"


class Metrics:
    """The measurements of one process."""

    def __init__(self) -> None:
        """Make a registry of its own, so that two apps in one process do not count for each other."""
        self.registry: Final = CollectorRegistry()
        self._seen: dict[str, set[str]] = {label: set() for label in MOST}
        self._children: dict[tuple[Any, tuple[str, ...]], Any] = {}
        ProcessCollector(registry=self.registry)
        self._count_commands()
        self._count_the_log()
        self._count_http()

    def _count_commands(self) -> None:
        about = "Commands by how they ended: ok, replay, refused, stale, error; the last three without their names"
        self._commands = self._counter("commands", about, "service", "command", "outcome")

    def _count_the_log(self) -> None:
        self._appends = self._histogram("append_seconds", "Time until an append was durable", LATENCIES, "service")
        self._commits = self._counter("commits", "Commits appended", "service")
        self._conflicts = self._counter("conflicts", "Appends that another replica came before", "service")
        self._hits = self._counter("cache_hits", "Streams found in the cache", "service")
        self._misses = self._counter("cache_misses", "Streams not found in the cache", "service")
        self._folds = self._histogram("fold_commits", "Commits folded to bring a stream up to date", LENGTHS, "service")
        self._aways = self._counter("store_failures", "Calls the store failed or did not answer in time", "service")
        self._store_up = self._gauge("store_up", "Whether the store answered last time")

    def _count_http(self) -> None:
        about = "Requests by route, method and status, and the time until their answer was complete"
        self._requests = self._histogram("http_request_seconds", about, LATENCIES, "route", "method", "status")
        self._limited = self._counter("rate_limit_refusals", "Requests refused by the rate limit")
        self._subscribers = self._gauge("sse_subscribers", "Subscribers connected now")

    def _counter(self, name: str, about: str, *labels: str) -> Counter:
        return Counter(f"arbiter_{name}", about, labels, registry=self.registry)

    def _gauge(self, name: str, about: str) -> Gauge:
        return Gauge(f"arbiter_{name}", about, registry=self.registry)

    def _histogram(self, name: str, about: str, buckets: tuple[float, ...], *labels: str) -> Histogram:
        return Histogram(f"arbiter_{name}", about, labels, buckets=buckets, registry=self.registry)

    # ------------------------------------------------------------- commands and requests

    def answered(self, *, service: str, command: str, outcome: str) -> None:
        """A command was answered; `outcome_of` names the outcome."""
        command = command if outcome in IN_THE_LOG else OTHER
        self._child(
            self._commands,
            self._bounded("service", service), self._bounded("command", command), self._bounded("outcome", outcome),
        ).inc()  # fmt: skip

    def served(self, *, route: str, method: str, status: int, seconds: float) -> None:
        """A request was answered. `route` is the template of its path, never the path."""
        method = method if method in METHODS else OTHER
        known_status = str(status) if 100 <= status <= 599 else OTHER  # noqa: PLR2004  the statuses there are
        self._child(self._requests, self._bounded("route", route), method, known_status).observe(seconds)

    def limited(self) -> None:
        """A request was refused by the rate limit."""
        self._limited.inc()

    @contextlib.contextmanager
    def subscribed(self) -> Iterator[None]:
        """A subscriber is connected for as long as the block runs."""
        self._subscribers.inc()
        try:
            yield
        finally:
            self._subscribers.dec()

    # ------------------------------------------------------------- the event log

    def appended(self, *, service: str, seconds: float, commits: int) -> None:
        """An append call became durable with this many commits."""
        service = self._bounded("service", service)
        self._child(self._appends, service).observe(seconds)
        self._child(self._commits, service).inc(commits)
        self._store_up.set(1)

    def conflicted(self, *, service: str) -> None:
        """Another replica was first; the commits were decided again."""
        self._conflicts.labels(self._bounded("service", service)).inc()

    def looked_up(self, *, service: str, cached: bool) -> None:
        """A stream was wanted, and was or was not in the cache."""
        found = self._hits if cached else self._misses
        self._child(found, self._bounded("service", service)).inc()

    def folded(self, *, service: str, commits: int) -> None:
        """This many commits were folded to bring a stream up to date."""
        self._folds.labels(self._bounded("service", service)).observe(commits)

    def store_away(self, *, service: str) -> None:
        """A call to the store failed or was not answered in time."""
        self._aways.labels(self._bounded("service", service)).inc()
        self._store_up.set(0)

    def store_seen(self, *, up: bool) -> None:
        """The store was asked whether it is there."""
        self._store_up.set(int(up))

    # ------------------------------------------------------------- telling

    def render(self) -> tuple[bytes, str]:
        """Return all measurements as text, and the text's content type."""
        return generate_latest(self.registry), CONTENT_TYPE_LATEST

    def _child(self, parent: M, *labels: str) -> M:
        """Return a measurement with its labels. Looking one up costs the library ten times what remembering it does."""
        known: M | None = self._children.get((parent, labels))
        if known is None:
            known = parent.labels(*labels)
            self._children[parent, labels] = known
        return known

    def _bounded(self, label: str, value: str) -> str:
        seen = self._seen[label]
        if value in seen:
            return value
        if len(seen) >= MOST[label]:
            return OTHER
        seen.add(value)
        return value
