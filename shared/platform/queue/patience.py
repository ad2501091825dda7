"""A worker waits while its broker takes no writes: it neither takes tasks that it cannot put down, nor dies."""

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
    """Celery's consumer, which connects once the broker takes writes. What it refuses later makes it connect anew."""

    def connect(self) -> Any:  # noqa: ANN401 as Celery has it
        """Connect, and return the connection. A worker that is told to stop meanwhile stops.

        Rule:    AR-STORE-06
        """
        pause = FIRST_PAUSE
        while said := refused_by(self.app):
            log.warning("broker_refuses", said=said, again_in_seconds=pause)
            self._wait(pause)
            pause = min(2 * pause, LONGEST_PAUSE)
        return super().connect()

    def _wait(self, seconds: float) -> None:
        """Wait in short steps, so that a signal is heeded."""
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            maybe_shutdown()
            time.sleep(FIRST_PAUSE / 5)


def refused_by(app: Celery) -> str:
    """Return what a broker says that takes no writes; nothing of one that takes them, or that is away."""
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
