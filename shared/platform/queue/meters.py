"""What workers measure, kept in the store by them and told to Prometheus by the servers; and how long the queues are.

arbiter:jobs:meters:<service>    a hash: le:<seconds> counts chunks up to so long; count, microseconds, trials in all;
                                 disputed chunks with two results, parked ones given up
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Iterator, Mapping, Sequence
from typing import Any, Final, cast

import structlog
from prometheus_client import Metric
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily
from prometheus_client.registry import Collector
from redis.asyncio import Redis
from redis.exceptions import RedisError

from shared.platform.eventlog import StoreConnection

log = structlog.get_logger("shared.platform.queue")

BUCKETS: Final = (0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 15.0, 60.0)
EVERY_SECONDS: Final = 2.0


def _key(service: str) -> str:
    return f"arbiter:jobs:meters:{service}"


async def count_chunk(connection: StoreConnection, service: str, *, seconds: float, trials: int) -> None:
    """Count a chunk that was worked on.

    Refuses: StoreAway
    """
    edge = next((bucket for bucket in BUCKETS if seconds <= bucket), None)
    counts = {"count": 1, "microseconds": int(seconds * 1_000_000), "trials": trials}
    if edge is not None:
        counts[f"le:{edge}"] = 1
    await asyncio.gather(*(connection.send("HINCRBY", _key(service), name, by) for name, by in counts.items()))


async def count_event(connection: StoreConnection, service: str, name: str) -> None:
    """Count something that should not happen: `disputed`, `parked`.

    Refuses: StoreAway
    """
    await connection.send("HINCRBY", _key(service), name, 1)


class JobMeters(Collector):
    """What all workers of the installation have measured, as last read from the store."""

    def __init__(self, services: Sequence[str], *, store: str, broker: str) -> None:
        """Take the services that have jobs, and the addresses of the store and the broker."""
        self._services = services
        self._store, self._broker = store, broker
        self._counts: dict[str, Mapping[str, int]] = {}
        self._depths: dict[str, int] = {}

    async def watch(self) -> None:
        """Read again and again, for as long as the process lives."""
        if not self._services:
            return
        async with Redis.from_url(self._store) as store, Redis.from_url(self._broker) as broker:
            while True:
                try:
                    await self._read(store, broker)
                except (RedisError, OSError) as error:
                    log.debug("job_meters_not_read", said=type(error).__name__)
                await asyncio.sleep(EVERY_SECONDS)

    async def _read(self, store: Redis, broker: Redis) -> None:
        for service in self._services:
            self._depths[service] = int(await broker.llen(service))
            found = await cast("Awaitable[dict[bytes, bytes]]", store.hgetall(_key(service)))
            self._counts[service] = {name.decode(): int(value) for name, value in found.items()}

    def collect(self) -> Iterator[Metric]:
        """Return what Prometheus reads."""
        depth = GaugeMetricFamily("arbiter_queue_depth", "Chunks that wait for a worker", labels=["service"])
        took = HistogramMetricFamily("arbiter_chunk_seconds", "Time a worker took for a chunk", labels=["service"])
        for service in self._services:
            depth.add_metric([service], self._depths.get(service, 0))
            counts = self._counts.get(service, {})
            took.add_metric([service], list(_buckets(counts)), counts.get("microseconds", 0) / 1_000_000)
        yield depth
        yield took
        yield from self._others()

    def _others(self) -> Iterator[Metric]:
        counters: Any = {
            "trials": "Trials simulated",
            "disputed": "Chunks that gave two results: an alarm",
            "parked": "Chunks given up after too many attempts",
        }
        for name, about in counters.items():
            family = CounterMetricFamily(f"arbiter_job_{name}", about, labels=["service"])
            for service in self._services:
                family.add_metric([service], self._counts.get(service, {}).get(name, 0))
            yield family


def _buckets(counts: Mapping[str, int]) -> Iterator[tuple[str, float]]:
    seen = 0
    for bucket in BUCKETS:
        seen += counts.get(f"le:{bucket}", 0)
        yield str(bucket), seen
    yield "+Inf", counts.get("count", 0)
