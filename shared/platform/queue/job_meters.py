"""Metrics of the workers, and the lengths of the queues. Workers store them, and the servers report them.

arbiter:jobs:meters:<service>    a hash: le:<seconds> counts chunks up to that duration; count, microseconds and
                                 trials are totals; disputed counts chunks with two different results, parked counts
                                 abandoned chunks
arbiter:clock:meters:<service>   a hash: steps counts the steps that the clock took, refused those that failed
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Iterator, Mapping, Sequence
from typing import Final, cast

import structlog
from prometheus_client import Metric
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily
from prometheus_client.registry import Collector
from redis.asyncio import Redis
from redis.exceptions import RedisError

from shared.platform.addresses import client_of
from shared.platform.eventlog import StoreConnection
from shared.platform.queue.celery_app import own_job_queue
from shared.platform.queue.due_streams import clock_keys

log = structlog.get_logger("shared.platform.queue")

BUCKETS: Final = (0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 15.0, 60.0)
EVERY_SECONDS: Final = 2.0
COUNTED: Final = {
    "trials": "Trials simulated",
    "disputed": "Chunks with two different results: an alarm",
    "parked": "Chunks given up after too many attempts",
}
STEPS: Final = {
    "steps": "Steps that the clock took",
    "refused": "Due steps that failed: an alarm",
}


def _key(service: str) -> str:
    return f"arbiter:jobs:meters:{service}"


def _clock_key(service: str) -> str:
    return f"arbiter:clock:meters:{service}"


async def count_chunk(connection: StoreConnection, service: str, *, seconds: float, trials: int) -> None:
    """Count a finished chunk.

    Refuses: StoreAway
    """
    edge = next((bucket for bucket in BUCKETS if seconds <= bucket), None)
    counts = {"count": 1, "microseconds": int(seconds * 1_000_000), "trials": trials}
    if edge is not None:
        counts[f"le:{edge}"] = 1
    await asyncio.gather(*(connection.send("HINCRBY", _key(service), name, by) for name, by in counts.items()))


async def count_event(connection: StoreConnection, service: str, name: str) -> None:
    """Count an event that should not happen: `name` is `disputed` or `parked`.

    Refuses: StoreAway
    """
    await connection.send("HINCRBY", _key(service), name, 1)


async def count_steps(connection: StoreConnection, service: str, name: str, times: int) -> None:
    """Count outcomes of the clock's steps: `name` is `steps` for steps taken, or `refused` for steps that failed.

    Refuses: StoreAway
    """
    await connection.send("HINCRBY", _clock_key(service), name, times)


class JobMeters(Collector):
    """The metrics of all workers, as last read from the store."""

    def __init__(self, services: Sequence[str], *, store: str, broker: str, clocked: Sequence[str] = ()) -> None:
        """Set up the metrics with the addresses of the store and the broker.

        `services` lists the services that have jobs; `clocked` lists those that use the clock.
        """
        self._services, self._clocked = services, clocked
        self._store, self._broker = store, broker
        self._counts: dict[str, Mapping[str, int]] = {}
        self._depths: dict[str, int] = {}
        self._steps: dict[str, Mapping[str, int]] = {}

    async def watch(self) -> None:
        """Start reading the metrics from the store at regular intervals, until this process ends."""
        if not self._services and not self._clocked:
            return
        while True:
            try:
                async with client_of(self._store) as store, client_of(self._broker) as broker:
                    while True:
                        await self._read(store, broker)
                        await asyncio.sleep(EVERY_SECONDS)
            except (RedisError, OSError) as error:
                log.debug("job_meters_not_read", said=type(error).__name__)
            await asyncio.sleep(EVERY_SECONDS)

    async def _read(self, store: Redis, broker: Redis) -> None:
        for service in self._services:
            self._depths[service] = int(await broker.llen(own_job_queue(service)))
            self._counts[service] = await _counts(store, _key(service))
        for service in self._clocked:
            due, held, _ = clock_keys(service)
            self._steps[service] = {
                **await _counts(store, _clock_key(service)),
                "due": await store.zcard(due) + await store.zcard(held),
            }

    def collect(self) -> Iterator[Metric]:
        """Return the metrics for Prometheus."""
        depth = GaugeMetricFamily("arbiter_queue_depth", "Chunks that wait for a worker", labels=["service"])
        took = HistogramMetricFamily("arbiter_chunk_seconds", "Time a worker took for a chunk", labels=["service"])
        for service in self._services:
            depth.add_metric([service], self._depths.get(service, 0))
            counts = self._counts.get(service, {})
            took.add_metric([service], list(_buckets(counts)), counts.get("microseconds", 0) / 1_000_000)
        yield depth
        yield took
        yield from self._counters("job", COUNTED, self._services, self._counts)
        yield from self._counters("clock", STEPS, self._clocked, self._steps)
        streams = GaugeMetricFamily(
            "arbiter_clock_streams", "Streams with a step that is due now or later", labels=["service"]
        )
        for service in self._clocked:
            streams.add_metric([service], self._steps.get(service, {}).get("due", 0))
        yield streams

    def _counters(
        self, what: str, names: Mapping[str, str], services: Sequence[str], counts: Mapping[str, Mapping[str, int]]
    ) -> Iterator[Metric]:  # fmt: skip
        for name, about in names.items():
            family = CounterMetricFamily(f"arbiter_{what}_{name}", about, labels=["service"])
            for service in services:
                family.add_metric([service], counts.get(service, {}).get(name, 0))
            yield family


async def _counts(store: Redis, key: str) -> dict[str, int]:
    found = await cast("Awaitable[dict[bytes, bytes]]", store.hgetall(key))
    return {name.decode(): int(value) for name, value in found.items()}


def _buckets(counts: Mapping[str, int]) -> Iterator[tuple[str, float]]:
    seen = 0
    for bucket in BUCKETS:
        seen += counts.get(f"le:{bucket}", 0)
        yield str(bucket), seen
    yield "+Inf", counts.get("count", 0)
