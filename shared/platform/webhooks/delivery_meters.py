"""What is measured of webhooks, kept in the store by whoever delivers, and told to Prometheus by the servers."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Mapping
from typing import Final

import structlog
from prometheus_client import Metric
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily
from prometheus_client.registry import Collector
from redis.asyncio import Redis

from shared.platform.eventlog import StoreAway
from shared.platform.webhooks.endpoints import COUNTS, asked

log = structlog.get_logger("shared.platform.webhooks")

EVERY_SECONDS: Final = 2.0
COUNTED: Final = {
    "delivered": "Messages that a receiver took",
    "failed": "Deliveries that failed, each of which is tried again unless it was the last",
}
STATE: Final = {
    "endpoints": "Webhooks that are registered",
    "parked": "Webhooks to which nothing is delivered any more until they are resumed",
    "behind": "Webhooks that are not parked and have something yet to be delivered",
}


class WebhookMeters(Collector):
    """What is measured of the webhooks of all apps, as last read from the store. No label: it is told to any app."""

    def __init__(self) -> None:
        """Begin with nothing read."""
        self._counts: Mapping[str, int] = {}

    async def watch(self, redis: Redis) -> None:
        """Read again and again, for as long as the process lives."""
        while True:
            try:
                found = await asked(redis.hgetall(COUNTS))
                self._counts = {name.decode(): int(value) for name, value in found.items()}
            except StoreAway as away:
                log.debug("webhook_meters_not_read", said=str(away))
            await asyncio.sleep(EVERY_SECONDS)

    def collect(self) -> Iterator[Metric]:
        """Return what Prometheus reads."""
        for name, about in COUNTED.items():
            yield CounterMetricFamily(f"arbiter_webhook_{name}", about, value=self._counts.get(name, 0))
        for name, about in STATE.items():
            yield GaugeMetricFamily(f"arbiter_webhook_{name}", about, value=self._counts.get(name, 0))
        about = "How long the longest waits that is yet to be delivered"
        yield GaugeMetricFamily("arbiter_webhook_lag_seconds", about, value=self._counts.get("lag", 0) / 1000)
