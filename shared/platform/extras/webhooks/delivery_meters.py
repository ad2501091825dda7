"""Metrics of webhooks: the sending process writes them to the store, and each server process exposes them."""

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
from shared.platform.extras.webhooks.endpoints import COUNTS, ask

log = structlog.get_logger("shared.platform.webhooks")

EVERY_SECONDS: Final = 2.0
COUNTED: Final = {
    "delivered": "Messages that a receiver accepted",
    "failed": "Deliveries that failed, of which all but the last try are retried",
}
STATE: Final = {
    "endpoints": "Webhooks that are registered",
    "parked": "Webhooks that are suspended until they are resumed",
    "behind": "Active webhooks with pending deliveries",
}


class WebhookMeters(Collector):
    """The metrics of all webhooks, as they were last read from the store.

    They have no labels, because all apps can see them.
    """

    def __init__(self) -> None:
        """Set up the collector without any metrics."""
        self._counts: Mapping[str, int] = {}

    async def watch(self, redis: Redis) -> None:
        """Read the metrics from the store periodically, until the task is cancelled."""
        while True:
            try:
                found = await ask(redis.hgetall(COUNTS))
                self._counts = {name.decode(): int(value) for name, value in found.items()}
            except StoreAway as away:
                log.debug("webhook_meters_not_read", said=str(away))
            await asyncio.sleep(EVERY_SECONDS)

    def collect(self) -> Iterator[Metric]:
        """Return the metrics for Prometheus."""
        for name, about in COUNTED.items():
            yield CounterMetricFamily(f"arbiter_webhook_{name}", about, value=self._counts.get(name, 0))
        for name, about in STATE.items():
            yield GaugeMetricFamily(f"arbiter_webhook_{name}", about, value=self._counts.get(name, 0))
        about = "Age of the oldest pending delivery"
        yield GaugeMetricFamily("arbiter_webhook_lag_seconds", about, value=self._counts.get("lag", 0) / 1000)
