"""A worker waits while its broker is read-only: it neither takes tasks that it cannot record, nor dies."""

from __future__ import annotations

import time
from typing import Any, Final

import structlog
from celery import Celery
from celery.worker.consumer import Consumer
from celery.worker.state import maybe_shutdown
from kombu.exceptions import OperationalError
from redis.exceptions import BusyLoadingError, RedisError, ResponseError

log = structlog.get_logger("shared.platform.queue")

TRIED: Final = "arbiter:broker:tried"
FIRST_PAUSE: Final = 0.5
LONGEST_PAUSE: Final = 8.0


class PatientConsumer(Consumer):
    """Celery's consumer, which connects once the broker accepts writes, and reconnects after a refused write."""

    def connect(self) -> Any:  # noqa: ANN401 Celery's signature
        """Connect, and return the connection. A worker that is stopped meanwhile stops.

        Rule:    AR-STORE-06
        """
        pause = FIRST_PAUSE
        while said := refused_by(self.app):
            log.warning("broker_refuses", said=said, again_in_seconds=pause)
            self._wait(pause)
            pause = min(2 * pause, LONGEST_PAUSE)
        return super().connect()

    def _wait(self, seconds: float) -> None:
        """Wait in short steps, so that signals are handled."""
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            maybe_shutdown()
            time.sleep(FIRST_PAUSE / 5)


def refused_by(app: Celery) -> str:
    """Return the error of a read-only broker; "" for one that accepts writes, or is unreachable."""
    try:
        with app.connection_for_write() as connection:
            connection.connect()
            channel: Any = connection.default_channel
            channel.client.set(TRIED, "", ex=1)
    except (ResponseError, BusyLoadingError) as error:
        return str(error)
    except (RedisError, OSError, OperationalError):
        return ""
    return ""
